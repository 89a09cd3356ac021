"""The bot's socket: dropped, resumed, invalid, refused. What people do is heard, or they get the time back."""

from __future__ import annotations

import asyncio
import json
import math
from pathlib import Path

import aiohttp
import pytest

from bot.practice import club
from bot.practice.server import Practice
from tests.wire.conftest import Join
from tests.wire.driver import ActionFailed
from tests.wire.patient import as_impatient_as_discord
from tests.wire.player import cards_in
from tests.wire.process import PATIENCE, BotProcess, rows
from tests.wire.sitting import Sitting


async def quietly(bot: BotProcess) -> None:
    """The bot leaves in peace, and has not said more than a line about each trouble."""
    assert await bot.terminate() == 0
    assert "Traceback" not in bot.said, bot.said


@pytest.mark.parametrize("how", ["drop", pytest.param("reconnect", marks=pytest.mark.soak)])
async def test_what_is_done_while_the_socket_is_gone_is_heard_when_it_resumes(
    bot: BotProcess, practice: Practice, join: Join, tmp_path: Path, how: str
) -> None:
    sitting = Sitting(practice, tmp_path, await join(club.ANN_ID, club.BO_ID))
    await sitting.sit()
    for _ in range(3):
        asked = await sitting.asked()
        getattr(practice.gateway, how)()
        assert await sitting.plays(*asked)
    assert practice.gateway.identifies == 1
    await sitting.all_well()


@pytest.mark.soak
async def test_an_invalid_session_is_begun_anew(practice: Practice, join: Join, tmp_path: Path) -> None:
    bot = await BotProcess.joining(practice, tmp_path)
    sitting = Sitting(practice, tmp_path, await join(club.ANN_ID, club.BO_ID))
    await sitting.sit()
    for number, resumable in ((2, False), (2, True), (3, False)):
        practice.gateway.invalidate(resumable=resumable)
        await bot.until_heard(practice, number - 1 if not resumable else number - 2)
        await sitting.people[0].until(lambda seer: seer.bot_online)
        assert await sitting.play()
        assert practice.gateway.identifies == number
    await sitting.all_well()
    await quietly(bot)


@pytest.mark.soak
async def test_an_outage_of_the_gateway_costs_nobody_their_time(
    practice: Practice, join: Join, tmp_path: Path, port: int
) -> None:
    bot = await BotProcess.joining(practice, tmp_path, PORT=str(port))
    sitting = Sitting(practice, tmp_path, await join(club.ANN_ID, club.BO_ID))
    await sitting.sit()
    person, hand = await sitting.asked()
    ((before,),) = rows(tmp_path, "SELECT due_at FROM deadlines")
    begun = practice.world.clock.now()
    practice.gateway.shut = True
    practice.gateway.invalidate()
    await bot.until("Attempting a reconnect")
    with pytest.raises(ActionFailed, match="not online"):
        await person.click(hand, label=cards_in(hand)[0])
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/healthz") as answer:
        assert await answer.json() == {"discord": False, "database": True}
    await asyncio.sleep(3.0)
    practice.gateway.shut = False
    await bot.until_heard(practice, 1)
    line = json.loads(await bot.until("deadlines of 1 tables"))
    ((after,),) = rows(tmp_path, "SELECT due_at FROM deadlines")
    away = practice.world.clock.now() - begun
    assert 3.0 <= after - before <= away, line
    assert await sitting.plays(person, hand), "the button of before does as well"
    await sitting.all_well()
    await quietly(bot)


