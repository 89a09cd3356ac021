"""What the publisher makes of a screen that fails."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.leftovers import Leftover, all_leftovers
from bot.tables import show
from bot.tables.commands import AddComputer, Clock, Close, Join, Leave, Next, RemoveComputer, Start
from bot.tables.leftovers import Leftovers
from bot.tables.publisher import _once
from bot.tables.screen import MessageGone, MessageStuck, PlaceGone, ScreenBusy
from bot.tables.views import LobbyView, SummaryView, TableView
from tests.tables.house import ANN, BO, CHANNEL, EVE, FOUR, GUILD, House, build, source
from tests.tables.recorder import Hand, Recorder


async def test_nothing_is_shown_in_a_server_that_has_not_been_told_of(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a start: nobody knows in which language, and where the table's thread is."""
    monkeypatch.setattr("bot.tables.publisher.TOLD_SOON", 0.0)
    house.screen.unknown.add(GUILD)
    table = await house.open(ANN)
    for _ in range(20):
        await asyncio.sleep(0)
    assert house.screen.log == []
    house.screen.unknown.clear()
    await house.settle()
    assert (await house.service.table(table.id)).row.message_id in house.screen.messages


async def test_tables_of_a_server_whose_messages_look_otherwise_now_are_shown_again(house: House) -> None:
    await house.open(ANN)
    await house.open(EVE, channel=99)
    await house.settle()
    house.screen.log.clear()
    await house.service.show_anew(GUILD + 1)
    await house.settle()
    assert house.screen.log == []
    await house.service.show_anew(GUILD)
    await house.settle()
    assert [did for did, _, _ in house.screen.log] == ["edit", "edit"]


async def test_a_deleted_message_is_posted_anew(house: House) -> None:
    table = await house.open(ANN)
    await house.settle()
    house.screen.messages.clear()
    await house.service.submit(table.id, BO, 0, Join())
    await house.settle()
    (message,) = house.screen.messages
    assert (await house.service.table(table.id)).row.message_id == message


async def test_a_message_too_old_to_edit_is_replaced_and_deleted(house: House) -> None:
    table = await house.open(ANN)
    await house.settle()
    (old,) = house.screen.messages
    house.screen.failures.append(MessageStuck("30046"))
    await house.service.submit(table.id, BO, 0, Join())
    await house.settle()
    (message,) = house.screen.messages
    assert message != old
    assert ("retire", old, None) in house.screen.log


async def test_a_passing_fault_is_tried_again_and_shows_the_last_state(house: House) -> None:
    table = await house.open(ANN)
    house.screen.failures.append(ScreenBusy("503", after=0))
    await house.service.submit(table.id, ANN, 0, AddComputer("normal"))
    await house.settle()
    (view,) = house.screen.messages.values()
    assert isinstance(view, LobbyView)
    assert view == show.public(await house.service.table(table.id))


async def test_a_place_that_refuses_us_is_left_alone_until_somebody_acts_there(house: House) -> None:
    table = await house.open(*FOUR)
    await house.settle()
    sent = len(house.screen.log)
    house.screen.failures.append(PlaceGone("50013"))
    await house.service.submit(table.id, ANN, 0, Start())
    await house.settle()
    await house.pass_time(200)
    await house.settle()
    assert len(house.screen.log) == sent
    assert not house.publisher._shown
    now = await house.service.table(table.id)
    house.publisher.hold(now, ANN.id, Hand(1), show.hand(now, ANN.id))
    await house.settle()
    (view,) = house.screen.messages.values()
    assert isinstance(view, TableView)


async def test_a_hand_that_cannot_be_reached_is_forgotten(house: House) -> None:
    table = await house.open(ANN, BO)
    await house.settle()
    house.publisher.hold(table, BO.id, Hand(5), show.hand(table, BO.id))
    await house.settle()
    house.screen.push_failures.append(MessageGone("50027"))
    await house.service.submit(table.id, ANN, 0, AddComputer("normal"))
    await house.settle()
    await house.service.submit(table.id, ANN, 0, AddComputer("normal"))
    await house.settle()
    assert 5 not in house.screen.pushed


async def test_a_hand_is_not_pushed_in_the_last_minute_of_its_life(house: House) -> None:
    table = await house.open(ANN, BO)
    house.publisher.hold(table, BO.id, Hand(5, expires_at=house.time[0] + 30), show.hand(table, BO.id))
    await house.service.submit(table.id, ANN, 0, AddComputer("normal"))
    await house.settle()
    assert house.screen.pushed == {}


