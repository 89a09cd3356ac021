"""The database file: open, read, write, close.

One task owns the writing connection and runs one transaction after the other; reads go through a second connection
that cannot write. Both are threads of aiosqlite, and an unclosed one hangs the process at its end, so every way out of
here closes both.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite

from bot.store import deeds
from bot.store.connection import Connection, snapshot
from bot.store.errors import DatabaseClosed, NotWritable, StoreError, in_a_sentence
from bot.store.lock import FileLock
from bot.store.migrate import MIGRATIONS, migrate, private
from bot.store.writer import BUSY_TIMEOUT, Writer

LOG = logging.getLogger(__name__)

T = TypeVar("T")

#: How long, in milliseconds, folding in the write-ahead log waits for others: whoever writes waits meanwhile.
FOLD_TIMEOUT = 250

#: STRICT tables.
OLDEST_SQLITE = (3, 37, 0)


class Database:
    """An open database file. Make one with ``await Database.open(path)``, end with ``await db.close()``."""

    def __init__(self, path: Path, lock: FileLock, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self.path = path
        self._lock = lock
        self._writer = writer
        self._reader = reader
        self._reading = asyncio.Lock()
        self._writing = Writer(writer, path)
        self._closed = False
        self._task = asyncio.create_task(self._write_and_close(), name=f"writer of {path.name}")

    @classmethod
    async def open(cls, path: str | Path, migrations: Path = MIGRATIONS) -> Self:
        """Open the file, make it and its directory where missing, for their owner alone, and bring it to the present
        schema.

        Raises ``StoreError``, one sentence: in use by another process, not writable, no database, newer than this code.
        """
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 or newer is needed.")
        path = _ready_path(Path(path))
        lock = FileLock(path.with_name(path.name + ".lock"))
        lock.take()
        opened: list[aiosqlite.Connection] = []
        try:
            _make(path)
            writer = await aiosqlite.connect(path, isolation_level=None)
            opened.append(writer)
            await _prepare_writer(writer, path, migrations)
            # The second connection comes after the first, which makes the files that reading needs.
            reader = await aiosqlite.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
            opened.append(reader)
            reader.row_factory = sqlite3.Row
            await reader.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
            database = cls(path, lock, writer, reader)
        except BaseException as error:
            await _close_all(opened, lock)
            if isinstance(error, sqlite3.Error):
                raise in_a_sentence(error, path) from error
            raise
        try:
            # A task that is cancelled before its first step never gets to its ``finally``, which closes everything.
            await asyncio.sleep(0)
        except BaseException:
            await database.close()
            raise
        return database

    async def rows(self, sql: str, parameters: Any = ()) -> list[sqlite3.Row]:
        """All rows of one query: `read` for the usual case."""
        return list(await self.read(lambda connection: connection.execute_fetchall(sql, parameters)))

    async def read(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """What ``work(connection)`` reads, over one unchanging state of the file; it cannot write.

        Readers take turns and never wait for a writer. ``work`` runs whole in the connection's thread
        (`bot.store.connection`): it may await nothing but its connection, and must touch nothing that others change.
        """
        async with self._reading:
            if self._closed:
                raise DatabaseClosed(f"The database {self.path} is closed.")
            try:
                # aiosqlite's own way of running anything in the connection's thread; it offers no public one.
                return await self._reader._execute(snapshot, self._reader._conn, work)  # type: ignore[no-any-return,no-untyped-call]
            except sqlite3.Error as error:
                raise in_a_sentence(error, self.path) from error

    async def write(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Run ``work(connection)`` as one transaction and return what it returns, after the commit is on the disk.

        An exception in it, or in the commit, undoes everything and is raised here. A caller that is cancelled
        meanwhile leaves the transaction to end by itself, whole or not at all: whoever goes on must read what is
        true now. ``work`` runs in the connection's thread: it may await nothing but its connection, must touch
        nothing that others change meanwhile, and may be run again where it shared a transaction that was undone
        (`bot.store.writer`).
        """
        result = await self._writing.write(work)
        deeds.written()
        return result

    async def fold(self) -> bool:
        """Fold the write-ahead log into the file and empty it, so that nothing erased is left in either.

        False if it could not be done now, since somebody (a backup, say) still reads an older state.
        """

        async def work(connection: aiosqlite.Connection) -> bool:
            await connection.execute(f"PRAGMA busy_timeout = {FOLD_TIMEOUT}")
            try:
                (row,) = await connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                await connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
            return not row[0]

        return await self._writing.errand(work)

    async def close(self) -> None:
        """Finish what has been asked for, then close the file. Safe to call twice, and from several tasks."""
        self._closed = True
        self._writing.close()
        # Unlike awaiting the task, this neither cancels it with us nor raises when it was cancelled itself.
        await asyncio.wait([self._task])

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _write_and_close(self) -> None:
        try:
            await self._writing.run()
        finally:
            # Also when this task is cancelled because the event loop ends without ``close``.
            self._closed = True
            async with self._reading:
                # The writer goes last: the last connection to leave folds the write-ahead log into the file.
                await _close_all([self._writer, self._reader], self._lock)


def _ready_path(path: Path) -> Path:
    """Where the file really is, behind links, with its directory made."""
    try:
        path = path.resolve()
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        is_directory = path.is_dir()
    except OSError as error:
        raise NotWritable(f"The directory {path.parent} cannot be made or read: {error.strerror}.") from error
    if is_directory:
        raise NotWritable(f"{path} is a directory: DATABASE_PATH has to name a file.")
    return path


async def _prepare_writer(writer: aiosqlite.Connection, path: Path, migrations: Path) -> None:
    writer.row_factory = sqlite3.Row
    await writer.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
    await writer.execute("PRAGMA synchronous = FULL")
    # At all times, not only while something is erased: a row that moved in the file would leave its old place readable.
    await writer.execute("PRAGMA secure_delete = ON")
    await writer.execute("PRAGMA foreign_keys = OFF")
    await migrate(writer, path, migrations)
    (row,) = await writer.execute_fetchall("PRAGMA journal_mode = WAL")
    if row[0] != "wal":
        raise NotWritable(f"The disk under {path} cannot keep a write-ahead log (a network drive?): use a local one.")
    await writer.execute("PRAGMA foreign_keys = ON")
    # SQLite opens a file it may not write, and begins a transaction, without a word: find out now, not at a card.
    await writer.execute("BEGIN IMMEDIATE")
    await writer.execute("DELETE FROM meta WHERE 0")
    await writer.rollback()


def _make(path: Path) -> None:
    if not path.exists():
        try:
            private(path)
        except OSError as error:
            raise NotWritable(f"The database {path} cannot be made: {error.strerror}.") from error


async def _close_all(connections: list[aiosqlite.Connection], lock: FileLock) -> None:
    """Close the connections, the last one first, then let the lock go; whatever fails, the rest is still closed."""
    try:
        for connection in reversed(connections):
            try:
                await connection.close()
            except sqlite3.Error:
                LOG.exception("the database did not close cleanly")
    finally:
        lock.release()
