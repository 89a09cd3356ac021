"""Call, widow and discards of Pitch: PI-R16 to PI-R21, PI-E2, and who knows the partner when."""

from __future__ import annotations

from enum import StrEnum

import pytest

from engine.actions import Action, CardCalled, Discarded, Reason, TrumpsAnnounced
from engine.cards import DIAMONDS, HEARTS, SPADES, card, cards, mask_of
from engine.game import by_chance
from engine.games.pitch import GAME
from engine.games.pitch_table import NOBODY, PitchState
from tests.engine.pitch_positions import auction, dealt, discarding, do, in_play, refused
from tests.engine.walking import source

#: PI-E2: fourteen cards of a bidder, the last four from the widow, who has called the four of spades.
BIDDERS = "AS KS QS JS TS 9S 5S 3S 2S 4H"
WIDOW = "7H 8D 2C 9C"
#: PI-E2: a hand of ten; another seat has called the queen of spades.
OTHERS = "4H 7H 8D 2C AS KS 9S 5S 3S JH"
#: PI-E2: seven cards that never go.
SEVEN = "AS JS JC J+ J- TS 3S 4H 5H 6H"


def chosen(state: PitchState, seat: int, codes: str) -> bool:
    """Whether these discards are allowed."""
    return GAME.refusal(state, seat, Action("discard", tuple(cards(codes)))) is None


def why_not(state: PitchState, seat: int, codes: str) -> tuple[StrEnum, dict[str, int | str]]:
    refusal = refused(state, seat, f"discard {codes}")
    return refusal.reason, refusal.params


def to_call(hand: str = "KD", call: str = "not_in_hand") -> PitchState:
    """Seat 0 has bid and is to call a card."""
    return auction(dealt({0: hand}, call=call), "5 p p p p")


# Call and partner


def test_PI_R16_the_called_card_makes_trumps() -> None:
    state, facts = do(to_call(), "call 2H")
    assert (state.called, state.trump, state.phase) == (card("2H"), HEARTS, "discard")
    assert facts == [CardCalled(0, card("2H"))]
    view = GAME.view(state, None)
    assert (view.called, view.trump) == (card("2H"), HEARTS)


def test_PI_R16_any_rank_of_a_suit_may_be_called_but_no_joker() -> None:
    state = to_call()
    actions = GAME.legal(state, 0).actions
    assert len(actions) == 52 - len([each for each in GAME.view(state, 0).hand if each < 52])
    assert refused(state, 0, "call J+").reason == Reason.JOKER_CALLED
    assert refused(state, 0, "call J-").reason == Reason.JOKER_CALLED


def test_PI_R17_the_called_card_is_in_another_hand_or_in_the_widow() -> None:
    refusal = refused(to_call("KD"), 0, "call KD")
    assert (refusal.reason, refusal.params) == (Reason.OWN_CARD_CALLED, {"card": card("KD")})


def test_calls_the_examples() -> None:
    assert refused(to_call("KD"), 0, "call KD").reason == Reason.OWN_CARD_CALLED
    state, _ = do(to_call("KD JH"), "call JD")
    assert state.trump == DIAMONDS
    assert card("JH") not in GAME.legal(state, 0).choice.free  # type: ignore[union-attr]
    assert refused(state, 0, "discard JH 2S 3S 4S 5S 6S 7S 8S").params == {"card": card("JH")}, "the off-jack now"
    assert refused(to_call(), 0, "call J+").reason == Reason.JOKER_CALLED


def test_PI_R18_the_partner_is_who_holds_it_and_alone_knows() -> None:
    state, _ = do(dealt({0: "KS", 3: "AS"}), "bid 5", "pass", "pass", "pass", "pass", "call AS")
    assert state.partner == 3
    views = [GAME.view(state, seat) for seat in range(5)]
    assert [view.is_partner for view in views] == [False, False, False, True, False]
    assert [view.partner for view in views] == [None, None, None, 3, None]
    # The bidder has seen the widow, and so knows that somebody else has it.
    assert [view.alone for view in views] == [False, None, None, False, None]
    public = GAME.view(state, None)
    assert (public.partner, public.alone, public.is_partner) == (None, None, False)


