"""Running scores: every sum is the sum of the ledger, whatever happened, and is read right."""

import asyncio
import tempfile
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import erase, people, scores, tables
from bot.store.database import Database
from bot.store.errors import Unexpected
from bot.store.maintenance import check
from bot.store.records import Counting, LedgerRow, PersonResult, ResultRow
from tests.store import booked, fresh
from tests.store.making import ANN, BO, CLEO, SERVER, committed, look, opened, score, seen, won_by

DAY = 86_400.0
NOON = 1_699_963_200.0  # 2023-11-14, 12:00 UTC


async def add(db: Database, *ledger: LedgerRow, result: ResultRow | None = None) -> None:
    table = await opened(db, channel_id=len(await tables.open_tables(db)) + 1)
    ledger = tuple(replace(row, table_id=table.id) for row in ledger)
    await committed(
        db, table, {"ledger": ledger, "result": None if result is None else replace(result, table_id=table.id)}
    )


async def counts(db: Database, guild_id: int, counting: Counting) -> None:
    """From now on the server counts these deals."""
    await people.change_server(db, guild_id, lambda row: (replace(row, counting=counting), ()))


# --- Persons and matches ---------------------------------------------------------------------------------------


async def test_the_last_game_is_that_of_the_newest_table_with_a_deal(db: Database) -> None:
    assert await scores.last_game(db, SERVER) is None
    await add(db, score(ANN, 5, game="phat"))
    await add(db, score(ANN, 5, game="knektpass"))
    await add(db, score(ANN, 5, game="phat", guild_id=SERVER + 1))
    assert await scores.last_game(db, SERVER) == "knektpass"


async def test_a_standing_has_the_sums_and_the_counters_of_each_game_season_and_class(db: Database) -> None:
    await add(db, score(ANN, 5, won=True, stats={"bids": 2, "moons": 0}), score(BO, 9, won=False, stats={"bids": 1}))
    await add(db, score(ANN, -2, won=False, stats={"bids": 1, "moons": 1}), result=won_by(ANN, BO))
    for more in (score(ANN, 1, season=2, counted=False), score(ANN, 1, game="phat"), score(ANN, 7, season=2)):
        await add(db, more)
    other, newest, practice, first = await scores.standing(db, SERVER, ANN)
    assert (other.game, other.points) == ("phat", 1)
    assert (newest.season, newest.counted, newest.points) == (2, True, 7)
    assert (practice.season, practice.counted, practice.points) == (2, False, 1)
    assert first == scores.Standing(
        game="pitch",
        season=1,
        counted=True,
        points=3,
        deals=2,
        deals_won=1,
        best=5,
        worst=-2,
        matches=1,
        wins=1,
        counters={"bids": 3, "moons": 1},
    )
    assert await scores.standing(db, SERVER, ANN, "pitch") == (newest, practice, first)
    assert await scores.standing(db, SERVER, CLEO) == ()


async def test_a_match_is_no_match_for_who_neither_won_nor_lost(db: Database) -> None:
    late = PersonResult(person_id=CLEO, seat=2, place=1, won=False, lost=False, reach=Counting.STRICT, throughout=False)
    result = won_by(ANN, BO)
    await add(db, score(CLEO, 4), result=replace(result, persons=(*result.persons, late)))
    (standing,) = await scores.standing(db, SERVER, CLEO, "pitch")
    assert (standing.points, standing.matches, standing.wins) == (4, 0, 0)
    (match,) = await booked.matches(db, SERVER, CLEO, 10)
    assert (match.won, match.lost, match.place) == (False, False, 1)


async def test_what_a_match_did_to_running_scores(db: Database) -> None:
    await add(db, score(ANN, 10), score(BO, 1, counted=False))
    await add(db, score(ANN, 100, game="phat"))
    table = await opened(db, channel_id=99)
    ledger = (score(ANN, 5, table.id, 1), score(BO, -4, table.id, 1), score(ANN, 2, table.id, 2))
    await committed(db, table, {"ledger": (*ledger, score(BO, 3, table.id, 2, counted=False))})
    assert await scores.running(db, table.id) == (
        scores.RunningRow(person_id=ANN, before=10, after=17, counted=True),
        scores.RunningRow(person_id=BO, before=0, after=-4, counted=True),
        scores.RunningRow(person_id=BO, before=1, after=4, counted=False),
    )
    await seen(db, SERVER, {BO: "Bo"}, NOON)
    await seen(db, SERVER + 1, {ANN: "Annie"}, NOON)
    assert [row.name for row in await scores.running(db, table.id)] == [None, "Bo", "Bo"]
    await add(db, score(ANN, 1000, at=NOON + DAY))  # what comes later does not change it
    assert (await scores.running(db, table.id))[0].after == 17
    assert (await booked.match_ledger(db, SERVER, table.id))[0] == ledger[0]
    assert await scores.running(db, 77) == ()


