"""Pauses that people want: whose they are, how long they last, and the time that is left after them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import meta
from bot.tables import show
from bot.tables.commands import Back, End, Leave, Mind, Next, Pause, Person, Play, Resume, Start, Why
from bot.tables.due import DAY, END, LEAST_LEFT, LONGEST_PAUSE, MINUTE, REMEMBERED
from bot.tables.model import Table
from bot.tables.views import HandView, TableView
from tests.tables.house import ANN, BO, CLEO, DANA, EVE, FOUR, House, build, source
from tests.tables.recorder import Recorder


async def begun(house: House, *persons: Person, clock: str = "live") -> Table:
    table = await house.open(*(persons or FOUR), clock=clock)
    return (await house.service.submit(table.id, ANN, 0, Start())).after


async def asked(house: House, table: Table, *persons: Person) -> Table:
    for person in persons:
        table = (await house.service.submit(table.id, person, None, Pause())).after
    return table


def turn_at(table: Table) -> float:
    return next(row.due_at for row in table.deadlines if row.kind == "turn")


def public(table: Table) -> TableView:
    view = show.public(table)
    assert isinstance(view, TableView)
    return view


@pytest.mark.parametrize(("clock", "lasts"), [("live", 600), ("relaxed", 600), ("slow", DAY), ("none", DAY)])
async def test_the_hosts_pause_lasts_its_time_and_then_the_table_goes_on(
    house: House, clock: str, lasts: float
) -> None:
    table = await begun(house, clock=clock)
    paused = await asked(house, table, ANN)
    assert (paused.row.phase, paused.row.paused_by, paused.to_act()) == ("paused", ANN.id, ())
    assert [(row.kind, row.due_at) for row in paused.deadlines if row.kind not in REMEMBERED] == [
        ("pause", house.time[0] + lasts)
    ]
    shown = public(paused).pause
    assert shown is not None
    assert (shown.by, shown.until) == (ANN.id, house.time[0] + lasts)
    await house.pass_time(lasts - 1)
    assert (await house.service.table(table.id)).row.phase == "paused"
    await house.pass_time(2)
    after = await house.service.table(table.id)
    assert (after.row.phase, after.row.paused_by, after.to_act()) == ("playing", None, table.to_act())


async def test_after_a_pause_whose_turn_it_is_has_the_time_that_was_left(house: House) -> None:
    table = await begun(house)
    left = turn_at(table) - house.time[0] - 25
    await house.pass_time(25)
    await asked(house, table, ANN)
    await house.pass_time(300)
    resumed = (await house.service.submit(table.id, CLEO, None, Resume())).after
    assert turn_at(resumed) == pytest.approx(house.time[0] + left)
    assert all(seat.time_left is None and not seat.wants_pause for seat in resumed.seats)
    assert resumed.asked == table.asked, "buttons stay good over a pause"
    # The next turn has its whole time again.
    after = await house.play_one(table.id, FOUR, source(3))
    assert turn_at(after) == house.time[0] + MINUTE


async def test_a_pause_in_the_last_second_leaves_ten_after_it(house: House) -> None:
    table = await begun(house)
    await house.pass_time(turn_at(table) - house.time[0] - 1)
    await asked(house, table, ANN)
    resumed = (await house.service.submit(table.id, CLEO, None, Resume())).after
    assert turn_at(resumed) == house.time[0] + LEAST_LEFT


async def test_others_have_to_ask_and_when_all_do_the_pause_holds_until_somebody_resumes(house: House) -> None:
    table = await begun(house)
    table = await asked(house, table, BO, CLEO, DANA)
    assert table.row.phase == "playing"
    assert [seat.wants_pause for seat in public(table).seats] == [False, True, True, True]
    paused = await asked(house, table, ANN)
    shown = public(paused).pause
    assert shown is not None
    assert (paused.row.phase, shown.until) == ("paused", None)
    await house.pass_time(29 * DAY)
    assert (await house.service.table(table.id)).row.phase == "paused"
    resumed = (await house.service.submit(table.id, BO, None, Resume())).after
    assert (resumed.row.phase, resumed.to_act()) == ("playing", table.to_act())


async def test_the_others_may_make_the_hosts_pause_one_that_holds(house: House) -> None:
    table = await begun(house, ANN, BO)
    await asked(house, table, ANN)
    paused = await asked(house, table, BO)
    assert not any(row.kind == "pause" for row in paused.deadlines)
    await house.pass_time(DAY)
    assert (await house.service.table(table.id)).row.phase == "paused"


async def test_an_agreed_pause_that_nobody_ends_for_thirty_days_is_warned_and_ends(house: House) -> None:
    table = await begun(house, ANN, BO)
    await asked(house, table, ANN, BO)
    await house.pass_time(LONGEST_PAUSE + 1)
    warned = await house.service.table(table.id)
    assert public(warned).ends_at == house.time[0] + END
    await house.pass_time(END + 1)
    assert (await house.service.table(table.id)).row.end_reason == "deserted"


async def test_nothing_is_played_in_a_pause_and_nobody_else_resumes(house: House) -> None:
    table = await begun(house, ANN, BO)
    paused = await asked(house, table, ANN)
    seat = table.to_act()[0]
    code = table.game.legal(table.match, seat).actions[0].code
    assert await house.why(paused, ANN, Play(code), None) == Why.PAUSED
    assert await house.why(paused, ANN, Next(0)) == Why.PAUSED
    assert await house.why(paused, EVE, Resume()) == Why.NOT_SEATED
    assert await house.why(paused, EVE, Pause()) == Why.NOT_SEATED
    await house.settle()
    assert (await house.service.table(table.id)).last_no == 0
    for person in (ANN, BO):
        hand = show.hand(paused, person.id)
        assert isinstance(hand, HandView)
        assert hand.pause is not None
        assert hand.pause.by == ANN.id


async def test_a_pause_needs_a_match_that_goes_on(house: House) -> None:
    table = await house.open(ANN, BO)
    assert await house.why(table, ANN, Pause()) == Why.NOT_STARTED
    started = await house.service.submit(table.id, ANN, 0, Start())
    assert await house.why(started.after, ANN, Resume()) == Why.NOT_PAUSED
    await house.service.submit(table.id, ANN, 0, End())
    assert await house.why(table, ANN, Pause()) == Why.GONE


async def test_opening_a_hand_does_not_end_somebodys_pause(house: House) -> None:
    table = await begun(house)
    await house.service.submit(table.id, BO, 0, Mind())
    await asked(house, table, ANN)
    back = (await house.service.submit(table.id, BO, 0, Back())).after
    assert (back.row.phase, back.seats[1].computer) == ("paused", None)


async def test_when_the_host_leaves_in_the_pause_it_is_the_next_hosts(house: House) -> None:
    table = await begun(house)
    await asked(house, table, ANN)
    left = (await house.service.submit(table.id, ANN, 0, Leave())).after
    assert (left.row.phase, left.row.paused_by) == ("paused", BO.id)


async def test_a_pause_that_ends_without_anybody_there_leaves_the_table_standing_still(house: House) -> None:
    table = await begun(house, ANN, BO)
    await asked(house, table, ANN)
    for person in (ANN, BO):
        await house.service.submit(table.id, person, 0, Mind())
    await house.pass_time(601)
    after = await house.service.table(table.id)
    assert (after.row.phase, after.row.paused_by) == ("paused", None)
    resumed = (await house.service.submit(table.id, BO, None, Resume())).after
    assert (resumed.row.phase, resumed.seats[1].computer) == ("playing", None)


async def test_a_pause_between_two_deals_holds_the_next_one_back(house: House) -> None:
    table = await house.between_deals()
    await asked(house, table, ANN)
    await house.pass_time(100)
    assert (await house.service.table(table.id)).row.deal_no == 1
    resumed = (await house.service.submit(table.id, ANN, None, Resume())).after
    assert resumed.row.phase == "between"
    await house.pass_time(16)
    assert (await house.service.table(table.id)).row.deal_no == 2


async def test_a_pause_outlasts_a_restart_with_its_time(tmp_path: Path) -> None:
    time = [1_000_000.0]
    house = await build(tmp_path / "t.sqlite3", time, Recorder())
    table = await begun(house)
    left = turn_at(table) - time[0] - 10
    await house.pass_time(10)
    paused = await asked(house, table, ANN)
    await meta.beat(house.database, time[0])
    await house.close()
    time[0] += 50
    house = await build(tmp_path / "t.sqlite3", time, Recorder())
    await house.service.start_up()
    again = await house.service.table(table.id)
    assert (again.row, again.seats) == (paused.row, paused.seats)
    assert again.due_at("pause") == (paused.due_at("pause") or 0) + 50
    await house.pass_time(601)
    after = await house.service.table(table.id)
    assert after.row.phase == "playing"
    assert turn_at(after) == pytest.approx(time[0] + left)
    await house.close()
