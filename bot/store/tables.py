"""Tables, their seats, deals, actions and deadlines: one commit writes, a few functions read."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import replace

from bot.store import meta, rows, sums, writing
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.records import (
    ActionRow,
    Changes,
    DeadlineRow,
    DealRow,
    EndReason,
    Loaded,
    NewTable,
    OpenTable,
    Outline,
    Recorded,
    SeatRow,
    TableRow,
)


async def create(
    db: Database,
    new: NewTable,
    seats: tuple[SeatRow, ...],
    deadlines: tuple[DeadlineRow, ...],
    names: Mapping[int, str] | None = None,
) -> TableRow:
    """Open a table in the lobby, at version 1. Raises ``ChannelTaken`` when its channel has an open one.

    ``names``: how the people at it are called, by id.
    """

    return await db.write(lambda connection: writing.create(connection, new, seats, deadlines, names or {}))


async def commit(db: Database, changes: Changes) -> int | None:
    """Write one step at a table, whole or not at all.

    Channel and message are left as they stand: they belong to ``remember_message``, and a step made from an older
    state must not put them back. Raises ``StaleTable`` when the table is not at version ``changes.before``, and
    ``Unexpected`` when an action, deal or ledger row is there already or leaves a gap.

    Returns the id of the table that succeeds this one, where ``changes`` open one; ``ChannelTaken`` when they cannot.
    """

    async def work(connection: Connection) -> int | None:
        await writing.commit(connection, changes)
        successor = changes.successor
        if successor is None:
            return None
        opened = await writing.create(connection, successor.new, successor.seats, (), successor.names)
        first = successor.changes
        await writing.commit(
            connection, replace(first, table=replace(first.table, id=opened.id), before=opened.version)
        )
        return opened.id

    return await db.write(work)


async def remember_message(
    db: Database, table_id: int, channel_id: int, message_id: int | None, message_deal: int = 0
) -> None:
    """Keep where the table message stands now and which deal it shows, without touching the version.

    Raises ``ChannelTaken`` when the table would move to a channel that has another open one.
    """

    async def work(connection: Connection) -> None:
        try:
            await connection.execute(
                "UPDATE tables SET channel_id = ?, message_id = ?, message_deal = ? WHERE id = ?",
                (channel_id, message_id, message_deal, table_id),
            )
        except sqlite3.IntegrityError as error:
            raise writing.clearer(error, channel_id) from error

    await db.write(work)


async def with_deadlines(db: Database) -> tuple[tuple[int, int], ...]:
    """Every table that has a deadline, and its server."""
    # Through the index of times, as below.
    found = await db.rows(
        "SELECT id, guild_id FROM tables WHERE id IN (SELECT table_id FROM deadlines WHERE due_at > 0) ORDER BY id"
    )
    return tuple((row["id"], row["guild_id"]) for row in found)


async def lengthen(db: Database, later: Mapping[int, float], now: float, waiting: meta.Waiting = meta.NOBODY) -> None:
    """Move all deadlines of these tables to so many seconds later, and note that the bot is alive: a crash right after
    it must not add the same time again. ``waiting``: the tables whose people still cannot reach it.
    """

    async def work(connection: Connection) -> None:
        await connection.executemany(
            "UPDATE deadlines SET due_at = due_at + ? WHERE table_id = ?",
            [(seconds, each) for each, seconds in later.items()],
        )
        await meta.beat_in(connection, now, waiting)

    await db.write(work)


async def load(db: Database, table_id: int) -> Loaded | None:
    """The table as it stands, or None. An id out of a button is anybody's word: compare ``table.guild_id``."""

    async def work(connection: Connection) -> Loaded | None:
        table = await rows.find_table(connection, table_id)
        if table is None:
            return None
        deals = await rows.deals(connection, table_id, table.deal_no)
        return Loaded(
            table=table,
            seats=await rows.seats(connection, table_id),
            deal=deals[0] if deals else None,
            actions=await rows.log(connection, table_id, table.deal_no),
            deadlines=await rows.deadlines(connection, table_id),
            sent_away=await rows.persons(connection, "sent_away", table_id),
            invited=await rows.persons(connection, "invitations", table_id),
        )

    return await db.read(work)


async def outline(db: Database, table_id: int) -> Outline | None:
    """Where a table stands, whose it is and how far it is, or None: also where the rest of it cannot be read."""
    found = await db.rows("SELECT guild_id, channel_id, host_id, phase FROM tables WHERE id = ?", (table_id,))
    return Outline(**{key: found[0][key] for key in found[0].keys()}) if found else None  # noqa: SIM118 (a Row's values)


