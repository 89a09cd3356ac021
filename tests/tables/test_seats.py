"""Seats and hands during a match: leaving, being away, coming back, and what each person sees."""

from __future__ import annotations

from bot.tables import show
from bot.tables.commands import (
    Back,
    Leave,
    Mind,
    Start,
    TakeSeat,
    Why,
)
from bot.tables.views import HandView, TableView
from tests.tables.house import ANN, BO, CLEO, EVE, FOUR, House, source
from tests.tables.recorder import Hand


async def test_a_missed_turn_is_played_once_and_the_second_minds_the_seat(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    (seat,) = table.to_act()
    await house.pass_time(100)
    assert len((await house.service.table(table.id)).to_act()) == 1
    await house.pass_time(21)  # the first lead has twice the time
    await house.settle()
    table = await house.service.table(table.id)
    assert table.last_no == 1
    assert (table.seats[seat].computer, table.seats[seat].missed) == (None, 1)
    chance = source(2)
    while table.to_act() != (seat,):
        table = await house.play_one(table.id, FOUR, chance)
    await house.pass_time(61)
    await house.settle()
    table = await house.service.table(table.id)
    assert (table.seats[seat].computer, table.seats[seat].missed) == ("normal", 2)
    holder = next(each for each in FOUR if each.id == table.seats[seat].person_id)
    table = (await house.service.submit(table.id, holder, 0, Back())).after
    assert (table.seats[seat].computer, table.seats[seat].missed) == (None, 0)


async def test_whoever_acts_between_two_missed_turns_keeps_the_seat(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    (seat,) = table.to_act()
    await house.pass_time(121)
    await house.settle()
    chance = source(3)
    for missed in (1, 0):
        table = await house.service.table(table.id)
        assert (table.seats[seat].computer, table.seats[seat].missed) == (None, missed)
        while table.to_act() != (seat,):
            table = await house.play_one(table.id, FOUR, chance)
        if missed:
            await house.play_one(table.id, FOUR, chance)
    await house.pass_time(61)
    await house.settle()
    table = await house.service.table(table.id)
    assert (table.seats[seat].computer, table.seats[seat].missed) == (None, 1)


async def test_opening_the_hand_between_two_missed_turns_starts_the_count_anew(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    (seat,) = table.to_act()
    holder = next(each for each in FOUR if each.id == table.seats[seat].person_id)
    await house.pass_time(121)
    await house.settle()
    table = (await house.service.submit(table.id, holder, 0, Back())).after
    assert (table.seats[seat].computer, table.seats[seat].missed) == (None, 0)
    again = await house.service.submit(table.id, holder, 0, Back())
    assert again.before is again.after, "nothing is written for a hand that is opened once more"
    chance = source(3)
    while table.to_act() != (seat,):
        table = await house.play_one(table.id, FOUR, chance)
    await house.pass_time(61)
    await house.settle()
    table = await house.service.table(table.id)
    assert (table.seats[seat].computer, table.seats[seat].missed) == (None, 1)


async def test_a_leavers_seat_goes_to_a_computer_and_is_kept(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    left = (await house.service.submit(table.id, ANN, 0, Leave())).after
    assert (left.seats[0].computer, left.seats[0].kept_for, left.row.host_id) == ("normal", ANN.id, BO.id)
    assert await house.why(left, EVE, TakeSeat(0)) == Why.NOT_BETWEEN_DEALS
    assert await house.why(left, BO, TakeSeat(0)) == Why.ALREADY_SEATED
    assert await house.why(left, EVE, TakeSeat(1)) == Why.NO_COMPUTER_THERE
    back = (await house.service.submit(table.id, ANN, 0, TakeSeat(0))).after
    assert (back.seats[0].person_id, back.seats[0].computer) == (ANN.id, None)


async def test_a_newcomer_takes_a_computers_seat_between_deals(house: House) -> None:
    table = await house.open(ANN, BO, CLEO)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance = source(9)
    while table.row.phase == "playing":
        await house.settle()
        table = await house.service.table(table.id)
        if table.to_act():
            table = await house.play_one(table.id, (ANN, BO, CLEO), chance)
    assert table.row.phase == "between"
    view = show.public(table)
    assert isinstance(view, TableView)
    assert view.free == (3,)
    taken = (await house.service.submit(table.id, EVE, 0, TakeSeat(3))).after
    assert taken.seats[3].person_id == EVE.id
    assert taken.names[EVE.id] == "Eve"


async def test_a_table_without_present_people_pauses_and_goes_on_with_them(house: House) -> None:
    table = await house.open(ANN, BO)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    await house.settle()
    await house.service.submit(table.id, ANN, 0, Mind())
    paused = (await house.service.submit(table.id, BO, 0, Mind())).after
    assert paused.row.phase == "paused"
    assert paused.to_act() == ()
    resumed = (await house.service.submit(table.id, ANN, 0, Back())).after
    assert resumed.row.phase == "playing"


async def test_open_hands_follow_the_table_and_never_show_another_hand(house: House) -> None:
    table = await house.open(*FOUR)
    for number, person in enumerate(FOUR):
        house.publisher.hold(table, person.id, Hand(number), show.hand(table, person.id))
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    await house.settle()
    for seat, person in enumerate(FOUR):
        view = house.screen.pushed[seat][-1]
        assert isinstance(view, HandView)
        assert view.own is not None
        assert view.own.seat == seat
        assert view == show.hand(table, person.id)
    public = [view for kind, _, view in house.screen.log if kind in ("post", "edit")]
    assert all(not view.public.hand for view in public if isinstance(view, TableView))


async def test_opening_a_hand_anew_retires_the_older_one(house: House) -> None:
    table = await house.open(ANN)
    shown = show.hand(table, ANN.id)
    for _ in range(2):
        house.publisher.hold(table, ANN.id, Hand(1), shown)
        await house.settle()
        assert all(kind != "retire hand" for kind, *_ in house.screen.log)
    house.publisher.hold(table, ANN.id, Hand(2), shown)
    await house.settle()
    assert house.screen.log[-1] == ("retire hand", 1, None)
