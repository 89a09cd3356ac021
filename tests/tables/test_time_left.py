"""A question has its time once: nobody who goes and comes back, or changes their mind, gets more for the same one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import meta
from bot.store.connection import Connection
from bot.tables import show
from bot.tables.commands import (
    Back,
    Command,
    Leave,
    Mind,
    Pause,
    Person,
    Play,
    Refused,
    Resume,
    SetTakeBack,
    Start,
    TakeBack,
    TakeSeat,
    Why,
    Withdraw,
)
from bot.tables.due import LEAST_LEFT
from bot.tables.model import Table
from bot.tables.views import HandView
from engine.game import by_chance
from tests.tables.house import ANN, EVE, FOUR, House, build, source
from tests.tables.recorder import Recorder

FIVE = (*FOUR, EVE)


@pytest.fixture
async def slow_house(tmp_path: Path) -> AsyncIterator[House]:
    """Its computers take longer to answer than any test."""
    built = await build(tmp_path / "slow.sqlite3", [1_000_000.0], Recorder())
    built.computers._pace = 3600.0
    yield built
    await built.close()


async def second_card(house: House, *, take_back: bool = False) -> tuple[Table, int, Person]:
    """Four persons of whom one has led: the table, who is asked, and their person."""
    table = await house.open(*FOUR)
    if take_back:
        await house.service.submit(table.id, ANN, 0, SetTakeBack(True))
    await house.service.submit(table.id, ANN, 0, Start())
    table = await house.play_one(table.id, FOUR, source(1))
    (seat,) = table.to_act()
    return table, seat, holder(table, seat)


def holder(table: Table, seat: int) -> Person:
    return next(person for person in FIVE if person.id == table.seats[seat].person_id)


def left(house: House, table: Table, seat: int) -> float:
    until = table.due_at("turn", seat)
    assert until is not None
    return until - house.time[0]


async def asks(house: House, table: Table, person: Person, *commands: Command) -> Table:
    for command in commands:
        table = (await house.service.submit(table.id, person, None, command)).after
    return table


async def plays(house: House, table: Table, seat: int) -> Table:
    code = by_chance(table.game.legal(table.match, seat), source(1)).action.code
    return await asks(house, table, holder(table, seat), Play(code))


@pytest.mark.parametrize("way", ["away", "left", "pause"])
async def test_who_goes_and_comes_back_has_what_was_left_and_once_ten_seconds(slow_house: House, way: str) -> None:
    house = slow_house
    table, seat, person = await second_card(house)
    there_and_back: dict[str, tuple[Command, Command]] = {
        "away": (Mind(), Back()),
        "left": (Leave(), TakeSeat(seat)),
        "pause": (Pause(), Resume()),
    }
    if way == "pause":
        # The host's, who need not be the one on turn.
        person = ANN
    for passes, then in ((30, 30), (25, LEAST_LEFT), (7, 3), (1, 2)):
        house.time[0] += passes
        table = await asks(house, table, person, *there_and_back[way])
        assert left(house, table, seat) == then


async def test_what_was_left_outlasts_a_restart(slow_house: House) -> None:
    house = slow_house
    table, seat, person = await second_card(house, take_back=True)
    house.time[0] += 55
    table = await asks(house, table, person, Mind(), Back())
    house.time[0] += 4
    table = await asks(house, table, person, Mind())
    await meta.beat(house.database, house.time[0])
    await house.close()
    house = await build(house.database.path, [house.time[0] + 100], Recorder())
    await house.service.start_up()
    table = await asks(house, table, person, Back())
    assert left(house, table, seat) == 6
    table = await plays(house, table, seat)
    await meta.beat(house.database, house.time[0])
    await house.close()
    house = await build(house.database.path, [house.time[0] + 100], Recorder())
    await house.service.start_up()
    table = await asks(house, table, person, TakeBack())
    assert left(house, table, seat) == 6
    await house.close()


async def test_looking_in_when_time_is_up_does_not_stop_the_computer_and_is_no_absence(slow_house: House) -> None:
    house = slow_house
    table, seat, person = await second_card(house)
    await house.pass_time(61)
    for _ in range(3):
        table = await asks(house, table, person, Back())
        assert (table.stands_in(seat), table.seats[seat].missed, table.due_at("turn", seat)) == (True, 0, None)
    # Until it has acted, the person may be first.
    hand = show.hand(table, person.id)
    assert isinstance(hand, HandView)
    assert not hand.seats[seat].away
    after = await plays(house, table, seat)
    assert (after.last_no, after.seats[seat].computer, after.seats[seat].missed) == (2, None, 0)


async def test_the_computers_one_action_is_the_last_word_of_a_turn_that_was_missed(house: House) -> None:
    table, seat, person = await second_card(house)
    await house.pass_time(61)
    await asks(house, table, person, Back())
    await house.settle()
    table = await house.service.table(table.id)
    assert (table.last_no, table.seats[seat].computer, table.seats[seat].missed) == (2, None, 0)


async def test_choosing_and_withdrawing_gives_no_more_time_and_in_the_end_it_stands(house: House) -> None:
    table = await house.open(*FIVE, game="pitch")
    table = await asks(house, table, ANN, Start())
    while len(table.awaited()) == 1:
        codes = [action.code for action in table.game.legal(table.match, table.awaited()[0]).actions]
        code = "bid 6" if "bid 6" in codes else codes[0]
        table = await asks(house, table, holder(table, table.awaited()[0]), Play(code))
    seat = table.awaited()[0]
    person = holder(table, seat)
    for passes, then in ((100, 20), (15, LEAST_LEFT), (4, 6)):
        house.time[0] += passes
        table = await plays(house, table, seat)
        table = await asks(house, table, person, Withdraw())
        assert left(house, table, seat) == then
    table = await plays(house, table, seat)
    house.time[0] += 7
    assert await house.why(table, person, Withdraw()) == Why.TIME_IS_UP


async def test_taking_back_again_and_again_keeps_nobody_waiting_for_long(house: House) -> None:
    table, seat, person = await second_card(house, take_back=True)
    begun, refused = house.time[0], ""
    for _ in range(20):
        table = await plays(house, table, seat)
        await house.pass_time(30)
        try:
            table = await asks(house, table, person, TakeBack())
        except Refused as error:
            refused = error.reason
            break
        await house.pass_time(9)
    assert refused == Why.TIME_IS_UP
    assert house.time[0] - begun <= 120


async def test_after_a_pause_what_is_taken_back_has_the_time_that_was_left(house: House) -> None:
    table, seat, person = await second_card(house, take_back=True)
    house.time[0] += 25
    table = await plays(house, table, seat)
    table = await asks(house, table, ANN, Pause())
    house.time[0] += 300
    await asks(house, table, ANN, Resume())
    table = await asks(house, table, person, TakeBack())
    assert left(house, table, seat) == 35


async def test_who_comes_back_to_a_table_that_stood_still_has_the_whole_time(house: House) -> None:
    table = await house.open(ANN)
    table = await asks(house, table, ANN, Start(join=True))
    await house.settle()
    table = await house.service.table(table.id)
    (seat,) = table.to_act()
    await house.pass_time(50)
    table = await asks(house, table, ANN, Mind())
    assert table.row.phase == "paused"
    house.time[0] += 3600
    table = await asks(house, table, ANN, Back())
    assert left(house, table, seat) == 60


async def test_a_deadline_from_before_questions_were_noted_is_that_of_the_question_then_asked(
    slow_house: House,
) -> None:
    house = slow_house
    table, seat, person = await second_card(house)

    async def work(connection: Connection) -> None:
        await connection.execute("UPDATE deadlines SET question = NULL")

    await house.database.write(work)
    house.service.forget(None, house.service.kept())
    house.time[0] += 30
    table = await asks(house, table, person, Mind(), Back())
    assert left(house, table, seat) == 30


async def test_who_acts_twice_in_a_row_gets_no_more_time_by_taking_the_first_back(house: House) -> None:
    """In Pitch the dealer bids last, and is to name a card at once."""
    table = await house.open(*FIVE, game="pitch")
    await asks(house, table, ANN, SetTakeBack(True))
    table = await asks(house, table, ANN, Start())
    assert table.deal is not None
    dealer = table.deal.dealer
    person = holder(table, dealer)
    while table.to_act() != (dealer,):
        table = await asks(house, table, holder(table, table.to_act()[0]), Play("pass"))
    house.time[0] += 40
    for spent, then in ((5, 15), (7, LEAST_LEFT), (6, 4)):
        table = await asks(house, table, person, Play("bid 6"))
        assert (table.to_act(), left(house, table, dealer)) == ((dealer,), 120)
        # The pause is nobody's time.
        await asks(house, table, ANN, Pause())
        house.time[0] += 100
        table = await asks(house, table, ANN, Resume())
        assert left(house, table, dealer) == 120
        house.time[0] += spent
        table = await asks(house, table, person, TakeBack())
        assert left(house, table, dealer) == then
    table = await asks(house, table, person, Play("bid 6"))
    house.time[0] += 5
    assert await house.why(table, person, TakeBack(), None) == Why.TIME_IS_UP
