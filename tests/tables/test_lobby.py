"""Before the first deal: who may sit, move, start, and what fills the rest."""

from __future__ import annotations

import pytest

from bot.tables.commands import (
    AddComputer,
    Join,
    Leave,
    Next,
    Opening,
    Play,
    Refused,
    RemoveComputer,
    Shuffle,
    Start,
    Why,
)
from bot.tables.views import LobbyView
from tests.tables.house import ANN, BO, CHANNEL, CLEO, DANA, EVE, GUILD, House


async def test_a_lobby_seats_people_and_refuses_the_rest(house: House) -> None:
    table = await house.open(ANN, BO, CLEO)
    assert await house.why(table, BO, Join()) == Why.ALREADY_SEATED
    assert await house.why(table, DANA, Join(seat=0)) == Why.SEAT_TAKEN
    assert await house.why(table, DANA, Join(seat=9)) == Why.SEAT_TAKEN
    assert await house.why(table, EVE, Leave()) == Why.NOT_SEATED
    assert await house.why(table, BO, Start()) == Why.NOT_HOST
    assert await house.why(table, EVE, Start()) == Why.NOT_SEATED
    assert await house.why(table, BO, Shuffle()) == Why.NOT_HOST
    assert await house.why(table, ANN, Next(0)) == Why.STALE
    assert await house.why(table, ANN, Play("play AS"), None) == Why.NOT_STARTED
    moved = (await house.service.submit(table.id, BO, 0, Join(seat=3))).after
    assert [seat.person_id for seat in moved.seats] == [ANN.id, None, CLEO.id, BO.id]
    full = (await house.service.submit(table.id, DANA, 0, Join())).after
    assert await house.why(table, EVE, Join()) == Why.TABLE_FULL
    started = (await house.service.submit(table.id, BO, 0, Start())).after
    assert started.row.phase == "playing"
    assert [seat.person_id for seat in started.seats] == [seat.person_id for seat in full.seats]
    assert await house.why(table, ANN, Start()) == Why.ALREADY_STARTED
    assert await house.why(table, EVE, Join()) == Why.ALREADY_STARTED


async def test_one_open_table_a_channel(house: House) -> None:
    await house.open(ANN)
    with pytest.raises(Refused) as caught:
        await house.service.open(BO, Opening(GUILD, CHANNEL, "phat"))
    assert caught.value.reason == Why.CHANNEL_TAKEN
    assert (await house.open(BO, channel=CHANNEL + 1)).row.phase == "lobby"


async def test_the_last_to_leave_a_lobby_closes_it_and_a_host_hands_on(house: House) -> None:
    table = await house.open(ANN, BO)
    assert (await house.service.submit(table.id, ANN, 0, Leave())).after.row.host_id == BO.id
    closed = (await house.service.submit(table.id, BO, 0, Leave())).after
    assert (closed.row.phase, closed.row.end_reason) == ("over", "empty")
    assert await house.why(table, ANN, Join()) == Why.GONE


async def test_computers_are_added_removed_and_fill_free_seats(house: House) -> None:
    table = await house.open(ANN)
    added = (await house.service.submit(table.id, ANN, 0, AddComputer("hard"))).after
    assert added.seats[1].computer == "hard"
    for level in ("oracle", "random", ""):
        assert await house.why(table, ANN, AddComputer(level)) == "wrong_verb"
    assert await house.why(table, ANN, RemoveComputer(2)) == Why.NO_COMPUTER_THERE
    removed = (await house.service.submit(table.id, ANN, 0, RemoveComputer(1))).after
    assert removed.seats[1].computer is None
    started = (await house.service.submit(table.id, ANN, 0, Start())).after
    assert [seat.computer for seat in started.seats] == [None, "normal", "normal", "normal"]


async def test_play_now_seats_starts_and_deals_in_one(house: House) -> None:
    table = await house.open(ANN)
    assert await house.why(table, BO, Start(join=True)) == Why.NOT_HOST
    started = (await house.service.submit(table.id, ANN, 0, Start(join=True))).after
    assert started.row.phase == "playing"
    assert started.row.deal_no == 1


async def test_an_untouched_lobby_closes(house: House) -> None:
    table = await house.open(ANN)
    await house.pass_time(31 * 60)
    await house.settle()
    after = await house.service.table(table.id)
    assert (after.row.phase, after.row.end_reason) == ("over", "expired")
    (view,) = house.screen.messages.values()
    assert isinstance(view, LobbyView)
    assert view.closed == "expired"
