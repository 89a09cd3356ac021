"""Nobody is called who wants no calls any more, and nobody again for what they were called for already."""

from __future__ import annotations

import pytest

from bot.store import call_lines
from bot.tables import show
from bot.tables.commands import End, SetTakeBack, Start, TakeBack
from bot.tables.model import Table
from tests.tables.house import ANN, FOUR, House, source
from tests.tables.recorder import Hand
from tests.tables.test_call_lines import discarding, line, on_turn, restarted


async def takes_back_at(house: House) -> Table:
    """A match at which actions may be taken back; who is to play the second card holds a hand, and nobody else."""
    await house.call_lines.start()
    table = await house.open(*FOUR)
    await house.service.submit(table.id, ANN, 0, SetTakeBack(True))
    await house.service.submit(table.id, ANN, 0, Start())
    table = await house.play_one(table.id, FOUR, source(1))
    player = on_turn(table)
    house.publisher.hold(table, player.id, Hand(1), show.hand(table, player.id))
    await house.settle()
    house.screen.called.clear()
    return table


async def test_who_wants_no_more_calls_is_not_named_by_the_next_line(house: House) -> None:
    await discarding(house)
    named = line(house)
    await house.service.preferences.change(named[0], "calls", "never", ("en",))
    await house.pass_time(80)
    await house.settle()
    assert house.screen.called[-1] == line(house) == named[1:]


@pytest.mark.parametrize("restart", [False, True])
async def test_who_plays_and_takes_back_again_and_again_has_the_next_called_once(house: House, restart: bool) -> None:
    table = await takes_back_at(house)
    player = on_turn(table)
    for number in range(4):
        after = await house.play_one(table.id, FOUR, source(number))
        await house.settle()
        assert line(house) == (on_turn(after).id,) or number
        table = (await house.service.submit(table.id, player, None, TakeBack())).after
        await house.settle()
        assert line(house) == ()
        if restart:
            house.time[0] += 1
            house = await restarted(house)
            house.publisher.hold(table, player.id, Hand(1), show.hand(table, player.id))
    following = on_turn(await house.play_one(table.id, FOUR, source(1)))
    await house.settle()
    assert house.screen.called == [(following.id,)]
    # Who is not called again is reminded all the same, and so is the one after them called.
    await house.pass_time(41)
    await house.settle()
    assert house.screen.called == [(following.id,)] * 2
    table = await house.play_one(table.id, FOUR, source(1))
    await house.settle()
    assert house.screen.called[2:] == [(on_turn(table).id,)]
    if restart:
        await house.close()


async def test_nothing_is_kept_of_calls_at_a_table_that_is_over(house: House) -> None:
    table = await takes_back_at(house)
    player = on_turn(table)
    await house.play_one(table.id, FOUR, source(1))
    await house.settle()
    await house.service.submit(table.id, player, None, TakeBack())
    await house.settle()
    assert await call_lines.all_lines(house.database) != {}
    await house.service.submit(table.id, ANN, None, End())
    await house.settle()
    assert await call_lines.all_lines(house.database) == {}
