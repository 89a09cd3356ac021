"""``python -m bot.store backup FILE``, ``check [FILE]`` and ``recompute``: the first two also while the bot runs."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from dotenv import load_dotenv

from bot.store import scores
from bot.store.database import Database
from bot.store.errors import NotADatabase, StoreError
from bot.store.maintenance import backup, check

DEFAULT_PATH = "data/tricktable.sqlite3"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 when all is well, 1 with a line for each thing that is not."""
    load_dotenv(".env")
    database = Path(os.environ.get("DATABASE_PATH") or DEFAULT_PATH)
    parser = argparse.ArgumentParser(prog="python -m bot.store", description="Looks after the bot's database file.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    copying = commands.add_parser("backup", help=f"copy the database ({database}) to a new file")
    copying.add_argument("file", type=Path, metavar="FILE", help="where to; must not exist yet")
    checking = commands.add_parser("check", help="say whether a database file is sound")
    checking.add_argument(
        "file", type=Path, metavar="FILE", nargs="?", default=database, help=f"which one; without it {database}"
    )
    commands.add_parser("recompute", help=f"build all sums and ratings of {database} anew; stop the bot first")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "recompute":
            if not database.is_file():
                raise NotADatabase(f"There is no database {database}.")
            asyncio.run(_recompute(database))
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


if __name__ == "__main__":
    sys.exit(main())
