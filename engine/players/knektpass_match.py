"""What a deal of Knektpass is worth to a seat when it has ended: points, and its chance to win the match after them.

How likely each of several equal players is to win was counted in matches of four `normal` players (docs/players.md):
each one's chance is its weight's share of all weights, and the weight depends on the score, which counts down to 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.knektpass import KnektpassState
from engine.options import Options

#: The weight of a player with 1, 2, 3 … 20 points or more to go.
WEIGHTS: Final = (
    30800, 13400, 6700, 3650, 2000, 1170, 740, 470, 320, 215, 155, 100, 80, 64, 51, 41, 33, 26, 21, 17,
)  # fmt: skip
#: A whole chance.
CERTAIN: Final = 1000
#: No deal takes more than five points off: who is this near to 0 may get there in one.
IN_REACH: Final = 5
#: What a match is worth in points of lead over each of the others, when this deal may end it.
MATCH: Final = 20


def chance_to_win(state: KnektpassState, seat: int) -> int:
    """The chance of this seat to win the match, in thousandths, between deals or after the last one."""
    if state.over:
        return CERTAIN // len(state.winners) if seat in state.winners else 0
    weights = [WEIGHTS[min(score, len(WEIGHTS)) - 1] for score in state.scores]
    return CERTAIN * weights[seat] // sum(weights)


def may_end(scores: Sequence[int], deal_no: int, options: Options) -> bool:
    """Whether the deal that begins at these scores may be the last."""
    limit = options["max_deals"]
    return min(scores) <= IN_REACH or (limit != "none" and deal_no >= int(limit))


def worth(state: KnektpassState, seat: int) -> int:
    """The end of a deal for this seat: its lead in points written off and, where it may decide it, the match.

    On one scale for all ends of one deal, in thousandths of a point.
    """
    lead = sum(state.points) - state.seats * state.points[seat]
    before = [score - change for score, change in zip(state.scores, state.points, strict=True)]
    if not may_end(before, state.deal_no, state.options):
        return CERTAIN * lead
    return CERTAIN * lead + (state.seats - 1) * MATCH * chance_to_win(state, seat)
