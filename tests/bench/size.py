"""What tables weigh: resident memory, and whether a click costs more among many tables or late in a match.

``python -m tests.bench.size [--tables N ...] [--clicks N]``. For each number of running tables a bot process
(``python -m bot``) takes them up from a database; memory is read once it has, and compared with a bot that has one
table only. Then one table after the other is clicked at, and the processor time of a click is measured. Other bots
have all four persons of every table play cards, so that each has a hand open: what such a table weighs is what a bot
with many of them holds beyond one with few. At last one table plays a match on for many deals, and clicks at its
beginning and end are compared.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from statistics import median

from bot.practice.server import Practice
from bot.store.database import Database
from bot.tables.commands import Join, Next, Opening, Person, Play, Start
from bot.tables.service import TableService
from tests.bench.crowd import Crowd, Failed, Process, Seated, thirteen_buttons
from tests.bench.report import Row, print_table
from tests.bench.restart import seated

#: Clicks between two looks at the processor's clock, which counts in hundredths of a second.
BUNCH = 40
#: Cards played at each table with open hands: two tricks, so that everybody has played two.
CARDS = 8
#: Fewer tables with open hands say little of what one weighs.
MANY = 1_000
#: Tables with open hands that play at a time.
AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Size:
    """``resident``: bytes after all tables were taken up; ``played``: the same after the clicks, one table in turn each
    with its hand open; ``each``: milliseconds of processor time a click.
    """

    tables: int
    resident: int
    played: int
    each: float


@dataclass(frozen=True, slots=True)
class Hands:
    """``opened``: persons who hold a hand that a click of theirs opened. ``resident``: bytes with all of them open."""

    tables: int
    opened: int
    resident: int


async def settled(process: Process) -> None:
    """Wait until the bot has had nothing to do for two seconds."""
    quiet = 0
    while quiet < 2:
        before = process.cpu()
        await asyncio.sleep(1.0)
        quiet = quiet + 1 if process.cpu() - before < 0.05 else 0


@asynccontextmanager
async def taken_up(tables: int, *arguments: str) -> AsyncIterator[tuple[Process, list[Seated]]]:
    """A bot that has taken up so many tables and has nothing more to do."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        async with Practice(rate_limits=False) as practice:
            crowd = Crowd(practice, tables, home)
            present = await seated(crowd, home, tables)
            process = await Process.joining(practice, home, "tests.bench.bot_process", "--rate", "1e9", *arguments)
            try:
                await settled(process)
                yield process, present
            finally:
                await process.stop()


