"""Small facts about the bot itself: when it was last alive, which commands Discord has been told."""

from __future__ import annotations

from bot.store.connection import Connection
from bot.store.database import Database

_ALIVE_AT = "alive_at"


async def value(db: Database, key: str) -> str | None:
    """What is kept under a key."""
    return await db.read(lambda connection: value_in(connection, key))


async def set_value(db: Database, key: str, text: str) -> None:
    """Keep a text under a key."""

    async def work(connection: Connection) -> None:
        await set_value_in(connection, key, text)

    await db.write(work)


async def beat(db: Database, now: float) -> None:
    """Note that the bot is alive and connected at ``now``, in UNIX seconds."""
    await db.write(lambda connection: beat_in(connection, now))


async def beat_in(connection: Connection, now: float) -> None:
    """The same, inside somebody's transaction."""
    await set_value_in(connection, _ALIVE_AT, repr(now))


async def last_beat(db: Database) -> float | None:
    """When the bot was last alive and connected; None in a new database."""
    text = await value(db, _ALIVE_AT)
    return None if text is None else float(text)


async def wake(db: Database, now: float) -> float:
    """Lengthen every deadline by the time the bot was away and beat, in one transaction; returns those seconds.

    For the start-up, before any table is loaded. A second call, say after a crash during the first start, finds the
    beat of the first and adds nothing twice. A clock that went back counts as no time.
    """

    async def work(connection: Connection) -> float:
        text = await value_in(connection, _ALIVE_AT)
        away = 0.0 if text is None else max(0.0, now - float(text))
        await connection.execute("UPDATE deadlines SET due_at = due_at + ?", (away,))
        await set_value_in(connection, _ALIVE_AT, repr(now))
        return away

    return await db.write(work)


async def value_in(connection: Connection, key: str) -> str | None:
    """What is kept under a key, inside somebody's transaction."""
    for row in await connection.execute_fetchall("SELECT value FROM meta WHERE key = ?", (key,)):
        return str(row["value"])
    return None


async def set_value_in(connection: Connection, key: str, text: str) -> None:
    """Keep a text under a key, inside somebody's transaction."""
    await connection.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (key, text),
    )
