"""``python -m tests.bench``: every figure beside its aim, with the peers; ``--short``: in two minutes, without them.

Needs ``requirements-bench.txt`` (``--short``: ``requirements-dev.txt``). Each part is also a program of its own, which
tells more; what the figures mean and how they came about is in docs/performance.md.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import statistics
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.drawing.studio import draw
from bot.store import scores
from bot.store.database import Database
from tests.bench import boards, clicks, drawing, engine_bench, growth, latency, restart, size
from tests.bench.report import Row, print_table


def of_clicks(tables: int, rounds: int) -> list[Row]:
    """A click through the whole bot."""
    ratio, each = asyncio.run(clicks.measure(tables, rounds, None))
    return [
        Row("A click, until its answer", f"{each:.2f} ms of the processor", ""),
        Row("  beside a bare discord.py client's", f"{ratio:.2f} times", "at most 2.0", ratio <= 2.0),
    ]


def of_latency(tables: int, *loads: tuple[float, float]) -> list[Row]:
    """How long people wait under load."""
    return asyncio.run(latency.measure(tables, list(loads)))


def of_growth(tables: int, rates: Sequence[float], seconds: float) -> list[Row]:
    """What one process carries, beside what Discord allows one bot."""
    climbed = latency.rows_of_climb(asyncio.run(latency.climb(tables, rates, seconds)))
    return growth.rows(growth.A_CONNECTION, climbed)


def of_boards(matches: int, rounds: int) -> list[Row]:
    """The slowest of all leaderboards and records."""

    async def read() -> dict[str, list[tuple[float, float]]]:
        with tempfile.TemporaryDirectory() as folder:
            async with await Database.open(Path(folder) / "boards.sqlite3") as db:
                await boards.build(db, matches)
                await scores.recompute(db)
                return await boards.measured(db, rounds)

    found = {name: statistics.median(spent for _, spent in each) for name, each in asyncio.run(read()).items()}
    slowest = max(found, key=lambda name: found[name])
    figure = f"{found[slowest]:.1f} ms of the processor ({slowest})"
    return [Row(f"The slowest leaderboard or record over {matches:,} matches", figure, "")]


def of_drawing(rounds: int) -> list[Row]:
    """The slowest kind of picture."""
    found = {}
    for kind, made in drawing.KINDS.items():
        spent = []
        for seed in range(rounds):
            begun = time.process_time()
            draw(made(seed))
            spent.append(1000 * (time.process_time() - begun))
        found[kind] = statistics.median(spent)
    slowest = max(found, key=lambda kind: found[kind])
    return [Row("The slowest kind of picture", f"{found[slowest]:.1f} ms of the processor ({slowest})", "")]


def of_restart(tables: int, rounds: int) -> list[Row]:
    """A restart."""
    return restart.rows(asyncio.run(restart.measure(tables, rounds)), tables)


def parts(short: bool) -> list[Callable[[], list[Row]]]:
    """What is measured, in order."""
    if short:
        return [
            lambda: engine_bench.rows(engine_bench.measure(0.3, 3, with_peers=False)),
            lambda: of_clicks(4, 1),
            lambda: of_latency(30, (50.0, 4.0), (150.0, 2.0)),
            lambda: of_growth(40, (300.0,), 2.0),
            lambda: of_restart(150, 1),
            lambda: size.measure([10, 200], 40),
            lambda: of_boards(2_000, 5),
            lambda: of_drawing(10),
        ]
    return [
        lambda: engine_bench.rows(engine_bench.measure(1.0, 5, with_peers=True)),
        lambda: of_clicks(8, 3),
        lambda: of_latency(200, (100.0, 60.0), (300.0, 10.0)),
        lambda: of_growth(200, latency.CLIMBED, 4.0),
        lambda: of_restart(1_000, 3),
        lambda: size.measure([10, 1_000, 10_000], 200),
        lambda: of_boards(100_000, 50),
        lambda: of_drawing(100),
    ]


def measured(part: Callable[[], list[Row]]) -> list[Row] | None:
    """A part's figures; None where they could not be had, also not when it was measured again."""
    for _ in range(2):
        try:
            return part()
        except Exception:
            # Discord's three seconds, for one, may go by on a busy machine; and the other figures are worth having.
            traceback.print_exc()
    return None


def main() -> int:
    """Measure, and print one table; 1 where something could not be measured."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="All figures beside their aims.")
    parser.add_argument("--short", action="store_true", help="in two minutes, without the peers")
    short = parser.parse_args().short
    rows: list[Row] = []
    failed = False
    begun, before = time.perf_counter(), os.getloadavg()[0]
    for part in parts(short):
        found = measured(part)
        failed = failed or found is None
        rows += found or []
    print()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {before:.1f} at the start,", end=" ")
    print(f"{os.getloadavg()[0]:.1f} at the end, measured in {time.perf_counter() - begun:.0f} s")
    if before > 0.5:
        print("Other work was going on: what is measured by the clock is an upper bound.")
    print_table(rows)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
