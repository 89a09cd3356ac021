"""A new process over the same file: the same tables, and nobody has lost time."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import meta, tables
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.records import Loaded
from bot.tables import show
from bot.tables.commands import Start
from bot.tables.screen import ScreenBusy
from bot.tables.views import GoneView, LobbyView, SummaryView
from tests.tables.house import ANN, BO, CLEO, DANA, FOUR, House, build, source
from tests.tables.recorder import Recorder


async def test_a_restart_at_any_card_gives_the_same_table(tmp_path: Path) -> None:
    """Seats, decision numbers and every view are the same in a new process over the same file."""
    time, screen = [1_000_000.0], Recorder()
    house = await build(tmp_path / "t.sqlite3", time, screen)
    table = await house.open(ANN, BO, CLEO, DANA)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance = source(11)
    for _ in range(60):
        if table.row.phase == "between":
            await house.pass_time(20)
            table = await house.service.table(table.id)
        else:
            table = await house.play_one(table.id, FOUR, chance)
        await house.settle()
        before = await house.service.table(table.id)
        views = [show.hand(before, person.id) for person in FOUR], show.public(before)
        await meta.beat(house.database, time[0])
        await house.close()
        house = await build(tmp_path / "t.sqlite3", time, screen, seed=chance(1000))
        await house.service.start_up()
        table = await house.service.table(table.id)
        assert table.asked == before.asked
        assert table.row == before.row
        assert table.seats == before.seats
        assert ([show.hand(table, person.id) for person in FOUR], show.public(table)) == views
    await house.settle()
    await house.close()


async def test_deadlines_are_lengthened_by_the_time_away(tmp_path: Path) -> None:
    time, screen = [1_000_000.0], Recorder()
    house = await build(tmp_path / "t.sqlite3", time, screen)
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    (before,) = table.deadlines
    await meta.beat(house.database, time[0])
    await house.settle()
    await house.close()
    time[0] += 3600
    house = await build(tmp_path / "t.sqlite3", time, screen)
    await house.service.start_up()
    (after,) = (await house.service.table(table.id)).deadlines
    assert after.due_at == before.due_at + 3600
    await house.settle()
    await house.close()


async def test_a_match_that_ended_unseen_is_shown_and_its_rematch_lapses(tmp_path: Path) -> None:
    time, screen = [1_000_000.0], Recorder()
    house = await build(tmp_path / "t.sqlite3", time, screen)
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    await house.settle()
    screen.failures.append(ScreenBusy("503", after=3600))
    chance = source(5)
    while table.row.phase != "over":
        if table.row.phase == "between":
            await house.pass_time(20)
            table = await house.service.table(table.id)
        else:
            table = await house.play_one(table.id, FOUR, chance)
    await meta.beat(house.database, time[0])
    await house.close()
    house = await build(tmp_path / "t.sqlite3", time, screen)
    await house.service.start_up()
    await house.settle()
    *_, last = screen.messages.values()
    assert isinstance(last, SummaryView)
    assert last.final
    assert last.rematch == ()
    await house.pass_time(301)
    await house.settle()
    *_, last = screen.messages.values()
    assert isinstance(last, SummaryView)
    assert last.rematch is None
    await house.close()


async def test_a_table_of_other_rules_is_ended_and_said_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.open(*FOUR)
    await house.service.submit(table.id, ANN, 0, Start())
    await house.settle()
    await house.publisher.stop()
    await house.database.close()
    monkeypatch.setattr("engine.games.phat.Phat.rules_version", 2)
    again = await build(house.database.path, house.time, house.screen)
    await again.service.start_up()
    await again.settle()
    ended = await again.service.table(table.id)
    assert (ended.row.phase, ended.row.end_reason, ended.state) == ("over", "rules", None)
    (view,) = house.screen.messages.values()
    assert isinstance(view, LobbyView)
    assert view.closed == "rules"
    assert isinstance(show.hand(ended, ANN.id), GoneView)
    await again.close()


async def test_a_table_that_cannot_be_read_at_the_start_is_taken_up_when_it_can(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    unread, other = await house.open(*FOUR), await house.open(ANN, channel=99)
    await house.settle()
    await house.publisher.stop()
    await house.database.close()
    again = await build(house.database.path, house.time, house.screen)
    told: list[int] = []
    again.service.listen(lambda commit: told.append(commit.after.id))
    load = tables.load

    async def failing(database: Database, number: int) -> Loaded | None:
        if number == unread.id:
            raise StoreError("The disk failed.")
        return await load(database, number)

    await again.service.wake()
    with monkeypatch.context() as broken:
        broken.setattr("bot.store.tables.load", failing)
        for _ in range(2):
            assert not await again.service.take_up()
    assert "table 1 could not be taken up now: The disk failed." in caplog.text
    for _ in range(2):
        assert await again.service.take_up()
    assert told == [other.id, unread.id], "each once"
    await again.settle()
    await again.close()


async def test_a_table_that_cannot_be_played_again_does_not_stop_the_others(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await house.open(*FOUR)
    await house.service.submit(broken.id, ANN, 0, Start())
    sound = await house.open(ANN, channel=99)
    await house.settle()
    await house.publisher.stop()

    async def spoil(connection: Connection) -> None:
        await connection.execute("UPDATE tables SET game = 'bridge' WHERE id = ?", (broken.id,))

    await house.database.write(spoil)
    await house.database.close()
    again = await build(house.database.path, house.time, house.screen)
    await again.service.start_up()
    assert (await again.service.table(sound.id)).row.phase == "lobby"
    assert "could not be taken up" in caplog.text
    await again.settle()
    await again.close()
