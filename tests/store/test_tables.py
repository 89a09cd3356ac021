"""A table's life in the store: one commit a step, whole or not at all, and everything comes back as it went in."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.store import people, tables
from bot.store.database import Database
from bot.store.errors import ChannelTaken, StaleTable, Unexpected
from bot.store.records import Changes, DeadlineRow, Loaded, Recorded, SeatRow, TableRow
from tests.store.making import (
    ANN,
    BO,
    CHANNEL,
    CLEO,
    SEATS,
    SERVER,
    action,
    committed,
    deal,
    new_season,
    new_table,
    opened,
    score,
    seen,
    step,
    turn,
    won_by,
)


async def test_what_is_opened_comes_back(db: Database) -> None:
    new = new_table(options={"target": 42, "moon": True, "set": "bidder"}, message_id=5)
    table = await tables.create(db, new, SEATS, (turn(None, 9.5, "lobby"),), {ANN: "Ann"})
    assert (table.version, table.deal_no, table.phase, table.season, table.message_id) == (1, 0, "lobby", 1, 5)
    assert table.options == new.options
    loaded = await tables.load(db, table.id)
    assert loaded == Loaded(table=table, seats=SEATS, deal=None, actions=(), deadlines=(turn(None, 9.5, "lobby"),))
    assert await people.names(db, SERVER, [ANN, BO]) == {ANN: "Ann"}
    assert await tables.load(db, table.id + 1) is None


async def test_a_commit_writes_everything_at_once_and_it_comes_back(db: Database) -> None:
    table = await opened(db)
    seats = (
        SeatRow(seat=0, computer="hard", kept_for=ANN, missed=2, ready=True, wants_end=True, since=3.5, since_deal=2),
        *SEATS[1:],
    )
    first = deal(carried={"carry": 8}, scores_before=(-3, 0, 41))
    deadlines = (turn(1, 10.0), turn(0, 10.5), turn(None, 11.0, "warning"))
    changes: dict[str, Any] = {"seats": seats, "deal": first, "actions": (action(1), action(2)), "deadlines": deadlines}
    after = await committed(
        db, table, changes, phase="playing", deal_no=1, host_id=BO, started_at=7.0, options={"target": 21}
    )
    loaded = await tables.load(db, table.id)
    assert loaded == Loaded(table=after, seats=seats, deal=first, actions=(action(1), action(2)), deadlines=deadlines)


@pytest.mark.parametrize(
    "after",
    [
        (),
        (turn(0, 1.0), turn(1, 2.0)),
        (turn(0, 1.0), turn(2, 2.0)),
        (turn(0, 1.5), turn(1, 2.0)),
        (turn(1, 1.0), turn(0, 2.0)),
        (replace(turn(0, 1.0), question=100_003, eased=True), turn(1, 2.0)),
        (replace(turn(0, 1.0), question=100_003), replace(turn(1, 2.0), eased=True)),
        (turn(0, 1.0), turn(None, 9.0, "warning")),
        (turn(0, 1.0), turn(1, 2.0), turn(2, 3.0)),
        (turn(3, 4.0),),
    ],
)
@pytest.mark.parametrize("known", [True, False])
async def test_deadlines_that_are_known_are_written_where_they_changed(
    db: Database, after: tuple[DeadlineRow, ...], known: bool
) -> None:
    before = (turn(0, 1.0), turn(1, 2.0))
    table = await committed(db, await opened(db), {"deadlines": before})
    await committed(db, table, {"deadlines": after, "had": before if known else None})
    loaded = await tables.load(db, table.id)
    assert loaded is not None
    assert set(loaded.deadlines) == set(after)


async def test_a_row_that_stays_comes_back_with_its_new_version(db: Database) -> None:
    table = await committed(db, await opened(db), {}, phase="playing", options={"target": 21})
    after = await committed(db, table, {"row_stays": True}, last_act_at=8.0)
    loaded = await tables.load(db, table.id)
    assert loaded is not None
    assert loaded.table == after
    assert (after.version, after.last_act_at, after.phase) == (table.version + 1, 8.0, "playing")
    with pytest.raises(StaleTable):
        await tables.commit(db, Changes(table=after, before=table.version, row_stays=True, deadlines=()))


async def test_seats_stay_without_a_new_set_and_deadlines_are_always_the_whole_set(db: Database) -> None:
    table = await opened(db)
    table = await committed(db, table, {"deadlines": (turn(0, 1.0), turn(1, 2.0))})
    table = await committed(db, table, {"deadlines": (turn(2, 3.0),)})
    loaded = await tables.load(db, table.id)
    assert loaded is not None
    assert (loaded.seats, loaded.deadlines) == (SEATS, (turn(2, 3.0),))


async def test_only_the_current_deal_is_loaded_and_the_record_has_them_all(db: Database) -> None:
    table = await opened(db)
    other = await opened(db, channel_id=CHANNEL + 1)
    await committed(db, other, {"deal": deal(salt="other"), "actions": (action(1),)}, deal_no=1)
    table = await committed(db, table, {"deal": deal(1), "actions": (action(1), action(2))}, deal_no=1)
    table = await committed(db, table, {"deal": deal(2), "actions": (action(1, 2),)}, deal_no=2)
    loaded = await tables.load(db, table.id)
    assert loaded is not None
    assert (loaded.deal, loaded.actions) == (deal(2), (action(1, 2),))
    result = won_by(ANN, BO, table.id)
    table = await committed(db, table, {"result": result}, phase="over", ended_at=8.0, end_reason="finished")
    assert await tables.record_rows(db, table.id) == Recorded(
        table=table,
        seats=SEATS,
        deals=(deal(1), deal(2)),
        actions=(action(1), action(2), action(1, 2)),
        result=result,
    )
    assert await tables.load_deal(db, table.id, 1) == (deal(1), (action(1), action(2)))
    assert await tables.load_deal(db, table.id, 3) is None
    assert await tables.record_rows(db, 99) is None


async def everything(db: Database) -> list[tuple[Any, ...]]:
    names = ("tables", "seats", "deadlines", "deals", "deal_seats", "actions", "ledger", "results", "result_people")
    return [
        (name, *row)
        for name in (*names, "totals", "daily", "counters", "people")
        for row in await db.rows(f"SELECT * FROM {name}")
    ]


def full(table: TableRow) -> Changes:
    """A commit with something of everything."""
    changes: dict[str, Any] = {
        "seats": tuple(replace(seat, missed=1) for seat in SEATS),
        "deal": deal(table.deal_no + 1),
        "actions": (action(1, table.deal_no + 1), action(2, table.deal_no + 1)),
        "deadlines": (turn(0, 5.0), turn(1, 6.0)),
        "ledger": (score(ANN, 5, table.id, table.deal_no + 1, stats={"bids": 1}), score(BO, -5, table.id)),
        "result": won_by(ANN, BO, table.id),
        "names": {ANN: "Ann"},
    }
    return step(table, changes, deal_no=table.deal_no + 1)


async def test_a_stale_version_writes_nothing(db: Database) -> None:
    table = await opened(db)
    await committed(db, table)
    before = await everything(db)
    with pytest.raises(StaleTable) as caught:
        await tables.commit(db, full(table))
    assert (caught.value.table_id, caught.value.before) == (table.id, 1)
    assert await everything(db) == before
    with pytest.raises(StaleTable):
        await tables.commit(db, full(replace(table, id=99)))
    assert await everything(db) == before


async def test_of_many_commits_from_one_version_one_is_written(db: Database) -> None:
    table = await opened(db)
    made = [step(table, {"deal": deal(salt=str(number))}, deal_no=1) for number in range(20)]
    outcomes = await asyncio.gather(*(tables.commit(db, one) for one in made), return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoneType"] + ["StaleTable"] * 19


BROKEN: dict[str, Any] = {
    "a seat twice": {"seats": (SEATS[0], SEATS[0])},
    "a deal again": {"deal": deal(1)},
    "a deal left out": {"deal": deal(3)},
    "an action again": {"actions": (action(1), action(2))},
    "an action left out": {"actions": (action(4),)},
    "an action of no deal": {"actions": (action(1, 7),)},
    "a deadline twice": {"deadlines": (turn(0, 5.0), turn(0, 6.0))},
    "a ledger row again": {"ledger": (score(CLEO, 1), score(ANN, 5))},
    "a person's result twice": {"result": won_by(ANN, ANN)},
}


@pytest.mark.parametrize("part", BROKEN)
async def test_one_bad_part_of_a_commit_leaves_nothing_of_it(db: Database, part: str) -> None:
    table = await opened(db)
    assert table.id == 1
    first = {"deal": deal(1), "actions": (action(1), action(2)), "ledger": (score(ANN, 3),)}
    table = await committed(db, table, first, deal_no=1)
    before = await everything(db)
    whole = full(table)
    with pytest.raises(Unexpected):
        await tables.commit(db, replace(whole, **BROKEN[part]))
    assert await everything(db) == before
    await tables.commit(db, whole)
    assert await everything(db) != before


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 5, 8, 13, 21, 34])
async def test_a_commit_whose_caller_is_cancelled_is_whole_or_not_there(db: Database, steps: int) -> None:
    table = await opened(db)
    before = await everything(db)
    caller = asyncio.create_task(tables.commit(db, full(table)))
    for _ in range(steps):
        await asyncio.sleep(0)
    caller.cancel()
    await asyncio.wait([caller])
    await seen(db, SERVER, {ANN: "Ann"}, table.created_at)  # comes after whatever the writer still had to do
    after = await everything(db)
    if await tables.load_deal(db, table.id, 1) is None:
        assert [row for row in after if row[0] != "people"] == before
    else:
        loaded = await tables.record_rows(db, table.id)
        assert loaded is not None
        assert loaded.table == full(table).table
        assert (loaded.deals, loaded.actions) == ((deal(1),), full(table).actions)
        assert loaded.result == full(table).result
        assert sum(row[0] == "ledger" for row in after) == 2


async def test_versions_follow_each_other(db: Database) -> None:
    table = await opened(db)
    with pytest.raises(ValueError, match="does not follow"):
        await tables.commit(db, Changes(table=table, before=1, deadlines=()))


async def test_a_channel_has_one_open_table(db: Database) -> None:
    table = await opened(db)
    with pytest.raises(ChannelTaken) as caught:
        await opened(db)
    assert caught.value.channel_id == CHANNEL
    assert await tables.open_in_channel(db, CHANNEL) == table.id
    await committed(db, table, phase="over")
    assert await tables.open_in_channel(db, CHANNEL) is None
    later = await opened(db)
    assert later.id > table.id
    assert await tables.open_in_channel(db, CHANNEL) == later.id


async def test_of_many_openings_at_once_one_gets_the_channel(db: Database) -> None:
    outcomes = await asyncio.gather(*(opened(db) for _ in range(20)), return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["ChannelTaken"] * 19 + ["TableRow"]


async def test_the_message_is_remembered_apart_from_the_version(db: Database) -> None:
    table = await opened(db)
    await tables.remember_message(db, table.id, CHANNEL + 1, 77, 3)
    table = await committed(db, table, phase="playing")  # made from a row that knows nothing of the message
    loaded = await tables.load(db, table.id)
    assert loaded is not None
    assert (loaded.table.channel_id, loaded.table.message_id, loaded.table.message_deal) == (CHANNEL + 1, 77, 3)
    assert loaded.table.version == 2
    await opened(db)
    with pytest.raises(ChannelTaken):
        await tables.remember_message(db, table.id, CHANNEL, 78)


async def test_open_tables_and_their_deadlines(db: Database) -> None:
    first, second, third = [await opened(db, channel_id=channel) for channel in (1, 2, 3)]
    await committed(db, first, {"deadlines": (turn(0, 20.0), turn(1, 10.0))})
    await committed(db, second, phase="over")
    opens = {one.table_id: set(one.deadlines) for one in await tables.open_tables(db)}
    assert opens == {first.id: {turn(0, 20.0), turn(1, 10.0)}, third.id: set()}
    assert list(opens) == [first.id, third.id]
    await committed(db, third, {"deadlines": (turn(None, 15.0, "deal"),)})
    assert await tables.with_deadlines(db) == ((first.id, SERVER), (third.id, SERVER))


async def test_the_tables_a_person_sits_at_are_of_that_server_and_open(db: Database) -> None:
    here = await opened(db, channel_id=1)
    later = await opened(db, channel_id=2, created_at=1_800_000_000.0)
    over = await opened(db, channel_id=3)
    await opened(db, channel_id=4, guild_id=SERVER + 1)
    await opened(db, channel_id=5, seats=(SeatRow(seat=0, computer="easy", kept_for=ANN),))
    await committed(db, over, phase="over")
    assert await tables.seated_tables(db, SERVER, ANN) == (later.id, here.id)
    assert await tables.seated_tables(db, SERVER, CLEO) == ()
    assert await tables.open_in_server(db, SERVER + 1) == (4,)


async def test_a_table_keeps_the_season_it_was_opened_in(db: Database) -> None:
    assert await new_season(db, SERVER) == 2
    table = await opened(db)
    assert await new_season(db, SERVER) == 3
    loaded = await tables.load(db, table.id)
    assert loaded is not None
    assert (table.season, loaded.table.season) == (2, 2)


@pytest.mark.parametrize("table_name", ["deals", "deal_seats", "actions", "ledger"])
@pytest.mark.parametrize("sql", ["DELETE FROM {}", "UPDATE {} SET table_id = table_id"])
async def test_history_is_only_added_to(db: Database, table_name: str, sql: str) -> None:
    await tables.commit(db, full(await opened(db)))
    with pytest.raises(Unexpected, match="only added to"):
        await db.write(lambda connection: connection.execute(sql.format(table_name)))


async def test_a_table_with_history_cannot_be_deleted_in_passing(db: Database) -> None:
    await tables.commit(db, full(await opened(db)))
    with pytest.raises(Unexpected, match="only added to"):
        await db.write(lambda connection: connection.execute("DELETE FROM tables"))
