"""House rules of Phat."""

from __future__ import annotations

import pytest

from engine.games.phat import GAME, RoundResult
from engine.options import BadOption
from tests.engine.phat_positions import fresh, last_trick, play, position, sides
from tests.engine.walking import source

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
