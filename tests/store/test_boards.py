"""Leaderboards: order, places, pages and the reader's own line, held against a plain sort of the ledger."""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import boards
from bot.store.boards import BoardRow, Order, Scope
from bot.store.database import Database
from bot.store.records import Counting, LedgerRow, PersonResult, ResultRow
from tests.store import fresh
from tests.store.making import ANN, BO, CLEO, SERVER, score, seen, won_by
from tests.store.test_scores import DAY, NOON, add

ALL = Scope(guild_id=SERVER, game="pitch")
SEASON = replace(ALL, season=1)
DAYS = replace(ALL, since="2023-10-16")


async def test_a_leaderboard_adds_up_points_and_equals_share_a_place(db: Database) -> None:
    await seen(db, SERVER, {ANN: "Ann", BO: "Bo"}, 1.0)
    await add(db, score(ANN, 5), score(BO, -7), score(CLEO, 9))
    await add(db, score(ANN, 4), score(BO, 2))
    page = await boards.page(db, SEASON)
    assert [(row.place, row.name, row.points, row.deals) for row in page.rows] == [
        (1, "Ann", 9, 2),
        (1, None, 9, 1),
        (3, "Bo", -5, 2),
    ]
    assert (page.number, page.pages, page.persons, page.own) == (1, 1, 3, None)
    assert [await boards.place(db, SEASON, points) for points in (10, 9, 8, -5, -6)] == [1, 1, 3, 3, 4]


async def test_pages_and_the_readers_own_line_wherever_it_stands(db: Database) -> None:
    await add(db, *(score(person, 10 - person) for person in range(1, 8)))
    for number, there in ((0, [1, 2, 3]), (1, [1, 2, 3]), (2, [4, 5, 6]), (3, [7]), (99, [7])):
        page = await boards.page(db, ALL, number=number, length=3, reader=5)
        assert [row.person_id for row in page.rows] == there
        assert page.number == min(max(number, 1), 3)
        assert (page.pages, page.persons) == (3, 7)
        assert page.own is not None
        assert (page.own.person_id, page.own.place) == (5, 5)
    assert (await boards.page(db, ALL, number=2, length=3, reader=99)).own is None


async def test_an_empty_leaderboard_has_one_page_without_a_line(db: Database) -> None:
    for by in get_args(Order):
        page = await boards.page(db, ALL, by, number=4, reader=ANN)
        assert page == boards.BoardPage(number=1, pages=1, persons=0, rows=(), own=None)


@pytest.mark.parametrize("elsewhere", [{"guild_id": SERVER + 1}, {"game": "phat"}, {"counted": False}], ids=str)
@pytest.mark.parametrize("scope", [ALL, SEASON, DAYS], ids=["all", "season", "days"])
async def test_server_game_and_class_are_kept_apart(db: Database, elsewhere: dict[str, Any], scope: Scope) -> None:
    await add(db, score(ANN, 1), score(BO, 100, **elsewhere))
    assert [row.person_id for row in (await boards.page(db, scope)).rows] == [ANN]


async def test_all_time_adds_up_the_seasons_and_so_do_days(db: Database) -> None:
    await add(db, score(ANN, 1), score(BO, 9))
    await add(db, score(ANN, 10, season=2))
    for scope, meant in ((ALL, [(ANN, 11, 2), (BO, 9, 1)]), (SEASON, [(BO, 9, 1), (ANN, 1, 1)])):
        found = (await boards.page(db, scope)).rows
        assert [(row.person_id, row.points, row.deals) for row in found] == meant
    assert [row.points for row in (await boards.page(db, replace(ALL, season=2))).rows] == [10]
    assert [row.points for row in (await boards.page(db, DAYS)).rows] == [11, 9]


async def test_a_period_adds_up_whole_days_in_utc(db: Database) -> None:
    for days, points in ((0, 1), (29, 10), (30, 100)):
        await add(db, score(ANN, points, at=NOON - days * DAY))
    await add(db, result=won_by(ANN, BO, ended_at=NOON))
    await add(db, result=won_by(BO, ANN, ended_at=NOON - 30 * DAY))
    page = await boards.page(db, DAYS)
    assert [(row.person_id, row.points, row.deals, row.matches, row.wins) for row in page.rows] == [
        (ANN, 11, 2, 1, 1),
        (BO, 0, 0, 1, 0),
    ]
    assert score(ANN, 1, at=NOON + 12 * 3600 - 0.001).day == "2023-11-14"
    assert score(ANN, 1, at=NOON + 12 * 3600).day == "2023-11-15"


async def test_averages_and_wins_rank_from_ten_matches_on_and_who_is_nearest_comes_next(db: Database) -> None:
    for number in range(10):
        await add(db, score(ANN, 3), score(BO, 1), result=won_by(ANN if number < 4 else BO, BO if number < 4 else ANN))
    await add(db, score(CLEO, 50), result=won_by(CLEO, CLEO + 1))
    await add(db, score(CLEO + 2, 1), result=won_by(CLEO + 2, CLEO + 3))
    await add(db, score(CLEO + 2, 1), result=won_by(CLEO + 3, CLEO + 2))
    average = await boards.page(db, ALL, "average")
    assert [(row.place, row.person_id) for row in average.rows[:4]] == [
        (1, ANN),
        (2, BO),
        (None, CLEO + 2),
        (None, CLEO + 3),
    ]
    wins = await boards.page(db, ALL, "wins", reader=CLEO)
    assert [(row.place, row.person_id, row.wins, row.matches) for row in wins.rows[:2]] == [
        (1, BO, 6, 10),
        (2, ANN, 4, 10),
    ]
    assert wins.own is not None
    assert (wins.own.place, wins.own.wins, wins.own.matches) == (None, 1, 1)


