"""Looking after a database file from outside, also while the bot runs: a copy of it, and whether it is sound.

Plain blocking functions for the command line. They open the file read-only and take no lock.
"""

from __future__ import annotations

import math
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from bot.store import ratings
from bot.store.errors import DatabaseNewer, NotADatabase, NotWritable, StoreError, in_a_sentence
from bot.store.migrate import APPLICATION_ID, migrations, private
from bot.store.sums import SUMS

#: Seconds to wait for somebody who locks the file.
_PATIENCE = 30.0

#: How far, as a share of it, a stored rating may be from the one worked out now.
_CLOSE = 1e-9


def backup(source: Path, target: Path) -> None:
    """Write a copy of a database as it is at this moment, for its owner's eyes alone. Raises ``StoreError``, also when
    ``target`` is there.
    """
    if target.exists():
        raise NotWritable(f"{target} exists already, and a backup never overwrites anything.")
    # Under another name until it is whole, so that no half copy is ever taken for a backup.
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        with closing(reading(source)) as connection:
            private(part)
            connection.execute("VACUUM INTO ?", (str(part),))
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.rename(target)
    except sqlite3.Error as error:
        part.unlink(missing_ok=True)
        # The source is only read, so whatever could not be written was the copy.
        damaged = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CORRUPT
        raise in_a_sentence(error, source if damaged else target) from error
    except OSError as error:
        raise NotWritable(f"{target} cannot be written: {error.strerror}.") from error


def check(path: Path) -> Iterator[str]:
    """What is wrong with a database file, one line each; nothing when it is sound. Raises ``StoreError``."""
    try:
        with closing(reading(path)) as connection:
            connection.execute("BEGIN")
            for (text,) in connection.execute("PRAGMA integrity_check"):
                if text != "ok":
                    yield f"integrity: {text}"
            for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
                yield f"{table}: row {row} points to nothing in {parent}"
            version, newest = _version(connection), len(migrations())
            if version != newest:
                yield f"schema {version} is older than {newest}: start the bot once, it brings the file up to date"
                return
            for table, selection in SUMS.items():
                yield from _differences(connection, table, selection)
            yield from _wrong_ratings(connection)
    except sqlite3.Error as error:
        raise in_a_sentence(error, path) from error


def glance(path: Path) -> None:
    """Look at every page of a database file, as the bot does once a day: much less than `check`, and far quicker (0.1 s
    of processor time for 35 MB). Raises ``StoreError`` if one is damaged.
    """
    try:
        with closing(reading(path)) as connection:
            ((found,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.Error as error:
        raise in_a_sentence(error, path) from error
    if found != "ok":
        raise NotADatabase(f"{path} is damaged: put a backup in its place ({found}).")


def up_to_date(path: Path) -> bool:
    """Whether a database file has today's schema. Raises ``StoreError``."""
    with closing(reading(path)) as connection:
        return _version(connection) == len(migrations())


def _differences(connection: sqlite3.Connection, table: str, selection: str) -> Iterator[str]:
    columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
    kept, meant = f"SELECT {columns} FROM {table}", f"SELECT * FROM ({selection}) AS meant"
    for row in connection.execute(f"{kept} EXCEPT {meant}"):
        yield f"{table}: {row} is not what the ledger adds up to"
    for row in connection.execute(f"{meant} EXCEPT {kept}"):
        yield f"{table}: {row} is what the ledger adds up to, and is not there"


def _wrong_ratings(connection: sqlite3.Connection) -> Iterator[str]:
    meant = dict(ratings.meant(connection))
    kept = connection.execute("SELECT counting, guild_id, game, person_id, mu, sigma, shown, matches FROM ratings")
    for counting, guild_id, game, person_id, *values in kept:
        key = (guild_id, game, person_id)
        if (right := meant.pop((counting, key), None)) is None or not _agree(values, right):
            yield f"ratings: {(counting, *key, *values)} is not what the results come to"
    for (counting, key), right in meant.items():
        values = [right.mu, right.sigma, right.shown, right.matches]
        yield f"ratings: {(counting, *key, *values)} is what the results come to, and is not there"


def _agree(values: Sequence[float], right: ratings.Rating) -> bool:
    """Whether a stored rating is the one worked out here. Another machine's arithmetic may round the last bit."""
    mu, sigma, shown, matches = values
    close = math.isclose(mu, right.mu, rel_tol=_CLOSE) and math.isclose(sigma, right.sigma, rel_tol=_CLOSE)
    return close and abs(shown - right.shown) <= 1 and matches == right.matches


def reading(path: Path) -> sqlite3.Connection:
    """A connection that only reads; ``StoreError`` if the file is no database of this version of the bot."""
    if not path.is_file():
        raise NotADatabase(f"There is no database {path}.")
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=_PATIENCE, isolation_level=None
    )
    try:
        newest = len(migrations())
        if _version(connection) > newest:
            raise DatabaseNewer(f"{path} was written by a newer version of the bot: use that one.")
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise NotADatabase(f"{path} is not a database of this bot.")
    except sqlite3.Error as error:
        connection.close()
        raise in_a_sentence(error, path) from error
    except StoreError:
        connection.close()
        raise
    return connection


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
