"""From records to rows: the writing half of the tables, in a transaction somebody else holds."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from bot.store import people, ratings, rows, sums
from bot.store.connection import Connection
from bot.store.errors import ChannelTaken, StaleTable
from bot.store.records import Changes, DeadlineRow, DealRow, NewTable, SeatRow, TableRow, to_text


async def create(
    connection: Connection,
    new: NewTable,
    seats: tuple[SeatRow, ...],
    deadlines: tuple[DeadlineRow, ...],
    names: Mapping[int, str],
) -> TableRow:
    """A new table with its seats and deadlines; `ChannelTaken` when its channel has an open one."""
    try:
        (row,) = await connection.execute_fetchall(
            "INSERT INTO tables (guild_id, channel_id, game, rules_version, options, seats, clock, phase, host_id,"
            " message_id, version, deal_no, created_at, last_act_at, settings, season)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, 'lobby', ?, ?, 1, 0, ?, ?, ?,"
            " COALESCE((SELECT season FROM servers WHERE guild_id = ?), 1)) RETURNING *",
            (
                new.guild_id,
                new.channel_id,
                new.game,
                new.rules_version,
                to_text(new.options),
                new.seats,
                new.clock,
                new.host_id,
                new.message_id,
                new.created_at,
                new.created_at,
                to_text(new.settings),
                new.guild_id,
            ),
        )
    except sqlite3.IntegrityError as error:
        raise clearer(error, new.channel_id) from error
    table = rows.table(row)
    await _write_seats(connection, table.id, seats)
    await _write_deadlines(connection, table.id, deadlines)
    await people.write_names(connection, table.guild_id, names, new.created_at)
    return table


async def commit(connection: Connection, changes: Changes) -> None:
    """One step at a table, without its successor; raises as `bot.store.tables.commit` does."""
    table = changes.table
    if table.version != changes.before + 1:
        raise ValueError(f"version {table.version} does not follow {changes.before}")
    if await _write_table(connection, table, changes) != 1:
        raise StaleTable(table.id, changes.before)
    if changes.seats is not None:
        await _write_seats(connection, table.id, changes.seats)
    if changes.sent_away is not None:
        await _write_persons(connection, "sent_away", table.id, changes.sent_away)
    if changes.invited is not None:
        await _write_persons(connection, "invitations", table.id, changes.invited)
    if changes.deal is not None:
        await _add_deal(connection, table.id, changes.deal)
    if changes.actions:
        await connection.executemany(
            "INSERT INTO actions (table_id, deal_no, no, seat, code, actor, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(table.id, one.deal_no, one.no, one.seat, one.code, one.actor, one.at) for one in changes.actions],
        )
    if not await _passed_on(connection, changes):
        await _write_deadlines(connection, table.id, changes.deadlines)
    await sums.add(connection, changes.ledger)
    if changes.result is not None:
        await sums.add_result(connection, changes.result)
        await ratings.add(connection, table.guild_id, table.id)
    if changes.names:
        await people.write_names(connection, table.guild_id, changes.names, table.last_act_at)


async def _write_table(connection: Connection, table: TableRow, changes: Changes) -> int:
    """The table's own row, if it is still of the version the changes were made from; how many rows that was."""
    if changes.row_stays:
        cursor = await connection.execute(
            "UPDATE tables SET version = ?, last_act_at = ? WHERE id = ? AND version = ?",
            (table.version, table.last_act_at, table.id, changes.before),
        )
        return cursor.rowcount
    try:
        cursor = await connection.execute(
            "UPDATE tables SET rules_version = ?, options = ?, seats = ?, clock = ?, phase = ?, host_id = ?,"
            " version = ?, deal_no = ?, started_at = ?, ended_at = ?, end_reason = ?, last_act_at = ?,"
            " house_rules = ?, paused_by = ?, settings = ?"
            " WHERE id = ? AND version = ?",
            (
                table.rules_version,
                to_text(table.options),
                table.seats,
                table.clock,
                table.phase,
                table.host_id,
                table.version,
                table.deal_no,
                table.started_at,
                table.ended_at,
                table.end_reason,
                table.last_act_at,
                int(table.house_rules),
                table.paused_by,
                to_text(table.settings),
                table.id,
                changes.before,
            ),
        )
    except sqlite3.IntegrityError as error:
        raise clearer(error, table.channel_id) from error
    return cursor.rowcount


