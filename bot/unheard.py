"""When nothing that the bot sends reaches Discord, though it may hear people: nobody is answered, no clock runs out.

One channel that takes nothing is no outage, nor is one request that fails. So after a few failures in a row, with
nothing taken between them, Discord is asked for something that it always gives. If that fails too, it is one, and the
same is asked again now and then until anything at all is taken: nobody else may be sending anything meanwhile.

All this begins with `start`: until the bot has come into Discord nothing is waiting, and `bot/arriving.py` tries again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

LOG = logging.getLogger(__name__)

#: So many failures in a row are looked into.
MANY: Final = 3
#: Seconds after which a failure says nothing any more of those that follow.
STALE: Final = 60.0
#: Seconds that Discord may take for what it always gives, and between two times that it is asked for it.
PATIENCE: Final = 3.0
EVERY: Final = 5.0


class Unheard:
    """Sees what becomes of every request, and says when nothing is taken any more, and when it is again.

    ``ask``: a request that costs nothing. ``lost`` is told for how many seconds nothing has been taken; ``back`` that
    something is. The times are those above (tests have shorter ones).
    """

    def __init__(
        self,
        ask: Callable[[], Awaitable[object]],
        lost: Callable[[float], None],
        back: Callable[[], Awaitable[None]],
        *,
        clock: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE,
        every: float = EVERY,
    ) -> None:
        self._ask = ask
        self._lost = lost
        self._back = back
        self._clock = clock
        self._patience = patience
        self._every = every
        #: The failures since anything was taken: how many, the first's time and the last's.
        self._failures = 0
        self._first = self._last = 0.0
        self._heard = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._started = False

    def start(self) -> None:
        """What fails from now on counts."""
        self._started = True

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Be told of every answer, and of what was not answered."""
        trace.on_request_end.append(self._answered)
        trace.on_request_exception.append(self._unanswered)

    def taken(self) -> None:
        """Discord has answered something, be it with a refusal."""
        self._failures = 0
        self._heard.set()

    def failed(self) -> None:
        """Discord has failed at something, or was not to be reached."""
        if not self._started:
            return
        now = self._clock()
        if not self._failures or now - self._last > STALE:
            self._failures, self._first = 0, now
        self._failures += 1
        self._last = now
        self._heard.clear()
        if self._failures >= MANY and self._looking is None:
            self._looking = asyncio.create_task(self._look(), name="unheard")
            self._looking.add_done_callback(self._looked)

    async def stop(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look(self) -> None:
        told = False
        while not await self._reached():
            if not told:
                told = True
                LOG.warning("Discord takes nothing of what is sent: every clock waits until it does")
                self._lost(self._clock() - self._first)
            try:
                async with asyncio.timeout(self._every):
                    await self._heard.wait()
            except TimeoutError:
                continue
            break
        if told:
            LOG.info("Discord takes what is sent again")
            await self._back()

    async def _reached(self) -> bool:
        try:
            async with asyncio.timeout(self._patience):
                await self._ask()
        except discord.HTTPException as error:
            if error.status < 500:
                return True
        except (aiohttp.ClientError, OSError, TimeoutError):
            pass
        except Exception as error:
            # Something else answers in Discord's place, say. It is asked again, for as long as that makes no sense.
            LOG.warning("what was asked of Discord was not understood: %s", type(error).__name__)
        else:
            return True
        # Others may have been answered meanwhile.
        return self._heard.is_set()

    def _looked(self, task: asyncio.Task[None]) -> None:
        self._looking = None
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("whether Discord takes anything could not be seen", exc_info=error)

    async def _answered(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        if not _is_ours(request.url):
            return
        if request.response.status >= 500:
            self.failed()
        else:
            self.taken()

    async def _unanswered(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        # Whoever gives a request up has not failed at it.
        if _is_ours(request.url) and not isinstance(request.exception, asyncio.CancelledError):
            self.failed()


def _is_ours(url: object) -> bool:
    """Whether this is a request of the bot's own: a socket is opened by the same session."""
    return str(url).startswith(discord.http.Route.BASE)