async def size(tables: int, clicks: int) -> Size:
    """So many tables in one process, and so many clicks there."""
    shown = thirteen_buttons()
    async with taken_up(tables, "--showing", "1e9") as (process, present):
        resident = process.resident()
        chance = random.Random(1)
        bunches: list[float] = []
        coming = [table for _ in range(20) for table in chance.sample(present, min(tables, clicks // 10))]
        while len(bunches) < clicks // BUNCH and coming:
            begun, made = process.cpu(), 0
            while made < BUNCH and coming:
                table = coming.pop()
                click = next(table.clicks(), None)
                # A deal may be over: forced cards play themselves.
                if click is not None:
                    # On a busy machine an answer may be late; the work is done all the same.
                    with contextlib.suppress(Failed):
                        await table.press(*click, shown)
                    made += 1
            if made == BUNCH:
                bunches.append(1000 * (process.cpu() - begun) / BUNCH)
        await settled(process)
        return Size(tables, resident, process.resident(), median(bunches) if bunches else 0.0)


async def with_hands(tables: int) -> Hands:
    """So many tables at which `CARDS` cards were played, hands pushed and messages edited meanwhile."""
    shown = thirteen_buttons()
    opened: set[tuple[int, int]] = set()

    async def play(some: list[Seated]) -> None:
        for table in some:
            # On a busy machine an answer may be late: then this table has fewer hands, and they are counted.
            with contextlib.suppress(Failed):
                for seat, custom_id in islice(filter(None, table.clicks()), CARDS):
                    await table.press(seat, custom_id, shown)
                    opened.add((table.table, seat))

    async with taken_up(tables) as (process, present):
        # A few at a time, so that what they need at one moment does not count as what they weigh.
        await asyncio.gather(*(play(present[first::AT_ONCE]) for first in range(AT_ONCE)))
        await settled(process)
        return Hands(tables, len(opened), process.resident())


async def match_length(deals: int) -> tuple[float, float]:
    """Milliseconds of processor time a card through the service, in the first tenth and the last of so many deals."""
    spent: list[float] = []
    chance = random.Random(1)
    people = [Person(number, f"Player {number}") for number in range(1, 5)]
    with tempfile.TemporaryDirectory() as folder:
        async with await Database.open(Path(folder) / "tables.sqlite3") as database:
            service = TableService(database, source=chance.randrange)
            opening = Opening(1, 1, "phat", "none", {"target": 1000, "end": "finish_round"})
            table = await service.open(people[0], opening)
            for person in people[1:]:
                await service.submit(table.id, person, None, Join())
            await service.submit(table.id, people[0], None, Start())
            while (table := await service.table(table.id)).row.deal_no < deals and table.row.phase != "over":
                if table.row.phase == "between":
                    for person in people:
                        await service.submit(table.id, person, None, Next(table.row.deal_no))
                    continue
                seat = table.to_act()[0]
                action = chance.choice(table.game.legal(table.match, seat).actions)
                begun = time.process_time()
                await service.submit(table.id, people[seat], table.decision(seat), Play(action.code))
                spent.append(1000 * (time.process_time() - begun))
    part = max(1, len(spent) // 10)
    return median(spent[:part]), median(spent[-part:])


def of_hands(few: Hands, many: Hands) -> Row:
    """What a table of four open hands weighs."""
    each = (many.resident - few.resident) / (many.tables - few.tables) / 1000
    figure = f"{each:.1f} kB a table, {many.opened / many.tables:.1f} hands at each"
    name = f"  {many.tables:,} tables with four open hands"
    # Caches of bounded size fill up while these play: among a few tables they are most of what each seems to weigh.
    return Row(name, figure, "at most 30 kB a table", each <= 30) if many.tables >= MANY else Row(name, figure, "")


def rows(empty: Size, found: list[Size], hands: Row, match: tuple[float, float]) -> list[Row]:
    """The figures beside their aims."""
    told = []
    for each in found:
        if each.tables < 100:
            continue  # So few weigh less than what a process's memory differs by from run to run.
        more = (each.resident - empty.resident) / (each.tables - empty.tables) / 1000
        played = (each.played - empty.resident) / (each.tables - empty.tables) / 1000
        figure = f"{each.resident / 1e6:.0f} MB, {more:.1f} kB a table; {played:.1f} after the clicks"
        told.append(Row(f"Size: {each.tables:,} running tables", figure, "at most 30 kB a table", more <= 30))
    told.append(hands)
    few = found[0]
    for each in found:
        aimed = ("", None) if each is few else (f"no more than with {few.tables}", no_more(each.each, few.each))
        told.append(Row(f"  a click with {each.tables:,} tables", f"{each.each:.2f} ms of the processor", *aimed))
    told.append(Row("  a card at a match's beginning", f"{match[0]:.2f} ms of the processor", ""))
    told.append(Row("  a card at the end of the same long match", f"{match[1]:.2f} ms of the processor", "no more"))
    told[-1] = replace(told[-1], kept=no_more(match[1], match[0]))
    return told


def no_more(figure: float, than: float) -> bool:
    """Whether a figure is flat: the processor's clock, and what else the machine does, make a quarter's difference."""
    return figure <= 1.25 * than


def measure(numbers: list[int], clicks: int) -> list[Row]:
    """Measure all of it."""
    empty = asyncio.run(size(1, 0))
    found = [asyncio.run(size(number, clicks)) for number in numbers]
    # As many as tell what one weighs: to open the hands of ten thousand takes long, and says no more.
    hands = [asyncio.run(with_hands(number)) for number in (10, min(max(100, *numbers), 1_000))]
    for each in (empty, *found, *hands):
        print(each, flush=True)
    return rows(empty, found, of_hands(*hands), asyncio.run(match_length(25)))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.size", description="What tables weigh.")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 1000, 10_000])
    parser.add_argument("--clicks", type=int, default=200)
    chosen = parser.parse_args()
    print_table(measure(chosen.tables, chosen.clicks))


if __name__ == "__main__":
    main()
