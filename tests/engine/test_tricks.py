from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import HEARTS, PACK_52, SPADES, SUITS, card, cards, cards_in, code, mask_of, rank_of, suit_of
from engine.tricks import JOKERS, plain_order, trick_order

#: The later games' trumps, lowest first: jacks above all, and an off-jack and jokers among the trumps.
JACKS = trick_order(SPADES, cards("2S 3S 4S 5S 6S 7S 8S 9S TS QS KS AS JC JD JH JS"))
PITCH = trick_order(HEARTS, cards("2H 3H 4H 5H 6H 7H 8H 9H TH J- J+ JD JH QH KH AH"))


@given(st.sampled_from(SUITS), st.permutations(PACK_52).map(lambda pack: pack[:4]))
def test_in_plain_orders_printed_suits_count_and_trumps_win(trump: int, trick: list[int]) -> None:
    order = plain_order(trump)
    led = suit_of(trick[0])

    def by_hand(each: int) -> tuple[bool, bool, int]:
        return suit_of(each) == trump, suit_of(each) == led, rank_of(each)

    assert order.winner(trick) == trick.index(max(trick, key=by_hand))
    assert order.winner(tuple(trick)) == order.winner(trick)
    assert [order.suit[each] for each in trick] == [suit_of(each) for each in trick]


def test_without_trumps_only_the_suit_led_wins() -> None:
    order = plain_order(None)
    assert order.winner(cards("2S AH AD AC")) == 0
    assert order.winner(cards("2S AH 3S AC")) == 2


@given(st.sets(st.sampled_from(PACK_52), min_size=1, max_size=13), st.sampled_from(PACK_52))
def test_follow_suit_or_play_anything(hand: set[int], led: int) -> None:
    suited = {each for each in hand if suit_of(each) == suit_of(led)}
    assert set(cards_in(plain_order(SPADES).follow(mask_of(hand), led))) == (suited or hand)


@pytest.mark.parametrize(("led", "legal"), [("2S", "JH 3S"), ("JD", "JH 3S"), ("2H", "4H"), ("2C", "JH 3S 4H")])
def test_jacks_can_all_be_trumps(led: str, legal: str) -> None:
    hand = mask_of(cards("JH 3S 4H"))
    assert set(cards_in(JACKS.follow(hand, card(led)))) == set(cards(legal))


def test_a_jack_of_another_suit_beats_the_ace_of_trumps() -> None:
    assert JACKS.winner(cards("AH AS JC KS")) == 2
    assert JACKS.winner(cards("JC JS JH JD")) == 1


def test_jokers_and_the_off_jack_can_be_trumps() -> None:
    assert {code(each) for each in cards_in(PITCH.same[card("J+")])} >= {"J-", "J+", "JD", "JH", "2H"}
    assert PITCH.suit[card("JD")] == HEARTS
    assert PITCH.suit[card("JS")] == SPADES
    assert PITCH.winner(cards("TH J- JD J+ AD")) == 2
    assert not PITCH.same[card("AD")] >> card("JD") & 1
    assert PITCH.follow(mask_of(cards("JD 2D")), card("AD")) == mask_of(cards("2D"))


def test_without_trumps_jokers_are_a_suit_of_their_own() -> None:
    assert plain_order(None).suit[card("J+")] == JOKERS
    assert plain_order(None).winner(cards("J- J+ AS")) == 1


def test_trumps_need_a_suit() -> None:
    with pytest.raises(ValueError, match="need a suit"):
        trick_order(None, cards("2S"))
