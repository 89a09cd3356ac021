"""The bot on a disk that a test makes full: the file ``room`` beside it says by how many pages the database may grow.

While that file is there the bot's own connection takes no more (``PRAGMA max_page_count``), as on a full disk.
"""

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from bot.__main__ import main
from bot.store.connection import Connection
from bot.store.database import Database
from bot.tables import call_lines, clock, computers, publisher

T = TypeVar("T")

ROOM = Path("room")
PLENTY = 2**30
_REALLY_WRITE = Database.write


def _room() -> int | None:
    """How many pages more there are; None for plenty."""
    return int(ROOM.read_text()) if ROOM.exists() else None


async def _write(self: Database, work: Callable[[Connection], Awaitable[T]]) -> T:
    async def with_what_there_is(connection: Connection) -> T:
        (row,) = await connection.execute_fetchall("PRAGMA page_count")
        more = _room()
        most = PLENTY if more is None else row[0] + more
        await connection.execute(f"PRAGMA max_page_count = {most}")
        return await work(connection)

    return await _REALLY_WRITE(self, with_what_there_is)


if __name__ == "__main__":
    Database.write = _write  # type: ignore[method-assign]
    for module in (call_lines, clock, computers, publisher):
        module.RETRY = 0.3  # type: ignore[attr-defined]
    sys.exit(main(["--require-token"]))
