"""Opening, reading and closing the file: nothing lost, and no way to hang."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import meta
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.errors import (
    DatabaseBusy,
    DatabaseClosed,
    NotADatabase,
    NotWritable,
    StoreError,
)
from bot.store.migrate import MIGRATIONS
from tests.store.making import contents, keys, look, overwrite, put

#: A user without rights.
NOBODY = 65534


async def test_the_file_is_made_with_its_directory_and_set_up_to_keep_every_commit(path: Path) -> None:
    assert not path.parent.exists()

    async def settings(connection: Connection) -> list[int]:
        return [
            next(iter(await connection.execute_fetchall(f"PRAGMA {name}")))[0]
            for name in ("synchronous", "foreign_keys", "busy_timeout")
        ]

    async with await Database.open(path) as db:
        assert look(path, "PRAGMA journal_mode") == [("wal",)]
        assert await db.write(settings) == [2, 1, 2000]


@pytest.mark.skipif(sys.platform == "win32", reason="rights there are others")
async def test_file_and_directory_are_for_their_owner_alone(path: Path) -> None:
    before = os.umask(0)
    try:
        async with await Database.open(path) as db:
            await meta.set_value(db, "something", "")
            modes = {each.name: oct(each.stat().st_mode & 0o777) for each in (path.parent, *path.parent.iterdir())}
    finally:
        os.umask(before)
    endings = ("", "-wal", "-shm", ".lock")
    assert modes == {path.parent.name: "0o700"} | {path.name + ending: "0o600" for ending in endings}


async def test_a_reader_sees_one_state_while_others_write(db: Database) -> None:
    begun, written = threading.Event(), threading.Event()

    async def twice(connection: Connection) -> tuple[int, int]:
        first = len(list(await connection.execute_fetchall("SELECT * FROM meta")))
        begun.set()
        assert written.wait(10)
        return first, len(list(await connection.execute_fetchall("SELECT * FROM meta")))

    reading = asyncio.create_task(db.read(twice))
    await asyncio.to_thread(begun.wait, 10)
    await meta.set_value(db, "a", "")
    written.set()
    first, second = await reading
    assert first == second
    assert await keys(db) == ["a"]


async def test_a_reader_cannot_write(db: Database) -> None:
    with pytest.raises(NotWritable):
        await db.read(lambda connection: put(connection, "a"))
    assert await keys(db) == []


@pytest.mark.parametrize("steps", range(6))
async def test_a_cancelled_reader_leaves_no_transaction_behind(db: Database, steps: int) -> None:
    async def read_twice() -> None:
        await keys(db)
        await keys(db)

    reader = asyncio.create_task(read_twice())
    for _ in range(steps):
        await asyncio.sleep(0)
    reader.cancel()
    await asyncio.wait([reader])
    await meta.set_value(db, "a", "")
    assert await keys(db) == ["a"]


async def test_closing_finishes_what_was_asked_for_and_then_refuses(path: Path) -> None:
    db = await Database.open(path)
    writes = [asyncio.create_task(meta.set_value(db, str(number), "")) for number in range(9)]
    await asyncio.sleep(0)
    await asyncio.gather(db.close(), db.close())
    await asyncio.gather(*writes)
    await db.close()
    assert len(look(path, "SELECT * FROM meta")) == 9
    with pytest.raises(DatabaseClosed):
        await meta.set_value(db, "a", "")
    with pytest.raises(DatabaseClosed):
        await meta.value(db, "a")


async def test_closing_leaves_no_thread_and_no_log_behind(path: Path) -> None:
    before = set(threading.enumerate())
    db = await Database.open(path)
    await meta.set_value(db, "a", "")
    assert set(threading.enumerate()) - before
    await db.close()
    assert_ended(before)
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, f"{path.name}.lock"]


def test_an_event_loop_that_ends_without_close_leaves_no_thread_behind(path: Path) -> None:
    before = set(threading.enumerate())

    async def forgetful() -> None:
        db = await Database.open(path)
        await meta.set_value(db, "a", "")

    asyncio.run(forgetful())
    assert_ended(before)
    assert look(path, "SELECT key FROM meta") == [("a",)]


def test_a_process_whose_main_function_fails_ends(path: Path) -> None:
    program = (
        "import asyncio, sys\nfrom bot.store.database import Database\n"
        "async def main():\n    db = await Database.open(sys.argv[1])\n    raise SystemExit(7)\nasyncio.run(main())\n"
    )
    assert subprocess.run([sys.executable, "-c", program, str(path)], timeout=300, check=False).returncode == 7


def assert_ended(before: set[threading.Thread]) -> None:
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=60)
        assert not thread.is_alive()


# --- Errors an operator reads: one sentence, and nothing left open --------------------------------------------------


async def refusal(path: Path, schema: Path = MIGRATIONS) -> StoreError:
    before = set(threading.enumerate())
    with pytest.raises(StoreError) as caught:
        await Database.open(path, schema)
    assert_ended(before)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith((".", ")."))
    assert str(path.name) in str(caught.value) or str(path.parent) in str(caught.value)
    return caught.value


async def test_a_file_where_the_directory_should_be(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no directory")
    assert isinstance(await refusal(tmp_path / "data" / "a.sqlite3"), NotWritable)


async def test_a_directory_where_the_file_should_be(tmp_path: Path) -> None:
    assert isinstance(await refusal(tmp_path), NotWritable)


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    path.write_text("Dear diary, " * 1000)
    assert isinstance(await refusal(path), NotADatabase)
    assert path.read_text() == "Dear diary, " * 1000


async def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    before = path.read_bytes()
    assert isinstance(await refusal(path), NotADatabase)
    assert path.read_bytes() == before


async def test_a_truncated_database(path: Path) -> None:
    await (await Database.open(path)).close()
    overwrite(path, contents(path)[:4096] + b"\xff" * 5000)
    await refusal(path)


async def test_a_file_another_program_keeps_locked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await Database.open(path)).close()
    monkeypatch.setattr("bot.store.writer.BUSY_TIMEOUT", 10)
    other = sqlite3.connect(path)
    other.execute("BEGIN IMMEDIATE")
    assert isinstance(await refusal(path), DatabaseBusy)
    other.close()
    await (await Database.open(path)).close()


@pytest.fixture
def nobodys(path: Path) -> Iterator[Path]:
    """A database in a directory that is read and written by somebody without any rights beyond those of the files.

    Whoever has all rights, as in a container, gives them up for as long as the test runs.
    """
    with tempfile.TemporaryDirectory() as folder:
        home, schema = Path(folder) / "data", Path(folder) / "migrations"
        shutil.copytree(MIGRATIONS, schema)
        home.mkdir()
        asyncio.run(_made(home / path.name, schema))
        all_rights = os.geteuid() == 0
        for each in (Path(folder), schema, home, *home.iterdir(), *schema.iterdir()):
            if all_rights:
                os.chown(each, NOBODY, NOBODY)
        if all_rights:
            os.seteuid(NOBODY)
        try:
            yield home / path.name
        finally:
            if all_rights:
                os.seteuid(0)
            home.chmod(0o700)


async def _made(path: Path, schema: Path) -> None:
    await (await Database.open(path, schema)).close()


def closed_to_all(path: Path) -> None:
    path.chmod(0)


def read_only(path: Path) -> None:
    path.chmod(0o444)


def in_a_read_only_directory(path: Path) -> None:
    path.with_name(f"{path.name}.lock").unlink()
    path.parent.chmod(0o555)


def in_a_directory_closed_to_all(path: Path) -> None:
    path.parent.chmod(0)


@pytest.mark.skipif(sys.platform == "win32", reason="rights there are others")
@pytest.mark.parametrize(
    "take_away", [closed_to_all, read_only, in_a_read_only_directory, in_a_directory_closed_to_all]
)
async def test_a_file_without_the_right_to_read_or_write_it(nobodys: Path, take_away: Callable[[Path], None]) -> None:
    take_away(nobodys)
    assert isinstance(await refusal(nobodys, nobodys.parents[1] / "migrations"), NotWritable)


async def test_folding_empties_the_log_beside_the_file_unless_somebody_still_reads_it(db: Database, path: Path) -> None:
    log = path.with_name(f"{path.name}-wal")
    await meta.set_value(db, "a", "b")
    assert contents(log)
    with closing(sqlite3.connect(path, isolation_level=None)) as backup:
        backup.execute("BEGIN")
        backup.execute("SELECT * FROM meta").fetchall()
        assert not await db.fold()
        await meta.set_value(db, "a", "c")
        backup.rollback()
    assert await db.fold()
    assert contents(log) == b""
    assert await meta.value(db, "a") == "c"


async def test_who_reads_a_closed_database_is_told(db: Database) -> None:
    await db.close()
    with pytest.raises(DatabaseClosed):
        await db.rows("SELECT * FROM meta")
