"""A person's data erased, a server's purged: the only code that may change what is history.

Deals, actions and the ledger are only ever added to; triggers see to it. ``erasing`` opens them for one transaction.
What has to be done to which column stands in bot/store/duties.py. Freed space is overwritten (``Database`` has SQLite
do that), and the write-ahead log is folded into the file at the end. Copies are not reached.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from bot.store import meta
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.duties import DUTIES, TABLES_OF
from bot.store.errors import StillSeated, StoreError

LOG = logging.getLogger(__name__)

#: Where the last placeholder is kept: each is used once.
_LAST_PLACEHOLDER = "placeholder"

#: How many tables, with all their deals, a purge takes in one transaction, and how many rows of what stands by itself:
#: other people's clicks get in between.
TABLES_AT_ONCE, ROWS_AT_ONCE = 20, 5_000

#: A table that is open, or over and offers a rematch: there a step may be under way, made from what was known before.
_ALIVE = "(phase <> 'over' OR end_reason IS NULL)"


@asynccontextmanager
async def erasing(connection: Connection, reason: str) -> AsyncIterator[None]:
    """Inside a transaction of ``Database.write``: the block may change and delete deals, actions and ledger rows."""
    await connection.execute("INSERT INTO erasures (reason) VALUES (?)", (reason,))
    yield
    await connection.execute("DELETE FROM erasures")


async def knows(db: Database, person_id: int) -> bool:
    """Whether anything at all is stored about a person."""
    return await db.read(lambda connection: _knows(connection, person_id))


async def tables_of(db: Database, person_id: int) -> frozenset[int]:
    """The numbers of all tables, open or over, in any server, where the person is or was."""
    return frozenset(await db.read(lambda connection: _tables_of(connection, person_id)))


async def seats_held(db: Database, person_id: int) -> tuple[int, ...]:
    """The numbers of the open tables, in any server, where the person holds a seat."""
    return await db.read(lambda connection: _seats_held(connection, person_id))


async def erase_person(db: Database, person_id: int) -> bool:
    """Erase everything stored about a person, in every server. False if there was nothing.

    What is other people's too, matches with their deals, stays, with a placeholder in the person's place: a negative
    number that was never used before, without a name and in none of the sums. Raises ``StillSeated`` while the person
    holds a seat at an open table, and then erases nothing: have them leave first.
    """

    async def work(connection: Connection) -> bool:
        if seated := await _seats_held(connection, person_id):
            raise StillSeated(seated)
        if not await _knows(connection, person_id):
            return False
        tables = await _tables_of(connection, person_id)
        values = {"id": person_id, "nobody": await _fresh_placeholder(connection)}
        async with erasing(connection, "a person's data"):
            # No step that was made from what was known before can be written any more.
            await connection.executemany(
                f"UPDATE tables SET version = version + 1 WHERE id = ? AND {_ALIVE}", [(number,) for number in tables]
            )
            await _no_rematch(connection, person_id)
            for sql, by_table in _erasing_statements():
                each = [{**values, "table": number} for number in tables] if by_table else [values]
                await connection.executemany(sql, each)
        return True

    erased = await db.write(work)
    await _fold(db)
    return erased


async def purge_server(db: Database, guild_id: int) -> None:
    """Erase everything of a server: tables, matches, scores, names and settings. Its open tables are gone with it.

    Piece by piece, the server's own row last: what is interrupted is taken up again by the next purge.
    """
    names = sorted((name for name, duty in DUTIES.items() if duty.server), key=lambda name: name == "servers")
    for name in names:
        at_once = TABLES_AT_ONCE if name == "tables" else ROWS_AT_ONCE
        while await _purge_some(db, name, DUTIES[name].server or "", guild_id, at_once) == at_once:
            pass
    await _fold(db)


async def _fold(db: Database) -> None:
    """What was erased is: where the log cannot be folded in now, the daily upkeep does it."""
    try:
        await db.fold()
    except StoreError as error:
        LOG.error("the write-ahead log could not be emptied after an erasure: %s", error)


async def _purge_some(db: Database, name: str, column: str, guild_id: int, most: int) -> int:
    async def work(connection: Connection) -> int:
        async with erasing(connection, "a server's data"):
            cursor = await connection.execute(
                f"DELETE FROM {name} WHERE rowid IN (SELECT rowid FROM {name} WHERE {column} = ? LIMIT ?)",
                (guild_id, most),
            )
        return cursor.rowcount

    return await db.write(work)


def _erasing_statements() -> Iterator[tuple[str, bool]]:
    """What erases ``:id`` from every column that may name them; and whether it is to be run for each ``:table``."""
    for name, duty in DUTIES.items():
        for column in duty.persons:
            if duty.goes:
                yield f"DELETE FROM {name} WHERE {column} = :id", False
            else:
                yield f"UPDATE {name} SET {column} = :nobody WHERE {column} = :id", False
        for column in duty.actors:
            yield (
                f"UPDATE {name} SET {column} = CAST(:nobody AS TEXT)"
                f" WHERE {duty.key} = :table AND {column} = CAST(:id AS TEXT)",
                True,
            )


async def _knows(connection: Connection, person_id: int) -> bool:
    for name, duty in DUTIES.items():
        for column in duty.persons:
            # Whoever has acted at a table is among those who held a seat there.
            if await connection.execute_fetchall(f"SELECT 1 FROM {name} WHERE {column} = ? LIMIT 1", (person_id,)):
                return True
    return False


async def _tables_of(connection: Connection, person_id: int) -> list[int]:
    return [int(row[0]) for row in await connection.execute_fetchall(TABLES_OF, {"id": person_id})]


async def _seats_held(connection: Connection, person_id: int) -> tuple[int, ...]:
    found = await connection.execute_fetchall(
        "SELECT t.id FROM seats s JOIN tables t ON t.id = s.table_id"
        " WHERE s.person_id = ? AND t.phase <> 'over' ORDER BY t.id",
        (person_id,),
    )
    return tuple(row["id"] for row in found)


async def _no_rematch(connection: Connection, person_id: int) -> None:
    """End the offer of a rematch where the person sits: it takes all of them, and a placeholder presses nothing."""
    offered = "phase = 'over' AND end_reason IS NULL"
    sitting = f"SELECT t.id FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.person_id = ? AND {offered}"
    for row in await connection.execute_fetchall(sitting, (person_id,)):
        await connection.execute("DELETE FROM deadlines WHERE table_id = ?", (row["id"],))
        await connection.execute("UPDATE tables SET end_reason = 'finished' WHERE id = ?", (row["id"],))


async def _fresh_placeholder(connection: Connection) -> int:
    fresh = int(await meta.value_in(connection, _LAST_PLACEHOLDER) or 0) - 1
    await meta.set_value_in(connection, _LAST_PLACEHOLDER, str(fresh))
    return fresh
