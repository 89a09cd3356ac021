"""The gateway: start, loss and resume, invalid sessions, intents, going away."""

import asyncio
import json
from typing import Any

import aiohttp
import discord
import pytest
from discord.gateway import KeepAliveHandler

from bot.practice import club
from bot.practice.clock import Clock
from bot.practice.club import CARD_ROOM_ID, GUILD_ID
from bot.practice.gateway import ACK_SECONDS
from bot.practice.limits import numbers
from bot.practice.server import Practice
from tests.practice.small_bot import Client, pointed_at, running
from tests.wire.driver import ActionFailed, Person, connect, texts
from tests.wire.process import PATIENCE

ROOM = CARD_ROOM_ID


async def test_ready_and_the_server(client: Client, practice: Practice, ann: Person) -> None:
    assert client.shard_count == 1
    assert client.user is not None
    assert str(client.application_id) == club.APPLICATION_ID
    guild = client.get_guild(int(GUILD_ID))
    assert guild is not None
    assert [c.name for c in guild.text_channels] == ["card-room", "second-table"]
    assert guild.me.guild_permissions.value == club.EVERYONE | club.BOT_PERMISSIONS
    assert guild.me.display_name == "Tricktable"
    assert practice.gateway.identifies == 1
    await ann.until(lambda person: person.bot_online)


async def test_a_lost_socket_is_resumed_and_nothing_is_missed(client: Client, practice: Practice, ann: Person) -> None:
    practice.gateway.drop()
    await ann.until(lambda person: not person.bot_online)
    # Nobody listens now; the command waits in the session's buffer.
    answer: Any = await ann.command("hand", channel=ROOM)
    assert texts(answer) == ["Your cards: 9♠"]
    await client.until_event("RESUMED")
    await ann.until(lambda person: person.bot_online)
    assert practice.gateway.identifies == 1
    assert len(client.seen) == 1


async def test_reconnect_on_order(client: Client, practice: Practice, ann: Person) -> None:
    practice.gateway.reconnect()
    await client.until_event("RESUMED")
    await ann.command("hand", channel=ROOM)
    assert practice.gateway.identifies == 1


async def test_an_invalid_session_is_begun_anew(client: Client, practice: Practice, ann: Person) -> None:
    client.events.clear()
    practice.gateway.invalidate()
    await client.until_event("GUILD_CREATE")
    assert practice.gateway.identifies == 2
    await ann.command("hand", channel=ROOM)


async def test_a_session_lost_too_long_cannot_be_resumed(practice: Practice) -> None:
    async with Raw(practice) as raw:
        session = await raw.identify()
    practice.world.clock.advance(200)
    async with Raw(practice) as raw:
        await raw.send(6, {"token": "t", "session_id": session, "seq": 1})
        assert await raw.receive() == {"op": 9, "d": False, "s": None, "t": None}


async def test_resume_replays_from_the_given_number(practice: Practice) -> None:
    async with Raw(practice) as raw:
        session = await raw.identify()
        assert (await raw.receive())["t"] == "GUILD_CREATE"
        await raw.socket.close(code=4000)
    made = practice.world.channels.create("new")
    async with Raw(practice) as raw:
        await raw.send(6, {"token": "t", "session_id": session, "seq": 1})
        told = [await raw.receive() for _ in range(3)]
        assert [(frame["t"], frame["s"]) for frame in told] == [
            ("GUILD_CREATE", 2),
            ("CHANNEL_CREATE", 3),
            ("RESUMED", 4),
        ]
        assert told[1]["d"]["id"] == made["id"]
    async with Raw(practice) as raw:
        await raw.send(6, {"token": "other", "session_id": session, "seq": 1})
        assert (await raw.receive())["op"] == 9
    async with Raw(practice) as raw:
        await raw.send(6, {"token": "t", "session_id": session, "seq": 99})
        assert (await raw.receive())["op"] == 9


async def test_a_goodbye_ends_the_session(client: Client, practice: Practice, ann: Person) -> None:
    await client.close()
    await ann.until(lambda person: not person.bot_online)
    with pytest.raises(ActionFailed, match="not online"):
        await ann.command("hand", channel=ROOM)


async def test_two_processes_both_hear_and_the_second_answer_is_refused(
    client: Client, practice: Practice, ann: Person
) -> None:
    codes: list[int] = []
    done = asyncio.Event()

    async def answer(interaction: Any) -> None:
        try:
            await interaction.response.send_message("mine")
        except discord.HTTPException as refused:
            codes.append(refused.code)
            done.set()

    async with running() as second:
        client.handlers["p:update"] = second.handlers["p:update"] = answer
        opened: Any = await ann.command("table open", channel=ROOM, game="phat")
        await ann.click(opened, "p:update")
        async with asyncio.timeout(PATIENCE):
            await done.wait()
    assert codes == [40060]


async def test_removal_from_the_server(client: Client, practice: Practice, ann: Person) -> None:
    practice.world.remove_bot()
    await client.until_event("GUILD_DELETE")
    assert client.get_guild(int(GUILD_ID)) is None
    with pytest.raises(ActionFailed, match="not online"):
        await ann.command("hand", channel=ROOM)


async def test_an_invitation_brings_the_bot_back(client: Client, practice: Practice, ann: Person) -> None:
    channel: Any = client.get_channel(int(ROOM))
    practice.world.remove_bot()
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("x")
    assert refused.value.code == 50001
    client.events.clear()
    practice.world.invite_bot()
    await client.until_event("GUILD_CREATE")
    await ann.command("hand", channel=ROOM)


