"""Deletes the messages that are to go: replaced ones at once, calls to a lobby when that has closed.

They are written down before, so that neither a kill nor a failing Discord leaves one standing for good.
"""

from __future__ import annotations

import logging

from bot.store import leftovers as store
from bot.store.database import Database
from bot.store.leftovers import Leftover
from bot.tables.model import Table
from bot.tables.pacing import Bucket
from bot.tables.screen import MessageStuck, PlaceGone, Screen

LOG = logging.getLogger(__name__)


class Leftovers:
    """The messages that are to go, by table."""

    def __init__(self, database: Database, screen: Screen, bucket: Bucket) -> None:
        self._database = database
        self._screen = screen
        self._bucket = bucket
        #: None until they have been read.
        self._known: dict[int, tuple[Leftover, ...]] | None = None

    async def leave(self, table_id: int, leftover: Leftover) -> None:
        """A message of this table's is to go when its time has come."""
        await store.leave(self._database, table_id, leftover)
        self.left(table_id, leftover)

    def left(self, table_id: int, leftover: Leftover) -> None:
        """The same, of one that has been written down."""
        if self._known is not None:
            self._known[table_id] = (*self._known.get(table_id, ()), leftover)

    async def clear(self, table: Table) -> None:
        """Delete those of a table whose time has come. `ScreenBusy`: not now, but later."""
        if self._known is None:
            self._known = await store.all_leftovers(self._database)
        for leftover in self._known.get(table.id, ()):
            if _has_come(leftover, table):
                await self._delete(leftover)
                await store.gone(self._database, leftover.message_id)
                left = tuple(each for each in self._known.get(table.id, ()) if each != leftover)
                self._known[table.id] = left
                if not left:
                    del self._known[table.id]

    async def _delete(self, leftover: Leftover) -> None:
        await self._bucket.take(urgent=False)
        try:
            await self._screen.retire(leftover.channel_id, leftover.message_id)
        except (MessageStuck, PlaceGone) as error:
            LOG.info("a message that has been replaced cannot be deleted: %s", error)


def _has_come(leftover: Leftover, table: Table) -> bool:
    if leftover.goes == "started":
        return table.row.phase != "lobby"
    return leftover.goes == "now" or table.row.phase == "over"
