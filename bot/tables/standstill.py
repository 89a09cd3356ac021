"""Notices that the bot stood still: its process or its whole machine was stopped, or the machine's clock set forward.

Deadlines go by that clock, and many may seem to have come although nobody could act. So whoever is about to do
something because it is time asks `Standstill.reachable` first, and a gap since anybody last looked is an outage like
any other: the deadlines are held, and all are later by the gap before they go on.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from bot.tables.outages import Outages

LOG = logging.getLogger(__name__)

#: Seconds between two looks at the clock where nobody else looks.
TICK = 5.0
#: A gap of so many seconds is no mere slowness.
GAP = 15.0


class Standstill:
    """Looks at the clock again and again. ``clock``: that by which deadlines go, in UNIX seconds."""

    def __init__(self, outages: Outages, clock: Callable[[], float] = time.time) -> None:
        self._outages = outages
        self._clock = clock
        self._looked: float | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look; call once the event loop runs."""
        self._looked = self._clock()
        self._task = asyncio.create_task(self._watch(), name="standstill")

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = self._looked = None

    def reachable(self, guild: int) -> bool:
        """Whether people of this server and the bot reach each other, and did all the time until now."""
        self._look()
        return self._outages.reachable(guild)

    def _look(self) -> None:
        if self._looked is None:
            return
        now = self._clock()
        gap, self._looked = now - self._looked, now
        if gap > GAP:
            LOG.warning("stood still for %.0f s, or the clock was set forward", gap)
            self._outages.stood_still(gap)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self._look()
            await self._outages.goes_on()
            # However long the database let that wait: it was added with the rest.
            self._looked = self._clock()
