"""The command line: backup and check, an exit code and one line each."""

import asyncio
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main as bot_main
from bot.settings import DATABASE
from bot.store import meta
from bot.store.__main__ import main
from bot.store.database import Database
from tests.store.making import ANN, committed, contents, look, opened, overwrite, score


@pytest.fixture(autouse=True)
def _elsewhere(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_PATH", str(path))
    monkeypatch.chdir(tmp_path)


async def test_a_backup_made_while_the_database_is_open_can_be_opened(
    db: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await committed(db, await opened(db), {"ledger": (score(ANN, 5),)})
    copy = tmp_path / "copy.sqlite3"
    assert main(["backup", str(copy)]) == 0
    assert capsys.readouterr().out == f"{copy}: a copy of {db.path}\n"
    assert main(["check", str(copy)]) == 0
    await meta.set_value(db, "later", "")
    async with await Database.open(copy) as restored:
        assert await meta.value(restored, "later") is None
    assert look(copy, "SELECT points FROM totals") == [(5,)]


@pytest.mark.skipif(sys.platform == "win32", reason="rights there are others")
async def test_what_is_written_is_for_its_owner_alone(db: Database, path: Path, tmp_path: Path) -> None:
    await committed(db, await opened(db), {"ledger": (score(ANN, 5),)})
    copy, given = tmp_path / "copy.sqlite3", tmp_path / "ann.json"
    before = os.umask(0)
    try:
        assert main(["backup", str(copy)]) == 0
        assert main(["export-person", str(ANN), str(given)]) == 0
    finally:
        os.umask(before)
    assert {oct(each.stat().st_mode & 0o777) for each in (copy, given)} == {"0o600"}


def test_a_backup_of_nothing_leaves_nothing_behind(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir()
    overwrite(path, b"no database at all " * 500)
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 1
    assert [each.name for each in tmp_path.iterdir()] == [path.parent.name]


async def test_a_backup_is_possible_while_the_bot_is_stopped(path: Path, tmp_path: Path) -> None:
    await (await Database.open(path)).close()
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    assert main(["check", str(tmp_path / "copy.sqlite3")]) == 0


async def test_a_backup_overwrites_nothing(db: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.sqlite3"
    overwrite(copy, b"precious")
    assert main(["backup", str(copy)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert contents(copy) == b"precious"


async def test_a_backup_into_nowhere_is_one_sentence(
    db: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "nowhere" / "copy.sqlite3")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_without_a_database_there_is_nothing_to_copy_or_check(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 1
    assert main(["check"]) == 1
    assert capsys.readouterr().err == f"There is no database {path}.\n" * 2
    assert not (tmp_path / "copy.sqlite3").exists()
    assert not path.exists()


async def test_check_takes_the_bots_own_database_by_default(
    db: Database, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check"]) == 0
    assert capsys.readouterr().out == f"{path}: ok\n"


def test_every_command_looks_after_the_hosted_bots_database_with_or_without_a_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DATABASE_PATH")
    for token in ("", "token"):
        monkeypatch.setenv("DISCORD_TOKEN", token)
        assert main(["check"]) == bot_main(["check"]) == 1
        assert capsys.readouterr().err == f"There is no database {DATABASE}.\n" * 2
    (tmp_path / ".env").write_text("DATABASE_PATH=kept.sqlite3\n", "utf-8")
    assert main(["check"]) == bot_main(["check"]) == 1
    assert capsys.readouterr().err == "There is no database kept.sqlite3.\n" * 2
    (tmp_path / ".env").write_bytes("DATABASE_PATH=gr\u00fc\u00df".encode("latin-1"))
    assert main(["check"]) == 1
    assert bot_main(["check"]) == 2
    assert capsys.readouterr().err == ".env is not UTF-8 text: save it in that encoding.\n" * 2


async def test_check_reports_each_sum_that_is_wrong(
    db: Database, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await committed(db, await opened(db), {"ledger": (score(ANN, 5),)})
    await db.write(lambda connection: connection.execute("UPDATE totals SET points = 6"))
    await db.write(lambda connection: connection.execute("DELETE FROM daily"))
    assert main(["check"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert all(line.startswith(f"{path}: ") and "the ledger adds up to" in line for line in lines)


async def test_check_reports_rows_that_point_to_nothing(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await (await Database.open(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO deadlines (table_id, kind, due_at) VALUES (5, 'turn', 1.0)")
        connection.commit()
    assert main(["check"]) == 1
    assert "points to nothing in tables" in capsys.readouterr().out


@pytest.mark.parametrize("damage", [b"no database at all " * 500, b""])
async def test_check_of_something_else_is_one_sentence(
    path: Path, damage: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    await (await Database.open(path)).close()
    overwrite(path, damage)
    assert main(["check"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


async def test_check_of_a_damaged_file_says_so(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with await Database.open(path) as db:
        for number in range(200):
            await meta.set_value(db, str(number), "x" * 500)
    whole = contents(path)
    overwrite(path, whole[: len(whole) // 2] + b"\x55" * (len(whole) - len(whole) // 2))
    assert main(["check"]) == 1
    said = capsys.readouterr()
    assert said.out + said.err != ""


async def test_recompute_puts_sums_right_while_the_bot_is_stopped(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await Database.open(path) as db:
        await committed(db, await opened(db), {"ledger": (score(ANN, 5),)})
        await db.write(lambda connection: connection.execute("UPDATE totals SET points = 99"))
        assert await asyncio.to_thread(main, ["recompute"]) == 1
        assert "uses the database" in capsys.readouterr().err
    assert await asyncio.to_thread(main, ["recompute"]) == 0
    assert look(path, "SELECT points FROM totals") == [(5,)]
    assert main(["check"]) == 0


def test_without_a_database_there_is_nothing_to_recompute(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recompute"]) == 1
    assert "There is no database" in capsys.readouterr().err
    assert not path.exists()


async def test_an_owner_can_give_out_and_erase_for_somebody_who_cannot_use_the_commands(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await Database.open(path) as db:
        table = await committed(db, await opened(db), {"ledger": (score(ANN, 5),), "names": {ANN: "Ann"}})
        assert main(["export-person", str(ANN), str(tmp_path / "ann.json")]) == 0
    assert '"name": "Ann"' in (tmp_path / "ann.json").read_text("utf-8")
    assert main(["export-person", str(ANN), str(tmp_path / "ann.json")]) == 1
    assert "is left alone" in capsys.readouterr().err
    # While somebody sits at an open table, only they can give up the seat.
    assert await asyncio.to_thread(main, ["erase-person", str(ANN)]) == 1
    assert "they have to leave" in capsys.readouterr().err
    async with await Database.open(path) as db:
        await committed(db, table, {}, phase="over", end_reason="host")
        assert await asyncio.to_thread(main, ["erase-person", str(ANN)]) == 1
        assert "uses the database" in capsys.readouterr().err
    assert await asyncio.to_thread(main, ["erase-person", str(ANN)]) == 0
    assert ANN.to_bytes(8) not in contents(path)
    assert await asyncio.to_thread(main, ["erase-person", str(ANN)]) == 1
    assert "nothing is stored" in capsys.readouterr().out