# --- Against a plain sort of the ledger --------------------------------------------------------------------------

PERSONS = st.integers(1, 6)
DEAL = st.fixed_dictionaries(
    {
        "person_id": PERSONS,
        "points": st.integers(-3, 3),
        "season": st.integers(1, 2),
        "counted": st.booleans(),
        "at": st.sampled_from([NOON, NOON - 20 * DAY, NOON - 40 * DAY]),
    }
)
MATCH = st.fixed_dictionaries(
    {
        "winner": PERSONS,
        "loser": PERSONS,
        "times": st.sampled_from([1, 1, 2, 5, 10]),
        "season": st.integers(1, 2),
        "counted": st.booleans(),
        "ended_at": st.sampled_from([NOON, NOON - 40 * DAY]),
    }
)


@dataclass
class Sums:
    """What one person has, added up."""

    points: int = 0
    deals: int = 0
    matches: int = 0
    wins: int = 0


def naive(ledger: Iterable[LedgerRow], results: Iterable[ResultRow], scope: Scope, by: Order) -> list[BoardRow]:
    """The whole leaderboard, sorted in the plainest way."""
    reach = Counting.STRICT if scope.counted else Counting.EVERYTHING
    found: dict[int, Sums] = defaultdict(Sums)
    for row in ledger:
        in_season = scope.season in (None, row.season)
        if row.reach == reach and in_season and (scope.since is None or row.day >= scope.since):
            found[row.person_id].points += row.points
            found[row.person_id].deals += 1
    for result in results:
        in_season = scope.season in (None, result.season)
        for one in result.persons:
            if one.reach == reach and in_season and (scope.since is None or result.day >= scope.since):
                found[one.person_id].matches += 1
                found[one.person_id].wins += one.won

    def ranks(each: Sums) -> bool:
        return by == "score" or (each.matches >= 10 and each.deals > 0)

    def worth(each: Sums) -> tuple[Fraction, ...]:
        if by == "score":
            return (Fraction(each.points),)
        if not ranks(each):
            return (Fraction(each.matches),)
        if by == "average":
            return (Fraction(each.points, each.deals),)
        return (Fraction(each.wins, each.matches), Fraction(each.wins))

    ranked = [each for each in found.values() if ranks(each)]
    rows = [
        BoardRow(
            place=1 + sum(worth(other) > worth(each) for other in ranked) if ranks(each) else None,
            person_id=person,
            name=None,
            points=each.points,
            deals=each.deals,
            matches=each.matches,
            wins=each.wins,
        )
        for person, each in found.items()
    ]
    return sorted(
        rows,
        key=lambda row: (
            not ranks(found[row.person_id]),
            *(-part for part in worth(found[row.person_id])),
            # Of those without a place who have played as much, the order is nobody's promise but must stay the same.
            *(_tie(found[row.person_id], by) if row.place is None else ()),
            row.person_id,
        ),
    )


def _tie(each: Sums, by: Order) -> tuple[Fraction, ...]:
    """How those without a place are told apart who are equally near one: what there is no measure of comes last."""
    if by == "average":
        return (Fraction(-each.points, each.deals) if each.deals else Fraction(10**9),)
    return (Fraction(-each.wins, each.matches) if each.matches else Fraction(10**9), Fraction(-each.wins))


async def compare(path: Path, deals: list[dict[str, Any]], matches: list[dict[str, Any]]) -> None:
    ledger: list[LedgerRow] = []
    results: list[ResultRow] = []
    async with await fresh.database(path) as db:
        for number, deal in enumerate(deals):
            ledger.append(score(table_id=number, **deal))
        for match in matches:
            if match["winner"] != match["loser"]:
                reach = Counting.STRICT if match["counted"] else Counting.EVERYTHING
                persons = tuple(
                    PersonResult(
                        person_id=person, seat=seat, place=1 + seat, won=not seat, lost=bool(seat), reach=reach
                    )
                    for seat, person in enumerate((match["winner"], match["loser"]))
                )
                result = won_by(1, 2, season=match["season"], ended_at=match["ended_at"], persons=persons)
                results += [result] * match["times"]
        for row in ledger:
            await add(db, row)
        for result in results:
            await add(db, result=result)
        for scope in (
            ALL,
            SEASON,
            replace(ALL, season=2),
            DAYS,
            replace(ALL, counted=False),
            replace(DAYS, counted=False),
        ):
            for by in ("score", "wins", "average"):
                await compare_pages(db, scope, by, naive(ledger, results, scope, by))


async def compare_pages(db: Database, scope: Scope, by: Order, meant: list[BoardRow]) -> None:
    pages = max(1, -(-len(meant) // 4))
    for number in range(1, pages + 1):
        reader = 1 + number % 6
        page = await boards.page(db, scope, by, number, 4, reader)
        assert list(page.rows) == meant[4 * number - 4 : 4 * number], (scope, by)
        assert (page.number, page.pages, page.persons) == (number, pages, len(meant))
        assert page.own == next((row for row in meant if row.person_id == reader), None)
    if by == "score":
        for row in meant:
            assert await boards.place(db, scope, row.points) == row.place


@settings(max_examples=25)
@given(st.lists(DEAL, max_size=12), st.lists(MATCH, max_size=5))
def test_a_leaderboard_is_the_ledger_sorted_plainly(deals: list[dict[str, Any]], matches: list[dict[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(compare(Path(folder) / "a.sqlite3", deals, matches))
