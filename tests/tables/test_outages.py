"""While people cannot reach the bot no clock runs out at their tables, and they get the time back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import permutations, product

import pytest

from bot.store import meta
from bot.store.errors import StoreError
from bot.store.tables import with_deadlines
from bot.tables.clock import Deadlines
from bot.tables.commands import Join, Opening, Start
from bot.tables.outages import Outages
from tests.tables.house import ANN, BO, CLEO, DANA, GUILD, House

OTHER = GUILD + 1


async def watched(house: House) -> tuple[Outages, int]:
    """A house whose servers reach us each by a connection of its own, all standing; and a match in it."""
    outages = Outages(house.service, lambda guild: guild)
    await house.deadlines.stop()
    house.deadlines = Deadlines(house.service, outages.reachable)
    outages.start()
    assert outages.cut_off
    assert not outages.reachable(GUILD)
    for guild in (GUILD, OTHER):
        assert not outages.whole(2)
        await outages.back(guild)
    assert outages.whole(2)
    table = await house.open(ANN, BO)
    await house.service.submit(table.id, ANN, 0, Start())
    await house.settle()
    return outages, table.id


@asynccontextmanager
async def adding_the_time(house: House, number: int, back: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Something is back, and the block happens while its time is being added; afterwards that is done."""
    async with house.service.still([number]):
        adding = asyncio.create_task(back)
        for _ in range(50):
            await asyncio.sleep(0.001)
        yield
    await adding


async def turn_ends(house: House, number: int) -> float:
    """When the turn of whoever is asked is over, by the file and by what is in memory."""
    table = await house.service.table(number)
    (turn,) = {row.due_at for row in table.deadlines}
    left = turn - house.time[0]
    assert await by_the_file(house, number) == left
    return left


async def by_the_file(house: House, number: int) -> float:
    """Seconds until a table's deadline, as the file has it."""
    rows = await house.database.rows("SELECT due_at FROM deadlines WHERE table_id = ?", (number,))
    (due_at,) = {row["due_at"] for row in rows}
    return float(due_at) - house.time[0]


async def opened(house: House, guild: int) -> int:
    """A match in another server."""
    table = await house.service.open(CLEO, Opening(guild, guild, "phat", "live"))
    await house.service.submit(table.id, DANA, None, Join())
    await house.service.submit(table.id, CLEO, 0, Start())
    await house.settle()
    return table.id


async def test_no_time_runs_out_in_an_outage_and_the_rest_is_left_after_it(house: House) -> None:
    outages, number = await watched(house)
    left = await turn_ends(house, number)
    await house.pass_time(left - 10)
    outages.lost(GUILD)
    before = await house.service.table(number)
    await house.pass_time(3600)
    assert await house.service.table(number) is before
    await outages.back(GUILD)
    assert await turn_ends(house, number) == 10
    await house.pass_time(9)
    assert (await house.service.table(number)).row.version == before.row.version
    await house.pass_time(1.5)
    assert (await house.service.table(number)).row.version > before.row.version


async def test_a_connection_that_falls_before_it_ever_stood_was_away_from_the_start(house: House) -> None:
    _, number = await watched(house)
    left = await turn_ends(house, number)
    outages = Outages(house.service, lambda guild: guild)
    outages.start()
    house.time[0] += 100
    outages.lost(GUILD)
    house.time[0] += 100
    await outages.back(GUILD)
    assert await turn_ends(house, number) == left


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
    async with adding_the_time(house, number, outages.back(GUILD)):
        outages.lost(GUILD)
    assert not outages.reachable(GUILD)
    await house.pass_time(100)
    await outages.back(GUILD)
    assert outages.reachable(GUILD)
    assert await turn_ends(house, number) == left, "once each"


async def test_the_bot_is_cut_off_when_no_connection_stands(house: House) -> None:
    outages, _ = await watched(house)
    for connection, cut_off in ((GUILD, False), (OTHER, True)):
        outages.lost(connection)
        assert outages.cut_off == cut_off, "a host that asks must not start the bot again for one of them"
    await outages.back(GUILD)
    assert not outages.cut_off
    assert not outages.whole(2)
    await outages.back(OTHER)
    assert outages.whole(2)
    outages.lost_server(GUILD)
    assert not outages.cut_off
    assert not outages.whole(2)


@pytest.mark.parametrize("how", ["lost", "lost_server"])
async def test_who_could_not_reach_a_bot_that_others_reached_gets_the_time_at_its_next_start(
    house: House, how: str
) -> None:
    outages, number = await watched(house)
    elsewhere = await opened(house, OTHER)
    left, lefts = await turn_ends(house, number), await turn_ends(house, elsewhere)
    getattr(outages, how)(GUILD)
    house.time[0] += 300
    # It goes on beating for the others, then it is killed, and is back after seven seconds.
    await meta.beat(house.database, house.time[0], await outages.waiting())
    house.time[0] += 7
    assert await meta.wake(house.database, house.time[0]) == 7
    assert await by_the_file(house, number) == left
    assert await by_the_file(house, elsewhere) == lefts - 300
    # The same time is not added twice.
    assert await meta.wake(house.database, house.time[0]) == 0
    assert await by_the_file(house, number) == left


