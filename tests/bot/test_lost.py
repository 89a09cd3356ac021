"""When a place counts as gone: only when Discord says so."""

from __future__ import annotations

import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.lost import LostPlaces, _is_gone
from bot.store import tables
from bot.store.connection import Connection
from tests.bot.club import Club
from tests.tables.house import ANN, build
from tests.tables.recorder import Recorder


class Client:
    """As much of a client as is asked. ``answer``: what asking for the channel comes to."""

    def __init__(self, guild: object | None, answer: BaseException | None = None) -> None:
        self.guild, self.answer, self.asked = guild, answer, 0

    def get_guild(self, _: int) -> object | None:
        return self.guild

    async def fetch_channel(self, _: int) -> None:
        self.asked += 1
        if self.answer is not None:
            raise self.answer


def server(*, unavailable: bool = False, has_channel: bool = False) -> object:
    return SimpleNamespace(
        unavailable=unavailable, get_channel_or_thread=lambda _: SimpleNamespace(id=2) if has_channel else None
    )


def refused(status: int, code: int) -> discord.HTTPException:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    response: Any = SimpleNamespace(status=status, reason="as the test wants it")
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": "no"})


@pytest.mark.parametrize("guild", [server(has_channel=True), server(unavailable=True)])
async def test_nobody_is_asked_where_the_answer_is_known_or_cannot_be(guild: object) -> None:
    client: Any = Client(guild, refused(404, 10003))
    assert not await _is_gone(client, 1, 2)
    assert client.asked == 0


@pytest.mark.parametrize(
    ("guild", "answer", "gone"),
    [
        (server(), None, False),  # an archived thread
        (server(), refused(404, 10003), True),
        (server(), refused(403, 50001), False),  # hidden from us
        (None, refused(403, 50001), True),  # we are not in that server any more
        (None, refused(404, 10004), True),
        (server(), refused(500, 0), False),
        (None, refused(429, 0), False),
        (server(), OSError("no network"), False),
    ],
)
async def test_what_discord_says_decides(guild: object | None, answer: BaseException | None, gone: bool) -> None:
    client: Any = Client(guild, answer)
    assert await _is_gone(client, 1, 2) is gone
    assert client.asked == 1


async def test_a_table_that_cannot_be_played_again_ends_with_its_channel_and_keeps_no_other_from_it(
    tmp_path: Path,
) -> None:
    house = await build(tmp_path / "tables.sqlite3", [0.0], Recorder())
    broken, other = await house.open(ANN), await house.open(ANN, channel=99)

    async def spoil(connection: Connection) -> None:
        await connection.execute("UPDATE tables SET game = 'bridge' WHERE id = ?", (broken.id,))

    await house.settle()
    await house.database.write(spoil)
    house.service.forget(None, [broken])
    client: Any = Client(server(), refused(404, 10003))
    await LostPlaces(client, house.service).close_unseen()
    assert (await house.service.table(other.id)).row.end_reason == "channel"
    there = await tables.outline(house.database, broken.id)
    assert there is not None
    assert there.phase == "over", "its own channel is gone as well"
    await house.settle()
    await house.close()


async def test_a_bot_that_is_stopped_while_it_looks_around_has_no_trouble(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """The library says that all is ready two seconds after it is, and a host may stop us just then."""
    caplog.set_level(logging.INFO, "bot")
    await club.database.close()
    await club.inside(club.client.on_ready())
    assert [line for line in club.logged(logging.INFO) if "is closed" in line]
    assert club.logged() == []
