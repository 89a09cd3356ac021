"""A day of many tables with clocks, in virtual time: nothing is left behind but the tables themselves."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bot.tables import show
from bot.tables.commands import AddComputer, Back, Command, Leave, Next, Person, Play, Refused, Start, Why
from bot.tables.due import CLOCKS
from bot.tables.model import Table
from engine.game import by_chance
from engine.games import games
from tests.tables.house import House, build
from tests.tables.recorder import Hand, Recorder

MINUTE, HOUR = 60.0, 3600.0
#: What may happen to an answer that comes when the table has gone on meanwhile.
TOO_LATE = frozenset({Why.STALE, Why.PAUSED, Why.GONE, Why.NOT_SEATED})


class Day:
    """Tables of all games and clocks, always the same number of them, and people who come and go."""

    def __init__(self, house: House, tables: int, seed: int, busy: float) -> None:
        self.house = house
        #: How likely somebody does something at a table in a minute.
        self.busy = busy
        self.chance = Random(seed)
        self.tables: list[int] = []
        self.wanted = tables
        self.opened = 0
        self.did: Counter[str] = Counter()

    async def fill(self) -> None:
        """Open tables until there are as many as wanted: two people each, the rest computers."""
        while len(self.tables) < self.wanted:
            key = list(games())[self.opened % len(games())]
            clock = CLOCKS[self.opened // len(games()) % len(CLOCKS)]
            self.opened += 1
            people = [Person(10 * self.opened + each, f"person {each} of {self.opened}") for each in range(2)]
            table = await self.house.open(*people, clock=clock, channel=1000 + self.opened, game=key)
            if key == "knektpass":
                await self.house.service.submit(table.id, people[0], 0, AddComputer("normal"))
            await self.house.service.submit(table.id, people[0], 0, Start())
            self.tables.append(table.id)

    async def a_minute(self) -> None:
        """A minute goes by; here and there somebody does something."""
        await self.house.pass_time(MINUTE)
        for table_id in list(self.tables):
            if self.chance.random() < self.busy:
                await self._somebody_acts(await self.house.service.table(table_id))
        await self.house.settle()
        over = {each for each in self.tables if (await self.house.service.table(each)).row.phase == "over"}
        self.tables = [each for each in self.tables if each not in over]
        await self.fill()

    async def _somebody_acts(self, table: Table) -> None:
        if not table.persons:
            return
        holder = self.chance.choice(table.persons)
        assert holder.person_id is not None
        command = self._what(table, holder.seat)
        self.did[type(command).__name__] += 1
        try:
            table = (await self.house.service.submit(table.id, Person(holder.person_id, "?"), None, command)).after
        except Refused as refused:
            if refused.reason not in TOO_LATE:
                raise
        # Whoever clicks has a hand open, for a quarter of an hour.
        way = Hand(holder.person_id, self.house.time[0] + 15 * MINUTE)
        self.house.publisher.hold(table, holder.person_id, way, show.hand(table, holder.person_id))

    def _what(self, table: Table, seat: int) -> Command:
        if self.chance.random() < 0.02:
            return Leave()
        if table.row.phase == "between":
            return Next(table.row.deal_no)
        if table.seats[seat].computer is not None or table.row.phase != "playing" or seat not in table.to_act():
            return Back()
        view = table.game.view(table.match, seat)
        return Play(by_chance(view.legal, lambda below: self.chance.randrange(below)).action.code)

    def kept(self) -> dict[str, int]:
        """How much each part keeps in memory."""
        house = self.house
        return {
            "tables": len(house.service.kept()),
            "locks": len(house.service._locks),
            "shown": len(house.publisher._shown),
            "hands": sum(len(hands) for hands in house.publisher.hands.open._tables.values()),
            "timers": len(house.call_lines._timers),
            "lines": len(house.call_lines._lines),
            "asked": len(house.computers._asked),
            "deadlines": len(house.deadlines._heap),
        }


async def spent(house: House, tables: int, hours: int, seed: int, busy: float) -> Day:
    """So many hours of so many tables, every kind of thing happening."""
    day = Day(house, tables, seed, busy)
    await day.fill()
    await house.settle()
    tasks = len(asyncio.all_tasks())
    objects: list[int] = []
    for hour in range(hours):
        for _ in range(60):
            await day.a_minute()
        await house.settle()
        assert len(asyncio.all_tasks()) <= tasks
        kept = day.kept()
        # A match that is over is kept while it offers a rematch.
        assert kept["tables"] <= 2 * tables, (hour, kept)
        assert kept["shown"] <= 2 * tables, (hour, kept)
        assert kept["hands"] <= 2 * tables, (hour, kept)
        # Whatever is moved again and again is looked at once: two turns, and one thing of the whole table.
        assert kept["deadlines"] <= 6 * tables, (hour, kept)
        assert kept["locks"] == kept["asked"] == 0, (hour, kept)
        house.screen.log.clear()
        house.screen.messages.clear()
        house.screen.pushed.clear()
        gc.collect()
        objects.append(len(gc.get_objects()))
    print(f"{day.opened} tables in {hours} hours, {dict(day.did)}, at the end {day.kept()}, objects {objects}")
    assert min(objects[-3:]) < 1.25 * max(objects[: len(objects) // 3]), objects
    assert {"Play", "Back", "Next", "Leave"} <= set(day.did)
    return day


async def test_hours_of_a_few_tables_leave_nothing_behind(tmp_path: Path) -> None:
    house = await build(tmp_path / "tables.sqlite3", [1_000_000.0], Recorder())
    await spent(house, 12, 3, seed=1, busy=0.3)
    await house.close()
    assert len(asyncio.all_tasks()) == 1


@pytest.mark.soak
async def test_a_day_of_two_hundred_tables_leaves_nothing_behind(tmp_path: Path) -> None:
    house = await build(tmp_path / "tables.sqlite3", [1_000_000.0], Recorder())
    day = await spent(house, 200, 24, seed=2, busy=0.05)
    assert day.opened > 200
    await house.close()
    assert len(asyncio.all_tasks()) == 1
