"""What keeps the bot from being banned: Discord shuts out an address that makes too many invalid requests.

Invalid are those answered with 401, 403 or 429: 10,000 of them in ten minutes are too many
(https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans). From a tenth of that
on, nothing is sent that nobody is waiting for; and where Discord no longer takes the bot's own token, nothing at all.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot.tables.screen import ScreenBusy

LOG = logging.getLogger(__name__)

#: With so many refusals in so many seconds, a tenth of what Discord bears, only what somebody waits for is sent.
MOST_REFUSALS: Final = 1_000
COUNTED_FOR: Final = 600.0
INVALID: Final = frozenset({401, 403, 429})
#: Requests that go by an interaction's token: 401 says that this one is dead, and nothing about the bot's.
_BY_OTHER_TOKEN = re.compile(r"/(?:webhooks|interactions)/\d+/")


class Restraint:
    """Counts invalid requests, all that the client's own session makes, and says when to be quiet."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._invalid: deque[float] = deque(maxlen=MOST_REFUSALS)
        #: Set when Discord does not take the bot's token any more.
        self.turned_away = asyncio.Event()

    def trace(self) -> aiohttp.TraceConfig:
        """What has the client's session tell us of every answer."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._ended)
        return trace

    def heard(self, status: int, path: str, scope: str = "") -> None:
        """A request was answered. ``scope``: whose limit a 429 was about; a shared one is not held against us."""
        if status not in INVALID or scope == "shared":
            return
        if status == 401 and not _BY_OTHER_TOKEN.search(path):
            self.turned_away.set()
        before = self.quiet_for()
        self._invalid.append(self._clock())
        if not before and self.quiet_for():
            LOG.warning("Discord has refused %d requests within ten minutes: quiet until these are past", MOST_REFUSALS)

    def quiet_for(self) -> float:
        """Seconds for which nothing is to be sent that nobody waits for."""
        if len(self._invalid) < MOST_REFUSALS:
            return 0.0
        return max(0.0, self._invalid[0] + COUNTED_FOR - self._clock())

    def check(self) -> None:
        """`ScreenBusy` while nothing is to be sent."""
        if self.turned_away.is_set():
            raise ScreenBusy("Discord does not take our token", after=COUNTED_FOR)
        if quiet := self.quiet_for():
            raise ScreenBusy("too many requests were refused", after=quiet)

    async def _ended(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        answer = request.response
        self.heard(answer.status, request.url.path, answer.headers.get("X-RateLimit-Scope", ""))
