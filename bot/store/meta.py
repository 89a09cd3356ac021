"""Small facts about the bot itself: when it was last alive, which commands Discord has been told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from bot.store.connection import Connection
from bot.store.database import Database

_ALIVE_AT = "alive_at"
_WAITING = "waiting"

#: Since when the people of a table cannot reach the bot, by the table's number, in UNIX seconds.
Waiting = Mapping[int, float]
NOBODY: Waiting = MappingProxyType({})


async def value(db: Database, key: str) -> str | None:
    """What is kept under a key."""
    return await db.read(lambda connection: value_in(connection, key))


async def set_value(db: Database, key: str, text: str) -> None:
    """Keep a text under a key."""

    async def work(connection: Connection) -> None:
        await set_value_in(connection, key, text)

    await db.write(work)


async def beat(db: Database, now: float, waiting: Waiting = NOBODY) -> None:
    """Note that the bot is alive and connected at ``now``, in UNIX seconds; ``waiting``: but not for these tables."""
    await db.write(lambda connection: beat_in(connection, now, waiting))


async def beat_in(connection: Connection, now: float, waiting: Waiting = NOBODY) -> None:
    """The same, inside somebody's transaction."""
    await set_value_in(connection, _ALIVE_AT, repr(now))
    await set_value_in(connection, _WAITING, json.dumps(dict(waiting)))


async def last_beat(db: Database) -> float | None:
    """When the bot was last alive and connected; None in a new database."""
    text = await value(db, _ALIVE_AT)
    return None if text is None else float(text)


async def wake(db: Database, now: float) -> float:
    """Lengthen every deadline by the time the bot was away and beat, in one transaction; returns those seconds.

    The tables that waited at the last beat get the time until then as well.
    For the start-up, before any table is loaded. A second call, say after a crash during the first start, finds the
    beat of the first and adds nothing twice. A clock that went back counts as no time.
    """

    async def work(connection: Connection) -> float:
        text = await value_in(connection, _ALIVE_AT)
        beat = now if text is None else float(text)
        away = max(0.0, now - beat)
        await connection.execute("UPDATE deadlines SET due_at = due_at + ?", (away,))
        waiting = json.loads(await value_in(connection, _WAITING) or "{}")
        await connection.executemany(
            "UPDATE deadlines SET due_at = due_at + ? WHERE table_id = ?",
            [(max(0.0, beat - since), int(table)) for table, since in waiting.items()],
        )
        await beat_in(connection, now)
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
