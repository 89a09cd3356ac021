"""Computer players at Pitch: what people complain about in such players, each complaint a position.

Unless said otherwise spades are trumps, seat 2 is the bidder and seat 4 the partner.
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards import cards, code
from engine.games.pitch import GAME
from engine.games.pitch_table import PitchState
from engine.players import RANDOM, answer
from engine.players.pitch import candidates, choose
from tests.engine.pitch_positions import auction, dealt, discarding, in_play, play
from tests.engine.walking import source

#: PI-E1 with the trumps as they lay: seat 4 has the called ace.
HANDS = ("JC 8S 2S", "J+ 6S", "KS QS JS TS 7S 3S", "9S 4S", "AS J- 5S")


def does(state: PitchState, seat: int | None = None) -> str:
    """What the policy does for this seat, or for the one whose turn it is."""
    seat = GAME.to_act(state)[0] if seat is None else seat
    choice = choose(GAME.view(state, seat), source(1))
    assert choice.reason
    assert GAME.refusal(state, seat, choice.action) is None
    return choice.action.code


# Auction and call


def test_nobody_bids_without_an_ace_king_or_queen() -> None:
    assert does(dealt({0: "JS JC J+ J- TS 9S 8S 3S 2S 2H"})) == "pass"
    assert does(dealt({0: "AS JC J+ J- TS 9S 8S 3S 2S 2H"})) == "bid 5"


def test_nobody_bids_more_than_it_takes_or_than_the_hand_is_worth() -> None:
    strong = {1: "AS KS JC J- 7S 2S 2H 2D 2C 3C"}
    assert does(auction(dealt(strong), "6")) == "bid 7"
    weak = {1: "QS 5S 7H 6H 9D 8D 6D 9C 8C 4C"}
    assert does(auction(dealt(weak), "7")) == "pass"


def test_a_dealer_who_must_bid_bids_the_least() -> None:
    assert does(auction(dealt({4: "9S 5S 7H 6H 9D 8D 6D 9C 8C 4C"}), "p p p p")) == "bid 5"


def test_the_moon_takes_the_top_of_a_suit_and_its_two() -> None:
    assert does(dealt({0: "KS QS JS TS 2S 7H 8H 9D 9C 8C"})) == "bid 10"
    assert does(dealt({0: "AS KS QS TS 9S 8S 7S 6S JC J+"})) == "bid 5", "somebody else has Low"
    assert does(dealt({0: "KS QS JS TS 2S 7H 8H 9D 9C 8C"}, scores=(-1, 0, 0, 0, 0))) == "bid 5"
    assert does(auction(dealt({1: "AS KS 9S TS 2S J+ J- 9D 9C 8C"}), "9")) == "pass"


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ("KS QS JC 9S 2S 7H 8H 9D 9C 8C", "AS"),
        ("AS QS JC 9S 2S 7H 8H 9D 9C 8C", "KS"),
        ("AH KH JD 9H 2H 7S 8S 9D 9C 8C", "QH"),
    ],
)
def test_the_best_card_missing_in_the_strongest_suit_is_called(hand: str, call: str) -> None:
    assert does(auction(dealt({0: hand}), "5 p p p p")) == f"call {call}"


# Discards


def test_plain_cards_go_first_then_the_lowest_trumps() -> None:
    state = discarding({0: "4H 7H 8D 2C AS KS 9S 5S 3S JH", 1: "KD"}, "QS", 1)
    chosen = set(Action.parse(does(state, 0)).cards)
    assert chosen <= set(cards("4H 7H 8D 2C JH"))
    state = discarding({0: "4H 7H 8S 7S AS KS 9S 5S 3S J+", 1: "KD"}, "QS", 1)
    assert set(Action.parse(does(state, 0)).cards) == set(cards("4H 7H 5S 7S"))


def test_in_need_the_queen_goes_before_the_two() -> None:
    state = discarding({1: "AS KS QS JS TS 9S 5S 3S 2S 4H"}, "4S", 1, "7H 8D 2C 9C")
    assert set(Action.parse(does(state, 1)).cards) == set(cards("4H 7H 8D 2C 9C 9S 5S QS"))
    tried = candidates(GAME.view(state, 1))
    assert {code(each) for action in tried for each in action.cards} >= {"AS", "KS", "QS", "2S"}
    assert all(GAME.refusal(state, 1, action) is None for action in tried)


# Play


def test_the_three_goes_to_the_partners_sure_trick() -> None:
    state = play(in_play(HANDS, "AS", 2), "AS 2S 6S")
    assert does(state) == "play 3S"


def test_the_bidders_partner_with_the_ace_is_not_overtaken_or_robbed_of_it() -> None:
    state = play(in_play(HANDS, "AS", 2), "AS")
    assert does(state) == "play 2S", "an opponent gives the cheapest trump, which is Low all the same"
    assert does(play(state, "2S")) == "play 6S"


def test_points_are_taken_from_the_other_side() -> None:
    # Seat 0, last to play, can take the bidder's ten with no more than the nine does not beat.
    hands = ("QS 2S", "J+ J- 6S", "KS JS TS 7S 3S", "JC 9S 4S", "AS 8S 5S")
    state = play(in_play(hands, "AS", 2), "AS 2S 6S 7S 4S 5S")
    assert does(state) == "play QS"


def test_a_sure_trump_is_led_from_a_strong_hand() -> None:
    state = play(in_play(HANDS, "AS", 2), "AS 2S 6S 3S 4S J- JC J+ QS 9S")
    assert GAME.to_act(state) == (2,)
    assert choose(GAME.view(state, 2), source(1)).reason == "nobody can beat it"


# Against itself and against chance


def test_normal_players_make_most_of_their_bids() -> None:
    made = moons = 0
    for seed in range(200):
        chance = source(seed)
        state = GAME.start(GAME.settle({}), 5)
        state = GAME.deal(state, *GAME.dealt(state, chance))
        while acting := GAME.to_act(state):
            GAME.play(state, acting[0], choose(GAME.view(state, acting[0]), chance).action)
        assert state.result is not None
        made += state.result.made
        moons += state.result.moon
    assert made > 150
    assert moons < 20


def test_normal_beats_random_by_far() -> None:
    lead = 0
    for seed in range(60):
        chance = source(seed)
        state = GAME.start(GAME.settle({}), 5)
        state = GAME.deal(state, *GAME.dealt(state, chance))
        me = seed % 5
        while acting := GAME.to_act(state):
            level = "normal" if acting[0] == me else RANDOM
            state, _ = GAME.apply(state, acting[0], answer(GAME, GAME.view(state, acting[0]), level, chance).action)
        lead += 5 * state.points[me] - sum(state.points)
    assert lead / (5 * 60) > 2
