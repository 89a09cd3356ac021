"""Messages that are to be deleted: replaced by others, or of use only until their table has come so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.store.connection import Connection
from bot.store.database import Database

Goes = Literal["now", "started", "over"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leftover:
    """A message that goes: at once, when its table is no lobby any more, or when that is over."""

    message_id: int
    channel_id: int
    goes: Goes = "now"


async def all_leftovers(db: Database) -> dict[int, tuple[Leftover, ...]]:
    """Every one, by table; the oldest first."""
    rows = await db.rows("SELECT table_id, message_id, channel_id, goes FROM leftovers ORDER BY message_id")
    found: dict[int, tuple[Leftover, ...]] = {}
    for row in rows:
        each = Leftover(message_id=row["message_id"], channel_id=row["channel_id"], goes=row["goes"])
        found[row["table_id"]] = (*found.get(row["table_id"], ()), each)
    return found


async def leave(db: Database, table_id: int, leftover: Leftover) -> None:
    """Write down that a message of this table's is to go."""

    async def work(connection: Connection) -> None:
        await connection.execute(
            "INSERT INTO leftovers (message_id, table_id, channel_id, goes) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (message_id) DO UPDATE SET goes = excluded.goes",
            (leftover.message_id, table_id, leftover.channel_id, leftover.goes),
        )

    await db.write(work)


async def gone(db: Database, message_id: int) -> None:
    """The message is there no more, or will stay for good."""

    async def work(connection: Connection) -> None:
        await connection.execute("DELETE FROM leftovers WHERE message_id = ?", (message_id,))

    await db.write(work)


async def unshown_ends(db: Database) -> tuple[int, ...]:
    """The tables that have ended for good, and whose message may not show it yet."""
    found = await db.rows("SELECT table_id FROM unshown_ends ORDER BY table_id")
    return tuple(row["table_id"] for row in found)


async def end_shown(db: Database, table_id: int) -> None:
    """The table's end has been shown, or can be shown nowhere."""

    async def work(connection: Connection) -> None:
        await connection.execute("DELETE FROM unshown_ends WHERE table_id = ?", (table_id,))

    await db.write(work)
