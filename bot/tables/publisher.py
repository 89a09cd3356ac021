"""Keeps what is shown in step with the tables: the public message of each, and every open hand (`hand_messages`).

A table has one message a deal. When a deal ends, its message becomes that deal's summary and a new one is posted below.
Which message shows which deal stands in the store, so that a restart takes up where it was.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from bot.store import leftovers, scores, tables
from bot.store.errors import StoreError
from bot.store.leftovers import Leftover
from bot.tables import show
from bot.tables.answering import Answering
from bot.tables.commands import Refused
from bot.tables.hand_messages import HandMessages
from bot.tables.leftovers import Leftovers
from bot.tables.model import Table
from bot.tables.pacing import RETRY, Bucket, Coalescer, Wear
from bot.tables.screen import Handle, MessageGone, MessageStuck, PlaceGone, Screen, ScreenBusy
from bot.tables.service import Commit, TableService
from bot.tables.views import OwnView, PublicView

LOG = logging.getLogger(__name__)

#: Seconds between two edits of a table's message; Discord takes about five edits in five seconds a channel.
INTERVAL = 1.2
#: Channel requests a second over all tables; Discord's bound for a bot is 50.
RATE = 40.0
#: Seconds until it is looked again whether a server has been told of.
TOLD_SOON = 1.0


class Publisher:
    """Shows every change of a table, soon and in the fewest messages."""

    def __init__(
        self, service: TableService, screen: Screen, *, interval: float = INTERVAL, rate: float = RATE
    ) -> None:
        self._service = service
        self._screen = screen
        #: What keeps all that is sent to channels under Discord's bound.
        self.bucket = Bucket(rate)
        #: The tables' messages that are to be deleted.
        self.leftovers = Leftovers(service.database, screen, self.bucket)
        self._shown: dict[int, PublicView] = {}
        self._wear = Wear()
        self._urgent: set[int] = set()
        self._anew: set[int] = set()
        #: The tables at which this process has tried to post, and where that failed: what comes back from the first
        #: post at a table from before a restart, or from one after a failure, may have been posted then.
        self._posted: set[int] = set()
        self._failed: set[int] = set()
        #: Tables whose channel refused us: asking again would count against the bot, so nothing is sent until
        #: somebody acts there again.
        self._suspended: set[int] = set()
        #: The hand messages that are open.
        self.hands = HandMessages(service, screen, interval=interval / 2)
        self._listeners: list[Callable[[int], None]] = []
        self._tables: Coalescer[int] = Coalescer(self._show, interval, "table")
        #: Tables whose message a click is being answered with at this moment.
        self._answered: Answering[int] = Answering(self._tables.mark)
        service.listen(self._notice)

    @property
    def busy(self) -> bool:
        """Whether anything is still to be shown."""
        return self._tables.busy or self.hands.busy

    def listen(self, listener: Callable[[int], None]) -> None:
        """Have ``listener`` called with a table's number when a new message of it stands, or somebody was answered."""
        self._listeners.append(listener)

    def _silence(self, table_id: int) -> None:
        """The table's channel refused something: nothing more is sent there until somebody acts."""
        self._suspended.add(table_id)
        # What stands there is not followed meanwhile, and names in it might be erased.
        self._shown.pop(table_id, None)

    def silent(self, table_id: int) -> bool:
        """Whether nothing is to be sent to the table's channel."""
        return table_id in self._suspended

    def hold(self, table: Table, person: int, handle: Handle, shown: OwnView) -> None:
        """A click was answered with a hand at this table: it follows it from now on (`HandMessages.hold`)."""
        self._wake(table.id)
        self.hands.hold(table, person, handle, shown)

    @contextmanager
    def answering(self, table_id: int, person: int, *, public: bool = False) -> Iterator[None]:
        """While a click is carried out and answered: its answer shows the person's hand (``public``: the table's
        message) as it then is, so the change it makes is not also sent there, over an older token, at the same time.
        """
        with self.hands.answering(table_id, person), self._answered.during(table_id) if public else nullcontext():
            yield

    def shown(self, table_id: int, view: PublicView) -> None:
        """A click was answered by showing this on the table's message; what has changed since is shown after it."""
        self._shown[table_id] = view
        self._wake(table_id)
        self._tables.mark(table_id)

    def show_again(self, table_id: int) -> None:
        """Somebody clicked on what the table's message does not have any more: it shows what was true once."""
        self._shown.pop(table_id, None)
        self._suspended.discard(table_id)
        self._tables.mark(table_id)

    def repost(self, table_id: int) -> None:
        """Show the table in a new message at the bottom of its channel, and delete the old one."""
        self._anew.add(table_id)
        self._wake(table_id)
        self._tables.mark(table_id)

    async def leave(self, table_id: int, leftover: Leftover) -> None:
        """A message of this table's is to be deleted when its time has come, which may have been meanwhile."""
        await self.leftovers.leave(table_id, leftover)
        self._tables.mark(table_id)

    async def idle(self) -> None:
        """Wait until everything is shown (tests)."""
        while self.busy:
            await self._tables.idle()
            await self.hands.idle()

    async def stop(self) -> None:
        """Show nothing more."""
        await self._tables.stop()
        await self.hands.stop()

    # --- Public messages -------------------------------------------------------------------------

    def _notice(self, commit: Commit) -> None:
        before, after = commit.before, commit.after
        if before is None:
            # What stands there is not known, or looks otherwise now: after a start, and when a setting has changed.
            self._shown.pop(after.id, None)
            urgent = after.row.message_id is None
        else:
            urgent = before.to_act() != after.to_act() or before.row.phase != after.row.phase
        if urgent:
            self._urgent.add(after.id)
        self._tables.mark(after.id)

    def _wake(self, table_id: int) -> None:
        """Somebody acted at the table through Discord, so its channel may take messages again."""
        if table_id in self._suspended:
            self._suspended.discard(table_id)
            self._tables.mark(table_id)
        self._tell(table_id)

    def _tell(self, table_id: int) -> None:
        for listener in self._listeners:
            listener(table_id)

    async def _show(self, table_id: int) -> float | None:
        if self._answered.hold_back(table_id) or table_id in self._suspended:
            return None
        try:
            table = await self._service.table(table_id)
            if not self._screen.knows(table.row.guild_id):
                return TOLD_SOON
            over = table.row.over_for_good
            try:
                table = await self._bring_up_to_date(table)
                await self.leftovers.clear(table)
                if over:
                    await self._put_away(table)
            except PlaceGone as gone:
                self._silence(table_id)
                LOG.warning("table %d cannot be shown until somebody acts there again: %s", table_id, gone)
                if over:
                    # Nobody will act here any more: what stands there stays, and no start asks for it again.
                    await self.leftovers.give_up(table_id)
            if over:
                self._let_go(table_id)
                await leftovers.end_shown(self._service.database, table_id)
        except ScreenBusy as busy:
            LOG.info("table %d is shown later: %s", table_id, busy)
            return busy.after
        except StoreError as error:
            # What was posted and could not be noted is not posted twice: it is the same post when it is tried again.
            LOG.error("table %d is shown later: %s", table_id, error)
            return RETRY
        except Refused as refused:
            LOG.error("table %d cannot be shown: %s", table_id, refused.reason)
        return None

    async def _bring_up_to_date(self, table: Table) -> Table:
        """Show a table as it is; returns it as it was then."""
        paid = table.id not in self._shown and table.row.message_id is not None
        if paid:
            # Nobody knows what stands there, so something will be sent. After a start that is so at all tables at
            # once: each is looked at when its turn has come, neither all of them before the first click, nor too early.
            await self._take(table.id)
            table = await self._service.table(table.id)
        deal = show.shown_deal(table)
        message, shows = table.row.message_id, table.row.message_deal
        view = await self._view(table)
        if message is None:
            await self._post(table, view, deal)
        elif shows < deal:
            # It becomes that deal's summary, even if it was to be posted anew just then.
            await self.leftovers.stays(table.id, message)
            message = await self._summarise(table, message, shows)
            # Deals that came and went while nothing could be shown get their message too.
            for missed in range(shows + 1, deal):
                past = show.summary(await self._service.at_end_of(table.id, missed))
                message = await self._post(table, past, missed, follows=message)
            await self._post(table, view, deal, follows=message)
        elif table.id in self._anew or await self.leftovers.goes(table.id, message):
            await self._post(table, view, deal, instead_of=message)
        elif self._shown.get(table.id) != view:
            if not paid:
                await self._take(table.id)
                present = await self._service.table(table.id)
                if present is not table:
                    # Others came first, and the game went on meanwhile.
                    table, view = present, await self._view(present)
                    if show.shown_deal(table) != deal:
                        self._tables.mark(table.id)
                        return table
            await self._edit(table, message, view, deal)
        return table

    async def _view(self, table: Table) -> PublicView:
        computers = await self._service.servers.computers_allowed(table)
        return show.public(table, await self._running(table), computers=computers)

    async def _put_away(self, table: Table) -> None:
        """Close the thread of a table that is over for good, unless it is played in on."""
        if await tables.open_in_channel(self._service.database, table.row.channel_id) is None:
            await self._screen.put_away(table.row.channel_id)

    def _let_go(self, table_id: int) -> None:
        """A table that is over for good leaves nothing behind here, also where its end could be shown nowhere.

        But it stays silent if it was: what else stands there (its call line) has still to be given up.
        """
        self._shown.pop(table_id, None)
        self._wear.forget(table_id)
        self._urgent.discard(table_id)
        self._anew.discard(table_id)
        self._posted.discard(table_id)
        self._failed.discard(table_id)

    async def _edit(self, table: Table, message: int, view: PublicView, deal: int) -> None:
        if self._wear.is_out(table.id, self._screen.posted_at(message), self._service.now()):
            await self._post(table, view, deal, instead_of=message)
            return
        try:
            await self._screen.edit(table.place, message, view)
            self._shown[table.id] = view
            self._wear.edited(table.id, self._service.now())
        except MessageGone:
            await self._post(table, view, deal)
        except MessageStuck:
            await self._post(table, view, deal, instead_of=message)

    async def _post(
        self, table: Table, view: PublicView, deal: int, *, follows: int | None = None, instead_of: int | None = None
    ) -> int:
        """Post a new message for this deal; its id. ``follows``: the table's message before it (without it the one that
        is noted), ``instead_of``: that one, if it is replaced.
        """
        if instead_of is not None:
            # Written down first: if this is cut short it is known that another one was to come, and perhaps has.
            await self.leftovers.leave(table.id, Leftover(message_id=instead_of, channel_id=table.row.channel_id))
        await self._take(table.id)
        self._anew.discard(table.id)
        may_stand = table.id in self._failed or (table.id in self._service.taken_up and table.id not in self._posted)
        self._posted.add(table.id)
        self._failed.add(table.id)
        # The message that this one follows names it: a post whose answer, or whose note in the store, was lost is then
        # the same one when it is tried again, after a kill too.
        once = _once(table.id, follows or table.row.message_id)
        try:
            message = await self._screen.post(table.place, view, once)
        except MessageStuck as stuck:
            # A post wakes an archived thread; one that is locked too takes nothing at all.
            raise PlaceGone(str(stuck)) from stuck
        self._failed.discard(table.id)
        if not may_stand:
            self._shown[table.id] = view
        else:
            # Perhaps it was there already, and shows what was true then.
            self._shown.pop(table.id, None)
            self._tables.mark(table.id)
        await self._service.remember_message(table.id, table.row.channel_id, message, deal)
        self._tell(table.id)
        return message

    async def _summarise(self, table: Table, message: int, deal: int) -> int:
        """Have the message of a deal that is over show its summary; gives the one that does, another if it is stuck."""
        past = show.summary(await self._service.at_end_of(table.id, deal))
        await self._take(table.id)
        try:
            await self._screen.edit(table.place, message, past)
        except MessageGone:
            LOG.info("table %d: the message of deal %d is gone, its summary is not shown", table.id, deal)
        except MessageStuck:
            message = await self._post(table, past, deal, instead_of=message)
            if self._shown.get(table.id) != past:
                return await self._summarise(table, message, deal)
        return message

    async def _running(self, table: Table) -> tuple[scores.RunningRow, ...]:
        if table.row.phase != "over" or table.state is None:
            return ()
        return await scores.running(self._service.database, table.id)

    async def _take(self, table_id: int) -> None:
        urgent = table_id in self._urgent
        self._urgent.discard(table_id)
        await self.bucket.take(urgent=urgent)


def _once(table_id: int, follows: int | None) -> str:
    """A word for the post that follows this message, of which there is one, whatever it shows: at most 25 letters."""
    return hashlib.sha256(f"{table_id}:{follows}".encode()).hexdigest()[:25]
