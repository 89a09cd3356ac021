"""The one door to the tables: every click, deadline and computer player comes through `TableService.submit`.

Under a table's lock there is only pure code and one transaction; whoever has to be told is told after it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
import weakref
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace

from bot.store import leftovers, meta, scores, tables
from bot.store.database import Database
from bot.store.errors import ChannelTaken, StoreError
from bot.store.records import Changes, NewTable, ResultRow, SeatRow
from bot.tables import loading, options
from bot.tables.commands import Actor, AddComputer, Again, Command, Opening, Person, Refused, Start, Why
from bot.tables.due import due, opening_deadlines
from bot.tables.model import Table, replayed
from bot.tables.preference_book import PreferenceBook
from bot.tables.rematch import successor
from bot.tables.scoring import reach_of_match, with_leavers
from bot.tables.server_book import ServerBook, takes_computers
from bot.tables.step import Moment, Step
from bot.tables.taking import take
from engine.actions import Fact
from engine.game import Source
from engine.games import find_game

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Commit:
    """A table before and after a command. ``before`` is None when the table is new or has just been loaded."""

    before: Table | None
    after: Table
    facts: tuple[Fact, ...] = ()


class TableService:
    """All tables of a database. ``now``, ``source`` and ``salt`` are the world outside; tests hand in their own."""

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], float] = time.time,
        source: Source = secrets.randbelow,
        salt: Callable[[], str] = lambda: secrets.token_hex(16),
    ) -> None:
        self.database = database
        self.now = now
        self._source = source
        self._salt = salt
        self._tables: dict[int, Table] = {}
        self._locks: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()
        self._listeners: list[Callable[[Commit], None]] = []
        #: The tables that are from before the last start, and those of them that have still to be taken up.
        self.taken_up: set[int] = set()
        self._not_yet: set[int] = set()
        self.preferences = PreferenceBook(database)
        self.servers = ServerBook(database)
        self._forgetters: list[Callable[[int | None], None]] = []

    def listen(self, listener: Callable[[Commit], None]) -> None:
        """Have ``listener`` called after every change, outside the lock. It must not wait for anything."""
        self._listeners.append(listener)

    def listen_for_erasures(self, listener: Callable[[int | None], None]) -> None:
        """Have ``listener`` called with the id of every person whose data was erased, to forget them too.

        With None after a whole server's data was.
        """
        self._forgetters.append(listener)

    # --- Reading ---------------------------------------------------------------------------------

    async def table(self, table_id: int) -> Table:
        """The table as it stands; `Refused` if there never was one of this number, `Unplayable` if it cannot go on."""
        known = self._tables.get(table_id)
        if known is not None:
            return known
        async with self._lock(table_id):
            return await self._present(table_id)

    def kept_now(self, table_id: int) -> Table | None:
        """The table as it stands; None if it would have to be read, or is just being changed."""
        return self._tables.get(table_id)

    async def open_tables(self) -> list[int]:
        """The numbers of all tables that are not over."""
        return [row.table_id for row in await tables.open_tables(self.database)]

    # --- Opening ---------------------------------------------------------------------------------

    async def open(self, actor: Person, opening: Opening) -> Table:
        """Open a lobby with ``actor`` as its host on the first seat.

        `Refused` if the channel has an open table; `UnknownGame` and `BadOption` as the engine says.
        """
        game = find_game(opening.game)
        differing = game.differing(game.settle(opening.options))
        seats = [SeatRow(seat=number) for number in range(max(game.seats_allowed))]
        seats[0] = replace(seats[0], person_id=actor.id, since=self.now())
        return await self._create(
            NewTable(
                guild_id=opening.guild,
                channel_id=opening.channel,
                game=game.key,
                rules_version=game.rules_version,
                options=differing,
                seats=len(seats),
                clock=opening.clock,
                host_id=actor.id,
                created_at=self.now(),
            ),
            tuple(seats),
            {actor.id: actor.name},
        )

    async def _create(self, new: NewTable, seats: tuple[SeatRow, ...], names: dict[int, str]) -> Table:
        game = find_game(new.game)
        deadlines = opening_deadlines(new.clock, self.now())
        try:
            row = await tables.create(self.database, new, seats, deadlines, names)
        except ChannelTaken as error:
            if (there := await tables.open_in_channel(self.database, new.channel_id)) is not None:
                # One that cannot go on says so itself, and who may end it.
                await self.table(there)
            raise Refused(Why.CHANNEL_TAKEN) from error
        except StoreError as error:
            LOG.error("a table could not be opened: %s", error)
            raise Refused(Why.STORAGE) from error
        table = Table(row, seats, game, game.settle(new.options), names, deadlines)
        self._tables[table.id] = table
        self._tell(Commit(None, table))
        return table

    # --- The door --------------------------------------------------------------------------------

    async def submit(self, table_id: int, actor: Actor, decision: int | None, command: Command) -> Commit:
        """Do what is asked, or raise `Refused` (or the engine's reason in it) with nothing changed.

        ``decision`` is the number the button carried; only `Play` looks at it, None means "as things stand".
        """
        async with self._lock(table_id):
            table = await self._present(table_id)
            moment = await self._moment(table, command)
            step = take(table, actor, decision, command, moment)
            if step is None:
                return Commit(table, table)
            if isinstance(command, Again) and await tables.open_in_channel(self.database, table.row.channel_id):
                # Said at the first press, not only at the last one, which opens the new table.
                raise Refused(Why.CHANNEL_TAKEN)
            after, successor = await self._commit(table, step, moment)
            commit = Commit(table, after, step.facts)
        self._tell(commit)
        if successor is not None:
            # It is there, whatever happens now: where it cannot be read it is taken up later, as after a start.
            self._not_yet.add(successor)
            await self._take_up(successor)
        return commit

    async def at_end_of(self, table_id: int, deal: int) -> Table:
        """The table as it stood when this deal had ended; those who sit there are the present ones."""
        present = await self.table(table_id)
        if present.row.deal_no == deal:
            return present
        found = await tables.load_deal(self.database, table_id, deal)
        if found is None:
            raise Refused(Why.UNKNOWN_TABLE)
        return replayed(replace(present.with_row(phase="between"), asked=()), *found)

    # --- Around the door -------------------------------------------------------------------------

    async def remember_message(self, table_id: int, channel: int, message: int, deal: int) -> None:
        """Note which message shows the table, and which deal it shows."""
        async with self._lock(table_id):
            await tables.remember_message(self.database, table_id, channel, message, deal)
            table = self._tables.get(table_id)
            if table is not None:
                self._tables[table_id] = table.with_row(message_id=message, message_deal=deal)

    async def lengthen(self, later: Mapping[int, float], waiting: meta.Waiting = meta.NOBODY) -> None:
        """Move every deadline of these tables to so many seconds later: people could not reach us; those who are
        ``waiting`` still cannot.
        """
        moved = []
        async with self.still(later):
            await tables.lengthen(self.database, later, self.now(), waiting)
            for table_id, seconds in later.items():
                before = self._tables.get(table_id)
                if before is not None:
                    rows = tuple(replace(row, due_at=row.due_at + seconds) for row in before.deadlines)
                    self._tables[table_id] = replace(before, deadlines=rows)
                    moved.append(Commit(before, self._tables[table_id]))
        for commit in moved:
            self._tell(commit)

    async def show_anew(self, guild: int) -> None:
        """Have a server's tables shown again, now that its messages look or read otherwise. A database that cannot be
        read leaves them as they are until they change.
        """
        try:
            for table_id in await tables.open_in_server(self.database, guild):
                with suppress(Refused):
                    self._tell(Commit(None, await self.table(table_id)))
        except StoreError as error:
            LOG.error("the tables of a server are not shown anew: %s", error)

    async def start_up(self) -> None:
        """Go on after a start: `wake`, then `take_up`."""
        await self.wake()
        await self.take_up()

    async def wake(self) -> None:
        """Before anything happens after a start: see which tables there are, and make their deadlines later by the time
        we were away.
        """
        if await scores.bring_up_to_date(self.database):
            LOG.info("ratings were worked out anew: another formula had made them, or none yet")
        away = await meta.wake(self.database, self.now())
        if away:
            LOG.info("away for %.0f s: every deadline is that much later", away)
        open_, offering = await self.open_tables(), await tables.with_rematch_offered(self.database)
        left, ends = await leftovers.all_leftovers(self.database), await leftovers.unshown_ends(self.database)
        self.taken_up.update(open_, offering, left, ends)
        self._not_yet = set(self.taken_up)

    async def take_up(self) -> bool:
        """Take up all tables that have something to come. Clicks may come in meanwhile: a table that is not there yet
        is read for them. False if the database failed at some of them: these are taken up when this is called again.
        Where there are none left it costs nothing.

        Among them are matches that are over and offer a rematch: their end may not have been shown yet; tables that
        have ended and may not show it; and those of which a message has still to be deleted.
        """
        for table_id in sorted(self._not_yet):
            await self._take_up(table_id)
        return not self._not_yet

    async def _take_up(self, table_id: int) -> None:
        try:
            self._tell(Commit(None, await self.table(table_id)))
        except StoreError as error:
            LOG.error("table %d could not be taken up now: %s", table_id, error)
            return
        except Refused as refused:
            # One that cannot be played again must not keep the others from going on.
            LOG.error("table %d could not be taken up: %s", table_id, refused.reason)
        except Exception:
            LOG.exception("table %d could not be taken up", table_id)
        self._not_yet.discard(table_id)

    # --- Erasing (bot/tables/erasing.py) ---------------------------------------------------------

    def kept(self) -> tuple[Table, ...]:
        """The tables that are kept in memory."""
        return tuple(self._tables.values())

    @asynccontextmanager
    async def still(self, table_ids: Collection[int]) -> AsyncIterator[None]:
        """Nothing happens at these tables until the block ends."""
        async with AsyncExitStack() as stack:
            # In one order, so that two who hold several never wait for each other.
            for table_id in sorted(table_ids):
                await stack.enter_async_context(self._lock(table_id))
            yield

    def forget(self, person: int | None, kept: Iterable[Table]) -> None:
        """Read these tables again when they are needed next: a ``person`` was erased from them, or all of them were."""
        for table in kept:
            self._tables.pop(table.id, None)
        if person is not None:
            self.preferences.forget(person)
        for listener in self._forgetters:
            listener(person)

    async def take_up_again(self, table_id: int, before: Table | None = None) -> None:
        """Have a table shown as it is now, after something outside this door changed what it was ``before``."""
        self._tell(Commit(before, await self.table(table_id)))

    # --- Inside ----------------------------------------------------------------------------------

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def _moment(self, table: Table, command: Command) -> Moment:
        """What this command may need to know of the world outside the table."""
        moment = Moment(self.now(), self._source, self._salt)
        if table.row.clock != "live":
            moment = replace(moment, by_hand=await self._by_hand(table))
        if isinstance(command, Start | Again | AddComputer):
            server = await self.servers.of(table.row.guild_id)
            house = options.house_rules(table.game, server.settings)
            return replace(moment, house_rules=house, computers=takes_computers(server))
        return moment

    async def _by_hand(self, table: Table) -> frozenset[int]:
        """The persons here who play their forced cards themselves."""
        here = [seat.person_id for seat in table.persons if seat.person_id is not None]
        preferences = await self.preferences.of_all(here)
        return frozenset([who for who in here if not preferences[who].plays_forced_cards])

    async def _present(self, table_id: int) -> Table:
        known = self._tables.get(table_id)
        if known is not None:
            return known
        table = await loading.read(self.database, table_id, self.now())
        if not table.row.over_for_good:
            # Matches long over are looked back at; they are not kept for that.
            self._tables[table_id] = table
        return table

    async def _commit(self, before: Table, step: Step, moment: Moment) -> tuple[Table, int | None]:
        """Write a step: the table as it then is and, after the last press for a rematch, the new table's number."""
        now = moment.now
        after = step.table.with_row(version=before.row.version + 1, last_act_at=now)
        deadlines = due(before, after, now, warned=step.warned)
        after = replace(after, deadlines=deadlines)
        again = after.row.end_reason == "rematch" and before.row.rematch_offered
        changes = Changes(
            table=after.row,
            before=before.row.version,
            row_stays=step.table.row is before.row,
            had=before.deadlines,
            seats=after.seats if after.seats != before.seats else None,
            deal=step.deal,
            actions=step.actions,
            deadlines=after.deadlines,
            ledger=step.ledger,
            result=await self._with_leavers(after, step),
            sent_away=after.sent_away if after.sent_away != before.sent_away else None,
            invited=after.invited if after.invited != before.invited else None,
            names={who: name for who, name in after.names.items() if before.names.get(who) != name},
            successor=successor(after, moment) if again else None,
        )
        # Until the store has answered, nobody knows which of the two is true: what is kept is thrown away first.
        self._tables.pop(before.id, None)
        try:
            opened = await tables.commit(self.database, changes)
        except ChannelTaken as error:
            raise Refused(Why.CHANNEL_TAKEN) from error
        except StoreError as error:
            LOG.error("table %d: a change could not be written: %s", before.id, error)
            raise Refused(Why.STORAGE) from error
        if not after.row.over_for_good:
            self._tables[before.id] = after
        return after, opened

    async def _with_leavers(self, table: Table, step: Step) -> ResultRow | None:
        if step.result is None:
            return None
        held = await tables.held_seats(self.database, table.id)
        throughout = await tables.throughout(self.database, table.id)
        reaches = await scores.reaches(self.database, table.row.guild_id, table.id)
        # The last deal is in this very step, and not written yet.
        reaches.update({row.deal_no: row.reach for row in step.ledger})
        return with_leavers(table, step.result, held, throughout, reach_of_match([*reaches.values()]))

    def _tell(self, commit: Commit) -> None:
        for listener in self._listeners:
            listener(commit)
