"""What the functions of this package are given to work with, and how a whole transaction costs one change of threads.

SQLite's connections live in threads of their own (aiosqlite), and every statement sent to one wakes two threads: about
0.1 ms of processor time, more than most statements take. A card's transaction has eight, a table that is read has
nine. So a transaction is handed over whole (`bot.store.writer`): its function runs in the connection's thread, over a
connection on which nothing has to be waited for.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Cursor(Protocol):
    """What a statement left to be asked for."""

    @property
    def rowcount(self) -> int:
        """The rows it changed; -1 where it was no change."""

    def fetchmany(self, size: int) -> Awaitable[Iterable[sqlite3.Row]]:
        """The next rows, none at the end."""


class Connection(Protocol):
    """An open connection; rows can be read by position and by name."""

    def execute(self, sql: str, parameters: Any = ...) -> Awaitable[Cursor]:
        """Run one statement."""

    def executemany(self, sql: str, parameters: Iterable[Any]) -> Awaitable[Cursor]:
        """Run one statement once for each of these."""

    def execute_fetchall(self, sql: str, parameters: Any = ...) -> Awaitable[Iterable[sqlite3.Row]]:
        """All rows of a query."""


class _AtOnceCursor:
    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount

    async def fetchmany(self, size: int) -> list[sqlite3.Row]:
        return self._cursor.fetchmany(size)


class AtOnce:
    """A `Connection` for code in its own thread: whatever is asked for is there before it can be awaited."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def execute(self, sql: str, parameters: Any = ()) -> _AtOnceCursor:
        """Run one statement."""
        return _AtOnceCursor(self._connection.execute(sql, parameters))

    async def executemany(self, sql: str, parameters: Iterable[Any]) -> _AtOnceCursor:
        """Run one statement once for each of these."""
        return _AtOnceCursor(self._connection.executemany(sql, parameters))

    async def execute_fetchall(self, sql: str, parameters: Any = ()) -> list[sqlite3.Row]:
        """All rows of a query."""
        return self._connection.execute(sql, parameters).fetchall()


def snapshot(connection: sqlite3.Connection, work: Callable[[Connection], Awaitable[T]]) -> T:
    """Run ``work``, which only reads, over one unchanging state of the file, in the connection's thread."""
    connection.execute("BEGIN")
    try:
        return finished(work, connection)
    finally:
        connection.rollback()


def finished(work: Callable[[Connection], Awaitable[T]], connection: sqlite3.Connection) -> T:
    """What ``work`` comes to, in the connection's thread; `RuntimeError` where it waits for anything else."""
    steps = work(AtOnce(connection)).__await__()
    try:
        next(steps)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    raise RuntimeError("a transaction waited for something else than its connection")
