"""What holds in every match of Maria."""

from __future__ import annotations

from engine.games.maria import MARIA, PACK, MariaState  # type: ignore[import-not-found]  # not there but in these tests

from engine.actions import DealEnded
from engine.cards import HEARTS, Card, cards_in, mask_of, suit_of
from engine.game import State
from tests.engine.walking import Step

#: At least three points a deal: it always ends.
ENDS = True
#: Longer, to be worth reading.
OPTIONS_FOR_GOLDEN = {"limit": 20}


def check_step(step: Step) -> None:
    """After every card."""
    before, after = step.before, step.after
    assert isinstance(before, MariaState)
    assert isinstance(after, MariaState)
    taken = [card for trick in after.tricks for _, card in trick.plays]
    held = [card for hand in (*after.hands, after.aside) for card in cards_in(hand)]
    assert sorted([*taken, *after.table, *held]) == list(PACK)
    hand, card = before.hands[step.seat], step.action.cards[0]
    if not before.table and not before.open and suit_of(card) == HEARTS:
        assert all(suit_of(each) == HEARTS for each in cards_in(hand))  # MA-R5
    worth = sum(suit_of(each) == HEARTS for each in taken) + (MARIA in taken) * int(after.options["queen"])
    assert sum(after.points) == worth  # MA-R6
    gained = [new - old for new, old in zip(after.scores, step.undealt.scores, strict=True)]
    assert gained == after.points
    if any(isinstance(fact, DealEnded) for fact in step.facts):
        assert after.over == (max(after.scores) >= int(after.options["limit"]))  # MA-R7
        assert after.winners == () or {after.scores[seat] for seat in after.winners} == {min(after.scores)}


def deal_behind(state: State, step: Step) -> tuple[list[list[Card]], list[Card]]:
    """The hands dealt that led to ``state``, another state after the same actions as ``step``."""
    assert isinstance(state, MariaState)
    hands = state.hands[:]
    for seat, action in step.actions:
        hands[seat] |= mask_of(action.cards)
    return [list(cards_in(hand)) for hand in hands], list(cards_in(state.aside))
