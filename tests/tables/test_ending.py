"""How tables end, and how they go on."""

from __future__ import annotations

from bot.tables import show
from bot.tables.commands import (
    Again,
    Clock,
    Close,
    End,
    Leave,
    Opening,
    Person,
    Start,
    Why,
)
from bot.tables.model import Table
from bot.tables.views import GoneView
from tests.tables.house import ANN, BO, CLEO, DANA, EVE, FOUR, House, source


async def test_who_may_end_a_table(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    assert await house.why(table, BO, End()) == Why.MAY_NOT_END
    assert await house.why(table, EVE, End()) == Why.NOT_SEATED
    ended = (await house.service.submit(table.id, Person(99, "Mod", moderator=True), 0, End())).after
    assert (ended.row.phase, ended.row.end_reason) == ("over", "moderator")
    assert await house.why(table, ANN, Leave()) == Why.GONE
    assert isinstance(show.hand(ended, ANN.id), GoneView)


async def test_the_host_ends_before_the_first_deal_is_over_and_a_majority_later(house: House) -> None:
    table = await house.between_deals()
    for person in (ANN, BO):
        table = (await house.service.submit(table.id, person, 0, End())).after
        assert table.row.phase == "between"
    table = (await house.service.submit(table.id, CLEO, 0, End())).after
    assert (table.row.phase, table.row.end_reason) == ("over", "vote")


async def test_a_vote_to_end_is_about_now_and_forgotten_with_the_next_deal(house: House) -> None:
    table = await house.between_deals()
    for person in (ANN, BO):
        await house.service.submit(table.id, person, 0, End())
    await house.pass_time(16)
    table = await house.service.table(table.id)
    assert (table.row.phase, table.row.deal_no) == ("playing", 2)
    assert not any(seat.wants_end for seat in table.seats)
    # Nor does anybody's leaving bring it up again: two of three had voted.
    table = (await house.service.submit(table.id, DANA, 0, Leave())).after
    assert table.row.phase == "playing"
    # In the deal itself it holds, whatever who has voted plays.
    chance = source(5)
    for person in (ANN, BO):
        table = (await house.service.submit(table.id, person, 0, End())).after
        if person is ANN:
            await house.settle()
            for _ in range(3):
                await house.play_one(table.id, (ANN, BO, CLEO), chance)
                await house.settle()
    assert (table.row.phase, table.row.end_reason) == ("over", "vote")


async def test_a_deleted_channel_ends_the_table(house: House) -> None:
    table = await house.open(*FOUR)
    closed = (await house.service.submit(table.id, Clock(), None, Close("channel"))).after
    assert closed.row.phase == "over"
    assert await house.service.open_tables() == []


async def played_out(house: House) -> Table:
    """A table of four whose match has just ended."""
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance = source(6)
    while table.row.phase != "over":
        if table.row.phase == "between":
            await house.pass_time(16)
            table = await house.service.table(table.id)
        else:
            table = await house.play_one(table.id, FOUR, chance)
    return table


async def test_a_rematch_starts_when_all_have_pressed(house: House) -> None:
    table = await played_out(house)
    for person in FOUR:
        await house.service.submit(table.id, person, 0, Again())
    (fresh,) = await house.service.open_tables()
    again = await house.service.table(fresh)
    assert again.row.phase == "playing"
    assert [seat.person_id for seat in again.seats] == [person.id for person in FOUR]
    assert await house.why(table, ANN, Again()) == Why.GONE


async def test_a_rematch_that_finds_its_channel_taken_stays_on_offer(house: House) -> None:
    """The last press opens the new table in the same transaction, so either both happen or neither."""
    table = await played_out(house)
    for person in FOUR[:3]:
        await house.service.submit(table.id, person, 0, Again())
    other = await house.service.open(EVE, Opening(table.row.guild_id, table.row.channel_id, "phat"))
    assert await house.why(table, FOUR[3], Again()) == Why.CHANNEL_TAKEN
    assert (await house.service.table(table.id)).row.end_reason is None
    await house.service.submit(other.id, EVE, 0, Leave())
    await house.service.submit(table.id, FOUR[3], 0, Again())
    (fresh,) = await house.service.open_tables()
    assert (await house.service.table(fresh)).row.phase == "playing"
