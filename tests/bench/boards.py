"""How long leaderboards and records take over 100,000 matches of four players, half of them in one server.

``python -m tests.bench.boards [--matches N] [--rounds N] [--keep FOLDER]``. The matches are spread over two years,
three games and eight seasons; of four deals or so one is practice by the strictest setting. They are made up, written
through the bot's own tables in large portions, and the sums and ratings built by ``scores.recompute``. Then every
leaderboard is read on its first page, on a deep one, and for a reader who stands far down; and the records of people
who have played much; and the big server changes what it counts. Each reading is one of the bot's own calls, with
everything that it asks the database.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import cast, get_args

from bot.answers import Answers
from bot.commands.standings import Standings
from bot.screen.boards import PAGE
from bot.store import boards, people, scores
from bot.store.audit import AuditRow
from bot.store.boards import Order
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.people import ServerRow
from bot.store.records import Counting, day_of, to_text
from bot.tables.service import TableService
from tests.store.making import new_season

GAMES: dict[str, tuple[tuple[int, ...], ...]] = {"phat": ((0, 2), (1, 3)), "pitch": (), "knektpass": ()}
#: The server with half of all matches; the others share the rest.
BIG, OTHERS = 1, 50
PERSONS_BIG, PERSONS_OTHER = 3_000, 60
DAYS, DAY, END = 730, 86_400.0, 1_700_000_000.0
SEASONS = 8
#: Who has played most.
OFTEN = BIG * 1_000_000 + 1
PORTION = 1_000
COUNTERS = ("bids", "bids_made", "sets", "moons_made", "moons_failed", "tricks", "points", "high", "low")


def _person(chance: Random, guild: int) -> int:
    """Somebody of a server: a few play most."""
    persons = PERSONS_BIG if guild == BIG else PERSONS_OTHER
    return guild * 1_000_000 + int(persons * chance.random() ** 2) + 1


def _four(chance: Random, guild: int) -> list[int]:
    found: dict[int, None] = {}
    while len(found) < 4:
        found[_person(chance, guild)] = None
    return list(found)


def _matches(count: int, chance: Random) -> Iterator[tuple[list[tuple[object, ...]], ...]]:
    """Ledger rows, results and their people, in portions."""
    numbers = {(guild, game): 0 for guild in range(1, OTHERS + 2) for game in GAMES}
    ledger: list[tuple[object, ...]] = []
    results: list[tuple[object, ...]] = []
    persons: list[tuple[object, ...]] = []
    for table in range(1, count + 1):
        guild = BIG if table % 2 else BIG + 1 + chance.randrange(OTHERS)
        game = chance.choice(list(GAMES))
        sides = GAMES[game] or tuple((seat,) for seat in range(4))
        at = END - DAYS * DAY * (1 - table / count)
        season = 1 + int(SEASONS * (table - 1) / count)
        seated = _four(chance, guild)
        reach = chance.choices((0, 1, 2), (75, 10, 15))[0]
        totals = [0] * 4
        for deal in range(1, chance.randint(3, 6)):
            for side in sides:
                points = chance.randint(-10, 40)
                for seat in side:
                    totals[seat] += points
                    stats = to_text({name: chance.randint(0, 2) for name in COUNTERS})
                    won = int(points > 20)
                    ledger.append(
                        (guild, table, deal, seated[seat], game, season, reach, points, 4, won, stats, at, day_of(at))
                    )
        numbers[guild, game] += 1
        winners = [seat for seat in range(4) if totals[seat] == max(totals)]
        results.append(
            (
                *(guild, table, game, season, 1, to_text(winners), to_text(totals), at, day_of(at)),
                *(to_text(GAMES[game]), numbers[guild, game]),
            )
        )
        for seat, person in enumerate(seated):
            won = int(seat in winners)
            place = 1 + sum(each > totals[seat] for each in totals)
            persons.append((guild, table, person, seat, place, won, 1 - won, reach, 1))
        if table % PORTION == 0 or table == count:
            yield ledger, results, persons
            ledger, results, persons = [], [], []


async def build(db: Database, count: int) -> None:
    """Fill an empty database."""
    for ledger, results, persons in _matches(count, Random(1)):

        async def work(
            connection: Connection,
            rows: tuple[list[tuple[object, ...]], ...] = (ledger, results, persons),
        ) -> None:
            for sql, values in zip(_INSERTS, rows, strict=True):
                await connection.executemany(sql, values)

        await db.write(work)
    for guild in range(1, OTHERS + 2):
        persons_there = PERSONS_BIG if guild == BIG else PERSONS_OTHER
        names = {guild * 1_000_000 + number + 1: f"Player {number + 1}" for number in range(persons_there)}
        await db.write(partial(people.write_names, guild_id=guild, names=names, now=END))
    for _ in range(SEASONS - 1):
        await new_season(db, BIG)


_INSERTS = (
    "INSERT INTO ledger (guild_id, table_id, deal_no, person_id, game, season, reach, points, persons, won, stats,"
    " at, day) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO results (guild_id, table_id, game, season, finished, winners, scores, ended_at, day, sides, no)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO result_people (guild_id, table_id, person_id, seat, place, won, lost, reach, throughout)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
)


def readings(db: Database) -> dict[str, Callable[[], Awaitable[object]]]:
    """What is measured, by name."""
    periods = {
        "all time": boards.Scope(guild_id=BIG, game="pitch"),
        "season": boards.Scope(guild_id=BIG, game="pitch", season=SEASONS),
        "30 days": boards.Scope(guild_id=BIG, game="pitch", since=day_of(END - 29 * DAY)),
    }
    # Far down: a person who has played little.
    late = BIG * 1_000_000 + PERSONS_BIG - 2
    found: dict[str, Callable[[], Awaitable[object]]] = {}
    for name, scope in periods.items():
        for by in get_args(Order):
            if by == "rating" and name != "all time":
                continue
            for what, number, reader in (("page 1", 1, None), ("page 80", 80, None), ("own row", 1, late)):
                found[f"{by}, {name}, {what}"] = partial(boards.page, db, scope, by, number, PAGE, reader)
    server = ServerRow(guild_id=BIG, season=SEASONS)
    standings = Standings(TableService(db, now=lambda: END), cast(Answers, None))
    found["what counts, changed"] = partial(people.change_server, db, BIG, _count_otherwise)
    found["/stats, all games"] = partial(standings.records, server, OFTEN, None)
    found["/stats, one game"] = partial(standings.records, server, OFTEN, "pitch")
    return found


def _count_otherwise(row: ServerRow) -> tuple[ServerRow, tuple[AuditRow, ...]]:
    """The next setting, after the last the first again."""
    return replace(row, counting=Counting((row.counting + 1) % len(Counting))), ()


async def measured(db: Database, rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Milliseconds by reading: passed, and spent by this process on all its threads, which other work on the machine
    does not lengthen. The rounds go round all readings, so that none profits from the one before.
    """
    found: dict[str, list[tuple[float, float]]] = {}
    for _ in range(rounds):
        for name, read in readings(db).items():
            begun, spent = time.perf_counter(), time.process_time()
            await read()
            passed = (time.perf_counter() - begun, time.process_time() - spent)
            found.setdefault(name, []).append((1000 * passed[0], 1000 * passed[1]))
    return found


