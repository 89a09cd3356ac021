"""Phat rule by rule (docs/rules/phat.md): PH-R1 to PH-R14, the worked examples PH-E1 to PH-E12, the options."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from engine.actions import NOTHING, Action, CardPlayed, DealEnded, Fact, IllegalAction, MatchEnded, Reason, TrickTaken
from engine.cards import CLUBS, DIAMONDS, HEARTS, PACK_52, SPADES, Suit, card, cards, code, mask_of
from engine.game import Trick
from engine.games.phat import GAME, MUCK, PHAT, BySide, PhatState, RoundResult
from engine.options import BadOption, Value
from tests.engine.walking import snapshot, source, walk

NO_FACTS: list[Fact] = []
#: A trick without a point of Phat or muck; spades are trumps, so seat 2 wins it when seat 0 leads.
BLANK = "2C 3C 7S 4C"


def position(
    hands: Sequence[str] = ("", "", "", ""),
    trump: Suit = SPADES,
    leader: int = 0,
    scores: BySide = (0, 0),
    muck: BySide = (0, 0),
    tricks_done: int = 0,
    carry: int = 0,
    **options: Value,
) -> PhatState:
    """A moment in mid-round: only the cards named are still in the hands, the tricks done are left blank."""
    state = GAME.start(GAME.settle(options), 4)
    state.needs_deal = False
    state.deal_no = 1
    state.dealer = 3
    state.hands = [mask_of(cards(hand)) for hand in hands]
    state.leader = state.turn = leader
    state.trump = trump
    state.tricks = ((0, tuple(cards(BLANK)), 2, 0),) * tricks_done
    state.scores = [scores[0], scores[1]] * 2
    state.muck = muck
    state.carry = carry
    return state


def play(state: PhatState, *codes: str) -> tuple[PhatState, list[Fact]]:
    """Play these cards, each by the seat whose turn it is; the facts of the last one."""
    facts = NO_FACTS
    for each in codes:
        (seat,) = GAME.to_act(state)
        state, facts = GAME.apply(state, seat, Action.parse(f"play {each}"))
    return state, facts


def trick(codes: str, trump: Suit = SPADES, leader: int = 0, extra: str = "") -> tuple[PhatState, TrickTaken]:
    """The state and fact after one trick, its cards given clockwise from seat 0 when it leads."""
    hands = [""] * 4
    for place, each in enumerate(codes.split()):
        hands[(leader + place) % 4] = f"{each} {extra}".strip() if place == 0 else each
    state, facts = play(position(hands, trump, leader), *codes.split())
    taken = next(each for each in facts if isinstance(each, TrickTaken))
    return state, taken


def last_trick(codes: str = BLANK, **given: object) -> PhatState:
    """The state after the round's thirteenth trick."""
    state = position(codes.split(), tricks_done=12, **given)  # type: ignore[arg-type]
    return play(state, *codes.split())[0]


def sides(values: Sequence[int]) -> BySide:
    assert tuple(values[:2]) == tuple(values[2:])
    return values[0], values[1]


def fresh(options: Mapping[str, Value] | None = None, dealer: int = 3) -> PhatState:
    """A match with its first cards dealt: seat 0 has all spades, 1 the hearts, 2 the diamonds, 3 the clubs."""
    return GAME.deal(
        GAME.start(GAME.settle(options or {}), 4), dealer, [PACK_52[13 * n : 13 * n + 13] for n in range(4)], []
    )


def refused(state: PhatState, seat: int, text: str) -> IllegalAction:
    """The refusal of an action, with nothing changed by it."""
    before = snapshot(state)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, seat, Action.parse(text))
    assert snapshot(state) == before
    assert str(caught.value)
    return caught.value


# The rules


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


def test_PH_R6_clockwise_one_card_each() -> None:
    state, turns = fresh(dealer=1), []
    for each in ("2D", "2C", "2S"):
        turns.append(GAME.to_act(state))
        state, _ = play(state, each)
    assert [*turns, GAME.to_act(state)] == [(2,), (3,), (0,), (1,)]


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


def test_PH_R12_another_dealer_is_refused() -> None:
    state = last_trick(muck=(40, 40))
    _, hands, rest = GAME.dealt(state, source(1))
    with pytest.raises(ValueError, match="the dealer is seat 0, not seat 2"):
        GAME.deal(state, 2, hands, rest)


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


