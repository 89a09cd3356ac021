"""What a click costs: processor time through the whole bot, beside a bare client that answers with a fixed message.

``python -m tests.bench.clicks [--tables N] [--rounds N] [--profile FILE]``. Each round is one deal of Phat at all
tables at once, four persons at each clicking one card after the other; and as many clicks, as many at a time, on the
bare client's message of 13 buttons.
Both are processes of their own, each in a stand-in of its own, which this process runs. In the first rounds the bot
does not show its tables meanwhile, so that only the way from the gateway's frame to the answer is measured; then it
does, and the difference is what other hands and the public message cost.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
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


async def measured(process: Process, crowd: Crowd, work: Awaitable[None]) -> Round:
    """Run ``work``, which clicks."""
    begun, first = process.cpu(), len(crowd.waits)
    await work
    # What still runs behind the last answers.
    await asyncio.sleep(0.1)
    return Round(len(crowd.waits) - first, process.cpu() - begun, crowd.waits[first:])


async def deal(tables: list[Seated]) -> None:
    """One deal at every table, all of them at the same time."""
    shown = thirteen_buttons()

    async def at(table: Seated) -> None:
        for click in table.clicks():
            if click is None:
                await asyncio.sleep(0.002)
            else:
                await table.press(*click, shown)

    await asyncio.gather(*map(at, tables))


async def bare_clicks(crowd: Crowd, message: Message, clicks: int, at_once: int) -> None:
    """As many clicks on the bare client's message, so many at a time."""
    numbers = iter(range(clicks))

    async def one_after_the_other() -> None:
        for number in numbers:
            await crowd.click(crowd.people[0][0], message, f"x:{number % 4}:K")

    await asyncio.gather(*(one_after_the_other() for _ in range(at_once)))


@asynccontextmanager
async def bare(*arguments: str) -> AsyncIterator[tuple[Process, Crowd, Message]]:
    """A bare client in a stand-in of its own, and its message."""
    with tempfile.TemporaryDirectory() as folder:
        async with Practice(rate_limits=False) as practice:
            crowd = Crowd(practice, 1, Path(folder))
            process = await Process.joining(practice, Path(folder), "tests.bench.bare_client", *arguments)
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
                sys.stderr.write((home / "bot.log").read_text()[-2000:])


def told(name: str, rounds: list[Round]) -> str:
    """One line about rounds of the same kind."""
    each = [one.each for one in rounds]
    waits = sorted(wait for one in rounds for wait in one.waits)
    return (
        f"{name:>34}: {median(each):5.2f} ms of processor time a click ({min(each):.2f} to {max(each):.2f}),"
        f" answered in {1000 * median(waits):.1f} ms, p99 {1000 * waits[int(0.99 * len(waits))]:.1f}"
    )


def ratio(ours: list[Round], theirs: list[Round]) -> float:
    """How many times the bare client's click one of ours costs, in the median round; printed with the others."""
    ratios = [one.each / other.each for one, other in zip(ours, theirs, strict=True)]
    print(f"ratio, round by round: {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    return median(ratios)


async def measure(tables: int, rounds: int, profile: Path | None) -> tuple[float, float]:
    """A click until its answer is sent, beside a bare client's: the ratio, and its milliseconds."""
    quiet: list[Round] = []
    yardstick: list[Round] = []
    kept: list[Round] = []
    arguments = ("--profile", str(profile)) if profile else ()
    async with (
        bare() as (bare_process, bare_crowd, message),
        bare("--kept") as (kept_process, kept_crowd, kept_message),
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
            theirs = await measured(bare_process, bare_crowd, bare_clicks(bare_crowd, message, ours.clicks, tables))
            same = await measured(kept_process, kept_crowd, bare_clicks(kept_crowd, kept_message, ours.clicks, tables))
            if number:
                quiet.append(ours)
                yardstick.append(theirs)
                kept.append(same)
        if profile:
            process.signal(SIGUSR2)
    print(told("bare client, message kept", kept))
    print(told("bare client, message made anew", yardstick))
    print(told("the bot, until the answer", quiet))
    print("beside the kept message:", end=" ")
    ratio(quiet, kept)
    print("beside one made anew:", end=" ")
    return ratio(quiet, yardstick), median(one.each for one in quiet)


async def around(tables: int, rounds: int, click: float) -> None:
    """What happens beside the answer, for a click that costs ``click`` milliseconds until then."""
    async with playing(tables * (rounds + 1)) as (process, crowd, seated):
        shown = []
        for number in range(rounds + 1):
            present = seated[number * tables : (number + 1) * tables]
            for table in present:
                await table.open()
            crowd.world.requests.clear()
            shown.append(await measured(process, crowd, deal(present)))
    sent = Counter(
        "pushed" if "/webhooks/" in each.path else "edited" for each in crowd.world.requests if each.method == "PATCH"
    )
    each = {what: number / shown[-1].clicks for what, number in sent.items()}
    more = median(one.each for one in shown[1:]) - click
    print(
        f"with all hands and the table shown: {more:+.2f} ms a click, for {each.get('pushed', 0):.2f} hands pushed and"
        f" {each.get('edited', 0):.2f} messages edited"
    )
    async with playing(tables, "--showing", NEVER) as (process, crowd, seated):
        for table in seated:
            await table.open(alone=True)
        one = await measured(process, crowd, deal(seated))
        # 48 cards are played by somebody, the last trick by the table itself.
        moves = 48 * tables - one.clicks
        print(f"a computer's card: {(1000 * one.cpu - click * one.clicks) / moves:.2f} ms each over {moves} cards")


async def all_of_it(tables: int, rounds: int, profile: Path | None) -> None:
    """Both parts, one after the other."""
    _, click = await measure(tables, rounds, profile)
    await around(tables, rounds, click)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.clicks", description="What a click costs.")
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3, help="deals at each table that are measured")
    parser.add_argument("--profile", type=Path, help="write a profile of the bot's loop here")
    chosen = parser.parse_args()
    # The stand-in and its people are in this process: what its collector takes is no part of anybody's answer.
    gc.disable()
    asyncio.run(all_of_it(chosen.tables, chosen.rounds, chosen.profile))


if __name__ == "__main__":
    main()
