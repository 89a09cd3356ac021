"""A person's data given out or erased, a server's purged: the only code that may change what is history.

Deals, actions and the ledger are only ever added to; triggers see to it. ``erasing`` opens them for one transaction.
Every table that holds something about people or servers has to be dealt with here: the tests look for leftovers in the
whole file.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from bot.store.database import Connection, Database
from bot.store.errors import StillSeated
from bot.store.sums import JUDGED_LEDGER, JUDGED_PEOPLE

#: What is given out about a person: a heading and the selection behind it, each with the person's id.
_EXPORT: Mapping[str, str] = {
    "names": "SELECT guild_id, name, seen_at FROM people WHERE person_id = :id ORDER BY guild_id",
    "preferences": "SELECT settings FROM preferences WHERE person_id = :id",
    "hosted_tables": (
        "SELECT id, guild_id, channel_id, game, created_at, ended_at FROM tables WHERE host_id = :id ORDER BY id"
    ),
    "seats": (
        "SELECT table_id, seat, missed, ready, person_id IS NULL AS left_and_kept FROM seats"
        " WHERE person_id = :id OR kept_for = :id ORDER BY table_id"
    ),
    "deals": "SELECT table_id, deal_no, seat, score_before FROM deal_seats WHERE person_id = :id"
    " ORDER BY table_id, deal_no",
    "actions": (
        "SELECT table_id, deal_no, no, seat, code, at FROM actions WHERE table_id IN ({tables})"
        " AND actor = CAST(:id AS TEXT) ORDER BY table_id, deal_no, no"
    ),
    "scores": (
        "SELECT guild_id, table_id, deal_no, game, season, counted, points, persons, won, stats, at"
        f" FROM {JUDGED_LEDGER} AS judged WHERE person_id = :id ORDER BY guild_id, table_id, deal_no"
    ),
    "results": (
        f"SELECT guild_id, table_id, seat, place, won, lost, counted, throughout FROM {JUDGED_PEOPLE} AS judged"
        " WHERE person_id = :id ORDER BY guild_id, table_id"
    ),
    "settings_changed": "SELECT guild_id, at, setting, was, now FROM audit WHERE person_id = :id ORDER BY id",
}

#: The tables a person has played at; nobody acts at another.
_PLAYED = (
    "SELECT table_id FROM deal_seats WHERE person_id = :id UNION SELECT table_id FROM seats WHERE person_id = :id"
    " UNION SELECT table_id FROM seats WHERE kept_for = :id UNION SELECT table_id FROM ledger WHERE person_id = :id"
)

#: What a person's erasure does, in this order. The deals they played in belong to the others too: they stay, unnamed.
#: First the open tables among them go up a version, so that no step made from what was known before writes it again.
_ERASE = (
    f"UPDATE tables SET version = version + 1 WHERE phase <> 'over' AND (host_id = :id OR id IN ({_PLAYED}))",
    f"UPDATE actions SET actor = '' WHERE table_id IN ({_PLAYED}) AND actor = CAST(:id AS TEXT)",
    "UPDATE deal_seats SET person_id = NULL WHERE person_id = :id",
    "UPDATE seats SET person_id = NULL WHERE person_id = :id",
    "UPDATE seats SET kept_for = NULL WHERE kept_for = :id",
    "UPDATE tables SET host_id = NULL WHERE host_id = :id",
    "UPDATE audit SET person_id = NULL WHERE person_id = :id",
    "DELETE FROM ledger WHERE person_id = :id",
    "DELETE FROM result_people WHERE person_id = :id",
    "DELETE FROM totals WHERE person_id = :id",
    "DELETE FROM daily WHERE person_id = :id",
    "DELETE FROM counters WHERE person_id = :id",
    "DELETE FROM people WHERE person_id = :id",
    "DELETE FROM preferences WHERE person_id = :id",
)

#: A server's tables take seats, deals, actions and deadlines with them, its results those of its people.
_PURGE = ("tables", "ledger", "results", "totals", "daily", "counters", "people", "servers", "audit")


@asynccontextmanager
async def erasing(connection: Connection, reason: str) -> AsyncIterator[None]:
    """Inside a transaction of ``Database.write``: the block may change and delete deals, actions and ledger rows.

    What is deleted is overwritten in the file too, once the write-ahead log is folded into it. Copies, such as
    backups, are not reached.
    """
    await connection.execute("PRAGMA secure_delete = ON")
    try:
        await connection.execute("INSERT INTO erasures (reason) VALUES (?)", (reason,))
        yield
        await connection.execute("DELETE FROM erasures")
    finally:
        await connection.execute("PRAGMA secure_delete = OFF")


async def export_person(db: Database, person_id: int) -> dict[str, list[dict[str, Any]]]:
    """Everything stored about a person, in every server, as plain values under plain headings."""
    async with db.read() as connection:
        return {
            heading: [
                dict(row) for row in await connection.execute_fetchall(sql.format(tables=_PLAYED), {"id": person_id})
            ]
            for heading, sql in _EXPORT.items()
        }


async def erase_person(db: Database, person_id: int) -> None:
    """Erase everything stored about a person, in every server; matches stay for their other players, without a name.

    Raises ``StillSeated`` while they hold a seat at an open table, and then erases nothing: have them leave first.
    """

    async def work(connection: Connection) -> None:
        seated = await connection.execute_fetchall(
            "SELECT t.id FROM seats s JOIN tables t ON t.id = s.table_id"
            " WHERE s.person_id = ? AND t.phase <> 'over' ORDER BY t.id",
            (person_id,),
        )
        if tables := tuple(row["id"] for row in seated):
            raise StillSeated(tables)
        async with erasing(connection, "a person's data"):
            for sql in _ERASE:
                await connection.execute(sql, {"id": person_id})

    await db.write(work)


async def purge_server(db: Database, guild_id: int) -> None:
    """Erase everything of a server: tables, matches, scores, names and settings. Its open tables are gone with it."""

    async def work(connection: Connection) -> None:
        async with erasing(connection, "a server's data"):
            for table in _PURGE:
                await connection.execute(f"DELETE FROM {table} WHERE guild_id = ?", (guild_id,))

    await db.write(work)
