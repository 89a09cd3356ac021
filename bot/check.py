"""``python -m bot check [FILE]``: is a database sound, and do its books say what its matches come to by the rules?

The file is only read, also while the bot runs.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.store import maintenance
from bot.store.books import booked_matches
from bot.store.errors import StoreError
from bot.tables.auditing import findings


def check(path: Path) -> int:
    """Print one line for each thing that is wrong, or that all is well; the exit code: 1 where something is."""
    try:
        return asyncio.run(_check(path))
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1


async def _check(path: Path) -> int:
    wrong = 0
    for line in maintenance.check(path):
        print(f"{path}: {line}")
        wrong += 1
    if not maintenance.up_to_date(path):
        return 1
    matches = deals = 0
    async for booked in booked_matches(path):
        matches += 1
        deals += len(booked.match.deals)
        for finding in findings(booked):
            print(f"{path}: {finding.line}")
            wrong += finding.wrong
    if wrong:
        return 1
    print(f"{path}: ok; matches: {matches}, deals: {deals}")
    return 0
