"""Keeps every open hand message in step with its table, through handles that live in memory only."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bot.store.errors import StoreError
from bot.tables import show
from bot.tables.answering import Answering
from bot.tables.model import Table
from bot.tables.open_hands import OpenHand, OpenHands, going_on
from bot.tables.pacing import RETRY, Coalescer
from bot.tables.screen import Handle, Screen, ScreenBusy, ScreenError
from bot.tables.service import Commit, TableService
from bot.tables.views import GoneView, HandView, OwnView

LOG = logging.getLogger(__name__)

#: A hand is not written to in the last seconds of its handle's life.
MARGIN: Final = 60.0


class HandMessages:
    """Pushes every change of a table to the hands that are open there, at most once an ``interval`` to each."""

    def __init__(self, service: TableService, screen: Screen, *, interval: float) -> None:
        self._service = service
        self._screen = screen
        #: The newest of each person at each table.
        self.open = OpenHands()
        #: What is done aside: older hands that are taken away.
        self._errands: set[asyncio.Task[None]] = set()
        self._stopped = False
        self._pushes: Coalescer[tuple[int, int]] = Coalescer(self._push, interval, "hand")
        self._answered: Answering[tuple[int, int]] = Answering(self._pushes.mark)
        service.listen(self._notice)

    @property
    def busy(self) -> bool:
        """Whether anything is still to be shown or taken away."""
        return self._pushes.busy or bool(self._errands)

    def clicked(self, table_id: int, person: int) -> float | None:
        """When somebody who holds a hand that follows the table last clicked there; None for anybody else."""
        if (table_id, person) in self._answered:
            return self._service.now()
        hand = self.open.get(table_id, person)
        return hand.clicked if hand is not None and self._alive(hand) else None

    def hold(self, table: Table, person: int, handle: Handle, shown: OwnView) -> None:
        """Keep the way to a person's newest hand message, which shows ``table`` as it was then. If another message
        showed it, that one is taken away.

        Nobody waits for that: it is a request of its own, and may take long.
        """
        if isinstance(shown, GoneView):
            self.open.drop(table.id, person)
            return
        old = self.open.get(table.id, person)
        if old is not None and _is_newer(old.handle, handle):
            # Two answers have overtaken each other: the hand that was asked for last is the one that stays.
            self._take_away(handle, table.id)
            return
        self.open.put(table.id, person, OpenHand.of(handle, table, shown, self._service.now()))
        if self._service.kept_now(table.id) is table:
            self._answered.is_shown((table.id, person))
        else:
            # The table has moved on while the answer was on its way, perhaps before there was a hand to be pushed to.
            self._pushes.mark((table.id, person))
        if old is not None and old.handle.message != handle.message and self._alive(old):
            self._take_away(old.handle, table.id)

    @contextmanager
    def answering(self, table_id: int, person: int) -> Iterator[None]:
        """While a click is carried out and answered with this hand: nothing else is sent to it."""
        hand = self.open.get(table_id, person)
        if hand is not None:
            hand.clicked = self._service.now()
        with self._answered.during((table_id, person)):
            yield

    async def idle(self) -> None:
        """Wait until everything is shown (tests)."""
        await self._pushes.idle()
        await asyncio.gather(*self._errands)

    async def stop(self) -> None:
        """Show nothing more, and take nothing away: answers may still be on their way."""
        self._stopped = True
        await self._pushes.stop()
        for errand in self._errands:
            errand.cancel()
        await asyncio.gather(*self._errands, return_exceptions=True)

    # --- Inside ----------------------------------------------------------------------------------

    def _notice(self, commit: Commit) -> None:
        for person in self.open.at(commit.after.id):
            self._pushes.mark((commit.after.id, person))

    async def _push(self, key: tuple[int, int]) -> float | None:
        table_id, person = key
        hand = self.open.get(table_id, person)
        if hand is None or self._answered.hold_back(key):
            return None
        if not self._alive(hand):
            self.open.drop(table_id, person)
            return None
        try:
            table, preferences = await self._service.table(table_id), await self._service.preferences.of(person)
        except StoreError as error:
            LOG.error("a hand at table %d is shown later: %s", table_id, error)
            return RETRY
        shown = hand.shown(person)
        view = going_on(shown, show.hand(table, person, newcomer=hand.newcomer, preferences=preferences))
        if view == shown and not hand.unsure:
            # The older table is kept for no hand.
            hand.table = table
            return None
        reached = True
        try:
            await self._screen.push(hand.handle, view)
        except ScreenBusy as busy:
            return busy.after
        except ScreenError:
            reached = False
        newest = self.open.get(table_id, person)
        if newest is hand:
            if reached and isinstance(view, HandView):
                self.open.put(table_id, person, OpenHand.of(hand.handle, table, view, hand.clicked))
            else:
                # There is nothing to follow any more, or it cannot be reached: its person opens another.
                self.open.drop(table_id, person)
        elif newest is not None and newest.handle.message == hand.handle.message and newest.shown(person) != view:
            # A click was answered with this message meanwhile: nobody knows which of the two came last.
            newest.unsure = True
            self._pushes.mark(key)
        return None

    def _take_away(self, handle: Handle, table_id: int) -> None:
        if not self._stopped:
            errand = asyncio.create_task(self._retire(handle, table_id), name=f"older hand at {table_id}")
            self._errands.add(errand)
            errand.add_done_callback(self._errands.discard)

    async def _retire(self, handle: Handle, table_id: int) -> None:
        try:
            await self._screen.retire_hand(handle)
        except ScreenError as error:
            LOG.info("an older hand at table %d could not be retired: %s", table_id, error)

    def _alive(self, hand: OpenHand) -> bool:
        return hand.handle.expires_at - MARGIN > self._service.now()


def _is_newer(one: Handle, other: Handle) -> bool:
    """Whether the first was asked for after the second, and is another message: each lives a quarter of an hour."""
    return one.message != other.message and one.expires_at > other.expires_at
