"""Every rule, worked example and option that a rule page writes down has a test that bears its number or name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.games import games

PAGES = Path(__file__).parents[2] / "docs" / "rules"
TESTS = Path(__file__).parent
NUMBER = re.compile(r"\b[A-Z]{2}-([RE]\d+b?)")


def names_of_tests(game: str, folder: Path) -> list[str]:
    files = sorted(folder.glob(f"test_{game}*.py"))
    return [name for file in files for name in re.findall(r"^(?:async )?def (test_\w+)", file.read_text("utf-8"), re.M)]


def check_rule_page(game: str, pages: Path, tests: Path) -> None:
    page = (pages / f"{game}.md").read_text("utf-8")
    names = names_of_tests(game, tests)
    written = set(NUMBER.findall(page))
    tested = {found for name in names for found in re.findall(r"_([RE]\d+b?)(?=_)", name)}
    assert written
    assert written - tested == set(), f"these numbers of {game}.md stand in no test's name"
    for option in games()[game].options:
        assert f"\n| `{option.name}` |" in page, f"{game}.md has no row for the option {option.name} in its table"
        assert any(option.name in name for name in names), f"no test of test_{game}*.py is named after {option.name}"


@pytest.mark.parametrize("game", sorted(games()))
def test_what_a_rule_page_writes_down_is_tested(game: str) -> None:
    check_rule_page(game, PAGES, TESTS)
