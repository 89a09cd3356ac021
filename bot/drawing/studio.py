"""Draws pictures in one thread of their own and keeps the last ones: the event loop never draws, nobody waits for long.

A picture is told by a value that holds everything in it. The same value gives the same bytes, which is why they can be
kept. Where a picture cannot be had soon the answer is None: its message goes out without it, and says everything.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from bot.drawing import chart, letters, rows, standing, trick
from bot.drawing.chart import ChartPicture
from bot.drawing.rows import RowsPicture
from bot.drawing.standing import StandingPicture
from bot.drawing.trick import TablePicture

LOG = logging.getLogger(__name__)

#: What can be drawn.
Picture: TypeAlias = TablePicture | StandingPicture | RowsPicture | ChartPicture

#: So many pictures may wait for the thread: more would keep their messages waiting.
WAITING = 40
#: So many are kept, of some 15 kB each.
KEPT = 256
#: Seconds after which a message goes out without its picture.
PATIENCE = 1.0


def draw(picture: Picture) -> bytes:
    """The picture as a PNG."""
    if isinstance(picture, TablePicture):
        return trick.draw(picture)
    if isinstance(picture, StandingPicture):
        return standing.draw(picture)
    return rows.draw(picture) if isinstance(picture, RowsPicture) else chart.draw(picture)


class Studio:
    """One thread that draws. ``missed`` is called with a word whenever a picture could not be had."""

    def __init__(
        self,
        missed: Callable[[str], None] = lambda why: None,
        *,
        waiting: int = WAITING,
        kept: int = KEPT,
        patience: float = PATIENCE,
        drawing: Callable[[Picture], bytes] = draw,
    ) -> None:
        self._missed = missed
        #: Seconds after which a picture is not waited for any longer.
        self.patience = patience
        self._waiting, self._most = waiting, kept
        self._drawing = drawing
        self._thread = ThreadPoolExecutor(1, "drawing")
        self._kept: OrderedDict[Picture, bytes] = OrderedDict()
        self._in_hand: dict[Picture, asyncio.Future[bytes]] = {}
        self._told = False
        #: How often all was thrown away.
        self._forgotten = 0

    async def png(self, picture: Picture) -> bytes | None:
        """The picture as a PNG; None if it cannot be had now."""
        found = self._kept.get(picture)
        if found is not None:
            self._kept.move_to_end(picture)
            return found
        drawn = self._in_hand.get(picture)
        if drawn is None:
            if len(self._in_hand) >= self._waiting:
                self._missed("queue full")
                return None
            drawn = asyncio.ensure_future(self._draw(picture, self._forgotten))
            self._in_hand[picture] = drawn
        try:
            # Others may wait for the same picture, and the next message may want it.
            return await asyncio.wait_for(asyncio.shield(drawn), self.patience)
        except TimeoutError:
            self._missed("too slow")
        except Exception:
            if not self._told:
                self._told = True
                LOG.exception("a picture could not be drawn; from now on these are only counted")
            self._missed("failed")
        return None

    def forget(self) -> None:
        """Throw away all that is kept, and keep nothing of what is drawn just now: names and scores are in it."""
        self._forgotten += 1
        self._kept.clear()
        letters.forget()

    def close(self) -> None:
        """Draw nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _draw(self, picture: Picture, forgotten: int) -> bytes:
        try:
            png = await asyncio.get_running_loop().run_in_executor(self._thread, self._drawing, picture)
        finally:
            self._in_hand.pop(picture, None)
        if forgotten != self._forgotten:
            letters.forget()
            return png
        self._kept[picture] = png
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return png