async def test_a_persons_matches_come_latest_first(db: Database) -> None:
    for number in range(3):
        await add(db, result=won_by(ANN, BO, ended_at=NOON + number))
    found = await booked.matches(db, SERVER, BO, 2)
    assert [(match.ended_at, match.won, match.lost) for match in found] == [
        (NOON + 2, False, True),
        (NOON + 1, False, True),
    ]
    assert [match.ended_at for match in await booked.matches(db, SERVER, BO, 2, 2)] == [NOON]
    assert await booked.matches(db, SERVER + 1, BO, 2) == ()


# --- Sums ---------------------------------------------------------------------------------------------------------

PERSONS = st.sampled_from([ANN, BO, CLEO])
SERVERS = st.sampled_from([SERVER, SERVER + 1])
ROW = st.fixed_dictionaries(
    {
        "guild_id": SERVERS,
        "game": st.sampled_from(["phat", "pitch"]),
        "season": st.integers(1, 2),
        "reach": st.sampled_from(Counting),
        "at": st.integers(0, 3).map(lambda days: NOON + days * DAY / 2),
    }
)
SCORE = st.fixed_dictionaries(
    {
        "person_id": PERSONS,
        "points": st.integers(-50, 50),
        "won": st.sampled_from([None, True, False]),
        "stats": st.dictionaries(st.sampled_from(["bids", "moons", "nine's"]), st.integers(0, 5)),
    }
)
RESULT = st.lists(st.tuples(PERSONS, st.sampled_from(["won", "lost", "neither"])), max_size=3)
STEP = st.one_of(
    st.tuples(st.just("commit"), ROW, st.lists(SCORE, max_size=4), st.none() | RESULT),
    st.tuples(st.just("erase"), PERSONS),
    st.tuples(st.just("purge"), SERVERS),
    st.tuples(st.just("recompute")),
    st.tuples(st.just("counting"), SERVERS, st.sampled_from(Counting)),
)


class Model:
    """The ledger and the results that should be there, added up in the plainest way."""

    def __init__(self) -> None:
        self.ledger: list[LedgerRow] = []
        self.results: list[ResultRow] = []

    def key(self, row: LedgerRow | ResultRow, person_id: int, reach: Counting) -> tuple[Any, ...]:
        return (row.guild_id, row.game, row.season, int(reach), person_id)

    def sums(self) -> dict[tuple[Any, ...], tuple[Any, ...]]:
        points: dict[tuple[Any, ...], list[int]] = defaultdict(list)
        other: Counter[tuple[Any, ...]] = Counter()
        for row in self.ledger:
            key = self.key(row, row.person_id, row.reach)
            points[key].append(row.points)
            other[*key, "won"] += bool(row.won)
        for result in self.results:
            for one in result.persons:
                key = self.key(result, one.person_id, one.reach)
                if one.won or one.lost:
                    points[key].extend(())
                    other[*key, "matches"] += 1
                    other[*key, "wins"] += one.won
        return {
            key: (
                sum(each),
                len(each),
                other[*key, "won"],
                max(each, default=None),
                min(each, default=None),
                other[*key, "matches"],
                other[*key, "wins"],
            )
            for key, each in points.items()
        }


async def kept(db: Database, name: str) -> set[tuple[Any, ...]]:
    return {tuple(row) for row in await db.rows(f"SELECT * FROM {name}")}


async def play(path: Path, steps: list[tuple[Any, ...]]) -> None:
    model = Model()
    async with await fresh.database(path) as db:
        for number, (what, *details) in enumerate(steps):
            if what == "erase":
                await erase.erase_person(db, details[0])
                model.ledger = [row for row in model.ledger if row.person_id != details[0]]
                model.results = [
                    replace(row, persons=tuple(one for one in row.persons if one.person_id != details[0]))
                    for row in model.results
                ]
            elif what == "purge":
                await erase.purge_server(db, details[0])
                model.ledger = [row for row in model.ledger if row.guild_id != details[0]]
                model.results = [row for row in model.results if row.guild_id != details[0]]
            elif what == "counting":
                await counts(db, *details)
            elif what == "recompute":
                await scores.recompute(db)
            else:
                await commit(db, model, number, *details)
        before = {name: await kept(db, name) for name in ("totals", "daily", "counters", "ratings")}
        assert {row[:5]: row[5:] for row in before["totals"]} == model.sums()
        assert list(check(path)) == []
        await scores.recompute(db)
        assert {name: await kept(db, name) for name in before} == before


