"""What becomes of figures that cannot be had at once."""

from __future__ import annotations

import pytest

from tests.bench.__main__ import measured
from tests.bench.report import Row


def test_a_part_that_fails_is_measured_once_more(capsys: pytest.CaptureFixture[str]) -> None:
    answers: list[list[Row] | Exception] = [RuntimeError("too busy"), [Row("a figure", "1 ms", "")]]

    def part() -> list[Row]:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert measured(part) == [Row("a figure", "1 ms", "")]
    assert "too busy" in capsys.readouterr().err
    answers += [RuntimeError("too busy"), RuntimeError("still")]
    assert measured(part) is None
    assert answers == []
