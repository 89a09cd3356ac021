"""Positions of Phat for its tests, in card codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from engine.actions import Action, Fact, IllegalAction, TrickTaken
from engine.cards import PACK_52, SPADES, Suit, cards, mask_of
from engine.game import Trick
from engine.games.phat import GAME, BySide, PhatState, PhatView
from engine.options import Value
from tests.engine.walking import snapshot

NO_FACTS: list[Fact] = []
#: A trick without a point of Phat or muck; spades are trumps, so seat 2 wins it when seat 0 leads.
BLANK = "2C 3C 7S 4C"


def position(
    hands: Sequence[str] = ("", "", "", ""),
    trump: Suit = SPADES,
    leader: int = 0,
    scores: BySide = (0, 0),
    muck: BySide = (0, 0),
    tricks_done: int = 0,
    carry: int = 0,
    **options: Value,
) -> PhatState:
    """A moment in mid-round: only the cards named are still in the hands, the tricks done are left blank."""
    state = GAME.start(GAME.settle(options), 4)
    state.needs_deal = False
    state.deal_no = 1
    state.dealer = 3
    state.hands = [mask_of(cards(hand)) for hand in hands]
    state.leader = state.turn = leader
    state.trump = trump
    state.tricks = ((0, tuple(cards(BLANK)), 2, 0),) * tricks_done
    state.scores = [scores[0], scores[1]] * 2
    state.muck = muck
    state.carry = carry
    return state


def play(state: PhatState, *codes: str) -> tuple[PhatState, list[Fact]]:
    """Play these cards, each by the seat whose turn it is; the facts of the last one."""
    facts = NO_FACTS
    for each in codes:
        (seat,) = GAME.to_act(state)
        state, facts = GAME.apply(state, seat, Action.parse(f"play {each}"))
    return state, facts


def trick(codes: str, trump: Suit = SPADES, leader: int = 0, extra: str = "") -> tuple[PhatState, TrickTaken]:
    """The state and fact after one trick, its cards given clockwise from seat 0 when it leads."""
    hands = [""] * 4
    for place, each in enumerate(codes.split()):
        hands[(leader + place) % 4] = f"{each} {extra}".strip() if place == 0 else each
    state, facts = play(position(hands, trump, leader), *codes.split())
    taken = next(each for each in facts if isinstance(each, TrickTaken))
    return state, taken


def last_trick(codes: str = BLANK, **given: object) -> PhatState:
    """The state after the round's thirteenth trick."""
    state = position(codes.split(), tricks_done=12, **given)  # type: ignore[arg-type]
    return play(state, *codes.split())[0]


def sides(values: Sequence[int]) -> BySide:
    assert tuple(values[:2]) == tuple(values[2:])
    return values[0], values[1]


def fresh(options: Mapping[str, Value] | None = None, dealer: int = 3) -> PhatState:
    """A match with its first cards dealt: seat 0 has all spades, 1 the hearts, 2 the diamonds, 3 the clubs."""
    return GAME.deal(
        GAME.start(GAME.settle(options or {}), 4), dealer, [PACK_52[13 * n : 13 * n + 13] for n in range(4)], []
    )


def refused(state: PhatState, seat: int, text: str) -> IllegalAction:
    """The refusal of an action, with nothing changed by it."""
    before = snapshot(state)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, seat, Action.parse(text))
    assert snapshot(state) == before
    assert str(caught.value)
    return caught.value


def seen(hand: str, table: str, trump: Suit = SPADES, leader: int = 0, gone: str = "") -> PhatView:
    """What a seat sees with this hand after these cards; ``gone`` are played in earlier tricks, by all in turn."""
    played = cards(table)
    seat = (leader + len(played)) % 4
    state = PhatState(GAME.settle({}), 4)
    state.needs_deal, state.deal_no, state.dealer = False, 1, 3
    state.trump, state.leader, state.turn, state.table = trump, leader, seat, tuple(played)
    earlier = cards(gone)
    state.tricks = tuple((0, tuple(earlier[n : n + 4]), 0, 0) for n in range(0, len(earlier), 4))
    state.hands[seat] = mask_of(cards(hand))
    view = GAME.view(state, seat)
    sizes = [len(cards(hand))] * 4
    return replace(view, hand_sizes=tuple(sizes), trick=Trick(leader, view.trick.plays if view.trick else ()))
