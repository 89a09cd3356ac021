"""The seeded source of chance: the same seed gives the same numbers on every machine and every Python.

Only two things of the standard library stand behind it, and both are promised to stay: SHA-256, and the stream of
``random.Random(whole number).random()``.
"""

from __future__ import annotations

import hashlib
import random

from engine.game import Source

#: Up to here one draw of 53 bits is enough for numbers that are as good as equally likely.
_ONE_DRAW = 1 << 32


def seeded(*name: int | str) -> Source:
    """The source of this name, such as ``seeded(seed, match, "deals")``; other names give independent sources.

    The source gives whole numbers 0 .. n-1 for any n of 1 or more, however large; `ValueError` for a smaller n.
    """
    draw = random.Random(int(fingerprint(*name), 16)).random

    def below(n: int) -> int:
        if 0 < n <= _ONE_DRAW:
            return int(draw() * n)
        if n < 1:
            raise ValueError(f"no whole number is below {n} and not negative")
        # 32 bits a draw, 32 more than n has: then what is scaled down is as good as even.
        draws = n.bit_length() // 32 + 2
        number = 0
        for _ in range(draws):
            number = number << 32 | int(draw() * _ONE_DRAW)
        return number * n >> 32 * draws

    return below


def fingerprint(*name: int | str) -> str:
    """64 hex digits that belong to this name, and look like chance to anybody else."""
    return hashlib.sha256(":".join(map(str, name)).encode()).hexdigest()
