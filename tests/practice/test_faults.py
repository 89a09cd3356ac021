"""Troubles that tests order, unknown routes, bodies that are no JSON, and the record of requests."""

import asyncio
import logging
from typing import Any

import aiohttp
import discord
import pytest

from bot.practice.club import CARD_ROOM_ID
from bot.practice.server import Practice
from tests.practice.small_bot import Client, Panel
from tests.wire.driver import Person

ROOM = CARD_ROOM_ID


def room(client: Client) -> Any:
    return client.get_channel(int(ROOM))


async def test_the_next_calls_of_a_route_fail(client: Client, practice: Practice) -> None:
    practice.world.faults.fail("POST", f"/channels/{ROOM}/messages$", status=403, code=50013, times=2)
    for _ in range(2):
        with pytest.raises(discord.Forbidden) as refused:
            await room(client).send("x")
        assert refused.value.code == 50013
    await room(client).send("x")
    practice.world.faults.fail("POST", "/messages", status=503)
    with pytest.raises(discord.DiscordServerError):
        await room(client).send("x")
    practice.world.faults.fail("POST", "/messages", status=503)
    practice.world.faults.clear()
    await room(client).send("x")


async def test_a_429_is_tried_again_by_the_library(client: Client, practice: Practice) -> None:
    practice.world.faults.fail("POST", "/messages$", status=429)
    await room(client).send("x")
    sends = [(r.status, r.code) for r in practice.world.requests if r.path.endswith("/messages")]
    assert sends == [(429, 0), (200, None)]


async def test_an_answer_can_be_late(client: Client, practice: Practice, ann: Person) -> None:
    practice.world.faults.delay("PATCH", "/messages/", seconds=0.05)
    sent = await room(client).send("first")
    late = asyncio.create_task(sent.edit(content="late"))
    await room(client).send("meanwhile")
    assert not late.done()
    assert (await late).content == "late"


async def test_a_first_answer_may_fail(client: Client, practice: Practice, ann: Person) -> None:
    tried: list[int] = []

    async def update(interaction: Any) -> None:
        try:
            await interaction.response.edit_message(view=Panel("x"))
        except discord.HTTPException as refused:
            tried.append(refused.code)
            await interaction.response.edit_message(view=Panel("y"))

    client.handlers["p:update"] = update
    opened: Any = await ann.command("table open", channel=ROOM, game="phat")
    practice.world.faults.fail("POST", "/callback$", status=404, code=10062)
    await ann.click(opened, "p:update")
    assert tried == [10062]


async def test_unknown_routes_are_named(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), pytest.raises(discord.NotFound) as refused:
        await client.http.get_guild_preview(5)
    assert refused.value.code == 0
    assert "GET /api/v10/guilds/5/preview" in caplog.text


async def test_bodies_that_do_not_fit(practice: Practice) -> None:
    headers = {"Authorization": "Bot t", "Content-Type": "application/json"}
    url = f"{practice.api_url}/channels/{ROOM}/messages"
    async with aiohttp.ClientSession() as session:
        for body, status, code in ((b"{", 400, 50109), (b"[]", 400, 50035), (b"5", 400, 50035), (b"", 400, 50006)):
            async with session.post(url, data=body, headers=headers) as answer:
                told = await answer.json()
                assert (answer.status, told["code"]) == (status, code)
        for body in (
            b'{"components": 5}',
            b'{"components": [5], "flags": 32768}',
            b'{"content": 5}',
            b'{"attachments": [5]}',
        ):
            async with session.post(url, data=body, headers=headers) as answer:
                assert (answer.status, (await answer.json())["code"]) == (400, 50035)
