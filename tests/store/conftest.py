"""A database of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.database import Database
from tests.store import fresh


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "tricktable.sqlite3"


@pytest_asyncio.fixture
async def db(path: Path) -> AsyncIterator[Database]:
    async with await fresh.database(path) as database:
        yield database
