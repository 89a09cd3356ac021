"""One dispatcher for every deadline: it sleeps until the earliest, and knocks at the service's door.

The rows in the store are the truth; this heap is only a reminder of them, filled again at each start.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
import math
from collections.abc import Callable

from bot.store.errors import StoreError
from bot.store.records import DeadlineKind
from bot.tables.commands import Clock, Refused, TimeUp, Unplayable
from bot.tables.due import REMEMBERED
from bot.tables.pacing import RETRY, SELDOM
from bot.tables.service import Commit, TableService

LOG = logging.getLogger(__name__)

#: Where people cannot reach us a deadline is looked at again this many seconds later.
LOOK_AGAIN_AFTER = 1.0


class Deadlines:
    """Knocks with `TimeUp` when a deadline of any table has come."""

    def __init__(self, service: TableService, reachable: Callable[[int], bool] = lambda guild: True) -> None:
        """``reachable``: whether people of a server can reach us now; where they cannot, no time is up."""
        self._service = service
        self._reachable = reachable
        self._heap: list[tuple[float, int, DeadlineKind, int]] = []
        #: By table, and by kind and seat: when we look at that deadline next. It may have been moved to later by then;
        #: an entry of the heap that says otherwise is an old one. So there is one look to come for each, however often
        #: it is moved.
        self._looks: dict[int, dict[tuple[DeadlineKind, int], float]] = {}
        self._sooner = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        service.listen(self._notice)

    def start(self) -> None:
        """Begin to watch; call once the event loop runs."""
        self._task = asyncio.create_task(self._watch(), name="deadlines")

    async def stop(self) -> None:
        """Stop watching. The rows stay."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def run_due(self) -> None:
        """Knock for every deadline that has come by the service's clock."""
        while self._heap and self._heap[0][0] <= self._service.now():
            at, table_id, kind, seat = heapq.heappop(self._heap)
            looks = self._looks.get(table_id, {})
            if looks.get((kind, seat)) != at:
                continue
            del looks[kind, seat]
            try:
                if not self._reachable((await self._service.table(table_id)).row.guild_id):
                    self._look(self._service.now() + LOOK_AGAIN_AFTER, table_id, kind, seat)
                    continue
                commit = await self._service.submit(table_id, Clock(), None, TimeUp(kind, None if seat < 0 else seat))
            except Exception as error:
                # A deadline that is lost here is lost until the next start, so whatever it was, it is tried again.
                known = isinstance(error, Refused | StoreError)
                LOG.error("table %d: its %s deadline failed: %s", table_id, kind, error, exc_info=not known)
                wait = SELDOM if isinstance(error, Unplayable) else RETRY
                self._look(self._service.now() + wait, table_id, kind, seat)
                return
            self._notice(commit)

    def _notice(self, commit: Commit) -> None:
        table = commit.after
        if not table.deadlines and table.row.phase == "over":
            self._looks.pop(table.id, None)
        for row in table.deadlines:
            if row.kind in REMEMBERED:
                continue
            self._look(row.due_at, table.id, row.kind, -1 if row.seat is None else row.seat)

    def _look(self, at: float, table_id: int, kind: DeadlineKind, seat: int) -> None:
        """See to it that this deadline is looked at by then."""
        looks = self._looks.setdefault(table_id, {})
        if looks.get((kind, seat), math.inf) <= at:
            return
        looks[kind, seat] = at
        heapq.heappush(self._heap, (at, table_id, kind, seat))
        if self._heap[0][1] == table_id:
            self._sooner.set()

    async def _watch(self) -> None:
        while True:
            self._sooner.clear()
            try:
                await self.run_due()
            except Exception:
                LOG.exception("a deadline failed")
            wait = max(0.0, self._heap[0][0] - self._service.now()) if self._heap else None
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._sooner.wait()