async def commit(db: Database, model: Model, number: int, row: Any, made: list[Any], outcomes: Any) -> None:
    """One commit at a table of its own, which is refused where the made-up scores name somebody twice."""
    table = await opened(db, (), channel_id=number, guild_id=row["guild_id"], host_id=None)
    ledger = tuple(LedgerRow(table_id=table.id, deal_no=1, persons=2, **row, **one) for one in made)
    result = None
    if outcomes is not None:
        result = ResultRow(
            table_id=table.id,
            guild_id=row["guild_id"],
            game=row["game"],
            season=row["season"],
            finished=True,
            winners=(),
            scores=(),
            persons=tuple(
                PersonResult(
                    person_id=person,
                    seat=seat,
                    place=1 if how == "won" else 2,
                    won=how == "won",
                    lost=how == "lost",
                    reach=row["reach"],
                    throughout=how != "neither",
                )
                for seat, (person, how) in enumerate(outcomes)
            ),
            ended_at=row["at"],
            sides=((0, 2), (1, 3)) if row["game"] == "phat" else (),
        )
    names = [one.person_id for one in ledger]
    doubled = len(set(names)) < len(names) or (result and len({one.person_id for one in result.persons})) != (
        result and len(result.persons)
    )
    changes = {"ledger": ledger, "result": result}
    if doubled:
        with pytest.raises(Unexpected):
            await committed(db, table, changes)
        return
    await committed(db, table, changes)
    model.ledger.extend(ledger)
    if result is not None:
        model.results.append(result)


@settings(max_examples=60)
@given(st.lists(STEP, max_size=12))
def test_after_anything_the_sums_are_what_the_ledger_adds_up_to(steps: list[tuple[Any, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder) / "a.sqlite3", steps))


async def test_a_changed_setting_judges_every_deal_and_match_anew(db: Database) -> None:
    for reach in Counting:
        loser = PersonResult(person_id=BO, seat=1, place=2, won=False, lost=True, reach=reach)
        result = won_by(ANN, BO)
        persons = (replace(result.persons[0], reach=reach), loser)
        await add(db, score(ANN, 10**reach, reach=reach, stats={"bids": 1}), result=replace(result, persons=persons))
    await add(db, score(ANN, 5000, guild_id=SERVER + 1, reach=Counting.TWO))
    for counting, points, practice in (
        (Counting.TWO, 11, 100),
        (Counting.EVERYTHING, 111, 0),
        (Counting.STRICT, 1, 110),
    ):
        await counts(db, SERVER, counting)
        standing = await scores.standing(db, SERVER, ANN, "pitch")
        assert {each.counted: each.points for each in standing} == {True: points} | (
            {False: practice} if practice else {}
        )
        assert standing[0].matches == standing[0].wins == standing[0].counters["bids"] == counting + 1
        assert [row.counted for row in await booked.matches(db, SERVER, BO, 9)].count(True) == counting + 1
        assert list(check(db.path)) == []
        # Another server is not touched.
        (elsewhere,) = await scores.standing(db, SERVER + 1, ANN, "pitch")
        assert (elsewhere.points, elsewhere.counted) == (5000, False)
    table = await opened(db, channel_id=99)
    await counts(db, SERVER, Counting.TWO)
    await committed(db, table, {"ledger": (score(ANN, 3, table.id, reach=Counting.TWO),)})
    assert await scores.running(db, table.id) == (scores.RunningRow(person_id=ANN, before=11, after=14, counted=True),)


async def test_the_ledger_is_the_same_whatever_is_counted(db: Database, path: Path) -> None:
    await add(db, score(ANN, 5), score(BO, 6, reach=Counting.TWO))
    before = look(path, "SELECT * FROM ledger")
    for counting in (Counting.TWO, Counting.EVERYTHING, Counting.STRICT):
        await counts(db, SERVER, counting)
    assert look(path, "SELECT * FROM ledger") == before


@pytest.mark.parametrize("name", ["totals", "daily", "counters"])
async def test_a_sum_that_went_wrong_is_found_and_put_right(db: Database, path: Path, name: str) -> None:
    await add(db, score(ANN, 5, stats={"bids": 1}), score(BO, 6, stats={"bids": 2}), result=won_by(ANN, BO))
    right = await kept(db, name)
    column = "amount" if name == "counters" else "points"
    await db.write(lambda connection: connection.execute(f"UPDATE {name} SET {column} = 99 WHERE person_id = {ANN}"))
    await db.write(lambda connection: connection.execute(f"DELETE FROM {name} WHERE person_id = {BO}"))
    assert len(list(check(path))) == 3
    await scores.recompute(db)
    assert list(check(path)) == []
    assert await kept(db, name) == right
