"""Keeps the one line in step that calls the missing to a table.

An edit notifies nobody: when somebody more has to be called the line is posted anew, with all who are missing, and the
old one deleted. Who has acted is taken off it by an edit, and with the last it goes. Who was called for what is stored,
so that a restart calls nobody twice.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.store import call_lines as store
from bot.store.call_lines import CallLine
from bot.store.errors import StoreError
from bot.tables import calling, show
from bot.tables.calling import Missing
from bot.tables.clock import LOOK_AGAIN_AFTER
from bot.tables.commands import Refused
from bot.tables.model import DEALS_APART, Table
from bot.tables.pacing import RETRY, Coalescer
from bot.tables.publisher import INTERVAL, Publisher
from bot.tables.screen import MessageGone, MessageStuck, Place, PlaceGone, Screen, ScreenBusy
from bot.tables.service import Commit, TableService
from bot.tables.views import CallView

LOG = logging.getLogger(__name__)

#: Seconds until a line in an archived thread is tried again.
STUCK_FOR = 30.0


@dataclass(frozen=True, slots=True)
class _Line:
    """A table's line: as it is ``stored`` (or has still to be) and, if this process has sent it, what it shows."""

    row: CallLine
    shown: CallView | None = None
    stored: bool = True


class CallLines:
    """Calls whoever is missing, soon after it is time, table by table."""

    def __init__(
        self,
        service: TableService,
        publisher: Publisher,
        screen: Screen,
        *,
        interval: float = INTERVAL,
        reachable: Callable[[int], bool] = lambda guild: True,
    ) -> None:
        """``reachable``: whether people of a server can reach us now; where they cannot, nobody is called."""
        self._service = service
        self._reachable = reachable
        self._publisher = publisher
        self._screen = screen
        #: Since when this process watches; None before `start`.
        self._began: float | None = None
        self._lines: dict[int, _Line] = {}
        #: Tables where Discord takes no line: nobody is called there until somebody acts, since what is refused counts
        #: against the bot. The table's own message may still be edited, which takes fewer permissions.
        self._refused: set[int] = set()
        #: By table: when somebody has to be called next, and the timer for it.
        self._timers: dict[int, tuple[float, asyncio.TimerHandle]] = {}
        self._work: Coalescer[int] = Coalescer(self._show, interval, "call line")
        service.listen(self._notice)
        publisher.listen(self._stirred)

    @property
    def busy(self) -> bool:
        """Whether any line is still to be brought up to date."""
        return self._work.busy

    async def start(self) -> None:
        """Begin to watch, once the tables have been taken up; lines that are left from before are found again."""
        rows = await store.all_lines(self._service.database)
        self._lines = {table_id: _Line(row) for table_id, row in rows.items()}
        self._began = self._service.now()
        for table_id in {*await self._service.open_tables(), *rows}:
            self._work.mark(table_id)

    async def stop(self) -> None:
        """Call nobody any more. The lines stay."""
        await self._work.stop()
        for _, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    async def idle(self) -> None:
        """Wait until every line is up to date (tests)."""
        await self._work.idle()

    def run_due(self) -> None:
        """Look again at every table where somebody has to be called by now (tests, which move time by hand)."""
        for table_id, (at, _) in list(self._timers.items()):
            if at <= self._service.now():
                self._work.mark(table_id)

    # --- When to look ----------------------------------------------------------------------------

    def _notice(self, commit: Commit) -> None:
        table = commit.after
        watched = table.row.phase == "playing" or table.id in self._lines or table.id in self._timers
        if watched and self._began is not None:
            self._work.mark(table.id)

    def _stirred(self, table_id: int) -> None:
        """The table's message stands now, or somebody acted there through Discord."""
        self._refused.discard(table_id)
        if self._began is not None:
            self._work.mark(table_id)

    def _look_again(self, table_id: int, at: float | None) -> None:
        old = self._timers.pop(table_id, None)
        if old is not None:
            old[1].cancel()
        if at is not None:
            wait = max(0.0, at - self._service.now())
            timer = asyncio.get_running_loop().call_later(wait, self._work.mark, table_id)
            self._timers[table_id] = at, timer

    # --- What to do ------------------------------------------------------------------------------

    async def _show(self, table_id: int) -> float | None:
        try:
            table = await self._service.table(table_id)
            if not self._reachable(table.row.guild_id):
                # They could not act; afterwards their deadlines, and with these their calls, are that much later.
                self._look_again(table_id, self._service.now() + LOOK_AGAIN_AFTER)
            elif not self._publisher.silent(table_id) and table_id not in self._refused:
                await self._bring_up_to_date(table)
            elif table.row.phase == "over":
                # Whatever stands there, nobody will act here again and have us try.
                self._look_again(table_id, None)
                self._refused.discard(table_id)
                await self._forget(table_id)
        except ScreenBusy as busy:
            LOG.info("the call line of table %d comes later: %s", table_id, busy)
            return busy.after
        except PlaceGone as gone:
            LOG.warning("nobody is called to table %d until somebody acts there again: %s", table_id, gone)
            self._look_again(table_id, None)
            if table.row.phase == "over":
                await self._forget(table_id)
            else:
                self._refused.add(table_id)
        except StoreError as error:
            LOG.error("the call line of table %d comes later: %s", table_id, error)
            return RETRY
        except Refused as refused:
            LOG.error("table %d has no call line: %s", table_id, refused.reason)
        return None

    async def _bring_up_to_date(self, table: Table) -> None:
        now = self._service.now()
        line = self._lines.get(table.id) or _Line(CallLine(channel_id=table.row.channel_id))
        everybody = calling.missing(table, self._clicked(table))
        self._look_again(table.id, min((at for each in everybody if (at := each.next_after(now))), default=None))
        # Who wants no calls any more is not named by somebody else's either.
        missing = await self._who_want_it(everybody, table)
        stages = {each.seat: _stage(line.row, each) for each in missing}
        new = [each for each in missing if each.stage(now) > stages[each.seat]]
        stages.update({each.seat: each.stage(now) for each in new})
        called = {each.seat: (each.origin, stages[each.seat]) for each in missing if stages[each.seat]}
        view = _view(table, [each for each in missing if each.seat in called])
        ahead = {seat: what for seat, what in _ahead(table, line.row).items() if seat not in called}
        if new:
            # Not before the message of the table that it is about; who posts that wakes us.
            if _stands(table):
                await self._post(table, line, view, called | ahead)
        elif not called:
            await self._take_away(table.id, line, ahead)
        else:
            await self._edit(table, line, view, called | ahead)

    async def _who_want_it(self, missing: Sequence[Missing], table: Table) -> list[Missing]:
        book = self._service.preferences
        return [each for each in missing if calling.wants_calls(await book.of(each.person), table.row.clock)]

    def _clicked(self, table: Table) -> dict[int, float]:
        """When those who are looking last clicked."""
        found = {}
        for seat in table.present:
            if seat.person_id is None or seat.seat not in table.awaited():
                continue
            last = self._publisher.hands.clicked(table.id, seat.person_id)
            # A start forgets who holds a hand, which is nobody's absence: it counts as a click of all asked before it.
            if last is None and self._began is not None and calling.asked_at(table, seat.seat) < self._began:
                last = self._began
            if last is not None:
                found[seat.person_id] = last
        return found

    async def _post(self, table: Table, line: _Line, view: CallView, called: dict[int, tuple[int, int]]) -> None:
        old: CallLine | None = line.row
        try:
            # The old one first: there is never more than one, whatever happens in between.
            await self._retire(line.row)
            self._lines[table.id] = _Line(replace(line.row, message_id=None))
            old = None
        except MessageStuck:
            LOG.info("table %d: the old call line goes when the new one has woken its thread", table.id)
        await self._publisher.bucket.take(urgent=False)
        message = await self._screen.call(table.place, view, _once(table, called))
        await self._keep(table.id, CallLine(channel_id=table.row.channel_id, message_id=message, called=called), view)
        if old is not None:
            await self._retire_later(old)

    async def _edit(self, table: Table, line: _Line, view: CallView, called: dict[int, tuple[int, int]]) -> None:
        row = replace(line.row, called=called)
        if row.message_id is not None and line.shown != view:
            await self._publisher.bucket.take(urgent=False)
            try:
                await self._screen.edit_call(Place(table.row.guild_id, row.channel_id), row.message_id, view)
            except MessageGone:
                LOG.info("the call line of table %d is gone", table.id)
                row = replace(row, message_id=None)
            except MessageStuck:
                # Rather none than one that names somebody who has acted; those it named have been called.
                await self._retire_later(row)
                row = replace(row, message_id=None)
        if row != line.row or view != line.shown or not line.stored:
            await self._keep(table.id, row, view)

    async def _take_away(self, table_id: int, line: _Line, ahead: dict[int, tuple[int, int]]) -> None:
        if table_id not in self._lines:
            return
        await self._retire_later(line.row)
        row = replace(line.row, message_id=None, called=ahead)
        if not ahead:
            await self._forget(table_id)
        elif row != line.row or not line.stored:
            await self._keep(table_id, row, None)

    async def _retire(self, row: CallLine) -> None:
        if row.message_id is not None:
            await self._publisher.bucket.take(urgent=False)
            await self._screen.retire(row.channel_id, row.message_id)

    async def _retire_later(self, row: CallLine) -> None:
        """Retire the line, if need be when the table's own message has woken its thread."""
        try:
            await self._retire(row)
        except MessageStuck as stuck:
            raise ScreenBusy(str(stuck), after=STUCK_FOR) from stuck

    async def _forget(self, table_id: int) -> None:
        if table_id in self._lines:
            await store.forget(self._service.database, table_id)
            del self._lines[table_id]

    async def _keep(self, table_id: int, row: CallLine, view: CallView | None) -> None:
        # In memory first, so that nobody is called twice by a line that could not be stored at once.
        self._lines[table_id] = _Line(row, view, stored=False)
        await store.keep(self._service.database, table_id, row)
        self._lines[table_id] = _Line(row, view)


