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
from engine.players.pitch import candidates, choose, surprises, worth
from engine.players.pitch_match import chance_to_win, weight
from tests.engine.pitch_positions import auction, dealt, discarding, in_play, last_card, play
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


@pytest.mark.parametrize(
    ("hands", "call", "plays", "expected"),
    [
        # Points for the partner's sure trick: by the bidder on the partner's ace, and by opponents on each other's.
        (("JC 8S 2S", "J+ 6S", "KS QS JS TS 7S", "9S 4S 3S", "AS J- 5S"), "AS", "AS 2S 6S", "TS"),
        (("AS 2S", "3S 5S 9S", "QS JS TS 7S JC", "4S J+", "KS J- 6S"), "KS", "KS AS", "3S"),
        (("AS 2S", "3S 5S", "QS JS 7S JC", "4S TS 6S J+", "KS J-"), "KS", "KS AS 5S 7S", "TS"),
        # None for the other side's, as long as there is anything else.
        (("JC 2S 8S", "TS J+ 6S", "KS QS JS 3S 7S", "9S 4S", "AS 5S J-"), "AS", "AS 2S", "6S"),
        # The partner's winner is not overtaken: the bidder keeps the ace, and so does whoever sits behind the partner.
        (("JC 8S 2S", "J+ 6S", "AS QS JS TS 7S", "9S 4S 3S", "KS J- 5S"), "KS", "KS 2S 6S", "TS"),
        (("JC 8S 2S", "J+ 6S", "AS QS JS 7S", "9S 4S 3S TS", "KS J- 5S"), "KS", "KS 2S 6S", "7S"),
        # To set the bidder: the three is taken from the bidder's side, with no more than it needs, and the ten covered.
        (("JC 8S", "5S 9S J+", "3S TS 7S JS 2S", "AS KS 4S", "QS J-"), "QS", "QS 8S 5S 3S", "KS"),
        (("AS JC 8S 2S", "J+ 6S", "KS QS JS TS 7S", "9S 4S", "3S 5S J-"), "3S", "3S", "AS"),
        # No ace for a trick with nothing in it.
        (("JC 8S", "5S 9S J+", "3S TS 7S JS 2S", "AS KS 4S", "QS J-"), "QS", "QS 8S 5S 7S", "4S"),
        # On lead high trumps that can be beaten are not bled, and points not led into others' hands.
        (("AS 4S 6S", "5S J+ 9S", "KS JS TS 2S 3S", "QS 7S JC", "8S J-"), "8S", "8S AS 5S 2S 7S", "4S"),
        (("KS TS 6S", "5S J+ 9S", "AS JS 2S 3S", "QS 7S JC", "8S J-"), "8S", "8S KS 5S 2S 7S", "6S"),
        # The ace need not be spent where the jack is as sure.
        (("JC 8S", "5S 9S J+", "AS KS JS 3S 2S TS", "4S 6S", "QS J-"), "QS", "QS 8S 5S KS 4S", "JS"),
    ],
)
def test_in_play(hands: tuple[str, ...], call: str, plays: str, expected: str) -> None:
    assert does(play(in_play(hands, call, 2), plays)) == f"play {expected}"


def test_the_called_card_tells_the_sides_from_the_start() -> None:
    # Seat 0 has the ten and seat 4's ace is winning: points for it from a bidder, none from an opponent.
    hands = ("TS 8S 2S", "J+ 6S", "KS QS JS 7S JC", "9S 4S 3S", "AS J- 5S")
    assert does(play(in_play(hands, "AS", 2), "AS")) == "play 2S"
    with_bidder = ("TS KS QS JS 7S JC", "J+ 6S", "8S 2S", "9S 4S 3S", "AS J- 5S")
    assert does(play(in_play(with_bidder, "AS", 0), "AS")) == "play TS"


# The search