async def test_show_puts_the_table_at_the_bottom_in_a_new_message(house: House) -> None:
    table = await house.open(ANN)
    await house.settle()
    (old,) = house.screen.messages
    house.publisher.repost(table.id)
    await house.settle()
    (new,) = house.screen.messages
    assert new > old


async def test_a_restart_finishes_the_summary_it_had_not_shown(house: House) -> None:
    """The deal ended, and the process died before its message became the summary."""
    from bot.tables.views import SummaryView
    from tests.tables.house import build, source

    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    await house.settle()
    (message,) = house.screen.messages
    await house.publisher.stop()
    chance = source(3)
    while table.row.phase == "playing":
        table = await house.play_one(table.id, FOUR, chance)
    await house.publisher.stop()
    await house.database.close()
    again = await build(house.database.path, house.time, house.screen)
    await again.service.start_up()
    await again.settle()
    assert isinstance(house.screen.messages[message], SummaryView)
    assert isinstance(house.screen.messages[max(house.screen.messages)], TableView)
    await again.close()


@pytest.mark.parametrize("lost", [False, True], ids=["", "that was begun before"])
async def test_a_message_that_takes_no_edits_when_its_deal_ends_gives_way_to_the_summary(
    house: House, lost: bool
) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    await house.settle()
    (old,) = house.screen.messages
    chance = source(3)
    table = await house.play_one(table.id, FOUR, chance)
    if lost:
        # A successor was posted already, whose answer was lost; it shows the deal still going on.
        house.publisher._failed.add(table.id)
        await house.screen.post(table.place, show.public(table), _once(table.id, old))
    while table.row.phase == "playing":
        table = await house.play_one(table.id, FOUR, chance)
    house.screen.failures.append(MessageStuck("30046"))
    await house.settle()
    assert old not in house.screen.messages
    summary, new = house.screen.messages.values()
    assert isinstance(summary, SummaryView)
    assert isinstance(new, TableView)
    await house.publisher.idle()
    assert await all_leftovers(house.database) == {}


async def test_what_was_to_be_deleted_where_nothing_can_be_is_not_asked_for_at_every_start(house: House) -> None:
    table = await house.open(ANN)
    await house.settle()
    await house.publisher.leftovers.leave(table.id, Leftover(message_id=5, channel_id=CHANNEL, goes="started"))
    house.screen.failures.append(PlaceGone("10003"))
    await house.service.submit(table.id, Clock(), None, Close("channel"))
    await house.settle()
    assert await all_leftovers(house.database) == {}


async def test_what_is_to_be_deleted_is_kept_whoever_else_looks_at_the_same_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    leftovers, read = Leftovers(house.database, house.screen, house.publisher.bucket), all_leftovers
    table = await house.open(ANN)
    other = Leftover(message_id=5, channel_id=CHANNEL, goes="now")
    slow = asyncio.Event()

    async def slowly(database: Database) -> dict[int, tuple[Leftover, ...]]:
        found = await read(database)
        await slow.wait()
        return found

    with monkeypatch.context() as patched:
        patched.setattr("bot.store.leftovers.all_leftovers", slowly)
        looking = asyncio.create_task(leftovers.goes(table.id, 5))
        await asyncio.sleep(0)
    await leftovers.leave(table.id, other)
    slow.set()
    await looking
    assert await leftovers.goes(table.id, 5)
    # One is gone while another is left.
    await asyncio.gather(leftovers.stays(table.id, 5), leftovers.leave(table.id, replace(other, message_id=6)))
    assert await leftovers.goes(table.id, 6)
    assert not await leftovers.goes(table.id, 5)


async def test_deals_that_came_and_went_unseen_get_their_messages(house: House, tmp_path: Path) -> None:
    table = await house.open(*FOUR)
    await house.settle()
    house.screen.failures.append(ScreenBusy("503", after=3600))
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance = source(3)
    for _ in range(3):
        while table.row.phase == "playing":
            table = await house.play_one(table.id, FOUR, chance)
        for person in FOUR:
            table = (await house.service.submit(table.id, person, 0, Next(table.row.deal_no))).after
    await house.close()
    later = await build(tmp_path / "tables.sqlite3", house.time, house.screen)
    await later.service.start_up()
    await later.settle()
    views = list(house.screen.messages.values())
    assert [view.public.deal_no for view in views if isinstance(view, SummaryView)] == [1, 2, 3]
    assert isinstance(views[-1], TableView)
    assert views[-1].public.deal_no == 4
    await later.close()


