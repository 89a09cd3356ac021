"""What is counted between two lines of the log."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.store.errors import StoreError
from bot.tally import Tally
from tests.bot.club import Club
from tests.bot.player import members


def discord_error(status: int, code: int) -> discord.HTTPException:
    response = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(cast(Any, response), {"code": code, "message": "secret words"})


def test_a_line_tells_how_many_how_quick_what_was_refused_and_what_discord_said() -> None:
    tally = Tally()
    for _ in range(98):
        tally.answered(0.0042)
    tally.answered(0.15)
    tally.answered(4.0)
    tally.refused("stale")
    tally.refused("stale")
    tally.discord_said(discord_error(404, 10008))
    tally.discord_said(discord_error(503, 0))
    tally.failed()
    assert tally.line() == (
        "interactions 100, half within 5 ms, 99 % within 200 ms; discord 10008: 1; discord 503: 1; failed: 1;"
        " refused stale: 2"
    )
    assert tally.line() is None, "it begins anew"


@pytest.mark.parametrize(
    ("seconds", "within"), [(0.001, "1 ms"), (0.00101, "2 ms"), (3.0, "3000 ms"), (3.1, "more than")]
)
def test_an_answer_counts_by_the_bound_it_kept_to(seconds: float, within: str) -> None:
    tally = Tally()
    tally.answered(seconds)
    assert f"half within {within}" in str(tally.line())


async def test_it_is_written_regularly_and_at_the_end(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot.tally")
    tally = Tally()
    tally.refused("stale")
    writing = asyncio.create_task(tally.write_regularly(every=0))
    for _ in range(10):
        await asyncio.sleep(0)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    tally.refused("paused")
    last = asyncio.create_task(tally.write_regularly())
    await asyncio.sleep(0)
    last.cancel()
    await asyncio.gather(last, return_exceptions=True)
    assert caplog.messages == ["refused stale: 1", "refused paused: 1"]


async def test_clicks_commands_refusals_and_discords_codes_are_counted(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    await ann.clicks("Join", on=club.board())
    club.fail("PATCH", "/channels/*", 10008)
    await ann.clicks("Play now with computers", on=club.board())
    line = str(club.client.tally.line())
    assert line.startswith("interactions 3, ")
    assert "discord 10008: 1" in line
    (stranger,) = members(club, "Zoe")
    await stranger.clicks("My hand", on=club.board())
    assert "refused not_seated: 1" in str(club.client.tally.line())


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (503, 0), (400, 160006)])
async def test_what_discord_says_when_a_thread_is_made_is_counted_once(club: Club, status: int, code: int) -> None:
    (ann,) = members(club, "Ann")
    club.expected.append("an interaction failed")
    # The library asks five times where Discord fails.
    club.fail("POST", "/channels/*/threads", code, status=status, times=5)
    await ann.opens(place="thread")
    assert f"discord {code or status}: 1" in str(club.client.tally.line())


async def test_what_discord_says_when_a_thread_is_archived_is_counted(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = members(club, "Ann")
    club.expected.append("could not be opened")

    async def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr("bot.tables.service.tables.create", full)
        club.fail("PATCH", "/channels/*", 50001, status=403)
        await ann.opens(place="thread")
    assert "discord 50001: 1" in str(club.client.tally.line())
    await ann.opens(place="thread")
    club.fail("PATCH", "/channels/*", 50013, status=403)
    await ann.types("table end", channel=club.channel.threads[-1])
    assert "discord 50013: 1" in str(club.client.tally.line())


async def test_what_discord_says_when_it_is_told_the_commands_is_counted(club: Club) -> None:
    club.expected.append("Discord refuses the commands")
    club.env.backend.commands[None].clear()
    club.fail("PUT", "/applications/*/commands", 50035)
    await club.restart()
    assert "discord 50035: 1" in str(club.client.tally.line())
