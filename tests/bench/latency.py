"""How long people wait for an answer when many tables are played at: open load, beside a bare client's.

``python -m tests.bench.latency [--tables N] [--rate N] [--seconds N] [--hurry N]``. Clicks come at fixed moments,
whether the earlier ones have been answered or not: ``--rate`` a second for ``--seconds``, then ``--hurry`` a second for
a sixth of that. The bot plays with all it does (hands pushed, messages edited, the stand-in's rate limits on), the bare
client answers as many clicks with its fixed message. Each runs alone against a stand-in in this process.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import re
import tempfile
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from bot.practice.server import Practice
from tests.bench.clicks import bare
from tests.bench.crowd import Crowd, Failed, Process, Seated, thirteen_buttons

#: Discord takes five edits of a channel's messages in so many seconds.
WINDOW = 5.0
_CHANNEL = re.compile(r"/channels/(\d+)/")


@dataclass
class Waits:
    """How long each answer took, in seconds, ascending; how many clicks had none."""

    answered: list[float]
    failed: int = 0

    def at(self, part: float) -> float:
        """Milliseconds within which this part of the answers came."""
        return 1000 * self.answered[min(len(self.answered) - 1, int(part * len(self.answered)))]

    def __str__(self) -> str:
        return (
            f"{len(self.answered)} answers, p50 {self.at(0.5):.1f} ms, p95 {self.at(0.95):.1f},"
            f" p99 {self.at(0.99):.1f}, longest {self.at(1.0):.0f}; unanswered {self.failed}"
        )


async def at_rate(crowd: Crowd, clicks: Callable[[], Awaitable[None] | None], rate: float, seconds: float) -> Waits:
    """Make a click each ``1 / rate`` seconds; ``clicks`` makes one, None when there is none to be made."""
    loop = asyncio.get_running_loop()
    first, begun, running = len(crowd.waits), loop.time(), set[asyncio.Task[None]]()
    failed = 0

    async def one(click: Awaitable[None]) -> None:
        nonlocal failed
        try:
            await click
        except (Failed, TimeoutError):
            failed += 1

    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begun + number / rate - loop.time()))
        click = clicks()
        if click is None:
            break
        task = asyncio.create_task(one(click))
        running.add(task)
        task.add_done_callback(running.discard)
    if running:
        await asyncio.wait(running)
    return Waits(sorted(crowd.waits[first:]), failed)


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

    async def _press(self, table: Seated, clicks: object, click: tuple[int, str]) -> None:
        await table.press(*click, self._shown)
        self._waiting.append((table, clicks))  # type: ignore[arg-type]


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


async def of_the_bot(tables: int, loads: list[tuple[float, float]]) -> list[Waits]:
    """The bot's answers under each of these loads, (clicks a second, seconds)."""
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
            deal = Round(seated)
            found = []
            for rate, seconds in loads:
                practice.world.requests = deque()
                cpu, begun = process.cpu(), asyncio.get_running_loop().time()
                found.append(await at_rate(crowd, deal.next, rate, seconds))
                took = asyncio.get_running_loop().time() - begun
                print(f"the bot at {rate:.0f} clicks a second: {found[-1]}")
                print(f"    {100 * (process.cpu() - cpu) / took:.0f} % of a core; {requests_told(practice)}")
            await process.stop()
    return found


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


async def measure(tables: int, loads: list[tuple[float, float]]) -> None:
    """Both, one after the other, and how far apart they are."""
    yardstick, ours = await of_the_bare_client(loads), await of_the_bot(tables, loads)
    for (rate, _), bot, client in zip(loads, ours, yardstick, strict=True):
        apart = (f"{part}: {bot.at(share) - client.at(share):+.1f} ms" for part, share in (("p50", 0.5), ("p99", 0.99)))
        print(f"at {rate:.0f} clicks a second the bot's answers come later by", ", ".join(apart))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.latency", description="How long people wait.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100.0, help="clicks a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--hurry", type=float, default=300.0, help="clicks a second at the end")
    chosen = parser.parse_args()
    # The stand-in and its people are in this process: what its collector takes is no part of anybody's answer.
    gc.disable()
    asyncio.run(measure(chosen.tables, [(chosen.rate, chosen.seconds), (chosen.hurry, chosen.seconds / 6)]))


if __name__ == "__main__":
    main()
