"""The yardsticks of `tests.bench.engine_bench` play as much of a deal by chance as the engine they stand beside."""

from __future__ import annotations

import random

import pytest

from engine.games import find_game
from tests.bench.bare_loops import LOOPS
from tests.bench.engine_bench import Dealer, in_place, through_apply

DEALS = 300


class Counted:
    """Chance that counts how often it is asked: once for each card shuffled and each choice made."""

    def __init__(self) -> None:
        self.draws = 0
        self._draw = random.Random(1).random

    def __call__(self) -> float:
        self.draws += 1
        return self._draw()


@pytest.mark.parametrize("key", LOOPS)
def test_a_deal_in_place_and_in_the_bare_loop_draw_as_often(key: str) -> None:
    bare, ours = Counted(), Counted()
    dealer = Dealer(find_game(key), ours)
    for _ in range(DEALS):
        LOOPS[key](bare)
        in_place(dealer)
    # Phat's matches end in mid-deal, one deal in four.
    assert 0.93 < ours.draws / bare.draws < 1.05


@pytest.mark.parametrize("key", LOOPS)
def test_the_checked_way_in_plays_the_same_deals(key: str) -> None:
    checked, ours = Counted(), Counted()
    one, other = Dealer(find_game(key), checked), Dealer(find_game(key), ours)
    for _ in range(DEALS // 10):
        through_apply(one)
        in_place(other)
        assert (one.state.scores, one.state.tricks) == (other.state.scores, other.state.tricks)
    assert checked.draws == ours.draws
