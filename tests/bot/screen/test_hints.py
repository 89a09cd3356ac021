"""Hints in words: every reason that a computer player can give has its sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import engine.game
import engine.players
from bot.games import find_face
from bot.screen import hand
from bot.screen.hints import because, line
from bot.tables.views import Hint
from bot.texts import PLACEHOLDER, catalogue
from engine.games import find_game, games
from engine.players import LEVELS, RANDOM, Budget, answer
from engine.source import seeded
from tests.bot.screen.positions import ENGLISH, hand_view, labels, parts, payload, phat, random_match, text

PLAYERS = Path(engine.players.__path__[0])
#: How a placeholder of the catalogue and a value in the engine's text are written to be compared.
HOLE = "{}"


def written(key: str) -> set[str]:
    """The reasons in a game's policy, and those that all games share, with holes for what is put into them.

    In the files of the policies every text of several words is one, but for descriptions and errors; elsewhere what a
    `Choice` is given.
    """
    shared = ("__init__.py", "search.py", "policies.py")
    policy = [PLAYERS / name for name in shared] + sorted(PLAYERS.glob(f"{key}*.py"))
    found = {text for path in policy for text in texts_in(ast.parse(path.read_text("utf-8"))) if " " in text}
    for node in ast.walk(ast.parse(Path(str(engine.game.__file__)).read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Choice":
            found.update(texts_in(node.args[1]))
    # A number with a fraction is put together from two.
    return {text.replace(f"{HOLE}.{HOLE}", HOLE) for text in found}


def texts_in(node: ast.AST) -> Iterator[str]:
    """The texts below a node, without descriptions and what is said in errors."""
    match node:
        case ast.Raise() | ast.Assert() | ast.Expr(value=ast.Constant()):
            return
        case ast.Constant(value=str(value)):
            yield value
        case ast.JoinedStr(values=values):
            yield "".join(str(each.value) if isinstance(each, ast.Constant) else HOLE for each in values)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from texts_in(child)


def known(key: str) -> set[str]:
    """The reasons the catalogue has sentences for, with holes."""
    prefixes = ("reason.", f"{key}.reason.")
    found = {each.removeprefix(prefix) for each in catalogue("en") for prefix in prefixes if each.startswith(prefix)}
    return {PLACEHOLDER.sub(lambda _: HOLE, each) for each in found}


@pytest.mark.parametrize("key", sorted(games()))
def test_every_reason_of_a_policy_has_its_sentence_and_no_other_is_kept(key: str) -> None:
    assert len(written(key)) > 10
    missing, left = written(key) - known(key), known(key) - written(key)
    assert not missing, "write sentences for these under [reason] in bot/locales/en/<game>.toml"
    assert not left, "no policy gives these reasons any more"


@pytest.mark.parametrize("key", sorted(games()))
def test_every_reason_given_in_play_is_put_into_words(key: str) -> None:
    """A deal at each level; and no reason fits two sentences by chance."""
    game, face = find_game(key), find_face(key)
    said = set()
    for seed, level in enumerate((*LEVELS, RANDOM)):
        chance = seeded("reasons", key, seed)
        state = game.start(game.settle({}), game.seats_allowed[0])
        state = game.deal(state, *game.dealt(state, chance))
        while acting := game.to_act(state):
            view = game.view(state, acting[0])
            choice = answer(game, view, level, chance, Budget(30))
            why = because(choice.reason, key, ENGLISH)
            assert why is not None, choice.reason
            assert "{" not in why
            assert "…" not in why
            said.add(line(Hint(choice.action.code, choice.reason), view, face, ENGLISH))
            state, _ = game.apply(state, acting[0], choice.action)
    assert all(each.startswith("💡 **") for each in said)


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("the T is sure to take the trick", "the 10 is sure to take the trick"),
        ("the highest S still out", "the highest ♠ still out"),
        ("the best of 5 choices in 128 deals played out", "of 5 choices it did best in 128 possible deals"),
    ],
)
def test_cards_and_numbers_of_a_reason_are_written_as_everywhere(reason: str, sentence: str) -> None:
    said = because(reason, "phat", ENGLISH)
    assert said is not None
    assert said.startswith(sentence)


def test_a_reason_without_a_sentence_is_left_out() -> None:
    assert because("the stars say so", "phat", ENGLISH) is None
    own = hand_view(next(iter(random_match(1))), 0).own
    assert own is not None
    assert line(Hint("play AS", "the stars say so"), own, find_face("phat"), ENGLISH) == "💡 **Play A♠**"
    assert line(Hint("pass", "the stars say so"), own, find_face("pitch"), ENGLISH) == "💡 **Pass**"


async def test_a_hand_shows_the_button_and_the_hint() -> None:
    first = next(iter(random_match(1)))
    view = hand_view(first, phat().to_act(first)[0])
    assert "Hint" not in labels(hand.hand(view, ENGLISH))
    offered = hand.hand(replace(view, hints=True), ENGLISH)
    assert "Hint" in labels(offered)
    assert "💡" not in text(offered)
    assert view.own is not None
    code = view.own.legal.actions[0].code
    given = hand.hand(replace(view, hints=True, hint=Hint(code, "nobody can beat it")), ENGLISH)
    assert ":** nobody can beat it" in text(given)
    assert len(parts(payload(given))) <= 40
