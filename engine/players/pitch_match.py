"""What a deal of Pitch is worth to a seat when it has ended: points, and what they do to its chance to win the match.

How likely each of five equal players is to win was counted in matches between `normal` players (docs/players.md): each
one's chance is its weight's share of all five weights, and the weight depends on what it lacks of the target.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.pitch_table import SEATS, PitchState
from engine.options import Options

#: The weight of a player who lacks 0, 3, 6 … 54 points or more; between these, in proportion.
WEIGHTS: Final = (
    12300, 8000, 5800, 3500, 2000, 1320, 900, 600, 440, 330, 245, 190, 145, 115, 90, 65, 50, 40, 30,
)  # fmt: skip
_STEP: Final = 3
#: A whole chance.
CERTAIN: Final = 1000
#: No deal brings more points than ten: who is this near to the target may get there in one.
IN_REACH: Final = 10
#: What a match is worth in points of lead over each of the others: when nobody can reach the target with this deal, so
#: that only the moon may end it, and when somebody can.
MATCH_FAR: Final = 5
MATCH_NEAR: Final = 50
#: What being set costs a bidder in our eyes, beside its points: estimates of the best of several bids are too high, and
#: nobody likes a partner who overbids.
SET_HURTS: Final = 2


def weight(lacking: int) -> int:
    """How a player who lacks so many points of the target compares with others."""
    place, rest = divmod(max(0, lacking), _STEP)
    if place + 1 >= len(WEIGHTS):
        return WEIGHTS[-1]
    return (WEIGHTS[place] * (_STEP - rest) + WEIGHTS[place + 1] * rest) // _STEP


def chance_to_win(state: PitchState, seat: int) -> int:
    """The chance of this seat to win the match, in thousandths, between deals or after the last one."""
    if state.over:
        return CERTAIN // len(state.winners) if seat in state.winners else 0
    target = int(state.options["target"])
    weights = [weight(target - score) for score in state.scores]
    return CERTAIN * weights[seat] // sum(weights)


def is_near(scores: Sequence[int], options: Options) -> bool:
    """Whether somebody can reach the target with the deal that begins at these scores."""
    return max(scores) + IN_REACH >= int(options["target"])


def worth(state: PitchState, seat: int) -> int:
    """The end of a deal for this seat: its lead in points over the others, and its chance to win the match.

    On one scale for all ends of one deal, in thousandths of a point.
    """
    before = [score - change for score, change in zip(state.scores, state.points, strict=True)]
    match = MATCH_NEAR if is_near(before, state.options) else MATCH_FAR
    lead = SEATS * state.points[seat] - sum(state.points)
    if state.result is not None and state.result.bidder == seat and not state.result.made:
        lead -= (SEATS - 1) * SET_HURTS
    return CERTAIN * lead + (SEATS - 1) * match * chance_to_win(state, seat)
