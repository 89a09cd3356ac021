"""The page's protocol: what it is told at first, plain messages, malformed frames, who may connect."""

import asyncio
import json
from typing import Any

import aiohttp
import pytest

from bot.practice import club
from bot.practice.club import CARD_ROOM_ID
from bot.practice.server import Practice
from tests.practice.small_bot import Client
from tests.wire.driver import Person, connect
from tests.wire.process import PATIENCE

ROOM = CARD_ROOM_ID


async def ready(practice: Practice, user_id: str) -> Any:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{practice.page_url}/page?as={user_id}") as socket,
    ):
        first = json.loads(await socket.receive_str())
        assert first["op"] == "ready"
        return first["data"]


async def test_what_a_page_is_told_at_first(practice: Practice) -> None:
    told = await ready(practice, club.ANN_ID)
    assert set(told) == {"me", "people", "bot", "guild", "channels", "messages", "commands", "emojis"}
    assert told["me"]["global_name"] == "Ann"
    assert [person["global_name"] for person in told["people"]] == ["Ann", "Bo", "Cleo", "Dana", "Eve"]
    assert told["guild"] == {"id": club.GUILD_ID, "name": "Card club", "preferred_locale": "en-US"}
    assert [channel["name"] for channel in told["channels"]] == ["card-room", "second-table"]
    assert told["bot"]["bot"] is True


async def test_without_a_name_one_is_the_first_person(practice: Practice) -> None:
    assert (await ready(practice, ""))["me"]["id"] == club.ANN_ID


async def test_the_language_of_ones_discord_stays_until_another_is_asked_for(practice: Practice) -> None:
    assert (await ready(practice, club.BO_ID))["me"]["locale"] == "en-US"
    assert (await ready(practice, f"{club.BO_ID}&locale=sv-SE"))["me"]["locale"] == "sv-SE"
    assert (await ready(practice, club.BO_ID))["me"]["locale"] == "sv-SE"
    assert (await ready(practice, club.ANN_ID))["me"]["locale"] == "en-US"


async def test_the_servers_language_is_its_owners(practice: Practice) -> None:
    told: list[str] = []
    practice.world.listen(
        lambda event, data, _: told.append(data["preferred_locale"]) if event.startswith("GUILD") else None
    )
    await ready(practice, f"{club.BO_ID}&locale=ru")
    assert (await ready(practice, club.BO_ID))["guild"]["preferred_locale"] == "en-US"
    assert (await ready(practice, f"{club.ANN_ID}&locale=sv-SE"))["guild"]["preferred_locale"] == "sv-SE"
    assert (await ready(practice, f"{club.ANN_ID}&locale=sv-SE"))["guild"]["preferred_locale"] == "sv-SE"
    assert told == ["sv-SE"]


async def test_a_newcomer(practice: Practice) -> None:
    fay = practice.world.add_person("Fay")
    assert (await ready(practice, fay.id))["me"]["username"] == "fay"


async def test_who_may_connect(practice: Practice) -> None:
    async with aiohttp.ClientSession() as session:
        for user_id in ("5", club.BOT_ID):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(f"{practice.page_url}/page?as={user_id}")
            assert refused.value.status == 404
        address = f"{practice.page_url}/page?as={club.ANN_ID}"
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(address, origin="http://elsewhere.example")
        assert refused.value.status == 403
        async with session.ws_connect(address, origin=practice.page_url) as socket:
            assert json.loads(await socket.receive_str())["op"] == "ready"


async def test_a_page_says_its_language(practice: Practice) -> None:
    await ready(practice, f"{club.ANN_ID}&locale=bg")
    assert practice.world.members[club.ANN_ID].locale == "bg"


async def test_plain_messages_reach_everybody(client: Client, ann: Person, bo: Person) -> None:
    await ann.say(ROOM, "good evening")
    await bo.until(lambda person: bool(person.messages))
    said = bo.latest(ROOM)
    assert (said["content"], said["author"]["global_name"], said["ephemeral_for"]) == ("good evening", "Ann", None)


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        ("no json", "malformed"),
        ("[1]", "JSON object"),
        ('{"op": "dance", "nonce": "n"}', "no op"),
        ('{"op": "command", "nonce": "n"}', "malformed"),
        ('{"op": "command", "nonce": "n", "channel_id": "ROOM", "path": []}', "no command"),
        ('{"op": "command", "nonce": "n", "channel_id": [], "path": {}}', "malformed"),
        (
            '{"op": "component", "nonce": "n", "message_id": "1", "channel_id": "ROOM", "custom_id": "c"}',
            "no such",
        ),
        ('{"op": "modal_submit", "nonce": "n", "interaction_id": "1", "custom_id": "c"}', "not open"),
        ('{"op": "say", "channel_id": "1", "content": "x"}', "no such channel"),
        ('{"op": "say", "channel_id": "ROOM", "content": " "}', "1 to 2000"),
        ('{"op": "say", "channel_id": "ROOM", "content": 5}', "malformed"),
        ('{"op": "dismiss", "message_id": "1"}', "no such private"),
    ],
)
async def test_malformed_frames(practice: Practice, frame: str, reason: str) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{practice.page_url}/page?as={club.ANN_ID}") as socket,
    ):
        await socket.receive_str()
        await socket.receive_str()
        await socket.send_str(frame.replace("ROOM", ROOM))
        told = json.loads(await socket.receive_str(timeout=PATIENCE))
        assert told["op"] == "error"
        assert told["data"]["nonce"] == ("n" if '"n"' in frame else None)
        assert reason in told["data"]["reason"]


async def test_the_page_is_served(practice: Practice) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(practice.page_url) as answer:
            assert answer.status == 200
            assert answer.content_type == "text/html"
        async with session.get(f"{practice.page_url}/static/../server.py") as answer:
            assert answer.status == 404
        async with session.get(f"{practice.page_url}/emojis/5.png") as answer:
            assert answer.status == 404


async def test_a_hundred_people_click_at_once(client: Client, practice: Practice, ann: Person) -> None:
    async def count(interaction: Any) -> None:
        await interaction.response.defer()

    client.handlers["p:count"] = count
    opened: Any = await ann.command("table open", channel=ROOM, game="phat")
    people = [practice.world.add_person(f"P{number}") for number in range(100)]
    pages = await asyncio.gather(*(connect(practice.page_url, person.id) for person in people))
    try:
        answers = await asyncio.gather(*(page.click(opened, "p:count") for page in pages))
    finally:
        await asyncio.gather(*(page.close() for page in pages))
    assert len(answers) == 100
    assert len({i.user.id for i in client.seen if i.type is client.seen[-1].type}) == 100
