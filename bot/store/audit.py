"""Who changed what in a server's settings: one row a change, written in the transaction that makes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.store.connection import Connection
from bot.store.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRow:
    """One change: ``setting`` by its name, or ``game.option`` for a house rule, with its values as texts.

    ``person_id``: a placeholder's (bot/store/erase.py) once that person's data was erased. ``at`` in UNIX seconds.
    """

    guild_id: int
    person_id: int | None
    at: float
    setting: str
    was: str
    now: str


async def latest(db: Database, guild_id: int, limit: int) -> tuple[AuditRow, ...]:
    """A server's last changes, the newest first."""
    found = await db.rows(
        "SELECT guild_id, person_id, at, setting, was, now FROM audit WHERE guild_id = ? ORDER BY id DESC LIMIT ?",
        (guild_id, limit),
    )
    return tuple(AuditRow(**dict(row)) for row in found)


async def add(connection: Connection, rows: Iterable[AuditRow]) -> None:
    """Write changes, inside the caller's transaction."""
    await connection.executemany(
        "INSERT INTO audit (guild_id, person_id, at, setting, was, now) VALUES (?, ?, ?, ?, ?, ?)",
        [(row.guild_id, row.person_id, row.at, row.setting, row.was, row.now) for row in rows],
    )
