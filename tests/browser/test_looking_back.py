"""A record downloaded from the page and checked, and a match stepped through, on a phone's width."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import expect

from bot.practice import club
from tests.browser.conftest import OpenPage
from tests.browser.table import OWN, PATIENCE, button
from tests.wire.driver import connect
from tests.wire.player import play_match
from tests.wire.process import BotProcess, command
from tests.wire.test_records import begin

pytestmark = pytest.mark.browser


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[BotProcess]:
    """`python -m bot` without a token: practice."""
    process = await BotProcess.start(tmp_path, program="tests.wire.patient", PORT="0")
    yield process
    assert await process.terminate() == 0, process.said


async def test_a_record_is_downloaded_and_a_match_stepped_through(
    bot: BotProcess, open_page: OpenPage, tmp_path: Path
) -> None:
    url = await bot.page_url()
    async with await connect(url, club.ANN_ID) as ann:
        await ann.until(lambda seer: seer.bot_online and bool(seer.commands))
        await begin([ann], "40")
        await play_match([ann], Random(2))
    page = await open_page(f"{url}/?as={club.ANN_ID}", width=390, height=844)
    await button(page, "Record").click(timeout=PATIENCE)
    link = page.locator("a.file")
    await expect(link).to_contain_text("phat-bebabo.json", timeout=PATIENCE)
    async with page.expect_download() as started:
        await link.click()
    download = await started.value
    assert download.suggested_filename == "phat-bebabo.json"
    await download.save_as(tmp_path / download.suggested_filename)
    assert await command(tmp_path, "engine", "verify", "phat-bebabo.json") == (0, "ok\n", "")

    await page.locator(OWN).last.get_by_role("button", name="Replay").click()
    steps = page.locator(OWN).last
    await expect(steps).to_contain_text("The cards are dealt", timeout=PATIENCE)
    for step in range(1, 6):
        await button(page, "Next").click()
        await expect(steps).to_contain_text(f"{step} of ", timeout=PATIENCE)
    await button(page, "Back").focus()
    await page.keyboard.press("Enter")
    await expect(steps).to_contain_text("4 of ", timeout=PATIENCE)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing stands out at the side"
