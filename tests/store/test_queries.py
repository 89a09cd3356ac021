"""No query walks through a whole table: SQLite's own plan for each statement that a running bot sends."""

import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import get_args

import pytest

from bot.store import audit, boards, call_lines, course, erase, matches, meta, on_call, people, ratings, scores, tables
from bot.store.audit import AuditRow
from bot.store.database import Database
from bot.store.records import Counting
from tests.store.making import (
    ANN,
    BO,
    CHANNEL,
    SEATS,
    SERVER,
    action,
    change_settings,
    committed,
    deal,
    new_season,
    opened,
    score,
    seen,
    turn,
    won_by,
)

#: Walking through these is the point: the open tables only, the lines that call to some of them, and what a selection
#: inside the statement has found.
ALLOWED = re.compile(
    r"SCAN (CONSTANT ROW|[bo]\b|\(subquery|m$|sums$|one VIRTUAL TABLE"
    r"|call_lines$|t USING (COVERING )?INDEX one_open_table_a_channel)"
)


async def a_whole_match(db: Database) -> None:
    table = await opened(db)
    await tables.remember_message(db, table.id, CHANNEL, 5, 1)
    table = await committed(
        db, table, {"seats": SEATS, "deal": deal(1), "actions": (action(1),), "deadlines": (turn(0, 5.0),)}, deal_no=1
    )
    changes = {
        "actions": (action(2),),
        "ledger": (score(ANN, 1, stats={"bids": 1}), score(BO, 2)),
        "result": won_by(ANN, BO),
        "names": {ANN: "Ann"},
    }
    await committed(db, table, changes, phase="over")


TOLD = AuditRow(guild_id=SERVER, person_id=ANN, at=1.0, setting="counting", was="strict", now="two")

PERIODS = {
    "all time": boards.Scope(guild_id=SERVER, game="pitch"),
    "season": boards.Scope(guild_id=SERVER, game="pitch", season=1),
    "days": boards.Scope(guild_id=SERVER, game="pitch", since="2023-01-01"),
}

HOT: dict[str, Callable[[Database], Awaitable[object]]] = {
    "a match": a_whole_match,
    "load": lambda db: tables.load(db, 1),
    "load_deal": lambda db: tables.load_deal(db, 1, 1),
    "record_rows": lambda db: tables.record_rows(db, 1),
    "held_seats": lambda db: tables.held_seats(db, 1),
    "throughout": lambda db: tables.throughout(db, 1),
    "open_tables": tables.open_tables,
    "with_rematch_offered": tables.with_rematch_offered,
    "open_in_channel": lambda db: tables.open_in_channel(db, CHANNEL),
    "open_in_server": lambda db: tables.open_in_server(db, SERVER),
    "seated_tables": lambda db: tables.seated_tables(db, SERVER, ANN),
    "with_deadlines": tables.with_deadlines,
    **{
        f"leaderboard by {by}, {period}": partial(boards.page, scope=scope, by=by, reader=ANN)
        for by in get_args(boards.Order)
        for period, scope in PERIODS.items()
    },
    **{f"place, {period}": partial(boards.place, scope=scope, points=5) for period, scope in PERIODS.items()},
    "ratings": lambda db: ratings.of_person(db, SERVER, ANN),
    "last_game": lambda db: scores.last_game(db, SERVER),
    "standing": lambda db: scores.standing(db, SERVER, ANN),
    "course": lambda db: course.course(db, SERVER, ANN, "pitch", counted=True),
    "running": lambda db: scores.running(db, 1),
    "players": lambda db: matches.players(db, 1),
    "own_matches": lambda db: matches.own_matches(db, SERVER, ANN, 10),
    "all_lines": call_lines.all_lines,
    "a line gone": lambda db: call_lines.forget(db, 1),
    "on_call": lambda db: on_call.is_on_call(db, SERVER, "pitch", ANN),
    "onto the list": lambda db: on_call.set_on_call(db, SERVER, "pitch", ANN, True),
    "call_players": lambda db: on_call.call_players(db, 1, SERVER, "pitch", 1e9, ()),
    "see": lambda db: seen(db, SERVER, {ANN: "Ann"}, 1.0),
    "names": lambda db: people.names(db, SERVER, [ANN]),
    "preferences": lambda db: people.change_preferences(db, ANN, {"calls": "never"}),
    "settings": lambda db: change_settings(db, SERVER, {"counts": "all"}),
    "counting": lambda db: people.change_server(db, SERVER, lambda row: (replace(row, counting=Counting.TWO), (TOLD,))),
    "audit": lambda db: audit.latest(db, SERVER, 5),
    "season": lambda db: new_season(db, SERVER),
    "beat": lambda db: meta.beat(db, 1.0),
    "purge_server": lambda db: erase.purge_server(db, SERVER),
}


@pytest.mark.parametrize("name", HOT)
async def test_no_statement_walks_through_a_whole_table(db: Database, path: Path, name: str) -> None:
    sent: list[str] = []
    for connection in (db._writer, db._reader):
        await connection.set_trace_callback(sent.append)
    await HOT[name](db)
    statements = [sql for sql in sent if re.match(r"(WITH|SELECT|INSERT|UPDATE|DELETE)\b", sql)]
    assert statements
    with closing(sqlite3.connect(path)) as explaining:
        for sql in dict.fromkeys(statements):
            for *_, step in explaining.execute(f"EXPLAIN QUERY PLAN {sql}"):
                if "erasures" not in step:
                    assert not re.match("SCAN", step) or ALLOWED.match(step), f"{step}\n{sql}"


READINGS = [name for name in HOT if name.startswith(("leaderboard", "place", "standing", "ratings"))]


@pytest.mark.parametrize("name", READINGS)
async def test_leaderboards_and_records_look_at_one_servers_sums_and_never_at_the_ledger(
    db: Database, path: Path, name: str
) -> None:
    """Every step into a table goes through an index that begins with the server, or with one person.

    ``s`` are the servers: one row of them says what counts.
    """
    sent: list[str] = []
    await db._reader.set_trace_callback(sent.append)
    await HOT[name](db)
    with closing(sqlite3.connect(path)) as explaining:
        steps = [
            step
            for sql in dict.fromkeys(sql for sql in sent if re.match(r"(WITH|SELECT)\b", sql))
            for *_, step in explaining.execute(f"EXPLAIN QUERY PLAN {sql}")
        ]
    into_tables = [step for step in steps if re.match(r"(SEARCH|SCAN) .*\b(USING|totals|daily|ratings|ledger)\b", step)]
    assert into_tables
    for step in into_tables:
        assert re.search(r"\((guild_id=\? AND |person_id=\? AND guild_id=\?|person_id=\?\))|^SEARCH s ", step), step
        assert "ledger" not in step
