"""Knektpass rule by rule (docs/rules/knektpass.md): KN-R1 to KN-R21, and what a table may ask of the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from engine.actions import (
    NOTHING,
    Action,
    DealEnded,
    Declared,
    Exchanged,
    Legal,
    MatchEnded,
    Reason,
    Robbed,
    SetChoice,
    TrickTaken,
)
from engine.cards import CLUBS, DIAMONDS, HEARTS, PACK_52, SPADES, Suit, card, cards, cards_in, code, mask_of
from engine.game import Trick
from engine.games.knektpass import GAME, IN, LEAVE, PASS, STAND, Exchange, KnektpassState, SeatResult
from engine.games.knektpass_cards import PACK_36, lacks, playable, trumps
from engine.simulate import play_match
from tests.engine import test_knektpass_examples, test_knektpass_options
from tests.engine.invariants_knektpass import may_be_played
from tests.engine.knektpass_positions import (
    FOUR,
    dealt,
    last_trick,
    legal_codes,
    playing,
    position,
    refused,
    run,
)
from tests.engine.walking import snapshot, source, walk

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


def winner(played: str, trump: Suit) -> int:
    state, _ = run(position([*played.split()], trump), *(f"play {each}" for each in played.split()))
    return state.tricks[-1][2]


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


# Tricks


@pytest.mark.parametrize(
    ("dealer", "plays", "leader"),
    [(0, (1, 2, 3), 3), (0, (0, 1, 2), 2), (2, (0, 2, 3), 0), (1, (1, 3), 3), (3, (0, 3), 0)],
)
def test_KN_R17_the_player_nearest_the_dealers_right_leads_never_the_dealer(
    dealer: int, plays: Sequence[int], leader: int
) -> None:
    state = playing(dealer, plays)
    assert GAME.to_act(state) == (leader,)
    assert GAME.legal(state, leader).cards == GAME.view(state, leader).hand, "any card"


def test_KN_R17_five_tricks_the_winner_leads_next_passers_are_skipped() -> None:
    state = playing(0, (1, 3))
    leaders = []
    while GAME.to_act(state):
        (seat,) = GAME.to_act(state)
        if not state.table:
            leaders.append(seat)
        state, _ = GAME.apply(state, seat, GAME.legal(state, seat).actions[0])
    assert len(state.tricks) == 5
    assert leaders[1:] == [winner for _, _, winner in state.tricks[:-1]]
    assert all(set(order) == {1, 3} for order, _, _ in state.tricks)


def test_KN_R18_follow_else_trump_and_beat_if_you_can() -> None:
    assert legal_codes("AS 9S 7H JD", "TS") == {"AS"}
    assert legal_codes("9S 7S 7H JD", "TS") == {"9S", "7S"}
    assert legal_codes("7H JD AD", "TS") == {"7H", "JD"}
    assert legal_codes("7H JD AD", "TS 9H") == {"JD"}
    assert legal_codes("7H AD", "TS 9H") == {"7H"}, "trump, though it cannot win"
    assert legal_codes("AD 2C", "TS 9H") == {"AD", "2C"}
    assert legal_codes("AS 2S", "TS 9H") == {"AS", "2S"}, "no spade can win any more"


def test_KN_R18_exact_in_10000_random_positions() -> None:
    chance = source(18)
    for _ in range(10_000):
        trump = chance(4)
        seats = 2 + chance(6)
        pile = random_cards(chance, 52)
        table = pile[: chance(seats)]
        hand = pile[seats : seats + 1 + chance(5)]
        state = position([code(each) for each in table] + [" ".join(map(code, hand))], trump, seats=seats)
        for each in table:
            GAME.play(state, state.turn, Action("play", (each,)))
        expected = may_be_played([*map(code, hand)], [*map(code, table)], "SHDC"[trump], SETTLED)
        assert {code(each) for each in GAME.legal(state, len(table)).cards} == expected


def random_cards(chance: object, count: int) -> list[int]:
    assert callable(chance)
    pile = list(PACK_52)
    for last in range(51, 0, -1):
        other = chance(last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return pile[:count]


def test_KN_R18_a_card_shows_exactly_the_cards_that_would_have_forbidden_it() -> None:
    chance = source(19)
    for _ in range(600):
        options = GAME.settle(
            {"must_trump": bool(chance(2)), "must_beat": bool(chance(2)), "undertrump": ("forced", "free")[chance(2)]}
        )
        trump, (led, second, played, *others) = chance(4), random_cards(chance, 52)
        best = second if playing_on(led, second, trump) else led
        missing = lacks(options, trump, led, best, played)
        for other in others:
            may = playable(options, trump, 1 << played | 1 << other, led, best) >> played & 1
            assert bool(may) != bool(missing >> other & 1)


def playing_on(led: int, card: int, trump: Suit) -> bool:
    """Whether this card beats the card led."""
    return winner(f"{code(led)} {code(card)}", trump) == 1


# Score and end


def test_KN_R19_as_many_tricks_as_cards_exchanged_or_5_for_each_missing() -> None:
    for n in range(6):
        for t in range(6):
            state = last_trick((n, 0), (t, 5 - t))
            assert state.points == [-t if t >= n else 5 * (n - t), t - 5]
            assert state.result == (SeatResult(n, t, state.points[0]), SeatResult(0, 5 - t, t - 5))


def test_KN_R20_who_exchanged_nothing_cannot_lose_points() -> None:
    for t in range(6):
        assert last_trick((0, 0), (t, 5 - t)).points == [-t, t - 5]


def test_KN_R21_the_match_ends_after_a_deal_in_which_somebody_is_at_0_or_below() -> None:
    state = last_trick((0, 0), (3, 2), scores=(4, 3))
    assert (state.over, state.needs_deal, state.scores) == (False, True, [1, 1])
    state = last_trick((0, 0), (3, 2), scores=(3, 3))
    assert (state.over, state.needs_deal, state.winners, state.scores) == (True, False, (0,), [0, 1])
    state = last_trick((0, 0), (3, 2), scores=(1, 9))
    assert (state.winners, state.points, state.scores) == ((0,), [-3, -2], [0, 7]), "points unfloored, scores floored"
    state = last_trick((0, 0), (4, 1), scores=(2, 1))
    assert (state.winners, state.scores) == ((0,), [0, 0]), "the lower total, -2 against 0"
    state = last_trick((0, 0), (3, 2), scores=(2, 1))
    assert (state.winners, state.scores) == ((0, 1), [0, 0]), "-1 each"


def test_KN_R21_not_before_the_deal_is_over() -> None:
    state = position(["JC 6S", "6H 7H"], scores=(1, 9), tricks_done=3)
    state, facts = run(state, "play JC", "play 6H")
    assert facts[-1] == TrickTaken(0, tuple(cards("JC 6H")), 0)
    assert not state.over


def test_KN_R21_after_the_match_nothing_can_be_done() -> None:
    state = last_trick((0, 0), (3, 2), scores=(1, 9))
    for seat in range(2):
        assert GAME.legal(state, seat) == NOTHING
        assert refused(state, seat, "play 2D").reason == Reason.MATCH_OVER
    assert GAME.view(state, None).phase == "over"
    with pytest.raises(ValueError, match="the match is over"):
        GAME.deal(state, 0, *GAME.dealt(state, source(1))[1:])


# Refusals


@pytest.mark.parametrize(
    ("said", "texts"),
    [
        ((), ["pass", "in", "exchange", "play AS", "leave AS", "discard AS"]),
        (("leave",), ["leave", "rob AS", "exchange AS", "play AS", "in AS", "pass 3", "bid 5"]),
        (("leave", "in", "in", "in", "in"), ["in", "pass", "leave", "play AS", "exchange 3", "discard AS"]),
        (("leave", "in", "in", "in", "in", *["exchange"] * 4), ["in", "pass", "leave", "exchange", "rob AS"]),
    ],
)
def test_what_belongs_to_another_phase_is_refused(said: Sequence[str], texts: Sequence[str]) -> None:
    state, _ = run(dealt(*FOUR), *said)
    (seat,) = GAME.to_act(state)
    for text in texts:
        refusal = refused(state, seat, text)
        assert (refusal.reason, refusal.params) == (Reason.WRONG_VERB, {"verb": text.split()[0]})


def test_refusals_of_turn_cards_and_numbers() -> None:
    state = dealt(*FOUR)
    assert refused(state, 1, "leave").reason == Reason.NOT_YOUR_TURN
    assert refused(state, -1, "leave").reason == Reason.NOT_YOUR_TURN
    for text in ("rob", "rob 2S 3S", "rob 3"):
        assert refused(state, 0, text).reason == Reason.GIVE_UP_ONE
    assert refused(GAME.start(SETTLED, 4), 0, "leave").reason == Reason.NOT_DEALT
    state, _ = run(state, "leave", "in", "in", "in", "in")
    one, two = FOUR[1].split()[:2]
    assert refused(state, 1, f"exchange {FOUR[0].split()[0]}").reason == Reason.NOT_IN_HAND
    refusal = refused(state, 1, f"exchange {one} {two} {one}")
    assert (refusal.reason, refusal.params) == (Reason.CHOSEN_TWICE, {"card": card(one)})
    state, _ = run(state, *["exchange"] * 4)
    for text in ("play", "play 2S 3S", "play 3"):
        assert refused(state, 3, text).reason == Reason.ONE_CARD


@pytest.mark.parametrize(
    ("table", "hand", "played", "reason", "params"),
    [
        ("KS", "AS 9H", "9H", Reason.MUST_FOLLOW, {"suit": SPADES}),
        ("KS", "AS JS", "JS", Reason.MUST_FOLLOW, {"suit": SPADES}),
        ("JS", "AS 9H", "AS", Reason.TRUMPS_LED, {}),
        ("9H", "AS JD", "AS", Reason.TRUMPS_LED, {}),
        ("KS", "AD 9H", "AD", Reason.MUST_TRUMP, {}),
        ("KS", "AS 9S", "9S", Reason.MUST_BEAT, {"card": card("KS")}),
        ("KS 9H", "TH 8H", "8H", Reason.MUST_BEAT, {"card": card("9H")}),
        ("8H", "TH 7H", "7H", Reason.MUST_BEAT, {"card": card("8H")}),
    ],
)
def test_refusals_say_which_duty(table: str, hand: str, played: str, reason: Reason, params: dict[str, int]) -> None:
    state, _ = run(position([*table.split(), hand, "2C"]), *(f"play {each}" for each in table.split()))
    refusal = refused(state, len(table.split()), f"play {played}")
    assert (refusal.reason, refusal.params) == (reason, params)


# Promises, views, questions


def test_in_and_pass_may_be_promised_before_the_turn_to_declare() -> None:
    state = dealt(*FOUR)
    assert [GAME.ahead(state, seat) for seat in range(4)] == [NOTHING] * 4
    state, _ = run(state, "leave", "in")
    assert [GAME.ahead(state, seat) for seat in range(4)] == [Legal((IN, PASS)), NOTHING, NOTHING, Legal((IN, PASS))]
    assert GAME.view(state, 3).ahead == Legal((IN, PASS))
    assert GAME.view(state, None).ahead == NOTHING


def test_to_stand_may_be_promised_while_one_is_still_asked() -> None:
    state, _ = run(dealt("AS KS QS TS 9S", "AD KD QD TD 9D", "AC KC QC TC 9C"), "leave", "in", "pass", "in")
    stand = Legal((STAND,))
    assert [GAME.ahead(state, seat) for seat in range(3)] == [stand, NOTHING, NOTHING]
    state, _ = run(state, "exchange AD")
    assert [GAME.ahead(state, seat) for seat in range(3)] == [NOTHING, stand, NOTHING], "in the next round"
    state, _ = run(state, "exchange", "exchange KD", "exchange", "exchange QD")
    assert GAME.to_act(state) == (0,)
    assert [GAME.ahead(state, seat) for seat in range(3)] == [NOTHING] * 3, "the last round: asked no more"


def test_the_view_has_what_the_screens_show() -> None:
    state, _ = run(dealt("AS KS QS TS 9S", "AD KD QD TD 9D", "AC KC QC TC 9C", dealer=2), "rob 9C", "in", "in")
    view = GAME.view(state, 0)
    assert (view.phase, view.dealer, view.declared, view.to_act) == ("declare", 2, (True, True, None), (2,))
    state, _ = run(state, "in", "exchange 9S TS", "exchange", "exchange AC", *["exchange"] * 3)
    view = GAME.view(state, 0)
    assert (view.phase, view.exchanged, view.promised, view.taken) == ("play", (2, 0, 1), (2, 0, 1), (0, 0, 0))
    assert (view.trick, view.talon, view.lone, view.result) == (Trick(1), 17, None, None)
    assert view.laid_away == tuple(cards("9S TS"))
    assert GAME.view(state, 2).laid_away == tuple(cards("9C AC"))
    assert GAME.view(state, None).laid_away == ()


def test_views_hold_own_cards_only() -> None:
    state, _ = run(dealt("AS KS QS TS 9S", "AD KD QD TD 9D", "AC KC QC TC 9C", dealer=2), "rob 9C", *["in"] * 3)
    state, facts = run(state, "exchange 9S TS")
    assert facts == [Exchanged(0, 2)]
    for viewer in (None, 1, 2):
        text = str(snapshot(GAME.view(state, viewer).exchanges))
        assert str(card("9S")) not in text


def test_a_question_is_the_phase_the_round_or_the_trick() -> None:
    state, asked = dealt("AS KS QS TS 9S", "AD KD QD TD 9D"), []
    while GAME.to_act(state) and len(state.tricks) < 2:
        (seat,) = GAME.to_act(state)
        assert GAME.question(state, 1 - seat) is None
        asked.append((seat, GAME.question(state, seat)))
        pick = "exchange AD" if state.phase == "exchange" and not state.swaps else None
        action = Action.parse(pick) if pick else GAME.legal(state, seat).actions[-1 if state.phase == "rob" else 0]
        state, _ = GAME.apply(state, seat, action)
    assert len(set(asked)) == len(asked)
    assert [question for seat, question in asked if seat == 1][:3] == [
        (1, "declare", 0),
        (1, "exchange", 0),
        (1, "exchange", 1),
    ]


def test_ledger_points_turn_the_score_round_and_stats_count() -> None:
    state = last_trick((2, 0), (1, 4))
    assert state.points == [5, -4]
    assert GAME.ledger_points(state) == (-5, 4)
    assert GAME.deal_stats(state) == (
        {"tricks": 1, "exchanged": 2, "in": 1, "passed": 0, "lone": 0, "penalties": 5, "written_off": 0},
        {"tricks": 4, "exchanged": 0, "in": 1, "passed": 0, "lone": 0, "penalties": 0, "written_off": 4},
    )
    state, _ = run(dealt(*FOUR), "leave", "pass", "in", "pass", "pass")
    assert GAME.deal_stats(state)[2] == {
        "tricks": 0,
        "exchanged": 0,
        "in": 1,
        "passed": 0,
        "lone": 1,
        "penalties": 0,
        "written_off": 5,
    }
    assert GAME.deal_stats(state)[1]["passed"] == 1


# Dealing again


def test_deal_again_heeds_duties_not_met() -> None:
    # Seat 1 (void of spades, without trumps), seat 2 (no spade above the nine, which was to be beaten).
    state = position(["9S 2D", "3C 4D", "7S 5D", "2S 6D"], HEARTS, seats=4)
    state, _ = run(state, "play 9S", "play 3C", "play 7S")
    over_nine = mask_of(cards("TS QS KS AS"))
    for seed in range(30):
        again = GAME.deal_again(GAME.view(state, 3), source(seed))
        assert not again.hands[1] & (mask_of(trumps(HEARTS)) | mask_of(each for each in PACK_52 if each < 13))
        assert not again.hands[2] & over_nine
        assert GAME.view(again, 3) == GAME.view(state, 3)


def test_deal_again_leaves_a_robbed_turn_up_with_the_dealer() -> None:
    state, _ = run(dealt(*FOUR, turn_up="8H"), "rob " + FOUR[0].split()[0], *["in"] * 4, *["exchange"] * 3)
    for seed in range(10):
        again = GAME.deal_again(GAME.view(state, 2), source(seed))
        assert again.hands[0] >> card("8H") & 1
    state, _ = run(state, "exchange " + " ".join(code(each) for each in GAME.view(state, 0).hand))
    for seed in range(10):
        again = GAME.deal_again(GAME.view(state, 2), source(seed))
        assert not again.hands[0] >> card("8H") & 1, "the whole hand was laid away, and it with it"
        assert again.swaps[3][1] >> card("8H") & 1
        assert GAME.view(again, 2) == GAME.view(state, 2)


def test_deal_again_gives_no_trump_ace_to_who_was_free_to_pass() -> None:
    state, _ = run(dealt(*FOUR, turn_up="8H", trump_ace_must_play=True), "leave", "pass", "pass")
    for seed in range(40):
        again = GAME.deal_again(GAME.view(state, 3), source(seed))
        assert not (again.hands[1] | again.hands[2]) >> card("AH") & 1


# Computer players to the end, records


@pytest.mark.parametrize("min_tricks", [0, 1])
@pytest.mark.parametrize("seats", GAME.seats_allowed)
def test_normal_players_end_their_matches(seats: int, min_tricks: int) -> None:
    options = GAME.settle({"min_tricks": min_tricks})
    matches = 60 if min_tricks else 100
    for match in range(matches):
        record = play_match(GAME, options, seats, ["normal"] * seats, 8, match)
        assert record.result is not None
        assert len(record.deals) < 60


# The page of the rules


def test_every_rule_example_and_option_written_down_has_its_test() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules" / "knektpass.md").read_text(encoding="utf-8")
    numbers = set(re.findall(r"\bKN-([RE]\d+b?)\b", text))
    assert numbers == {*(f"R{n}" for n in range(1, 22)), *(f"E{n}" for n in range(1, 21)), "E4b", "E7b"}
    names = {name for module in (globals(), vars(test_knektpass_examples)) for name in module}
    tested = {match[1] for name in names if (match := re.match(r"test_KN_([RE]\d+b?)_", name))}
    assert numbers == tested
    for option in GAME.options:
        assert f"| `{option.name}` |" in text
        assert any(f"options_{option.name}" in name for name in vars(test_knektpass_options))
