"""Where the bot is and since when it is not: noted for every server anything is stored about."""

import os
from pathlib import Path

from bot.store import presence
from bot.store.database import Database
from bot.store.migrate import drop_old_copies
from tests.store.making import ANN, CHANNEL, SERVER, new_season, opened, overwrite, seen


async def test_every_server_is_known_in_whatever_table_it_stands(db: Database) -> None:
    assert await presence.known_servers(db) == set()
    await opened(db)
    await opened(db, channel_id=CHANNEL + 1)
    await opened(db, guild_id=5, channel_id=CHANNEL + 2)
    await seen(db, 7, {ANN: "Ann"}, 1.0)
    await new_season(db, 9)
    assert await presence.known_servers(db) == {SERVER, 5, 7, 9}


async def test_a_removal_is_noted_once_and_forgotten_when_the_bot_is_back(db: Database) -> None:
    for guild_id in (1, 2, 3):
        await seen(db, guild_id, {ANN: "Ann"}, 1.0)
    await presence.gone(db, 1, 10.0)
    assert await presence.note(db, {2, 99}, 20.0) == {3}
    assert await presence.note(db, {2, 99}, 30.0) == set()
    assert await presence.gone_since(db, 10.0) == (1,)
    assert await presence.gone_since(db, 99.0) == (1, 3)
    await presence.back(db, 1)
    assert await presence.note(db, {1, 2, 3}, 40.0) == set()
    assert await presence.gone_since(db, 99.0) == ()


async def test_nothing_is_stored_about_servers_without_anything_stored(db: Database) -> None:
    await presence.gone(db, 1, 10.0)
    await presence.back(db, 2)
    await presence.note(db, {3}, 10.0)
    assert await presence.known_servers(db) == set()


def test_only_copies_made_before_a_migration_go_and_only_old_ones(tmp_path: Path) -> None:
    path = tmp_path / "a[1].sqlite3"
    for name, age in (("", 9), (".schema-1", 9), (".schema-1-2", 9), (".schema-2", 1), (".lock", 9), ("-wal", 9)):
        overwrite(path.with_name(path.name + name), b"x")
        os.utime(path.with_name(path.name + name), (100.0 - age, 100.0 - age))
    assert drop_old_copies(path, 95.0) == 2
    assert sorted(file.name.removeprefix(path.name) for file in tmp_path.iterdir()) == [
        "",
        "-wal",
        ".lock",
        ".schema-2",
    ]
    assert drop_old_copies(path, 95.0) == 0
