"""Computer players' levels, with Phat as the example."""

from __future__ import annotations

import pytest

from engine.games.phat import GAME
from engine.players import LEVELS, RANDOM, Budget, UnknownLevel, answer
from tests.engine.phat_positions import seen
from tests.engine.walking import source


def test_levels_are_as_the_table_offers_them() -> None:
    assert LEVELS == ("easy", "normal", "hard")
    state = GAME.start(GAME.settle({}), 4)
    state = GAME.deal(state, *GAME.dealt(state, source(1)))
    view = GAME.view(state, GAME.to_act(state)[0])
    for level in (*LEVELS, RANDOM):
        assert answer(GAME, view, level, source(1), Budget(20)).action in view.legal.actions
    with pytest.raises(UnknownLevel, match="unknown level 'perfect'; the levels are easy, normal, hard, random"):
        answer(GAME, view, "perfect", source(1))


def test_easy_players_are_careless_three_times_in_ten() -> None:
    view, chance = seen("AS 3S KD 2D", ""), source(1)
    reasons = [answer(GAME, view, "easy", chance).reason for _ in range(1000)]
    assert 240 < reasons.count("without thinking") < 360


def test_nobody_answers_out_of_turn() -> None:
    view = GAME.view(GAME.start(GAME.settle({}), 4), 0)
    for level in (*LEVELS, RANDOM):
        with pytest.raises(ValueError, match="nothing is legal"):
            answer(GAME, view, level, source(1))


def test_normal_beats_random_by_far() -> None:
    lead = 0
    for seed in range(20):
        for side in (0, 1):
            chance = source(seed)
            state = GAME.start(GAME.settle({}), 4)
            state = GAME.deal(state, *GAME.dealt(state, chance))
            while seats := GAME.to_act(state):
                level = "normal" if seats[0] % 2 == side else RANDOM
                state, _ = GAME.apply(state, seats[0], answer(GAME, GAME.view(state, seats[0]), level, chance).action)
            lead += state.phat[side] - state.phat[1 - side]
    assert lead / 40 > 20
