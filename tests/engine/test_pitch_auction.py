"""The auction of Pitch: PI-R10 to PI-R15, PI-E13, and what may be promised ahead."""

from __future__ import annotations

import pytest

from engine.actions import NOTHING, Action, BidMade, Legal, Passed, Reason
from engine.games.pitch import GAME, PASS
from engine.games.pitch_table import PitchState
from tests.engine.pitch_positions import auction, dealt, do, refused


def offered(state: PitchState) -> str:
    """What the seat on turn may say: ``p 6 7 8 9 10``."""
    (seat,) = GAME.to_act(state)
    return " ".join("p" if each == PASS else str(each.number) for each in GAME.legal(state, seat).actions)


def contract(state: PitchState) -> tuple[str, int, int]:
    return state.phase, state.bidder, state.bid


# The rules


def test_PI_R10_the_dealers_left_begins_and_every_bid_is_higher() -> None:
    state = dealt(dealer=1)
    assert GAME.to_act(state) == (2,)
    assert offered(state) == "p 5 6 7 8 9 10"
    state = auction(state, "7")
    assert GAME.to_act(state) == (3,)
    assert offered(state) == "p 8 9 10"
    assert refused(state, 3, "bid 7").params == {"number": 8}


def test_PI_R11_the_bid_is_in_points_and_stands_in_the_view() -> None:
    view = GAME.view(auction(dealt(), "5 p 8"), None)
    assert (view.bids, view.bid, view.bidder, view.passed) == (((0, 5), (1, None), (2, 8)), 8, 2, (1,))
    assert (view.phase, view.called, view.partner, view.alone) == ("auction", None, None, None)


def test_PI_R12_a_pass_is_final() -> None:
    state = auction(dealt(), "p 5 p 6 p")
    assert GAME.to_act(state) == (1,), "seat 0 has passed and is not asked again"
    assert refused(auction(dealt(), "p 5"), 0, "bid 7").reason == Reason.HAS_PASSED


def test_PI_R12_the_auction_goes_round_as_often_as_needed() -> None:
    assert contract(auction(dealt(), "5 6 p p p 7 8 9")) == ("auction", 0, 9)
    assert contract(auction(dealt(), "5 6 p p p 7 8 9 p")) == ("call", 0, 9)


def test_PI_R13_it_ends_when_only_one_has_not_passed() -> None:
    state, facts = do(auction(dealt(), "p p 5 p"), "pass")
    assert contract(state) == ("call", 2, 5)
    assert GAME.to_act(state) == (2,)
    assert facts == [Passed(4)]
    assert contract(auction(dealt(), "p p p 5")) == ("auction", 3, 5), "the dealer has not spoken"


def test_PI_R13_it_ends_at_once_on_10() -> None:
    state, facts = do(dealt(), "bid 10")
    assert contract(state) == ("call", 0, 10)
    assert facts == [BidMade(0, 10)]
    assert refused(state, 1, "pass").reason == Reason.NOT_YOUR_TURN


def test_PI_R14_the_dealer_must_bid_when_all_others_pass() -> None:
    state = auction(dealt(), "p p p p")
    assert offered(state) == "5 6 7 8 9 10"
    refusal = refused(state, 4, "pass")
    assert (refusal.reason, refusal.params) == (Reason.DEALER_MUST_BID, {"number": 5})
    assert contract(auction(state, "5")) == ("call", 4, 5)
    assert contract(auction(state, "7")) == ("call", 4, 7)
    assert contract(auction(state, "10")) == ("call", 4, 10)


def test_PI_R14_a_dealer_below_zero_must_bid_too_but_not_the_moon() -> None:
    state = auction(dealt(scores=(0, 0, 0, 0, -1)), "p p p p")
    assert offered(state) == "5 6 7 8 9"


def test_PI_R15_the_moon_is_for_scores_of_0_or_more() -> None:
    assert offered(dealt(scores=(-1, 0, 0, 0, 0))) == "p 5 6 7 8 9"
    assert offered(dealt(scores=(0, -1, 0, 0, 0))) == "p 5 6 7 8 9 10"
    refusal = refused(dealt(scores=(-1, 0, 0, 0, 0)), 0, "bid 10")
    assert (refusal.reason, refusal.params) == (Reason.MOON_NEEDS_NONNEGATIVE, {"number": 10})


# The worked examples


def test_PI_E13_a_five_then_six() -> None:
    assert contract(auction(dealt(), "5 p 6 p p p")) == ("call", 2, 6)


def test_PI_E13_b_all_pass_and_the_dealer_must() -> None:
    assert offered(auction(dealt(), "p p p p")).startswith("5")


def test_PI_E13_c_the_moon_ends_it() -> None:
    assert contract(auction(dealt(), "5 10")) == ("call", 1, 10)


def test_PI_E13_d_below_zero_a_nine_cannot_be_beaten() -> None:
    assert offered(auction(dealt(scores=(0, -2, 0, 0, 0)), "9")) == "p"


