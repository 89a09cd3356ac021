"""The house of tables as a fixture."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tables.house import House, build
from tests.tables.recorder import Recorder


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    built = await build(tmp_path / "tables.sqlite3", [1_000_000.0], Recorder())
    yield built
    await built.close()
