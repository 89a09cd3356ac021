"""The fourth game in the engine: every check that runs over all games, its own tests' numbers, the command line."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import engine.players
from engine.__main__ import main
from engine.game import AnyGame
from engine.players import LEVELS, RANDOM, Budget, answer
from engine.players.policies import policy_of
from engine.players.search import search
from tests.engine import golden, test_computer_players, test_every_game, test_golden, test_record, test_rule_pages
from tests.engine.walking import source, walk
from tests.fourth.adding import HERE, KEY

pytestmark = pytest.mark.usefixtures("game")
SEATS = (4, 3)


def checks(module: ModuleType, *names: str) -> list[Callable[..., Any]]:
    """A module's tests that ask for just these arguments: they run for whatever game they are given."""
    tests = [each for name, each in vars(module).items() if name.startswith("test_")]
    return [each for each in tests if set(inspect.signature(each).parameters) == set(names)]


def named(check: Callable[..., Any]) -> str:
    return check.__name__.removeprefix("test_")


def test_what_is_taken_up_here_are_the_checks_of_all_games() -> None:
    assert len(checks(test_every_game, "key", "seats")) >= 9
    assert len(checks(test_computer_players, "key", "seats")) >= 3
    assert len(checks(test_computer_players, "key", "seats", "level")) >= 1
    assert len(checks(test_record, "key")) >= 3
    assert len(checks(test_record, "key", "seed")) >= 1


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("check", checks(test_every_game, "key", "seats"), ids=named)
def test_every_games_check(check: Callable[..., None], seats: int) -> None:
    check(KEY, seats)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("check", checks(test_computer_players, "key", "seats"), ids=named)
def test_every_computer_players_check(check: Callable[..., None], seats: int) -> None:
    check(KEY, seats)


@pytest.mark.parametrize("level", [*LEVELS, RANDOM])
def test_computer_players_of_every_level(level: str) -> None:
    for seats in SEATS:
        for check in checks(test_computer_players, "key", "seats", "level"):
            check(KEY, seats, level)


@pytest.mark.parametrize("check", checks(test_record, "key"), ids=named)
def test_every_records_check(check: Callable[..., None]) -> None:
    check(KEY)


@pytest.mark.parametrize("seed", range(2))
def test_every_check_of_records_played_again(seed: int) -> None:
    for check in checks(test_record, "key", "seed"):
        check(KEY, seed)


def test_without_a_policy_it_is_played_by_chance_and_a_hard_player_searches(game: AnyGame) -> None:
    assert policy_of(game).candidates is None
    step = next(walk(game, 4, source(1)))
    view = game.view(step.before, step.seat)
    assert policy_of(game).choose(view, source(2)).reason == "by chance"
    reasons = {search(game, view, source(seed), Budget(300)).reason for seed in range(6)}
    assert any("deals played out" in reason for reason in reasons)


def test_a_policy_is_found_once_its_file_is_there(
    game: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / f"{KEY}.py"
    file.write_text(
        "from engine.actions import Choice\n"
        "def choose(view, source):\n"
        "    return Choice(view.legal.actions[0], 'the lowest that may be played')\n"
    )
    monkeypatch.setattr(engine.players, "__path__", [*engine.players.__path__, str(tmp_path)])
    try:
        step = next(walk(game, 4, source(1)))
        choice = answer(game, game.view(step.before, step.seat), "normal", source(1))
        assert choice.reason == "the lowest that may be played"
        for seats in SEATS:
            test_computer_players.test_rollouts_play_as_the_policy_plays_from_views(KEY, seats)
    finally:
        sys.modules.pop(f"engine.players.{KEY}", None)
        vars(engine.players).pop(KEY, None)


def test_its_golden_match_is_written_beside_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {path.name: path.read_text("utf-8") for path in golden.FOLDER.glob("*.txt")}
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(test_golden, "FOLDER", tmp_path)
    golden.main()
    written = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert "HeartsOpened" in written.pop(f"{KEY}.txt")
    assert written == kept
    test_golden.test_the_golden_match_is_as_it_was(KEY)


def test_its_rule_page_is_held_to_its_tests() -> None:
    test_rule_pages.check_rule_page(KEY, HERE / "rules", HERE)


@pytest.mark.parametrize("seats", SEATS)
def test_the_command_line_plays_checks_and_shows_it(
    seats: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "matches.jsonl")
    players = "easy,normal,hard,random"[: -7 if seats == 3 else None]
    arguments = ["--seats", str(seats), "--players", players, "--rollouts", "30", "--option", "limit=5"]
    assert main(["simulate", KEY, "--matches", "3", *arguments, "--out", file]) == 0
    assert main(["verify", file]) == 0
    assert capsys.readouterr().out == "ok\n" * 3
    assert main(["replay", file]) == 0
    assert capsys.readouterr().out == Path(file).read_text("ascii")
    assert main(["show", file]) == 0
    assert f"Maria for {seats}, limit 5" in capsys.readouterr().out
    assert main(["duel", KEY, "normal", "random", "--pairs", "2", "--seats", str(seats)]) == 0
