"""The rules of Phat, each by its number in docs/rules/phat.md."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.actions import NOTHING, DealEnded, MatchEnded, Reason
from engine.cards import DIAMONDS, PACK_52, SPADES, card, cards, code
from engine.games.phat import GAME, MUCK, PHAT, BySide, PhatState, RoundResult
from tests.engine.phat_positions import fresh, last_trick, play, position, refused, sides, trick
from tests.engine.walking import source, walk


@pytest.mark.parametrize("seats", [0, 1, 2, 3, 5, 8])
def test_PH_R1_only_four_play(seats: int) -> None:
    assert GAME.seats_allowed == (4,)
    with pytest.raises(ValueError, match="Phat is for 4"):
        GAME.start(GAME.settle({}), seats)


def test_PH_R1_partners_sit_opposite() -> None:
    assert GAME.partnerships == ((0, 2), (1, 3))
    state, _ = trick("AS 2S 3S 4S")
    assert state.scores == [4, 0, 4, 0]


def test_PH_R2_52_cards_in_four_suits_alike() -> None:
    layout = GAME.layout(GAME.settle({}), 4)
    assert (sorted(layout.pack), layout.hand) == (list(range(52)), 13)
    for suit in "SHDC":
        for higher, lower in pairwise("AKQJT98765432"):
            _, taken = trick(
                f"{lower}{suit} {higher}{suit}" + (" 2C 3C" if suit != "C" else " 2D 3D"), "SHDC".index(suit)
            )
            assert taken.seat == 1, "trumps rank like the other suits"


def test_PH_R3_the_first_pitcher_is_drawn_and_the_dealer_sits_on_the_right() -> None:
    start = GAME.start(GAME.settle({}), 4)
    assert GAME.next_dealer(start) is None
    dealers = [GAME.dealt(start, source(seed))[0] for seed in range(2000)]
    assert all(420 < dealers.count(seat) < 580 for seat in range(4))
    for dealer in range(4):
        state = fresh(dealer=dealer)
        assert GAME.to_act(state) == ((dealer + 1) % 4,)
        assert GAME.view(state, None).pitcher == (dealer + 1) % 4


def test_PH_R4_thirteen_cards_each_and_none_left_over() -> None:
    dealer, hands, rest = GAME.dealt(GAME.start(GAME.settle({}), 4), source(1))
    state = GAME.deal(GAME.start(GAME.settle({}), 4), dealer, hands, rest)
    assert [len(hand) for hand in hands] == [13] * 4
    assert rest == []
    assert [GAME.view(state, seat).hand for seat in range(4)] == [tuple(hand) for hand in hands]


def test_PH_R5_the_pitcher_leads_any_card_and_its_suit_is_trump() -> None:
    state = fresh()
    assert GAME.view(state, None).trump is None
    assert GAME.legal(state, 0).cards == tuple(range(13))
    for each in range(13):
        after, _ = play(state, code(each))
        assert GAME.view(after, None).trump == SPADES
    after, _ = play(fresh(dealer=1), "2D")
    assert after.trump == DIAMONDS
    after, _ = play(after, "2C", "2S", "2H")
    assert after.trump == DIAMONDS, "for the whole round"


def test_PH_R6_follow_suit_if_you_can() -> None:
    state, _ = play(position(["9H", "2H AS 9H", "3H", "4H"]), "9H")
    assert GAME.legal(state, 1).cards == tuple(cards("2H 9H"))


def test_PH_R6_without_the_suit_anything_no_duty_to_trump_or_beat() -> None:
    state, _ = play(position(["9H", "2S AS 2C KD", "3H", "4H"]), "9H")
    assert GAME.legal(state, 1).cards == tuple(sorted(cards("2S AS 2C KD")))
    state, _ = play(position(["9H", "2H AH", "3H", "4H"]), "9H")
    assert GAME.legal(state, 1).cards == tuple(cards("2H AH")), "no duty to beat"


def test_PH_R7_the_highest_trump_wins_else_the_highest_of_the_suit_led() -> None:
    assert trick("KD 2S AD 3S")[1].seat == 3
    assert trick("KD AC AD 2D")[1].seat == 2
    assert trick("2D AC AH KC")[1].seat == 0


def test_PH_R7_the_winner_leads_next_any_card() -> None:
    state, _ = play(position(["KD 2C", "AD 3S 5D 9H", "2D 3C", "3D 4C"]), "KD", "AD", "2D", "3D")
    assert GAME.to_act(state) == (1,)
    assert GAME.legal(state, 1).cards == tuple(sorted(cards("3S 5D 9H")))


def test_PH_R8_what_counts_as_phat() -> None:
    for trump in range(4):
        points = {code(each): PHAT[trump][each] for each in PACK_52 if PHAT[trump][each]}
        letter = "SHDC"[trump]
        expected = {
            f"9{letter}": 18,
            f"5{letter}": 10,
            f"A{letter}": 4,
            f"K{letter}": 3,
            f"Q{letter}": 2,
            f"J{letter}": 1,
        }
        for other in "SHDC".replace(letter, ""):
            expected |= {f"9{other}": 9, f"5{other}": 5}
        assert points == expected
        assert sum(PHAT[trump]) == 80


def test_PH_R8_the_winning_side_scores_at_once() -> None:
    state, taken = trick("9S 2S 3S 4S", extra="2D")
    assert taken.points == 18
    assert (state.scores, state.points) == ([18, 0, 18, 0], [18, 0, 18, 0])
    assert GAME.view(state, 3).side_scores == (18, 0)


def test_PH_R9_what_counts_as_muck() -> None:
    assert {code(each)[0]: MUCK[each] for each in PACK_52 if MUCK[each]} == {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
    assert sum(MUCK) == 80
    state, _ = trick("AS KD TC 2D")
    assert state.muck == (17, 0), "a trump honour counts in both"
    assert state.phat == (4, 0)


@pytest.mark.parametrize(
    ("muck", "bonus"), [((41, 39), (8, 0)), ((80, 0), (8, 0)), ((39, 41), (0, 8)), ((0, 80), (0, 8))]
)
def test_PH_R10_a_muck_majority_scores_8(muck: BySide, bonus: BySide) -> None:
    state = last_trick(muck=muck)
    assert sides(state.scores) == bonus
    assert state.result == RoundResult((0, 0), muck, bonus, 0, True)


def test_PH_R11_at_40_40_nobody_scores_and_8_is_carried() -> None:
    state = last_trick(muck=(40, 40), carry=16)
    assert sides(state.scores) == (0, 0)
    assert state.carry == 24
    state = last_trick(muck=(30, 50), carry=24)
    assert sides(state.scores) == (0, 32)
    assert state.carry == 0


def test_PH_R12_the_pitcher_moves_clockwise_whoever_won() -> None:
    dealers = [step.dealer for step in walk(GAME, 4, source(5)) if step.after.needs_deal or step.after.over]
    assert len(dealers) >= 3
    assert dealers == [(dealers[0] + n) % 4 for n in range(len(dealers))]


def test_PH_R13_the_match_ends_at_once_in_mid_round() -> None:
    state = position(["9S 2D", "2S 3D", "3S TD", "4S TH"], scores=(170, 180), muck=(0, 50), carry=8, tricks_done=11)
    state, facts = play(state, "9S", "2S", "3S", "4S")
    assert state.over
    assert not state.needs_deal
    assert state.winners == (0, 2)
    assert sides(state.scores) == (188, 180), "muck not counted"
    assert state.carry == 0, "an open carry lapses"
    assert state.result == RoundResult((18, 0), (0, 50), (0, 0), 0, False)
    assert facts[-2:] == [DealEnded((18, 0, 18, 0), (188, 180, 188, 180)), MatchEnded((0, 2), (188, 180, 188, 180))]
    assert GAME.to_act(state) == ()
    for seat in range(4):
        assert GAME.legal(state, seat) == NOTHING
        assert refused(state, seat, "play 2D").reason == Reason.MATCH_OVER
    view = GAME.view(state, 0)
    assert (view.phase, view.over, view.winners, view.trick) == ("over", True, (0, 2), None)
    assert (view.hand, view.hand_sizes) == ((card("2D"),), (1, 1, 1, 1)), "remaining cards are not played"
    with pytest.raises(ValueError, match="the match is over"):
        GAME.deal(state, 0, *GAME.dealt(state, source(1))[1:])


def test_PH_R13_in_the_thirteenth_trick_too_before_the_muck() -> None:
    state = last_trick("9S 2S 3S 4S", scores=(163, 175), muck=(0, 80))
    assert state.winners == (0, 2)
    assert sides(state.scores) == (181, 175)


def test_PH_R13_the_target_itself_is_enough_one_below_is_not() -> None:
    state, _ = play(position(["JS 2D", "2S 3D", "3S 4D", "4S 5D"], scores=(179, 0)), "JS", "2S", "3S", "4S")
    assert not state.over
    state, _ = play(position(["JS 2D", "2S 3D", "3S 4D", "4S 5D"], scores=(180, 0)), "JS", "2S", "3S", "4S")
    assert state.over


def test_PH_R13_a_carry_still_open_at_the_end_of_the_match_lapses() -> None:
    for carry in (0, 8):
        state = last_trick(scores=(190, 150), muck=(40, 40), carry=carry, end="finish_round")
        assert (state.over, state.carry, sides(state.scores)) == (True, 0, (190, 150))
        assert state.result == RoundResult((0, 0), (40, 40), (0, 0), 0, True)


def test_PH_R14_only_one_side_scores_in_a_trick_and_takes_the_bonus() -> None:
    for seed in range(30):
        for step in walk(GAME, 4, source(seed)):
            before, after = sides(step.before.scores), sides(step.after.scores)
            assert isinstance(step.after, PhatState)
            assert step.after.result is None or 0 in step.after.result.bonus
            if step.after.result is None:
                assert before[0] == after[0] or before[1] == after[1]
