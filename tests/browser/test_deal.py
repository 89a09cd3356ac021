"""The bot as it is started from the README, played in a browser: a whole deal by clicking cards, and who sees what."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, WebSocket, expect

from bot.practice import club
from tests.browser.conftest import OpenPage
from tests.browser.table import OWN, PATIENCE, PLAYABLE, button, next_cards, play, play_deal, sit_down
from tests.wire.cards import named
from tests.wire.process import BotProcess, rows

pytestmark = pytest.mark.browser

#: A summary's line about a side that Ann is on: her side's Phat, its muck if it won that, the sum, the score.
SIDE = re.compile(r"Ann & \S+\s\S+ Phat (\d+)(?: \+ muck (\d+))? = [+−]?(\d+), now\s(\d+)")


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[BotProcess]:
    """`python -m bot` without a token: practice."""
    process = await BotProcess.start(tmp_path, program="tests.wire.patient", PORT="0")
    yield process
    assert await process.terminate() == 0, process.said
    assert "Traceback" not in process.said, process.said


class Onlooker:
    """Somebody without a seat, whose page and wire are watched: each card on them must have been played before."""

    def __init__(self, page: Page, home: Path) -> None:
        self._page, self._home = page, home
        self.frames = 0
        self.secrets: list[str] = []
        page.on("websocket", self._listen)

    async def look(self) -> None:
        """Look at the whole page, as it is now."""
        self._judge(await self._page.evaluate("document.documentElement.outerHTML"))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._take)

    def _take(self, payload: str | bytes) -> None:
        self.frames += 1
        frame = json.loads(payload)
        if frame["op"] == "commands":
            return  # a command's description shows how a card is typed
        if frame["op"] == "ready":
            frame["data"].pop("commands")
        self._judge(json.dumps(frame, ensure_ascii=False))

    def _judge(self, text: str) -> None:
        # The store has an action before anybody is shown it, so reading it after the text is soon enough.
        played = {code.removeprefix("play ") for (code,) in rows(self._home, "SELECT code FROM actions")}
        self.secrets += sorted(named(text) - played)


async def test_a_whole_deal_by_clicking_cards_while_another_looks_on(
    bot: BotProcess, open_page: OpenPage, tmp_path: Path
) -> None:
    url = await bot.page_url()
    ann = await open_page(url)
    blank = await open_page("about:blank")
    bo = Onlooker(blank, tmp_path)
    await blank.goto(f"{url}/?as={club.BO_ID}")
    await sit_down(ann)
    await button(ann, "Play now with computers").click()
    played = 0
    while cards := await next_cards(ann):
        await bo.look()
        await play(ann, cards[-1])
        played += 1
    assert played == 12, "the last trick plays itself"

    over = ann.locator(".message", has_text="deal 1 is over")
    await over.wait_for(timeout=PATIENCE)
    said = await over.inner_text()
    found = SIDE.search(said)
    assert found is not None, said
    phat, muck, sum_, score = (int(group or 0) for group in found.groups())
    (points,) = rows(tmp_path, "SELECT points FROM ledger WHERE person_id = ?", int(club.ANN_ID))[0]
    (total,) = rows(tmp_path, "SELECT SUM(points) FROM totals WHERE person_id = ?", int(club.ANN_ID))[0]
    assert phat + muck == sum_ == score == points == total
    assert rows(tmp_path, "SELECT COUNT(*) FROM actions") == [(52,)]

    await expect(blank.locator(".message", has_text="deal 1 is over")).to_have_count(1, timeout=PATIENCE)
    await bo.look()
    assert bo.secrets == []
    assert bo.frames > 5


@pytest.mark.soak
async def test_a_match_to_its_end_by_clicking(bot: BotProcess, open_page: OpenPage, tmp_path: Path) -> None:
    ann = await open_page(await bot.page_url())
    await sit_down(ann)
    await button(ann, "Play now with computers").click()
    deals = 0
    while await button(ann, "Rematch").count() == 0:
        deals += 1
        await play_deal(ann)
        own = ann.locator(f"{OWN} button", has_text="Next deal")
        await own.or_(ann.get_by_role("button", name="Rematch", exact=True)).first.wait_for(timeout=PATIENCE)
        if await own.count():
            await own.last.click()
            await expect(own).to_have_count(0, timeout=PATIENCE)
    (before_after,) = re.findall(r"Ann (\d+) → (\d+)", await ann.locator(".message", has_text="🏆").inner_text())
    (points,) = rows(tmp_path, "SELECT SUM(points) FROM ledger WHERE person_id = ?", int(club.ANN_ID))[0]
    assert before_after == ("0", str(points))
    assert rows(tmp_path, "SELECT MAX(no) FROM deals") == [(deals,)]
    await button(ann, "Rematch").click()
    await ann.locator(PLAYABLE).first.wait_for(timeout=PATIENCE)
