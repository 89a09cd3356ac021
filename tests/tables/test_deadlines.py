"""What happens by itself, and what does not."""

from __future__ import annotations

from bot.tables.commands import (
    Clock,
    Next,
    Start,
    TimeUp,
    Why,
)
from tests.tables.house import ANN, FOUR, House


async def test_a_late_knock_of_the_clock_does_nothing(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    commit = await house.service.submit(table.id, Clock(), None, TimeUp("turn", table.to_act()[0]))
    assert commit.before is commit.after


async def test_the_next_deal_comes_by_itself(house: House) -> None:
    table = await house.between_deals()
    await house.pass_time(14)
    assert (await house.service.table(table.id)).row.phase == "between"
    await house.pass_time(2)
    after = await house.service.table(table.id)
    assert (after.row.phase, after.row.deal_no) == ("playing", table.row.deal_no + 1)


async def test_an_old_next_button_does_nothing(house: House) -> None:
    table = await house.between_deals()
    assert await house.why(table, ANN, Next(table.row.deal_no - 1)) == Why.STALE
