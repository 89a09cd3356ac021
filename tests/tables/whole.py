"""Whole matches at tables, played by chance through the one door."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from bot.tables.commands import Join, Next, Opening, Person, Play, Start
from bot.tables.model import Table
from engine.game import by_chance
from tests.tables.house import ANN, BO, CHANNEL, CLEO, DANA, EVE, GUILD, House, source

EVERYBODY = (ANN, BO, CLEO, DANA, EVE)
#: House rules that bring a match to its end soon, after a few deals.
SHORT: Mapping[str, Mapping[str, int]] = {
    "phat": {"target": 60},
    "pitch": {"target": 12},
    "knektpass": {"max_deals": 3},
}
SEATS = {"phat": 4, "pitch": 5, "knektpass": 3}


async def begun(
    house: House, game: str, *, seats: int | None = None, options: Mapping[str, int] | None = None
) -> Table:
    """A match of this game with a person on each seat, in a channel of its own, its first deal dealt."""
    host, *others = EVERYBODY[: seats or SEATS[game]]
    taken = {(await house.service.table(number)).row.channel_id for number in await house.service.open_tables()}
    channel = next(number for number in count(CHANNEL) if number not in taken)
    given = SHORT.get(game, {}) if options is None else options
    table = await house.service.open(host, Opening(GUILD, channel, game, options=given))
    for person in others:
        await house.service.submit(table.id, person, 0, Join())
    return (await house.service.submit(table.id, host, 0, Start())).after


async def one_action(house: House, table: Table, seed: int) -> Table:
    """Somebody who is asked does something legal, drawn by chance from ``seed`` and the moment."""
    seat = table.awaited()[0]
    legal = table.game.legal(table.match, seat)
    code = by_chance(legal, source(seed * 1000 + table.last_no)).action.code
    return (await house.service.submit(table.id, _holder(table, seat), None, Play(code))).after


async def deal_over(house: House, table: Table, seed: int = 1) -> Table:
    """The present deal played to its end."""
    while table.row.phase == "playing":
        table = await one_action(house, table, seed)
        await house.settle()
        table = await house.service.table(table.id)
    return table


async def next_deal(house: House, table: Table) -> Table:
    """Everybody presses Next deal."""
    for seat in table.present:
        await house.service.submit(table.id, _holder(table, seat.seat), 0, Next(table.row.deal_no))
    await house.settle()
    return await house.service.table(table.id)


async def whole_match(house: House, game: str, seed: int = 1) -> Table:
    """A short match of this game from the first deal to the last."""
    table = await deal_over(house, await begun(house, game), seed)
    while table.row.phase != "over":
        table = await deal_over(house, await next_deal(house, table), seed + table.row.deal_no)
    return table


def _holder(table: Table, seat: int) -> Person:
    return next(person for person in EVERYBODY if person.id == table.seats[seat].person_id)
