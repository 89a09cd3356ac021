"""Every match of a database file, read from outside and also while the bot runs: for those who check the books."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiosqlite

from bot.store import rows, sums
from bot.store.connection import Connection
from bot.store.errors import in_a_sentence
from bot.store.records import ActionRow, LedgerRow, Recorded, standing


@dataclass(frozen=True, slots=True)
class Booked:
    """A match with all that the books say of it: its deals and actions, its result, its part of the ledger.

    ``log``: the actions with what was taken back.
    """

    match: Recorded
    log: tuple[ActionRow, ...]
    ledger: tuple[LedgerRow, ...]


async def booked_matches(path: Path) -> AsyncIterator[Booked]:
    """Every match that has been dealt, by its table's number, all as they stood at one moment.

    The file is only read, and has to be one that `maintenance.check` has opened. Raises ``StoreError``.
    """
    uri = f"{path.resolve().as_uri()}?mode=ro"  # noqa: ASYNC240 - for a command line that does nothing beside it
    try:
        async with _reading(uri) as connection:
            found = await connection.execute_fetchall("SELECT id FROM tables WHERE deal_no > 0 ORDER BY id")
            for number in [int(row["id"]) for row in found]:
                yield await _booked(connection, number)
    except sqlite3.Error as error:
        raise in_a_sentence(error, path) from error


@asynccontextmanager
async def _reading(uri: str) -> AsyncIterator[Connection]:
    async with aiosqlite.connect(uri, uri=True, isolation_level=None) as connection:
        connection.row_factory = sqlite3.Row
        await connection.execute("BEGIN")
        yield connection


async def _booked(connection: Connection, number: int) -> Booked:
    table = await rows.find_table(connection, number)
    assert table is not None
    log = await rows.log(connection, number)
    ledger = await connection.execute_fetchall(
        "SELECT * FROM ledger WHERE guild_id = ? AND table_id = ? ORDER BY deal_no, person_id", (table.guild_id, number)
    )
    return Booked(
        Recorded(
            table=table,
            seats=await rows.seats(connection, number),
            deals=await rows.deals(connection, number),
            actions=standing(log),
            result=await sums.find_result(connection, table.guild_id, number),
        ),
        log,
        tuple(rows.ledger(row) for row in ledger),
    )
