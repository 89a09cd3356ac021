"""What the books say of one match or one person, row by row, as tests compare it with what was played."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store import rows, sums
from bot.store.database import Database
from bot.store.records import LedgerRow


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A match that has ended, from the side of one of its persons."""

    table_id: int
    game: str
    season: int
    finished: bool
    place: int
    won: bool
    lost: bool
    counted: bool
    ended_at: float


async def match_ledger(db: Database, guild_id: int, table_id: int) -> tuple[LedgerRow, ...]:
    """What a match has brought to running scores so far, deal by deal."""
    found = await db.rows(
        "SELECT * FROM ledger WHERE guild_id = ? AND table_id = ? ORDER BY deal_no, person_id", (guild_id, table_id)
    )
    return tuple(rows.ledger(row) for row in found)


async def matches(db: Database, guild_id: int, person_id: int, limit: int, offset: int = 0) -> tuple[PlayedMatch, ...]:
    """A person's ended matches in a server, the latest first: whose records they may ask for."""
    found = await db.rows(
        "SELECT r.table_id, r.game, r.season, r.finished, p.place, p.won, p.lost, r.ended_at,"
        f" p.reach <= {sums.COUNTING.format('p.guild_id')} AS counted"
        " FROM result_people p JOIN results r ON r.guild_id = p.guild_id AND r.table_id = p.table_id"
        " WHERE p.person_id = ? AND p.guild_id = ? ORDER BY r.ended_at DESC, r.table_id DESC LIMIT ? OFFSET ?",
        (person_id, guild_id, limit, offset),
    )
    return tuple(
        PlayedMatch(
            table_id=row["table_id"],
            game=row["game"],
            season=row["season"],
            finished=bool(row["finished"]),
            place=row["place"],
            won=bool(row["won"]),
            lost=bool(row["lost"]),
            counted=bool(row["counted"]),
            ended_at=row["ended_at"],
        )
        for row in found
    )
