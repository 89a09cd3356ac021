"""People and servers: names last seen, a person's own preferences, a server's settings and season."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.store import audit
from bot.store.audit import AuditRow
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.records import Counting, from_text, to_text

#: A name that has not changed is written again after this many seconds only: seeing people must not cost a write each.
SEEN_AGAIN = 6 * 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRow:
    """What a server has set. ``language``: None as Discord says; ``removed_at``: since when the bot is not there."""

    guild_id: int
    language: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    season: int = 1
    counting: Counting = Counting.STRICT
    removed_at: float | None = None


async def write_names(connection: Connection, guild_id: int, names: Mapping[int, str], now: float) -> None:
    """Remember what people are called in a server, for leaderboards that name who is not there; in a transaction."""
    await connection.executemany(
        "INSERT INTO people (guild_id, person_id, name, seen_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (guild_id, person_id) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at"
        f" WHERE people.name <> excluded.name OR people.seen_at < excluded.seen_at - {SEEN_AGAIN}",
        [(guild_id, person_id, name, now) for person_id, name in names.items()],
    )


async def names(db: Database, guild_id: int, persons: Iterable[int]) -> dict[int, str]:
    """The names last seen of those persons in a server; who was never seen is missing."""
    asked = tuple(dict.fromkeys(persons))

    async def work(connection: Connection) -> dict[int, str]:
        found: dict[int, str] = {}
        for person_id in asked:
            for row in await connection.execute_fetchall(
                "SELECT name FROM people WHERE guild_id = ? AND person_id = ?", (guild_id, person_id)
            ):
                found[person_id] = row["name"]
        return found

    return await db.read(work)


async def preferences(db: Database, persons: Collection[int]) -> dict[int, dict[str, Any]]:
    """The own preferences of each of these persons, in every server; only what they have set."""

    async def work(connection: Connection) -> dict[int, dict[str, Any]]:
        return {person_id: await _preferences(connection, person_id) for person_id in persons}

    return await db.read(work)


async def change_preferences(db: Database, person_id: int, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Set some preferences, forget those whose value is None, and return all of them as they are then."""

    async def work(connection: Connection) -> dict[str, Any]:
        changed = {**await _preferences(connection, person_id), **changes}
        settings = {key: value for key, value in changed.items() if value is not None}
        if settings:
            await connection.execute(
                "INSERT INTO preferences (person_id, settings) VALUES (?, ?)"
                " ON CONFLICT (person_id) DO UPDATE SET settings = excluded.settings",
                (person_id, to_text(settings)),
            )
        else:
            # Nothing is kept about whoever prefers nothing.
            await connection.execute("DELETE FROM preferences WHERE person_id = ?", (person_id,))
        return settings

    return await db.write(work)


async def server(db: Database, guild_id: int) -> ServerRow:
    """What a server has set; the defaults where it has set nothing."""
    return await db.read(lambda connection: _server(connection, guild_id))


async def change_server(
    db: Database, guild_id: int, change: Callable[[ServerRow], tuple[ServerRow, Iterable[AuditRow]]]
) -> ServerRow:
    """Make of a server's row what ``change`` makes of it, and keep the rows that say who did, in one transaction.

    What ``change`` raises is raised here, with nothing changed.
    """

    async def work(connection: Connection) -> ServerRow:
        before = await _server(connection, guild_id)
        after, told = change(before)
        if after == before:
            return before
        await connection.execute(
            "INSERT INTO servers (guild_id, language, settings, season, counting) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (guild_id) DO UPDATE SET language = excluded.language, settings = excluded.settings,"
            " season = excluded.season, counting = excluded.counting",
            (guild_id, after.language, to_text(after.settings), after.season, int(after.counting)),
        )
        await audit.add(connection, told)
        return after

    return await db.write(work)


async def _server(connection: Connection, guild_id: int) -> ServerRow:
    for row in await connection.execute_fetchall(
        "SELECT guild_id, language, settings, season, counting, removed_at FROM servers WHERE guild_id = ?", (guild_id,)
    ):
        return ServerRow(
            guild_id=row["guild_id"],
            language=row["language"],
            settings=from_text(row["settings"]),
            season=row["season"],
            counting=Counting(row["counting"]),
            removed_at=row["removed_at"],
        )
    return ServerRow(guild_id=guild_id)


async def _preferences(connection: Connection, person_id: int) -> dict[str, Any]:
    for row in await connection.execute_fetchall("SELECT settings FROM preferences WHERE person_id = ?", (person_id,)):
        return dict(from_text(row["settings"]))
    return {}
