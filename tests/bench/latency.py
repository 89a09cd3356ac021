"""How long people wait for an answer when many tables are played at: open load, beside a bare client's.

``python -m tests.bench.latency [--tables N] [--rate N] [--seconds N] [--hurry N] [--climb]``. Clicks come at fixed
moments, whether the earlier ones have been answered or not: ``--rate`` a second for ``--seconds``, then ``--hurry`` a
second for a sixth of that. With ``--climb`` more and more of them, to see how many one process answers. The bot plays
with all it does (hands pushed, messages edited, the stand-in's rate limits on), the bare client answers as many clicks
with its fixed message. Each runs alone against a stand-in in this process.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import re
import tempfile
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.practice.server import Practice
from tests.bench.clicks import bare
from tests.bench.crowd import Crowd, Failed, Process, Seated, thirteen_buttons
from tests.bench.report import Row, print_table

#: The aims, in milliseconds: how much later than the bare client's answers come at the first load, and how long the
#: longest takes at the second.
P50_LATER, P99_LATER, LONGEST = 5, 50, 3000
#: Nobody notices that an answer took so long.
SOON = 250
#: Clicks a second that are tried one after the other, where it is asked how many go.
CLIMBED = (100.0, 200.0, 300.0, 400.0, 500.0, 600.0)
#: Discord takes five edits of a channel's messages in so many seconds.
WINDOW = 5.0
_CHANNEL = re.compile(r"/channels/(\d+)/")


@dataclass
class Waits:
    """How long each answer took, in seconds, ascending; how many clicks had none."""

    answered: list[float]
    failed: int = 0
    #: Clicks a second, as they were really made.
    made: float = 0.0

    def at(self, part: float) -> float:
        """Milliseconds within which this part of the answers came."""
        return 1000 * self.answered[min(len(self.answered) - 1, int(part * len(self.answered)))]

    def __str__(self) -> str:
        return (
            f"{len(self.answered)} answers, p50 {self.at(0.5):.1f} ms, p95 {self.at(0.95):.1f},"
            f" p99 {self.at(0.99):.1f}, longest {self.at(1.0):.0f}; unanswered {self.failed}"
        )


async def at_rate(crowd: Crowd, clicks: Callable[[], Awaitable[None] | None], rate: float, seconds: float) -> Waits:
    """Make a click each ``1 / rate`` seconds; ``clicks`` makes one, or None when it has none: then it is asked again
    when earlier ones have been answered.
    """
    loop = asyncio.get_running_loop()
    first, begun, running = len(crowd.waits), loop.time(), set[asyncio.Task[None]]()
    failed = made = 0
    last = begun

    async def one(click: Awaitable[None]) -> None:
        nonlocal failed
        try:
            await click
        except (Failed, TimeoutError):
            failed += 1

    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begun + number / rate - loop.time()))
        while (click := clicks()) is None and running:
            await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            # Its own task sees to it that the table may be clicked at again.
            await asyncio.sleep(0)
        if click is None:
            break
        made, last = made + 1, loop.time()
        task = asyncio.create_task(one(click))
        running.add(task)
        task.add_done_callback(running.discard)
    if running:
        await asyncio.wait(running)
    return Waits(sorted(crowd.waits[first:]), failed, made / max(last - begun, made / rate, 1 / rate))


class Round:
    """The tables by turns: a table whose last card is not answered yet is passed over."""

    def __init__(self, tables: list[Seated]) -> None:
        self._waiting = deque((table, table.clicks()) for table in tables)
        self._shown = thirteen_buttons()

    def next(self) -> Awaitable[None] | None:
        """The next card at the table that has waited longest; None when no table is left."""
        while self._waiting:
            table, clicks = self._waiting.popleft()
            click = next(clicks, None)
            if click is not None:
                # Four persons sit at each table: none waits for a computer.
                return self._press(table, clicks, click)
        return None

    async def _press(self, table: Seated, clicks: Iterator[tuple[int, str] | None], click: tuple[int, str]) -> None:
        try:
            await table.press(*click, self._shown)
        except Failed:
            # Its card may have been taken all the same: the table is looked at anew.
            clicks = table.clicks()
            raise
        finally:
            self._waiting.append((table, clicks))


def requests_told(practice: Practice) -> str:
    """What the bot sent to channels beside its answers, and whether it stayed within Discord's limits."""
    sent = [(each, _CHANNEL.search(each.path)) for each in practice.world.requests]
    channel = [(each, found[1]) for each, found in sent if found is not None]
    most = max(Counter(int(each.at) for each, _ in channel).values(), default=0)
    edits: dict[str, list[float]] = {}
    for each, where in channel:
        if each.method == "PATCH":
            edits.setdefault(where, []).append(each.at)
    windows = (sum(0 <= at - first < WINDOW for at in times) for times in edits.values() for first in times)
    refused = Counter(each.status for each, _ in sent if each.status >= 400)
    return (
        f"{len(channel)} requests to channels, at most {most} in a second; at most {max(windows, default=0)} edits a"
        f" channel in {WINDOW:.0f} s; refused: {dict(refused) or 'none'}"
    )


