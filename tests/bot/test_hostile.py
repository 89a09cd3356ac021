"""Hostile clicks by the thousand through the router: nothing changes, nothing breaks, everybody is answered."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.client import TricktableClient
from bot.store.database import Database
from bot.tables.commands import End, Join, Opening, Person, Start
from bot.tables.model import Table
from bot.tables.service import TableService
from engine.games import games
from tests.bot.attackers import ATTACKERS, PLAYING, Sent
from tests.bot.club import AT_ONCE, source
from tests.bot.hostile import interaction
from tests.tables.house import ANN, BO, CLEO, DANA, EVE
from tests.tables.recorder import Recorder

HOME, ELSEWHERE = 10, 11
SEATED = (ANN, BO, CLEO, DANA, EVE)
STRANGER = 77


class Room:
    """A client that is nowhere, and tables in it: for each game a lobby and a match; and a match that is over."""

    home, elsewhere = HOME, ELSEWHERE
    seated: Sequence[int] = tuple(person.id for person in SEATED)
    stranger = STRANGER

    def __init__(self, client: TricktableClient) -> None:
        self.client = client
        self.lobbies: list[int] = []
        self.matches: list[int] = []
        self.over = 0

    @property
    def tables(self) -> list[int]:
        """All of them."""
        return [*self.lobbies, *self.matches, self.over]

    async def furnish(self) -> None:
        """Open the tables."""
        for key, game in games().items():
            count = min(game.seats_allowed[0], len(SEATED))
            self.lobbies.append((await self._open(key, 2)).id)
            table = await self._open(key, count)
            self.matches.append(table.id)
            await self.client.service.submit(table.id, ANN, 0, Start())
        last = await self._open(next(iter(games())), 4)
        await self.client.service.submit(last.id, ANN, 0, Start())
        await self.client.service.submit(last.id, Person(99, "Mod", moderator=True), 0, End())
        self.over = last.id

    async def _open(self, key: str, persons: int) -> Table:
        service = self.client.service
        channel = 100 + len(self.tables)
        table = await service.open(ANN, Opening(HOME, channel, key))
        for person in SEATED[1:persons]:
            table = (await service.submit(table.id, person, 0, Join())).after
        return table

    async def state(self) -> list[Any]:
        """What must not change."""
        found = [await self.client.service.table(each) for each in self.tables]
        return [(table.row.version, table.row.phase, table.last_no, table.seats) for table in found]

    async def legal_id(self, chance: Random) -> tuple[str, int]:
        """What somebody could do now at one of the tables, and who that is."""
        table = await self.client.service.table(chance.choice(self.matches))
        seats = [seat for seat in table.awaited() if table.seats[seat].person_id is not None]
        seat = chance.choice(seats) if seats else 0
        actions = table.game.legal(table.match, seat).actions
        code = chance.choice(actions).code if actions else "pass"
        holder = table.seats[seat].person_id or ANN.id
        return f"t:{table.id}:{table.decision(seat)}:{chance.choice(PLAYING[:2])}:{code}", holder


@asynccontextmanager
async def furnished(path: Path) -> AsyncIterator[Room]:
    """A room of tables."""
    async with await Database.open(path / "tables.sqlite3") as database:
        chance = source(3)
        service = TableService(database, now=lambda: 1000.0, source=chance, salt=lambda: f"{chance(10**9):032x}")
        client = TricktableClient(database, AT_ONCE, shard_count=1, service=service)
        client.publisher._screen = client.publisher.hands._screen = Recorder()
        room = Room(client)
        try:
            await room.furnish()
            await client.publisher.idle()
            yield room
        finally:
            await client.computers.stop()
            await client.publisher.stop()


def carried(sent: Sent) -> Any:
    """What was sent, as the router sees it."""
    where = {"guild": sent.guild, "channel": 100 if sent.guild == HOME else 500, "own": sent.own}
    return interaction(sent.custom_id, sent.person, values=sent.values, fields=sent.fields, **where)  # type: ignore[arg-type]


async def attack(room: Room, times: int, caplog: pytest.LogCaptureFixture) -> None:
    """So many hostile interactions; each is answered once, and afterwards everything is as before."""
    caplog.set_level(logging.WARNING)
    chance = Random(5)
    before = await room.state()
    for number in range(times):
        sent = carried(await ATTACKERS[number % len(ATTACKERS)](room, chance))
        await room.client.router.click(sent)
        assert len(sent.response.answers) == 1, sent.data
        assert await room.state() == before, sent.data
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_hostile_clicks_change_nothing_and_are_answered(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with furnished(tmp_path) as room:
        await attack(room, 3_000, caplog)


@pytest.mark.soak
async def test_a_hundred_thousand_of_them(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with furnished(tmp_path) as room:
        await attack(room, 100_000, caplog)


async def test_the_attack_would_notice_a_click_that_counts(tmp_path: Path) -> None:
    async with furnished(tmp_path) as room:
        before, chance = await room.state(), Random(1)
        custom_id, holder = await room.legal_id(chance)
        sent = interaction(custom_id, holder, guild=HOME, channel=100, own=True)
        await room.client.router.click(sent)
        assert sent.response.answers == ["update"]
        assert await room.state() != before