def _stage(row: CallLine, missing: Missing) -> int:
    """How far somebody has been called for the question they are asked now."""
    origin, stage = row.called.get(missing.seat, (None, 0))
    return stage if origin == missing.origin else 0


def _ahead(table: Table, row: CallLine) -> dict[int, tuple[int, int]]:
    """Who was called for a question that is still to come, since what led to it was taken back."""
    if table.row.phase == "over":
        return {}
    reached = table.row.deal_no * DEALS_APART + table.stands
    return {seat: (origin, stage) for seat, (origin, stage) in row.called.items() if origin > reached}


def _view(table: Table, named: Sequence[Missing]) -> CallView:
    return CallView(
        table=table.id,
        game=table.game.key,
        persons=tuple(each.person for each in named),
        until=min((each.until for each in named if each.until is not None), default=None),
    )


def _stands(table: Table) -> bool:
    """Whether the message of the deal that is played has been posted."""
    return table.row.message_id is not None and table.row.message_deal == show.shown_deal(table)


def _once(table: Table, called: Mapping[int, tuple[int, int]]) -> str:
    """A word for this call: at most 25 letters, as Discord takes."""
    what = f"call {table.id}:{table.row.version}:{sorted(called.items())}"
    return hashlib.sha256(what.encode()).hexdigest()[:25]