async def _write_seats(connection: Connection, table_id: int, seats: tuple[SeatRow, ...]) -> None:
    await connection.execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
    await connection.executemany(
        "INSERT INTO seats (table_id, seat, person_id, computer, kept_for, missed, ready, wants_end, since, since_deal,"
        " promise, promised_by, standing, wants_pause, time_left)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                table_id,
                one.seat,
                one.person_id,
                one.computer,
                one.kept_for,
                one.missed,
                int(one.ready),
                int(one.wants_end),
                one.since,
                one.since_deal,
                one.promise,
                one.promised_by,
                int(one.standing),
                int(one.wants_pause),
                one.time_left,
            )
            for one in seats
        ],
    )


async def _write_persons(connection: Connection, where: str, table_id: int, persons: frozenset[int]) -> None:
    await connection.execute(f"DELETE FROM {where} WHERE table_id = ?", (table_id,))
    await connection.executemany(
        f"INSERT INTO {where} (table_id, person_id) VALUES (?, ?)", [(table_id, each) for each in sorted(persons)]
    )


async def _write_deadlines(connection: Connection, table_id: int, deadlines: tuple[DeadlineRow, ...]) -> None:
    await connection.execute("DELETE FROM deadlines WHERE table_id = ?", (table_id,))
    await connection.executemany(
        "INSERT INTO deadlines (table_id, kind, seat, due_at, question, eased) VALUES (?, ?, ?, ?, ?, ?)",
        [(table_id, one.kind, one.seat, one.due_at, one.question, int(one.eased)) for one in deadlines],
    )


async def _passed_on(connection: Connection, changes: Changes) -> bool:
    """Where one deadline takes the place of another, as with each card, or none has changed: that is one statement."""
    if changes.had is None:
        return False
    gone = [one for one in changes.had if one not in changes.deadlines]
    come = [one for one in changes.deadlines if one not in changes.had]
    if len(gone) != 1 or len(come) != 1:
        return not gone and not come
    cursor = await connection.execute(
        "UPDATE deadlines SET kind = ?, seat = ?, due_at = ?, question = ?, eased = ?"
        " WHERE table_id = ? AND kind = ? AND seat IS ?",
        (
            come[0].kind,
            come[0].seat,
            come[0].due_at,
            come[0].question,
            int(come[0].eased),
            changes.table.id,
            gone[0].kind,
            gone[0].seat,
        ),
    )
    return cursor.rowcount == 1


async def _add_deal(connection: Connection, table_id: int, deal: DealRow) -> None:
    await connection.execute(
        "INSERT INTO deals (table_id, no, dealer, hands, rest, salt, commitment, carried, dealt_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            table_id,
            deal.no,
            deal.dealer,
            deal.hands,
            deal.rest,
            deal.salt,
            deal.commitment,
            to_text(deal.carried),
            deal.dealt_at,
        ),
    )
    by_seat = zip(deal.holders, deal.levels, deal.scores_before, strict=True)
    await connection.executemany(
        "INSERT INTO deal_seats (table_id, deal_no, seat, person_id, computer, score_before) VALUES (?, ?, ?, ?, ?, ?)",
        [(table_id, deal.no, seat, *values) for seat, values in enumerate(by_seat)],
    )


def clearer(error: sqlite3.IntegrityError, channel_id: int) -> Exception:
    """The one broken constraint that is a player's doing and not ours."""
    return ChannelTaken(channel_id) if "tables.channel_id" in str(error) else error
