"""Knektpass up to its first lead, rule by rule (docs/rules/knektpass.md): KN-R1 to KN-R16."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.actions import (
    Action,
    DealEnded,
    Declared,
    Exchanged,
    Legal,
    MatchEnded,
    Reason,
    Robbed,
    SetChoice,
)
from engine.cards import CLUBS, DIAMONDS, HEARTS, PACK_52, SPADES, card, cards, cards_in, code, mask_of
from engine.games.knektpass import GAME, IN, LEAVE, PASS, STAND, Exchange, KnektpassState, SeatResult
from engine.games.knektpass_cards import PACK_36, trumps
from tests.engine.knektpass_positions import (
    FOUR,
    dealt,
    last_trick,
    legal_codes,
    refused,
    run,
    winner,
)
from tests.engine.walking import source, walk

SETTLED = GAME.settle({})


# Players, cards, score


@pytest.mark.parametrize("seats", [0, 1, 8, 10])
def test_KN_R1_two_to_seven_play_everyone_for_himself(seats: int) -> None:
    assert GAME.seats_allowed == (4, 2, 3, 5, 6, 7)
    assert GAME.partnerships == ()
    with pytest.raises(ValueError, match="Knektpass is for 2 to 7"):
        GAME.start(SETTLED, seats)


@pytest.mark.parametrize(("seats", "pack"), [(2, 36), (3, 36), (4, 52), (5, 52), (6, 52), (7, 52)])
def test_KN_R2_36_cards_for_two_and_three_52_for_more(seats: int, pack: int) -> None:
    layout = GAME.layout(SETTLED, seats)
    assert len(layout.pack) == pack
    lowest = {code(each)[0] for each in PACK_52} - {code(each)[0] for each in layout.pack}
    assert lowest == (set("2345") if pack == 36 else set())


def test_KN_R3_everybody_starts_at_12_and_lower_is_better() -> None:
    assert GAME.start(SETTLED, 3).scores == [12, 12, 12]
    assert GAME.counts_down
    assert GAME.view(GAME.start(SETTLED, 3), None).scores == (12, 12, 12)


def test_KN_R4_trumps_from_the_jack_of_clubs_down() -> None:
    for trump, letter in enumerate("SHDC"):
        order = ["JC", "JS", "JH", "JD", *(f"{rank}{letter}" for rank in "AKQT98765432")]
        assert [code(each) for each in reversed(trumps(trump))] == order
        assert sum(each in trumps(trump) for each in PACK_36) == 12
        for higher, lower in pairwise(order):
            assert winner(f"{lower} {higher}", trump) == 1
            assert winner(f"{higher} {lower}", trump) == 0
        for plain in set("SHDC") - {letter}:
            for higher, lower in pairwise("AKQT98765432"):
                assert winner(f"{lower}{plain} {higher}{plain}", trump) == 1
            assert winner(f"A{plain} 2{letter}", trump) == 1


def test_KN_R5_a_jack_is_a_trump_for_every_purpose() -> None:
    for trump in (SPADES, DIAMONDS, CLUBS):
        assert legal_codes("JH 2C 3D AC AD 3S", "9H", trump) >= {"JH"}, "no heart: it does not follow hearts"
        assert "JH" in legal_codes(f"JH 2{'SHDC'[trump]} AH", f"9{'SHDC'[trump]}", trump), "it follows trumps"
        assert legal_codes("JH AH", "9H", trump) == {"AH"}
        assert legal_codes("JS JD 5H", "JC", trump) == {"JS", "JD"}, "a led jack asks for trumps"


# Deal, turn-up


def test_KN_R6_the_first_dealer_is_drawn_then_the_deal_moves_left() -> None:
    start = GAME.start(SETTLED, 5)
    assert GAME.next_dealer(start) is None
    drawn = [GAME.dealt(start, source(seed))[0] for seed in range(1000)]
    assert all(140 < drawn.count(seat) < 260 for seat in range(5))
    dealers: dict[int, int] = {}
    for step in walk(GAME, 5, source(4), {"start_score": 50}, deals=8):
        assert isinstance(step.after, KnektpassState)
        dealers[step.after.deal_no] = step.dealer
        if not GAME.to_act(step.after):
            assert GAME.next_dealer(step.after) == (step.dealer + 1) % 5
    assert list(dealers.values()) == [(dealers[1] + n) % 5 for n in range(8)]


def test_KN_R6_another_dealer_is_refused() -> None:
    state = last_trick((0, 0), (3, 1))
    _, hands, rest = GAME.dealt(state, source(1))
    with pytest.raises(ValueError, match="the dealer is seat 0, not seat 1"):
        GAME.deal(state, 1, hands, rest)


def test_KN_R7_five_cards_each_and_one_turned_up() -> None:
    for seats in GAME.seats_allowed:
        start = GAME.start(SETTLED, seats)
        dealer, hands, rest = GAME.dealt(start, source(seats))
        state = GAME.deal(start, dealer, hands, rest)
        view = GAME.view(state, None)
        assert (view.hand_sizes, view.turn_up, view.trump) == ((5,) * seats, rest[0], rest[0] // 13)
        assert view.talon == {2: 25, 3: 20, 4: 31, 5: 26, 6: 21, 7: 16}[seats] == len(rest) - 1
        assert state.talon == tuple(rest[1:])


def test_KN_R7_a_jack_turned_up_makes_its_printed_suit_trumps() -> None:
    state = dealt(*FOUR, turn_up="JD")
    assert GAME.view(state, 2).trump == DIAMONDS


def test_KN_R8_the_dealer_is_asked_first_and_may_take_the_turn_up() -> None:
    state = dealt("AS KS QS TS 9S", "AD KD QD TD 9D", "AC KC QC TC 9C", turn_up="8H", dealer=1)
    assert GAME.to_act(state) == (1,)
    assert GAME.view(state, None).phase == "rob"
    robs = tuple(Action("rob", (each,)) for each in sorted(cards("AD KD QD TD 9D")))
    assert GAME.legal(state, 1) == Legal((*robs, LEAVE))
    after, facts = run(state, "rob 9D")
    assert facts == [Robbed(1, True)]
    assert GAME.view(after, 1).hand == tuple(sorted(cards("8H AD KD QD TD")))
    assert GAME.view(after, 1).given_up == card("9D")
    assert GAME.view(after, 1).laid_away == (card("9D"),)
    for other in (None, 0, 2):
        view = GAME.view(after, other)
        assert (view.given_up, view.robbed, view.turn_up, view.trump) == (None, True, card("8H"), HEARTS)
    assert GAME.to_act(after) == (2,), "forehand"


def test_KN_R8_not_taken_it_stays_on_the_table_out_of_play() -> None:
    state, facts = run(dealt(*FOUR, turn_up="8H"), "leave")
    assert facts == [Robbed(0, False)]
    view = GAME.view(state, 0)
    assert (view.robbed, view.given_up, view.turn_up) == (False, None, card("8H"))
    for seed in range(5):
        again = GAME.deal_again(GAME.view(state, 3), source(seed))
        assert all(not hand >> card("8H") & 1 for hand in again.hands)
        assert card("8H") not in again.talon


def test_KN_R8_never_the_turn_up_itself() -> None:
    refusal = refused(dealt(*FOUR, turn_up="8H"), 0, "rob 8H")
    assert (refusal.reason, refusal.params) == (Reason.NOT_IN_HAND, {"card": card("8H")})


def test_KN_R9_to_rob_is_no_exchange_and_obliges_to_nothing() -> None:
    state, _ = run(dealt(*FOUR, turn_up="8H"), "rob 2S", "in", "in", "in")
    assert GAME.view(state, None).exchanged == (0, 0, 0, 0)
    assert GAME.legal(state, 0) == Legal((IN, PASS))
    state, _ = run(state, "in", "exchange", "exchange", "exchange")
    choice = GAME.legal(state, 0).choice
    assert choice is not None
    assert choice.most == 5


# Play or pass


def test_KN_R10_from_forehand_clockwise_the_dealer_last_each_once() -> None:
    state, _ = run(dealt(*FOUR, dealer=2), "leave")
    turns = []
    for said in ("in", "pass", "in", "pass"):
        turns.append(GAME.to_act(state))
        assert GAME.legal(state, turns[-1][0]) == Legal((IN, PASS))
        state, facts = run(state, said)
        assert facts[0] == Declared(turns[-1][0], said == "in")
    assert turns == [(3,), (0,), (1,), (2,)]
    view = GAME.view(state, None)
    assert view.declared == (False, True, False, True)
    assert view.phase == "exchange"


def test_KN_R10_a_passer_is_out_at_no_cost() -> None:
    state, _ = run(dealt(*FOUR), "leave", "in", "pass", "in", "pass")
    while GAME.to_act(state):
        (seat,) = GAME.to_act(state)
        assert seat in (1, 3)
        state, _ = GAME.apply(state, seat, GAME.legal(state, seat).actions[0])
    assert (state.points[0], state.points[2]) == (0, 0)
    assert (state.scores[0], state.scores[2]) == (12, 12)
    assert GAME.view(state, 2).hand == tuple(sorted(cards(FOUR[2]))), "the hand stays where it was"


def test_KN_R11_all_pass_the_same_dealer_deals_again() -> None:
    state, facts = run(dealt(*FOUR, dealer=2), "leave", "pass", "pass", "pass", "pass")
    assert facts == [Declared(2, False), DealEnded((0, 0, 0, 0), (12, 12, 12, 12))]
    assert (state.needs_deal, state.over, state.points, state.scores) == (True, False, [0] * 4, [12] * 4)
    assert GAME.view(state, None).passed_out
    assert GAME.next_dealer(state) == 2
    standing = GAME.standing(state)
    assert standing.carried == {"dealer": 2, "passed_out": 1}
    assert GAME.next_dealer(GAME.resume(SETTLED, 4, standing)) == 2, "also after a restart"
    again = GAME.deal(state, *GAME.dealt(state, source(1)))
    assert (again.dealer, again.deal_no, again.passed_out) == (2, 2, 0)
    again, _ = run(again, "leave", "pass", "pass", "pass", "in")
    assert GAME.next_dealer(again) == 3


def test_KN_R12_a_lone_player_takes_off_5_at_once() -> None:
    state, facts = run(dealt(*FOUR), "leave", "pass", "in", "pass", "pass")
    assert facts[-1] == DealEnded((0, 0, -5, 0), (12, 12, 7, 12))
    assert state.needs_deal
    view = GAME.view(state, None)
    assert (view.lone, view.phase, view.tricks, view.passed_out) == (2, "deal", (), False)
    assert view.result == (SeatResult(0, 0, 0), SeatResult(0, 0, 0), SeatResult(0, 0, -5), SeatResult(0, 0, 0))


def test_KN_R12_the_5_may_end_the_match() -> None:
    state, facts = run(dealt(*FOUR, scores=(4, 3, 9, 1)), "leave", "pass", "in", "pass", "pass")
    assert not state.over
    state, facts = run(dealt(*FOUR, scores=(4, 3, 5, 1)), "leave", "pass", "in", "pass", "pass")
    assert (state.over, state.winners, state.scores) == (True, (2,), [4, 3, 0, 1])
    assert facts[-1] == MatchEnded((2,), (4, 3, 0, 1))


# Exchange


def test_KN_R13_in_the_same_order_any_number_for_as_many_from_the_talon() -> None:
    state, _ = run(dealt(*FOUR, talon="3H 4H 5H 6H 7H", dealer=1), "leave", "in", "pass", "in", "in")
    assert GAME.to_act(state) == (2,)
    hand = tuple(sorted(cards(FOUR[2])))
    assert GAME.legal(state, 2) == Legal((STAND,), SetChoice("exchange", 1, 5, hand))
    first, second = (code(each) for each in hand[:2])
    state, facts = run(state, f"exchange {second} {first}")
    assert facts == [Exchanged(2, 2)]
    assert GAME.view(state, 2).hand == tuple(sorted((*hand[2:], card("3H"), card("4H"))))
    assert GAME.view(state, None).talon == 29
    assert GAME.to_act(state) == (0,)
    state, _ = run(state, "exchange", "exchange " + FOUR[1])
    assert set(GAME.view(state, 1).hand) >= set(cards("5H 6H 7H"))
    view = GAME.view(state, 2)
    assert view.exchanges == (Exchange(2, 2, hand[:2], tuple(cards("3H 4H"))), Exchange(0, 0), Exchange(1, 5))
    assert view.laid_away == hand[:2]
    assert view.exchanged == (0, 5, 2, 0)
    assert GAME.view(state, 0).exchanges == (Exchange(2, 2), Exchange(0, 0), Exchange(1, 5))


def test_KN_R14_up_to_three_rounds_everybody_asked_in_each() -> None:
    state, _ = run(dealt("AS KS QS TS 9S", "AD KD QD TD 9D", dealer=1), "leave", "in", "in")
    asked = []
    for answer in ("exchange", "exchange AD", "exchange AS", "exchange", "exchange KS", "exchange"):
        asked.append((GAME.view(state, None).round, *GAME.to_act(state)))
        state, _ = run(state, answer)
    assert asked == [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)]
    assert GAME.view(state, None).phase == "play"
    assert GAME.view(state, None).round == 0


def test_KN_R14_a_round_without_exchange_ends_it() -> None:
    state, _ = run(dealt("AS KS QS TS 9S", "AD KD QD TD 9D"), "leave", "in", "in", "exchange", "exchange")
    assert state.phase == "play"
    state, _ = run(
        dealt("AS KS QS TS 9S", "AD KD QD TD 9D"),
        "leave",
        "in",
        "in",
        "exchange AD",
        "exchange",
        "exchange",
        "exchange",
    )
    assert state.phase == "play"


def test_KN_R14_at_the_cap_one_is_asked_and_can_only_stand() -> None:
    state, _ = run(
        dealt("AS KS QS TS 9S", "AD KD QD TD 9D"), "leave", "in", "in", "exchange " + "AD KD QD TD 9D", "exchange"
    )
    assert GAME.to_act(state) == (1,)
    assert GAME.legal(state, 1) == Legal((STAND,))
    held = code(GAME.view(state, 1).hand[0])
    assert refused(state, 1, f"exchange {held}").reason == Reason.NO_MORE_CARDS


def test_KN_R15_the_rounds_add_up_to_five_at_most() -> None:
    state, _ = run(dealt("AS KS QS TS 9S", "AD KD QD TD 9D"), "leave", "in", "in", "exchange AD KD QD", "exchange")
    hand = GAME.view(state, 1).hand
    assert GAME.legal(state, 1).choice == SetChoice("exchange", 1, 2, hand)
    refusal = refused(state, 1, "exchange " + " ".join(map(code, hand[:3])))
    assert (refusal.reason, refusal.params) == (Reason.TOO_MANY_CARDS, {"n": 2})
    state, _ = run(state, f"exchange {code(hand[0])}")
    assert GAME.view(state, None).exchanged == (0, 4)
    assert GAME.view(state, None).promised == (0, 4)


def test_KN_R16_no_more_than_the_talon_has_and_with_its_last_card_it_ends() -> None:
    state, _ = run(dealt(*FOUR), "leave", "in", "in", "in", "in")
    state.talon = state.talon[:7]
    state, _ = run(state, "exchange " + FOUR[1])
    choice = GAME.legal(state, 2).choice
    assert choice is not None
    assert choice.most == 2
    assert refused(state, 2, "exchange " + " ".join(FOUR[2].split()[:3])).params == {"n": 2}
    state, _ = run(state, "exchange " + " ".join(FOUR[2].split()[:2]))
    assert state.phase == "play", "at once: seats 3 and 0 are not asked any more"
    assert len(state.swaps) == 2


def test_KN_R16_cards_laid_away_never_come_back() -> None:
    for seed in range(40):
        gone = 0
        for step in walk(GAME, 2 + seed % 6, source(seed), deals=1):
            assert isinstance(step.after, KnektpassState)
            gone |= mask_of([each for _, laid, _ in step.after.swaps for each in cards_in(laid)])
            assert not any(hand & gone for hand in step.after.hands)
            assert not gone & mask_of(step.after.talon)
