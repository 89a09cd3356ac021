"""A bot of several connections: each is told of some servers, as Discord shares them out, and of nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.practice import club
from bot.practice.clock import Clock
from bot.practice.server import Practice
from tests.practice.small_bot import Client, pointed_at, running
from tests.practice.test_gateway import Raw
from tests.wire.driver import ActionFailed, connect, texts
from tests.wire.process import PATIENCE

#: By which of two connections the club is told of.
CLUBS = (int(club.GUILD_ID) >> 22) % 2


async def told(raw: Raw) -> tuple[str, str]:
    """The next event: its name, and the server it is about."""
    event = await raw.receive()
    return event["t"], event["d"]["id"] if event["t"].startswith("GUILD") else event["d"]["guild_id"]


async def test_each_is_told_of_its_servers_alone() -> None:
    async with (
        Practice(clock=Clock(frozen=True), rate_limits=False) as practice,
        Raw(practice) as first,
        Raw(practice) as second,
    ):
        channel = practice.world.add_server()
        other = practice.world.channels.server_of(channel)
        await first.identify(1 | 1 << 9, CLUBS, 2)
        await second.identify(1 | 1 << 9, 1 - CLUBS, 2)
        assert await told(first) == ("GUILD_CREATE", club.GUILD_ID)
        assert await told(second) == ("GUILD_CREATE", other)
        async with await connect(practice.page_url, club.ANN_ID) as ann:
            await ann.say(channel, "there")
            await ann.say(club.CARD_ROOM_ID, "here")
            assert await told(first) == ("MESSAGE_CREATE", club.GUILD_ID)
            assert await told(second) == ("MESSAGE_CREATE", other)
        practice.world.remove_bot(other)
        practice.world.outage()
        assert await told(first) == ("GUILD_DELETE", club.GUILD_ID)
        assert await told(second) == ("GUILD_DELETE", other)


async def test_a_server_is_heard_of_only_if_its_connection_is_there() -> None:
    async with Practice(clock=Clock(frozen=True), rate_limits=False) as practice, Raw(practice) as raw:
        await raw.identify(1, 1 - CLUBS, 2)
        assert not practice.gateway.reachable(club.GUILD_ID)
        async with await connect(practice.page_url, club.ANN_ID) as ann:
            await ann.until(lambda person: person.bot_online)
            practice.world.commands.put(None, {"name": "hand", "description": "Your hand"})
            with pytest.raises(ActionFailed, match="not online"):
                await ann.command("hand", channel=club.CARD_ROOM_ID)


async def test_two_that_begin_at_once_are_one_too_many() -> None:
    clock = Clock(frozen=True)
    async with Practice(clock=clock) as practice, Raw(practice) as first, Raw(practice) as second:
        await first.identify(1, 0, 2)
        await second.send(2, {"token": "t", "intents": 1, "shard": [1, 2]})
        assert (await second.receive())["op"] == 9
        clock.advance(5.0)
        await second.identify(1, 1, 2)


async def test_the_library_holds_as_many_as_it_is_told() -> None:
    async with Practice(clock=Clock(frozen=True), rate_limits=False, connections=3) as practice:
        rooms = [club.CARD_ROOM_ID, practice.world.add_server(), practice.world.add_server()]
        with pointed_at(practice):
            async with running() as client, await connect(practice.page_url, club.ANN_ID) as ann:
                assert client.shard_count == 3
                assert {guild.shard_id for guild in client.guilds} == {0, 1, 2}
                for room in rooms:
                    answer: Any = await ann.command("hand", channel=room)
                    assert texts(answer) == ["Your cards: 9♠"]
                    guild = client.get_guild(int(practice.world.channels.server_of(room)))
                    assert guild is not None
                    assert client.seen[-1].guild is guild
                    assert [channel.id for channel in guild.text_channels if str(channel.id) in rooms] == [int(room)]
                await one_falls(client, practice)


async def one_falls(client: Client, practice: Practice) -> None:
    """One of the connections is lost, and resumed, and the others have not heard of it."""
    lost: list[int] = []
    resumed = asyncio.get_running_loop().create_future()
    client.on_shard_disconnect = noted(lost.append)  # type: ignore[attr-defined]
    client.on_shard_resumed = noted(resumed.set_result)  # type: ignore[attr-defined]
    practice.gateway.drop(club.GUILD_ID)
    shard = (int(club.GUILD_ID) >> 22) % 3
    assert await asyncio.wait_for(resumed, PATIENCE) == shard
    assert lost == [shard]
    assert practice.gateway.identifies == 3


def noted(take: Any) -> Any:
    """A listener that notes which connection an event is about."""

    async def listener(shard: int) -> None:
        take(shard)

    return listener


def test_a_servers_ids_are_the_next_connections() -> None:
    world = Practice(connections=3).world
    servers = [world.channels.server_of(world.add_server()) for _ in range(5)]
    first = (int(club.GUILD_ID) >> 22) % 3
    assert [(int(server) >> 22) % 3 for server in servers] == [(first + each) % 3 for each in (1, 2, 3, 4, 5)]
    assert len(world.channels.all) == 2 + 5
