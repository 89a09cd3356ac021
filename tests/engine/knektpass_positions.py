"""Moments of Knektpass from card codes, for the tests of its rules, examples and options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.actions import Action, Fact, IllegalAction
from engine.cards import HEARTS, PACK_52, Suit, card, cards, code, mask_of
from engine.games.knektpass import GAME, KnektpassState
from engine.options import Value
from tests.engine.walking import snapshot

#: Four hands without a heart or jack.
FOUR = ("AS KS QS 3S 2S", "AD KD QD 3D 2D", "AC KC QC 3C 2C", "TS 9S TD 9D TC")


def dealt(
    *hands: str, turn_up: str = "8H", talon: str = "", dealer: int = 0, scores: Sequence[int] = (), **options: Value
) -> KnektpassState:
    """A match's first deal with these hands, turn-up and top of the talon; the rest of the pack follows in order."""
    state = GAME.start(GAME.settle(options), len(hands))
    if scores:
        state.scores = list(scores)
    given = [cards(hand) for hand in hands]
    first = [card(turn_up), *cards(talon)]
    used = {*first, *(each for hand in given for each in hand)}
    pack = GAME.layout(state.options, len(hands)).pack
    return GAME.deal(state, dealer, given, [*first, *(each for each in pack if each not in used)])


def run(state: KnektpassState, *codes: str) -> tuple[KnektpassState, list[Fact]]:
    """Do these actions, each by the seat whose turn it is; the facts of the last one."""
    facts: list[Fact] = []
    for each in codes:
        (seat,) = GAME.to_act(state)
        state, facts = GAME.apply(state, seat, Action.parse(each))
    return state, facts


def position(
    hands: Sequence[str],
    trump: Suit = HEARTS,
    leader: int = 0,
    seats: int | None = None,
    scores: Sequence[int] = (),
    exchanged: Sequence[int] = (),
    taken: Sequence[int] = (),
    tricks_done: int = 0,
    **options: Value,
) -> KnektpassState:
    """A moment in the tricks, all seats in; only the cards named are in the hands, tricks done are left blank."""
    seats = max(2, len(hands) if seats is None else seats)
    state = GAME.start(GAME.settle({"pack": 52, **options}), seats)
    state.needs_deal = False
    state.deal_no = 1
    state.dealer = seats - 1
    state.phase = "play"
    state.trump = trump
    held = " ".join(hands).split()
    # A turn-up that is in nobody's way.
    state.turn_up = card(
        next(f"{rank}{'SHDC'[trump]}" for rank in "23456789TQKA" if f"{rank}{'SHDC'[trump]}" not in held)
    )
    state.hands = [mask_of(cards(hand)) for hand in (*hands, *[""] * (seats - len(hands)))]
    out = {state.turn_up, *cards(" ".join(held))}
    state.talon = tuple(each for each in PACK_52 if each not in out)
    state.said = (True,) * seats
    state.active = tuple(range(seats))
    state.order = state.active[leader:] + state.active[:leader]
    state.turn = leader
    state.tricks = ((state.active, (), 0),) * tricks_done
    state.exchanged = list(exchanged) or [0] * seats
    state.taken = list(taken) or [0] * seats
    if scores:
        state.scores = list(scores)
    return state


def legal_codes(hand: str, table: str = "", trump: Suit = HEARTS, **options: Any) -> set[str]:
    """What may be played from this hand on these cards."""
    played = table.split()
    state, _ = run(position([*played, hand], trump, **options), *(f"play {each}" for each in played))
    return {code(each) for each in GAME.legal(state, len(played)).cards}


def last_trick(
    exchanged: Sequence[int], taken: Sequence[int], scores: Sequence[int] = (), **options: Any
) -> KnektpassState:
    """After the last trick of a deal played by two: what they exchanged, and the tricks they have in the end."""
    winner = 0 if taken[0] else 1
    before = [count - (seat == winner) for seat, count in enumerate(taken)]
    hands = ["6S", "7S"]
    hands[winner] = "JC"
    state = position(hands, leader=winner, scores=scores, exchanged=exchanged, taken=before, tricks_done=4, **options)
    return run(state, "play JC", f"play {hands[1 - winner]}")[0]


def playing(dealer: int, plays: Sequence[int], **options: Any) -> KnektpassState:
    """Four seats, these of them in, nothing robbed or exchanged: the first lead is due."""
    state = dealt(*FOUR, dealer=dealer, **options)
    said = ["in" if (dealer + 1 + place) % 4 in plays else "pass" for place in range(4)]
    return run(state, "leave", *said, *["exchange"] * len(plays))[0]


def refused(state: KnektpassState, seat: int, text: str) -> IllegalAction:
    """The refusal of an action, with nothing changed by it."""
    before = snapshot(state)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, seat, Action.parse(text))
    assert snapshot(state) == before
    assert str(caught.value)
    return caught.value


def winner(played: str, trump: Suit) -> int:
    state, _ = run(position([*played.split()], trump), *(f"play {each}" for each in played.split()))
    return state.tricks[-1][2]