@pytest.mark.soak
async def test_an_outage_of_the_server_alone_costs_nobody_their_time_and_leaves_the_bot_well(
    practice: Practice, join: Join, tmp_path: Path, port: int
) -> None:
    bot = await BotProcess.joining(practice, tmp_path, PORT=str(port))
    await bot.until("connected as")
    sitting = Sitting(practice, tmp_path, await join(club.ANN_ID, club.BO_ID))
    await sitting.sit()
    asked = await sitting.asked()
    ((before,),) = rows(tmp_path, "SELECT due_at FROM deadlines")
    begun = practice.world.clock.now()
    practice.world.outage()
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/healthz") as answer:
        assert await answer.json() == {"discord": True, "database": True}
    await asyncio.sleep(4.0)
    practice.world.outage_over()
    await bot.until("deadlines of 1 tables")
    ((after,),) = rows(tmp_path, "SELECT due_at FROM deadlines")
    # The bot hears of the beginning later than it happens, and perhaps by more than of the end.
    assert 3.0 < after - before <= practice.world.clock.now() - begun
    assert await sitting.plays(*asked)
    await sitting.all_well()
    await quietly(bot)


@pytest.mark.soak
async def test_discord_hears_nobody_out_while_the_socket_stands(
    practice: Practice, join: Join, tmp_path: Path, port: int
) -> None:
    """Every request fails, then every answer is lost: the clocks wait, and go on by themselves afterwards."""
    bot = await BotProcess.joining(practice, tmp_path, PORT=str(port))
    await bot.until("connected as")
    sitting = Sitting(practice, tmp_path, await join(club.ANN_ID, club.BO_ID))
    await sitting.sit()
    for cut in (False, True):
        asked = await sitting.asked()
        await sitting.all_well()
        bot.lines.clear()
        begun = practice.world.clock.now()
        for method in ("GET", "POST", "PATCH", "PUT", "DELETE"):
            if cut:
                practice.world.faults.lose(method, "", times=math.inf)
            else:
                practice.world.faults.fail(method, "", status=503, times=math.inf)
        with as_impatient_as_discord():
            assert await sitting.plays(*asked) == cut, "what is carried out is lost to the bot alone"
        await bot.until("Discord takes nothing")
        ((before,),) = rows(tmp_path, "SELECT due_at FROM deadlines")
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert await answer.json() == {"discord": False, "database": True}
        await asyncio.sleep(10.0)
        assert len(sitting.since(begun)) < 40, "nobody storms at a closed door"
        practice.world.faults.clear()
        await bot.until("Discord takes what is sent again")
        await bot.until("deadlines of 1 tables")
        ((after,),) = rows(tmp_path, "SELECT due_at FROM deadlines")
        assert 10.0 <= after - before <= practice.world.clock.now() - begun
        await sitting.all_well()
        assert await sitting.play()
    await quietly(bot)


async def test_a_token_that_is_changed_while_the_bot_runs(practice: Practice, tmp_path: Path) -> None:
    bot = await BotProcess.joining(practice, tmp_path)
    practice.gateway.forget_tokens()
    practice.gateway.invalidate()
    assert await bot.end() == 2
    (sentence,) = [line for line in bot.lines if not line.startswith("{")]
    assert sentence.startswith("Discord does not know this token")
    assert "Traceback" not in bot.said


@pytest.mark.soak
async def test_two_bots_of_one_token_do_each_other_no_harm(practice: Practice, join: Join, tmp_path: Path) -> None:
    """Each over a file of its own: the second answer to a click is refused, which is no fault of anybody's."""
    bots = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        bots.append(await BotProcess.joining(practice, tmp_path / name))
    (ann,) = await join(club.ANN_ID)
    await ann.command("table open", channel=club.CARD_ROOM_ID, game="phat")
    for _ in range(4):
        await ann.command("hand", channel=club.CARD_ROOM_ID)
    async with asyncio.timeout(PATIENCE):
        while len(found := [each for each in practice.world.requests if each.path.endswith("/callback")]) < 10:  # noqa: ASYNC110 - a plain list
            await asyncio.sleep(0.01)
    refused = [each.code for each in found if each.status >= 400]
    assert len(refused) == 5
    assert set(refused) <= {40060, 10062}
    for bot in bots:
        await quietly(bot)
        assert all(json.loads(line)["level"] == "info" for line in bot.lines)
