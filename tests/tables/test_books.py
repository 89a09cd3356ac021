"""Who has won, lost and counted when seats changed hands in the course of a match."""

from __future__ import annotations

import pytest

from bot.store import ratings, scores
from bot.store import tables as rows
from bot.store.maintenance import check
from bot.store.records import Counting, PersonResult
from bot.tables.commands import Back, Leave, Mind, Next, Person, Start, TakeSeat
from bot.tables.model import Table
from bot.tables.scoring import reach_of_match
from engine.game import Source
from tests.store import booked
from tests.tables.house import ANN, BO, CLEO, DANA, EVE, FOUR, GUILD, House, source


async def played_on(house: House, table: Table, persons: tuple[Person, ...], chance: Source) -> Table:
    """The table at the end of the deal going on, whoever has to play."""
    while table.row.phase == "playing":
        await house.settle()
        table = await house.service.table(table.id)
        if table.awaited():
            table = await house.play_one(table.id, persons, chance)
    await house.settle()
    return await house.service.table(table.id)


async def next_deal(house: House, table: Table, persons: tuple[Person, ...]) -> Table:
    for person in persons:
        await house.service.submit(table.id, person, 0, Next(table.row.deal_no))
    return await house.service.table(table.id)


async def played_out(house: House, table: Table, persons: tuple[Person, ...], chance: Source) -> Table:
    """The table at the match's end."""
    while table.row.phase != "over":
        if table.row.phase == "between":
            table = await next_deal(house, table, persons)
        table = await played_on(house, table, persons, chance)
    return table


async def results(house: House, table: Table) -> dict[int, PersonResult]:
    recorded = await rows.record_rows(house.database, table.id)
    assert recorded is not None
    assert recorded.result is not None
    return {each.person_id: each for each in recorded.result.persons}


async def test_who_comes_back_on_another_seat_ends_the_match_once(house: House) -> None:
    """A leaver's seat is kept; sitting down elsewhere gives it up, and the match's end names everybody once."""
    chance = source(3)
    table = await house.open(ANN, BO)
    await house.service.submit(table.id, ANN, 0, Start())
    await house.settle()
    await house.service.submit(table.id, BO, 0, Leave())
    table = await played_on(house, await house.service.table(table.id), (ANN,), chance)
    table = (await house.service.submit(table.id, BO, 0, TakeSeat(3))).after
    assert [seat.kept_for for seat in table.seats] == [None] * 4
    table = await played_out(house, table, (ANN, BO), chance)
    assert set(await results(house, table)) == {ANN.id, BO.id}


async def test_a_leaver_has_lost_though_somebody_took_the_seat(house: House) -> None:
    chance = source(5)
    table = await house.open(*FOUR)
    await house.service.submit(table.id, ANN, 0, Start())
    await house.service.submit(table.id, BO, 0, Leave())
    table = await played_on(house, await house.service.table(table.id), (ANN, CLEO, DANA), chance)
    table = (await house.service.submit(table.id, EVE, 0, TakeSeat(1))).after
    table = await played_out(house, table, (ANN, CLEO, DANA, EVE), chance)
    found = await results(house, table)
    assert set(found) == {ANN.id, BO.id, CLEO.id, DANA.id, EVE.id}
    assert (found[BO.id].won, found[BO.id].lost, found[BO.id].seat) == (False, True, 1)


async def test_leaving_in_the_last_deal_takes_nobodys_win_away(house: House) -> None:
    """Half of the deals counted, so the match does: for those who stayed, and for the one who left."""
    chance, both = source(5), (ANN, BO)
    table = await house.open(*both)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    table = await played_on(house, table, both, chance)
    while max(table.match.scores) < 120:
        table = await played_on(house, await next_deal(house, table, both), both, chance)
    table = await next_deal(house, table, both)
    await house.service.submit(table.id, BO, 0, Leave())
    table = await played_out(house, await house.service.table(table.id), (ANN,), chance)
    deals = {row.deal_no: row.reach for row in await booked.match_ledger(house.database, GUILD, table.id)}
    assert deals[table.row.deal_no] == Counting.EVERYTHING
    found = await results(house, table)
    assert 2 * sum(reach == Counting.STRICT for reach in deals.values()) >= len(deals), "else choose another seed"
    assert {one.reach for one in found.values()} == {Counting.STRICT}
    assert found[BO.id].lost
    assert list(check(house.database.path)) == []


