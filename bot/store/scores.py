"""Reading running scores: leaderboards, a person's standing and matches, and building the sums anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.store import sums
from bot.store.database import Database
from bot.store.records import Counting, LedgerRow, from_text

#: A leaderboard's order: points added up, points a deal, or the share of matches won.
Order: TypeAlias = Literal["points", "average", "wins"]

#: Averages and shares mean little before this many matches: whoever has fewer comes last and has no place.
MATCHES_TO_RANK = 10

_ORDERS: Mapping[Order, str] = {
    "points": "points DESC",
    "average": f"matches >= {MATCHES_TO_RANK} DESC, points * 1.0 / NULLIF(deals, 0) DESC",
    "wins": f"matches >= {MATCHES_TO_RANK} DESC, wins * 1.0 / NULLIF(matches, 0) DESC, wins DESC",
}

_BOARD = "guild_id = ? AND game = ? AND season = ? AND counted = ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """One line of a leaderboard. ``place``: equals share one; None while there are too few matches to rank.

    ``name`` as last seen in that server, None when never. ``best`` and ``worst`` deal: None where only matches, or
    only some days, are added up.
    """

    place: int | None
    person_id: int
    name: str | None
    points: int
    deals: int
    matches: int
    wins: int
    best: int | None
    worst: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A person's sums in one game, season and class, with their place by points and the game's counters."""

    season: int
    counted: bool
    place: int
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
    """What a match did to one person's running score; one entry a class, where its deals were of both."""

    person_id: int
    before: int
    after: int
    counted: bool


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


async def leaderboard(
    db: Database,
    guild_id: int,
    game: str,
    season: int,
    counted: bool,
    limit: int,
    offset: int = 0,
    by: Order = "points",
    since: str | None = None,
) -> tuple[BoardRow, ...]:
    """One page of a server's leaderboard; ``since`` a UTC day (``2024-05-31``) adds up only from that day on."""
    source, values = _source(guild_id, game, season, counted, since)
    async with db.read() as connection:
        found = await connection.execute_fetchall(
            f"SELECT RANK() OVER (ORDER BY {_ORDERS[by]}) AS place, b.person_id, p.name, b.points, b.deals, b.matches,"
            f" b.wins, b.best, b.worst FROM ({source}) AS b LEFT JOIN people p ON p.guild_id = ?"
            " AND p.person_id = b.person_id ORDER BY place, b.person_id LIMIT ? OFFSET ?",
            (*values, guild_id, limit, offset),
        )
    return tuple(_board_row(row, by) for row in found)


async def leaderboard_size(
    db: Database, guild_id: int, game: str, season: int, counted: bool, since: str | None = None
) -> int:
    """How many persons that leaderboard has: for its pages, and to see that nobody has a counted deal yet."""
    source, values = _source(guild_id, game, season, counted, since)
    async with db.read() as connection:
        (row,) = await connection.execute_fetchall(f"SELECT COUNT(*) FROM ({source}) AS b", values)
    return int(row[0])


async def last_game(db: Database, guild_id: int) -> str | None:
    """The game of the server's newest table with a finished deal; None where no deal has been finished yet."""
    async with db.read() as connection:
        found = list(
            await connection.execute_fetchall(
                "SELECT game FROM ledger WHERE guild_id = ? ORDER BY table_id DESC LIMIT 1", (guild_id,)
            )
        )
    return str(found[0]["game"]) if found else None


async def standing(db: Database, guild_id: int, game: str, person_id: int) -> tuple[Standing, ...]:
    """A person's sums in a server and game: one entry a season and class, the newest season and counted first."""
    async with db.read() as connection:
        found = await connection.execute_fetchall(
            "SELECT t.*, (SELECT COUNT(*) + 1 FROM totals o WHERE o.guild_id = t.guild_id AND o.game = t.game"
            " AND o.season = t.season AND o.counted = t.counted AND o.points > t.points) AS place"
            " FROM totals t WHERE t.person_id = ? AND t.guild_id = ? AND t.game = ?"
            " ORDER BY t.season DESC, t.counted DESC",
            (person_id, guild_id, game),
        )
        counted = await connection.execute_fetchall(
            "SELECT season, counted, name, amount FROM counters WHERE person_id = ? AND guild_id = ? AND game = ?"
            " ORDER BY season, counted, name",
            (person_id, guild_id, game),
        )
    counters: dict[tuple[int, int], dict[str, int]] = {}
    for row in counted:
        counters.setdefault((row["season"], row["counted"]), {})[row["name"]] = row["amount"]
    return tuple(
        Standing(
            season=row["season"],
            counted=bool(row["counted"]),
            place=row["place"],
            points=row["points"],
            deals=row["deals"],
            deals_won=row["deals_won"],
            best=row["best"],
            worst=row["worst"],
            matches=row["matches"],
            wins=row["wins"],
            counters=counters.get((row["season"], row["counted"]), {}),
        )
        for row in found
    )


