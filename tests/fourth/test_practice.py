"""The fourth game in practice: the real client in the stand-in for Discord, played by clicks over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from bot.client import TricktableClient
from bot.practice import club
from bot.practice.clock import Clock
from bot.practice.server import Practice
from bot.store.database import Database
from tests.bot.club import AT_ONCE
from tests.fourth.adding import KEY
from tests.practice.small_bot import pointed_at
from tests.store import booked
from tests.wire.driver import Person, connect
from tests.wire.player import cards_in, hand_of, held, is_asked, open_table, play_deal, press, says, table_with

PEOPLE = (club.ANN_ID, club.BO_ID, club.CLEO_ID)


@asynccontextmanager
async def at_home(path: Path) -> AsyncIterator[tuple[TricktableClient, list[Person]]]:
    """The client in a stand-in of its own, and three people's pages, once the bot is there."""
    async with AsyncExitStack() as stack:
        practice = await stack.enter_async_context(Practice(clock=Clock(frozen=True), rate_limits=False))
        stack.enter_context(pointed_at(practice))
        database = await Database.open(path)
        stack.push_async_callback(database.close)
        client = TricktableClient(database, AT_ONCE, shard_count=1)
        running = asyncio.create_task(client.start("practice-token"))

        async def leave() -> None:
            await client.close()
            await asyncio.gather(running, return_exceptions=True)

        stack.push_async_callback(leave)
        people = [await stack.enter_async_context(await connect(practice.page_url, each)) for each in PEOPLE]
        for person in people:
            await person.until(lambda seer: seer.bot_online and bool(seer.commands))
        yield client, people


@pytest.mark.usefixtures("game")
async def test_a_deal_by_clicks(tmp_path: Path) -> None:
    async with at_home(tmp_path / "practice.sqlite3") as (client, people):
        ann, bo, _ = people
        (command,) = (each for each in ann.commands if each["name"] == "table")
        (offered,) = (each for each in command["options"] if each["name"] == "open")
        assert KEY in [each["value"] for each in offered["options"][0]["choices"]]

        await open_table(*people, game=KEY)
        lobby = await table_with(bo, "Start")
        assert "🌹 Maria · lobby" in says(lobby)
        hands = [await press(ann, "Start"), await hand_of(bo)]
        assert [len(held(hand)) for hand in hands] == [5, 5]
        assert all(len(cards_in(hand)) <= 5 for hand in hands if is_asked(hand))
        await play_deal(people, Random(3))
        over = await table_with(ann, "Next deal")
        assert "Maria" in says(over)
        ledger = await booked.match_ledger(client.database, int(club.GUILD_ID), 1)
        table = await client.service.table(1)
        assert sorted(row.points for row in ledger) == sorted(-points for points in table.match.points)
        for person in people:
            await person.click(await table_with(person, "Next deal"), label="Next deal")
        assert len(held(await hand_of(ann))) == 5