def test_PI_R18_a_called_card_in_the_widow_leaves_the_bidder_alone() -> None:
    state, _ = do(dealt({0: "KS"}, widow="AS"), "bid 5", "pass", "pass", "pass", "pass", "call AS")
    assert state.partner == NOBODY
    assert [GAME.view(state, seat).alone for seat in (None, 0, 1, 2, 3, 4)] == [None, True, None, None, None, None]
    assert not GAME.view(state, 0).is_partner


def test_PI_R18_after_the_last_discard_all_know() -> None:
    state = in_play(["AS", "2S JS JC", "KS QS J+ J-", "4S 3S", "TS"], "AS", 2)
    for seat in (None, 0, 1, 2, 3, 4):
        view = GAME.view(state, seat)
        assert (view.partner, view.alone, view.to_act) == (0, False, (0,))
        assert view.is_partner == (seat == 0)
    state = in_play(["JS", "2S JC", "AS KS J+ J-", "4S 3S", "TS QS"], "AS", 2)
    for seat in (None, 0, 1, 2, 3, 4):
        assert (GAME.view(state, seat).partner, GAME.view(state, seat).alone) == (None, True)


# Widow and discards


def test_PI_R19_the_bidder_takes_the_widow_and_all_go_down_to_six() -> None:
    state = discarding({1: "KS"}, "AS", 1, "2H 3H 4H 5H")
    assert [hand.bit_count() for hand in state.hands] == [10, 14, 10, 10, 10]
    assert GAME.view(state, 1).widow == tuple(cards("2H 3H 4H 5H"))
    assert [GAME.view(state, seat).widow for seat in (None, 0, 2, 3, 4)] == [()] * 5
    assert GAME.to_act(state) == (0, 1, 2, 3, 4)
    for seat in range(5):
        choice = GAME.legal(state, seat).choice
        assert choice is not None
        assert choice.least == choice.most == (8 if seat == 1 else 4)


def test_PI_R19_all_discard_at_the_same_time_in_any_order() -> None:
    state = discarding({1: "KS"}, "AS", 1)
    for left in ((0, 1, 2, 4), (0, 1, 2), (1, 2), (1,)):
        (seat,) = set(GAME.to_act(state)) - set(left)
        asked = {each: GAME.question(state, each) for each in left}
        action = by_chance(GAME.legal(state, seat), source(1)).action
        state, facts = GAME.apply(state, seat, action)
        assert facts == [Discarded(seat, 4)]
        assert GAME.to_act(state) == left
        assert {each: GAME.question(state, each) for each in left} == asked, "nobody's question changes"
        assert refused(state, seat, action.code).reason == Reason.HAS_DISCARDED
        view = GAME.view(state, None)
        assert view.discarded == tuple(each for each in range(5) if each not in left)
        assert (view.announced, view.laid_away, view.trick) == ((), (), None)
        assert GAME.view(state, seat).laid_away == action.cards
    state, facts = GAME.apply(state, 1, by_chance(GAME.legal(state, 1), source(1)).action)
    assert state.phase == "play"
    assert isinstance(facts[1], TrumpsAnnounced)


def test_PI_R20_free_cards_are_plain_cards_and_trumps_from_nine_down_to_four() -> None:
    state = discarding({0: OTHERS, 1: "KD"}, "QS", 1)
    choice = GAME.legal(state, 0).choice
    assert choice is not None
    assert choice.free == tuple(sorted(cards("4H 7H 8D 2C 9S 5S JH")))
    assert choice.in_need == (), "there are enough free cards"


def test_PI_R20_ace_king_queen_and_two_go_only_when_no_free_card_is_left() -> None:
    state = discarding({0: OTHERS, 1: "KD"}, "QS", 1)
    assert why_not(state, 0, "4H 7H 9S AS") == (Reason.FREE_CARDS_FIRST, {"card": card("AS")})
    state = discarding({1: BIDDERS}, "4S", 1, WIDOW)
    choice = GAME.legal(state, 1).choice
    assert choice is not None
    assert set(choice.free) == set(cards("4H 7H 8D 2C 9C 9S 5S"))
    assert set(choice.in_need) == set(cards("AS KS QS 2S"))


