"""How the process begins and ends: one sentence and an exit code for whoever runs it, never a traceback."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random

import aiohttp
import pytest

from bot.practice import club
from bot.practice.server import Practice
from tests.wire.conftest import Join
from tests.wire.driver import connect
from tests.wire.player import (
    as_message,
    hand_of,
    held,
    is_asked,
    open_table,
    play_a_card,
    play_deal,
    press,
    says,
    table_message,
)
from tests.wire.process import PATIENCE, BotProcess, at, kept_port, rows

#: A host waits this long after SIGTERM before it kills.
HOSTS_PATIENCE = 30.0


def sentences(bot: BotProcess) -> list[str]:
    """What it said beside the notes of its log."""
    return [line for line in bot.lines if not line.startswith("{") or json.loads(line)["level"] != "info"]


@pytest.fixture
def taken_port() -> Iterator[int]:
    """A port that somebody listens on."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield int(listening.getsockname()[1])


async def test_sigterm_in_the_middle_of_a_game_ends_it_in_peace(practice: Practice, join: Join, tmp_path: Path) -> None:
    bot = await BotProcess.joining(practice, tmp_path, COMPUTER_PACE="0.2")
    (ann,) = await join(club.ANN_ID)
    await open_table(ann)
    hand = await press(ann, "Play now with computers")
    await ann.until(lambda seer: is_asked(seer.now(hand)))
    await play_a_card(ann, ann.now(hand), Random(1))
    async with asyncio.timeout(HOSTS_PATIENCE):
        assert await bot.terminate() == 0
    assert sentences(bot) == []
    assert not practice.world.bot_online(), "it has said goodbye to Discord too"


async def test_sigterm_before_anything_happened(tmp_path: Path) -> None:
    bot = await BotProcess.start(tmp_path, PORT="0")
    await bot.page_url()
    async with asyncio.timeout(HOSTS_PATIENCE):
        assert await bot.terminate() == 0
    assert len(sentences(bot)) == 1


async def test_sigterm_while_the_gateway_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord's REST side answers, and sends everybody to a gateway that is not there."""
    with kept_port() as nobodys:
        monkeypatch.setattr(Practice, "gateway_url", f"ws://127.0.0.1:{nobodys}")
        async with Practice() as practice:
            bot = await BotProcess.start(tmp_path, **at(practice))
            await bot.until("Failed to connect")
            async with asyncio.timeout(HOSTS_PATIENCE):
                assert await bot.terminate() == 0
            assert "leaving anyway" not in bot.said


async def test_one_person_plays_a_deal_while_a_second_process_waits_in_vain(
    bot: BotProcess, practice: Practice, join: Join, tmp_path: Path
) -> None:
    """The second one waits for a while, as hosts start the new process before they stop the old one."""
    second = await BotProcess.start(tmp_path, **at(practice))
    (ann,) = await join(club.ANN_ID)
    await open_table(ann)
    assert len(held(await press(ann, "Play now with computers"))) == 13
    await play_deal([ann], Random(2))
    assert rows(tmp_path, "SELECT COUNT(*) FROM actions") == [(52,)]
    (points,) = rows(tmp_path, "SELECT points FROM ledger")[0]
    hand = await hand_of(ann)
    assert f"For you: **{points:+d}**" in says(hand).replace("−", "-")
    after = as_message(await ann.click(hand, label="Next deal"))
    assert len(held(after)) == 13
    await ann.see(lambda message: message["ephemeral_for"] is None and "deal 1 is over" in says(message))

    assert await second.end() == 1
    (sentence,) = sentences(second)
    assert "uses the database" in sentence
    assert practice.gateway.identifies == 1, "it never came as far as Discord"


async def test_a_wrong_token_is_said_in_a_sentence(tmp_path: Path) -> None:
    async with Practice(tokens={"another"}) as practice:
        bot = await BotProcess.start(tmp_path, **at(practice))
        assert await bot.end() == 2
    (sentence,) = sentences(bot)
    assert sentence.startswith("Discord does not know this token")
    assert "test" not in sentence


async def test_the_token_is_never_said(practice: Practice, tmp_path: Path) -> None:
    bot = await BotProcess.joining(practice, tmp_path, DISCORD_TOKEN="very.secret.token")
    assert await bot.terminate() == 0
    assert "secret" not in bot.said


async def test_a_missing_token_where_one_is_required(tmp_path: Path) -> None:
    bot = await BotProcess.start(tmp_path, "--require-token")
    assert await bot.end() == 2
    (sentence,) = sentences(bot)
    assert sentence.startswith("DISCORD_TOKEN is not set")
    assert not (tmp_path / "tables.sqlite3").exists()


