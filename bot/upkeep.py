"""What is done now and then: servers the bot is gone from are noted and, 30 days later, purged; old copies go; the
database file is looked at, before somebody meets a page of it that the disk has spoilt.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection

from bot.store import erase, meta, presence
from bot.store.errors import StoreError, level
from bot.store.maintenance import glance
from bot.store.migrate import drop_old_copies
from bot.tables.service import TableService

LOG = logging.getLogger(__name__)

DAY = 86_400.0
#: How long a server's data is kept after the bot was removed from it, and a copy made before a migration (PRIVACY.md).
KEPT = 30 * DAY
#: After a failure it is tried again this many seconds later.
RETRY = 3_600.0
#: Under this name the database knows whose bot it served last.
_APPLICATION = "application"


class Upkeep:
    """Keeps no more than PRIVACY.md says, by the service's clock."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._database = service.database
        self._next: float | None = None
        #: Whether the file served another application when this process began; None until that is known.
        self._anothers: bool | None = None

    async def arrived(self, guild_id: int) -> None:
        """The bot is in a server, again or for the first time."""
        try:
            await presence.back(self._database, guild_id)
        except StoreError as error:
            LOG.log(level(error), "it could not be noted that the bot is back in a server: %s", error)

    async def removed(self, guild_id: int) -> None:
        """The bot was removed from a server."""
        try:
            await presence.gone(self._database, guild_id, self._service.now())
        except StoreError as error:
            LOG.log(level(error), "it could not be noted that the bot was removed from a server: %s", error)

    async def connected(self, application: int, present: Collection[int]) -> Collection[int]:
        """This application's bot is connected, and in these servers (also those that Discord cannot reach just now).

        Returns the servers that it is newly seen to be gone from: it was removed while it was away. None, as long as
        this process runs, if the file was another application's before: that one is not gone, its file was given to
        this one, perhaps by mistake.
        """
        try:
            if await self._is_anothers(application):
                return ()
            gone = await presence.note(self._database, present, self._service.now())
        except StoreError as error:
            LOG.log(level(error), "it could not be noted which servers the bot is in: %s", error)
            return ()
        if self._next is None:
            self._next = self._service.now()
        return gone

    async def _is_anothers(self, application: int) -> bool:
        if self._anothers is None:
            before = await meta.value(self._database, _APPLICATION)
            await meta.set_value(self._database, _APPLICATION, str(application))
            self._anothers = before not in (None, str(application))
            if self._anothers:
                LOG.warning("this database was another application's: nothing follows now from where this one is not")
        return self._anothers

    async def run_due(self) -> None:
        """Once a day look at the file and purge what is due; not before it is known where the bot is."""
        now = self._service.now()
        if self._next is None or now < self._next:
            return
        self._next = now + DAY
        await self._look()
        try:
            for guild_id in await presence.gone_since(self._database, now - KEPT):
                await self._purge(guild_id)
            dropped = await asyncio.to_thread(drop_old_copies, self._database.path, now - KEPT)
            # An erasure does this too, but somebody who reads the file at that moment may keep it from being done.
            await self._database.fold()
            if dropped:
                LOG.info("old copies of the database were deleted; copies: %d", dropped)
        except (StoreError, OSError) as error:
            self._next = now + RETRY
            LOG.error("the upkeep failed and is tried again in an hour: %s", error)

    async def _look(self) -> None:
        try:
            # Over a connection of its own: people's readings need not wait for it.
            await asyncio.to_thread(glance, self._database.path)
        except StoreError as error:
            LOG.error("the daily look at the database: %s", error)

    async def _purge(self, guild_id: int) -> None:
        try:
            await erase.purge_server(self._database, guild_id)
        finally:
            # Also of what was purged before it failed.
            self._service.servers.forget(guild_id)
            self._service.forget(None, [table for table in self._service.kept() if table.row.guild_id == guild_id])
        LOG.info("a server's data was purged, 30 days after the bot was removed from it")