def test_a_search_does_not_try_bids_without_cover_nor_the_moon_without_the_top_of_a_suit() -> None:
    no_cover = dealt({0: "JS JC J+ J- TS 9S 8S 3S 2S 2H"})
    assert [each.code for each in candidates(GAME.view(no_cover, 0))] == ["pass"]
    some = dealt({0: "AS JC J+ J- TS 9S 8S 3S 2S 2H"})
    assert [each.code for each in candidates(GAME.view(some, 0))] == ["pass", "bid 5"]
    top = dealt({0: "AS KS QS TS 9S 8S 7S 6S JC J+"})
    assert [each.code for each in candidates(GAME.view(top, 0))] == ["pass", "bid 5", "bid 10"]
    after_nine = auction(dealt({1: "AS 9S TS 2S J+ J- 9D 9C 8C 4C"}), "9")
    assert [each.code for each in candidates(GAME.view(after_nine, 1))] == ["pass"]
    forced = auction(dealt({4: "9S 5S 7H 6H 9D 8D 6D 9C 8C 4C"}), "p p p p")
    assert "bid 5" in [each.code for each in candidates(GAME.view(forced, 4))]


def test_a_deal_is_worth_its_points_until_it_may_decide_the_match() -> None:
    nine, five = last_card(9, 5), last_card(5, 5)
    assert worth(nine, 2) > worth(five, 2) > worth(last_card(4, 5), 2)
    # At 35 a made seven wins. Then nine points that do not win are worth less than six that do.
    wins, more = last_card(6, 6, scores=(0, 0, 36, 40, 0)), last_card(9, 6, scores=(0, 0, 32, 40, 0))
    assert wins.winners == (2,)
    assert not more.over
    assert worth(wins, 2) > worth(more, 2)
    # The set bid of another player wins the match for nobody here, the made one ends it.
    made, was_set = last_card(6, 6, scores=(41, 0, 36, 0, 0)), last_card(5, 6, scores=(41, 0, 36, 0, 0))
    assert (made.winners, was_set.winners) == ((2,), (0,))
    assert worth(was_set, 0) > worth(made, 0)


def test_a_failed_moon_is_no_gamble_for_points() -> None:
    moon, failed, passed = last_card(10, 10), last_card(8, 10), last_card(6, 6)
    assert moon.winners == (2,)
    # An even chance is not enough as long as the match is young.
    assert worth(moon, 2) + worth(failed, 2) < 2 * worth(passed, 2)
    # With somebody else about to win, it is.
    last_call = (0, 41, 0, 41, 0)
    moon, failed, passed = (last_card(ours, bid, scores=last_call) for ours, bid in ((10, 10), (8, 10), (6, 6)))
    assert worth(moon, 2) + worth(failed, 2) > 2 * worth(passed, 2)


def test_the_chance_to_win_a_match() -> None:
    state = last_card(6, 6, scores=(16, 16, 14, 16, 14))
    assert [chance_to_win(state, seat) for seat in range(5)] == [200] * 5
    state = last_card(6, 6, scores=(10, 16, 30, 16, 14))
    chances = [chance_to_win(state, seat) for seat in range(5)]
    assert chances[2] > 500 > chances[1] == chances[3] > chances[0]
    assert [weight(each) for each in (0, 3)] == [12300, 8000]
    assert weight(0) > weight(1) > weight(2) > weight(20) > weight(54) == weight(500)


def test_a_deal_surprises_where_the_others_would_have_bid_otherwise() -> None:
    """Seat 0 bid eight: it is more likely to have the strong hand than the weak one."""
    strong, weak = "AS KS QS JC J- 7S 2S 2H 2D 2C", "9S 5S 7H 6H 9D 8D 6D 9C 8C 4C"
    likely, unlikely = (auction(dealt({0: hand}), "8 p p p") for hand in (strong, weak))
    assert surprises(unlikely, 4) > surprises(likely, 4)
    # What it did itself is no surprise to a seat.
    assert surprises(auction(dealt({0: weak}), "8"), 0) == 0


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
