"""What happens by itself, and what does not."""

from __future__ import annotations

import pytest

from bot.store.errors import StoreError, Unexpected
from bot.tables.commands import (
    Actor,
    Back,
    Clock,
    Command,
    Computer,
    Join,
    Mind,
    Next,
    Start,
    TimeUp,
    Why,
)
from bot.tables.due import DAY
from bot.tables.service import Commit
from bot.tables.views import LobbyView, TableView
from tests.tables.house import ANN, BO, FOUR, House, source


async def test_a_late_knock_of_the_clock_does_nothing(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    commit = await house.service.submit(table.id, Clock(), None, TimeUp("turn", table.to_act()[0]))
    assert commit.before is commit.after


@pytest.mark.parametrize(("clock", "seconds"), [("live", 60), ("relaxed", 600), ("slow", DAY), ("none", 6 * DAY)])
async def test_a_turn_lasts_as_long_as_the_clock_says(house: House, clock: str, seconds: float) -> None:
    table = await house.open(*FOUR, clock=clock)
    await house.service.submit(table.id, ANN, 0, Start())
    table = await house.play_one(table.id, FOUR, source(1))
    await house.pass_time(seconds - 1)
    await house.settle()
    assert (await house.service.table(table.id)).last_no == table.last_no
    await house.pass_time(2)
    await house.settle()
    after = await house.service.table(table.id)
    # Without a clock nobody is ever waited for too long.
    assert (after.last_no > table.last_no, after.row.phase) == (clock != "none", "playing")


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


async def test_a_deadline_that_fails_is_tried_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.between_deals()

    async def fails(*_: object) -> None:
        raise Unexpected("something is wrong with the rows")

    with monkeypatch.context() as patched:
        patched.setattr("bot.tables.service.tables.commit", fails)
        await house.pass_time(16)
    assert (await house.service.table(table.id)).row.phase == "between"
    await house.pass_time(6)
    assert (await house.service.table(table.id)).row.phase == "playing"


async def test_a_computer_that_fails_tries_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.computers.RETRY", 0.0)
    table = await house.open(ANN)
    failures = iter([StoreError("disk I/O error"), RuntimeError("a bug")])
    submit = house.service.submit

    async def fails_twice(number: int, actor: Actor, decision: int | None, command: Command) -> Commit:
        failure = next(failures, None) if isinstance(actor, Computer) else None
        if failure is not None:
            raise failure
        return await submit(number, actor, decision, command)

    monkeypatch.setattr(house.service, "submit", fails_twice)
    await house.service.submit(table.id, ANN, 0, Start(join=True))
    await house.settle()
    assert (await house.service.table(table.id)).to_act() == (0,)


@pytest.mark.parametrize(("clock", "days"), [("live", 3), ("slow", 3), ("none", 7)])
async def test_a_table_without_a_person_is_warned_by_an_edit_and_ends_a_day_later(
    house: House, clock: str, days: int
) -> None:
    table = await house.open(ANN, BO, clock=clock)
    await house.service.submit(table.id, ANN, 0, Start())
    for person in (ANN, BO):
        await house.service.submit(table.id, person, 0, Mind())
    await house.settle()
    await house.pass_time(days * DAY - 1)
    await house.settle()
    assert _ends_at(house) is None
    posts = [kind for kind, *_ in house.screen.log].count("post")
    await house.pass_time(2)
    await house.settle()
    assert _ends_at(house) == house.time[0] + DAY
    assert [kind for kind, *_ in house.screen.log].count("post") == posts
    await house.pass_time(DAY - 10)
    assert (await house.service.table(table.id)).row.phase == "paused"
    await house.pass_time(11)
    after = await house.service.table(table.id)
    assert (after.row.phase, after.row.end_reason) == ("over", "deserted")


async def test_whoever_comes_back_after_the_warning_has_the_whole_time_again(house: House) -> None:
    table = await house.open(ANN)
    await house.service.submit(table.id, ANN, 0, Start(join=True))
    await house.service.submit(table.id, ANN, 0, Mind())
    await house.pass_time(3 * DAY + 1)
    back = (await house.service.submit(table.id, ANN, 0, Back())).after
    assert not any(row.kind in ("warning", "deserted") for row in back.deadlines)
    await house.service.submit(table.id, ANN, 0, Mind())
    await house.pass_time(3 * DAY - 1)
    await house.settle()
    assert _ends_at(house) is None


async def test_an_untimed_table_at_which_nobody_plays_is_warned_after_seven_days(house: House) -> None:
    table = await house.open(*FOUR, clock="none")
    await house.service.submit(table.id, ANN, 0, Start())
    await house.pass_time(6 * DAY)
    await house.play_one(table.id, FOUR, source(1))
    await house.pass_time(7 * DAY - 1)
    await house.settle()
    assert _ends_at(house) is None
    await house.pass_time(2)
    await house.settle()
    assert _ends_at(house) is not None
    # A card is an answer to the warning.
    await house.play_one(table.id, FOUR, source(1))
    await house.settle()
    assert _ends_at(house) is None
    await house.pass_time(8 * DAY - 1)
    assert (await house.service.table(table.id)).row.phase == "playing"
    await house.pass_time(DAY)
    assert (await house.service.table(table.id)).row.end_reason == "deserted"


@pytest.mark.parametrize(("clock", "seconds"), [("live", 1800), ("slow", DAY)])
async def test_an_untouched_lobby_closes_by_an_edit(house: House, clock: str, seconds: float) -> None:
    table = await house.open(ANN, clock=clock)
    await house.settle()
    await house.pass_time(seconds - 1)
    await house.service.submit(table.id, BO, 0, Join())
    await house.pass_time(seconds - 1)
    await house.settle()
    assert (await house.service.table(table.id)).row.phase == "lobby"
    await house.pass_time(2)
    await house.settle()
    assert (await house.service.table(table.id)).row.end_reason == "expired"
    (message,) = house.screen.messages.values()
    assert isinstance(message, LobbyView)
    assert message.closed == "expired"


def _ends_at(house: House) -> float | None:
    """What the table's message says about its end."""
    (message,) = house.screen.messages.values()
    assert isinstance(message, TableView)
    return message.ends_at
