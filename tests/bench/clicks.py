"""What a click costs: processor time through the whole bot, beside a bare client that answers with a fixed message.

``python -m tests.bench.clicks [--tables N] [--rounds N] [--profile FILE]``. Each round is one deal of Phat at every
table, four persons clicking one card after the other, and as many clicks on the bare client's message of 13 buttons.
Both are processes of their own, each in a stand-in of its own, which this process runs. In the first rounds the bot
does not show its tables meanwhile, so that only the way from the gateway's frame to the answer is measured; then it
does, and the difference is what other hands and the public message cost.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from signal import SIGUSR1, SIGUSR2
from statistics import median

from bot.practice.club import Json
from bot.practice.messages import Message
from bot.practice.server import Practice
from tests.bench.crowd import Crowd, Process, Seated, thirteen_buttons

#: Seconds between two shows of a table, where it is not to be shown at all.
NEVER = "1e9"


@dataclass
class Round:
    """What one round of clicks has cost: processor seconds of the process, and the seconds each answer took."""

    clicks: int
    cpu: float
    waits: list[float]

    @property
    def each(self) -> float:
        """Milliseconds of processor time a click."""
        return 1000 * self.cpu / self.clicks


async def measured(process: Process, crowd: Crowd, work: AsyncIterator[None]) -> Round:
    """Run ``work``, which yields after each click."""
    begun, first = process.cpu(), len(crowd.waits)
    async for _ in work:
        pass
    # What still runs behind the last answers.
    await asyncio.sleep(0.1)
    return Round(len(crowd.waits) - first, process.cpu() - begun, crowd.waits[first:])


async def deal(tables: list[Seated]) -> AsyncIterator[None]:
    """One deal at every table, a card at each by turns."""
    shown = thirteen_buttons()
    coming = [(table, table.clicks()) for table in tables]
    while coming:
        for table, clicks in list(coming):
            click = next(clicks, None)
            if click is None:
                coming.remove((table, clicks))
                continue
            await table.press(*click, shown)
            yield


async def bare_clicks(crowd: Crowd, message: Message, clicks: int) -> AsyncIterator[None]:
    """As many clicks on the bare client's message."""
    for number in range(clicks):
        await crowd.click(crowd.people[0][0], message, f"x:{number % 4}:K")
        yield


@asynccontextmanager
async def bare() -> AsyncIterator[tuple[Process, Crowd, Message]]:
    """A bare client in a stand-in of its own, and its message."""
    with tempfile.TemporaryDirectory() as folder:
        async with Practice(rate_limits=False) as practice:
            crowd = Crowd(practice, 1, Path(folder))
            process = await Process.joining(practice, Path(folder), "tests.bench.bare_client")
            data: Json = {"components": thirteen_buttons(), "flags": (1 << 15) | (1 << 6)}
            person = crowd.people[0][0]
            message = practice.world.messages.create(
                crowd.channels[0], practice.world.bot.user(), data, ephemeral_for=person
            )
            try:
                yield process, crowd, message
            finally:
                await process.stop()


@asynccontextmanager
async def playing(tables: int, *arguments: str) -> AsyncIterator[tuple[Process, Crowd, list[Seated]]]:
    """The bot in a stand-in of its own, and so many tables, none of them open yet."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        async with Practice(rate_limits=False) as practice:
            crowd = Crowd(practice, tables, home)
            process = await Process.joining(practice, home, "tests.bench.bot_process", *arguments)
            await asyncio.sleep(3)
            seated = [Seated(crowd, number, home, random.Random(number)) for number in range(tables)]
            try:
                yield process, crowd, seated
            finally:
                await process.stop()
                print((home / "bot.log").read_text()[-2000:])


def told(name: str, rounds: list[Round]) -> str:
    """One line about rounds of the same kind."""
    each = [one.each for one in rounds]
    waits = sorted(wait for one in rounds for wait in one.waits)
    return (
        f"{name:>34}: {median(each):5.2f} ms of processor time a click ({min(each):.2f} to {max(each):.2f}),"
        f" answered in {1000 * median(waits):.1f} ms, p99 {1000 * waits[int(0.99 * len(waits))]:.1f}"
    )


async def measure(tables: int, rounds: int, profile: Path | None) -> float:
    """Measure and print; how many times a bare client's click one of ours costs."""
    quiet: list[Round] = []
    yardstick: list[Round] = []
    arguments = ("--profile", str(profile)) if profile else ()
    async with (
        bare() as (bare_process, bare_crowd, message),
        playing(tables * (rounds + 1), "--showing", NEVER, *arguments) as (process, crowd, seated),
    ):
        # The first round warms everything up.
        for number in range(rounds + 1):
            present = seated[number * tables : (number + 1) * tables]
            for table in present:
                await table.open()
            if profile and number == 1:
                process.signal(SIGUSR1)
            ours = await measured(process, crowd, deal(present))
            theirs = await measured(bare_process, bare_crowd, bare_clicks(bare_crowd, message, ours.clicks))
            if number:
                quiet.append(ours)
                yardstick.append(theirs)
        if profile:
            process.signal(SIGUSR2)
    ratios = [ours.each / theirs.each for ours, theirs in zip(quiet, yardstick, strict=True)]
    print(told("bare discord.py client", yardstick))
    print(told("the bot, tables not shown", quiet))
    print(f"ratio of the rounds: {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    return median(ratios)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.clicks", description="What a click costs.")
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3, help="deals at each table that are measured")
    parser.add_argument("--profile", type=Path, help="write a profile of the bot's loop here")
    chosen = parser.parse_args()
    asyncio.run(measure(chosen.tables, chosen.rounds, chosen.profile))


if __name__ == "__main__":
    main()