async def _busy(house: House, number: int, edits: int) -> None:
    """So many changes, each shown by an edit, within this minute."""
    for change in range(edits):
        command = AddComputer("normal") if change % 2 == 0 else RemoveComputer(1)
        await house.service.submit(number, ANN, 0, command)
        await house.settle()


@pytest.mark.parametrize(("age", "edits", "anew"), [(56, 5, True), (56, 4, False), (54, 7, False)])
async def test_an_old_message_that_is_edited_often_gives_way_to_a_new_one(
    house: House, age: float, edits: int, anew: bool
) -> None:
    table = await house.open(ANN)
    await house.settle()
    (old,) = house.screen.messages
    house.screen.times[old] = house.time[0] - age * 60
    await _busy(house, table.id, edits)
    (now,) = house.screen.messages
    assert (now != old) == anew
    assert (("retire", old, None) in house.screen.log) == anew
    assert (await house.service.table(table.id)).row.message_id == now
    assert house.screen.messages[now] == show.public(await house.service.table(table.id))


async def test_edits_of_an_old_message_that_are_far_apart_do_not_wear_it_out(house: House) -> None:
    table = await house.open(ANN)
    await house.settle()
    (old,) = house.screen.messages
    house.screen.times[old] = 0.0
    for _ in range(4):
        await _busy(house, table.id, 2)
        house.time[0] += 61
    assert list(house.screen.messages) == [old]


async def test_a_kill_before_a_message_was_noted_leaves_no_second_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, time = Recorder(), [0.0]
    house = await build(tmp_path / "t.sqlite3", time, screen)
    table = await house.open(ANN)

    async def killed(*_: object) -> None:
        raise StoreError("the process ends here")

    monkeypatch.setattr(house.service, "remember_message", killed)
    while not screen.messages:  # noqa: ASYNC110 - what a screen shows
        await asyncio.sleep(0)
    (posted,) = screen.messages
    await house.service.submit(table.id, BO, 0, Join())
    await house.publisher.stop()
    await house.close()
    time[0] += 20
    screen.times[posted] = 0.0
    house = await build(tmp_path / "t.sqlite3", time, screen)
    await house.service.start_up()
    await house.settle()
    after = await house.service.table(table.id)
    assert screen.messages == {posted: show.public(after)}
    assert after.row.message_id == posted
    await house.close()


async def test_a_thread_that_is_archived_and_locked_is_left_alone_until_somebody_acts(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    table = await house.open(ANN)
    await house.settle()
    house.screen.failures += [MessageStuck("50083"), MessageStuck("50083")]
    await house.service.submit(table.id, BO, 0, Join())
    await house.settle()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    now = await house.service.table(table.id)
    house.publisher.hold(now, BO.id, Hand(1), show.hand(now, BO.id))
    await house.settle()
    assert show.public(now) in house.screen.messages.values()


async def test_a_table_that_is_over_for_good_is_put_away_after_its_last_edit(house: House) -> None:
    table = await house.open(ANN)
    await house.settle()
    await house.service.submit(table.id, ANN, 0, Leave())
    await house.settle()
    assert [(kind, number) for kind, number, _ in house.screen.log[-2:]] == [
        ("edit", table.row.message_id or next(iter(house.screen.messages))),
        ("put away", CHANNEL),
    ]


async def test_a_table_that_ends_with_its_channel_gone_leaves_nothing_behind(house: House) -> None:
    table = await house.open(ANN)
    await house.settle()
    assert house.publisher._shown
    house.screen.failures.append(PlaceGone("10003"))
    await house.service.submit(table.id, ANN, 0, Leave())
    await house.settle()
    assert not house.screen.failures
    assert not house.publisher._shown


async def test_an_end_that_a_click_was_answered_with_leaves_nothing_behind(house: House) -> None:
    table = await house.open(ANN)
    await house.settle()
    with house.publisher.answering(table.id, ANN.id, public=True):
        ended = (await house.service.submit(table.id, ANN, 0, Leave())).after
        house.publisher.shown(table.id, show.public(ended))
    await house.settle()
    assert house.screen.log[-1][0] == "put away"
    assert [kept for kept in vars(house.publisher).values() if isinstance(kept, set | dict) and table.id in kept] == []
