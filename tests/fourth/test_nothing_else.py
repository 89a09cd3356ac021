"""That no other file has to name a game, and that the fourth one leaves as it came."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.games import faces
from bot.texts import ENGLISH, catalogue, languages
from engine.games import find_game, games
from tests.fourth.adding import HERE, KEY, added

ROOT = Path(__file__).parents[2]
#: A game's own files: in these folders, and named after it (``pitch.py``, ``pitch_words.py``, ``pitch.toml``).
OWN = ("engine/games", "engine/players", "bot/games", "bot/locales")
#: What else may name a game, and why. Readers' pages name all games; a new one works without a line in them.
ALLOWED = {
    "README.md": "says to readers which games there are, and simulates one as an example",
    "CONTRIBUTING.md": "shows with a rule of one game how a house rule is added",
    "ARCHITECTURE.md": "lists the decisions on each game's rules",
    "bot/store/migrations/0004_ratings.sql": "fills a new column of old rows; of a new game there are none",
}


def sources() -> Iterator[Path]:
    """What is written by hand outside of tests and docs: the code, the page, the texts, the settings."""
    for folder in ("engine", "bot"):
        for kind in ("py", "toml", "sql", "js", "css", "html"):
            yield from sorted((ROOT / folder).rglob(f"*.{kind}"))
    for names in ("*.md", "*.toml", "*.txt", "Procfile", ".env.example", ".ci/run"):
        yield from sorted(ROOT.glob(names))


def is_a_games_own(path: Path) -> bool:
    """Whether this is one of the files that a game consists of. Card players' words are games' names: in Phat one
    pitches.
    """
    where = path.relative_to(ROOT).as_posix()
    return where.startswith(OWN) and any(re.fullmatch(rf"{key}(_\w+)?", path.stem) for key in games())


@cache
def words_of(path: Path) -> str:
    return words(path.read_text("utf-8"), path.suffix)


def words(text: str, suffix: str) -> str:
    """What a file says to a machine: all of it, but in Python no comments and docstrings, which may give examples."""
    if suffix != ".py":
        # A catalogue's comments are for those who write it.
        return re.sub(r"^\s*#.*$", "", text, flags=re.M) if suffix == ".toml" else text
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            # A string that stands alone is a docstring.
            node.body = [  # type: ignore[attr-defined]
                each for each in body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
            ] or [ast.Pass()]
    return ast.unparse(tree)


def naming(key: str, title: str) -> set[str]:
    """The files that name a game and are not its own."""
    name = re.compile(rf"(?<![a-z]){key}(?![a-z])|{re.escape(title)}", re.IGNORECASE)
    found = set()
    for path in sources():
        if not is_a_games_own(path) and name.search(words_of(path)):
            found.add(path.relative_to(ROOT).as_posix())
    return found


@pytest.mark.parametrize("key", sorted(games()))
def test_no_other_file_names_a_game(key: str) -> None:
    others = naming(key, find_game(key).title) - set(ALLOWED)
    assert not others, f"a game like {key} could not be added without a change of {sorted(others)}"


def test_the_list_of_what_may_name_a_game_is_no_longer_than_needed() -> None:
    assert set(ALLOWED) == {each for key in games() for each in naming(key, find_game(key).title)}


def test_a_name_is_found_wherever_code_would_need_it() -> None:
    for code in ('FIRST = "phat"', "from engine.games.phat import GAME", "PHAT_TARGET = 181", "def phat(): ..."):
        assert re.search("phat", words(code, ".py"), re.IGNORECASE), code
    example = '"""Phat, for example."""\n# phat\ndef target():\n    """As in Phat."""\n'
    assert "phat" not in words(example, ".py").lower()


@pytest.fixture(scope="module")
def steps() -> str:
    """How CONTRIBUTING says that a game is added."""
    return (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Adding a game")[1].split("\n## ")[0]


@pytest.mark.parametrize("key", sorted(games()))
def test_each_game_has_just_the_files_of_the_steps(steps: str, key: str) -> None:
    files = [each.replace("<key>", key) for each in re.findall(r"`([\w/]+/[\w/]*<key>[\w*]*\.\w+)`", steps)]
    assert len(files) == 9
    assert not [each for each in files if not list(ROOT.glob(each))]


def test_what_the_steps_say_to_copy_is_here(steps: str) -> None:
    copied = re.findall(rf"`([\w/]*{KEY}\.\w+)`", steps)
    files = {path.relative_to(HERE).as_posix() for path in HERE.rglob(f"*{KEY}.*") if path.suffix != ".pyc"}
    others = {f"locales/{language}/{KEY}.toml" for language in languages() if language != ENGLISH}
    assert others <= files
    assert files - others == {*copied}


def test_when_it_is_gone_all_is_as_it_was() -> None:
    before, texts = dict(games()), set(catalogue("en"))
    assert KEY not in before
    with added() as game:
        assert set(games()) == {*before, KEY}
        assert find_game(KEY) is game
        assert faces()[KEY].game is game
        assert f"{KEY}.title" in catalogue("en")
        assert {key: games()[key] for key in before} == before
    assert games() == before
    assert KEY not in faces()
    assert set(catalogue("en")) == texts
    assert not [name for name in sys.modules if name.endswith(f"games.{KEY}")]