@pytest.mark.parametrize(
    ("deals", "match"), [((0,), 0), ((2,), 2), ((0, 2), 0), ((0, 2, 2), 2), ((2, 0, 0), 0), ((2, 1, 0, 2), 1)]
)
def test_a_match_counts_where_half_of_its_deals_do(deals: tuple[int, ...], match: int) -> None:
    assert reach_of_match([Counting(each) for each in deals]) == Counting(match)


async def test_who_left_for_a_deal_has_not_held_the_seat_throughout(house: House) -> None:
    """What ratings ask for, which go to the others alone."""
    chance = source(11)
    table = await house.open(*FOUR)
    await house.service.submit(table.id, ANN, 0, Start())
    table = await played_on(house, await house.service.table(table.id), FOUR, chance)
    await house.service.submit(table.id, BO, 0, Leave())
    table = await next_deal(house, table, (ANN, CLEO, DANA))
    table = await played_on(house, table, (ANN, CLEO, DANA), chance)
    await house.service.submit(table.id, BO, 0, TakeSeat(1))
    table = await played_out(house, await house.service.table(table.id), FOUR, chance)
    found = await results(house, table)
    assert {person for person, one in found.items() if one.throughout} == {ANN.id, CLEO.id, DANA.id}
    rated = {person.id: await ratings.of_person(house.database, GUILD, person.id) for person in FOUR}
    assert rated.pop(BO.id) == {}
    assert all(one["phat"].matches == 1 for one in rated.values())


async def test_a_match_among_persons_is_rated_by_sides_when_it_ends(house: House) -> None:
    table = await house.open(*FOUR)
    await house.service.submit(table.id, ANN, 0, Start())
    table = await house.service.table(table.id)
    assert await ratings.of_person(house.database, GUILD, ANN.id) == {}
    table = await played_out(house, table, FOUR, source(13))
    for person in FOUR:
        (rating,) = (await ratings.of_person(house.database, GUILD, person.id)).values()
        assert (rating.shown > 1000) == (table.held_by(person.id).seat in table.match.winners)
    await scores.recompute(house.database)
    assert list(check(house.database.path)) == []


async def test_a_deal_that_a_computer_played_for_one_of_two_does_not_count(house: House) -> None:
    chance = source(7)
    table = await house.open(ANN, BO)
    await house.service.submit(table.id, ANN, 0, Start())
    await house.settle()
    table = await house.service.table(table.id)
    while table.last_no < 6:
        table = await house.play_one(table.id, (ANN, BO), chance)
        await house.settle()
        table = await house.service.table(table.id)
    await house.service.submit(table.id, BO, 0, Mind())
    table = await house.service.table(table.id)
    while table.last_no < 30:
        await house.settle()
        table = await house.service.table(table.id)
        if table.awaited():
            table = await house.play_one(table.id, (ANN, BO), chance)
    await house.service.submit(table.id, BO, 0, Back())
    table = await played_on(house, await house.service.table(table.id), (ANN, BO), chance)
    assert not any(
        row.reach == Counting.STRICT for row in await booked.match_ledger(house.database, table.row.guild_id, table.id)
    )
    table = await played_on(house, await next_deal(house, table, (ANN, BO)), (ANN, BO), chance)
    reach = {row.deal_no: row.reach for row in await booked.match_ledger(house.database, 10, table.id)}
    assert reach == {1: Counting.EVERYTHING, 2: Counting.STRICT}


async def test_who_leaves_makes_the_others_votes_a_majority(house: House) -> None:
    from bot.tables.commands import End

    table = await house.between_deals()
    for person in (ANN, BO):
        table = (await house.service.submit(table.id, person, 0, End())).after
    assert table.row.phase == "between"
    table = (await house.service.submit(table.id, CLEO, 0, Leave())).after
    assert (table.row.phase, table.row.end_reason) == ("over", "vote")
