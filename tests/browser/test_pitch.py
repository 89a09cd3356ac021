"""A deal of Pitch in a browser the size of a phone: bid, call and discard by clicks, while somebody looks on."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, TimeoutError, expect  # noqa: A004 - playwright's own

from bot.practice import club
from tests.browser.conftest import OpenPage
from tests.browser.table import OWN, PATIENCE, button
from tests.wire.cards import named
from tests.wire.driver import connect
from tests.wire.pitch import PARTNER, actions, public
from tests.wire.player import ROOM
from tests.wire.process import BotProcess, rows

pytestmark = pytest.mark.browser

#: Seconds for the deal, on a busy machine.
DEALS_PATIENCE = 600
#: Milliseconds after which what was to be pressed is not there any more.
SOON = 5_000
CARD = re.compile(r"(10|[2-9JQKA])[♠♥♦♣]|J[+−]")


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[BotProcess]:
    """`python -m bot` without a token: practice."""
    process = await BotProcess.start(tmp_path, program="tests.wire.patient", PORT="0")
    yield process
    assert await process.terminate() == 0, process.said
    assert "Traceback" not in process.said, process.said


def offered(page: Page) -> Locator:
    """The buttons of the newest private message that can be pressed."""
    return page.locator(OWN).last.locator("button:not([disabled]):not([aria-busy='true'])")


async def press(page: Page, label: str) -> None:
    """Press this button of the hand, and wait until it is answered; nothing if it goes just then.

    On a busy machine the hand may change between the look at it and the click, as it may for people.
    """
    before = await page.locator(OWN).last.inner_text()
    try:
        await offered(page).filter(has_text=re.compile(f"^{re.escape(label)}$")).first.click(timeout=SOON)
    except TimeoutError:
        return
    await expect(page.locator(OWN).last).not_to_have_text(before, timeout=PATIENCE, use_inner_text=True)


async def answer(page: Page, seen: set[str]) -> None:
    """Answer whatever the hand asks: bid low, call, discard from the list, play the first card."""
    labels = [label.strip() for label in await offered(page).all_inner_texts()]
    if "Back" in labels:
        seen.add("list")
        await press(page, next(label for label in labels if label.startswith("Discard")))
    elif "Choose otherwise" in labels:
        await press(page, "Choose otherwise")
    elif "Another suit" in labels:
        seen.add("rank")
        await press(page, next(label for label in labels if CARD.fullmatch(label)))
    elif suits := [label for label in labels if re.match("[♠♥♦♣] ", label)]:
        await press(page, suits[0])
    elif bids := [label for label in labels if label.isdecimal()]:
        seen.add("bid")
        await press(page, bids[0] if len(bids) > 3 or "Pass" not in labels else "Pass")
    elif "Pass" in labels:
        await press(page, "Pass")
    elif cards := [label for label in labels if CARD.fullmatch(label)]:
        await press(page, cards[0])
    else:
        await asyncio.sleep(0.05)


async def test_a_deal_by_clicks_on_a_phone_while_another_looks_on(
    bot: BotProcess, open_page: OpenPage, tmp_path: Path
) -> None:
    url = await bot.page_url()
    frames: list[str] = []
    async with await connect(url, club.ANN_ID) as by_wire, await connect(url, club.EVE_ID) as eve:
        eve.overhear = frames.append
        await by_wire.until(lambda seer: seer.bot_online and bool(seer.commands))
        await by_wire.command("table open", channel=ROOM, game="pitch")
        ann = await open_page(url, width=390, height=844)
        await button(ann, "Play now with computers").click()
        seen: set[str] = set()
        over = ann.locator(".message", has_text="deal 1 is over")
        until = asyncio.get_running_loop().time() + DEALS_PATIENCE
        while not await over.count():
            assert asyncio.get_running_loop().time() < until
            await answer(ann, seen)
            done = len([each for each in actions(tmp_path) if each[0] == "discard"]) == 5
            heard, frames[:] = list(frames), []
            known = public(tmp_path)
            for frame in heard:
                if json.loads(frame)["op"] in ("ready", "commands"):
                    continue  # a command's description shows how a card is typed
                assert named(frame) <= known, frame
                assert done or not PARTNER.search(frame), frame
        assert "bid" in seen
        assert "list" in seen
        said = await over.inner_text()
        (points,) = rows(tmp_path, "SELECT points FROM ledger WHERE person_id = ?", int(club.ANN_ID))[0]
        change = f"{points:+d}".replace("-", "−") if points else "0"
        assert f"Ann {change}, now" in said
        assert await ann.evaluate("document.documentElement.scrollWidth") <= 390
