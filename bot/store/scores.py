"""Reading running scores: leaderboards, a person's standing, and building the sums anew."""

from __future__ import annotations

from bot.store import sums
from bot.store.database import Database


async def recompute(db: Database) -> None:
    """Build all the sums anew from ledger and results, in one transaction."""
    await db.write(sums.rebuild)
