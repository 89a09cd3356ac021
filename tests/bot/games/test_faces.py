"""The games' faces: found like the games themselves, and a plain one where a game adds nothing."""

from pathlib import Path

import pytest

import bot.screen
from bot.games import faces, find_face
from bot.games.face import Face
from engine.actions import PLAYS, Action
from engine.cards import cards
from engine.games import games
from tests.bot.screen.positions import ENGLISH, NAMES, toy_view


def test_every_face_is_a_games() -> None:
    assert set(faces()) <= set(games())
    assert "phat" in faces()


def test_accents_tell_games_apart() -> None:
    assert len({face.accent for face in faces().values()}) == len(faces())


@pytest.mark.parametrize("key", sorted(games()))
def test_the_screens_know_no_game_by_name(key: str) -> None:
    for path in Path(bot.screen.__path__[0]).glob("*.py"):
        assert key not in path.read_text("utf-8").lower(), path.name


def test_a_game_without_a_face_is_told_plainly() -> None:
    face, view = find_face("toy"), toy_view(4)
    assert type(face) is Face
    assert face.title(ENGLISH) == "Toy"
    assert face.sides(4) == ((0,), (1,), (2,), (3,))
    assert face.partner(0, 4) is None
    assert face.lobby({}, 4, "no clock", ENGLISH) == "4 players · no clock"
    assert face.scores(view, NAMES, ENGLISH).startswith("Ann\u00a0**−123** · Bo\u00a0**−123**")
    assert face.turn(view, NAMES, ENGLISH) is None, "the trick tells what was led"
    assert face.prompt(view, ENGLISH) == "It is your turn: choose one of the buttons."
    assert face.summary(view, NAMES, ENGLISH)[0] == "Ann **−10**, now **−123**"
    assert face.summary(view, NAMES, ENGLISH)[-1] == "Tricks: Ann\u00a00 · Bo\u00a013 · Cleo\u00a00 · Dana\u00a00."
    assert face.option("odd_rule", True, ENGLISH) == "odd rule: on"


def test_actions_have_labels() -> None:
    face = find_face("toy")
    actions = [PLAYS[8], Action("pass"), Action("bid", number=7), Action("discard", tuple(cards("4H 7H")))]
    assert [face.label(action, ENGLISH) for action in actions] == ["10♠", "Pass", "Bid 7", "Discard 4♥ 7♥"]


def test_phat_has_two_sides() -> None:
    face = find_face("phat")
    assert face.sides(4) == ((0, 2), (1, 3))
    assert [face.partner(seat, 4) for seat in range(4)] == [2, 3, 0, 1]


def test_jokers_stand_after_the_suits() -> None:
    groups = find_face("toy").groups(toy_view(hand=tuple(cards("2S J- J+ AD")), trump=2))
    assert [ENGLISH.cards(group) for group in groups] == ["A♦", "2♠", "J+ J−"]
