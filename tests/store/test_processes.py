"""Two processes, and processes that die: the lock, and what a kill leaves behind."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.store import tables
from bot.store.database import Database
from bot.store.errors import DatabaseInUse
from bot.store.maintenance import backup, check
from tests.store.making import look


@contextmanager
def writing(path: Path) -> Iterator[subprocess.Popen[str]]:
    """The other process, once it has opened the file; killed at the end of the block."""
    command = [sys.executable, "-m", "tests.store.writing_process", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "open\n"
            yield process
        finally:
            process.kill()


async def test_a_second_process_is_refused_until_the_first_is_gone(path: Path) -> None:
    with writing(path) as process, pytest.raises(DatabaseInUse, match=rf"process \({process.pid}\) uses the database"):
        await Database.open(path)
    await (await Database.open(path)).close()


async def test_one_process_opens_a_file_once_also_under_another_name(db: Database, path: Path, tmp_path: Path) -> None:
    with pytest.raises(DatabaseInUse):
        await Database.open(path)
    (tmp_path / "link").symlink_to(path.parent)
    with pytest.raises(DatabaseInUse):
        await Database.open(tmp_path / "link" / path.name)


async def test_a_kill_in_the_middle_of_writing_loses_nothing_and_leaves_nothing_half(path: Path) -> None:
    last = 0
    for lines in (1, 7, 20, 50, 51):
        with writing(path) as process:
            assert process.stdout is not None
            for _ in range(lines):
                last = int(process.stdout.readline())
        async with await Database.open(path) as db:
            (one,) = await tables.open_tables(db)
            loaded = await tables.load(db, one.table_id)
        assert loaded is not None
        assert loaded.table.version >= last
        # Version 1 opened the table; every commit since was a deal or an action, and each third action had the ledger.
        deals = look(path, "SELECT COUNT(*) FROM deals")[0][0]
        actions = look(path, "SELECT COUNT(*) FROM actions")[0][0]
        assert deals + actions == loaded.table.version - 1
        assert look(path, "SELECT COUNT(*) FROM ledger") == [
            (2 * look(path, "SELECT COUNT(*) FROM actions WHERE no = 3")[0][0],)
        ]
        assert list(check(path)) == []


async def test_a_backup_is_whole_while_the_bot_writes(path: Path, tmp_path: Path) -> None:
    with writing(path) as process:
        assert process.stdout is not None
        for number in range(3):
            for _ in range(10):
                last = int(process.stdout.readline())
            copy = tmp_path / f"copy-{number}.sqlite3"
            backup(path, copy)
            assert list(check(copy)) == []
            assert list(check(path)) == []
            assert look(copy, "SELECT version FROM tables")[0][0] >= last
