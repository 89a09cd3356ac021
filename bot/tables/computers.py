"""Computer players at the tables: asked after each change, outside every lock, and heard like anybody else."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from bot.store.errors import StoreError
from bot.tables.commands import Computer, Play, Refused, Unplayable, Why
from bot.tables.deciding import Deciding
from bot.tables.model import Table
from bot.tables.pacing import SELDOM
from bot.tables.service import Commit, TableService

LOG = logging.getLogger(__name__)

#: After a failure a computer tries again, this many seconds later.
RETRY = 5.0
#: Where actions may be taken back, a computer leaves a person this many seconds to do so.
GRACE = 2.0


class Computers:
    """Answers for every seat that a computer plays.

    ``pace``: seconds from being asked to answering, thinking included, so that people can follow.
    """

    def __init__(self, service: TableService, deciding: Deciding, pace: float) -> None:
        self._service = service
        self._deciding = deciding
        self._pace = pace
        self._asked: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False
        service.listen(self._notice)

    @property
    def busy(self) -> bool:
        """Whether any computer has still to answer, or its answer is still on its way."""
        return bool(self._tasks)

    async def stop(self) -> None:
        """Let nobody be asked any more. Who has to act stands in the tables."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _notice(self, commit: Commit) -> None:
        table = commit.after
        for seat in () if self._stopped else table.awaited():
            key = (table.id, seat)
            if table.seats[seat].computer is not None and key not in self._asked:
                task = asyncio.create_task(self._answer(table.id, seat), name=f"computer at {table.id}, seat {seat}")
                self._asked[key] = task
                self._tasks.add(task)
                task.add_done_callback(partial(self._forget, key))

    def _forget(self, key: tuple[int, int], done: asyncio.Task[None]) -> None:
        self._tasks.discard(done)
        if self._asked.get(key) is done:
            del self._asked[key]

    async def _answer(self, table_id: int, seat: int) -> None:
        wait = self._pace
        while True:
            try:
                await self._play(table_id, seat, wait)
            except Unplayable:
                wait = SELDOM
                continue
            except Refused as refused:
                if refused.reason == Why.STALE:
                    return
                LOG.error("table %d: the computer at seat %d was refused: %s", table_id, seat, refused.reason)
            except StoreError as error:
                LOG.error("table %d: the computer at seat %d waits: %s", table_id, seat, error)
            except Exception:
                LOG.exception("table %d: the computer at seat %d failed", table_id, seat)
            else:
                return
            # Nobody else would ask this seat again before something happens at the table, and nothing would.
            wait = max(self._pace, RETRY)

    async def _play(self, table_id: int, seat: int, wait: float) -> None:
        clock = asyncio.get_running_loop().time
        until = clock() + wait
        while (table := await self._table_asking(table_id, seat)) is not None:
            if table.could_be_taken_back:
                until = max(until, clock() + GRACE)
            choice = await self._deciding.choice(table, seat, table.seats[seat].computer or "")
            await asyncio.sleep(max(0.0, until - clock()))
            now = await self._table_asking(table_id, seat)
            if now is None:
                return
            if now.decision(seat) == table.decision(seat):
                # Off the list before submitting: the change itself may ask this very seat again.
                self._asked.pop((table_id, seat), None)
                await self._service.submit(table_id, Computer(seat), table.decision(seat), Play(choice.action.code))
                return
            # The question has changed meanwhile: think again, of this one.

    async def _table_asking(self, table_id: int, seat: int) -> Table | None:
        """The table, if it waits for a computer at this seat; else the seat may be asked anew from now on."""
        table = await self._service.table(table_id)
        if table.seats[seat].computer is not None and seat in table.awaited():
            return table
        self._asked.pop((table_id, seat), None)
        return None
