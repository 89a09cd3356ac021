"""Reading running scores: a person's standing, what a match did to it; and building everything anew."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from bot.store import meta, ratings, sums
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.records import Counting

#: Under which the formula is kept that the ratings were worked out by.
_RATED_BY = "rated_by"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A person's sums in one game, season and class, with the game's counters.

    ``best`` and ``worst`` deal: None without a deal.
    """

    game: str
    season: int
    counted: bool
    points: int
    deals: int
    deals_won: int
    best: int | None
    worst: int | None
    matches: int
    wins: int
    counters: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningRow:
    """What a match did to one person's running score; one entry a class, where its deals were of both.

    ``name`` as last seen in that server, None when never.
    """

    person_id: int
    before: int
    after: int
    counted: bool
    name: str | None = None


async def reaches(db: Database, guild_id: int, table_id: int) -> dict[int, Counting]:
    """How far each deal of a match that is in the ledger reaches, by its number."""
    found = await db.rows(
        "SELECT deal_no, MIN(reach) AS reach FROM ledger WHERE guild_id = ? AND table_id = ? GROUP BY deal_no",
        (guild_id, table_id),
    )
    return {row["deal_no"]: Counting(row["reach"]) for row in found}


async def last_game(db: Database, guild_id: int) -> str | None:
    """The game of the server's newest table with a finished deal; None where no deal has been finished yet."""
    found = await db.rows("SELECT game FROM ledger WHERE guild_id = ? ORDER BY table_id DESC LIMIT 1", (guild_id,))
    return str(found[0]["game"]) if found else None


async def standing(db: Database, guild_id: int, person_id: int, game: str | None = None) -> tuple[Standing, ...]:
    """A person's sums in a server, of one game or of all: one entry a game, season and class.

    By game; within one the newest season and what counted first.
    """
    where = "person_id = :person AND guild_id = :guild" + ("" if game is None else " AND game = :game")
    judged = f"*, reach <= {sums.COUNTING.format(':guild')} AS counted"
    values = {"person": person_id, "guild": guild_id, "game": game}

    async def work(connection: Connection) -> tuple[Standing, ...]:
        found = await connection.execute_fetchall(
            f"SELECT {judged} FROM totals WHERE {where} ORDER BY game, season DESC, reach", values
        )
        amounts = await connection.execute_fetchall(f"SELECT {judged} FROM counters WHERE {where}", values)
        counters: dict[tuple[Any, ...], Counter[str]] = {}
        for row in amounts:
            counters.setdefault(_class(row), Counter())[row["name"]] += row["amount"]
        by_class = groupby(found, key=_class)
        return tuple(_added_up(list(reached), dict(counters.get(key, {}))) for key, reached in by_class)

    return await db.read(work)


def _class(row: sqlite3.Row) -> tuple[str, int, bool]:
    return row["game"], row["season"], bool(row["counted"])


def _added_up(reached: Sequence[sqlite3.Row], counters: Mapping[str, int]) -> Standing:
    """Sums of one game, season and class, which are kept apart by how far deals reach."""

    def total(name: str) -> int:
        return sum(row[name] for row in reached)

    game, season, counted = _class(reached[0])
    return Standing(
        game=game,
        season=season,
        counted=counted,
        points=total("points"),
        deals=total("deals"),
        deals_won=total("deals_won"),
        best=max((row["best"] for row in reached if row["best"] is not None), default=None),
        worst=min((row["worst"] for row in reached if row["worst"] is not None), default=None),
        matches=total("matches"),
        wins=total("wins"),
        counters=counters,
    )


async def running(db: Database, table_id: int) -> tuple[RunningRow, ...]:
    """What a match has done to the running score of each person in it; counted deals first, then the best.

    Read from the ledger up to the match's own rows, so that it says the same whatever is played later.
    """
    found = await db.rows(
        "WITH mine AS (SELECT l.guild_id, l.person_id, l.game, l.season, l.counted, MAX(l.at) AS at FROM tables m"
        f" JOIN {sums.JUDGED_LEDGER} l ON l.guild_id = m.guild_id AND l.table_id = m.id WHERE m.id = ?"
        f" AND l.{sums.IS_PERSON} GROUP BY l.guild_id, l.person_id, l.game, l.season, l.counted)"
        " SELECT m.person_id, m.counted, SUM(CASE WHEN l.table_id = ? THEN 0 ELSE l.points END) AS before_it,"
        " SUM(l.points) AS after_it, (SELECT p.name FROM people p WHERE p.guild_id = m.guild_id"
        " AND p.person_id = m.person_id) AS name"
        f" FROM mine m JOIN {sums.JUDGED_LEDGER} l ON l.person_id = m.person_id"
        " AND l.guild_id = m.guild_id AND l.game = m.game AND l.season = m.season AND l.counted = m.counted"
        " AND l.at <= m.at GROUP BY m.person_id, m.counted ORDER BY m.counted DESC, after_it DESC, m.person_id",
        (table_id, table_id),
    )
    return tuple(
        RunningRow(
            person_id=row["person_id"],
            before=row["before_it"],
            after=row["after_it"],
            counted=bool(row["counted"]),
            name=row["name"],
        )
        for row in found
    )


async def recompute(db: Database) -> None:
    """Build all the sums and ratings anew from ledger and results, in one transaction."""

    async def work(connection: Connection) -> None:
        await sums.rebuild(connection)
        await ratings.rebuild(connection)
        await meta.set_value_in(connection, _RATED_BY, ratings.FORMULA)

    await db.write(work)


async def bring_up_to_date(db: Database) -> bool:
    """Rebuild the ratings where another formula, or none yet, has worked them out; whether there was any to rebuild."""
    if await meta.value(db, _RATED_BY) == ratings.FORMULA:
        return False

    async def work(connection: Connection) -> bool:
        await ratings.rebuild(connection)
        await meta.set_value_in(connection, _RATED_BY, ratings.FORMULA)
        return bool(list(await connection.execute_fetchall("SELECT 1 FROM ratings LIMIT 1")))

    return await db.write(work)