def test_every_rule_and_example_written_down_has_its_test() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules" / "phat.md").read_text(encoding="utf-8")
    numbers = set(re.findall(r"PH-([REA]\d+)", text))
    assert numbers == {*(f"R{n}" for n in range(1, 15)), *(f"E{n}" for n in range(1, 13)), "A8"}
    tested = {match[1] for name in globals() if (match := re.match(r"test_PH_([REA]\d+)_", name))}
    assert numbers == tested
    for option in GAME.options:
        assert f"| `{option.name}` |" in text
        assert any(f"options_{option.name}" in name for name in globals())


# The worked examples


def test_PH_E1_nines_fives_and_the_trump_nine() -> None:
    state, taken = trick("9H AH 5S 9S")  # 9 + 10 + 18
    assert (taken.seat, taken.points) == (3, 37)
    assert state.muck == (0, 4)


def test_PH_E2_a_trick_of_the_suit_led() -> None:
    state, taken = trick("TD KD 5D 9C")
    assert (taken.seat, taken.points, state.muck) == (1, 14, (0, 13))


def test_PH_E3_the_first_trick_is_of_trumps() -> None:
    first = cards("AH KH JH QH")
    others = [each for each in PACK_52 if each not in first]
    hands = [[each, *others[12 * seat : 12 * seat + 12]] for seat, each in enumerate(first)]
    state = GAME.deal(GAME.start(GAME.settle({}), 4), 3, hands, [])
    state, facts = play(state, "AH", "KH", "JH", "QH")
    assert state.trump == HEARTS
    assert facts[-1] == TrickTaken(0, tuple(cards("AH KH JH QH")), 10)
    assert state.muck == (10, 0)


def test_PH_E4_the_only_trump_takes_a_trick_without_points() -> None:
    state, taken = trick("2C 3C 7S 4C")
    assert (taken.seat, taken.points, state.muck) == (2, 0, (0, 0))


def test_PH_E5_a_low_trump_takes_an_ace() -> None:
    state, taken = trick("AS 9D 9C 5H", trump=DIAMONDS)
    assert (taken.seat, taken.points, state.muck) == (1, 32, (0, 4))


def test_PH_E6_legal_cards() -> None:
    state, _ = play(position(["3H", "2H AS 9H", "4H", "5H"], trump=CLUBS), "3H")
    assert GAME.legal(state, 1).cards == tuple(sorted(cards("2H 9H")))
    state, _ = play(position(["3D", "2H AS", "4H", "5H"], trump=CLUBS), "3D")
    assert GAME.legal(state, 1).cards == tuple(sorted(cards("2H AS")))


def test_PH_E7_muck_41_39() -> None:
    state = last_trick(muck=(41, 39))
    assert (sides(state.scores), state.carry) == ((8, 0), 0)


def after_rounds(*mucks: BySide) -> tuple[list[int], PhatState]:
    """The carry after each of these rounds, and the state after the last."""
    carries, state = [], GAME.start(GAME.settle({}), 4)
    for muck in mucks:
        state = GAME.deal(state, *GAME.dealt(state, source(2)))
        last = position(BLANK.split(), scores=sides(state.scores), muck=muck, tricks_done=12, carry=state.carry)
        last.dealer = state.dealer
        state, _ = play(last, *BLANK.split())
        carries.append(state.carry)
    return carries, state


def test_PH_E8_a_carry_goes_to_the_next_majority() -> None:
    carries, state = after_rounds((40, 40), (28, 52))
    assert (carries, sides(state.scores)) == ([8, 0], (0, 16))


def test_PH_E9_two_ties_in_a_row() -> None:
    carries, state = after_rounds((40, 40), (40, 40), (80, 0))
    assert (carries, sides(state.scores)) == ([8, 16, 0], (24, 0))


def test_PH_E10_the_trump_five_ends_the_match() -> None:
    hands = ["AC 2D", "2C 3D", "5S 4D", "3C 6D"]
    state, _ = play(position(hands, scores=(171, 176), muck=(10, 60), tricks_done=8), "AC", "2C", "5S", "3C")
    assert (state.over, state.winners, sides(state.scores)) == (True, (0, 2), (181, 176))


def test_PH_E11_the_muck_bonus_ends_the_match() -> None:
    state = last_trick(scores=(173, 174), muck=(45, 35))
    assert (state.over, state.winners, sides(state.scores)) == (True, (0, 2), (181, 174))


