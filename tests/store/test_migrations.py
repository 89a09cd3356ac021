"""From one schema to the next: whole, with a copy of what was there, and never backwards."""

import os
import re
import shutil
import sqlite3
import sys
from pathlib import Path

import pytest

from bot.store import meta
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.errors import DatabaseNewer, StoreError, Unexpected
from bot.store.maintenance import check
from bot.store.migrate import APPLICATION_ID, MIGRATIONS, migrations
from tests.store.making import contents, look

SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A folder with the first migration only."""
    folder = tmp_path / "older"
    folder.mkdir()
    shutil.copy(migrations()[0], folder)
    return folder


def newer(older: Path, sql: str) -> Path:
    folder = older.parent / "newer"
    shutil.copytree(older, folder, dirs_exist_ok=True)
    (folder / "0002_more.sql").write_text(f"-- Why: a test.\n{sql}\n")
    return folder


async def opened_with(path: Path, folder: Path) -> None:
    async with await Database.open(path, folder) as db:
        await meta.set_value(db, "kept", "yes")


def test_every_migration_is_numbered_and_says_why() -> None:
    assert migrations()
    for file in migrations():
        assert re.match(r"-- Why: \w.*\.\n", file.read_text(encoding="utf-8")), file


def test_a_gap_in_the_numbers_is_a_programmers_mistake(older: Path) -> None:
    (older / "0003_late.sql").write_text("-- Why: a test.\n")
    with pytest.raises(RuntimeError, match="should be migration 0002"):
        migrations(older)


def test_every_table_is_strict(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "a.sqlite3")
    for file in migrations():
        connection.executescript(file.read_text(encoding="utf-8"))
    for name, strict in connection.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'"):
        assert strict or name.startswith("sqlite_"), name
    connection.close()


async def test_a_file_migrated_step_by_step_has_the_schema_of_a_fresh_one(path: Path, tmp_path: Path) -> None:
    for count in range(1, len(migrations()) + 1):
        folder = tmp_path / str(count)
        folder.mkdir()
        for file in migrations()[:count]:
            shutil.copy(file, folder)
        await opened_with(path, folder)
    fresh = tmp_path / "fresh.sqlite3"
    await opened_with(fresh, MIGRATIONS)
    assert look(path, SCHEMA) == look(fresh, SCHEMA)
    assert look(path, "PRAGMA user_version") == [(len(migrations()),)]
    assert look(path, "PRAGMA application_id") == [(APPLICATION_ID,)]


async def test_a_copy_is_made_before_an_existing_file_is_migrated(path: Path, older: Path) -> None:
    await opened_with(path, older)
    # As an earlier version left it.
    os.chmod(path, 0o644)
    folder = newer(older, "CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT;")
    await opened_with(path, folder)
    copy = path.with_name(f"{path.name}.schema-1")
    assert sys.platform == "win32" or os.stat(copy).st_mode & 0o777 == 0o600
    assert look(copy, "PRAGMA user_version") == [(1,)]
    assert look(copy, "SELECT value FROM meta") == [("yes",)]
    assert look(path, "SELECT COUNT(*) FROM more") == [(0,)]
    assert look(path, "SELECT value FROM meta") == [("yes",)]


OLD_LEDGER = (
    "INSERT INTO ledger (guild_id, table_id, deal_no, person_id, game, season, counted, points, persons, stats, at,"
    " day) VALUES (1, ?, 1, ?, 'phat', 1, ?, 5, 2, '{}', 1.0, '2024-01-01')"
)


async def test_what_old_deals_reach_is_read_from_their_log(path: Path, older: Path) -> None:
    """One counted; one by other rules, of two persons; one in which a computer stood in for one of the two."""

    async def fill(connection: Connection) -> None:
        for table_id, counted in ((1, 1), (2, 0), (3, 0)):
            await connection.execute(
                "INSERT INTO tables VALUES (?, 1, ?, 'phat', 1, '{}', 4, 'live', 'over', NULL, NULL, 1, 1, 1.0, 1.0,"
                " 2.0, NULL, 2.0, 1, 0, 0)",
                (table_id, table_id),
            )
            await connection.execute("INSERT INTO deals VALUES (?, 1, 0, '', '', 's', 'c', '{}', 1.0)", (table_id,))
            seats = [(table_id, 0, 11, None), (table_id, 1, 12, None), (table_id, 2, None, "normal")]
            await connection.executemany("INSERT INTO deal_seats VALUES (?, 1, ?, ?, ?, 0)", seats)
            actor = "computer normal" if table_id == 3 else "12"
            await connection.execute("INSERT INTO actions VALUES (?, 1, 1, 1, 'x', ?, 1.0)", (table_id, actor))
            await connection.executemany(OLD_LEDGER, [(table_id, 11, counted), (table_id, 12, counted)])
            await connection.execute(
                "INSERT INTO results VALUES (1, ?, 'phat', 1, 1, '[0]', '[5,0,0,0]', 2.0, '2024-01-01')", (table_id,)
            )
            await connection.execute(
                "INSERT INTO result_people VALUES (1, ?, 11, 0, 1, 1, 0, ?, 1)", (table_id, counted)
            )
        await sums_of_then(connection)

    async def sums_of_then(connection: Connection) -> None:
        await connection.executemany(
            "INSERT INTO totals VALUES (1, 'phat', 1, ?, ?, ?, ?, 0, 5, 5, ?, ?)",
            [(1, 11, 5, 1, 1, 1), (1, 12, 5, 1, 0, 0), (0, 11, 10, 2, 2, 2), (0, 12, 10, 2, 0, 0)],
        )
        await connection.executemany(
            "INSERT INTO daily VALUES (1, 'phat', 1, ?, '2024-01-01', ?, ?, ?, ?, ?)",
            [(1, 11, 5, 1, 1, 1), (1, 12, 5, 1, 0, 0), (0, 11, 10, 2, 2, 2), (0, 12, 10, 2, 0, 0)],
        )

    async with await Database.open(path, older) as db:
        await db.write(fill)
    await opened_with(path, MIGRATIONS)
    reach = [(1, 0), (2, 1), (3, 2)]
    assert look(path, "SELECT DISTINCT table_id, reach FROM ledger ORDER BY 1") == reach
    assert look(path, "SELECT table_id, reach FROM result_people ORDER BY 1") == reach
    assert look(path, "SELECT COUNT(*) FROM erasures") == [(0,)]
    assert list(check(path)) == []


async def test_no_copy_is_made_of_a_new_or_up_to_date_file(path: Path) -> None:
    await opened_with(path, MIGRATIONS)
    await opened_with(path, MIGRATIONS)
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, f"{path.name}.lock"]


async def test_a_migration_that_fails_half_way_changes_nothing(path: Path, older: Path) -> None:
    await opened_with(path, older)
    before = look(path, SCHEMA)
    folder = newer(older, "CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT; INSERT INTO nowhere VALUES (1);")
    for _ in range(2):
        with pytest.raises(Unexpected, match="nowhere"):
            await Database.open(path, folder)
    assert look(path, SCHEMA) == before
    assert look(path, "PRAGMA user_version") == [(1,)]
    assert {file.name for file in path.parent.glob("*.schema-*")} == {
        f"{path.name}.schema-1",
        f"{path.name}.schema-1-2",
    }
    await opened_with(path, older)


async def test_a_migration_that_leaves_loose_ends_changes_nothing(path: Path, older: Path) -> None:
    await opened_with(path, older)
    folder = newer(older, "INSERT INTO deadlines (table_id, kind, due_at) VALUES (5, 'turn', 1.0);")
    with pytest.raises(StoreError, match="point to nothing"):
        await Database.open(path, folder)
    assert look(path, "SELECT COUNT(*) FROM deadlines") == [(0,)]


async def test_a_file_from_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    await opened_with(path, MIGRATIONS)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = contents(path)
    with pytest.raises(DatabaseNewer, match="newer version of the bot"):
        await Database.open(path)
    assert contents(path) == before
