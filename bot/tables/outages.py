"""When people cannot reach the bot: no clock runs out at their tables meanwhile, and the time is added afterwards.

The bot hears of what people do through connections, each for some servers; and a server can be away by itself, in an
outage of Discord's. A restart is another matter: `TableService.start_up` adds the time that the process was away.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.store import tables
from bot.store.errors import StoreError
from bot.tables.service import TableService

LOG = logging.getLogger(__name__)

#: Seconds. What is shorter is not worth moving every deadline for: a deadline that came meanwhile is only held.
SHORTEST = 3.0


class Outages:
    """Which servers are out of reach, and since when. ``connection_of``: the number of a server's connection."""

    def __init__(self, service: TableService, connection_of: Callable[[int], int]) -> None:
        self._service = service
        self._connection_of = connection_of
        #: Since when we wait for connections that have never stood; None before `start`.
        self._began: float | None = None
        self._stood: set[int] = set()
        self._connections: dict[int, float] = {}
        self._servers: dict[int, float] = {}
        #: Those that stand again, but whose tables have not got their time back yet.
        self._returning: set[int] = set()

    @property
    def any(self) -> bool:
        """Whether a connection is gone, or none has ever stood. A single server's outage says nothing of the bot."""
        return bool(self._connections) or (self._began is not None and not self._stood)

    def start(self) -> None:
        """From now on nobody is in reach whose connection does not stand."""
        self._began = self._service.now()

    def reachable(self, guild: int) -> bool:
        """Whether what people of this server do reaches us."""
        return self._since(guild) is None

    def lost(self, connection: int) -> None:
        """A connection is gone."""
        if connection in self._returning:
            # The time until it stood is just being added; what is lost from now on comes on top.
            self._connections[connection] = self._service.now()
        else:
            self._connections.setdefault(connection, self._service.now())

    def lost_server(self, guild: int) -> None:
        """A server has an outage of its own."""
        self._servers.setdefault(guild, self._service.now())

    async def back(self, connection: int) -> None:
        """A connection stands, again or for the first time."""
        since = self._connections.get(connection)
        if since is None and connection not in self._stood:
            since = self._began
        if since is not None:
            self._returning.add(connection)
            await self._lengthen(
                since,
                lambda guild: self._connection_of(guild) == connection and guild not in self._servers,
            )
            self._returning.discard(connection)
        self._stood.add(connection)
        if self._connections.get(connection) == since:
            self._connections.pop(connection, None)

    async def back_server(self, guild: int) -> None:
        """A server is there again."""
        since = self._servers.get(guild)
        if since is not None:
            await self._lengthen(since, lambda each: each == guild)
        self._servers.pop(guild, None)

    def removed_from(self, guild: int) -> None:
        """The bot is not in this server any more: nobody there is waited for."""
        self._servers.pop(guild, None)

    async def end(self) -> None:
        """The process ends: what single servers were away until now is added, since nobody knows of it afterwards."""
        for guild in tuple(self._servers):
            await self.back_server(guild)

    def _since(self, guild: int) -> float | None:
        if guild in self._servers:
            return self._servers[guild]
        connection = self._connection_of(guild)
        return self._connections.get(connection, None if connection in self._stood else self._began)

    async def _lengthen(self, since: float, concerned: Callable[[int], bool]) -> None:
        """Add the time since then to the deadlines of these servers' tables, before their clocks run again."""
        away = self._service.now() - since
        if away < SHORTEST:
            return
        try:
            found = [table for table, guild in await tables.with_deadlines(self._service.database) if concerned(guild)]
            await self._service.lengthen(found, away)
        except StoreError as error:
            LOG.error("deadlines could not be moved by the %.0f s of an outage: %s", away, error)
        else:
            LOG.info("out of reach for %.0f s: the deadlines of %d tables are that much later", away, len(found))
