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
        known = await self._all()
        await store.leave(self._database, table_id, leftover)
        others = [each for each in known.get(table_id, ()) if each.message_id != leftover.message_id]
        known[table_id] = (*others, leftover)

    async def goes(self, table_id: int, message: int) -> bool:
        """Whether this message of the table's is to be deleted as soon as another stands in its place."""
        found = (await self._all()).get(table_id, ())
        return any(each.message_id == message and each.goes == "now" for each in found)

    async def stays(self, table_id: int, message: int) -> None:
        """This message is not to go after all, or is gone."""
        known = await self._all()
        if any(each.message_id == message for each in known.get(table_id, ())):
            await store.gone(self._database, message)
            # What was left meanwhile is still to go.
            kept = tuple(each for each in known.pop(table_id, ()) if each.message_id != message)
            if kept:
                known[table_id] = kept

    async def give_up(self, table_id: int) -> None:
        """Those of a table whose place is gone stay, if they are still there."""
        for leftover in (await self._all()).get(table_id, ()):
            await self.stays(table_id, leftover.message_id)

    async def clear(self, table: Table) -> None:
        """Delete those of a table whose time has come. `ScreenBusy`: not now, but later."""
        for leftover in (await self._all()).get(table.id, ()):
            if _has_come(leftover, table):
                await self._delete(leftover)
                await self.stays(table.id, leftover.message_id)

    async def _all(self) -> dict[int, tuple[Leftover, ...]]:
        if self._known is None:
            read = await store.all_leftovers(self._database)
            # Another who asked meanwhile has read them as well, and perhaps changed them since.
            self._known = read if self._known is None else self._known
        return self._known

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
