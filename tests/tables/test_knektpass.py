"""Knektpass at a table: its size, promises that stand, and what the table answers by itself."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.store.database import Database
from bot.tables.commands import (
    AddComputer,
    Join,
    Next,
    Opening,
    Person,
    Play,
    Refused,
    SetTakeBack,
    Start,
    TakeBack,
    TakeSeat,
    Why,
    Withdraw,
)
from bot.tables.model import Table
from engine.actions import Action
from engine.cards import ACE
from engine.games.knektpass import GAME, KnektpassState
from engine.options import Value
from tests.tables.house import ANN, BO, CHANNEL, CLEO, EVE, FOUR, GUILD, House

FINN, GUS = Person(6, "Finn"), Person(7, "Gus")
SEVEN = (*FOUR, EVE, FINN, GUS)


async def lobby_of(house: House, people: Sequence[Person], clock: str = "live", **options: Value) -> Table:
    host, *others = people
    opening = Opening(GUILD, CHANNEL, "knektpass", clock, options)  # type: ignore[arg-type]
    table = await house.service.open(host, opening)
    for person in others:
        table = (await house.service.submit(table.id, person, 0, Join())).after
    return table


async def started(house: House, people: Sequence[Person], clock: str = "live", **options: Value) -> Table:
    table = await lobby_of(house, people, clock, **options)
    return (await house.service.submit(table.id, people[0], 0, Start())).after


def state_of(table: Table) -> KnektpassState:
    assert isinstance(table.match, KnektpassState)
    return table.match


def asked(table: Table, people: Sequence[Person]) -> Person:
    (seat,) = table.to_act()
    return next(person for person in people if person.id == table.seats[seat].person_id)


async def does(house: House, table: Table, people: Sequence[Person], code: str, *, standing: bool = False) -> Table:
    """Whoever is asked does this."""
    return await says(house, table, asked(table, people), code, standing=standing)


async def says(house: House, table: Table, person: Person, code: str, *, standing: bool = False) -> Table:
    seat = table.held_by(person.id).seat
    return (await house.service.submit(table.id, person, table.decision(seat), Play(code, standing))).after


async def all_in(house: House, people: Sequence[Person], clock: str = "live", **options: Value) -> Table:
    """The exchange is about to begin."""
    table = await started(house, people, clock, **options)
    if state_of(table).phase == "rob":
        table = await does(house, table, people, "leave")
    while state_of(table).phase == "declare":
        table = await does(house, table, people, "in")
    return table


def some(table: Table, count: int) -> str:
    """An exchange of so many cards by whoever is asked."""
    (seat,) = table.to_act()
    hand = GAME.view(state_of(table), seat).hand
    return Action("exchange", hand[:count]).code


async def log(database: Database) -> list[tuple[str, str]]:
    rows = await database.rows("SELECT code, actor FROM actions ORDER BY deal_no, no")
    return [(str(code), str(actor)) for code, actor in rows]


# --- How many play ----------------------------------------------------------------------------------


async def test_a_lobby_has_seven_seats_and_start_plays_with_those_who_sit(house: House) -> None:
    table = await lobby_of(house, (ANN, BO))
    assert len(table.seats) == 7
    table = (await house.service.submit(table.id, CLEO, 0, Join(seat=5))).after
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    assert [(seat.seat, seat.person_id, seat.computer) for seat in table.seats] == [
        (0, ANN.id, None),
        (1, BO.id, None),
        (2, CLEO.id, None),
    ]
    assert table.row.seats == 3


@pytest.mark.parametrize("people", [FOUR[:2], SEVEN], ids=len)
async def test_two_and_seven_people(house: House, people: tuple[Person, ...]) -> None:
    table = await started(house, people)
    assert [seat.person_id for seat in table.seats] == [person.id for person in people]
    assert all(seat.computer is None for seat in table.seats)
    assert await house.why(table, Person(8, "Hal"), Join()) == "already_started"


async def test_computers_come_only_where_they_were_asked_for(house: House) -> None:
    table = await lobby_of(house, (ANN, BO))
    table = (await house.service.submit(table.id, BO, 0, AddComputer("hard"))).after
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    assert [seat.computer for seat in table.seats] == [None, None, "hard"]


@pytest.mark.parametrize("join", [True, False])
async def test_alone_three_computers_sit_down_too(house: House, join: bool) -> None:
    table = await lobby_of(house, (ANN,))
    table = (await house.service.submit(table.id, ANN, 0, Start(join=join))).after
    assert [seat.computer for seat in table.seats] == [None, "normal", "normal", "normal"]


async def test_play_now_fills_up_beside_a_computer_that_is_there_and_start_does_not(house: House) -> None:
    for join, levels in ((False, [None, "easy"]), (True, [None, "easy", "normal", "normal"])):
        table = await house.service.open(ANN, Opening(GUILD, CHANNEL + join, "knektpass"))
        await house.service.submit(table.id, ANN, 0, AddComputer("easy"))
        table = (await house.service.submit(table.id, ANN, 0, Start(join=join))).after
        assert [seat.computer for seat in table.seats] == levels


async def test_somebody_takes_a_computers_seat_between_deals(house: House) -> None:
    table = await lobby_of(house, (ANN,))
    table = (await house.service.submit(table.id, ANN, 0, Start(join=True))).after
    while table.row.phase == "playing":
        await house.settle()
        table = await house.service.table(table.id)
        if table.row.phase == "playing":
            (seat,) = table.to_act()
            code = GAME.legal(state_of(table), seat).actions[0].code
            table = await says(house, table, ANN, code)
    assert await house.why(table, EVE, TakeSeat(0)) == "no_computer_there"
    table = (await house.service.submit(table.id, EVE, 0, TakeSeat(2))).after
    await house.service.submit(table.id, ANN, 0, Next(1))
    table = (await house.service.submit(table.id, EVE, 0, Next(1))).after
    assert [seat.person_id for seat in table.seats] == [ANN.id, None, EVE.id, None]
    assert table.row.phase == "playing"
    assert table.deal is not None
    assert table.deal.holders == (ANN.id, None, EVE.id, None)


# --- What only the table answers --------------------------------------------------------------------


@pytest.mark.parametrize("clock", ["live", "slow"])
async def test_who_has_exchanged_five_is_not_asked_again(house: House, clock: str) -> None:
    people = (ANN, BO)
    table = await all_in(house, people, clock)
    first = asked(table, people)
    table = await does(house, table, people, some(table, 5))
    second = asked(table, people)
    assert second is not first
    table = await does(house, table, people, some(table, 1))
    # The second round: the first player can only stand.
    assert asked(table, people) is second
    assert state_of(table).phase == "exchange"
    told = await log(house.database)
    assert told[-1] == ("exchange", "table")
    assert [actor for code, actor in told if code == "exchange"] == ["table"]
    table = await does(house, table, people, "exchange")
    assert state_of(table).phase == "play"


async def test_what_must_be_said_the_table_says_from_the_deal_on(house: House) -> None:
    table = await started(house, FOUR, rob="off", trump_ace_must_play=True, start_score=50)
    from_the_deal_on = 0
    while table.row.phase != "over":
        state = state_of(table)
        if table.row.phase == "between":
            deal_no = table.row.deal_no
            for person in FOUR:
                table = (await house.service.submit(table.id, person, 0, Next(deal_no))).after
            from_the_deal_on += table.last_no > 0
            continue
        (seat,) = table.to_act()
        if state.phase == "declare":
            assert not state.hands[seat] >> (13 * state.trump + ACE) & 1, "the holder of the ace is not asked"
        table = await does(house, table, FOUR, GAME.legal(state, seat).actions[0].code)
    told = await log(house.database)
    assert from_the_deal_on
    assert told.count(("in", "table")) >= from_the_deal_on


async def test_a_card_waits_for_its_player_where_there_is_a_hurry(house: House) -> None:
    people = (ANN, BO)
    table = await all_in(house, people)
    while state_of(table).phase == "exchange":
        table = await does(house, table, people, "exchange")
    while table.row.phase == "playing":
        (seat,) = table.to_act()
        table = await does(house, table, people, GAME.legal(state_of(table), seat).actions[0].code)
    by_itself = [code for code, actor in await log(house.database) if actor == "table"]
    assert 1 <= len(by_itself) <= 2, "the last cards only"


# --- Done exchanging --------------------------------------------------------------------------------


async def test_done_exchanging_stands_in_all_later_rounds(house: House) -> None:
    people = (ANN, BO, CLEO)
    table = await all_in(house, people)
    first = asked(table, people)
    table = await does(house, table, people, "exchange", standing=True)
    while state_of(table).phase == "exchange":
        assert asked(table, people) is not first
        table = await does(house, table, people, some(table, 1))
    state = state_of(table)
    assert state.phase == "play"
    assert len(state.swaps) == 9
    seat = table.held_by(first.id).seat
    assert state.exchanged[seat] == 0
    assert all(each.promise is None and not each.standing for each in table.seats)
    actors = [actor for code, actor in await log(house.database) if code == "exchange"]
    assert actors == [str(first.id)] * 3, "their own answers, each in its turn"


async def test_to_stand_and_be_asked_again(house: House) -> None:
    people = (ANN, BO)
    table = await all_in(house, people)
    first = asked(table, people)
    table = await does(house, table, people, "exchange")
    table = await does(house, table, people, some(table, 1))
    assert asked(table, people) is first
    table = await does(house, table, people, some(table, 2))
    assert state_of(table).exchanged[table.held_by(first.id).seat] == 2


async def test_done_may_be_said_ahead_and_taken_back(house: House) -> None:
    people = (ANN, BO, CLEO)
    table = await all_in(house, people)
    later = next(person for person in people if person is not asked(table, people))
    table = await says(house, table, later, "exchange", standing=True)
    seat = table.held_by(later.id).seat
    assert (table.seats[seat].promise, table.seats[seat].standing) == ("exchange", True)
    table = (await house.service.submit(table.id, later, 0, Withdraw())).after
    assert (table.seats[seat].promise, table.seats[seat].standing) == (None, False)
    table = await says(house, table, later, "exchange", standing=True)
    while state_of(table).phase == "exchange":
        assert asked(table, people) is not later
        table = await does(house, table, people, some(table, 1))
    assert state_of(table).exchanged[seat] == 0


async def test_in_and_pass_ahead_come_true_in_order(house: House) -> None:
    table = await started(house, FOUR)
    table = await does(house, table, FOUR, "leave")
    order = [(state_of(table).dealer + 1 + place) % 4 for place in range(4)]
    by_seat = [next(each for each in FOUR if each.id == table.seats[seat].person_id) for seat in order]
    table = await says(house, table, by_seat[1], "pass")
    table = await says(house, table, by_seat[3], "in")
    table = await says(house, table, by_seat[2], "in")
    assert state_of(table).said == ()
    table = await says(house, table, by_seat[0], "in")
    state = state_of(table)
    assert state.said == (True, False, True, True)
    assert state.phase == "exchange"


async def test_a_table_of_seven_never_draws_beyond_the_talon(house: House) -> None:
    table = await all_in(house, SEVEN)
    while state_of(table).phase == "exchange":
        choice = GAME.legal(state_of(table), table.to_act()[0]).choice
        assert choice is not None
        table = await does(house, table, SEVEN, some(table, choice.most))
    assert not state_of(table).talon
    assert sum(state_of(table).exchanged) == 16
    while table.row.phase == "playing":
        (seat,) = table.to_act()
        table = await does(house, table, SEVEN, GAME.legal(state_of(table), seat).actions[0].code)
    assert sum(state_of(table).taken) == 5


async def test_a_word_said_ahead_holds_where_the_turn_came_first(house: House) -> None:
    """As with quick computers: between the reading and the press the table has gone round."""
    people = (ANN, BO, CLEO)
    table = await all_in(house, people)
    first = asked(table, people)
    table = await does(house, table, people, some(table, 1))
    number = table.decision(table.held_by(first.id).seat)
    second = asked(table, people)
    table = await does(house, table, people, some(table, 1))
    assert asked(table, people) not in (first, second)
    table = await does(house, table, people, some(table, 1))
    assert asked(table, people) is first, "round 2"
    table = (await house.service.submit(table.id, first, number, Play("exchange", standing=True))).after
    seat = table.held_by(first.id).seat
    assert (table.seats[seat].promise, table.seats[seat].standing) == ("exchange", True), "for round 3"
    assert len(state_of(table).swaps) == 4
    with pytest.raises(Refused):
        await house.service.submit(table.id, first, number, Play("exchange", standing=True))


async def test_a_word_said_ahead_is_stale_in_the_next_phase(house: House) -> None:
    people = (ANN, BO)
    table = await all_in(house, people, exchange_rounds=2)
    first = asked(table, people)
    table = await does(house, table, people, some(table, 1))
    number = table.decision(table.held_by(first.id).seat)
    table = await does(house, table, people, some(table, 1))
    table = await does(house, table, people, "exchange")
    table = await does(house, table, people, "exchange")
    assert state_of(table).phase == "play"
    with pytest.raises(Refused) as caught:
        await house.service.submit(table.id, first, number, Play("exchange", standing=True))
    assert caught.value.reason == Why.STALE


async def test_a_word_said_ahead_is_not_taken_for_a_turn_that_was_taken_back(house: House) -> None:
    people = (ANN, BO)
    table = await lobby_of(house, people)
    await house.service.submit(table.id, ANN, 0, SetTakeBack(True))
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    if state_of(table).phase == "rob":
        table = await does(house, table, people, "leave")
    while state_of(table).phase == "declare":
        table = await does(house, table, people, "in")
    first = asked(table, people)
    seat = table.held_by(first.id).seat
    table = await does(house, table, people, "exchange")
    number = table.decision(seat)
    table = (await house.service.submit(table.id, first, number, TakeBack())).after
    assert asked(table, people) is first
    with pytest.raises(Refused) as caught:
        await house.service.submit(table.id, first, number, Play("exchange", standing=True))
    assert caught.value.reason == Why.STALE