async def test_a_taken_port(taken_port: int, tmp_path: Path) -> None:
    bot = await BotProcess.start(tmp_path, PORT=str(taken_port))
    assert await bot.end() == 2
    (sentence,) = sentences(bot)
    assert str(taken_port) in sentence
    assert "PORT" in sentence


@pytest.mark.parametrize(("name", "value"), [("PORT", "http"), ("COMPUTER_PACE", "fast"), ("DISCORD_API_URL", "me")])
async def test_a_setting_that_cannot_be(name: str, value: str, tmp_path: Path) -> None:
    bot = await BotProcess.start(tmp_path, **{name: value})
    assert await bot.end() == 2
    (sentence,) = sentences(bot)
    assert sentence.startswith(name)


def nowhere(port: int) -> dict[str, str]:
    """The settings that send the bot to a port where nobody is yet."""
    return {
        "DISCORD_TOKEN": "very.secret.token",
        "DISCORD_API_URL": f"http://127.0.0.1:{port}/api/v10",
        "DISCORD_GATEWAY_URL": f"ws://127.0.0.1:{port}",
    }


async def test_where_discord_cannot_be_reached_it_waits_says_so_to_its_host_and_ends_when_told(
    tmp_path: Path, port: int
) -> None:
    with kept_port() as nobodys:
        bot = await BotProcess.start(tmp_path, PORT=str(port), **nowhere(nobodys))
        waits = await bot.until("Discord cannot be reached")
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 503
            assert await answer.json() == {"discord": False, "database": True}
        async with asyncio.timeout(HOSTS_PATIENCE):
            assert await bot.terminate() == 0
    assert sentences(bot)[0] == waits
    assert "Traceback" not in bot.said
    assert "leaving anyway" not in bot.said
    assert "secret" not in bot.said


async def test_it_comes_into_discord_when_that_can_be_reached_again(tmp_path: Path, port: int) -> None:
    bot = await BotProcess.start(tmp_path, program="tests.wire.impatient", **nowhere(port))
    await bot.until("Discord cannot be reached")
    async with Practice(port) as practice:
        await bot.until_heard(practice, 0)
        await bot.until("connected as")
        assert practice.world.bot_online()
        assert await bot.terminate() == 0
    assert "bot.unheard" not in bot.said, "no clock was running yet"
    assert "Unclosed" not in bot.said
    assert "secret" not in bot.said


async def test_a_database_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no directory")
    bot = await BotProcess.start(tmp_path, DATABASE_PATH=str(tmp_path / "file" / "tables.sqlite3"), PORT="0")
    assert await bot.end() == 2
    assert len(sentences(bot)) == 1


async def test_practice_alone_serves_a_page_and_its_bot(tmp_path: Path) -> None:
    bot = await BotProcess.start(tmp_path, program="tests.wire.patient", PORT="0")
    async with await connect(await bot.page_url(), club.ANN_ID) as ann:
        await ann.until(lambda seer: seer.bot_online and bool(seer.commands))
        await open_table(ann)
        await ann.until(lambda seer: table_message(seer) is not None)
        hand = await press(ann, "Play now with computers")
        assert len(held(hand)) == 13
    message = json.loads(await bot.until("connected as"))["message"]
    assert message.startswith("connected as tricktable")
    assert message.endswith("; servers: 1")
    assert await bot.terminate() == 0
    assert "Traceback" not in bot.said


async def test_a_host_may_ask_how_it_goes_and_reads_json_lines_in_the_log(
    practice: Practice, join: Join, tmp_path: Path, port: int
) -> None:
    bot = await BotProcess.joining(practice, tmp_path, PORT=str(port))
    (ann,) = await join(club.ANN_ID)
    await open_table(ann)
    await press(ann, "Play now with computers")
    async with aiohttp.ClientSession() as session, asyncio.timeout(PATIENCE):
        while True:
            async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
                found = await answer.json()
                assert (answer.status == 200) == all(found.values())
            if answer.status == 200:
                break
        assert found == {"discord": True, "database": True}
        async with session.get(f"http://127.0.0.1:{port}/") as answer:
            assert answer.status == 404
    assert await bot.terminate() == 0
    told = [json.loads(line) for line in bot.lines]
    assert all({"time", "level", "logger", "message"} <= set(line) for line in told)
    (tally,) = (line["message"] for line in told if line["logger"] == "bot.tally")
    assert tally.startswith("interactions 2, half within ")


async def test_a_port_for_the_host_that_is_taken(practice: Practice, tmp_path: Path, taken_port: int) -> None:
    bot = await BotProcess.start(tmp_path, PORT=str(taken_port), **at(practice))
    assert await bot.end() == 2
    (sentence,) = sentences(bot)
    assert sentence.startswith(f"Port {taken_port} cannot be used (")