async def end_unread(db: Database, table_id: int, reason: EndReason, now: float) -> bool:
    """End a table whatever else is in its rows; False if it is over already, or there is none."""

    async def work(connection: Connection) -> bool:
        cursor = await connection.execute(
            "UPDATE tables SET phase = 'over', end_reason = ?, ended_at = ?, last_act_at = ?, version = version + 1"
            " WHERE id = ? AND phase <> 'over'",
            (reason, now, now, table_id),
        )
        await connection.execute("DELETE FROM deadlines WHERE table_id = ?", (table_id,))
        return cursor.rowcount > 0

    return await db.write(work)


async def record_rows(db: Database, table_id: int) -> Recorded | None:
    """Every deal and standing action of a match, open or over, or None when there is no such table."""

    async def work(connection: Connection) -> Recorded | None:
        table = await rows.find_table(connection, table_id)
        if table is None:
            return None
        return Recorded(
            table=table,
            seats=await rows.seats(connection, table_id),
            deals=await rows.deals(connection, table_id),
            actions=await rows.actions(connection, table_id),
            result=await sums.find_result(connection, table.guild_id, table_id),
        )

    return await db.read(work)


async def load_deal(db: Database, table_id: int, no: int) -> tuple[DealRow, tuple[ActionRow, ...]] | None:
    """One deal of a match with the actions that stand, in order, or None."""

    async def work(connection: Connection) -> tuple[DealRow, tuple[ActionRow, ...]] | None:
        deals = await rows.deals(connection, table_id, no, no)
        return (deals[0], await rows.actions(connection, table_id, no, no)) if deals else None

    return await db.read(work)


async def throughout(db: Database, table_id: int) -> frozenset[int]:
    """Who held one seat in every deal of the match, from its being dealt."""
    found = await db.rows(
        "SELECT person_id FROM deal_seats WHERE table_id = ? AND person_id IS NOT NULL GROUP BY person_id, seat"
        " HAVING COUNT(*) = (SELECT MAX(no) FROM deals WHERE table_id = ?)",
        (table_id, table_id),
    )
    return frozenset(row["person_id"] for row in found)


async def held_seats(db: Database, table_id: int) -> dict[int, int]:
    """Everybody who held a seat when a deal of the match was dealt, with the seat they held last."""
    found = await db.rows(
        "SELECT person_id, seat FROM deal_seats WHERE table_id = ? AND person_id IS NOT NULL ORDER BY deal_no, seat",
        (table_id,),
    )
    return {row["person_id"]: row["seat"] for row in found}


async def open_tables(db: Database) -> tuple[OpenTable, ...]:
    """Every table that is not over, by id, with its deadlines."""
    found = await db.rows(
        "SELECT t.id, d.kind, d.seat, d.due_at, d.question, d.eased"
        " FROM tables t LEFT JOIN deadlines d ON d.table_id = t.id WHERE t.phase <> 'over'"
    )
    # Sorted here: asked for an order by id, SQLite would walk through all the tables that ever were.
    by_table: dict[int, list[DeadlineRow]] = {}
    for row in sorted(found, key=lambda row: int(row["id"])):
        by_table.setdefault(row["id"], [])
        if row["kind"] is not None:
            by_table[row["id"]].append(rows.deadline(row))
    return tuple(OpenTable(table_id, tuple(deadlines)) for table_id, deadlines in by_table.items())


async def with_rematch_offered(db: Database) -> tuple[int, ...]:
    """The ids of tables that are over and whose offer of a rematch has still to lapse."""
    # Through the index of times: there are few deadlines, but no table is walked through.
    found = await db.rows("SELECT table_id FROM deadlines WHERE due_at > 0 AND kind = 'rematch' ORDER BY due_at")
    return tuple(int(row["table_id"]) for row in found)


async def open_in_channel(db: Database, channel_id: int) -> int | None:
    """The id of the open table in a channel or thread."""
    found = await db.rows("SELECT id FROM tables WHERE channel_id = ? AND phase <> 'over'", (channel_id,))
    return found[0]["id"] if found else None


async def open_in_server(db: Database, guild_id: int) -> tuple[int, ...]:
    """The ids of a server's open tables: what ends when the bot is removed from it."""
    found = await db.rows("SELECT id FROM tables WHERE guild_id = ? AND phase <> 'over' ORDER BY id", (guild_id,))
    return tuple(row["id"] for row in found)


async def seated_tables(db: Database, guild_id: int, person_id: int) -> tuple[int, ...]:
    """The ids of the server's open tables at which the person holds a seat, the one last acted at first."""
    found = await db.rows(
        "SELECT t.id FROM seats s JOIN tables t ON t.id = s.table_id"
        " WHERE s.person_id = ? AND t.guild_id = ? AND t.phase <> 'over' ORDER BY t.last_act_at DESC, t.id DESC",
        (person_id, guild_id),
    )
    return tuple(row["id"] for row in found)
