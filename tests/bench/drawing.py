"""How long pictures take and how large they are: ``python -m tests.bench.drawing [--rounds N]``.

Pictures of each kind, drawn so many times with other cards and numbers: processor time, which a busy machine does not
change, and by the clock. Then what is asked for again, and so comes from memory; and the very first picture of a fresh
process, which reads the font.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Callable

from bot.drawing.studio import Picture, Studio, draw
from tests.drawing import worst

KINDS: dict[str, Callable[[int], Picture]] = {
    "trick, 4 seats": lambda seed: worst.table(4, 3, seed),
    "trick, 7 seats": lambda seed: worst.table(7, 6, seed),
    "scores, 7 sides": lambda seed: worst.standing(7, seed),
    "rule page, 16 cards": lambda seed: worst.rows(1, seed),
    "running score, 240 points": lambda seed: worst.chart(240, seed),
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=100, help="pictures of each kind (default 100)")
    rounds = parser.parse_args().rounds
    begun = time.process_time()
    draw(worst.table(4, 3))
    print(f"the first picture of a process: {_ms(time.process_time() - begun)} of the processor")
    for kind, made in KINDS.items():
        pictures = [made(seed) for seed in range(rounds)]
        spent, took, sizes = [], [], []
        for picture in pictures:
            used, begun = time.process_time(), time.perf_counter()
            png = draw(picture)
            spent.append(time.process_time() - used)
            took.append(time.perf_counter() - begun)
            sizes.append(len(png))
        print(
            f"{kind}: processor median {_ms(statistics.median(spent))}, worst {_ms(max(spent))};"
            f" clock median {_ms(statistics.median(took))}, worst {_ms(max(took))};"
            f" at most {max(sizes) / 1000:.1f} kB"
        )
    print(f"again, from memory: {asyncio.run(_again(rounds))}")


async def _again(rounds: int) -> str:
    studio = Studio()
    took = []
    for made in KINDS.values():
        await studio.png(made(1))
        for _ in range(rounds):
            # An equal picture, but not the same object, as every view makes a new one.
            picture = made(1)
            begun = time.perf_counter()
            await studio.png(picture)
            took.append(time.perf_counter() - begun)
    studio.close()
    return f"median {_ms(statistics.median(took))}, worst {_ms(max(took))}"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.3f} ms" if seconds < 0.001 else f"{seconds * 1000:.1f} ms"


if __name__ == "__main__":
    main()
