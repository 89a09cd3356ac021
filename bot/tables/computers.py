"""Computer players at the tables: asked after each change, outside every lock, and heard like anybody else."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from bot.tables.commands import Computer, Play, Refused, Why
from bot.tables.model import Table
from bot.tables.service import Commit, TableService
from engine.game import Source, by_chance
from engine.players import Budget, answer

LOG = logging.getLogger(__name__)

#: A search of its own would hold up everybody here: hard players answer by the policy alone.
BUDGET = Budget(0)
#: After a failure a computer tries again, this many seconds later.
RETRY = 5.0


class Computers:
    """Answers for every seat that a computer plays. ``pace``: seconds it waits, so that people can follow."""

    def __init__(self, service: TableService, source: Source, pace: float) -> None:
        self._service = service
        self._source = source
        self._pace = pace
        self._asked: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        service.listen(self._notice)

    @property
    def busy(self) -> bool:
        """Whether any computer has still to answer, or its answer is still on its way."""
        return bool(self._tasks)

    async def stop(self) -> None:
        """Let nobody be asked any more. Who has to act stands in the tables."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _notice(self, commit: Commit) -> None:
        table = commit.after
        for seat in table.awaited():
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
            await asyncio.sleep(wait)
            try:
                await self._play(table_id, seat)
            except Refused as refused:
                if refused.reason == Why.STALE:
                    return
                LOG.error("table %d: the computer at seat %d was refused: %s", table_id, seat, refused.reason)
            except Exception:
                LOG.exception("table %d: the computer at seat %d failed", table_id, seat)
            else:
                return
            # Nobody else would ask this seat again before something happens at the table, and nothing would.
            wait = max(self._pace, RETRY)

    async def _play(self, table_id: int, seat: int) -> None:
        table = await self._service.table(table_id)
        level = table.seats[seat].computer
        if level is None or seat not in table.awaited():
            return
        choice = await self._choice(table, seat, level)
        # Off the list before submitting: the change itself may ask this very seat again.
        self._asked.pop((table_id, seat), None)
        await self._service.submit(table_id, Computer(seat), table.decision(seat), Play(choice))

    async def _choice(self, table: Table, seat: int, level: str) -> str:
        """The action code this level answers with, from the seat's own view."""
        view = table.game.view(table.match, seat)
        try:
            return answer(table.game, view, level, self._source, BUDGET).action.code
        except Exception:
            # A player that fails must not hang the table: any legal action is better than none.
            LOG.exception("the %s computer at table %d failed; it plays by chance", level, table.id)
            return by_chance(view.legal, self._source).action.code
