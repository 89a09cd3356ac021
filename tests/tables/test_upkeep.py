"""What is kept no longer than promised: servers the bot is gone from, and copies made before migrations."""

from __future__ import annotations

import os
from typing import Any

import pytest

from bot.store import erase, presence
from bot.store.errors import StoreError
from bot.tables.commands import Refused, Start
from bot.upkeep import DAY, KEPT, RETRY, Upkeep
from tests.store.making import look, overwrite
from tests.tables.house import ANN, BO, GUILD, House

HERE = {GUILD, 11}
#: Whose bot it is.
APPLICATION = 500


async def rows(house: House) -> int:
    """How many tables of the server there are."""
    return int(look(house.database.path, "SELECT COUNT(*) FROM tables WHERE guild_id = ?", (GUILD,))[0][0])


@pytest.fixture
async def upkeep(house: House) -> Upkeep:
    """After a table was played, and the bot is connected."""
    table = await house.open(ANN, BO)
    await house.service.submit(table.id, ANN, 0, Start())
    made = Upkeep(house.service)
    assert not await made.connected(APPLICATION, HERE)
    return made


async def test_a_server_is_purged_thirty_days_after_the_bot_was_removed(house: House, upkeep: Upkeep) -> None:
    forgotten: list[int | None] = []
    house.service.listen_for_erasures(forgotten.append)
    await upkeep.removed(GUILD)
    for days, left in ((0, 1), (1, 1), (28, 1), (1.5, 0)):
        house.time[0] += days * DAY
        await upkeep.run_due()
        assert await rows(house) == left, days
    assert await presence.known_servers(house.database) == set()
    assert house.service.kept() == ()
    assert forgotten == [None]
    with pytest.raises(Refused):
        await house.service.table(1)


async def test_what_a_failing_purge_has_erased_is_not_kept_in_memory(
    house: House, upkeep: Upkeep, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = erase.purge_server

    async def fails_at_last(*given: Any) -> None:
        await real(*given)
        raise StoreError("The disk failed.")

    monkeypatch.setattr(erase, "purge_server", fails_at_last)
    await upkeep.removed(GUILD)
    house.time[0] += KEPT + DAY
    await upkeep.run_due()
    assert house.service.kept() == ()


async def test_a_server_the_bot_came_back_to_is_kept(house: House, upkeep: Upkeep) -> None:
    await upkeep.removed(GUILD)
    house.time[0] += 29 * DAY
    await upkeep.run_due()
    await upkeep.arrived(GUILD)
    house.time[0] += 29 * DAY
    await upkeep.run_due()
    assert await rows(house) == 1


async def test_a_removal_while_the_bot_was_away_is_noted_at_the_next_connection(house: House, upkeep: Upkeep) -> None:
    assert await upkeep.connected(APPLICATION, {11}) == {GUILD}
    assert not await upkeep.connected(APPLICATION, {11})
    house.time[0] += KEPT - 1
    await upkeep.run_due()
    assert await rows(house) == 1
    house.time[0] += DAY
    await upkeep.run_due()
    assert await rows(house) == 0


async def test_another_applications_bot_on_the_same_file_takes_no_server_for_left(house: House, upkeep: Upkeep) -> None:
    other = Upkeep(house.service)
    for _ in range(2):
        assert not await other.connected(APPLICATION + 1, {12})
    house.time[0] += 2 * KEPT
    await other.run_due()
    assert await rows(house) == 1
    # The next time it is this one's file.
    assert await Upkeep(house.service).connected(APPLICATION + 1, {12}) == {GUILD}


async def test_nothing_is_purged_before_it_is_known_where_the_bot_is(house: House, upkeep: Upkeep) -> None:
    await upkeep.removed(GUILD)
    house.time[0] += 2 * KEPT
    restarted = Upkeep(house.service)
    await restarted.run_due()
    assert await rows(house) == 1
    # It was invited again while it was not running.
    await restarted.connected(APPLICATION, HERE)
    await restarted.run_due()
    assert await rows(house) == 1


async def test_old_copies_go_and_fresh_ones_stay(house: House, upkeep: Upkeep) -> None:
    path = house.database.path
    for name, age in (("1", KEPT + 1), ("2", KEPT - 100)):
        overwrite(path.with_name(f"{path.name}.schema-{name}"), b"old")
        os.utime(path.with_name(f"{path.name}.schema-{name}"), (house.time[0] - age,) * 2)
    await upkeep.run_due()
    assert [file.name for file in path.parent.glob("*.schema-*")] == [f"{path.name}.schema-2"]
    house.time[0] += DAY
    await upkeep.run_due()
    assert not list(path.parent.glob("*.schema-*"))


async def test_it_is_done_once_a_day_and_tried_again_after_a_failure(
    house: House, upkeep: Upkeep, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[float] = []

    async def fails(*_: object) -> None:
        asked.append(house.time[0])
        raise StoreError("the disk is full")

    await upkeep.removed(GUILD)
    house.time[0] += KEPT
    start = house.time[0]
    with monkeypatch.context() as patching:
        patching.setattr(erase, "purge_server", fails)
        for _ in range(3):
            await upkeep.run_due()
            house.time[0] += RETRY / 2
    assert asked == [start, start + RETRY]
    assert "tried again" in caplog.text
    house.time[0] += RETRY
    await upkeep.run_due()
    assert await rows(house) == 0


async def test_a_purge_goes_on_where_it_was_interrupted(
    house: House, upkeep: Upkeep, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.open(ANN, channel=77)
    await upkeep.removed(GUILD)
    monkeypatch.setattr(erase, "TABLES_AT_ONCE", 1)
    monkeypatch.setattr(erase, "ROWS_AT_ONCE", 1)
    house.time[0] += KEPT
    left = [0]
    real = erase._purge_some

    async def dies(*given: object) -> int:
        if given[1] == "tables":
            left[0] += 1
        if left[0] == 2:
            raise StoreError("the process ends here")
        return await real(*given)  # type: ignore[arg-type]

    with monkeypatch.context() as patching:
        patching.setattr(erase, "_purge_some", dies)
        await upkeep.run_due()
    assert await rows(house) == 1
    house.time[0] += RETRY
    await upkeep.run_due()
    assert await presence.known_servers(house.database) == set()


async def test_a_spoilt_page_that_nobody_meets_is_told_once_a_day(
    house: House, upkeep: Upkeep, caplog: pytest.LogCaptureFixture
) -> None:
    await upkeep.run_due()
    assert "damaged" not in caplog.text
    await house.database.fold()
    ((page, size),) = look(
        house.database.path,
        "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = 'ratings_by_person'",
    )
    with house.database.path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    await upkeep.run_due()
    assert "damaged" not in caplog.text, "not at every beat"
    house.time[0] += DAY
    await upkeep.run_due()
    assert caplog.text.count("is damaged") == 1
