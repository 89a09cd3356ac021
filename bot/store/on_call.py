"""Who wants to be called when a table lacks players, and their calls: one a lobby, some hours between a person's."""

from __future__ import annotations

from collections.abc import Collection

from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.errors import CalledAlready

#: So many are called at once at most.
MOST_CALLED = 20
#: Seconds between two calls of a person, wherever they are called from.
REST_SECONDS = 6 * 3600.0


async def is_on_call(db: Database, guild_id: int, game: str, person_id: int) -> bool:
    """Whether a person wants to be called for a game in a server."""
    found = await db.rows(
        "SELECT 1 FROM on_call WHERE guild_id = ? AND game = ? AND person_id = ?", (guild_id, game, person_id)
    )
    return bool(found)


async def set_on_call(db: Database, guild_id: int, game: str, person_id: int, wanted: bool) -> None:
    """Put a person on the list of a game in a server, or take them off it."""

    async def work(connection: Connection) -> None:
        if wanted:
            await connection.execute(
                "INSERT INTO on_call (guild_id, game, person_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (guild_id, game, person_id),
            )
        else:
            await connection.execute(
                "DELETE FROM on_call WHERE guild_id = ? AND game = ? AND person_id = ?", (guild_id, game, person_id)
            )

    await db.write(work)


async def call_players(
    db: Database, table_id: int, guild_id: int, game: str, now: float, without: Collection[int]
) -> tuple[int, ...]:
    """Who is called to a lobby: of those who want it and have had their rest, whoever has waited longest.

    ``without``: who needs no call. Nobody at all is no call, and may be tried again; after one ``CalledAlready``.
    """

    async def work(connection: Connection) -> tuple[int, ...]:
        if list(await connection.execute_fetchall("SELECT 1 FROM players_called WHERE table_id = ?", (table_id,))):
            raise CalledAlready(table_id)
        found = await connection.execute_fetchall(
            "SELECT person_id, called_at FROM on_call WHERE guild_id = ? AND game = ? AND NOT EXISTS"
            " (SELECT 1 FROM on_call AS other WHERE other.person_id = on_call.person_id AND other.called_at > ?)",
            (guild_id, game, now - REST_SECONDS),
        )
        waiting = sorted(found, key=lambda row: (row["called_at"] or 0.0, row["person_id"]))
        called = tuple(row["person_id"] for row in waiting if row["person_id"] not in without)[:MOST_CALLED]
        if called:
            await connection.execute("INSERT INTO players_called (table_id, at) VALUES (?, ?)", (table_id, now))
            await connection.executemany(
                "UPDATE on_call SET called_at = ? WHERE guild_id = ? AND game = ? AND person_id = ?",
                [(now, guild_id, game, person_id) for person_id in called],
            )
        return called

    return await db.write(work)
