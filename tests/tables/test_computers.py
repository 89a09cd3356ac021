"""Computers at a table: when they answer, and what becomes of an answer that comes too late."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.store.records import ActionRow
from bot.tables.commands import Back, Computer, Mind, Play, SetTakeBack, Start
from bot.tables.deciding import Deciding, asked
from bot.tables.model import Table
from bot.tables.thinking import decide
from engine.actions import Action, Choice
from engine.game import by_chance
from tests.tables.house import ANN, BO, House, build, source
from tests.tables.recorder import Recorder


class Slow(Deciding):
    """Thinks as usual, after something else has happened."""

    def __init__(self, before: Callable[[Table, int], Awaitable[None]]) -> None:
        super().__init__()
        self._before = before
        self.thought = 0

    async def choice(self, table: Table, seat: int, level: str) -> Choice:
        self.thought += 1
        await self._before(table, seat)
        return await super().choice(table, seat, level)


@pytest.mark.parametrize(("thinks", "waits"), [(0.0, 2.0), (1.5, 0.5), (7.0, 0.0)])
async def test_thinking_is_part_of_the_pace(
    thinks: float, waits: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    clock, sleep, later, slept = loop.time, asyncio.sleep, [0.0], []

    async def thinking(table: Table, seat: int) -> None:
        later[0] += thinks

    async def sleeping(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    house = await build(tmp_path / "tables.sqlite3", [1e6], Recorder(), deciding=Slow(thinking))
    house.computers._pace = 2.0
    monkeypatch.setattr(loop, "time", lambda: clock() + later[0])
    # In this module alone: what is shown meanwhile breathes as it likes.
    monkeypatch.setattr("bot.tables.computers.asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": sleeping}))
    table = await house.open(ANN)
    table = (await house.service.submit(table.id, ANN, 0, Start(join=True))).after
    while house.computers.busy:
        await sleep(0)
    assert slept
    assert max(slept) <= waits
    assert min(slept) >= 0
    monkeypatch.undo()
    await house.close()


async def test_a_seat_given_back_while_its_computer_thinks_is_played_by_its_person(tmp_path: Path) -> None:
    async def comes_back(table: Table, seat: int) -> None:
        if seat == 0:
            await house.service.submit(table.id, ANN, 0, Back())

    deciding = Slow(comes_back)
    house = await build(tmp_path / "tables.sqlite3", [1e6], Recorder(), deciding=deciding)
    table = await at_anns_turn(house)
    before = table.decision(0)
    await house.service.submit(table.id, ANN, 0, Mind())
    await house.settle()
    table = await house.service.table(table.id)
    assert deciding.thought > 0
    assert (table.awaited(), table.decision(0), table.seats[0].computer) == ((0,), before, None)
    # And when she goes again, a computer is asked again.
    deciding._before = nothing
    await house.service.submit(table.id, ANN, 0, Mind())
    await house.settle()
    assert (await house.service.table(table.id)).decision(0) != before
    await house.close()


async def test_the_seed_belongs_to_the_deal_the_seat_and_the_question(house: House) -> None:
    table = await house.open(ANN, BO)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    await house.settle()
    table = await house.service.table(table.id)
    assert table.deal is not None
    seat = table.to_act()[0]
    question = asked(table, seat, "easy")
    assert asked(table, seat, "easy") == question
    assert decide(asked(table, seat, "easy")) == decide(question)
    other = replace(table, deal=replace(table.deal, salt="another"))
    assert asked(other, seat, "easy").seed != question.seed
    assert asked(table, (seat + 1) % 4, "easy").seed != question.seed
    assert table.deal.salt not in question.seed


async def nothing(table: Table, seat: int) -> None:
    """Think at once."""


async def at_anns_turn(house: House) -> Table:
    """Ann and Bo with computers, and Ann asked."""
    table = await house.open(ANN, BO)
    await house.service.submit(table.id, ANN, 0, Start())
    while True:
        await house.settle()
        table = await house.service.table(table.id)
        if table.awaited() == (0,):
            return table
        await house.play_one(table.id, (ANN, BO), lambda below: 0)


async def test_a_computer_whose_player_fails_plays_by_chance(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("bot.tables.deciding.decide", fails)
    table = await house.open(ANN)
    await house.service.submit(table.id, ANN, 0, Start(join=True))
    await house.settle()
    table = await house.play_one(table.id, (ANN,), source(1))
    await house.settle()
    after = await house.service.table(table.id)
    assert after.to_act() == (0,)
    assert after.last_no > table.last_no
    said = {record.getMessage() for record in caplog.records}
    assert said == {f"the normal computer at table {table.id} failed; it plays by chance"}


async def test_a_computers_only_card_waits_for_whoever_may_take_theirs_back(tmp_path: Path) -> None:
    """Where there is no hurry the table plays only cards itself: but not over a card that may still be taken back."""
    only = 0
    for seed in range(4):
        house = await build(tmp_path / f"{seed}.sqlite3", [1e6], Recorder(), seed)
        house.computers._pace = 3600.0
        table = await house.open(ANN, clock="relaxed")
        await house.service.submit(table.id, ANN, 0, SetTakeBack(True))
        table = (await house.service.submit(table.id, ANN, 0, Start(join=True))).after
        chance = source(seed)
        while table.row.phase == "playing":
            (seat,) = table.to_act()
            action = by_chance(table.game.legal(table.match, seat), chance).action
            actor = ANN if seat == 0 else Computer(seat)
            alone = following(table, action) if seat == 0 else None
            before, command = table.last_no, Play(action.code)
            table = (await house.service.submit(table.id, actor, table.decision(seat), command)).after
            if alone is not None:
                only += 1
                assert (table.last_no, table.to_act()) == (before + 1, (alone,))
        await house.close()
    assert only > 3


def following(table: Table, action: Action) -> int | None:
    """The seat after this card of the first one's, if it has one card of several to play to a card that may go back."""
    state, _ = table.game.apply(table.match, 0, action)
    row = ActionRow(deal_no=table.row.deal_no, no=table.last_no + 1, seat=0, code=action.code, actor="1", at=0.0)
    after = table.played(row, action, state)
    if not after.could_be_taken_back:
        return None
    (seat,) = after.to_act()
    only = len(table.game.legal(state, seat).actions) == 1 < len(table.game.view(state, seat).hand)
    return seat if only else None
