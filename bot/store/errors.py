"""What can go wrong with the database, each in one sentence that an operator can act on.

Whatever is asked of `bot/store` raises a `StoreError`, and nothing of SQLite's: nobody else catches ``sqlite3.Error``.
"""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

LOG = logging.getLogger(__name__)


class StoreError(Exception):
    """Something about the database that one sentence explains; ``str()`` is that sentence."""


class DatabaseInUse(StoreError):
    """Another process holds the database's lock file."""


class DatabaseNewer(StoreError):
    """The file was written by a newer version of the bot than this one."""


class NotADatabase(StoreError):
    """The file is damaged, or is something else than a Tricktable database."""


class NotWritable(StoreError):
    """The file or its directory cannot be made, opened or written."""


class DiskFull(StoreError):
    """There is no room left for what had to be written; nothing of it was written."""


class DatabaseBusy(StoreError):
    """Another program kept the file locked for longer than we wait."""


class DatabaseClosed(StoreError):
    """Asked to read or write after ``close``."""


class Unexpected(StoreError):
    """A broken constraint or wrong SQL: a programmer's mistake, of which the log has the traceback."""


class StaleTable(StoreError):
    """The table is not at the version the change was made from, so nothing was written: load it again."""

    def __init__(self, table_id: int, before: int) -> None:
        super().__init__(f"Table {table_id} is no longer at version {before}.")
        self.table_id = table_id
        self.before = before


class ChannelTaken(StoreError):
    """The channel already has an open table; ``open_in_channel`` tells which."""

    def __init__(self, channel_id: int) -> None:
        super().__init__(f"Channel {channel_id} already has an open table.")
        self.channel_id = channel_id


class CalledAlready(StoreError):
    """A lobby calls players once."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"Table {table_id} has called players already.")
        self.table_id = table_id


class StillSeated(StoreError):
    """A person's data cannot be erased while they hold a seat; ``tables`` are the ids of those tables."""

    def __init__(self, tables: tuple[int, ...]) -> None:
        super().__init__(
            f"This person still sits at open tables ({len(tables)}): they have to leave, or the tables to end, first."
        )
        self.tables = tables


def in_a_sentence(error: sqlite3.Error, path: Path) -> StoreError:
    """What an error of SQLite means for the operator of the file at ``path``.

    A programmer's mistake is `Unexpected`. It is logged here with its traceback, since whoever catches a `StoreError`
    logs no more than its sentence.
    """
    # The lowest byte is the error's family; the rest says which of its kind (SQLite's "extended result codes").
    family = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if family == sqlite3.SQLITE_FULL:
        return DiskFull(f"The disk is full: the last change to the database {path} was not kept.")
    if family in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return NotADatabase(f"{path} is damaged or not a database: put a backup in its place ({error}).")
    if family in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return NotWritable(f"The database {path} cannot be opened for writing: check the rights of file and folder.")
    if family in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return DatabaseBusy(f"Another program keeps the database {path} locked.")
    if family == sqlite3.SQLITE_IOERR:
        return StoreError(f"The disk failed while the database {path} was read or written ({error}).")
    LOG.error("what the bot asked of its database was wrong", exc_info=error)
    return Unexpected(f"The bot asked something wrong of the database {path} ({error}).")


def level(error: Exception) -> int:
    """At which level a failure is logged that keeps nobody waiting: where the file has been closed the bot is being
    stopped, which is no fault, and its next start does what was left.
    """
    return logging.INFO if isinstance(error, DatabaseClosed) else logging.ERROR
