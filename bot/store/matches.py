"""Whose matches are whose: what a person has played in a server, and who may ask for a match's record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.store.connection import Connection
from bot.store.database import Database

#: Matches of which at least one deal is over: the only ones there is anything to show of. A pause may be within the
#: first deal or after it, which its points in the ledger tell.
_BEGUN = (
    "(t.deal_no > 1 OR (t.deal_no = 1 AND (t.phase IN ('between', 'over') OR (t.phase = 'paused' AND EXISTS"
    " (SELECT 1 FROM ledger l WHERE l.guild_id = t.guild_id AND l.table_id = t.id AND l.deal_no = 1)))))"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMatch:
    """A match of somebody's, as a list names it. ``deals``: how many were begun; ``ended_at``: None while it goes on.

    ``names``: the other persons' names as last seen in that server.
    """

    table_id: int
    channel_id: int
    game: str
    deals: int
    last_act_at: float
    ended_at: float | None
    names: tuple[str, ...]


async def players(db: Database, table_id: int) -> frozenset[int]:
    """Everybody who held a seat of this match when a deal was dealt, or holds one or has left one now."""
    found = await db.rows(
        "SELECT person_id FROM deal_seats WHERE table_id = :id UNION SELECT person_id FROM seats"
        " WHERE table_id = :id UNION SELECT kept_for FROM seats WHERE table_id = :id",
        {"id": table_id},
    )
    return frozenset(row["person_id"] for row in found if row["person_id"] is not None)


async def own_matches(db: Database, guild_id: int, person_id: int, limit: int) -> tuple[OwnMatch, ...]:
    """The matches in a server in which this person held a seat and a deal is over, the one last played first."""

    async def work(connection: Connection) -> tuple[OwnMatch, ...]:
        found = await connection.execute_fetchall(
            "SELECT t.id, t.channel_id, t.game, t.deal_no, t.last_act_at, t.ended_at FROM tables t"
            f" WHERE t.guild_id = ? AND {_BEGUN} AND t.id IN"
            " (SELECT table_id FROM deal_seats WHERE person_id = ?) ORDER BY t.last_act_at DESC, t.id DESC LIMIT ?",
            (guild_id, person_id, limit),
        )
        return tuple(
            [
                OwnMatch(
                    table_id=row["id"],
                    channel_id=row["channel_id"],
                    game=row["game"],
                    deals=row["deal_no"],
                    last_act_at=row["last_act_at"],
                    ended_at=row["ended_at"],
                    names=tuple(await _others(connection, guild_id, row["id"], person_id)),
                )
                for row in found
            ]
        )

    return await db.read(work)


async def _others(connection: Connection, guild_id: int, table_id: int, person_id: int) -> Iterable[str]:
    found = await connection.execute_fetchall(
        "SELECT DISTINCT p.person_id, p.name FROM deal_seats s JOIN people p ON p.guild_id = ?"
        " AND p.person_id = s.person_id WHERE s.table_id = ? AND s.person_id <> ? ORDER BY p.name",
        (guild_id, table_id, person_id),
    )
    return [row["name"] for row in found]
