"""``python -m bot.store backup FILE``, ``check [FILE]``, ``export-person ID FILE``: also while the bot runs.

``recompute`` and ``erase-person ID``: only while it does not.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bot.settings import SettingsError, hosted_database
from bot.store import scores
from bot.store.database import Database
from bot.store.erase import erase_person
from bot.store.errors import NotADatabase, NotWritable, StoreError
from bot.store.export import export_text
from bot.store.maintenance import backup, check
from bot.store.migrate import private


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 when all is well, 1 with a line for each thing that is not."""
    try:
        database = hosted_database()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 1
    parser = argparse.ArgumentParser(prog="python -m bot.store", description="Looks after the bot's database file.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    copying = commands.add_parser("backup", help=f"copy the database ({database}) to a new file")
    copying.add_argument("file", type=Path, metavar="FILE", help="where to; must not exist yet")
    checking = commands.add_parser("check", help="say whether a database file is sound")
    checking.add_argument(
        "file", type=Path, metavar="FILE", nargs="?", default=database, help=f"which one; without it {database}"
    )
    commands.add_parser("recompute", help=f"build all sums and ratings of {database} anew; stop the bot first")
    giving = commands.add_parser("export-person", help="write everything stored about a person to a new file")
    giving.add_argument("person", type=int, metavar="ID", help="Discord's id of the person")
    giving.add_argument("file", type=Path, metavar="FILE", help="where to; must not exist yet")
    erasing = commands.add_parser("erase-person", help="erase everything stored about a person; stop the bot first")
    erasing.add_argument("person", type=int, metavar="ID", help="Discord's id of the person")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "export-person":
            _give(database, chosen.person, chosen.file)
            return 0
        if chosen.command == "erase-person":
            return asyncio.run(_erase(_there(database), chosen.person))
        if chosen.command == "recompute":
            asyncio.run(_recompute(_there(database)))
            print(f"{database}: all sums and ratings are what ledger and results come to")
            return 0
        if chosen.command == "backup":
            backup(database, chosen.file)
            print(f"{chosen.file}: a copy of {database}")
            return 0
        problems = 0
        for problems, line in enumerate(check(chosen.file), start=1):  # noqa: B007 (the last number is the count)
            print(f"{chosen.file}: {line}")
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    if problems:
        return 1
    print(f"{chosen.file}: ok")
    return 0


async def _recompute(path: Path) -> None:
    async with await Database.open(path) as database:
        await scores.recompute(database)


async def _erase(path: Path, person_id: int) -> int:
    async with await Database.open(path) as database:
        erased = await erase_person(database, person_id)
    print(f"{path}: " + ("erased" if erased else "nothing is stored about this person"))
    return 0 if erased else 1


def _give(path: Path, person_id: int, target: Path) -> None:
    text = export_text(path, person_id, time.time())
    try:
        private(target)
        target.write_text(text, encoding="utf-8")
    except FileExistsError:
        raise NotWritable(f"{target} exists already and is left alone.") from None
    except OSError as error:
        raise NotWritable(f"{target} cannot be written: {error.strerror}.") from error
    print(f"{target}: everything stored about this person")


def _there(path: Path) -> Path:
    """The database's file, which must exist: looking after one must not make one."""
    if not path.is_file():
        raise NotADatabase(f"There is no database {path}.")
    return path


if __name__ == "__main__":
    sys.exit(main())