def test_PH_E12_a_whole_round() -> None:
    hands = """
        AS TS 9S 4S KH 9H 7H AD 9D 5D TC 5C 3C
        8S 7S 6S 5S TH 5H 3H KD QD 7D 6D QC 8C
        JS 2S 6H JD TD 8D 3D KC JC 9C 7C 6C 4C
        KS QS 3S AH QH JH 8H 4H 2H 4D 2D AC 2C
    """
    tricks = """
        0 | AD 7D 3D 4D | 0 |  4 |  4
        0 | 3C 8C 9C AC | 3 |  9 |  4
        3 | 2H 9H TH 6H | 1 |  9 | 10
        1 | QC KC 2C TC | 2 |  0 | 15
        2 | 8D 2D 9D KD | 1 | 21 |  3
        1 | 8S JS KS AS | 0 |  0 |  8
        0 | KH 3H 6C 8H | 0 |  0 |  3
        0 | 7H 5H 7C QH | 3 |  5 |  2
        3 | AH 4S 7S TD | 2 |  0 | 14
        2 | JC QS 5C 6S | 2 |  5 |  3
        2 | 2S 3S TS 5S | 0 |  5 | 10
        0 | 9S 6D 4C JH | 1 |  9 |  1
        1 | QD JD 4H 5D | 1 | 13 |  3
    """
    dealt = [cards(line) for line in hands.strip().splitlines()]
    state = GAME.deal(GAME.start(GAME.settle({}), 4), 3, dealt, [])
    for line in tricks.strip().splitlines():
        leader, played, winner, phat, muck = [each.strip() for each in line.split("|")]
        assert GAME.to_act(state) == (int(leader),)
        before = sum(state.muck)
        state, facts = play(state, *played.split())
        assert facts[1] == TrickTaken(int(winner), tuple(cards(played)), int(phat))
        assert sum(state.muck) - before == int(muck)
    assert state.trump == DIAMONDS
    assert (state.phat, state.muck) == ((14, 66), (57, 23))
    assert state.result == RoundResult((14, 66), (57, 23), (8, 0), 0, True)
    assert facts[2] == DealEnded((22, 66, 22, 66), (22, 66, 22, 66))
    assert (state.needs_deal, state.points, state.scores) == (True, [22, 66, 22, 66], [22, 66, 22, 66])
    assert GAME.deal_stats(state) == (
        {"tricks": 4, "phat": 9, "muck": 25, "nines_caught": 0, "fives_caught": 1}
        | {"big_phat": 0, "little_phat": 0, "muck_won": 1},
        {"tricks": 4, "phat": 52, "muck": 17, "nines_caught": 3, "fives_caught": 1}
        | {"big_phat": 1, "little_phat": 1, "muck_won": 0},
        {"tricks": 3, "phat": 5, "muck": 32, "nines_caught": 0, "fives_caught": 0}
        | {"big_phat": 0, "little_phat": 0, "muck_won": 1},
        {"tricks": 2, "phat": 14, "muck": 6, "nines_caught": 1, "fives_caught": 0}
        | {"big_phat": 0, "little_phat": 0, "muck_won": 0},
    )
    view = GAME.view(state, None)
    assert (view.phase, view.needs_deal, view.trump) == ("deal", True, DIAMONDS)
    assert (view.phat, view.muck, view.carry, view.side_scores) == ((14, 66), (57, 23), 0, (22, 66))
    assert view.result == state.result
    assert view.tricks[-1].plays == ((1, card("QD")), (2, card("JD")), (3, card("4H")), (0, card("5D")))
    assert (view.tricks[-1].winner, view.tricks[-1].points, view.trick) == (1, 13, None)
    following = GAME.deal(state, *GAME.dealt(state, source(1)))
    assert following.points == [0, 0, 0, 0]
    assert (following.result, following.tricks, following.phat, following.muck) == (None, (), (0, 0), (0, 0))
    assert GAME.view(following, None).trump is None


# The options


def test_options_have_the_sheets_rules_as_defaults() -> None:
    assert dict(GAME.settle({})) == {
        "target": 181,
        "muck_tie": "carry",
        "end": "immediate",
        "partner_blind": False,
        "last_trick_view": "last",
    }


