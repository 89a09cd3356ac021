"""The bot's worker processes, seen from outside: they come with it, and go with it however it ends."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.practice import club
from bot.practice.server import Practice
from tests.wire.conftest import Join
from tests.wire.player import as_message, cards_in, held, is_asked, offers, open_table, play_a_card, press, says
from tests.wire.process import PATIENCE, BotProcess, bot_in

PROCESSES = Path("/proc")
pytestmark = pytest.mark.skipif(not (PROCESSES / "self" / "stat").exists(), reason="processes are not listed here")


def workers_of(bot: BotProcess) -> set[int]:
    """The worker processes that this bot has started and that live."""
    found = set()
    for each in PROCESSES.iterdir():
        with contextlib.suppress(OSError, ValueError):
            parent = int((each / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == bot.pid and b"bot.tables.worker" in (each / "cmdline").read_bytes():
                found.add(int(each.name))
    return found


def live(pids: set[int]) -> set[int]:
    """Those that still run; a process that only waits to be reaped does not."""
    found = set()
    for pid in pids:
        with contextlib.suppress(OSError):
            if (PROCESSES / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z":
                found.add(pid)
    return found


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110 - other processes tell nobody
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("end", [BotProcess.terminate, BotProcess.kill])
async def test_workers_end_with_the_bot_however_it_ends(
    end: Callable[[BotProcess], object], practice: Practice, tmp_path: Path
) -> None:
    bot = await BotProcess.joining(practice, tmp_path)
    await until(lambda: len(workers_of(bot)) == 2)
    workers = workers_of(bot)
    await end(bot)  # type: ignore[misc]
    await until(lambda: not live(workers))
    assert "Traceback" not in bot.said


async def test_they_end_while_they_think(practice: Practice, join: Join, tmp_path: Path) -> None:
    bot = await BotProcess.joining(practice, tmp_path)
    (ann,) = await join(club.ANN_ID)
    await open_table(ann)
    panel = await press(ann, "More")
    for _ in range(3):
        await ann.click(panel, label="🤖 hard")
    await until(lambda: len(workers_of(bot)) == 2)
    hand = await press(ann, "Start")
    await ann.until(lambda seer: is_asked(seer.now(hand)))
    await play_a_card(ann, ann.now(hand), Random(1))
    workers = workers_of(bot)
    await bot.kill()
    await until(lambda: not live(workers))
    assert "Traceback" not in bot.said


async def test_a_deal_goes_on_when_its_workers_are_killed(practice: Practice, join: Join, tmp_path: Path) -> None:
    async with bot_in(practice, tmp_path) as bot:
        (ann,) = await join(club.ANN_ID)
        await open_table(ann)
        panel = await press(ann, "More")
        for _ in range(3):
            await ann.click(panel, label="🤖 hard")
        await until(lambda: len(workers_of(bot)) == 2)
        hand = await press(ann, "Start")
        for _ in range(3):
            await ann.until(lambda seer: is_asked(seer.now(hand)))
            killed = workers_of(bot)
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
            await play_a_card(ann, ann.now(hand), Random(1))
        await ann.until(lambda seer: is_asked(seer.now(hand)))
        await until(lambda: len(workers_of(bot) - killed) == 2)


async def test_a_hint_is_thought_out_in_a_worker_and_shown_on_the_hand(
    practice: Practice, join: Join, tmp_path: Path
) -> None:
    async with bot_in(practice, tmp_path) as bot:
        (ann,) = await join(club.ANN_ID)
        await open_table(ann)
        panel = as_message(await ann.click(await press(ann, "More"), label="Options"))
        await ann.click(panel, label="Give me hints")
        await until(lambda: len(workers_of(bot)) == 2)
        hand = await press(ann, "Play now with computers")
        await ann.until(lambda seer: is_asked(seer.now(hand)))
        while not offers(ann.now(hand), "Hint"):
            # Nobody needs a hint where one card alone may be played.
            (only,) = cards_in(ann.now(hand))
            await play_a_card(ann, ann.now(hand), Random(1), only)
            await ann.until(lambda seer: is_asked(seer.now(hand)))
        cards = held(ann.now(hand))
        helped = as_message(await ann.click(ann.now(hand), label="Hint"))
        assert held(helped) == cards
        assert "💡 **Play " in says(helped)