async def test_who_still_waits_when_others_are_back_is_noted_with_their_time(house: House) -> None:
    outages, number = await watched(house)
    elsewhere = await opened(house, OTHER)
    left, lefts = await turn_ends(house, number), await turn_ends(house, elsewhere)
    for connection in (GUILD, OTHER):
        outages.lost(connection)
    house.time[0] += 300
    await outages.back(GUILD)
    assert await outages.waiting() == {elsewhere: house.time[0] - 300}
    house.time[0] += 7
    await meta.wake(house.database, house.time[0])
    assert (await by_the_file(house, number), await by_the_file(house, elsewhere)) == (left, lefts)


async def test_a_server_that_the_bot_was_removed_from_in_its_outage_is_not_waited_for(house: House) -> None:
    outages, _ = await watched(house)
    outages.lost_server(GUILD)
    outages.removed_from(GUILD)
    assert outages.reachable(GUILD)
    await outages.back_server(GUILD)


async def test_a_server_that_the_bot_is_removed_from_while_its_time_is_added(house: House) -> None:
    outages, number = await watched(house)
    outages.lost_server(GUILD)
    await house.pass_time(100)
    async with adding_the_time(house, number, outages.back_server(GUILD)):
        outages.removed_from(GUILD)
    assert outages.whole(2)


async def test_a_mistake_after_an_outage_is_logged_and_stops_no_clock(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    outages, number = await watched(house)
    before = await house.service.table(number)

    async def mistaken(*_: object) -> None:
        raise ValueError("who has written this?")

    outages.lost(GUILD)
    await house.pass_time(100)
    with monkeypatch.context() as broken:
        broken.setattr("bot.store.tables.lengthen", mistaken)
        await outages.back(GUILD)
    assert "who has written this?" in caplog.text
    assert outages.reachable(GUILD)
    await house.pass_time(100)
    assert (await house.service.table(number)).row.version > before.row.version


async def test_a_crash_right_after_it_adds_the_time_only_once(house: House) -> None:
    outages, number = await watched(house)
    await meta.beat(house.database, house.time[0])
    left = await turn_ends(house, number)
    outages.lost(GUILD)
    house.time[0] += 500
    await outages.back(GUILD)
    assert await meta.wake(house.database, house.time[0] + 7) == 7
    house.time[0] += 7
    assert await by_the_file(house, number) == left


async def test_nobody_is_answered_anywhere(house: House) -> None:
    outages, number = await watched(house)
    left = await turn_ends(house, number)
    await house.pass_time(left - 1)
    outages.lost_answers(5)
    assert outages.cut_off
    assert not outages.reachable(GUILD)
    before = await house.service.table(number)
    await house.pass_time(100)
    assert await house.service.table(number) is before
    await outages.back_answers()
    assert outages.reachable(GUILD)
    assert await turn_ends(house, number) == 1 + 5


async def test_what_is_away_at_the_same_time_is_counted_once_in_whatever_order_it_comes_back(house: House) -> None:
    outages, number = await watched(house)
    left = await turn_ends(house, number)
    places: dict[str, tuple[Callable[[], None], Callable[[], Awaitable[None]]]] = {
        "answers": (lambda: outages.lost_answers(0), outages.back_answers),
        "connection": (lambda: outages.lost(GUILD), lambda: outages.back(GUILD)),
        "server": (lambda: outages.lost_server(GUILD), lambda: outages.back_server(GUILD)),
    }
    for goes, returns in product(permutations(places), repeat=2):
        for each in goes:
            places[each][0]()
            await house.pass_time(50)
        for each in returns:
            assert not outages.reachable(GUILD)
            await house.pass_time(50)
            await places[each][1]()
        assert outages.reachable(GUILD)
        assert await turn_ends(house, number) == left, (goes, returns)


async def test_the_database_fails_when_an_outage_ends(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.tables.outages.RETRY", 0.001)
    outages, number = await watched(house)
    left = await turn_ends(house, number)
    before = await house.service.table(number)
    fails = asyncio.Event()

    async def failing(*_: object) -> None:
        fails.set()
        raise StoreError("the disk is full")

    async def fails_again() -> None:
        fails.clear()
        async with asyncio.timeout(60):
            await fails.wait()

    outages.lost(GUILD)
    await house.pass_time(100)
    with monkeypatch.context() as broken:
        broken.setattr("bot.store.tables.lengthen", failing)
        back = asyncio.create_task(outages.back(GUILD))
        await fails_again()
        await house.pass_time(left + 1000)
        assert await house.service.table(number) is before, "its clock waits"
        # It goes again while that is tried, and comes back: one outage, from the first loss on.
        outages.lost(GUILD)
        await back
        assert not outages.reachable(GUILD)
        back = asyncio.create_task(outages.back(GUILD))
        await fails_again()
        await fails_again()
    await back
    assert outages.reachable(GUILD)
    assert await turn_ends(house, number) == left
    assert "the disk is full" in caplog.text


async def test_every_table_with_a_deadline_is_found_with_its_server(house: House) -> None:
    _, number = await watched(house)
    assert await with_deadlines(house.database) == ((number, GUILD),)
