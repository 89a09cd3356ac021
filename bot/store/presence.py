"""In which servers the bot is: since when it is gone from one, and so whose data is to be purged."""

from __future__ import annotations

from collections.abc import Collection

from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.duties import DUTIES

#: Each table's servers, found one after the other in its index: there are few of them and many rows.
_SERVERS_OF = (
    "WITH RECURSIVE each_one (guild_id) AS (SELECT MIN({column}) FROM {name} UNION ALL"
    " SELECT (SELECT MIN({column}) FROM {name} WHERE {column} > each_one.guild_id) FROM each_one"
    " WHERE each_one.guild_id IS NOT NULL) SELECT guild_id FROM each_one WHERE guild_id IS NOT NULL"
)


async def known_servers(db: Database) -> frozenset[int]:
    """Every server about which anything is stored."""

    async def work(connection: Connection) -> frozenset[int]:
        found: set[int] = set()
        for name, duty in DUTIES.items():
            if duty.server is not None:
                sql = _SERVERS_OF.format(name=name, column=duty.server)
                found.update(row["guild_id"] for row in await connection.execute_fetchall(sql))
        return frozenset(found)

    return await db.read(work)


async def note(db: Database, present: Collection[int], now: float) -> frozenset[int]:
    """Note of every known server whether the bot is there; ``now`` is when it is gone from those not noted before.

    Returns the servers that it is newly gone from.
    """
    known = await known_servers(db)

    async def work(connection: Connection) -> frozenset[int]:
        found = await connection.execute_fetchall("SELECT guild_id FROM servers WHERE removed_at IS NOT NULL")
        marked = {row["guild_id"] for row in found}
        gone = known.difference(marked, present)
        await connection.executemany(
            "UPDATE servers SET removed_at = NULL WHERE guild_id = ?",
            [(each,) for each in marked.intersection(present)],
        )
        for each in gone:
            await _mark(connection, each, now)
        return frozenset(gone)

    return await db.write(work)


async def gone(db: Database, guild_id: int, now: float) -> None:
    """Note that the bot was removed from a server; nothing where nothing is stored about it."""
    if guild_id in await known_servers(db):
        await db.write(lambda connection: _mark(connection, guild_id, now))


async def back(db: Database, guild_id: int) -> None:
    """Note that the bot is in a server, again or for the first time."""
    await db.write(lambda connection: _clear(connection, guild_id))


async def gone_since(db: Database, before: float) -> tuple[int, ...]:
    """The servers that the bot has been gone from since ``before`` or longer."""
    found = await db.rows("SELECT guild_id FROM servers WHERE removed_at <= ? ORDER BY removed_at", (before,))
    return tuple(row["guild_id"] for row in found)


async def _mark(connection: Connection, guild_id: int, at: float) -> None:
    await connection.execute(
        "INSERT INTO servers (guild_id, removed_at) VALUES (?, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET removed_at = excluded.removed_at",
        (guild_id, at),
    )


async def _clear(connection: Connection, guild_id: int) -> None:
    await connection.execute("UPDATE servers SET removed_at = NULL WHERE guild_id = ?", (guild_id,))
