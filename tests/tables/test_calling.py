"""Who is to be called, and when: rules without any clock."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.store.records import DeadlineRow
from bot.tables import calling
from bot.tables.calling import CALLED, REMINDED, Missing
from bot.tables.commands import AddComputer, Leave, Mind, Person, Play, Start
from bot.tables.model import Table
from bot.tables.preferences import read
from tests.tables.house import ANN, BO, CLEO, DANA, FOUR, House, source


async def playing(house: House, *persons: Person, clock: str = "live") -> Table:
    """A table that has played its first card, so that nobody's time is doubled any more."""
    table = await house.open(*persons, clock=clock)
    for _ in range(4 - len(persons)):
        await house.service.submit(table.id, ANN, 0, AddComputer("normal"))
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    await house.settle()
    table = await house.play_one(table.id, persons, source(1))
    await house.settle()
    return await house.service.table(table.id)


def asked(table: Table) -> int:
    """Who is asked: the one person."""
    (seat,) = table.awaited()
    person = table.seats[seat].person_id
    assert person is not None
    return person


def only(found: tuple[Missing, ...]) -> Missing:
    (one,) = found
    return one


async def test_who_holds_no_hand_is_called_at_once(house: House) -> None:
    table = await playing(house, *FOUR)
    assert only(calling.missing(table, {})).call_at == house.time[0]


@pytest.mark.parametrize(("ago", "then"), [(0, 20), (99, 20), (101, 19), (120, 0), (500, 0)])
async def test_who_clicked_lately_has_a_third_of_the_time_but_no_longer_than_the_click_is_fresh(
    house: House, ago: float, then: float
) -> None:
    table = await playing(house, *FOUR)
    now = house.time[0]
    assert only(calling.missing(table, {asked(table): now - ago})).call_at == now + then


@pytest.mark.parametrize(
    ("clock", "called", "reminded"),
    [("live", 20, 40), ("relaxed", 120, 400), ("slow", 120, 16 * 3600), ("none", 120, None)],
)
async def test_each_clock_has_its_times(house: House, clock: str, called: float, reminded: float | None) -> None:
    table = await playing(house, *FOUR, clock=clock)
    now = house.time[0]
    found = only(calling.missing(table, {asked(table): now}))
    assert found.call_at == now + called
    assert found.remind_at == (None if reminded is None else now + reminded)


async def test_the_first_action_of_a_deal_has_twice_the_time_until_a_call_too(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    now = house.time[0]
    found = only(calling.missing(table, {asked(table): now}))
    assert (found.call_at, found.remind_at, found.until) == (now + 40, now + 80, now + 120)


async def test_time_added_to_a_deadline_moves_its_calls_too(house: House) -> None:
    table = await playing(house, *FOUR)
    seat, now = table.awaited()[0], house.time[0]
    later = replace(table, deadlines=(DeadlineRow(kind="turn", seat=seat, due_at=now + 500 + 60),))
    found = only(calling.missing(later, {}))
    assert (found.call_at, found.remind_at) == (now + 500, now + 540)


async def test_who_plays_with_computers_alone_is_only_reminded(house: House) -> None:
    table = await playing(house, ANN)
    found = only(calling.missing(table, {}))
    assert found.call_at is None
    assert found.remind_at is not None


async def test_whose_companions_are_all_away_is_only_reminded_too(house: House) -> None:
    table = await playing(house, *FOUR)
    for person in FOUR:
        if person.id != asked(table):
            table = (await house.service.submit(table.id, person, 0, Mind())).after
    assert only(calling.missing(table, {})).call_at is None


async def test_whose_seat_a_computer_plays_is_not_missing(house: House) -> None:
    table = await playing(house, *FOUR)
    gone = next(person for person in FOUR if person.id == asked(table))
    for command in (Mind(), Leave()):
        after = (await house.service.submit(table.id, gone, 0, command)).after
        assert gone.id not in [each.person for each in calling.missing(after, {})]


async def test_nobody_is_missing_in_a_lobby_between_deals_and_while_paused(house: House) -> None:
    assert calling.missing(await house.open(ANN, BO), {}) == ()


async def test_nobody_is_missing_between_deals(house: House) -> None:
    assert calling.missing(await house.between_deals(), {}) == ()


async def test_nobody_is_missing_while_the_table_is_paused(house: House) -> None:
    table = await playing(house, *FOUR)
    for person in FOUR:
        table = (await house.service.submit(table.id, person, 0, Mind())).after
    assert table.row.phase == "paused"
    assert calling.missing(table, {}) == ()


async def test_all_who_have_still_to_choose_are_missing_and_who_has_is_not(house: House) -> None:
    """PI: five discard at once."""
    table = await house.open(ANN, BO, CLEO, DANA, game="pitch")
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    await house.settle()
    while len(table.to_act()) < 2:
        seat = table.to_act()[0]
        legal = table.game.legal(table.match, seat).actions
        who = next((person for person in FOUR if person.id == table.seats[seat].person_id), None)
        if who is not None:
            await house.service.submit(table.id, who, None, Play(legal[-1].code))
        await house.settle()
        table = await house.service.table(table.id)
    missing = calling.missing(table, {})
    assert {each.seat for each in missing} == set(table.awaited()) & {seat.seat for seat in table.present}
    assert len(missing) > 1


def test_stages_and_the_next_look() -> None:
    one = Missing(0, 1, 100001, 10.0, 40.0, 60.0)
    assert [one.stage(at) for at in (9, 10, 39, 40, 60)] == [0, CALLED, CALLED, REMINDED, REMINDED]
    assert [one.next_after(at) for at in (9, 10, 40)] == [10, 40, None]


@pytest.mark.parametrize(
    ("choice", "live", "slow"),
    [(None, True, True), ("always", True, True), ("slow", False, True), ("never", False, False), (7, True, True)],
)
def test_preferences(choice: object, live: bool, slow: bool) -> None:
    preferences = read({} if choice is None else {"calls": choice})
    assert calling.wants_calls(preferences, "live") is live
    assert calling.wants_calls(preferences, "relaxed") is live
    assert calling.wants_calls(preferences, "slow") is slow
    assert calling.wants_calls(preferences, "none") is slow
