"""Takes the README's pictures: `python -m tests.browser.screens [directory]` (docs/screens without one).

Real tables in practice: Ann in the browser, on a desktop and on a phone at once, two people and a computer with her; a
match of theirs for a leaderboard; and one that she plays alone with computers, with hints.
The cards come from chance, so no two runs give the same pictures; what has to be on them is waited for.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from playwright.async_api import Browser, Page, async_playwright

from bot.practice import club
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.palette import shrink
from tests.browser.table import OWN, PATIENCE, button, next_cards, play, sit_down
from tests.wire.driver import Person, connect
from tests.wire.player import is_asked, offers, open_table, play_a_card, play_match, press
from tests.wire.process import BotProcess

DESKTOP, PHONE = (1180, 900), (390, 844)
HERE = Path(__file__).parents[2] / "docs" / "screens"
#: Seconds for a page to come to rest after the last change: fonts, scrolling, the transition of a button.
REST = 0.7


async def take(page: Page, path: Path) -> None:
    """A picture of what the window shows."""
    await page.mouse.move(0, 0)
    await asyncio.sleep(REST)
    picture = await asyncio.to_thread(shrink, await page.screenshot(animations="disabled", caret="hide"))
    await asyncio.to_thread(path.write_bytes, picture)
    print(f"{path.name}: {len(picture) // 1000} kB")


async def play_along(person: Person, chance: Random) -> None:
    """Somebody else at the table: plays when asked, in their open hand."""
    while True:
        await person.until(lambda seer: any(map(_waits, seer.private())), PATIENCE)
        hand = next(each for each in person.private() if _waits(each))
        await asyncio.sleep(0.2)
        if is_asked(hand):
            await play_a_card(person, hand, chance)
        else:
            await person.click(hand, label="Next deal")


def _waits(message: dict[str, object]) -> bool:
    return is_asked(message) or offers(message, "Next deal")


async def hand_at_the_bottom(page: Page) -> bool:
    """Open the hand anew, below the table's message; whether it then stands whole in the window."""
    await button(page, "My hand").click()
    await asyncio.sleep(REST)
    return await in_view(page, OWN)


async def in_view(page: Page, place: str) -> bool:
    """Whether the newest such message stands in the window from its first line on."""
    box = await page.locator(place).last.bounding_box()
    return box is not None and box["y"] > 50


async def grey(page: Page) -> int:
    """How many cards of the hand may not be played."""
    return await page.locator(f"{OWN} button.card[disabled]").count()


async def play_until(page: Page, good: Callable[[list[str]], Awaitable[bool]]) -> None:
    """Play Ann's cards until it is her turn at a good moment."""
    while True:
        cards = await next_cards(page)
        await asyncio.sleep(1.5)  # until the table's own message has followed
        if cards and await good(cards):
            return
        if cards:
            await play(page, cards[-1])
        elif await (again := page.locator(f"{OWN} button", has_text="Next deal").last).count():
            await again.click()
            await again.wait_for(state="detached")


async def tour(browser: Browser, url: str, directory: Path, stack: AsyncExitStack) -> None:
    """All the pictures, one after another, of one match."""
    desktop, phone = [await _page(browser, url, size) for size in (DESKTOP, PHONE)]
    await sit_down(desktop)
    bo, cleo = [await stack.enter_async_context(await connect(url, who)) for who in (club.BO_ID, club.CLEO_ID)]
    for person in (bo, cleo):
        await press(person, "Join")
    await desktop.locator(".message", has_text="seat 3 Cleo").wait_for()
    await take(desktop, directory / "lobby.png")
    await button(desktop, "Start").click()
    chance = Random(3)
    others = [asyncio.create_task(play_along(person, chance)) for person in (bo, cleo)]

    async def good_on_desktop(cards: list[str]) -> bool:
        trick = re.compile(r"Trick [4-9]: (?!Ann).*Ann …")
        if len(cards) < 2 or not await grey(desktop) or not await desktop.get_by_text(trick).count():
            return False
        return await hand_at_the_bottom(desktop) and await in_view(desktop, ".message:not(.private)")

    await play_until(desktop, good_on_desktop)
    await take(desktop, directory / "table.png")

    async def good_on_phone(cards: list[str]) -> bool:
        return len(cards) > 1 and await grey(phone) > 0 and await hand_at_the_bottom(phone)

    await play_until(desktop, good_on_phone)
    await take(phone, directory / "hand.png")
    while cards := await next_cards(desktop):
        await play(desktop, cards[-1])
    await desktop.locator(".message:not(.private)", has_text="Waiting for Ann").last.wait_for()
    await take(desktop, directory / "summary.png")
    for other in others:
        other.cancel()
    await asyncio.gather(*others, return_exceptions=True)


async def leaderboard_tour(browser: Browser, url: str, directory: Path, stack: AsyncExitStack) -> None:
    """A match of the same people, played over the wire, and what it has done to the leaderboard."""
    people = [
        await stack.enter_async_context(await connect(url, who)) for who in (club.ANN_ID, club.BO_ID, club.CLEO_ID)
    ]
    await people[0].until(lambda seer: seer.bot_online and bool(seer.commands))
    await open_table(*people)
    await press(people[0], "Start")
    await play_match(people, Random(3))
    desktop = await _page(browser, url, DESKTOP)
    await desktop.get_by_test_id("composer").fill("/leaderboard")
    await desktop.keyboard.press("Enter")
    await button(desktop, "Send").click()
    await desktop.locator(OWN, has_text="leaderboard of this server").wait_for()
    await take(desktop, directory / "leaderboard.png")


async def hint_tour(browser: Browser, url: str, directory: Path) -> None:
    """Somebody alone with computers, who asks for hints until one says more than that it did best in many deals."""
    phone = await _page(browser, url, PHONE)
    await sit_down(phone)
    for label in ("More", "Options", "Give me hints"):
        await button(phone, label).click()
    await phone.locator(".message:not(.private)", has_text="Hints are on").wait_for()
    await button(phone, "Play now with computers").click()
    for _ in range(13):
        cards = await next_cards(phone)
        if len(cards) > 1:
            await button(phone, "Hint").click()
            hint = phone.locator(OWN, has_text="💡")
            await hint.last.wait_for()
            if re.search(r"💡 Play .+: (?!of )", await hint.last.inner_text()) and await hand_at_the_bottom(phone):
                await button(phone, "Hint").click()
                await hint.last.wait_for()
                await take(phone, directory / "hint.png")
                return
        await play(phone, cards[-1])
    raise RuntimeError("no hint said more")


async def _page(browser: Browser, url: str, size: tuple[int, int]) -> Page:
    context = await browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()
    await page.goto(url)
    return page


async def main(directory: Path) -> None:
    """Start everything, take the pictures, stop everything."""
    async with AsyncExitStack() as stack:
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        stack.push_async_callback(browser.close)
        await tour(browser, await _bot(stack, COMPUTER_PACE="0.3"), directory, stack)
        await leaderboard_tour(browser, await _bot(stack), directory, stack)
        await hint_tour(browser, await _bot(stack, COMPUTER_PACE="0.3"), directory)


async def _bot(stack: AsyncExitStack, **settings: str) -> str:
    """The page of a bot of its own, over an empty database."""
    home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    bot = await BotProcess.start(home, PORT="0", **settings)
    stack.push_async_callback(bot.terminate)
    return await bot.page_url()


if __name__ == "__main__":
    chosen = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    chosen.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(chosen))
