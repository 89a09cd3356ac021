"""Reading leaderboards: one page of a server's, with the place of whoever reads it.

A page is one statement over the sums of one server and game; the ledger is never looked at. What counts is added up
over how far deals reach, and all time over the seasons: a few rows a person.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.store.database import Database
from bot.store.ratings import MATCHES_TO_SETTLE
from bot.store.sums import COUNTING

#: A leaderboard's order: points added up, the share of matches won, the rating, or points a deal.
Order: TypeAlias = Literal["score", "wins", "rating", "average"]

#: Averages and shares mean little before this many matches: whoever has fewer comes last and has no place.
MATCHES_TO_RANK = 10

# Who has no place yet is sorted by how near one is.
_RANKED = f"matches >= {MATCHES_TO_RANK} AND deals > 0"
_UNRANKED_LAST = f"{_RANKED} DESC, CASE WHEN {_RANKED} THEN 0 ELSE matches END DESC"
_ORDERS: Mapping[Order, str] = {
    "score": "points DESC",
    "wins": f"{_UNRANKED_LAST}, wins * 1.0 / NULLIF(matches, 0) DESC, wins DESC",
    "rating": "rating DESC",
    "average": f"{_UNRANKED_LAST}, points * 1.0 / NULLIF(deals, 0) DESC",
}

_SUMS = "SUM(points) AS points, SUM(deals) AS deals, SUM(matches) AS matches, SUM(wins) AS wins, NULL AS rating"
_WHERE = "guild_id = :guild AND game = :game"
_COUNTING = COUNTING.format(":guild")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What a leaderboard adds up: counted deals of a server and game, or its practice.

    ``season``: only that one; ``since``: only from that UTC day (``2024-05-31``) on, in whatever season. Ratings know
    neither, and no practice.
    """

    guild_id: int
    game: str
    counted: bool = True
    season: int | None = None
    since: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """One line of a leaderboard. ``place``: equals share one; None while there are too few matches to rank.

    ``name`` as last seen in that server, None when never. On a leaderboard by rating, ``matches`` are those the
    ``rating`` is made from, and there is nothing else; on the others there is no rating.
    """

    place: int | None
    person_id: int
    name: str | None
    points: int = 0
    deals: int = 0
    matches: int = 0
    wins: int = 0
    rating: int | None = None

    @property
    def provisional(self) -> bool:
        """Whether the rating is made from too few matches to mean much."""
        return self.rating is not None and self.matches < MATCHES_TO_SETTLE


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """A page of a leaderboard: its number from 1, how many there are, how many persons are on all of them.

    ``own``: the line of whoever reads it, on whichever page it stands; None when they are on none.
    """

    number: int
    pages: int
    persons: int
    rows: tuple[BoardRow, ...]
    own: BoardRow | None


async def page(
    db: Database, scope: Scope, by: Order = "score", number: int = 1, length: int = 10, reader: int | None = None
) -> BoardPage:
    """A page of a leaderboard, ``length`` persons a page; beyond its ends the nearest page."""
    found = await db.rows(
        f"WITH ordered AS (SELECT b.*, RANK() OVER (ORDER BY {_ORDERS[by]}) AS place,"
        f" ROW_NUMBER() OVER (ORDER BY {_ORDERS[by]}, person_id) - 1 AS line, COUNT(*) OVER () AS persons"
        f" FROM ({_source(scope, by)}) AS b)"
        " SELECT o.*, p.name FROM ordered o LEFT JOIN people p"
        " ON p.guild_id = :guild AND p.person_id = o.person_id"
        " WHERE o.person_id = :reader OR o.line / :length ="
        " CASE WHEN :page > (o.persons - 1) / :length THEN (o.persons - 1) / :length ELSE :page END"
        " ORDER BY o.line",
        {**_values(scope), "reader": reader, "length": length, "page": max(number, 1) - 1},
    )
    persons = int(found[0]["persons"]) if found else 0
    pages = max(1, -(-persons // length))
    number = min(max(number, 1), pages)
    return BoardPage(
        number=number,
        pages=pages,
        persons=persons,
        rows=tuple(_row(row, by) for row in found if row["line"] // length == number - 1),
        own=next((_row(row, by) for row in found if row["person_id"] == reader), None),
    )


async def place(db: Database, scope: Scope, points: int) -> int:
    """The place that so many points have on a leaderboard by score."""
    (row,) = await db.rows(
        f"SELECT COUNT(*) + 1 FROM ({_source(scope, 'score')}) AS b WHERE points > :points",
        {**_values(scope), "points": points},
    )
    return int(row[0])


def _values(scope: Scope) -> dict[str, int | str | None]:
    return {
        "guild": scope.guild_id,
        "game": scope.game,
        "season": scope.season,
        "since": scope.since,
    }


def _source(scope: Scope, by: Order) -> str:
    """The selection that is put in order."""
    if by == "rating":
        return (
            "SELECT person_id, 0 AS points, 0 AS deals, matches, 0 AS wins, shown AS rating FROM ratings"
            f" WHERE {_WHERE} AND counting = {_COUNTING}"
        )
    where = f"{_WHERE} AND reach {'<=' if scope.counted else '>'} {_COUNTING}"
    if scope.since is not None:
        return f"SELECT person_id, {_SUMS} FROM daily WHERE {where} AND day >= :since GROUP BY person_id"
    season = "" if scope.season is None else " AND season = :season"
    return f"SELECT person_id, {_SUMS} FROM totals WHERE {where}{season} GROUP BY person_id"


def _row(row: sqlite3.Row, by: Order) -> BoardRow:
    has_place = by in ("score", "rating") or (row["matches"] >= MATCHES_TO_RANK and row["deals"] > 0)
    return BoardRow(
        place=row["place"] if has_place else None,
        person_id=row["person_id"],
        name=row["name"],
        points=row["points"],
        deals=row["deals"],
        matches=row["matches"],
        wins=row["wins"],
        rating=row["rating"],
    )
