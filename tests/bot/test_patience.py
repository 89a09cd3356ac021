"""A machine on which everything takes longer than SimCord waits: as here, where it waits hardly at all."""

from __future__ import annotations

import pytest

from tests.bot import patience
from tests.bot.club import Club
from tests.bot.player import members, started


async def test_a_slow_machine_fails_no_test(club: Club) -> None:
    club.env.settle_timeout = 0.001
    (ann,) = members(club, "Ann")
    await started(club, ann)
    assert (await ann.plays()).kind == "update"
    await club.passes(600)
    assert "Paused" in club.board().text


async def test_what_never_comes_to_rest_is_told(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.env.settle_timeout = 0.001
    (ann,) = members(club, "Ann")
    monkeypatch.setattr(patience, "PATIENCE", 0.0)
    with pytest.raises(TimeoutError):
        await ann.opens()
    monkeypatch.undo()
    await club.env.settle()
