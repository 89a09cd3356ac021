"""A database for a test that is not about making one: quickly there, and on a disk whose power never fails.

A new file is eleven migrations, each of them on the disk before the next, and nearly every test has its own. So it is
made once in a process, and each test has a copy of its bytes.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import aiosqlite

from bot.store.database import Database
from bot.store.migrate import private

_MADE: list[bytes] = []


async def database(path: Path) -> Database:
    """The database of this file; where there is none yet, one as `Database.open` would have made it.

    Its commits do not wait for the disk. A killed process loses nothing by that, and no test cuts the power.
    """
    if not path.exists():  # noqa: ASYNC240 - a test has nothing else to do
        made = await _new()
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        private(path)
        path.write_bytes(made)  # noqa: ASYNC240
    opened = await Database.open(path)
    await opened._writing.errand(_without_waiting)
    return opened


async def _without_waiting(connection: aiosqlite.Connection) -> None:
    await connection.execute("PRAGMA synchronous = OFF")


async def _new() -> bytes:
    if not _MADE:
        with TemporaryDirectory() as directory:
            path = Path(directory) / "new.sqlite3"
            await (await Database.open(path)).close()
            _MADE.append(path.read_bytes())
    return _MADE[0]
