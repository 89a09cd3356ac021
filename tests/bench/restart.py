"""A restart with many running tables: how soon a click on one of them is answered, and a click on each at once.

``python -m tests.bench.restart [--tables N] [--rounds N]``. The bot is ``python -m bot``, a process of its own; the
stand-in for Discord runs in this one. Seconds count from the start of the process. The clicks are made in the moment
in which the bot has come to the gateway: nobody can click earlier.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bot.practice.club import Json
from bot.practice.server import Practice
from tests.bench.crowd import Crowd, Process, Seated, thirteen_buttons
from tests.bench.filled import fill, remember


@dataclass(frozen=True, slots=True)
class Restart:
    """Seconds from the start of the process, and what it had used of the processor by then."""

    connected: float
    first: float
    first_cpu: float
    last: float
    last_cpu: float
    refused: int
    gap: float


async def seated(crowd: Crowd, home: Path, tables: int) -> list[Seated]:
    """Running tables in the database, their messages and one hand each in the stand-in."""
    people = [[int(person) for person in four] for four in crowd.people]
    await fill(home / "tables.sqlite3", [int(channel) for channel in crowd.channels], people)
    messages, world = [], crowd.world
    shown: Json = {"components": thirteen_buttons(), "flags": 1 << 15}
    found = []
    for number in range(tables):
        channel = crowd.channels[number]
        messages.append(int(world.messages.create(channel, world.bot.user(), shown).id))
        table = Seated(crowd, number, home, random.Random(number))
        hidden: Json = {**shown, "flags": (1 << 15) | (1 << 6)}
        table.hands = [
            world.messages.create(channel, world.bot.user(), hidden, ephemeral_for=person) for person in table.people
        ]
        found.append(table)
    remember(home / "tables.sqlite3", messages)
    return found


async def restart(practice: Practice, crowd: Crowd, home: Path, tables: list[Seated]) -> Restart:
    """Start the bot, click on one table, then on all others at once, and stop it."""
    shown = thirteen_buttons()
    clicks = [next(table.clicks()) for table in tables]
    begun = time.perf_counter()
    process = await Process.joining(practice, home, "bot")
    try:
        connected = time.perf_counter() - begun
        one, others = tables[-1], list(zip(tables[:-1], clicks[:-1], strict=True))
        await one.press(*clicks[-1], shown)
        first, first_cpu = time.perf_counter() - begun, process.cpu()
        at_once = [asyncio.create_task(table.press(*click, shown)) for table, click in others]
        done = await asyncio.gather(*at_once, return_exceptions=True)
        last, last_cpu = time.perf_counter() - begun, process.cpu()
        refused = sum(isinstance(each, BaseException) for each in done)
    finally:
        await process.stop()
    return Restart(connected, first, first_cpu, last, last_cpu, refused, 0.0)


async def measure(tables: int, rounds: int) -> list[Restart]:
    """So many restarts, over one database."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        async with Practice(rate_limits=False) as practice:
            crowd = Crowd(practice, tables, home)
            present = await seated(crowd, home, tables)
            for _ in range(rounds):
                found.append(await restart(practice, crowd, home, present))
                print(found[-1], flush=True)
            print((home / "bot.log").read_text()[-1500:])
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.restart")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    asyncio.run(measure(chosen.tables, chosen.rounds))


if __name__ == "__main__":
    main()
