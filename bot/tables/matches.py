"""Matches to look back at: their records, their steps, the proofs of their deals.

One place says which deals may be shown, and it never names the one going on: not its cards, not its salt. What is made
of a match's rows is made in a thread: a thousand deals take a quarter of a second, and others' clicks come first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace

from bot.store import matches, people, tables
from bot.store.records import Recorded
from bot.tables import show
from bot.tables.commands import Refused, Why
from bot.tables.model import Table
from bot.tables.records import persons_in, record_of
from bot.tables.replaying import Place, moved
from bot.tables.service import TableService
from bot.tables.views import ReplayView, Seal
from engine.record import Record, RecordError
from engine.replay import fill

LOG = logging.getLogger(__name__)


class Matches:
    """What the tables' own players, and for the proofs everybody, may look back at."""

    def __init__(self, service: TableService) -> None:
        self._database = service.database

    async def seals(self, table: Table) -> tuple[Seal, ...]:
        """What was sealed before each deal of this match that is over."""
        return tuple(show.seal(deal) for deal in (await self._over(table)).deals)

    async def record(self, table: Table, person: int) -> Record:
        """The record of the match, or of the deals that are over while it goes on.

        `Refused` for whoever never held a seat in it, and where no deal is over.
        """
        rows = await self._of_player(table, person)
        return await asyncio.to_thread(_recorded, table, rows, await self._names(rows))

    async def replay(self, table: Table, person: int, place: Place = (1, 0), move: str = "") -> ReplayView:
        """One moment of the match: where ``move`` leads to from ``place``.

        `Refused` as `record`, for a place that is none, and for a match of other rules than today's.
        """
        rows = await self._of_player(table, person)
        if table.row.rules_version != table.game.rules_version:
            raise Refused(Why.OLD_RULES)
        try:
            return await asyncio.to_thread(moved, table, rows, await self._names(rows), place, move)
        except RecordError as error:
            LOG.error("table %d cannot be played again: %s", table.id, error)
            raise Refused(Why.OLD_RULES) from error

    async def _of_player(self, table: Table, person: int) -> Recorded:
        if person not in await matches.players(self._database, table.id):
            raise Refused(Why.NOT_A_PLAYER)
        rows = await self._over(table)
        if not rows.deals:
            raise Refused(Why.NO_DEAL_OVER)
        return rows

    async def _over(self, table: Table) -> Recorded:
        """The rows of the deals that are over as ``table`` stands: one that was dealt since is not among them."""
        rows = await tables.record_rows(self._database, table.id)
        if rows is None:
            raise Refused(Why.UNKNOWN_TABLE)
        last = show.deals_over(table)
        return replace(
            rows,
            deals=tuple(deal for deal in rows.deals if deal.no <= last),
            actions=tuple(action for action in rows.actions if action.deal_no <= last),
            result=rows.result if table.row.phase == "over" else None,
        )

    async def _names(self, rows: Recorded) -> dict[int, str]:
        return await people.names(self._database, rows.table.guild_id, persons_in(rows))


def _recorded(table: Table, rows: Recorded, names: Mapping[int, str]) -> Record:
    record = record_of(rows, names)
    if table.row.rules_version != table.game.rules_version:
        # Our rules know no points of this match; what was played is all there.
        return record
    try:
        return fill(record)
    except RecordError as error:
        # Still handed out: it is what a report of this very mistake needs.
        LOG.error("table %d cannot be played again: %s", table.id, error)
        return record
