"""A table read from its rows and played again; what follows where it cannot be."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.store import people, tables
from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.records import Changes, Loaded
from bot.tables.commands import Refused, Unplayable, Why
from bot.tables.model import Table, rebuilt, unplayed
from engine.games import find_game

LOG = logging.getLogger(__name__)


async def read(database: Database, table_id: int, now: float) -> Table:
    """The table as its rows tell it; one of other rules than today's is ended, and has no match.

    `Refused` if there never was one of this number, and for one that is over and cannot be read; `Unplayable` if it is
    open and cannot be read, or its deal not be played again. Its rows then stay as they are.
    """
    try:
        return await _read(database, table_id, now)
    except (Refused, StoreError):
        raise
    except Exception as error:
        LOG.exception("table %d cannot be played again", table_id)
        there = await tables.outline(database, table_id)
        raise Unplayable(table_id) if there and there.phase != "over" else Refused(Why.GONE) from error


async def _read(database: Database, table_id: int, now: float) -> Table:
    loaded = await tables.load(database, table_id)
    if loaded is None:
        raise Refused(Why.UNKNOWN_TABLE)
    if loaded.table.phase != "over" and loaded.table.rules_version != find_game(loaded.table.game).rules_version:
        loaded = await _outdated(database, loaded, now)
    names = await people.names(database, loaded.table.guild_id, _everybody(loaded))
    try:
        return rebuilt(loaded, names)
    except Exception:
        if loaded.table.phase != "over":
            raise
        LOG.exception("table %d is over, and its last deal cannot be played again", table_id)
        return unplayed(loaded, names)


async def _outdated(database: Database, loaded: Loaded, now: float) -> Loaded:
    """End a table whose game's rules have changed their meaning: its deal is never played on with new ones."""
    row = replace(loaded.table, phase="over", end_reason="rules", ended_at=now, version=loaded.table.version + 1)
    await tables.commit(database, Changes(table=row, before=loaded.table.version, deadlines=()))
    return replace(loaded, table=row, deadlines=())


def _everybody(loaded: Loaded) -> set[int]:
    who = {seat.person_id for seat in loaded.seats} | {seat.kept_for for seat in loaded.seats}
    if loaded.deal is not None:
        who.update(loaded.deal.holders)
    return {person for person in who if person is not None}
