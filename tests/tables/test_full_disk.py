"""A database that cannot be read or written for a while: nothing half done, nothing lost, and everything goes on."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.store import call_lines, maintenance
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.errors import DiskFull, StoreError
from bot.tables import show
from bot.tables.commands import Next, Play, Refused, Start, Why
from bot.tables.model import Table
from tests.tables.house import ANN, FOUR, House, build
from tests.tables.recorder import Hand, Recorder

#: Small pages, so that a disk is full after few rows.
PAGE = 512
#: A last resort, in seconds.
PATIENCE = 30


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file whose pages are small."""
    path = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE}")
        connection.execute("VACUUM")
    return path


@pytest.fixture
async def small(path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A house over that file, in which nothing waits long to be tried again."""
    for module in ("computers", "publisher", "hand_messages", "call_lines"):
        monkeypatch.setattr(f"bot.tables.{module}.RETRY", 0.01)
    built = await build(path, [1_000_000.0], Recorder())
    yield built
    await built.close()


async def leave(database: Database, pages: int) -> None:
    """From now on the file may grow by so many pages."""

    async def work(connection: Connection) -> None:
        (row,) = await connection.execute_fetchall("PRAGMA page_count")
        await connection.execute(f"PRAGMA max_page_count = {row[0] + pages}")

    await database.write(work)


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, but the heartbeat."""
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: list(connection.execute(f"SELECT * FROM {name}")) for name in names if name != "meta"}


async def play(house: House, table: Table) -> Table:
    """Whoever is asked plays the first card that they may."""
    (seat,) = table.to_act()
    code = table.game.legal(table.match, seat).actions[0].code
    person = next(each for each in FOUR if each.id == table.seats[seat].person_id)
    return (await house.service.submit(table.id, person, table.decision(seat), Play(code))).after


async def test_every_step_that_finds_no_room_changes_nothing_and_is_taken_when_there_is_some(
    small: House, path: Path
) -> None:
    """At every page of a whole deal, and at the next deal's cards: refused, unchanged, then done."""
    table = await small.open(*FOUR)
    table = (await small.service.submit(table.id, ANN, 0, Start())).after
    told: Counter[str] = Counter()
    while table.row.phase == "playing":
        await leave(small.database, 0)
        before = everything(path)
        try:
            table = await play(small, table)
        except Refused as why:
            told[why.reason] += 1
            assert everything(path) == before
            await leave(small.database, 100)
            same = await small.service.table(table.id)
            assert (same.row, same.seats, same.deadlines) == (table.row, table.seats, table.deadlines)
            table = await play(small, table)
    assert set(told) == {Why.STORAGE}
    assert told[Why.STORAGE] >= 3
    for person in FOUR[:-1]:
        await small.service.submit(table.id, person, 0, Next(1))
    await leave(small.database, 0)
    assert await small.why(table, FOUR[-1], Next(1)) == Why.STORAGE
    await leave(small.database, 1000)
    table = (await small.service.submit(table.id, FOUR[-1], 0, Next(1))).after
    assert (table.row.phase, table.row.deal_no) == ("playing", 2)
    await small.settle()
    assert list(maintenance.check(path)) == []
    assert await asyncio.to_thread(main, ["check", str(path)]) == 0


async def test_computers_and_the_clock_wait_and_go_on_when_there_is_room(
    small: House, caplog: pytest.LogCaptureFixture
) -> None:
    await small.call_lines.start()
    table = await small.open(ANN)
    with full(small.database), pytest.raises(Refused, match=Why.STORAGE):
        await small.service.submit(table.id, ANN, 0, Start(join=True))
    table = (await small.service.submit(table.id, ANN, 0, Start(join=True))).after
    with full(small.database) as tries:
        # Three computers lead to the person's turn, or the person to theirs: somebody is refused in any case.
        await small.pass_time(121)
        await tries.are(5)
    assert (await small.service.table(table.id)).asked == table.asked
    await small.settle()
    await small.pass_time(10)
    await small.settle()
    after = await small.service.table(table.id)
    assert after.row.version > table.row.version
    told = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert told
    assert all("Traceback" not in (record.exc_text or "") for record in told if record.name != "bot.tables.service")


async def test_what_was_posted_but_could_not_be_noted_is_noted_later_and_not_posted_twice(small: House) -> None:
    table = await small.open(ANN)
    with full(small.database) as tries:
        await tries.are(3)
    await small.settle()
    (message,) = small.screen.messages
    assert (await small.service.table(table.id)).row.message_id == message


async def test_a_call_that_could_not_be_stored_is_stored_later_and_calls_nobody_twice(small: House) -> None:
    await small.call_lines.start()
    table = await small.open(*FOUR)
    await small.settle()
    await small.service.submit(table.id, ANN, 0, Start())
    with full(small.database, only="call_lines") as tries:
        await tries.are(3)
    await small.settle()
    stored = await call_lines.all_lines(small.database)
    assert len(small.screen.called) == 1
    assert [row.message_id for row in stored.values()] == list(small.screen.lines)
    with full(small.database, only="call_lines") as tries:
        await play(small, await small.service.table(table.id))
        await tries.are(3)
    await small.settle()
    assert [row.message_id for row in (await call_lines.all_lines(small.database)).values()] == list(small.screen.lines)


async def test_a_hand_that_could_not_be_drawn_follows_later(small: House) -> None:
    table = await small.open(*FOUR[:2])
    small.publisher.hold(table, ANN.id, Hand(1), show.hand(table, ANN.id))
    await small.settle()
    small.service.preferences.forget(ANN.id)
    with unread(small.database) as tries:
        small.publisher.hands._pushes.mark((table.id, ANN.id))
        await tries.are(3)
    await small.settle()


class Tries:
    """How often something was tried while it could not be."""

    def __init__(self) -> None:
        self._left = asyncio.Semaphore(0)

    def one_more(self) -> None:
        self._left.release()

    async def are(self, count: int) -> None:
        """Wait for so many more."""
        async with asyncio.timeout(PATIENCE):
            for _ in range(count):
                await self._left.acquire()


@contextmanager
def full(database: Database, only: str = "") -> Iterator[Tries]:
    """Nothing can be written (``only`` by this module of the store) until the block ends."""
    tries, write = Tries(), database.write

    async def refusing(work: Callable[[Connection], Any]) -> Any:
        if only in work.__module__:
            tries.one_more()
            raise DiskFull("The disk is full.")
        return await write(work)

    database.write = refusing  # type: ignore[method-assign]
    yield tries
    database.write = write  # type: ignore[method-assign]


@contextmanager
def unread(database: Database) -> Iterator[Tries]:
    """Nothing can be read until the block ends."""
    tries, read = Tries(), database.read

    def refusing(*_: object) -> Any:
        tries.one_more()
        raise StoreError("The disk failed.")

    database.read = refusing  # type: ignore[method-assign,assignment]
    yield tries
    database.read = read  # type: ignore[method-assign]
