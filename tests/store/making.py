"""Tables, deals and scores for the tests, with everything that does not matter filled in."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.store import people, tables
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.records import (
    ActionRow,
    Changes,
    Counting,
    DeadlineKind,
    DeadlineRow,
    DealRow,
    LedgerRow,
    NewTable,
    PersonResult,
    ResultRow,
    SeatRow,
    TableRow,
)

SERVER, CHANNEL = 900_000_000_000_000_001, 800_000_000_000_000_001
ANN, BO, CLEO = 700_000_000_000_000_001, 700_000_000_000_000_002, 700_000_000_000_000_003

SEATS = (SeatRow(seat=0, person_id=ANN), SeatRow(seat=1, person_id=BO), SeatRow(seat=2, computer="normal"))


def new_table(**values: Any) -> NewTable:
    given: dict[str, Any] = {
        "guild_id": SERVER,
        "channel_id": CHANNEL,
        "game": "pitch",
        "rules_version": 1,
        "options": {},
        "seats": 3,
        "clock": "live",
        "host_id": ANN,
        "created_at": 1_700_000_000.5,
    }
    return NewTable(**{**given, **values})


async def opened(db: Database, seats: tuple[SeatRow, ...] = SEATS, **values: Any) -> TableRow:
    return await tables.create(db, new_table(**values), seats, ())


def deal(no: int = 1, **values: Any) -> DealRow:
    given: dict[str, Any] = {
        "no": no,
        "dealer": 2,
        "hands": "AS KS/QS JS/TS 9S",
        "rest": "2C J+",
        "salt": "00ff",
        "commitment": "c0ffee",
        "scores_before": (0, 0, 0),
        "holders": (ANN, BO, None),
        "levels": (None, None, "normal"),
        "dealt_at": 1_700_000_100.0,
    }
    return DealRow(**{**given, **values})


def action(no: int, deal_no: int = 1, **values: Any) -> ActionRow:
    given: dict[str, Any] = {"seat": no % 2, "code": f"bid {no}", "actor": str(ANN if no % 2 == 0 else BO)}
    return ActionRow(deal_no=deal_no, no=no, at=1_700_000_200.0 + no, **{**given, **values})


def step(table: TableRow, changes: dict[str, Any] | None = None, **values: Any) -> Changes:
    """The next commit at a table: ``values`` for its row, ``changes`` for what comes with it."""
    after = replace(table, version=table.version + 1, **values)
    return Changes(table=after, before=table.version, **{"deadlines": (), **(changes or {})})


async def committed(db: Database, table: TableRow, changes: dict[str, Any] | None = None, **values: Any) -> TableRow:
    made = step(table, changes, **values)
    await tables.commit(db, made)
    return made.table


async def seen(db: Database, guild_id: int, names: Mapping[int, str], now: float) -> None:
    """Somebody was called that in a server."""
    await db.write(lambda connection: people.write_names(connection, guild_id, names, now))


def turn(seat: int | None, due_at: float, kind: DeadlineKind = "turn") -> DeadlineRow:
    return DeadlineRow(kind=kind, seat=seat, due_at=due_at)


async def change_settings(db: Database, guild_id: int, changes: Mapping[str, Any]) -> people.ServerRow:
    """Set some of a server's settings and forget those whose value is None, without anybody having done it."""

    def change(row: people.ServerRow) -> tuple[people.ServerRow, tuple[()]]:
        kept = {key: value for key, value in {**row.settings, **changes}.items() if value is not None}
        return replace(row, settings=kept), ()

    return await people.change_server(db, guild_id, change)


async def new_season(db: Database, guild_id: int) -> int:
    """Begin a server's next season; its number."""
    row = await people.change_server(db, guild_id, lambda row: (replace(row, season=row.season + 1), ()))
    return row.season


def score(
    person_id: int, points: int, table_id: int = 1, deal_no: int = 1, *, counted: bool = True, **values: Any
) -> LedgerRow:
    """``counted``: as the strictest server counts, else as only the loosest does."""
    given: dict[str, Any] = {
        "guild_id": SERVER,
        "game": "pitch",
        "season": 1,
        "reach": Counting.STRICT if counted else Counting.EVERYTHING,
        "persons": 2,
        "at": 1_700_000_300.0,
    }
    return LedgerRow(person_id=person_id, points=points, table_id=table_id, deal_no=deal_no, **{**given, **values})


def won_by(winner: int, loser: int, table_id: int = 1, **values: Any) -> ResultRow:
    given: dict[str, Any] = {
        "guild_id": SERVER,
        "game": "pitch",
        "season": 1,
        "finished": True,
        "winners": (0,),
        "scores": (42, 30, 8),
        "persons": (
            PersonResult(person_id=winner, seat=0, place=1, won=True, lost=False, reach=Counting.STRICT),
            PersonResult(person_id=loser, seat=1, place=2, won=False, lost=True, reach=Counting.STRICT),
        ),
        "ended_at": 1_700_000_400.0,
    }
    return ResultRow(table_id=table_id, **{**given, **values})


def look(path: Path, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
    """What is in the file, by a connection that has nothing to do with the bot's."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        return connection.execute(sql, tuple(values)).fetchall()


def contents(path: Path) -> bytes:
    """The file as it stands, byte by byte."""
    return path.read_bytes()


def overwrite(path: Path, new: bytes) -> None:
    """Put something else into the file."""
    path.write_bytes(new)


async def put(connection: Connection, key: str) -> None:
    """Write a row whose only word is this key, within a transaction."""
    await connection.execute("INSERT INTO meta (key, value) VALUES (?, '')", (key,))


async def keys(db: Database) -> list[str]:
    """The keys of all such rows."""
    return [row["key"] for row in await db.rows("SELECT key FROM meta ORDER BY key")]


async def preferences(db: Database, person: int) -> dict[str, Any]:
    """What somebody prefers, as it is stored."""
    return (await people.preferences(db, (person,)))[person]
