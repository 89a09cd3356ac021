"""What holds in every match of Pitch, whatever is played: looked up by the game's key from test_every_game."""

from __future__ import annotations

from engine.actions import (
    Action,
    BidMade,
    CardCalled,
    CardPlayed,
    DealEnded,
    Discarded,
    Fact,
    Folded,
    MatchEnded,
    Passed,
    TrickTaken,
    TrumpsAnnounced,
)
from engine.cards import PACK_54, Card, cards_in, mask_of, suit_of
from engine.game import State
from engine.games.pitch import GAME
from engine.games.pitch_cards import LAST_RESORT, ORDERS, POINTS, TRUMPS
from engine.games.pitch_table import NOBODY, PitchState
from tests.engine.walking import Step

#: Whether random players always come to an end. By the sheet they do; house rules that pay little let them sink.
ENDS = False
#: Few points, so that a whole match is short.
OPTIONS_FOR_SHORT = {"target": 15}


def check_step(step: Step) -> None:
    """After every action."""
    before, after = step.before, step.after
    assert isinstance(before, PitchState)
    assert isinstance(after, PitchState)
    check_cards(after)
    {"auction": check_auction, "call": check_call, "discard": check_discard, "play": check_play}[before.phase](
        step, before, after
    )
    ended = after.needs_deal or after.over
    assert (after.result is not None) == ended
    if ended:
        check_end(step.undealt, after)
        assert isinstance(step.facts[-1], MatchEnded if after.over else DealEnded)
    else:
        assert after.scores == step.undealt.scores
        assert after.points == [0] * 5


def check_cards(state: PitchState) -> None:
    """PI-R4, PI-R19: 54 cards, and after the discards six a hand."""
    played = [card for _, plays, _, _ in state.tricks for _, card in plays] + [card for _, card in state.table]
    widow = state.widow if state.called < 0 else 0
    held = [card for pile in (*state.hands, *state.discards, widow) for card in cards_in(pile)]
    assert sorted(played + held) == list(PACK_54)
    if state.discards_done:
        by_seat = [seat for _, plays, _, _ in state.tricks for seat, _ in plays] + [seat for seat, _ in state.table]
        assert [state.hands[seat].bit_count() + by_seat.count(seat) for seat in range(5)] == [6] * 5
        assert sum(each.bit_count() for each in state.discards) == 24


def check_auction(step: Step, before: PitchState, after: PitchState) -> None:
    """PI-R10 to PI-R15."""
    seat, number = step.seat, step.action.number
    assert not before.passed >> seat & 1  # PI-R12
    assert before.bid < 10  # PI-R13
    facts: list[Fact] = [Passed(seat) if number is None else BidMade(seat, number)]
    assert step.facts == facts
    if number == 10 and after.options["moon_needs_nonnegative"]:
        assert before.scores[seat] >= 0
    if number is not None:
        match = bool(after.options["dealer_may_match"]) and seat == after.dealer
        assert number > before.bid or (match and number == before.bid)
        assert number >= int(after.options["min_bid"])
        assert (after.bid, after.bidder) == (number, seat)
    if after.phase == "call":
        assert after.bidder != NOBODY
        assert after.turn == after.bidder
        assert not after.passed >> after.bidder & 1


def check_call(step: Step, before: PitchState, after: PitchState) -> None:
    """PI-R16 to PI-R19."""
    (card,) = step.action.cards
    assert after.trump == suit_of(card)
    assert step.facts == [CardCalled(step.seat, card)]
    if after.options["call"] == "not_in_hand":
        assert not before.hands[step.seat] >> card & 1
    assert after.hands[step.seat] == before.hands[step.seat] | before.widow
    assert [seat for seat in range(5) if after.hands[seat] >> card & 1] == [after.holder]


def check_discard(step: Step, before: PitchState, after: PitchState) -> None:
    """PI-R19 to PI-R22: 8 cards or 4, never the 3 or the called card; trumps announced after the last discard only."""
    seat, chosen = step.seat, mask_of(step.action.cards)
    order = ORDERS[after.trump]
    assert len(step.action.cards) == (8 if seat == after.bidder else 4)
    assert not chosen >> after.called & 1
    assert not chosen >> order[1] & 1
    left = after.hands[seat] & ~(1 << after.called)
    if chosen & mask_of(order[place] for place in (0, 13, 14, 15)):
        assert not left & mask_of(order[2:8])
        assert not left & ~TRUMPS[after.trump]
    if chosen & LAST_RESORT[after.trump]:
        assert not left & ~LAST_RESORT[after.trump] & ~(1 << order[1])
    assert step.facts[0] == Discarded(seat, len(step.action.cards))
    assert any(isinstance(each, TrumpsAnnounced) for each in step.facts) == after.discards_done
    if after.discards_done and after.options["first_lead"] == "holder_leads_called_card":
        assert after.turn == after.holder
        assert GAME.legal(after, after.turn).cards == (after.called,)
    check_folds(step, before, after)


