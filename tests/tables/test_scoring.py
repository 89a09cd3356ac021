"""What a deal and a match of a game that counts down are worth in the books."""

from __future__ import annotations

from bot.tables.commands import Join, Opening, Start
from bot.tables.model import Table
from tests.store import booked
from tests.tables.house import ANN, BO, CHANNEL, CLEO, GUILD, House, source

THREE = (ANN, BO, CLEO)


async def played_out(house: House, seed: int, deals: int) -> Table:
    """A match of Knektpass between three persons who play by chance, over after so many deals."""
    table = await house.service.open(ANN, Opening(GUILD, CHANNEL, "knektpass", "live", {"max_deals": deals}))
    for person in (BO, CLEO):
        table = (await house.service.submit(table.id, person, 0, Join())).after
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance = source(seed)
    while table.row.phase != "over":
        if table.to_act():
            table = await house.play_one(table.id, THREE, chance)
        else:
            await house.pass_time(20)
            table = await house.service.table(table.id)
    return table


async def test_points_written_off_count_up_in_the_ledger_and_penalties_down(house: House) -> None:
    table = await played_out(house, 1, 1)
    rows = {row.person_id: row for row in await booked.match_ledger(house.database, GUILD, table.id)}
    points = [rows[person.id].points for person in THREE]
    assert points == [-change for change in table.match.points]
    assert points == [12 - score for score in table.match.scores]
    assert max(points) > min(points)
    assert [rows[person.id].won for person in THREE] == [each == max(points) for each in points]


async def test_the_lowest_score_is_the_first_place(house: House) -> None:
    table = await played_out(house, 2, 2)
    places = {}
    for seat, person in enumerate(THREE):
        (match,) = await booked.matches(house.database, GUILD, person.id, 5)
        places[seat] = match.place
        assert match.won == (seat in table.match.winners)
    for seat, place in places.items():
        assert place == 1 + sum(other < table.match.scores[seat] for other in table.match.scores)
