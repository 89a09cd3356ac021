"""Names, preferences, servers, and the bot's own small facts."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import audit, meta, people, presence, tables
from bot.store.audit import AuditRow
from bot.store.database import Database
from bot.store.records import Counting
from tests.store.making import (
    ANN,
    BO,
    SERVER,
    change_settings,
    committed,
    look,
    new_season,
    opened,
    preferences,
    seen,
    turn,
)


async def test_the_name_last_seen_in_that_server(db: Database) -> None:
    await seen(db, SERVER, {ANN: "Ann", BO: "Bo"}, 1.0)
    await seen(db, SERVER + 1, {ANN: "Ännchen ♠"}, 2.0)
    await seen(db, SERVER, {ANN: "Anna"}, 3.0)
    await seen(db, SERVER, {}, 4.0)
    assert await people.names(db, SERVER, [ANN, BO, ANN, 5]) == {ANN: "Anna", BO: "Bo"}
    assert await people.names(db, SERVER + 1, [ANN, BO]) == {ANN: "Ännchen ♠"}


async def test_preferences_are_a_persons_own_and_changed_one_by_one(db: Database) -> None:
    assert await preferences(db, ANN) == {}
    await people.change_preferences(db, ANN, {"calls": "never", "two_taps": True})
    assert await people.change_preferences(db, ANN, {"calls": None, "sort": "suit"}) == {
        "two_taps": True,
        "sort": "suit",
    }
    assert await preferences(db, ANN) == {"two_taps": True, "sort": "suit"}
    assert await preferences(db, BO) == {}


async def test_whoever_prefers_nothing_any_more_leaves_nothing_behind(db: Database, path: Path) -> None:
    await people.change_preferences(db, ANN, {"taps": "two"})
    await people.change_preferences(db, ANN, {"taps": None})
    assert look(path, "SELECT COUNT(*) FROM preferences") == [(0,)]


async def test_two_preferences_changed_at_once_are_both_kept(db: Database) -> None:
    await asyncio.gather(*(people.change_preferences(db, ANN, {str(number): number}) for number in range(20)))
    assert await preferences(db, ANN) == {str(number): number for number in range(20)}


async def test_a_servers_settings_language_and_season_do_not_disturb_each_other(db: Database) -> None:
    assert await people.server(db, SERVER) == people.ServerRow(guild_id=SERVER)
    await people.change_server(db, SERVER, lambda row: (replace(row, language="sv"), ()))
    await change_settings(db, SERVER, {"counts": "all", "pictures": False})
    assert await new_season(db, SERVER) == 2
    assert await new_season(db, SERVER) == 3
    await presence.gone(db, SERVER, 9.0)
    changed = await change_settings(db, SERVER, {"counts": None})
    assert changed == people.ServerRow(
        guild_id=SERVER, language="sv", settings={"pictures": False}, season=3, removed_at=9.0
    )
    assert await people.server(db, SERVER) == changed
    assert await people.server(db, SERVER + 1) == people.ServerRow(guild_id=SERVER + 1)


def told(setting: str, was: str, now: str, at: float = 1.0) -> AuditRow:
    return AuditRow(guild_id=SERVER, person_id=ANN, at=at, setting=setting, was=was, now=now)


async def test_a_change_and_who_made_it_are_written_together(db: Database) -> None:
    def slower(row: people.ServerRow) -> tuple[people.ServerRow, tuple[AuditRow, ...]]:
        return replace(row, settings={**row.settings, "clock": "slow"}), (told("clock", "live", "slow"),)

    changed = await people.change_server(db, SERVER, slower)
    assert changed == people.ServerRow(guild_id=SERVER, settings={"clock": "slow"}) == await people.server(db, SERVER)
    # Nothing changes, so there is nothing to tell.
    assert await people.change_server(db, SERVER, slower) == changed

    def refused(row: people.ServerRow) -> tuple[people.ServerRow, tuple[AuditRow, ...]]:
        raise LookupError(row.settings["clock"])

    with pytest.raises(LookupError, match="slow"):
        await people.change_server(db, SERVER, refused)
    await presence.gone(db, SERVER, 9.0)
    season = await people.change_server(
        db, SERVER, lambda row: (replace(row, season=2, counting=Counting.TWO), (told("season", "1", "2", 2.0),))
    )
    assert (season.season, season.counting, season.removed_at) == (2, Counting.TWO, 9.0)
    assert await people.server(db, SERVER) == season
    assert await audit.latest(db, SERVER, 9) == (told("season", "1", "2", 2.0), told("clock", "live", "slow"))
    assert await audit.latest(db, SERVER, 1) == (told("season", "1", "2", 2.0),)
    assert await audit.latest(db, SERVER + 1, 9) == ()


async def test_two_changes_of_a_server_at_once_both_stand(db: Database) -> None:
    def also(name: str) -> Callable[[people.ServerRow], tuple[people.ServerRow, tuple[AuditRow, ...]]]:
        return lambda row: (replace(row, settings={**row.settings, name: 1}), (told(name, "", "1"),))

    await asyncio.gather(*(people.change_server(db, SERVER, also(str(number))) for number in range(20)))
    assert (await people.server(db, SERVER)).settings == {str(number): 1 for number in range(20)}
    assert len(await audit.latest(db, SERVER, 99)) == 20


async def test_small_facts(db: Database) -> None:
    assert await meta.value(db, "commands") is None
    await meta.set_value(db, "commands", "abc")
    await meta.set_value(db, "commands", "def")
    assert await meta.value(db, "commands") == "def"


async def test_the_last_beat_comes_back_to_the_fraction(db: Database) -> None:
    assert await meta.last_beat(db) is None
    await meta.beat(db, 1_700_000_000.123456)
    assert await meta.last_beat(db) == 1_700_000_000.123456


async def test_waking_lengthens_deadlines_by_the_time_away_once(db: Database) -> None:
    await committed(db, await opened(db), {"deadlines": (turn(0, 1000.0),)})

    async def due() -> list[float]:
        return [row.due_at for table in await tables.open_tables(db) for row in table.deadlines]

    assert await meta.wake(db, 500.0) == 0.0
    assert await meta.wake(db, 560.0) == 60.0
    assert await due() == [1060.0]
    assert await meta.wake(db, 560.0) == 0.0
    assert await meta.wake(db, 400.0) == 0.0
    assert await due() == [1060.0]
