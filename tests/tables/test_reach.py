"""The strictest setting of a server at which a deal counts, for each thing that the settings ask about."""

from __future__ import annotations

from random import Random

import pytest

from bot.store.records import Counting
from bot.tables.commands import AddComputer, Join, Leave, Person, Play, SetOption, Start
from engine.game import by_chance
from tests.store import booked
from tests.store.making import change_settings
from tests.tables.house import ANN, BO, GUILD, House

STRICT, TWO, EVERYTHING = Counting.STRICT, Counting.TWO, Counting.EVERYTHING


async def first_deal(house: House, seat: int | None, *, level: str = "normal", tie: str = "carry") -> set[Counting]:
    """What a first deal of Phat reaches: Ann on the first seat, Bo on this one (None: nowhere), computers beside."""
    table = await house.open(ANN)
    if seat is not None:
        await house.service.submit(table.id, BO, 0, Join(seat))
    for _ in range(2 if seat is not None else 3):
        await house.service.submit(table.id, ANN, 0, AddComputer(level))
    await house.service.submit(table.id, ANN, 0, SetOption("muck_tie", tie))
    await house.service.submit(table.id, ANN, 0, Start())
    return await played(house, table.id)


async def played(house: House, table_id: int) -> set[Counting]:
    """What the deal reaches that goes on at this table, once it has been played by chance."""
    chance = Random(3)
    await house.settle()
    while (table := await house.service.table(table_id)).row.phase == "playing":
        (number,) = table.awaited()
        code = by_chance(table.game.legal(table.match, number), chance.randrange).action.code
        person = Person(table.seats[number].person_id or 0, "")
        await house.service.submit(table_id, person, table.decision(number), Play(code))
        await house.settle()
    return {row.reach for row in await booked.match_ledger(house.database, GUILD, table_id)}


@pytest.mark.parametrize(
    ("seat", "level", "tie", "reach"),
    [
        (1, "normal", "carry", STRICT),
        (3, "hard", "carry", STRICT),
        (2, "normal", "carry", TWO),  # both on one side
        (1, "easy", "carry", TWO),
        (1, "normal", "split", TWO),
        (2, "easy", "split", TWO),
        (None, "normal", "carry", EVERYTHING),
        (None, "easy", "split", EVERYTHING),
    ],
)
async def test_what_a_deal_reaches(house: House, seat: int | None, level: str, tie: str, reach: Counting) -> None:
    assert await first_deal(house, seat, level=level, tie=tie) == {reach}


async def test_the_servers_house_rules_are_as_good_as_the_sheet(house: House) -> None:
    await change_settings(house.database, GUILD, {"house_rules": {"phat": {"muck_tie": "split"}}})
    assert await first_deal(house, 1, tie="split") == {STRICT}


async def test_who_left_before_the_end_did_not_play_all_through(house: House) -> None:
    table = await house.open(ANN, BO)
    await house.service.submit(table.id, ANN, 0, Start())
    await house.settle()
    await house.service.submit(table.id, BO, 0, Leave())
    assert await played(house, table.id) == {EVERYTHING}
