"""Brakes for what is sent to a screen: the last state wins, not too much at once, and few edits of an old message."""

from __future__ import annotations

import asyncio
import heapq
import logging
import time
from collections.abc import Awaitable, Callable, Hashable
from itertools import count
from typing import Generic, TypeVar

LOG = logging.getLogger(__name__)

#: Seconds after which what failed because the database could not be read or written is tried again.
RETRY = 5.0
#: And after which a table that cannot be played again is looked at once more: only by mistake can it be by then.
SELDOM = 3600.0
#: Seconds after which something that fails again and again is tried at least.
LONGEST = 30.0

#: Discord takes few edits of a message that is older than an hour. One that nears that age and was edited more often
#: than this within a minute gives way to a new one.
OLD_AFTER, OFTEN_EDITS, OFTEN_WITHIN = 55 * 60.0, 3, 60.0

K = TypeVar("K", bound=Hashable)


class Coalescer(Generic[K]):
    """Runs ``work(key)`` soon after ``mark(key)``: never twice at once for a key, and at most once an ``interval``.

    Marks that come meanwhile are one more run, which reads the state as it is then: the last state wins. ``work``
    returns the seconds after which it wants to be run again, or None; each time in a row it waits twice as long, up to
    `LONGEST`, or as long as it wants if that is longer.

    Work that becomes due at once is begun one by one, every second round of the event loop at most: whoever clicks
    meanwhile waits behind one such piece at a time and not behind all of them. Where there is more to do than time,
    clicks go first and marks become fewer runs.
    """

    def __init__(self, work: Callable[[K], Awaitable[float | None]], interval: float, name: str) -> None:
        self._work = work
        self._interval = interval
        self._name = name
        self._marked: set[K] = set()
        self._runs: dict[K, asyncio.Task[None]] = {}
        #: Held by the key that is next to be worked on.
        self._turn = asyncio.Lock()
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Whether any key is marked or being worked on."""
        return bool(self._runs)

    def mark(self, key: K) -> None:
        """Something about ``key`` has changed. Nothing follows of it once all is stopped."""
        if self._stopped:
            return
        self._marked.add(key)
        if key not in self._runs:
            self._runs[key] = asyncio.create_task(self._run(key), name=self._told(key))

    async def stop(self) -> None:
        """Cancel all runs, and begin no other."""
        self._stopped = True
        for task in list(self._runs.values()):
            task.cancel()
        await asyncio.gather(*self._runs.values(), return_exceptions=True)

    async def idle(self) -> None:
        """Wait until nothing is marked any more."""
        while self._runs:
            await asyncio.wait(list(self._runs.values()))

    def _told(self, key: K) -> str:
        """What is worked on, as a log may say it: a hand's key names its person, and a log names nobody."""
        return f"{self._name} {key[0] if isinstance(key, tuple) else key}"

    async def _breathe(self) -> None:
        """Let the loop do what else there is, then for as long as that took again."""
        begun = time.monotonic()
        await asyncio.sleep(0)
        await asyncio.sleep(time.monotonic() - begun)

    async def _run(self, key: K) -> None:
        wanted = 0
        try:
            while key in self._marked:
                async with self._turn:
                    await self._breathe()
                self._marked.discard(key)
                again: float | None = None
                try:
                    again = await self._work(key)
                except Exception:
                    LOG.exception("%s failed", self._told(key))
                if again is None:
                    wanted = 0
                else:
                    self._marked.add(key)
                    again = max(again, min(again * 2**wanted, LONGEST))
                    wanted = min(wanted + 1, 10)
                # Even with nothing new the key rests, so that the next mark within the interval waits its time.
                await asyncio.sleep(self._interval if again is None else max(again, self._interval))
        finally:
            self._runs.pop(key, None)


class Bucket:
    """At most ``rate`` takes a second over all callers; the urgent ones come first."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._gap = 1.0 / rate
        self._clock = clock
        self._free_at = clock()
        self._order = count()
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def take(self, *, urgent: bool) -> None:
        """Wait for one's turn."""
        if not self._waiting and self._clock() >= self._free_at:
            self._free_at = self._clock() + self._gap
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (not urgent, next(self._order), turn))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._serve(), name="bucket")
        await turn

    async def _serve(self) -> None:
        while self._waiting:
            await asyncio.sleep(max(0.0, self._free_at - self._clock()))
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                self._free_at = self._clock() + self._gap
                turn.set_result(None)


class Wear:
    """When each table's message was edited lately: an old one that is edited often will soon take no more edits."""

    def __init__(self) -> None:
        self._edited: dict[int, tuple[float, ...]] = {}

    def edited(self, table_id: int, now: float) -> None:
        """A table's message was edited."""
        # Not a deque: for four numbers one takes 760 bytes.
        self._edited[table_id] = (*self._edited.get(table_id, ())[-OFTEN_EDITS:], now)

    def is_out(self, table_id: int, posted_at: float, now: float) -> bool:
        """Whether the table's message, posted then, had better give way to a new one."""
        if now - posted_at <= OLD_AFTER:
            return False
        return sum(now - at < OFTEN_WITHIN for at in self._edited.get(table_id, ())) > OFTEN_EDITS

    def forget(self, table_id: int) -> None:
        """The table is over."""
        self._edited.pop(table_id, None)
