from __future__ import annotations

import pytest

from engine.games import find_game, games
from tests.engine.golden import FOLDER, dump


@pytest.mark.parametrize("key", list(games()))
def test_the_golden_match_is_as_it_was(key: str) -> None:
    kept = (FOLDER / f"{key}.txt").read_text(encoding="utf-8")
    assert dump(find_game(key)) == kept, "if the change is meant: python -m tests.engine.golden, and look at the diff"
