"""Bringing a database file to the present schema: numbered SQL files, each run whole or not at all."""

from __future__ import annotations

import glob
import logging
import os
import re
from pathlib import Path

import aiosqlite

from bot.store.errors import DatabaseNewer, NotADatabase, NotWritable, StoreError

LOG = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"

#: Stands in the file's header and tells a database of ours from another program's ("TRIC").
APPLICATION_ID = 0x54524943


def migrations(folder: Path = MIGRATIONS) -> tuple[Path, ...]:
    """The files in order; the first is number 1, and none may be missing or doubled."""
    files = sorted(folder.glob("*.sql"))
    for number, file in enumerate(files, start=1):
        if not re.fullmatch(rf"{number:04d}_[a-z0-9_]+\.sql", file.name):
            raise RuntimeError(f"{file} should be migration {number:04d}")
    return tuple(files)


async def migrate(connection: aiosqlite.Connection, path: Path, folder: Path = MIGRATIONS) -> None:
    """Bring the file behind ``connection`` to the newest schema; a copy of an existing one is made first.

    Expects a connection without a transaction and with foreign keys off, since a migration may rebuild tables that
    others point to. Raises ``DatabaseNewer``, ``NotADatabase``, ``NotWritable`` before anything is written.
    """
    files = migrations(folder)
    version = await number_of(connection, "user_version")
    if version > len(files):
        raise DatabaseNewer(
            f"The database {path} was written by a newer version of the bot (schema {version}, this one knows"
            f" {len(files)}): update the bot or use another file."
        )
    if await number_of(connection, "application_id") != APPLICATION_ID:
        if version or await connection.execute_fetchall("SELECT 1 FROM sqlite_master LIMIT 1"):
            raise NotADatabase(f"{path} is another program's database: set DATABASE_PATH to another file.")
    elif version < len(files):
        copy = _name_of_copy(path, version)
        LOG.info("copying the database to %s before bringing it from schema %d to %d", copy, version, len(files))
        try:
            private(copy)
        except OSError as error:
            raise NotWritable(f"The copy {copy} cannot be written: {error.strerror}.") from error
        await connection.execute("VACUUM INTO ?", (str(copy),))
    for number, file in enumerate(files[version:], start=version + 1):
        await _run(connection, number, file.name, file.read_text(encoding="utf-8"))


async def _run(connection: aiosqlite.Connection, number: int, name: str, sql: str) -> None:
    script = f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA application_id = {APPLICATION_ID};\nPRAGMA user_version = {number};\n"
    try:
        await connection.executescript(script)
        if broken := await connection.execute_fetchall("PRAGMA foreign_key_check"):
            raise StoreError(f"Migration {name} leaves rows that point to nothing: {[tuple(row) for row in broken]}.")
        await connection.commit()
    except BaseException:
        await connection.rollback()
        raise


async def number_of(connection: aiosqlite.Connection, pragma: str) -> int:
    """The whole number that ``PRAGMA pragma`` answers."""
    (row,) = await connection.execute_fetchall(f"PRAGMA {pragma}")
    return int(row[0])


def private(path: Path) -> None:
    """Make an empty file that its owner alone may read: SQLite, which fills it, would leave it to the umask.

    Its write-ahead log gets the same mode. Raises ``OSError``, also where something is there already.
    """
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _name_of_copy(path: Path, version: int) -> Path:
    # An earlier attempt may have left its copy: never write over one.
    copy = path.with_name(f"{path.name}.schema-{version}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.schema-{version}-{number}")
    return copy


def drop_old_copies(path: Path, before: float) -> int:
    """Delete the copies of a database that were made before a migration, if older than that; returns how many.

    They hold what has been erased since. Raises ``OSError``.
    """
    old = [each for each in path.parent.glob(f"{glob.escape(path.name)}.schema-*") if each.stat().st_mtime <= before]
    for copy in old:
        copy.unlink(missing_ok=True)
    return len(old)
