"""What is done by chance where no card is played: as lean as in the bare loops, so that these compare the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.actions import Action
from engine.cards import LOW_JOKER
from engine.games import find_game
from engine.games.knektpass import IN, LEAVE, STAND
from engine.games.knektpass import PASS as OUT
from engine.games.pitch import BIDS, CALLS, PASS
from engine.games.pitch_cards import FREE, IN_NEED, KEPT, LAST_RESORT
from tests.bench.bare_loops import Chance, some

_PITCH: Any = find_game("pitch")
_KNEKTPASS: Any = find_game("knektpass")
_CALLABLE = (1 << LOW_JOKER) - 1
_ROBS = tuple(Action("rob", (card,)) for card in range(LOW_JOKER))


def pitch(state: Any, seat: int, chance: Chance) -> tuple[int, Action]:
    """Who bids, passes, calls or discards, and what."""
    if state.phase == "auction":
        bids = _PITCH.bids_open(state, seat)
        if _PITCH.must_bid(state):
            return seat, BIDS[bids[int(chance() * len(bids))]]
        pick = int(chance() * (len(bids) + 1))
        return seat, BIDS[bids[pick - 1]] if pick else PASS
    if state.phase == "call":
        return seat, CALLS[some(_CALLABLE & ~state.hands[seat], chance)]
    seat = state.discards.index(0)
    trump, left, gone = state.trump, state.hands[seat], []
    for may in (FREE[trump], IN_NEED[trump], LAST_RESORT[trump]):
        may &= ~(1 << state.called)
        while left.bit_count() > KEPT and left & may:
            card = some(left & may, chance)
            left ^= 1 << card
            gone.append(card)
    return seat, Action("discard", tuple(gone))


def knektpass(state: Any, seat: int, chance: Chance) -> tuple[int, Action]:
    """Whether the turn-up is robbed, who plays, and what is exchanged."""
    if state.phase == "rob":
        return seat, _ROBS[some(state.hands[seat], chance)] if int(chance() * 6) else LEAVE
    if state.phase == "declare":
        return seat, IN if chance() < 0.5 else OUT
    count = int(chance() * (_KNEKTPASS.most_exchanged(state, seat) + 1))
    if not count:
        return seat, STAND
    left, gone = state.hands[seat], []
    for _ in range(count):
        card = some(left, chance)
        left ^= 1 << card
        gone.append(card)
    return seat, Action("exchange", tuple(gone))


#: By game; one that has no file line here is nothing but cards played.
CHOOSERS: dict[str, Callable[[Any, int, Chance], tuple[int, Action]]] = {"pitch": pitch, "knektpass": knektpass}
