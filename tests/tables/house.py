"""A house of tables for tests: a real database, a screen that remembers, chance from a seed, time by hand."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.store.database import Database
from bot.tables.call_lines import CallLines
from bot.tables.clock import Deadlines
from bot.tables.commands import Join, Opening, Person, Play, Refused, Start
from bot.tables.computers import Computers
from bot.tables.deciding import Deciding
from bot.tables.model import Table
from bot.tables.publisher import Publisher
from bot.tables.service import TableService
from engine.game import Source
from tests.store import fresh
from tests.tables.recorder import Recorder

GUILD, CHANNEL = 10, 20
ANN, BO, CLEO, DANA, EVE = (Person(number, name) for number, name in enumerate(("Ann", "Bo", "Cleo", "Dana", "Eve"), 1))
FOUR = (ANN, BO, CLEO, DANA)


def source(seed: int) -> Source:
    """Chance from a seed."""
    random = Random(seed)
    return lambda below: int(random.random() * below)


@dataclass
class House:
    """Everything between a click and SQLite, with the moment in our hands."""

    database: Database
    service: TableService
    screen: Recorder
    publisher: Publisher
    computers: Computers
    deadlines: Deadlines
    call_lines: CallLines
    time: list[float]

    async def open(self, *persons: Person, clock: str = "live", channel: int = CHANNEL, game: str = "phat") -> Table:
        """A lobby with these persons in it, the first its host."""
        host, *others = persons
        table = await self.service.open(host, Opening(GUILD, channel, game, clock))  # type: ignore[arg-type]
        for person in others:
            table = (await self.service.submit(table.id, person, 0, Join())).after
        return table

    async def play_one(self, table_id: int, persons: tuple[Person, ...], chance: Source) -> Table:
        """Whoever is asked plays a legal card by chance."""
        table = await self.service.table(table_id)
        (seat,) = table.to_act()
        actions = table.game.legal(table.match, seat).actions
        code = actions[chance(len(actions))].code
        holder = next(person for person in persons if person.id == table.seats[seat].person_id)
        return (await self.service.submit(table_id, holder, table.decision(seat), Play(code))).after

    async def why(self, table: Table, person: object, command: object, decision: int | None = 0) -> str:
        """For which reason this is refused; and nothing may have changed."""
        # Computers may be playing.
        await self.settle()
        before = await self.service.table(table.id)
        with pytest.raises(Refused) as caught:
            await self.service.submit(table.id, person, decision, command)  # type: ignore[arg-type]
        after = await self.service.table(table.id)
        assert (after.row.version, after.seats, after.asked) == (before.row.version, before.seats, before.asked)
        return caught.value.reason

    async def between_deals(self) -> Table:
        """A table of four between its first deal and the second."""
        table = await self.open(*FOUR)
        table = (await self.service.submit(table.id, ANN, 0, Start())).after
        chance = source(4)
        while table.row.phase == "playing":
            table = await self.play_one(table.id, FOUR, chance)
        return table

    async def pass_time(self, seconds: float) -> None:
        """Let time go by; what has come due happens."""
        self.time[0] += seconds
        await self.deadlines.run_due()
        self.call_lines.run_due()

    async def settle(self) -> None:
        """Until no computer has to answer and nothing is left to show."""
        while self.computers.busy or self.publisher.busy or self.call_lines.busy:
            if self.computers.busy:
                # Not looked at again and again: that took more of the processor than their thinking.
                await asyncio.wait(self.computers._tasks, return_when=asyncio.FIRST_COMPLETED)
            else:
                await self.publisher.idle()
                await self.call_lines.idle()
            await asyncio.sleep(0)

    async def close(self) -> None:
        await self.deadlines.stop()
        await self.computers.stop()
        await self.call_lines.stop()
        await self.publisher.stop()
        await self.database.close()


async def build(
    path: Path, time: list[float], screen: Recorder, seed: int = 7, deciding: Deciding | None = None
) -> House:
    """A house over this file, as a fresh process would build it. Its computers think without worker processes."""
    database = await fresh.database(path)
    chance = source(seed)
    service = TableService(database, now=lambda: time[0], source=chance, salt=lambda: f"{chance(10**9):032x}")
    publisher = Publisher(service, screen, interval=0, rate=1e9)
    computers = Computers(service, deciding or Deciding(), pace=0)
    deadlines = Deadlines(service)
    call_lines = CallLines(service, publisher, screen, interval=0)
    return House(database, service, screen, publisher, computers, deadlines, call_lines, time)
