"""A database with many running tables of Phat, made in no time: one is played, the others are its copies.

The first is opened, filled and played through the bot's own door; each copy is the same rows under another number, in
another channel, with other people.
"""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.practice.club import GUILD_ID
from bot.store.database import Database
from bot.tables.commands import Join, Opening, Person, Play, Start
from bot.tables.service import TableService

#: The tables of the schema that hold a running table's rows.
_PARTS = ("seats", "deadlines", "deals", "deal_seats", "actions")
_PEOPLE = ("person_id", "host_id", "actor")


async def fill(path: Path, channels: Sequence[int], people: Sequence[Sequence[int]], cards: int = 20) -> None:
    """So many running tables as there are channels, four people at each, after so many cards of the first deal."""
    chance = random.Random(1)
    async with await Database.open(path) as database:
        service = TableService(database, source=chance.randrange)
        first = [Person(who, f"Player {seat}") for seat, who in enumerate(people[0])]
        table = await service.open(first[0], Opening(int(GUILD_ID), channels[0], "phat", "relaxed", {}))
        for person in first[1:]:
            await service.submit(table.id, person, None, Join())
        await service.submit(table.id, first[0], None, Start())
        for _ in range(cards):
            present = await service.table(table.id)
            seat = present.to_act()[0]
            action = chance.choice(present.game.legal(present.match, seat).actions)
            await service.submit(table.id, first[seat], present.decision(seat), Play(action.code))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        _copy(connection, table.id, channels, people)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def remember(path: Path, messages: Sequence[int]) -> None:
    """Have the tables shown by these messages already, as after any run of the bot."""
    with closing(sqlite3.connect(path)) as connection:
        rows = [(message, number) for number, message in enumerate(messages, 1)]
        connection.executemany("UPDATE tables SET message_id = ?, message_deal = deal_no WHERE id = ?", rows)
        connection.commit()


def _copy(connection: sqlite3.Connection, first: int, channels: Sequence[int], people: Sequence[Sequence[int]]) -> None:
    connection.row_factory = sqlite3.Row
    parts = {
        part: [
            dict(row) for row in connection.execute(f"SELECT * FROM {part} WHERE table_id = ? ORDER BY rowid", (first,))
        ]
        for part in _PARTS
    }
    (table,) = (dict(row) for row in connection.execute("SELECT * FROM tables WHERE id = ?", (first,)))
    now = time.time()
    for number in range(1, len(channels)):
        same: dict[Any, Any] = dict(zip(people[0], people[number], strict=True))
        same.update({str(before): str(after) for before, after in same.items()})
        new = first + number
        _insert(connection, "tables", {**_with(table, same), "id": new, "channel_id": channels[number]})
        for part, rows in parts.items():
            for row in rows:
                _insert(connection, part, {**_with(row, same), "table_id": new})
        for seat, who in enumerate(people[number]):
            found = {"guild_id": table["guild_id"], "person_id": who, "name": f"Player {seat}", "seen_at": now}
            _insert(connection, "people", found)


def _with(row: dict[str, Any], same: dict[Any, Any]) -> dict[str, Any]:
    return {**row, **{name: same.get(row[name], row[name]) for name in _PEOPLE if name in row}}


def _insert(connection: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    marks = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
