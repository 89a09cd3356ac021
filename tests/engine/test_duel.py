"""Duels: the same deals for both, seats changed round, and the yardsticks where they belong."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from engine.__main__ import main
from engine.actions import Action
from engine.duel import Player, all_seeing, duel, fair, seatings
from engine.game import AnyGame, Source, State, by_chance
from engine.games import find_game
from engine.players import Budget
from tests.engine.high_spade import at_the_table

EASY, NORMAL, RANDOM = (fair(level, Budget(20)) for level in ("easy", "normal", "random"))


def clock() -> float:
    return 0.0


def test_nobody_is_ahead_of_oneself() -> None:
    game = find_game("phat")
    outcome = duel(game, game.settle({}), 4, (NORMAL, NORMAL), 5, 1, clock)
    assert outcome.leads == [Fraction(0)] * 5
    assert (outcome.mean, outcome.margin) == (0, 0)


def test_normal_beats_random_and_who_sees_all_beats_normal() -> None:
    game = find_game("phat")
    for players in ((NORMAL, RANDOM), (all_seeing, NORMAL)):
        outcome = duel(game, game.settle({}), 4, players, 20, 1, clock)
        assert outcome.mean > outcome.margin


def test_everybody_alone_once_where_there_are_no_partners() -> None:
    with at_the_table() as game:
        assert seatings(game, 3) == ((0,), (1,), (2,))
        held: list[tuple[int, int]] = []

        def noted(game: AnyGame, state: State, seat: int, source: Source) -> Action:
            held.append((state.dealer, seat))
            return by_chance(game.legal(state, seat), source).action

        players: tuple[Player, Player] = (noted, RANDOM)
        outcome = duel(game, game.settle({}), 3, players, 1, 1, clock)
        assert len(outcome.leads) == 1
        assert {seat for _, seat in held} == {0, 1, 2}
        assert len({dealer for dealer, _ in held}) == 1


def test_the_same_seed_finds_the_same() -> None:
    game = find_game("phat")
    one, other = (duel(game, game.settle({}), 4, (EASY, RANDOM), 3, 7, clock) for _ in range(2))
    assert one.leads == other.leads
    assert duel(game, game.settle({}), 4, (EASY, RANDOM), 3, 8, clock).leads != one.leads


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", "phat", "hard", "random", "--pairs", "2", "--seed", "3", "--rollouts", "30", "--open"]) == 0
    lines = capsys.readouterr().out.splitlines()
    number = r"[+-]?\d+\.\d+"
    for pattern in (
        "Phat, 2 pairs, seed 3, hard: 30 rollouts a decision",
        rf"hard against random: {number} ± {number} points a deal, standard deviation of a pair {number}",
        rf"hard: \d+ decisions of {number} ms CPU on average, {number} ms at most",
        rf"random: \d+ decisions of {number} ms CPU on average, {number} ms at most",
        rf"open against hard: {number} ± {number} points a deal",
        rf"open against random: {number} ± {number} points a deal",
    ):
        assert re.fullmatch(pattern, lines.pop(0))
    assert lines == []
    assert main(["duel", "phat", "hard", "open", "--pairs", "1", "--budget", "0.002"]) == 0
    assert "hard: 0.002 s of CPU a decision" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("duel phat hard clever", "unknown player 'clever'; the players are random, easy, normal, hard, open"),
        ("duel phat hard normal --budget 0", "seconds from 0.001 to 3600 are wanted, not '0'"),
        ("duel phat hard normal --budget 1 --rollouts 5", "not allowed with argument"),
        ("duel phat hard normal --seats 5", "Phat is played by 4, not by 5"),
        ("duel phat hard normal --pairs 0", "a whole number from 1 to"),
        ("duel patience hard normal", "unknown game 'patience'"),
    ],
)
def test_wrong_arguments_get_one_sentence(arguments: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments.split()) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert complaint in errors
    assert errors.count("\n") == 1
