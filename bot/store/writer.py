"""Whoever writes: one task, one connection, one transaction after the other; those that wait share the next one.

What a transaction costs is its end: the disk has to say that it has everything. So all that is asked for while the disk
is busy is written in one transaction, in the order it was asked for. Where anything in it fails it is undone whole, and
each is tried again in one of its own: nobody fails by somebody else's doing, and nothing is answered before it is on
the disk.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot.store.connection import Connection, finished
from bot.store.errors import DatabaseClosed, in_a_sentence

LOG = logging.getLogger(__name__)

T = TypeVar("T")

#: How long, in milliseconds, to wait for another program (a backup tool, a person with a shell) that locks the file:
#: less than the three seconds in which whoever clicked has to be answered.
BUSY_TIMEOUT = 2_000
#: So many share a transaction at most: the first of them waits for the last.
TOGETHER = 64


@dataclass(frozen=True, slots=True)
class _Write:
    """Something to be written, and who waits for it. What is logged in there is about what it is about here."""

    work: Callable[[Connection], Awaitable[Any]]
    done: asyncio.Future[Any]
    asked_at: float = field(default_factory=time.monotonic)
    context: Context = field(default_factory=copy_context)


@dataclass(frozen=True, slots=True)
class _Errand:
    """Something else that the connection has to do, outside of any transaction."""

    work: Callable[[aiosqlite.Connection], Awaitable[Any]]
    done: asyncio.Future[Any]


@dataclass(frozen=True, slots=True)
class _Outcome:
    value: Any = None
    error: BaseException | None = None


class Writer:
    """Takes what is to be written on a connection, and writes it as long as `run` runs."""

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._waiting: deque[_Write | _Errand] = deque()
        self._changed = asyncio.Event()
        self._closed = False

    def write(self, work: Callable[[Connection], Awaitable[T]]) -> asyncio.Future[T]:
        """Have ``work`` done in a transaction; the future has its result once that is on the disk.

        Who cancels it only turns away: the transaction ends by itself.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._take(_Write(work, done))
        return done

    def errand(self, work: Callable[[aiosqlite.Connection], Awaitable[T]]) -> asyncio.Future[T]:
        """Have ``work`` done between two transactions."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._take(_Errand(work, done))
        return done

    def close(self) -> None:
        """Have `run` end once everything is done that has been asked for."""
        self._closed = True
        self._changed.set()

    async def run(self) -> None:
        """Do what is asked for. Whoever still waits when this is cancelled is told that the file was closed."""
        try:
            while self._waiting or not self._closed:
                if not self._waiting:
                    self._changed.clear()
                    await self._changed.wait()
                    continue
                first = self._waiting.popleft()
                if isinstance(first, _Errand):
                    await self._run(first)
                else:
                    await self._write([first, *self._more()])
        finally:
            self._closed = True
            closed = DatabaseClosed(f"The database {self._path} was closed before this was written.")
            for each in self._waiting:
                self._tell(each.done, _Outcome(error=closed))
            self._waiting.clear()

    def _take(self, asked: _Write | _Errand) -> None:
        if self._closed:
            raise DatabaseClosed(f"The database {self._path} is closed.")
        self._waiting.append(asked)
        self._changed.set()

    def _more(self) -> list[_Write]:
        """What else waits to be written, up to the next errand."""
        found: list[_Write] = []
        while self._waiting and len(found) < TOGETHER - 1 and isinstance(each := self._waiting[0], _Write):
            found.append(each)
            self._waiting.popleft()
        return found

    async def _run(self, errand: _Errand) -> None:
        try:
            outcome = _Outcome(await errand.work(self._connection))
        except BaseException as error:
            self._tell(errand.done, _Outcome(error=error))
            if not isinstance(error, Exception):
                raise
        else:
            self._tell(errand.done, outcome)

    async def _write(self, writes: Sequence[_Write]) -> None:
        try:
            # aiosqlite's own way of running anything in the connection's thread; it offers no public one.
            outcomes: list[_Outcome] = await self._connection._execute(  # type: ignore[no-untyped-call]
                together, self._connection._conn, writes
            )
        except BaseException as error:
            # Only a task that is cancelled gets here: what became of these nobody knows.
            for each in writes:
                self._tell(each.done, _Outcome(error=error))
            raise
        for each, outcome in zip(writes, outcomes, strict=True):
            self._tell(each.done, outcome)

    def _tell(self, done: asyncio.Future[Any], outcome: _Outcome) -> None:
        if done.cancelled():
            if isinstance(outcome.error, Exception):
                LOG.error("a change was undone after whoever asked for it had gone", exc_info=outcome.error)
        elif outcome.error is None:
            done.set_result(outcome.value)
        elif isinstance(outcome.error, asyncio.CancelledError):
            done.cancel()
        else:
            error: BaseException = outcome.error
            if isinstance(error, sqlite3.Error):
                error = in_a_sentence(error, self._path)
                error.__cause__ = outcome.error
            done.set_exception(error)


def together(connection: sqlite3.Connection, writes: Sequence[_Write]) -> list[_Outcome]:
    """Write these in one transaction, or where that fails each in its own; in the connection's thread."""
    try:
        return _in_one(connection, writes)
    except BaseException as error:
        if len(writes) == 1:
            return [_Outcome(error=error)]
    return [outcome for each in writes for outcome in together(connection, [each])]


def _in_one(connection: sqlite3.Connection, writes: Sequence[_Write]) -> list[_Outcome]:
    _begin(connection, min(each.asked_at for each in writes))
    try:
        outcomes = [_Outcome(each.context.run(finished, each.work, connection)) for each in writes]
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    return outcomes


def _begin(connection: sqlite3.Connection, asked_at: float) -> None:
    """Begin a transaction; nobody waits longer than `BUSY_TIMEOUT` in all for another program that locks the file.

    A few that stand behind one another would otherwise each wait anew.
    """
    patience = max(0, BUSY_TIMEOUT - round(1000 * (time.monotonic() - asked_at)))
    # Setting it costs two statements; where hardly anything is gone of it that is not worth it.
    hurried = patience < BUSY_TIMEOUT * 3 // 4
    if hurried:
        connection.execute(f"PRAGMA busy_timeout = {patience}")
    try:
        connection.execute("BEGIN IMMEDIATE")
    finally:
        if hurried:
            connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
