"""The list of complaints in `docs/pains.md`: all fifty, each with tests that exist or a reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROWS = re.findall(r"^\| (\d+) \| (.+?) \| (.*?) ?\|$", (ROOT / "docs/pains.md").read_text("utf-8"), re.MULTILINE)
TESTS = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"^ *(?:async )?def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
}


def test_all_fifty_are_listed() -> None:
    assert [int(number) for number, _, _ in ROWS] == list(range(1, 51))


@pytest.mark.parametrize(("number", "complaint", "here"), ROWS, ids=[row[0] for row in ROWS])
def test_each_has_tests_that_are_there_or_a_reason(number: str, complaint: str, here: str) -> None:
    assert here, f"{number}: {complaint}"
    assert set(re.findall(r"`(test_\w+)`", here)) <= TESTS
