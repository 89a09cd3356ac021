"""The fourth game, for as long as a test lasts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.texts import Texts
from engine.game import AnyGame
from tests.bot.club import Club, running
from tests.fourth.adding import added
from tests.tables.house import House, build
from tests.tables.recorder import Recorder


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    """The game, added; a missing text is an error."""
    monkeypatch.setattr(Texts, "strict", True)
    with added() as found:
        yield found


@pytest.fixture
async def house(game: AnyGame, tmp_path: Path) -> AsyncIterator[House]:
    """Tables without Discord."""
    built = await build(tmp_path / "tables.sqlite3", [1_000_000.0], Recorder())
    yield built
    await built.close()


@pytest.fixture
async def club(game: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    """A server with the bot in it, started with the game there."""
    async with running(tmp_path, monkeypatch) as started:
        yield started
