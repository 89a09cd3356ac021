"""Scores and the match's end at Pitch: PI-R25 to PI-R32, PI-E6 to PI-E12, and the options about them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.actions import NOTHING, DealEnded, MatchEnded, Reason
from engine.cards import card
from engine.games.pitch import GAME
from engine.games.pitch_table import PitchState
from engine.options import BadOption
from engine.record import DealRecord, Record
from engine.replay import fill, fold, verify
from tests.engine.pitch_positions import in_play, last_card, play, refused
from tests.engine.walking import source, walk


def end(state: PitchState) -> tuple[list[int], tuple[int, ...]]:
    """Scores and winners."""
    assert state.over == bool(state.winners)
    assert state.needs_deal != state.over
    return state.scores, state.winners


# The rules


def test_PI_R25_the_two_sides_points_are_ten() -> None:
    for ours in range(3, 10):
        state = last_card(ours, 5)
        assert state.result is not None
        assert state.result.points == (ours, 10 - ours)
    state = last_card(6, 5, lost=1)
    assert state.result is not None
    assert state.result.points == (6, 3)


def test_PI_R26_made_bidder_and_partner_each_add_all_of_B() -> None:
    state = last_card(8, 6)
    assert state.points == [2, 2, 8, 2, 8]
    assert last_card(6, 6).points == [4, 4, 6, 4, 6], "just enough"


def test_PI_R27_set_the_bidder_alone_loses_the_bid() -> None:
    assert last_card(5, 6).points == [5, 5, -6, 5, 0]


def test_PI_R28_the_others_add_O_made_or_set() -> None:
    assert last_card(7, 5).points[:2] == last_card(7, 8).points[:2] == [3, 3]


def test_PI_R29_a_moon_made_wins_the_match_whatever_the_scores() -> None:
    state = last_card(10, 10, (40, 0, 0, 0, 41))
    assert end(state) == ([40, 0, 10, 0, 51], (2,))
    assert not last_card(10, 9).over, "ten points without the bid are just ten"


def test_PI_R29_a_moon_failed_costs_ten() -> None:
    state = last_card(9, 10)
    assert (state.points, state.over) == ([1, 1, -10, 1, 0], False)
    stats = GAME.deal_stats(state)[2]
    assert (stats["bids"], stats["sets"], stats["moons_failed"], stats["moons_made"]) == (1, 1, 1, 0)
    stats = GAME.deal_stats(last_card(10, 10))[2]
    assert (stats["bids"], stats["bids_made"], stats["moons_failed"], stats["moons_made"]) == (1, 1, 0, 1)


def test_PI_R30_scores_may_be_negative() -> None:
    assert last_card(4, 7, (0, 0, -5, 0, 0)).scores == [6, 6, -12, 6, 0]


def test_PI_R31_at_42_after_a_deal_the_match_is_over_also_without_an_own_bid() -> None:
    state = last_card(5, 6, (37, 0, 0, 0, 0))
    assert end(state) == ([42, 5, -6, 5, 0], (0,))
    assert not last_card(6, 6, (37, 0, 0, 0, 0)).over
    assert GAME.to_act(state) == ()
    assert all(GAME.legal(state, seat) == NOTHING for seat in range(5))
    assert refused(state, 0, "bid 5").reason == Reason.MATCH_OVER
    assert GAME.view(state, None).phase == "over"
    with pytest.raises(ValueError, match="the match is over"):
        GAME.deal(state, 4, *GAME.dealt(state, source(1))[1:])


def test_PI_R32_who_wins_of_several() -> None:
    assert last_card(6, 5, (41, 0, 38, 0, 41)).winners == (2,), "a bidder who made the bid"
    assert last_card(6, 5, (50, 0, 30, 0, 36)).winners == (4,), "else the partner"
    assert last_card(6, 5, (41, 40, 0, 0, 0)).winners == (0,), "else the best of the others"
    assert last_card(6, 5, (41, 41, 0, 41, 0)).winners == (0, 1, 3), "who share"
    assert last_card(4, 5, (40, 36, 0, 0, 41)).winners == (0,), "a bid that was set counts first for nobody"


# The worked examples


@pytest.mark.parametrize(("name", "before", "bidder", "partner", "bid", "ours", "after", "winners"), [
    ("PI-E6", (10, 5, 20, 7, -3), 2, 4, 8, 6, [14, 9, 12, 11, -3], ()),
    ("PI-E7", (41, 0, 38, 0, 39), 2, 4, 5, 6, [45, 4, 44, 4, 45], (2,)),
    ("PI-E8", (41, 0, 30, 0, 39), 2, 4, 5, 6, [45, 4, 36, 4, 45], (4,)),
    ("PI-E9", (41, 41, 30, 12, 20), 2, 4, 5, 6, [45, 45, 36, 16, 26], (0, 1)),
    ("PI-E10", (41, 0, 0, 0, 39), 2, 4, 10, 10, [41, 0, 10, 0, 49], (2,)),
    ("PI-E11", (41, 0, 5, 0, 39), 2, 4, 10, 9, [42, 1, -5, 1, 39], (0,)),
    ("PI-E12", (0, 30, 0, 0, 0), 1, 1, 5, 6, [4, 36, 4, 4, 4], ()),
])  # fmt: skip
def test_PI_E6_E7_E8_E9_E10_E11_E12_scores(
    name: str,
    before: Sequence[int],
    bidder: int,
    partner: int,
    bid: int,
    ours: int,
    after: list[int],
    winners: tuple[int, ...],
) -> None:
    state = last_card(ours, bid, before, bidder, partner)
    assert end(state) == (after, winners), name
    assert state.points == [new - old for new, old in zip(after, before, strict=True)]


def test_the_facts_of_the_end() -> None:
    hands = ("JC 8S 2S", "J+ 6S", "KS QS JS TS 7S 3S", "9S 4S", "AS J- 5S")
    state = play(in_play(hands, "AS", 2, 6, scores=(0, 0, 40, 0, 0)), "AS 2S 6S 3S 4S J- JC J+ QS 9S KS 5S 8S JS TS")
    state, facts = GAME.apply(state, 2, GAME.legal(state, 2).actions[0])
    assert facts[-2:] == [DealEnded((1, 1, 9, 1, 9), (1, 1, 49, 1, 9)), MatchEnded((2,), (1, 1, 49, 1, 9))]


# The options


def test_options_have_the_sheets_rules_as_defaults() -> None:
    assert dict(GAME.settle({})) == {
        "target": 42,
        "min_bid": 5,
        "auction": "until_one_left",
        "dealer_may_match": False,
        "moon": "wins",
        "moon_needs_nonnegative": True,
        "moon_fail": "minus_10",
        "partner_wins_with_moon": False,
        "call": "not_in_hand",
        "first_lead": "holder_leads_called_card",
        "partner_on_set": "no_change",
        "opponents_score": "side_total",
        "low_goes_to": "holder",
        "end_rule": "bidder_partner_best",
    }


def test_options_unknown_ones_are_refused() -> None:
    bad: list[dict[str, object]] = [{"hearts": 1}, {"moon": "loses"}, {"min_bid": 6}, {"end_rule": True}]
    for each in bad:
        with pytest.raises(BadOption):
            GAME.settle(each)


def test_options_target() -> None:
    assert [option.offered for option in GAME.options if option.name == "target"] == [(42, 21, 31, 32, 52)]
    for good in (1, 21, 31, 32, 42, 52, 1000):
        assert GAME.settle({"target": good})["target"] == good
    for bad in (0, 1001, "much"):
        with pytest.raises(BadOption):
            GAME.settle({"target": bad})
    assert last_card(6, 5, (0, 0, 15, 0, 0), target=21).winners == (2,)
    assert not last_card(6, 5, (0, 0, 14, 0, 0), target=21).over


def test_options_moon_scores_10() -> None:
    state = last_card(10, 10, moon="scores_10")
    assert (state.points, state.over) == ([0, 0, 10, 0, 10], False)
    assert last_card(9, 10, moon="scores_10").points == [1, 1, -10, 1, 0]
    assert last_card(10, 10, (0, 0, 32, 0, 0), moon="scores_10").winners == (2,)


def test_options_moon_scores_20() -> None:
    assert last_card(10, 10, moon="scores_20").points == [0, 0, 20, 0, 10]
    assert last_card(9, 10, moon="scores_20").points == [1, 1, -20, 1, 0]
    assert last_card(10, 9, moon="scores_20").points == [0, 0, 10, 0, 10], "only the moon"
    assert last_card(8, 9, moon="scores_20").points == [2, 2, -9, 2, 0]


def test_options_moon_fail_minus_20() -> None:
    assert last_card(9, 10, moon_fail="minus_20").points == [1, 1, -20, 1, 0]
    assert last_card(8, 9, moon_fail="minus_20").points == [2, 2, -9, 2, 0]


def test_options_moon_fail_lose_game_the_best_of_the_others_wins() -> None:
    state = last_card(9, 10, (0, 3, 40, 3, 2), moon_fail="lose_game")
    assert end(state) == ([1, 4, 30, 4, 2], (1, 3))
    assert not last_card(8, 9, (0, 3, 40, 3, 2), moon_fail="lose_game").over


def test_options_partner_wins_with_moon() -> None:
    assert last_card(10, 10, partner_wins_with_moon=True).winners == (2, 4)
    assert last_card(10, 10, partner=2, partner_wins_with_moon=True).winners == (2,)
    state = last_card(10, 10, bidder=4, partner=1, low=4, partner_wins_with_moon=True)
    assert state.winners == (1, 4)
    state = last_card(10, 10, moon="scores_20", partner_wins_with_moon=True)
    assert state.points == [0, 0, 20, 0, 20], "the partner has a share in the twenty"


def test_options_partner_on_set_loses() -> None:
    assert last_card(5, 6, partner_on_set="loses").points == [5, 5, -6, 5, -6]
    assert last_card(5, 6, partner=2, partner_on_set="loses").points == [5, 5, -6, 5, 5]
    assert last_card(9, 10, moon_fail="minus_20", partner_on_set="loses").points == [1, 1, -20, 1, -20]


#: PI-E4: seat 0 wins five points in a trick; seat 4 holds Low.
E4 = ("AS", "KS QS JS TS 9S", "4S 3S", "J+ J-", "JC 5S 2S")
E4_PLAY = "AS JS 3S J- 2S KS 4S J+ 5S QS JC TS 9S"


def test_options_opponents_score_own() -> None:
    assert play(in_play(E4, "AS", 1), E4_PLAY).points == [9, 9, 1, 1, 1]
    assert play(in_play(E4, "AS", 1, opponents_score="own"), E4_PLAY).points == [9, 9, 0, 0, 1]
    hands = ("KH 9H 8H", "AH QH JH TH 7H 3H", "J+ 4H", "JD 6H", "J- 5H 2H")
    state = play(in_play(hands, "AH", 1, opponents_score="own"), "AH 4H 6H 2H 8H QH J+ JD J- KH 9H TH 5H JH 7H 3H")
    assert state.points == [3, 6, 0, 0, 1], "three points in a trick, and Low to its holder"


def test_options_low_goes_to_trick_winner() -> None:
    state = play(in_play(E4, "AS", 1, low_goes_to="trick_winner"), E4_PLAY)
    assert state.result is not None
    assert (state.result.points, state.result.low) == ((10, 0), (0, card("2S")))
    assert state.points == [10, 10, 0, 0, 0]


def test_options_end_rule_highest_score() -> None:
    assert last_card(6, 5, (41, 0, 38, 0, 39), end_rule="highest_score").winners == (0, 4)
    assert last_card(6, 5, (42, 0, 38, 0, 39), end_rule="highest_score").winners == (0,)
    assert last_card(10, 10, (41, 0, 0, 0, 39), end_rule="highest_score").winners == (2,), "the moon comes first"


def test_options_end_rule_own_made_bid() -> None:
    assert last_card(6, 5, (41, 0, 38, 0, 39), end_rule="own_made_bid").winners == (2,)
    state = last_card(6, 5, (41, 0, 30, 0, 39), end_rule="own_made_bid")
    assert end(state) == ([45, 4, 36, 4, 45], ())
    assert not last_card(4, 5, (41, 0, 60, 0, 39), end_rule="own_made_bid").over, "set, though still over 42"
    assert last_card(10, 10, end_rule="own_made_bid").winners == (2,)


# Whole matches


def test_by_the_sheet_random_matches_end() -> None:
    for seed in range(30):
        *_, last = walk(GAME, 5, source(seed))
        assert last.after.over


def test_a_record_of_pitch_replays_and_verifies() -> None:
    deals: dict[int, DealRecord] = {}
    for step in walk(GAME, 5, source(3)):
        deals[step.after.deal_no] = DealRecord(
            dealer=step.dealer,
            hands=tuple(map(tuple, step.hands)),
            rest=tuple(step.rest),
            actions=step.actions,
        )
    record = fill(Record(game="pitch", rules_version=1, options={}, seats=5, deals=tuple(deals.values())))
    verify(record)
    assert record.result is not None
    assert record.result.winners == step.after.winners
    assert [each.state.scores for each in fold(record)][-1] == step.after.scores