def test_options_target() -> None:
    for good in (1, 91, 121, 1000, "250"):
        assert GAME.settle({"target": good})["target"] == int(good)
    for bad in (0, 1001, -5, "much", True, 90.5):
        with pytest.raises(BadOption):
            GAME.settle({"target": bad})
    state, _ = play(position(["9S 2D", "2S 3D", "3S 4D", "4S 5D"], scores=(80, 0), target=91), "9S", "2S", "3S", "4S")
    assert state.winners == (0, 2)


def test_options_unknown_ones_are_refused() -> None:
    for bad in ({"hearts": 1}, {"muck_tie": "half"}, {"end": True}, {"partner_blind": 1}, {"last_trick_view": "two"}):
        with pytest.raises(BadOption):
            GAME.settle(bad)


def test_options_muck_tie_none() -> None:
    state = last_trick(muck=(40, 40), muck_tie="none")
    assert (sides(state.scores), state.carry) == ((0, 0), 0)
    assert state.needs_deal


def test_options_muck_tie_split() -> None:
    state = last_trick(muck=(40, 40), muck_tie="split")
    assert (sides(state.scores), state.carry) == ((4, 4), 0)
    assert state.result == RoundResult((0, 0), (40, 40), (4, 4), 0, True)
    assert sides(last_trick(muck=(41, 39), muck_tie="split").scores) == (8, 0)


def test_options_muck_tie_split_both_pass_the_target_and_the_higher_wins() -> None:
    state = last_trick(scores=(177, 180), muck=(40, 40), muck_tie="split")
    assert (state.over, state.winners, sides(state.scores)) == (True, (1, 3), (181, 184))


def test_options_muck_tie_split_equal_scores_play_another_round() -> None:
    state = last_trick(scores=(178, 178), muck=(40, 40), muck_tie="split")
    assert (state.over, state.needs_deal, sides(state.scores)) == (False, True, (182, 182))
    state = GAME.deal(state, *GAME.dealt(state, source(1)))
    while not state.over:
        (seat,) = GAME.to_act(state)
        state, _ = GAME.apply(state, seat, GAME.legal(state, seat).actions[0])
        assert state.over == (sum(state.phat) > 0), "the next point decides"


def test_options_end_finish_round() -> None:
    hands = ["9S 2D", "2S 3D", "3S 4D", "4S 6D"]
    given = {"scores": (170, 150), "muck": (35, 45), "tricks_done": 11, "end": "finish_round"}
    state, _ = play(position(hands, **given), "9S", "2S", "3S", "4S")  # type: ignore[arg-type]
    assert not state.over
    assert sides(state.scores) == (188, 150)
    state, _ = play(state, "2D", "3D", "4D", "6D")
    assert (state.over, state.winners, sides(state.scores)) == (True, (0, 2), (188, 158))


def test_options_end_finish_round_the_higher_score_wins_whoever_was_first() -> None:
    state = last_trick(scores=(182, 180), muck=(30, 50), end="finish_round")
    assert (state.winners, sides(state.scores)) == ((1, 3), (182, 188))


def test_options_end_finish_round_equal_scores_play_another_round() -> None:
    state = last_trick(scores=(188, 180), muck=(30, 50), end="finish_round")
    assert (state.over, state.needs_deal, sides(state.scores)) == (False, True, (188, 188))


def test_PH_A8_options_partner_blind_withholds_the_partners_hand_until_the_lead() -> None:
    state = fresh({"partner_blind": True})
    views = [GAME.view(state, seat) for seat in range(4)]
    assert [view.withheld for view in views] == [False, False, True, False]
    assert [len(view.hand) for view in views] == [13, 13, 0, 13]
    assert views[2].hand_sizes == (13, 13, 13, 13)
    again = GAME.deal_again(views[2], source(3))
    assert again.hands != state.hands
    assert GAME.view(again, 2) == views[2]
    after, _ = play(state, "2S")
    assert not GAME.view(after, 2).withheld
    assert len(GAME.view(after, 2).hand) == 13
    assert not GAME.view(fresh(), 2).withheld


@pytest.mark.parametrize("value", ["last", "none", "all"])
def test_options_last_trick_view_is_for_the_table_to_heed(value: str) -> None:
    state, _ = play(fresh({"last_trick_view": value}), "2S", "2H", "2D", "2C")
    view = GAME.view(state, None)
    assert view.options["last_trick_view"] == value
    assert len(view.tricks) == 1


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
