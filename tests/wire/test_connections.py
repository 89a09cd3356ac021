"""A bot of several connections, a server on each: what befalls one of them is not the others' trouble."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import aiohttp
import pytest

from bot.practice import club
from bot.practice.server import Practice
from tests.wire.driver import ActionFailed, Message, Person, connect
from tests.wire.judging import right
from tests.wire.player import as_message, cards_in, offers, play_a_card
from tests.wire.process import BotProcess, at, rows

pytestmark = pytest.mark.soak

HERE, THERE = club.GUILD_ID, str(int(club.GUILD_ID) + (1 << 22))


class Corner:
    """A table of two persons in one server's channel, the other seats computers'."""

    def __init__(self, room: str, *people: Person) -> None:
        self.room = room
        self.people = people
        self._chance = Random(room)

    async def sit(self) -> None:
        """Open the table, join and start."""
        host, guest = self.people
        await host.command("table open", channel=self.room, game="phat")
        await guest.click(await guest.see(self._with("Join")), label="Join")
        await host.click(await host.see(self._with("Start")), label="Start")

    async def asked(self) -> tuple[Person, Message]:
        """Whose turn it is, with their hand, by command."""
        while True:
            for person in self.people:
                hand = as_message(await person.command("hand", channel=self.room))
                if cards_in(hand):
                    return person, hand

    async def play(self) -> None:
        """Whoever is asked plays a card, and somebody's open hand follows by itself."""
        person, hand = await self.asked()
        await play_a_card(person, hand, self._chance)

    def _with(self, label: str) -> Callable[[Message], bool]:
        return lambda seen: seen["channel_id"] == self.room and seen["ephemeral_for"] is None and offers(seen, label)


class Corners:
    """A bot of two connections in two servers, a table in each."""

    practice: Practice
    bot: BotProcess
    here: Corner
    there: Corner

    def __init__(self, home: Path, port: int) -> None:
        self.home, self.port = home, port

    async def open(self, stack: AsyncExitStack) -> None:
        """Start everything, and sit down."""
        self.practice = await stack.enter_async_context(Practice(connections=2))
        rooms = (club.CARD_ROOM_ID, self.practice.world.add_server())
        await self.launch()
        pages = [
            await stack.enter_async_context(await connect(self.practice.page_url, each))
            for each in (club.ANN_ID, club.BO_ID, club.CLEO_ID, club.DANA_ID)
        ]
        self.here, self.there = Corner(rooms[0], *pages[:2]), Corner(rooms[1], *pages[2:])
        for corner in (self.here, self.there):
            await corner.sit()
            await corner.play()

    async def launch(self) -> None:
        """Start the bot, and wait for both connections."""
        self.bot = await BotProcess.start(self.home, **at(self.practice), PORT=str(self.port))
        await self.bot.until("servers: 2")

    def due(self) -> tuple[float, float]:
        """When the time of those who are asked is up, here and there."""
        here, there = (at for (at,) in rows(self.home, "SELECT due_at FROM deadlines ORDER BY table_id"))
        return here, there

    async def health(self) -> tuple[int, dict[str, bool]]:
        """What a host is told."""
        url = f"http://127.0.0.1:{self.port}/healthz"
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            return answer.status, await answer.json()

    async def one_is_cut_off(self) -> None:
        """The connection of the server there is lost, and not made anew before `shut` is taken back."""
        self.practice.gateway.shut = True
        self.practice.gateway.invalidate(server=THERE)
        await self.bot.until("Attempting a reconnect for shard ID")
        # What follows of it begins with the line, and has begun when it has answered this.
        await self.health()


@pytest.fixture
async def corners(tmp_path: Path, port: int) -> AsyncIterator[Corners]:
    """Both tables, at the first card of which somebody has played."""
    async with AsyncExitStack() as stack:
        made = Corners(tmp_path, port)
        await made.open(stack)
        yield made
        assert await made.bot.terminate() == 0
        assert "deadline failed" not in made.bot.said


async def test_both_are_played_at_and_one_that_falls_is_resumed(corners: Corners) -> None:
    assert {(int(server) >> 22) % 2 for server in (HERE, THERE)} == {0, 1}
    for _ in range(2):
        for server in (HERE, THERE):
            corners.practice.gateway.drop(server)
            await corners.here.play()
            await corners.there.play()
    assert corners.practice.gateway.identifies == 2
    assert await corners.health() == (200, {"discord": True, "database": True})
    await right(corners.practice, corners.home, 1)
    await right(corners.practice, corners.home, 2)


async def test_while_one_is_away_its_clocks_alone_are_held(corners: Corners) -> None:
    await corners.here.asked()
    person, hand = await corners.there.asked()
    before = corners.due()
    begun = corners.practice.world.clock.now()
    await corners.one_is_cut_off()
    with pytest.raises(ActionFailed, match="not online"):
        await person.click(hand, label=cards_in(hand)[0])
    assert await corners.health() == (200, {"discord": True, "database": True}), "the other one plays on"
    await asyncio.sleep(4.0)
    corners.practice.gateway.shut = False
    await corners.bot.until("deadlines of 1 tables")
    here, there = (after - was for after, was in zip(corners.due(), before, strict=True))
    assert here == 0
    assert 4.0 < there < corners.practice.world.clock.now() - begun
    await play_a_card(person, hand, Random(1))
    await corners.here.play()
    await right(corners.practice, corners.home, 1)
    await right(corners.practice, corners.home, 2)


async def test_a_bot_that_is_ended_meanwhile_gives_the_time_at_its_next_start(corners: Corners) -> None:
    for corner in (corners.here, corners.there):
        await corner.asked()
    before = corners.due()
    await corners.one_is_cut_off()
    await asyncio.sleep(10.0)
    ended = corners.practice.world.clock.now()
    assert await corners.bot.terminate() == 0
    assert corners.due() == before
    corners.practice.gateway.shut = False
    await corners.launch()
    here, there = (after - was for after, was in zip(corners.due(), before, strict=True))
    assert there > 10.0, "there the outage counts for nothing, nor the restart"
    assert 0 < here < corners.practice.world.clock.now() - ended, "here only the restart does"
    await corners.here.play()
    await corners.there.play()


async def test_a_server_that_went_while_its_connection_was_away_is_seen_when_that_begins_anew(corners: Corners) -> None:
    await corners.one_is_cut_off()
    corners.practice.world.remove_bot(THERE)
    corners.practice.gateway.shut = False
    async with asyncio.timeout(60):
        while rows(corners.home, "SELECT phase FROM tables WHERE id = 2") != [("over",)]:  # noqa: ASYNC110 - a file
            await asyncio.sleep(0.1)
    assert rows(corners.home, "SELECT phase FROM tables WHERE id = 1") == [("playing",)]
    ((gone,),) = rows(corners.home, "SELECT count(*) FROM servers WHERE removed_at IS NOT NULL")
    assert gone == 1
    await corners.here.play()
