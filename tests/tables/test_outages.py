"""While people cannot reach the bot no clock runs out at their tables, and they get the time back."""

from __future__ import annotations

import asyncio

from bot.store import meta
from bot.store.tables import with_deadlines
from bot.tables.clock import Deadlines
from bot.tables.commands import Start
from bot.tables.outages import Outages
from tests.tables.house import ANN, BO, GUILD, House

OTHER = GUILD + 1


async def watched(house: House) -> tuple[Outages, int]:
    """A house whose servers reach us each by a connection of its own, all standing; and a match in it."""
    outages = Outages(house.service, lambda guild: guild)
    await house.deadlines.stop()
    house.deadlines = Deadlines(house.service, outages.reachable)
    outages.start()
    assert outages.any
    assert not outages.reachable(GUILD)
    for guild in (GUILD, OTHER):
        await outages.back(guild)
    assert not outages.any
    table = await house.open(ANN, BO)
    await house.service.submit(table.id, ANN, 0, Start())
    await house.settle()
    return outages, table.id


async def turn_ends(house: House, number: int) -> float:
    """When the turn of whoever is asked is over, by the file and by what is in memory."""
    table = await house.service.table(number)
    (turn,) = {row.due_at for row in table.deadlines}
    rows = await house.database.rows("SELECT due_at FROM deadlines WHERE table_id = ?", (number,))
    assert {row["due_at"] for row in rows} == {turn}
    return turn - house.time[0]


async def test_no_time_runs_out_in_an_outage_and_the_rest_is_left_after_it(house: House) -> None:
    outages, number = await watched(house)
    left = await turn_ends(house, number)
    await house.pass_time(left - 10)
    outages.lost(GUILD)
    assert outages.any
    before = await house.service.table(number)
    await house.pass_time(3600)
    assert await house.service.table(number) is before
    await outages.back(GUILD)
    assert await turn_ends(house, number) == 10
    await house.pass_time(9)
    assert (await house.service.table(number)).row.version == before.row.version
    await house.pass_time(1.5)
    assert (await house.service.table(number)).row.version > before.row.version


async def test_a_moment_moves_nothing_but_holds_what_is_due(house: House) -> None:
    outages, number = await watched(house)
    left = await turn_ends(house, number)
    before = await house.service.table(number)
    await house.pass_time(left - 1)
    outages.lost(GUILD)
    await house.pass_time(2)
    assert await house.service.table(number) is before
    await outages.back(GUILD)
    await house.pass_time(1)
    assert (await house.service.table(number)).row.version > before.row.version


async def test_a_server_alone_and_a_connection_that_is_others(house: House) -> None:
    outages, number = await watched(house)
    left = await turn_ends(house, number)
    outages.lost(OTHER)
    assert outages.reachable(GUILD)
    await house.pass_time(20)
    await outages.back(OTHER)
    assert await turn_ends(house, number) == left - 20
    outages.lost_server(GUILD)
    await house.pass_time(100)
    # The connection falls and comes back meanwhile: that is not counted twice.
    outages.lost(GUILD)
    await house.pass_time(50)
    await outages.back(GUILD)
    assert not outages.reachable(GUILD)
    await house.pass_time(50)
    await outages.back_server(GUILD)
    assert await turn_ends(house, number) == left - 20


async def test_a_connection_that_goes_again_while_the_time_is_added_is_gone(house: House) -> None:
    outages, number = await watched(house)
    left = await turn_ends(house, number)
    outages.lost(GUILD)
    await house.pass_time(100)
    async with house.service.still([number]):
        back = asyncio.create_task(outages.back(GUILD))
        for _ in range(50):
            await asyncio.sleep(0.001)
        outages.lost(GUILD)
    await back
    assert not outages.reachable(GUILD)
    await house.pass_time(100)
    await outages.back(GUILD)
    assert outages.reachable(GUILD)
    assert await turn_ends(house, number) == left, "once each"


async def test_a_server_alone_keeps_the_bot_well_and_its_time_is_added_when_the_process_ends(house: House) -> None:
    outages, number = await watched(house)
    left = await turn_ends(house, number)
    outages.lost_server(GUILD)
    assert not outages.any, "a host that asks must not start the bot again for this, nor all tables wait"
    await house.pass_time(300)
    await outages.end()
    assert await turn_ends(house, number) == left


async def test_a_server_that_the_bot_was_removed_from_in_its_outage_is_not_waited_for(house: House) -> None:
    outages, _ = await watched(house)
    outages.lost_server(GUILD)
    outages.removed_from(GUILD)
    assert outages.reachable(GUILD)
    await outages.back_server(GUILD)


async def test_a_crash_right_after_it_adds_the_time_only_once(house: House) -> None:
    outages, number = await watched(house)
    await meta.beat(house.database, house.time[0])
    left = await turn_ends(house, number)
    outages.lost(GUILD)
    house.time[0] += 500
    await outages.back(GUILD)
    assert await meta.wake(house.database, house.time[0] + 7) == 7
    house.time[0] += 7
    rows = await house.database.rows("SELECT due_at FROM deadlines WHERE table_id = ?", (number,))
    assert [row["due_at"] - house.time[0] for row in rows] == [left]


async def test_every_table_with_a_deadline_is_found_with_its_server(house: House) -> None:
    _, number = await watched(house)
    assert await with_deadlines(house.database) == ((number, GUILD),)
