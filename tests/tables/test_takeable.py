"""Which computers' seats somebody without one may take."""

from __future__ import annotations

from bot.tables import show
from bot.tables.commands import Leave, Next, Start, TakeSeat, Why
from bot.tables.seats import takeable
from bot.tables.views import HandView
from tests.tables.house import ANN, BO, EVE, House, source


async def test_a_leaver_may_take_their_seat_back_at_once_and_newcomers_any_between_deals(house: House) -> None:
    table = await house.open(ANN, BO)
    assert takeable(table, EVE.id) == ()
    await house.service.submit(table.id, ANN, 0, Start())
    await house.settle()
    table = (await house.service.submit(table.id, BO, 0, Leave())).after
    assert takeable(table, BO.id) == (1,)
    assert takeable(table, ANN.id) == ()
    assert takeable(table, EVE.id) == ()
    assert await house.why(table, EVE, TakeSeat(1)) == Why.NOT_BETWEEN_DEALS
    chance = source(3)
    while table.row.phase == "playing":
        await house.settle()
        table = await house.service.table(table.id)
        if table.row.phase == "playing":
            table = await house.play_one(table.id, (ANN,), chance)
    assert takeable(table, EVE.id) == (1, 2, 3)
    await house.service.submit(table.id, EVE, 0, TakeSeat(1))
    table = await house.service.table(table.id)
    news = {who: show.hand(table, who.id) for who in (ANN, EVE)}
    assert {who: isinstance(view, HandView) and view.new for who, view in news.items()} == {ANN: False, EVE: True}
    assert takeable(table, BO.id) == (2, 3)
    await house.service.submit(table.id, ANN, 0, Next(1))
    table = (await house.service.submit(table.id, EVE, 0, Next(1))).after
    assert table.row.deal_no == 2
    assert takeable(table, BO.id) == ()