def check_play(step: Step, before: PitchState, after: PitchState) -> None:
    """PI-R22 to PI-R24."""
    seat, (card,) = step.seat, step.action.cards
    trumps, order = TRUMPS[after.trump], ORDERS[after.trump]
    assert trumps >> card & 1
    assert not before.folded >> seat & 1
    assert step.facts[0] == CardPlayed(seat, card)
    check_folds(step, before, after)
    taken = [each for each in step.facts if isinstance(each, TrickTaken)]
    assert len(taken) == len(after.tricks) - len(before.tricks)
    if taken:
        leader, plays, winner, points = after.tricks[-1]
        assert taken == [TrickTaken(winner, tuple(each for _, each in plays), points)]
        assert plays[0][0] == leader
        assert plays == tuple(sorted(plays, key=lambda play: (play[0] - leader) % 5))
        assert (winner, max(order.index(each) for _, each in plays)) in [(who, order.index(c)) for who, c in plays]
        assert points == sum(POINTS[after.trump][each] for _, each in plays)
        assert 1 <= len(after.tricks) <= 6
    if after.phase == "play":
        assert after.hands[after.turn] & trumps


def check_folds(step: Step, before: PitchState, after: PitchState) -> None:
    """PI-R22: who folds has no trump, and stays out."""
    folds = [each.seat for each in step.facts if isinstance(each, Folded)]
    assert mask_of(folds) == after.folded & ~before.folded
    assert len(folds) == len(set(folds))
    assert after.folded & before.folded == before.folded
    assert not any(after.hands[seat] & TRUMPS[after.trump] for seat in cards_in(after.folded))


def check_end(undealt: State, after: PitchState) -> None:
    """PI-R24 to PI-R32: nobody has a trump, the points add up, the scores move by them."""
    result = after.result
    assert result is not None
    first = after.tricks[0][1]
    assert after.called in [card for _, card in first]
    if after.options["first_lead"] == "holder_leads_called_card":
        assert first[0] == (after.holder, after.called)
    assert not any(hand & TRUMPS[after.trump] for hand in after.hands)
    lost = sum((each & LAST_RESORT[after.trump]).bit_count() for each in after.discards)
    assert sum(result.points) == 10 - lost  # PI-R25
    assert sum(after.taken) == 8 - lost
    assert after.scores == [old + change for old, change in zip(undealt.scores, after.points, strict=True)]
    stats = GAME.deal_stats(after)
    assert sum(each["points"] for each in stats) == 8 - lost
    assert sum(each["tricks"] for each in stats) == len(after.tricks)
    assert [sum(each[name] for each in stats) for name in ("bids", "high", "low")] == [1, 1, 1]
    if after.over and not result.moon:
        assert max(after.scores) >= int(after.options["target"])
    if not after.over and after.options["end_rule"] != "own_made_bid":
        assert max(after.scores) < int(after.options["target"])


def deal_behind(state: State, step: Step) -> tuple[list[list[Card]], list[Card]]:
    """The hands dealt that led to ``state``, another state after the same actions as ``step``."""
    assert isinstance(state, PitchState)
    hands = [hand | discards for hand, discards in zip(state.hands, state.discards, strict=True)]
    for seat, action in step.actions:
        if action.verb == "play":
            hands[seat] |= mask_of(action.cards)
    if state.called >= 0:
        hands[state.bidder] &= ~state.widow
    return [list(cards_in(hand)) for hand in hands], list(cards_in(state.widow))


def actions_behind(state: State, step: Step) -> list[tuple[int, Action]]:
    """The actions that led to ``state``: what others discarded is hidden, so it may differ."""
    assert isinstance(state, PitchState)
    return [
        (seat, Action("discard", tuple(cards_in(state.discards[seat]))) if action.verb == "discard" else action)
        for seat, action in step.actions
    ]
