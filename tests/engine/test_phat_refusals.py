"""What Phat refuses, what it tells, and what its views show."""

from __future__ import annotations

import pytest

from engine.actions import CardPlayed, Reason, TrickTaken
from engine.cards import HEARTS, PACK_52, card, cards, mask_of
from engine.game import Trick
from engine.games.phat import GAME
from tests.engine.phat_positions import fresh, last_trick, play, position, refused
from tests.engine.walking import source


def test_PH_R6_clockwise_one_card_each() -> None:
    state, turns = fresh(dealer=1), []
    for each in ("2D", "2C", "2S"):
        turns.append(GAME.to_act(state))
        state, _ = play(state, each)
    assert [*turns, GAME.to_act(state)] == [(2,), (3,), (0,), (1,)]


def test_PH_R12_another_dealer_is_refused() -> None:
    state = last_trick(muck=(40, 40))
    _, hands, rest = GAME.dealt(state, source(1))
    with pytest.raises(ValueError, match="the dealer is seat 0, not seat 2"):
        GAME.deal(state, 2, hands, rest)


# Refusals


def test_a_card_out_of_turn_is_refused() -> None:
    for seat in (1, 2, 3, -1, 4):
        assert refused(fresh(), seat, "play 2H").reason == Reason.NOT_YOUR_TURN


def test_before_the_deal_nothing_can_be_played() -> None:
    assert refused(GAME.start(GAME.settle({}), 4), 0, "play 2H").reason == Reason.NOT_DEALT
    assert refused(last_trick(), 0, "play 2H").reason == Reason.NOT_DEALT


def test_after_the_match_nothing_can_be_played() -> None:
    assert refused(last_trick(scores=(0, 180), muck=(0, 80)), 0, "play 2H").reason == Reason.MATCH_OVER


@pytest.mark.parametrize("text", ["bid 7", "pass", "call AS", "discard 2S 3S", "exchange", "playing 2S"])
def test_another_verb_is_refused(text: str) -> None:
    refusal = refused(fresh(), 0, text)
    assert (refusal.reason, refusal.params) == (Reason.WRONG_VERB, {"verb": text.split()[0]})


@pytest.mark.parametrize("text", ["play", "play 2S 3S", "play 7"])
def test_one_card_at_a_time(text: str) -> None:
    assert refused(fresh(), 0, text).reason == Reason.ONE_CARD


def test_a_card_that_is_not_in_the_hand_is_refused() -> None:
    for text in ("2H", "AC", "J+"):
        refusal = refused(fresh(), 0, f"play {text}")
        assert (refusal.reason, refusal.params) == (Reason.NOT_IN_HAND, {"card": card(text)})
        assert text in str(refusal)


def test_not_following_suit_is_refused_with_the_suit() -> None:
    state, _ = play(position(["9H", "2H AS", "3H", "4H"]), "9H")
    refusal = refused(state, 1, "play AS")
    assert (refusal.reason, refusal.params) == (Reason.MUST_FOLLOW, {"suit": HEARTS})
    assert "hearts" in str(refusal)


# Facts and views


def test_facts_follow_in_order() -> None:
    state = fresh()
    state, facts = play(state, "2S")
    assert facts == [CardPlayed(0, card("2S"))]
    state, facts = play(state, "2H", "2D", "2C")
    assert facts == [CardPlayed(3, card("2C")), TrickTaken(0, tuple(cards("2S 2H 2D 2C")), 0)]


def test_the_view_shows_the_trick_on_the_table() -> None:
    state, _ = play(fresh(), "AS", "2H")
    view = GAME.view(state, 2)
    assert view.trick == Trick(0, ((0, card("AS")), (1, card("2H"))))
    assert (view.seat, view.to_act, view.hand_sizes, view.tricks) == (2, (2,), (12, 12, 13, 13), ())
    state, _ = play(state, "5D", "TC")
    view = GAME.view(state, None)
    assert view.trick == Trick(0)
    assert (view.phat, view.muck, view.side_scores) == ((9, 0), (14, 0), (9, 0))


def test_deal_again_heeds_suits_not_followed() -> None:
    # Nobody but seat 0 has spades; the others have shown it.
    state, _ = play(fresh(), "2S", "2H", "2D", "2C")
    for seed in range(20):
        again = GAME.deal_again(GAME.view(state, 2), source(seed))
        assert again.hands[0] & again.hands[1] == 0
        assert again.hands[2] == state.hands[2]
        assert again.hands[0] & mask_of(PACK_52[:13]) == state.hands[0], "only seat 0 can have the spades"
    seen = {tuple(GAME.deal_again(GAME.view(state, None), source(seed)).hands) for seed in range(20)}
    assert len(seen) > 15, "chance has its way with the rest"
