"""One process a database: an exclusive lock on a small file beside it.

SQLite allows several writing processes, the bot does not: two of them would play the same tables, and SQLite before
3.51.3 can lose commits when two connections write at once.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bot.store.errors import DatabaseInUse, NotWritable

if sys.platform == "win32":
    import msvcrt

    # Windows locks a range of bytes and then lets nobody else read them: lock one far behind the process number.
    _FAR = 1 << 30

    def _take(handle: int) -> None:
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Holds ``path`` locked from ``take`` to ``release``. The system lets go of it when the process dies, however."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None

    def take(self) -> None:
        """Lock at once, or raise ``DatabaseInUse`` when somebody has it, ``NotWritable`` when it cannot be made."""
        try:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise NotWritable(f"The lock file {self.path} cannot be made: {error.strerror}.") from error
        try:
            _take(handle)
        except (BlockingIOError, PermissionError):
            holder = _holder(handle)
            os.close(handle)
            raise DatabaseInUse(f"Another process{holder} uses the database: {self.path} is locked.") from None
        except OSError as error:
            os.close(handle)
            raise NotWritable(f"{self.path} cannot be locked on this kind of disk: {error.strerror}.") from error
        # The number is for people who look into the file; the lock is what counts, so the file may stay behind.
        try:
            os.ftruncate(handle, 0)
            os.write(handle, f"{os.getpid()}\n".encode())
        except OSError as error:
            os.close(handle)
            raise NotWritable(f"The lock file {self.path} cannot be written: {error.strerror}.") from error
        self._handle = handle

    def release(self) -> None:
        """Let go. The file stays: deleting it would let two processes lock two different files of one name."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _holder(handle: int) -> str:
    try:
        number = os.read(handle, 20).decode("ascii", "replace").strip()
    except OSError:
        return ""
    return f" ({number})" if number.isdigit() else ""
