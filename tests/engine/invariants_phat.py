"""What holds in every match of Phat, whatever is played: looked up by the game's key from test_every_game."""

from __future__ import annotations

from engine.actions import CardPlayed, DealEnded, Fact, MatchEnded, TrickTaken
from engine.cards import PACK_52, SUIT_MASKS, Card, cards_in, mask_of, suit_of
from engine.game import State
from engine.games.phat import GAME, PhatState
from tests.engine.walking import Step

#: Whether random players always come to an end.
ENDS = True
#: A golden match that is short enough to read.
OPTIONS_FOR_GOLDEN = {"target": 91}


def check_step(step: Step) -> None:
    """After every card."""
    before, after = step.before, step.after
    assert isinstance(before, PhatState)
    assert isinstance(after, PhatState)
    played = [card for _, cards, _, _ in after.tricks for card in cards] + list(after.table)
    held = [card for hand in after.hands for card in cards_in(hand)]
    assert sorted(played + held) == list(PACK_52)  # each card once
    assert after.trump == suit_of(played[0])  # PH-R5
    led = before.table[0] if before.table else None
    hand, card = before.hands[step.seat], step.action.cards[0]
    if led is not None and hand & SUIT_MASKS[suit_of(led)]:
        assert suit_of(card) == suit_of(led)  # PH-R6
    assert after.scores[:2] == after.scores[2:]
    assert after.points[:2] == after.points[2:]
    gained = [new - old for new, old in zip(after.scores, step.undealt.scores, strict=True)]
    assert gained == after.points
    bonus = after.result.bonus if after.result else (0, 0)
    assert after.points[:2] == [after.phat[side] + bonus[side] for side in (0, 1)]
    check_facts(step.facts, step.seat, card, after)
    if not after.over:
        assert sum(after.phat) + sum(after.muck) <= 160
    if after.needs_deal:
        check_round(after, step.undealt)
    if after.over:
        check_end(after)


def check_facts(facts: list[Fact], seat: int, card: Card, after: PhatState) -> None:
    """One fact for the card, then the trick, the deal, the match, as far as they end."""
    expected: list[Fact] = [CardPlayed(seat, card)]
    if not after.table:
        _, cards, winner, points = after.tricks[-1]
        expected.append(TrickTaken(winner, cards, points))
    if after.needs_deal or after.over:
        expected.append(DealEnded(tuple(after.points), tuple(after.scores)))
    if after.over:
        expected.append(MatchEnded(after.winners, tuple(after.scores)))
    assert facts == expected


def check_round(after: PhatState, undealt: State) -> None:
    """A round played to its end: 80 Phat (PH-R8), 80 muck (PH-R9), and the muck bonus."""
    assert len(after.tricks) == 13
    assert sum(after.phat) == sum(after.muck) == 80
    assert isinstance(undealt, PhatState)
    assert after.result is not None
    assert after.result.counted
    if after.options["muck_tie"] == "carry":
        assert sum(after.result.bonus) + after.result.carry == 8 + undealt.carry  # PH-R10, PH-R11


def check_end(after: PhatState) -> None:
    """The match's end (PH-R13), and under the sheet's rules only one side there (PH-R14) after 3 to 5 rounds."""
    target = after.options["target"]
    assert isinstance(target, int)
    (winner, *_), scores = after.winners, after.scores[:2]
    assert after.winners in ((0, 2), (1, 3))
    assert scores[winner] >= target
    assert scores[winner] > scores[1 - winner]
    assert after.carry == 0
    if after.options["muck_tie"] != "split" and after.options["end"] == "immediate":
        assert scores[1 - winner] < target
        if target == 181:
            assert 3 <= after.deal_no <= 5


def deal_behind(state: State, step: Step) -> tuple[list[list[Card]], list[Card]]:
    """The hands dealt that led to ``state``, another state after the same actions as ``step``."""
    assert isinstance(state, PhatState)
    hands = state.hands[:]
    for seat, action in step.actions:
        hands[seat] |= mask_of(action.cards)
    return [list(cards_in(hand)) for hand in hands], []


assert GAME.key == "phat"
