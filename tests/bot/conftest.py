"""What the bot's tests share."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.texts import Texts
from tests.bot.club import Club, running


@pytest.fixture(scope="session", autouse=True)
def _texts_are_strict() -> Iterator[None]:
    """A missing text is an error here, not something to make do without."""
    Texts.strict = True
    yield
    Texts.strict = False


@pytest.fixture
async def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    """A server with the bot in it; at the end every interaction must have been answered once, and nothing logged."""
    async with running(tmp_path, monkeypatch) as built:
        yield built
