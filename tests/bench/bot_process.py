"""The bot as ``python -m bot`` runs it, with what a benchmark has to choose: how often tables are shown, a profile.

``python -m tests.bench.bot_process [--showing SECONDS] [--profile FILE]``, settings as for the bot. Ends on SIGTERM.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import os
import signal
from pathlib import Path

from bot.__main__ import spare_the_collector
from bot.client import Pacing, TricktableClient, point_at
from bot.settings import load
from bot.store.database import Database
from bot.tables import publisher
from bot.tables.thinking import warm
from bot.tables.workers import Workers


async def run(showing: float, rate: float) -> None:
    """Be in the stand-in until told to stop."""
    settings = load()
    assert settings.token is not None
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    warm()
    spare_the_collector()
    point_at(settings)
    async with await Database.open(settings.database) as database, Workers() as workers:
        pacing = Pacing(computers=settings.pace, showing=showing, rate=rate)
        client = TricktableClient(database, pacing, workers=workers)
        running = asyncio.create_task(client.start(settings.token))
        await stop.wait()
        await client.close()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def main() -> None:
    """Run, and write the profile of the loop's thread at the end if one was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bot_process")
    parser.add_argument("--showing", type=float, default=publisher.INTERVAL, help="seconds between two shows")
    parser.add_argument("--rate", type=float, default=publisher.RATE, help="channel requests a second")
    parser.add_argument("--profile", type=Path)
    chosen = parser.parse_args()
    profiler = cProfile.Profile()
    if chosen.profile is not None:
        signal.signal(signal.SIGUSR1, lambda *_: profiler.enable())
        signal.signal(signal.SIGUSR2, lambda *_: profiler.disable())
    asyncio.run(run(chosen.showing, chosen.rate))
    if chosen.profile is not None:
        profiler.dump_stats(chosen.profile)
    os._exit(0)


if __name__ == "__main__":
    main()