@asynccontextmanager
async def playing(tables: int) -> AsyncIterator[tuple[Practice, Process, Crowd, Round]]:
    """The whole bot, and so many tables in their first deal."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        async with Practice() as practice:
            crowd = Crowd(practice, tables, home)
            process = await Process.joining(practice, home, "bot", "--require-token")
            await asyncio.sleep(3)
            seated = [Seated(crowd, number, home, random.Random(number)) for number in range(tables)]
            for table in seated:
                await table.open()
            await asyncio.sleep(5)
            try:
                yield practice, process, crowd, Round(seated)
            finally:
                await process.stop()


async def of_the_bot(tables: int, loads: list[tuple[float, float]]) -> list[Waits]:
    """The bot's answers under each of these loads, (clicks a second, seconds)."""
    found = []
    async with playing(tables) as (practice, process, crowd, deal):
        for rate, seconds in loads:
            practice.world.requests = deque()
            cpu, begun = process.cpu(), asyncio.get_running_loop().time()
            found.append(await at_rate(crowd, deal.next, rate, seconds))
            took = asyncio.get_running_loop().time() - begun
            print(f"the bot at {rate:.0f} clicks a second: {found[-1]}")
            print(f"    {100 * (process.cpu() - cpu) / took:.0f} % of a core; {requests_told(practice)}")
    return found


@dataclass
class Step:
    """Answers at one of several loads, and milliseconds of the bot's processor time a click."""

    waits: Waits
    each: float

    def within(self, milliseconds: float) -> bool:
        """Whether 99 in 100 were answered as soon as that."""
        return self.waits.at(0.99) <= milliseconds and not self.waits.failed

    def __str__(self) -> str:
        return f"{self.waits.made:.0f}: p99 {self.waits.at(0.99):.0f} ms, {self.each:.1f} ms of the processor each"


async def climb(tables: int, rates: Sequence[float], seconds: float) -> list[Step]:
    """More and more clicks a second, until 1 in 100 waits longer than Discord does, or no more can be made.

    The tables are clicked at for one deal, so there is an end to it.
    """
    found = []
    async with playing(tables) as (_, process, crowd, deal):
        for rate in rates:
            cpu = process.cpu()
            waits = await at_rate(crowd, deal.next, rate, seconds)
            each = 1000 * (process.cpu() - cpu) / max(1, len(waits.answered))
            print(f"climbing, {rate:.0f} clicks a second (made: {waits.made:.0f}): {waits}")
            print(f"    {each:.2f} ms of the processor a click")
            if not waits.answered:
                break
            found.append(Step(waits, each))
            # Where the clicks themselves came late all tables wait for an answer, or this process can make no more.
            if not found[-1].within(LONGEST) or waits.made < 0.9 * rate:
                break
    return found


def rows_of_climb(found: list[Step]) -> list[Row]:
    """How many clicks a second are answered how soon, and what happens beyond."""
    told = []
    for within in (SOON, LONGEST):
        kept = [step for step in found if step.within(within)]
        beyond = [step for step in found if not step.within(within)]
        figure = str(kept[-1]) if kept else "none of those tried"
        more = f"; at {beyond[0]}" if beyond else ""
        told.append(Row(f"  clicks a second of which 99 in 100 are answered in {within} ms", figure + more, ""))
    return told


async def of_the_bare_client(loads: list[tuple[float, float]]) -> list[Waits]:
    """The same of a bare client."""
    found = []
    async with bare() as (process, crowd, message):
        person = crowd.people[0][0]

        async def click() -> None:
            await crowd.click(person, message, "x:0:K")

        for rate, seconds in loads:
            cpu, begun = process.cpu(), asyncio.get_running_loop().time()
            found.append(await at_rate(crowd, click, rate, seconds))
            took = asyncio.get_running_loop().time() - begun
            print(f"a bare client at {rate:.0f} clicks a second: {found[-1]}")
            print(f"    {100 * (process.cpu() - cpu) / took:.0f} % of a core")
    return found


def rows(loads: list[tuple[float, float]], tables: int, ours: list[Waits], yardstick: list[Waits]) -> list[Row]:
    """The figures beside their aims: a load that lasts, and a hurry."""
    (rate, _), (hurry, _) = loads
    told = []
    for name, share, aim in (("p50", 0.5, P50_LATER), ("p99", 0.99, P99_LATER)):
        bot, client = ours[0].at(share), yardstick[0].at(share)
        head = f"Latency at {rate:.0f} clicks a second, {tables} tables: {name}" if share == 0.5 else f"  {name}"
        figure = f"{bot:.1f} ms, a bare client's {client:.1f}: {bot - client:+.1f}"
        told.append(Row(head, figure, f"at most +{aim} ms", bot - client <= aim))
    longest = f"{ours[1].at(1.0):.0f} ms, a bare client's {yardstick[1].at(1.0):.0f}"
    told.append(Row(f"  at {hurry:.0f} a second, the longest", longest, "at most 3 s", ours[1].at(1.0) <= LONGEST))
    failed = sum(each.failed for each in ours)
    told.append(Row("  clicks without an answer", str(failed), "0", failed == 0))
    return told


async def measure(tables: int, loads: list[tuple[float, float]]) -> list[Row]:
    """Both, one after the other, and how far apart they are."""
    yardstick, ours = await of_the_bare_client(loads), await of_the_bot(tables, loads)
    return rows(loads, tables, ours, yardstick)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.latency", description="How long people wait.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100.0, help="clicks a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--hurry", type=float, default=300.0, help="clicks a second at the end")
    parser.add_argument("--climb", action="store_true", help="instead: more and more a second, as long as it goes")
    chosen = parser.parse_args()
    # The stand-in and its people are in this process: what its collector takes is no part of anybody's answer.
    gc.disable()
    if chosen.climb:
        print_table(rows_of_climb(asyncio.run(climb(chosen.tables, CLIMBED, 4.0))))
        return
    loads = [(chosen.rate, chosen.seconds), (chosen.hurry, chosen.seconds / 6)]
    print_table(asyncio.run(measure(chosen.tables, loads)))


if __name__ == "__main__":
    main()