def test_PI_R20_jacks_jokers_ten_and_three_never_go() -> None:
    state = discarding({0: "JS JC J+ J- TS 3S 4H 5H 6H 7H", 1: "KD"}, "AS", 1)
    assert chosen(state, 0, "4H 5H 6H 7H")
    for code in ("JS", "JC", "J+", "J-", "TS", "3S"):
        assert why_not(state, 0, f"4H 5H 6H {code}") == (Reason.NEVER_DISCARD, {"card": card(code)})


def test_PI_R20_the_called_card_never_goes() -> None:
    for code in ("4S", "QS", "2S"):
        hand = f"{code} 4H 5H 6H 7H"
        state = discarding({0: hand, 1: "KD"}, code, 1)
        assert why_not(state, 0, f"4H 5H 6H {code}") == (Reason.NEVER_DISCARD, {"card": card(code)})


def test_PI_R20_the_last_resort_gives_up_a_point() -> None:
    state = discarding({0: SEVEN, 1: "KD"}, "AS", 1)
    choice = GAME.legal(state, 0).choice
    assert choice is not None
    assert choice.free == tuple(sorted(cards("4H 5H 6H")))
    assert choice.in_need == tuple(sorted(cards("JS JC J+ J- TS")))
    state = discarding({0: "QS JS JC J+ J- TS 3S AS 5H 6H", 1: "KD"}, "QS", 1)
    assert not chosen(state, 0, "5H 6H JS TS"), "what goes in need goes first"
    assert why_not(state, 0, "5H 6H JS JC") == (Reason.FREE_CARDS_FIRST, {"card": card("JS")})
    assert chosen(state, 0, "5H 6H AS JS")


def test_PI_R21_the_trumps_are_announced_after_the_last_discard() -> None:
    state = discarding({0: OTHERS, 1: "KD"}, "QS", 1)
    state, _ = GAME.apply(state, 0, Action.parse("discard 9S 5S 4H 7H"))
    assert GAME.view(state, 2).announced == ()
    for seat in (1, 2, 3):
        state, _ = GAME.apply(state, seat, by_chance(GAME.legal(state, seat), source(1)).action)
        assert GAME.view(state, 2).announced == ()
    state, facts = GAME.apply(state, 4, by_chance(GAME.legal(state, 4), source(1)).action)
    view = GAME.view(state, 2)
    assert view.announced[0] == tuple(cards("5S 9S"))
    assert TrumpsAnnounced(view.announced) in facts
    seen = {each for pile in view.announced for each in pile}
    assert not seen & set(cards("4H 7H")), "plain cards stay hidden"
    assert view.trump == SPADES


# PI-E2


def test_PI_E2_a_bidder_with_seven_free_cards_of_eight() -> None:
    state = discarding({1: BIDDERS}, "4S", 1, WIDOW)
    free = "4H 7H 8D 2C 9C 9S 5S"
    for code in ("AS", "KS", "QS", "2S"):
        assert chosen(state, 1, f"{free} {code}")
    for code in ("JS", "TS", "3S"):
        assert why_not(state, 1, f"{free} {code}") == (Reason.NEVER_DISCARD, {"card": card(code)})
    assert why_not(state, 1, "4H 7H 8D 2C 9C 9S AS KS") == (Reason.FREE_CARDS_FIRST, {"card": card("AS")})


def test_PI_E2_a_called_king_that_came_with_the_widow_stays() -> None:
    state = discarding({1: BIDDERS.replace("KS", "7H")}, "KS", 1, WIDOW.replace("7H", "KS"))
    assert why_not(state, 1, "4H 7H 8D 2C 9C 9S 5S KS") == (Reason.NEVER_DISCARD, {"card": card("KS")})
    assert chosen(state, 1, "4H 7H 8D 2C 9C 9S 5S QS")


