"""How likely a side of Phat is to win the match from a score, both sides being equally good.

A deal between two sides that play alike brings one of them ``x`` of about 88 points and the other the rest; how often
each share comes was counted in deals between `normal` players (docs/players.md).
"""

from __future__ import annotations

from functools import cache
from typing import Final

#: What the two sides share in a deal: 80 Phat and the muck bonus.
SHARED: Final = 88
#: How often, of 1000 deals, a side gets about so many of them.
SHARES: Final = {4: 21, 12: 58, 20: 91, 28: 115, 36: 138, 44: 153, 52: 138, 60: 115, 68: 91, 76: 58, 84: 21}
#: A chance of one.
CERTAIN: Final = 1_000_000
#: A deal that starts this near to the target may well decide the match; then what counts is winning it.
IN_REACH: Final = SHARED + 32


@cache
def chance_to_win(ours: int, theirs: int) -> int:
    """The chance, in millionths, of a side that lacks ``ours`` points of the target while the other lacks ``theirs``.

    Before a deal, or after the match: a side that is there lacks 0 or less. Both there: who is further.
    """
    if ours <= 0 or theirs <= 0:
        return CERTAIN if ours < theirs else CERTAIN // 2 if ours == theirs else 0
    total = weight = 0
    for share, often in SHARES.items():
        rest = SHARED - share
        weight += often
        if share >= ours and rest >= theirs:  # who is there first: points are taken to come evenly
            early, late = ours * rest, theirs * share
            total += often * (CERTAIN if early < late else CERTAIN // 2 if early == late else 0)
        else:
            total += often * chance_to_win(ours - share, theirs - rest)
    return total // weight
