"""Writing: whole transactions, alone or shared, whoever is cancelled, fails or waits meanwhile."""

import asyncio
import logging
import math
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import meta
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.errors import (
    DatabaseBusy,
    DiskFull,
    Unexpected,
)
from bot.store.writer import TOGETHER
from tests.store.making import keys, put


async def test_a_write_returns_what_its_work_returns_and_is_read_at_once(db: Database) -> None:
    async def work(connection: Connection) -> str:
        await put(connection, "a")
        return "done"

    assert await db.write(work) == "done"
    assert await keys(db) == ["a"]


async def test_an_exception_in_the_middle_leaves_nothing(db: Database) -> None:
    async def work(connection: Connection) -> None:
        await put(connection, "a")
        raise LookupError("in the middle")

    with pytest.raises(LookupError, match="in the middle"):
        await db.write(work)
    assert await keys(db) == []
    await meta.set_value(db, "b", "")
    assert await keys(db) == ["b"]


async def test_a_broken_constraint_is_logged_with_its_traceback_and_leaves_nothing(
    db: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(connection: Connection) -> None:
        await put(connection, "a")
        await put(connection, "a")

    with pytest.raises(Unexpected, match="UNIQUE"):
        await db.write(work)
    assert "IntegrityError" in caplog.text
    assert await keys(db) == []
    caplog.clear()
    with pytest.raises(Unexpected, match="nowhere"):
        await db.rows("SELECT 1 FROM nowhere")
    assert "OperationalError" in caplog.text


async def test_a_constraint_broken_only_at_the_commit_leaves_nothing(db: Database) -> None:
    async def work(connection: Connection) -> None:
        await put(connection, "a")
        await connection.execute("PRAGMA defer_foreign_keys = ON")
        await connection.execute("INSERT INTO deadlines (table_id, kind, due_at) VALUES (77, 'turn', 1.0)")

    with pytest.raises(Unexpected):
        await db.write(work)
    assert await keys(db) == []


async def test_a_cancelled_caller_leaves_the_transaction_to_end_whole(db: Database) -> None:
    begun, go_on = threading.Event(), threading.Event()

    async def work(connection: Connection) -> None:
        await put(connection, "a")
        begun.set()
        go_on.wait()
        await put(connection, "b")

    caller = asyncio.create_task(db.write(work))
    await asyncio.to_thread(begun.wait)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert await keys(db) == []
    go_on.set()
    await meta.set_value(db, "c", "")
    assert await keys(db) == ["a", "b", "c"]


async def test_a_failure_after_the_caller_was_cancelled_is_undone_and_logged(
    db: Database, caplog: pytest.LogCaptureFixture
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    async def work(connection: Connection) -> None:
        await put(connection, "a")
        begun.set()
        go_on.wait()
        raise LookupError("nobody hears this")

    caller = asyncio.create_task(db.write(work))
    await asyncio.to_thread(begun.wait)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    go_on.set()
    with caplog.at_level(logging.ERROR):
        await meta.set_value(db, "c", "")
    assert await keys(db) == ["c"]
    assert "nobody hears this" in caplog.text


@pytest.mark.parametrize("steps", range(12))
async def test_a_caller_cancelled_at_any_moment_leaves_all_or_nothing(db: Database, steps: int) -> None:
    async def work(connection: Connection) -> None:
        for key in "abc":
            await put(connection, key)

    caller = asyncio.create_task(db.write(work))
    for _ in range(steps):
        await asyncio.sleep(0)
    caller.cancel()
    await asyncio.wait([caller])
    await meta.set_value(db, "z", "")
    assert await keys(db) in (["z"], ["a", "b", "c", "z"])


async def test_work_that_is_cancelled_inside_is_undone_and_the_writer_goes_on(db: Database) -> None:
    async def work(connection: Connection) -> None:
        await put(connection, "a")
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await db.write(work)
    await meta.set_value(db, "b", "")
    assert await keys(db) == ["b"]


async def test_writes_asked_for_at_once_come_one_after_the_other_in_order(db: Database) -> None:
    async def work(connection: Connection) -> int:
        (row,) = await connection.execute_fetchall("SELECT COUNT(*) FROM meta")
        await put(connection, f"{row[0]:03d}")
        return int(row[0])

    assert await asyncio.gather(*(db.write(work) for _ in range(50))) == list(range(50))


async def test_what_waits_while_the_disk_is_busy_shares_the_next_transaction(db: Database) -> None:
    sent: list[str] = []
    await db._writer.set_trace_callback(sent.append)
    await asyncio.gather(*(meta.set_value(db, f"{number:03d}", "") for number in range(200)))
    assert await keys(db) == [f"{number:03d}" for number in range(200)]
    # The first may go alone, and the others are at most as many together as there may be.
    assert sent.count("COMMIT") <= 1 + math.ceil(200 / TOGETHER)


async def test_who_fails_in_a_shared_transaction_fails_alone(db: Database) -> None:
    async def failing(connection: Connection) -> None:
        await put(connection, "bad")
        raise LookupError("only this one")

    writes = [meta.set_value(db, key, "") for key in "abc"]
    answers = await asyncio.gather(*writes[:2], db.write(failing), writes[2], return_exceptions=True)
    assert [type(each) for each in answers] == [type(None), type(None), LookupError, type(None)]
    assert await keys(db) == ["a", "b", "c"]


async def test_nobody_in_a_shared_transaction_is_answered_before_it_is_committed(db: Database) -> None:
    hold, begun = threading.Event(), threading.Event()

    async def slow(connection: Connection) -> None:
        begun.set()
        hold.wait()

    first = asyncio.create_task(meta.set_value(db, "a", ""))
    second = asyncio.create_task(db.write(slow))
    await asyncio.to_thread(begun.wait)
    assert await keys(db) == (["a"] if first.done() else [])
    hold.set()
    await asyncio.gather(first, second)
    assert await keys(db) == ["a"]


async def test_a_write_inside_a_write_is_refused_instead_of_waiting_for_ever(db: Database) -> None:
    async def work(connection: Connection) -> None:
        await meta.set_value(db, "a", "")

    with pytest.raises(RuntimeError, match="no running event loop"):
        await db.write(work)
    assert await keys(db) == []


async def test_a_transaction_that_waits_for_anything_else_is_undone(db: Database) -> None:
    async def work(connection: Connection) -> None:
        await put(connection, "a")
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="waited for something else"):
        await db.write(work)
    await meta.set_value(db, "b", "")
    assert await keys(db) == ["b"]


async def test_a_write_is_one_change_of_threads_whatever_it_does(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    real = db._writer._execute

    async def execute(function: Callable[..., object], *args: object, **kwargs: object) -> object:
        asked.append(function)
        return await real(function, *args, **kwargs)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(db._writer, "_execute", execute)

    async def work(connection: Connection) -> None:
        for key in "abcd":
            await put(connection, key)

    await db.write(work)
    assert len(asked) == 1
    assert await keys(db) == ["a", "b", "c", "d"]


async def test_writes_that_stand_behind_one_another_do_not_each_wait_anew_for_a_lock(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.writer.BUSY_TIMEOUT", 100)
    async with await Database.open(path) as db:
        asked: list[str] = []
        await db._writer.set_trace_callback(asked.append)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            answers = await asyncio.gather(*(meta.set_value(db, key, "") for key in "abc"), return_exceptions=True)
        assert [type(each) for each in answers] == [DatabaseBusy] * 3
        began = ["BEGIN IMMEDIATE"]
        assert asked == began + 3 * ["PRAGMA busy_timeout = 0", *began, "PRAGMA busy_timeout = 100"]
        await meta.set_value(db, "d", "")
        assert await keys(db) == ["d"]


async def test_a_full_disk_undoes_the_write_and_the_bot_goes_on(db: Database) -> None:
    async def allow(connection: Connection, more: int) -> None:
        (row,) = await connection.execute_fetchall("PRAGMA page_count")
        await connection.execute(f"PRAGMA max_page_count = {row[0] + more}")

    async def work(connection: Connection) -> None:
        for number in range(100):
            await connection.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (str(number), "x" * 2000))

    await db.write(lambda connection: allow(connection, 3))
    with pytest.raises(DiskFull, match="The disk is full"):
        await db.write(work)
    assert await keys(db) == []
    await db.write(lambda connection: allow(connection, 1000))
    await db.write(work)
    assert len(await keys(db)) == 100