async def running(db: Database, table_id: int) -> tuple[RunningRow, ...]:
    """What a match has done to the running score of each person in it; counted deals first, then the best.

    Read from the ledger up to the match's own rows, so that it says the same whatever is played later.
    """
    async with db.read() as connection:
        found = await connection.execute_fetchall(
            "WITH mine AS (SELECT l.guild_id, l.person_id, l.game, l.season, l.counted, MAX(l.at) AS at FROM tables m"
            f" JOIN {sums.JUDGED_LEDGER} l ON l.guild_id = m.guild_id AND l.table_id = m.id WHERE m.id = ?"
            f" AND l.{sums.IS_PERSON} GROUP BY l.guild_id, l.person_id, l.game, l.season, l.counted)"
            " SELECT m.person_id, m.counted, SUM(CASE WHEN l.table_id = ? THEN 0 ELSE l.points END) AS before_it,"
            f" SUM(l.points) AS after_it FROM mine m JOIN {sums.JUDGED_LEDGER} l ON l.person_id = m.person_id"
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
        )
        for row in found
    )


async def match_ledger(db: Database, guild_id: int, table_id: int) -> tuple[LedgerRow, ...]:
    """What a match has brought to running scores so far, deal by deal."""
    async with db.read() as connection:
        found = await connection.execute_fetchall(
            "SELECT * FROM ledger WHERE guild_id = ? AND table_id = ? ORDER BY deal_no, person_id", (guild_id, table_id)
        )
    return tuple(
        LedgerRow(
            guild_id=row["guild_id"],
            game=row["game"],
            season=row["season"],
            table_id=row["table_id"],
            deal_no=row["deal_no"],
            person_id=row["person_id"],
            points=row["points"],
            reach=Counting(row["reach"]),
            persons=row["persons"],
            at=row["at"],
            won=None if row["won"] is None else bool(row["won"]),
            stats=from_text(row["stats"]),
        )
        for row in found
    )


async def matches(db: Database, guild_id: int, person_id: int, limit: int, offset: int = 0) -> tuple[PlayedMatch, ...]:
    """A person's ended matches in a server, the latest first: whose records they may ask for."""
    async with db.read() as connection:
        found = await connection.execute_fetchall(
            "SELECT r.table_id, r.game, r.season, r.finished, p.place, p.won, p.lost, p.counted, r.ended_at"
            f" FROM {sums.JUDGED_PEOPLE} p JOIN results r ON r.guild_id = p.guild_id AND r.table_id = p.table_id"
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


async def recompute(db: Database) -> None:
    """Build all the sums anew from ledger and results, in one transaction."""
    await db.write(sums.rebuild)


def _source(
    guild_id: int, game: str, season: int, counted: bool, since: str | None
) -> tuple[str, tuple[int | str, ...]]:
    """The selection a leaderboard sorts, and its values."""
    values = (guild_id, game, season, int(counted))
    if since is None:
        return f"SELECT person_id, points, deals, matches, wins, best, worst FROM totals WHERE {_BOARD}", values
    return (
        "SELECT person_id, SUM(points) AS points, SUM(deals) AS deals, SUM(matches) AS matches, SUM(wins) AS wins,"
        f" NULL AS best, NULL AS worst FROM daily WHERE {_BOARD} AND day >= ? GROUP BY person_id",
        (*values, since),
    )


def _board_row(row: sqlite3.Row, by: Order) -> BoardRow:
    return BoardRow(
        place=row["place"] if by == "points" or row["matches"] >= MATCHES_TO_RANK else None,
        person_id=row["person_id"],
        name=row["name"],
        points=row["points"],
        deals=row["deals"],
        matches=row["matches"],
        wins=row["wins"],
        best=row["best"],
        worst=row["worst"],
    )
