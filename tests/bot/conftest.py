"""What the bot's tests share."""

from collections.abc import Iterator

import pytest

from bot.texts import Texts


@pytest.fixture(scope="session", autouse=True)
def _texts_are_strict() -> Iterator[None]:
    """A missing text is an error here, not something to make do without."""
    Texts.strict = True
    yield
    Texts.strict = False
