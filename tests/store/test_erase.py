"""Giving out and erasing: nothing of a person or a server is left, and nothing of anybody else is lost."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.store import boards, erase, people, tables
from bot.store.audit import AuditRow
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.errors import StaleTable, StillSeated, Unexpected
from bot.store.maintenance import check
from bot.store.records import SeatRow, TableRow
from tests.store.making import (
    ANN,
    BO,
    CHANNEL,
    SEATS,
    SERVER,
    action,
    committed,
    contents,
    deal,
    opened,
    preferences,
    score,
    turn,
    won_by,
)

NAME = "Ann with a name found nowhere else"


async def played(db: Database, guild_id: int, channel_id: int, phase: str = "over") -> TableRow:
    """A table with something in every place where something can be."""
    table = await opened(db, guild_id=guild_id, channel_id=channel_id)
    changes: dict[str, Any] = {
        "deal": deal(1),
        "actions": (action(1), action(2), action(3, actor="computer normal")),
        "ledger": (
            score(ANN, 5, table.id, guild_id=guild_id, stats={"bids": 1}),
            score(BO, 3, table.id, guild_id=guild_id, stats={"bids": 1}),
        ),
        "result": won_by(ANN, BO, table.id, guild_id=guild_id),
        "names": {ANN: NAME, BO: "Bo"},
    }
    told = AuditRow(guild_id=guild_id, person_id=ANN, at=5.0, setting="clock", was="live", now="slow")
    await people.change_server(db, guild_id, lambda row: (replace(row, settings={"channel": channel_id}), (told,)))
    return await committed(db, table, changes, deal_no=1, phase=phase)


def dump(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump())


async def test_nothing_of_an_erased_person_is_left_in_the_file(db: Database, path: Path) -> None:
    await played(db, SERVER, CHANNEL)
    await played(db, SERVER + 1, CHANNEL + 1)
    left = await opened(db, (SeatRow(seat=0, computer="hard", kept_for=ANN), *SEATS[1:]), channel_id=CHANNEL + 2)
    await people.change_preferences(db, ANN, {"calls": "never"})
    await people.change_preferences(db, BO, {"calls": "always"})
    await erase.erase_person(db, ANN)
    await db.close()
    text = dump(path)
    assert str(ANN) not in text
    assert NAME not in text
    assert NAME.encode() not in contents(path)
    assert str(BO) in text
    assert list(check(path)) == []
    async with await Database.open(path) as again:
        record = await tables.record_rows(again, left.id - 2)
        assert record is not None
        assert record.deals == (deal(1, holders=(-1, BO, None)),)
        assert [one.actor for one in record.actions] == [str(BO), "-1", "computer normal"]
        board = await boards.page(again, boards.Scope(guild_id=SERVER, game="pitch"))
        assert [row.person_id for row in board.rows] == [BO]
        assert await preferences(again, BO) == {"calls": "always"}


async def test_who_still_sits_somewhere_is_not_erased(db: Database) -> None:
    await played(db, SERVER, CHANNEL)
    table = await opened(db)
    with pytest.raises(StillSeated) as caught:
        await erase.erase_person(db, ANN)
    assert caught.value.tables == (table.id,)
    assert await people.names(db, SERVER, [ANN]) == {ANN: NAME}


async def test_a_step_made_before_an_erasure_cannot_bring_the_person_back(db: Database) -> None:
    seats = (SeatRow(seat=0, computer="hard", kept_for=ANN), *SEATS[1:])
    table = await opened(db, seats)
    other = await opened(db, SEATS[1:], channel_id=CHANNEL + 1, host_id=BO)
    await erase.erase_person(db, ANN)
    with pytest.raises(StaleTable):
        await committed(db, table, {"seats": seats})
    await committed(db, other)


async def test_nothing_of_a_purged_server_is_left_and_nothing_of_another_is_lost(db: Database, path: Path) -> None:
    await played(db, SERVER, CHANNEL)
    await played(db, SERVER, CHANNEL + 1, phase="playing")
    kept = await played(db, SERVER + 1, CHANNEL + 2)
    before = await tables.record_rows(db, kept.id)
    await committed(db, await opened(db, channel_id=CHANNEL + 3), {"deadlines": (turn(0, 9.0),)})
    await erase.purge_server(db, SERVER)
    assert await tables.record_rows(db, kept.id) == before
    assert await tables.with_deadlines(db) == ()
    assert (await opened(db)).id > kept.id + 1  # a number is never used again: old buttons carry it
    await erase.purge_server(db, SERVER)
    await db.close()
    assert str(SERVER) not in dump(path)
    assert list(check(path)) == []


async def test_history_is_closed_again_after_an_erasure_also_one_that_failed(db: Database) -> None:
    await played(db, SERVER, CHANNEL)

    async def fails(connection: Connection) -> None:
        async with erase.erasing(connection, "a test"):
            await connection.execute("DELETE FROM actions")
            raise LookupError

    with pytest.raises(LookupError):
        await db.write(fails)
    await erase.purge_server(db, 5)
    with pytest.raises(Unexpected, match="only added to"):
        await db.write(lambda connection: connection.execute("DELETE FROM actions"))
    record = await tables.record_rows(db, 1)
    assert record is not None
    assert len(record.actions) == 3
