"""What holds for every game's computer players: the policy, its rollouts and the search over them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import pytest

from engine.actions import Action
from engine.game import AnyGame, State, by_chance
from engine.games import find_game, games
from engine.players import LEVELS, RANDOM, Budget, answer
from engine.players.policies import policy_of
from engine.players.search import is_behind, search
from engine.simulate import play_match
from tests.engine.high_spade import at_the_table
from tests.engine.walking import TABLES, allows, random_options, source, walk

ROOT = Path(__file__).parents[2]
FEW = Budget(20)
every_table = pytest.mark.parametrize(("key", "seats"), [*TABLES, ("high_spade", 3), ("high_spade", 2)])


@pytest.fixture(scope="module", autouse=True)
def _high_spade() -> Iterator[None]:
    with at_the_table():
        yield


def decisions(game: AnyGame, seats: int, seed: int, deals: int = 6) -> Iterator[tuple[State, int]]:
    """Decisions from matches of random players under house rules by chance, about one in three."""
    chance = source(seed)
    for step in walk(game, seats, chance, random_options(game, chance), deals=deals):
        if chance(3) == 0:
            yield step.before, step.seat


@every_table
@pytest.mark.parametrize("level", [*LEVELS, RANDOM])
def test_matches_of_computer_players_are_legal_and_every_answer_has_words(key: str, seats: int, level: str) -> None:
    played_by_computers(key, seats, level, 0)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2])
@every_table
@pytest.mark.parametrize("level", [*LEVELS, RANDOM])
def test_more_matches_of_computer_players(key: str, seats: int, level: str, seed: int) -> None:
    played_by_computers(key, seats, level, seed)


def played_by_computers(key: str, seats: int, level: str, seed: int) -> None:
    """A match at this level: whatever is not legal raises its refusal, and no answer is without its reason."""
    game = find_game(key)
    chance = source(5000 + seed)
    state = game.start(game.settle(random_options(game, chance)), seats)
    while not state.over and state.deal_no < 6:
        if state.needs_deal:
            state = game.deal(state, *game.dealt(state, chance))
        for seat in game.to_act(state)[:1]:
            choice = answer(game, game.view(state, seat), level, chance, FEW)
            assert choice.reason
            state, _ = game.apply(state, seat, choice.action)


@pytest.mark.soak
@pytest.mark.parametrize("key", games())
def test_matches_of_hard_players_are_legal(key: str) -> None:
    game = find_game(key)
    for match in range(12):
        seats = game.seats_allowed[match % len(game.seats_allowed)]
        options = game.settle(random_options(game, source(match)))
        # Whatever is not legal raises its refusal.
        assert play_match(game, options, seats, ["hard"] * seats, 5, match, FEW).deals


@every_table
def test_candidates_are_legal_and_none_stands_twice(key: str, seats: int) -> None:
    game = find_game(key)
    candidates = policy_of(game).candidates
    if candidates is None:
        return
    for seed in range(6):
        for state, seat in decisions(game, seats, 8000 + seed):
            view = game.view(state, seat)
            found = list(candidates(view))
            assert found
            assert len(found) == len(set(found))
            assert all(allows(view.legal, action) for action in found)


@every_table
def test_rollouts_play_as_the_policy_plays_from_views(key: str, seats: int) -> None:
    game = find_game(key)
    policy = policy_of(game)
    for seed in range(6):
        for state, _ in decisions(game, seats, 9000 + seed):
            side_by_side, chance = game.copy(state), source(seed)
            while acting := game.to_act(side_by_side):
                choice = policy.choose(game.view(side_by_side, acting[0]), chance)
                side_by_side, _ = game.apply(side_by_side, acting[0], choice.action)
            rolled = game.copy(state)
            policy.play_out(rolled, source(seed))
            for viewer in (None, *range(seats)):
                assert game.view(rolled, viewer) == game.view(side_by_side, viewer)


@every_table
def test_a_policy_is_not_surprised_by_itself(key: str, seats: int) -> None:
    game = find_game(key)
    policy = policy_of(game)
    if policy.surprises is None:
        return
    surprised = 0
    for seed in range(6):
        chance = source(9500 + seed)
        state = game.start(game.settle({}), seats)
        state = game.deal(state, *game.dealt(state, chance))
        while acting := game.to_act(state):
            assert [policy.surprises(state, seat) for seat in range(seats)] == [0] * seats
            game.play(state, acting[0], policy.choose(game.view(state, acting[0]), chance).action)
        state = game.start(game.settle({}), seats)
        state = game.deal(state, *game.dealt(state, chance))
        while acting := game.to_act(state):
            surprised = max(surprised, *(policy.surprises(state, seat) for seat in range(seats)))
            game.play(state, acting[0], by_chance(game.legal(state, acting[0]), chance).action)
    assert surprised > 1


@every_table
def test_a_search_leaves_the_view_alone_and_finds_the_same_again(key: str, seats: int) -> None:
    game = find_game(key)
    for state, seat in list(decisions(game, seats, 8500))[:12]:
        view = game.view(state, seat)
        one, other = (search(game, view, source(3), Budget(60)) for _ in range(2))
        assert one == other
        assert view == game.view(state, seat)
        assert allows(view.legal, one.action)
        assert search(game, view, source(3), Budget(0)) == policy_of(game).choose(view, source(3))


def test_another_process_finds_the_same(tmp_path: Path) -> None:
    program = "from tests.engine.test_computer_players import found_here\nprint(*found_here(), sep='\\n')"
    printed = [
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
            text=True,
            timeout=600,
        ).stdout.split("\n")
        for seed in ("1", "2")
    ]
    assert printed[0] == printed[1]
    assert printed[0] == [*found_here(), ""]


def found_here() -> list[str]:
    """What searches of each game find in some positions."""
    found = []
    for key, seats in TABLES:
        game = find_game(key)
        for state, seat in list(decisions(game, seats, 8600))[:8]:
            choice = search(game, game.view(state, seat), source(4), Budget(80))
            found.append(f"{key} {seats} {choice.action.code}: {choice.reason}")
    return found


def test_the_search_needs_no_policy() -> None:
    """Two at High Spade: whoever still has the queen takes the last trick, so the last discard is never the queen."""
    game = find_game("high_spade")
    state = game.deal(game.start(game.settle({}), 2), 1, [[11, 5, 4, 0], [10, 9, 8, 7]], [1, 2, 3, 6, 12])
    for verb in ("in", "in"):
        state, _ = game.apply(state, game.to_act(state)[0], Action(verb))
    choice = search(game, game.view(state, 0), source(1), Budget(3000))
    assert choice.action.verb == "discard"
    assert choice.action.cards != (11,)


@pytest.mark.parametrize("errors", [1, 2])
def test_what_lies_standard_errors_behind_is_reckoned_in_whole_numbers(errors: int) -> None:
    chance, seen = source(1), set()
    for deals in range(2, 60):
        one, other = ([chance(20) for _ in range(deals)] for _ in range(2))
        behind = [better - worse for better, worse in zip(other, one, strict=True)]
        margin = errors * stdev(behind) / sqrt(deals)
        if abs(mean(behind) - margin) > 1e-9:
            assert is_behind(one, other, deals, errors) == (mean(behind) > margin)
            seen.add(mean(behind) > margin)
    assert seen == {False, True}


@pytest.mark.parametrize("seconds", [1.0, 5.0, 40.0])
def test_seconds_end_a_search_by_the_clock_it_is_given(seconds: float) -> None:
    """Between two rollouts, not only between two deals: with thirteen cards to try one deal takes long."""
    ticks: list[float] = []

    def clock() -> float:
        ticks.append(float(len(ticks)))
        return ticks[-1]

    game = find_game("phat")
    state = game.start(game.settle({}), 4)
    state = game.deal(state, *game.dealt(state, source(1)))
    view = game.view(state, game.to_act(state)[0])
    choice = search(game, view, source(1), Budget(100_000, seconds=seconds, clock=clock))
    assert ticks == [float(each) for each in range(int(seconds) + 1)]
    if seconds < 5:
        assert choice == policy_of(game).choose(view, source(1)), "not one deal was tried with every card"
