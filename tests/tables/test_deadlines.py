"""What happens by itself, and what does not."""

from __future__ import annotations

import sqlite3

import pytest

from bot.tables.commands import (
    Actor,
    Clock,
    Command,
    Computer,
    Next,
    Start,
    TimeUp,
    Why,
)
from bot.tables.service import Commit
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


async def test_a_deadline_that_fails_is_tried_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.between_deals()

    async def fails(*_: object) -> None:
        raise sqlite3.IntegrityError("something is wrong with the rows")

    with monkeypatch.context() as patched:
        patched.setattr("bot.tables.service.tables.commit", fails)
        await house.pass_time(16)
    assert (await house.service.table(table.id)).row.phase == "between"
    await house.pass_time(6)
    assert (await house.service.table(table.id)).row.phase == "playing"


async def test_a_computer_that_fails_tries_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.computers.RETRY", 0.0)
    table = await house.open(ANN)
    failures = iter([sqlite3.OperationalError("disk I/O error"), RuntimeError("a bug")])
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
