"""Reading how a person's running score came about, deal by deal."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store import sums
from bot.store.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseRow:
    """One deal of a person: the UTC day it was played on, and what it added to the running score."""

    day: str
    points: int


async def course(db: Database, guild_id: int, person_id: int, game: str, *, counted: bool) -> tuple[CourseRow, ...]:
    """All deals of a person in one game that count, or do not, of all seasons, in the order they were played."""
    found = await db.rows(
        f"SELECT day, points FROM {sums.JUDGED_LEDGER} WHERE person_id = ? AND guild_id = ? AND game = ?"
        " AND counted = ? ORDER BY at, table_id, deal_no",
        (person_id, guild_id, game, int(counted)),
    )
    return tuple(CourseRow(day=row["day"], points=row["points"]) for row in found)