def told(figures: list[float]) -> str:
    """The median and the 99th of a hundred."""
    p99 = statistics.quantiles(figures, n=100)[98] if len(figures) > 1 else figures[0]
    return f"{statistics.median(figures):6.1f} ms (p99 {p99:6.1f})"


async def run(path: Path, count: int, rounds: int) -> None:
    """Build where there is nothing yet, measure, print."""
    async with await Database.open(path) as db:
        if await scores.last_game(db, BIG) is None:
            begun = time.perf_counter()
            await build(db, count)
            print(f"{count:,} matches written in {time.perf_counter() - begun:.0f} s")
            begun = time.perf_counter()
            await scores.recompute(db)
            print(f"sums and ratings built in {time.perf_counter() - begun:.1f} s")
        for name, figures in (await measured(db, rounds)).items():
            passed, spent = (list(each) for each in zip(*figures, strict=True))
            print(f"{name:>28}: median {told(passed)} passed, {told(spent)} of processor time")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=100_000, help="how many matches (default 100,000)")
    parser.add_argument("--rounds", type=int, default=50, help="readings of each kind (default 50)")
    parser.add_argument("--keep", type=Path, help="a folder to keep the database in, and to find it again")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run((given.keep or Path(folder)) / "boards.sqlite3", given.matches, given.rounds))


if __name__ == "__main__":
    main()
