"""The lines that call to tables: which message each is, and who was called for what. By seat; no person is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.records import from_text, to_text


@dataclass(frozen=True, slots=True, kw_only=True)
class CallLine:
    """A table's line. ``message_id``: None while nothing stands.

    ``called``: by seat, the number of the question its person was called for, and how far.
    """

    channel_id: int
    message_id: int | None = None
    called: Mapping[int, tuple[int, int]] = field(default_factory=dict)


async def all_lines(db: Database) -> dict[int, CallLine]:
    """Every line, by table."""
    found = await db.rows("SELECT table_id, channel_id, message_id, called FROM call_lines")
    return {
        row["table_id"]: CallLine(
            channel_id=row["channel_id"],
            message_id=row["message_id"],
            called={int(seat): (decision, stage) for seat, (decision, stage) in from_text(row["called"]).items()},
        )
        for row in found
    }


async def keep(db: Database, table_id: int, line: CallLine) -> None:
    """Write down a table's line as it is now."""
    called = to_text({str(seat): list(what) for seat, what in line.called.items()})

    async def work(connection: Connection) -> None:
        await connection.execute(
            "INSERT INTO call_lines (table_id, channel_id, message_id, called) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (table_id) DO UPDATE SET channel_id = excluded.channel_id,"
            " message_id = excluded.message_id, called = excluded.called",
            (table_id, line.channel_id, line.message_id, called),
        )

    await db.write(work)


async def forget(db: Database, table_id: int) -> None:
    """A table's line is gone, and nobody who was called is missing any more."""

    async def work(connection: Connection) -> None:
        await connection.execute("DELETE FROM call_lines WHERE table_id = ?", (table_id,))

    await db.write(work)
