"""How long the event loop keeps others waiting while many tables of hard computers play.

``python -m tests.bench.loop_lag [--tables N] [--seconds S] [--pace P] [--no-workers] [--profile]``. Real service,
database (a file in a temporary folder) and worker processes; the messages go nowhere. At each table one person sits
with hard computers: a program that answers by the policy once it has waited for the pace, and is as soon ready for the
next deal. A ticker asks to be woken every 5 ms; how much later it is woken is the lag. The first five
seconds, in which all tables start at once, are not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import logging
import pstats
import tempfile
import time
from collections import Counter
from itertools import count
from pathlib import Path

from bot.store.database import Database
from bot.tables.clock import Deadlines
from bot.tables.commands import AddComputer, Next, Opening, Person, Play, Refused, Start
from bot.tables.computers import Computers
from bot.tables.deciding import Deciding, asked
from bot.tables.model import Table
from bot.tables.publisher import Publisher
from bot.tables.screen import Handle, Place
from bot.tables.service import Commit, TableService
from bot.tables.thinking import Question, decide, warm
from bot.tables.views import CallView, OwnView, PublicView
from bot.tables.workers import Workers
from engine.actions import Choice
from engine.games import games

TICK = 0.005
WARMING_UP = 5.0


class Nowhere:
    """A screen that shows nobody anything."""

    def __init__(self) -> None:
        self._ids = count(1)

    def knows(self, guild: int) -> bool:
        return True

    async def post(self, place: Place, view: PublicView, once: str) -> int:
        return next(self._ids)

    def posted_at(self, message: int) -> float:
        return time.time()

    async def put_away(self, channel: int) -> None:
        return

    async def edit(self, place: Place, message: int, view: PublicView) -> None: ...

    async def retire(self, channel: int, message: int) -> None: ...

    async def call(self, place: Place, view: CallView, once: str) -> int:
        return next(self._ids)

    async def edit_call(self, place: Place, message: int, view: CallView) -> None: ...

    async def push(self, handle: Handle, view: OwnView) -> None: ...

    async def retire_hand(self, handle: Handle) -> None: ...


class Counting(Workers):
    """Workers that count what became of the questions, by the answer's kind."""

    def __init__(self) -> None:
        super().__init__()
        self.outcomes: Counter[str] = Counter()

    async def think(self, question: Question) -> Choice | None:
        begun = time.perf_counter()
        choice = await super().think(question)
        at_once = time.perf_counter() - begun < 0.001
        self.outcomes["searched" if choice else "not taken" if at_once else "given up"] += 1
        return choice


class Persons:
    """One person a table, who plays by the policy and never waits longer than the pace."""

    def __init__(self, service: TableService, pace: float) -> None:
        self._service = service
        self._pace = pace
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self.commits = 0
        service.listen(self._notice)

    async def stop(self) -> None:
        """Nobody plays any more."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _notice(self, commit: Commit) -> None:
        self.commits += 1
        table = commit.after
        if self._is_asked(table) and table.id not in self._tasks:
            self._tasks[table.id] = asyncio.create_task(self._act(table.id))

    def _is_asked(self, table: Table) -> bool:
        return 0 in table.awaited() or (table.row.phase == "between" and not table.seats[0].ready)

    async def _act(self, table_id: int) -> None:
        await asyncio.sleep(self._pace)
        table = await self._service.table(table_id)
        del self._tasks[table_id]
        try:
            if table.row.phase == "between":
                await self._service.submit(table_id, person(table_id), None, Next(table.row.deal_no))
            elif 0 in table.awaited():
                choice = decide(asked(table, 0, "normal"))
                await self._service.submit(table_id, person(table_id), table.decision(0), Play(choice.action.code))
        except Refused as refused:
            logging.getLogger(__name__).warning("a person was refused: %s", refused.reason)


def person(number: int) -> Person:
    return Person(1000 + number, f"Player {number}")


async def open_table(service: TableService, number: int) -> None:
    """Table ``number``, which is its id too, with its person and hard computers; the games by turns."""
    keys = sorted(games())
    key = keys[number % len(keys)]
    table = await service.open(person(number), Opening(1, 100 + number, key, "none", {}))
    assert table.id == number
    for _ in range(max(3, games()[key].seats_allowed[0] - 1)):
        await service.submit(table.id, person(number), 0, AddComputer("hard"))
    await service.submit(table.id, person(number), 0, Start())


async def tick(lags: list[float], until: float) -> None:
    """Collect how much later than asked for this task is woken, until this time of the loop's clock."""
    clock = asyncio.get_running_loop().time
    while (due := clock() + TICK) < until:
        await asyncio.sleep(TICK)
        lags.append(clock() - due)


async def measure(tables: int, seconds: float, pace: float, with_workers: bool, profile: bool) -> None:
    """Play, and print what was found."""
    warm()
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "tables.sqlite3")
        service = TableService(database)
        publisher = Publisher(service, Nowhere())
        workers = Counting()
        if with_workers:
            workers.start()
            await workers.until_up(1)
        computers = Computers(service, Deciding(workers if with_workers else None), pace)
        deadlines = Deadlines(service)
        deadlines.start()
        persons = Persons(service, pace)
        for number in range(1, tables + 1):
            await open_table(service, number)
        loop = asyncio.get_running_loop()
        await asyncio.sleep(WARMING_UP)
        persons.commits = 0
        workers.outcomes.clear()
        profiler = cProfile.Profile()
        if profile:
            profiler.enable()
        cpu, begun = time.process_time(), loop.time()
        lags: list[float] = []
        await tick(lags, begun + seconds)
        cpu, took = time.process_time() - cpu, loop.time() - begun
        if profile:
            profiler.disable()
            pstats.Stats(profiler).sort_stats("cumulative").print_stats(45)
        await persons.stop()
        await deadlines.stop()
        await computers.stop()
        await workers.stop()
        await publisher.stop()
        await database.close()
    lags.sort()
    parts = (("median", 0.5), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999))
    shown = "  ".join(f"{name} {lags[int(part * len(lags))] * 1000:.1f}" for name, part in parts)
    print(f"{tables} tables, {took:.0f} s, pace {pace} s: {persons.commits / took:.0f} commits a second")
    print("questions for a search:", ", ".join(f"{n} {what}" for what, n in workers.outcomes.most_common()) or "none")
    print(f"the bot's own process: {100 * cpu / took:.0f} % of a core")
    print(f"lag of the event loop in ms over {len(lags)} ticks: {shown}  longest {lags[-1] * 1000:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.loop_lag")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pace", type=float, default=1.2, help="seconds a player takes (COMPUTER_PACE)")
    parser.add_argument("--no-workers", action="store_true", help="hard players answer by their policy alone")
    parser.add_argument("--profile", action="store_true", help="print where the bot's process spent its time")
    chosen = parser.parse_args()
    asyncio.run(measure(chosen.tables, chosen.seconds, chosen.pace, not chosen.no_workers, chosen.profile))


if __name__ == "__main__":
    main()