def test_PI_E13_e_who_has_passed_is_skipped() -> None:
    assert contract(auction(dealt(), "p 5 p 6 p 7 p")) == ("call", 1, 7)


# The options


def test_options_min_bid() -> None:
    assert offered(dealt(min_bid=4)) == "p 4 5 6 7 8 9 10"
    state = auction(dealt(min_bid=4), "p p p p")
    assert offered(state) == "4 5 6 7 8 9 10"
    assert refused(state, 4, "pass").params == {"number": 4}
    assert refused(dealt(), 0, "bid 4").params == {"number": 5}


def test_options_auction_single_round_everybody_speaks_once() -> None:
    state = auction(dealt(auction="single_round"), "5 6 p 7 p")
    assert contract(state) == ("call", 3, 7)
    state = auction(dealt(auction="single_round"), "5 p p p")
    assert contract(state) == ("auction", 0, 5), "the dealer may still speak"
    assert contract(auction(state, "6")) == ("call", 4, 6)
    assert contract(auction(state, "p")) == ("call", 0, 5)


def test_options_auction_single_round_the_dealer_is_forced_and_10_ends_it() -> None:
    state = auction(dealt(auction="single_round"), "p p p p")
    assert offered(state) == "5 6 7 8 9 10"
    assert contract(auction(state, "5")) == ("call", 4, 5)
    assert contract(auction(dealt(auction="single_round"), "10")) == ("call", 0, 10)


def test_options_dealer_may_match() -> None:
    state = auction(dealt(dealer_may_match=True), "6 p p p")
    assert offered(state) == "p 6 7 8 9 10"
    state = auction(state, "6")
    assert (state.bidder, state.bid) == (4, 6)
    assert offered(state) == "p 7 8 9 10", "the others must go higher"
    assert contract(auction(state, "p")) == ("call", 4, 6)
    assert offered(auction(dealt(dealer_may_match=True), "6")) == "p 7 8 9 10", "only the dealer may"
    assert offered(auction(dealt(dealer_may_match=True), "p p p p")) == "5 6 7 8 9 10"
    assert offered(auction(dealt(), "6 p p p")) == "p 7 8 9 10"


def test_options_moon_needs_nonnegative() -> None:
    state = dealt(scores=(-20, 0, 0, 0, 0), moon_needs_nonnegative=False)
    assert offered(state) == "p 5 6 7 8 9 10"


# Ahead of one's turn


def test_a_pass_may_be_promised_by_who_will_be_asked() -> None:
    state = auction(dealt(), "5 p")
    assert [GAME.ahead(state, seat) for seat in range(5)] == [
        NOTHING,  # stands highest
        NOTHING,  # has passed
        NOTHING,  # is asked now
        Legal((PASS,)),
        Legal((PASS,)),
    ]
    assert GAME.ahead(auction(state, "6"), 0) == Legal((PASS,)), "outbid, and will be asked again"
    assert GAME.ahead(auction(state, "6"), 2) == NOTHING
    assert GAME.view(state, 3).ahead == Legal((PASS,))
    assert GAME.view(state, None).ahead == NOTHING
    assert all(GAME.ahead(auction(state, "p p p"), seat) == NOTHING for seat in range(5)), "the auction is over"


def test_in_a_single_round_nobody_promises_who_has_spoken() -> None:
    state = auction(dealt(auction="single_round"), "5 p")
    assert [bool(GAME.ahead(state, seat)) for seat in range(5)] == [False, False, False, True, True]


# Questions


def test_the_question_changes_with_the_turn_and_the_bid_to_beat() -> None:
    state = dealt()
    asked = []
    for said in ("5", "6", "p", "p", "p", "7", "p"):
        (seat,) = GAME.to_act(state)
        asked.append((seat, GAME.question(state, seat)))
        assert [GAME.question(state, each) for each in range(5) if each != seat] == [None] * 4
        state = auction(state, said)
    assert len(set(asked)) == len(asked)
    assert GAME.question(state, 0) not in [question for _, question in asked], "the call is another question"


# Refusals


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("bid 11", Reason.BID_TOO_HIGH),
        ("bid 4", Reason.BID_TOO_LOW),
        ("bid 0", Reason.BID_TOO_LOW),
        ("bid", Reason.BID_A_NUMBER),
        ("bid AS", Reason.BID_A_NUMBER),
        ("pass 3", Reason.WRONG_VERB),
        ("pass AS", Reason.WRONG_VERB),
        ("play AS", Reason.WRONG_VERB),
        ("call AS", Reason.WRONG_VERB),
    ],
)
def test_what_is_no_bid_is_refused(text: str, reason: Reason) -> None:
    assert refused(dealt(), 0, text).reason == reason


def test_a_bid_with_a_card_is_none() -> None:
    refusal = GAME.refusal(dealt(), 0, Action("bid", (3,), 6))
    assert refusal is not None
    assert refusal.reason == Reason.BID_A_NUMBER


def test_nobody_speaks_out_of_turn() -> None:
    for seat in (1, 4, -1, 5):
        assert refused(dealt(), seat, "bid 6").reason == Reason.NOT_YOUR_TURN
