"""A bot that stood still has kept people from acting: nobody's time ran out meanwhile."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.clock import Deadlines
from bot.tables.commands import Start
from bot.tables.model import Table
from bot.tables.outages import Outages
from bot.tables.standstill import GAP, Standstill
from tests.tables.house import ANN, FOUR, GUILD, House


async def watched(house: House) -> tuple[Outages, Standstill, Table]:
    """A match of four, the bot looking at the clock, and its server in reach."""
    outages = Outages(house.service, lambda guild: guild)
    outages.start()
    await outages.back(GUILD)
    standstill = Standstill(outages, house.service.now)
    house.deadlines = Deadlines(house.service, standstill.reachable)
    standstill.start()
    table = await house.open(*FOUR)
    return outages, standstill, (await house.service.submit(table.id, ANN, 0, Start())).after


async def left(house: House, table: Table) -> float:
    """Seconds that whoever leads the deal has left."""
    now = await house.service.table(table.id)
    assert now.last_no == 0, "nobody's time was up"
    until = now.due_at("turn", now.to_act()[0])
    assert until is not None
    return until - house.time[0]


async def lives(house: House, standstill: Standstill, seconds: int) -> None:
    """The bot goes on for so long, looking at the clock as it does."""
    for _ in range(seconds):
        house.time[0] += 1
        standstill.reachable(GUILD)


async def test_no_time_runs_out_while_the_bot_stands_still(house: House) -> None:
    outages, standstill, table = await watched(house)
    await lives(house, standstill, 100)
    assert await left(house, table) == 20
    house.time[0] += 1000
    # The deadline's own timer comes first.
    await house.deadlines.run_due()
    await house.settle()
    await outages.goes_on()
    assert await left(house, table) == 20
    assert outages.reachable(GUILD)
    await lives(house, standstill, 21)
    await house.deadlines.run_due()
    assert (await house.service.table(table.id)).stands_in(table.to_act()[0])
    await standstill.stop()


async def test_a_bot_that_is_slow_for_a_moment_has_not_stood_still(house: House) -> None:
    _, standstill, table = await watched(house)
    house.time[0] += GAP
    assert standstill.reachable(GUILD)
    assert await left(house, table) == 120 - GAP
    await standstill.stop()


async def test_a_clock_that_is_set_back_takes_no_time(house: House) -> None:
    _, standstill, table = await watched(house)
    house.time[0] -= 1000
    assert standstill.reachable(GUILD)
    assert await left(house, table) == 1120
    await standstill.stop()


@pytest.mark.parametrize("noticed", ["before", "after"])
async def test_what_a_connection_was_away_at_the_same_time_counts_once(house: House, noticed: str) -> None:
    outages, standstill, table = await watched(house)
    if noticed == "before":
        outages.lost(GUILD)
        await lives(house, standstill, 10)
    house.time[0] += 1000
    assert not standstill.reachable(GUILD)
    if noticed == "after":
        outages.lost(GUILD)
    await outages.goes_on()
    await lives(house, standstill, 30)
    assert not standstill.reachable(GUILD)
    await outages.back(GUILD)
    assert await left(house, table) == 120
    await standstill.stop()


async def test_the_bot_looks_by_itself(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.standstill.TICK", 0.0)
    outages, standstill, table = await watched(house)
    house.time[0] += 1000
    for _ in range(1000):
        await asyncio.sleep(0.001)
        if await left(house, table) == 120 and outages.reachable(GUILD):
            break
    assert (await left(house, table), outages.reachable(GUILD)) == (120, True)
    await standstill.stop()