def test_PI_E2_a_hand_of_ten() -> None:
    state = discarding({0: OTHERS, 1: "KD"}, "QS", 1)
    assert chosen(state, 0, "4H 7H 8D 2C")
    assert chosen(state, 0, "4H 7H 9S 5S")
    assert chosen(state, 0, "5S 4H 9S 7H"), "in any order"
    assert not chosen(state, 0, "4H 7H 9S AS")


def test_PI_E2_seven_cards_that_never_go() -> None:
    state = discarding({0: SEVEN, 1: "KD"}, "AS", 1)
    for code in ("JS", "JC", "J+", "J-", "TS"):
        assert chosen(state, 0, f"4H 5H 6H {code}")
    for code in ("3S", "AS"):
        assert why_not(state, 0, f"4H 5H 6H {code}") == (Reason.NEVER_DISCARD, {"card": card(code)})
    state = discarding({0: SEVEN, 1: "KD"}, "QS", 1)
    choice = GAME.legal(state, 0).choice
    assert choice is not None
    assert choice.free + choice.in_need == (*sorted(cards("4H 5H 6H")), card("AS"))
    assert not chosen(state, 0, "4H 5H 6H JS")
    assert chosen(state, 0, "4H 5H 6H AS")


# Options


def test_options_call_own_card_allowed_plays_alone_on_purpose() -> None:
    state, _ = do(to_call("KD", call="own_card_allowed"), "call KD")
    assert (state.partner, state.trump) == (NOBODY, DIAMONDS)
    assert GAME.view(state, 0).alone is True
    assert GAME.view(state, 1).alone is None
    assert refused(to_call(call="own_card_allowed"), 0, "call J+").reason == Reason.JOKER_CALLED
    for seed in range(30):
        for seat in (None, 1):
            view = GAME.view(state, seat)
            assert GAME.view(GAME.deal_again(view, source(seed)), seat) == view


# Refusals


@pytest.mark.parametrize("text", ["call", "call AS KS", "call 7"])
def test_one_card_is_called(text: str) -> None:
    assert refused(to_call(), 0, text).reason == Reason.CALL_ONE_CARD


def test_the_number_of_discards_is_exact() -> None:
    state = discarding({0: OTHERS, 1: "KD"}, "QS", 1)
    for codes in ("4H", "4H 7H 8D", "4H 7H 8D 2C 9S"):
        assert why_not(state, 0, codes) == (Reason.WRONG_DISCARDS, {"n": 4})
    assert refused(state, 0, "discard").params == {"n": 4}
    assert refused(state, 1, "discard").params == {"n": 8}
    assert why_not(state, 0, "4H 4H 7H 8D") == (Reason.CHOSEN_TWICE, {"card": card("4H")})
    assert why_not(state, 0, "4H 7H 8D KC") == (Reason.NOT_IN_HAND, {"card": card("KC")})
    assert refused(state, 0, "play AS").reason == Reason.WRONG_VERB
    for seat in (-1, 5):
        assert refused(state, seat, "discard 4H").reason != Reason.HAS_DISCARDED


def test_only_the_bidder_calls() -> None:
    for seat in (1, 2, 3, 4, 5, -1):
        assert not GAME.legal(to_call(), seat)
    assert refused(to_call(), 1, "call AS").reason == Reason.NOT_YOUR_TURN


def test_what_is_dealt_again_can_be_played_on() -> None:
    state = discarding({0: OTHERS, 1: "KD"}, "QS", 1)
    state, _ = GAME.apply(state, 0, Action.parse("discard 9S 5S 4H 7H"))
    for seed in range(20):
        for seat in range(5):
            again = GAME.deal_again(GAME.view(state, seat), source(seed))
            assert mask_of(GAME.view(state, seat).hand) == again.hands[seat]
            while acting := GAME.to_act(again):
                again, _ = GAME.apply(again, acting[0], by_chance(GAME.legal(again, acting[0]), source(seed)).action)
            assert again.result is not None