async def test_an_outage_is_no_removal(client: Client, practice: Practice, ann: Person) -> None:
    practice.world.outage()
    await client.until_event("GUILD_DELETE")
    guild = client.get_guild(int(GUILD_ID))
    assert guild is not None
    assert guild.unavailable
    client.events.clear()
    practice.world.outage_over()
    await client.until_event("GUILD_CREATE")
    await ann.command("hand", channel=ROOM)


async def test_identifies_are_counted(client: Client, practice: Practice) -> None:
    assert (await client.fetch_session_start_limits()).remaining == 999


async def test_close_codes(practice: Practice) -> None:
    for frames, code in (
        (["no json"], 4002),
        (['{"d": 1}'], 4002),
        ([frame(3, {})], 4003),
        ([frame(2, {"token": "", "intents": 1})], 4004),
        ([frame(2, {"token": "t", "intents": 1 << 15})], 4014),
        ([frame(2, {"token": "t", "intents": 1})] * 2, 4005),
        ([frame(2, {"token": "t", "intents": 1, "shard": [2, 2]})], 4010),
        ([frame(2, {"token": "t", "intents": 1}), frame(77, None)], 4001),
    ):
        async with Raw(practice) as raw:
            for text in frames:
                await raw.socket.send_str(text)
            assert await raw.until_closed() == code


async def test_messages_only_where_intents_ask() -> None:
    content = 1 << 15
    async with (
        Practice(clock=Clock(frozen=True), privileged_intents=content) as practice,
        Raw(practice) as lean,
        Raw(practice) as curious,
        Raw(practice) as nosy,
        await connect(practice.page_url, club.ANN_ID) as ann,
    ):
        await lean.identify(1)
        await curious.identify(1 | 1 << 9)
        await nosy.identify(1 | 1 << 9 | content)
        for raw in (lean, curious, nosy):
            assert (await raw.receive())["t"] == "GUILD_CREATE"
        await ann.say(ROOM, "hello")
        await ann.say(ROOM, f"hello <@{club.BOT_ID}>")
        told = [(await curious.receive())["d"], (await curious.receive())["d"]]
        assert [message["content"] for message in told] == ["", f"hello <@{club.BOT_ID}>"]
        assert told[0]["author"]["username"] == "ann"
        assert "ephemeral_for" not in told[0]
        assert (await nosy.receive())["d"]["content"] == "hello"
        practice.world.channels.create("new")
        assert (await lean.receive())["t"] == "CHANNEL_CREATE"


async def test_a_wrong_token_is_refused() -> None:
    async with Practice(tokens=["right"]) as practice:
        with pointed_at(practice), pytest.raises(discord.LoginFailure):
            async with Client() as client:
                await client.login("wrong")
        async with aiohttp.ClientSession() as session:
            for header in ("", "Bot ", "Bearer right", "right"):
                async with session.get(f"{practice.api_url}/users/@me", headers={"Authorization": header}) as answer:
                    assert (answer.status, (await answer.json())["code"]) == (401, 0)


async def test_a_heartbeat_is_answered_a_little_later(practice: Practice) -> None:
    loop = asyncio.get_running_loop()
    async with Raw(practice) as raw:
        asked = loop.time()
        await raw.send(1, None)
        await raw.identify()  # is answered first, though it was sent after
        assert (await raw.receive())["t"] == "GUILD_CREATE"
        assert (await raw.receive())["op"] == 11
        assert loop.time() - asked >= ACK_SECONDS * 0.9


async def test_each_answer_finds_its_own_beat_noted(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    # Else the library measures from the beat before, and warns that the socket is 41 seconds behind.
    monkeypatch.setattr(numbers, "HEARTBEAT_MILLISECONDS", 150)
    beats: list[float] = []
    enough = asyncio.Event()
    ack = KeepAliveHandler.ack

    def noted(keeper: KeepAliveHandler) -> None:
        ack(keeper)
        beats.append(keeper._last_send)
        if len(beats) == 6:
            enough.set()

    monkeypatch.setattr(KeepAliveHandler, "ack", noted)
    async with running():
        await asyncio.wait_for(enough.wait(), PATIENCE)
    assert len(set(beats)) == len(beats)


def frame(op: int, data: Any) -> str:
    return json.dumps({"op": op, "d": data})


class Raw:
    """A bare gateway socket."""

    socket: aiohttp.ClientWebSocketResponse

    def __init__(self, practice: Practice) -> None:
        self._practice = practice
        self._session = aiohttp.ClientSession()

    async def __aenter__(self) -> "Raw":
        self.socket = await self._session.ws_connect(f"{self._practice.gateway_url}/?v=10&encoding=json")
        assert (await self.receive())["op"] == 10
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close(code=4000)
        await self._session.close()

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(frame(op, data))

    async def receive(self) -> Any:
        return json.loads(await self.socket.receive_str(timeout=PATIENCE))

    async def identify(self, intents: int = 1, number: int = 0, count: int = 1) -> str:
        await self.send(2, {"token": "t", "intents": intents, "shard": [number, count]})
        ready = await self.receive()
        assert ready["t"] == "READY"
        return str(ready["d"]["session_id"])

    async def until_closed(self) -> int | None:
        async for _ in self.socket:
            pass
        return self.socket.close_code
