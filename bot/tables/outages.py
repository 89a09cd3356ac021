"""When people and the bot cannot reach each other: no clock runs out at their tables meanwhile, and the time is added
afterwards.

The bot hears of what people do through connections, each for some servers; a server can be away by itself, in an
outage of Discord's; Discord may take nothing of what the bot sends, so that nobody is answered (`bot/unheard.py`); and
the bot itself may have stood still (`bot/tables/standstill.py`).
A restart is another matter: `TableService.start_up` adds the time that the process was away, and for the tables that
waited before it ended (`waiting`) the time until then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.store import tables
from bot.store.errors import StoreError
from bot.tables.pacing import RETRY
from bot.tables.service import TableService

LOG = logging.getLogger(__name__)

#: Seconds. What is shorter is not worth moving every deadline for: a deadline that came meanwhile is only held.
SHORTEST = 3.0

#: What may be away: a connection or a server by its number, or, without one, whatever takes what we send, or we.
Place: TypeAlias = tuple[str, int]
_ANSWERS: Final = ("answers", 0)
_OURSELVES: Final = ("ourselves", 0)


@dataclass
class _Away:
    """Something that is away ``since`` then, or ``stands`` again but the time has not been added yet."""

    since: float
    stands: bool = False
    #: Whether that is being tried, and when this went again meanwhile.
    adding: bool = False
    again: float | None = None


class Outages:
    """Which servers are out of reach, and since when. ``connection_of``: the number of a server's connection."""

    def __init__(self, service: TableService, connection_of: Callable[[int], int]) -> None:
        self._service = service
        self._connection_of = connection_of
        #: Since when we wait for connections that have never stood; None before `start`.
        self._began: float | None = None
        self._stood: set[int] = set()
        self._away: dict[Place, _Away] = {}

    @property
    def cut_off(self) -> bool:
        """Whether nobody can reach us, since no connection stands or nobody is answered. One of several connections
        that is gone, or a single server's outage, says nothing of the bot.
        """
        gone = {number for kind, number in self._away if kind == "connection"}
        return _ANSWERS in self._away or self._stood <= gone

    def whole(self, connections: int) -> bool:
        """Whether everybody can reach us, who are to hold so many connections."""
        return not self._away and len(self._stood) == connections

    async def waiting(self) -> dict[int, float]:
        """Since when a table's people cannot reach us; without those who can, and tables without a deadline."""
        return self._waiting(await tables.with_deadlines(self._service.database))

    def start(self) -> None:
        """From now on nobody is in reach whose connection does not stand."""
        self._began = self._service.now()

    def reachable(self, guild: int) -> bool:
        """Whether people of this server and the bot reach each other."""
        return not self._sinces(guild)

    def lost(self, connection: int) -> None:
        """A connection is gone, or did not come about."""
        waited_for = self._began if connection not in self._stood else None
        self._lose(("connection", connection), self._service.now() if waited_for is None else waited_for)

    def lost_server(self, guild: int) -> None:
        """A server has an outage of its own."""
        self._lose(("server", guild), self._service.now())

    def lost_answers(self, ago: float) -> None:
        """Discord takes nothing of what we send, for so many seconds already."""
        self._lose(_ANSWERS, self._service.now() - ago)

    def stood_still(self, ago: float) -> None:
        """We did nothing at all for so many seconds, until now."""
        self._lose(_OURSELVES, self._service.now() - ago)

    async def back(self, connection: int) -> None:
        """A connection stands, again or for the first time."""
        place = ("connection", connection)
        if place not in self._away and connection not in self._stood and self._began is not None:
            self._away[place] = _Away(self._began)
        self._stood.add(connection)
        await self._back(place)

    async def back_server(self, guild: int) -> None:
        """A server is there again."""
        await self._back(("server", guild))

    async def back_answers(self) -> None:
        """Discord takes what we send again."""
        await self._back(_ANSWERS)

    async def goes_on(self) -> None:
        """We stand still no more, if we did."""
        await self._back(_OURSELVES)

    def removed_from(self, guild: int) -> None:
        """The bot is not in this server any more: nobody there is waited for."""
        self._away.pop(("server", guild), None)

    def _lose(self, place: Place, since: float) -> None:
        away = self._away.setdefault(place, _Away(since))
        if away.stands:
            away.stands = False
            away.again = since

    async def _back(self, place: Place) -> None:
        """Add the time until now, however often it takes, before the clocks run again."""
        away = self._away.get(place)
        if away is None:
            return
        away.stands = True
        if away.adding:
            return
        away.adding = True
        try:
            while away.stands and self._away.get(place) is away:
                away.again = None
                if not await self._lengthened(place, away.since):
                    # Until it could be written nobody's clock goes on.
                    await asyncio.sleep(RETRY)
                elif away.again is not None:
                    # What was lost while that was added comes on top.
                    away.since = away.again
                elif self._away.get(place) is away:
                    # Else the bot was removed from the server meanwhile.
                    del self._away[place]
        finally:
            away.adding = False

    def _sinces(self, guild: int, but: Place | None = None) -> list[float]:
        """Since when what concerns this server is away, one for each thing (without one of them)."""
        connection = ("connection", self._connection_of(guild))
        places: tuple[Place, ...] = (_ANSWERS, _OURSELVES, connection, ("server", guild))
        sinces = [self._away[place].since for place in places if place in self._away and place != but]
        if connection not in self._away and connection[1] not in self._stood and self._began is not None:
            sinces.append(self._began)
        return sinces

    def _waiting(self, there: Iterable[tuple[int, int]], but: Place | None = None) -> dict[int, float]:
        return {table: min(sinces) for table, guild in there if (sinces := self._sinces(guild, but))}

    def _concerns(self, place: Place, guild: int) -> bool:
        kind, number = place
        return place in (_ANSWERS, _OURSELVES) or number == (guild if kind == "server" else self._connection_of(guild))

    async def _lengthened(self, place: Place, since: float) -> bool:
        """Add the time since then to the deadlines of these servers' tables, as far as nothing else that is still away
        will have it added; whether that could be written.
        """
        now = self._service.now()
        if now - since < SHORTEST:
            return True
        try:
            there = await tables.with_deadlines(self._service.database)
            later = {
                table: until - since
                for table, guild in there
                if self._concerns(place, guild) and (until := min(self._sinces(guild, but=place), default=now)) > since
            }
            await self._service.lengthen(later, self._waiting(there, but=place))
        except StoreError as error:
            LOG.error("deadlines could not be moved by the %.0f s of an outage: %s", now - since, error)
            return False
        except Exception:
            # A mistake of ours would be one again, and perhaps the time was added: no clock waits for it for ever.
            LOG.exception("what follows an outage of %.0f s failed", now - since)
            return True
        LOG.info("out of reach for %.0f s: the deadlines of %d tables are that much later", now - since, len(later))
        return True
