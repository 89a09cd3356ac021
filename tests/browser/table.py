"""A person at the practice page in a browser: opens a table, plays cards, by clicks alone."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect

#: The newest private message is the person's hand, or a panel.
OWN = ".message.private"
PLAYABLE = f"{OWN} button.card:not([disabled]):not([aria-busy='true'])"
#: Milliseconds; a last resort on a busy machine.
PATIENCE = 60_000


def button(page: Page, label: str) -> Locator:
    """The last button of this name on the page."""
    return page.get_by_role("button", name=label, exact=True).last


async def sit_down(page: Page) -> None:
    """From an empty channel to a lobby of Phat."""
    await page.get_by_role("button", name="Open a table of Phat").click(timeout=PATIENCE)
    await button(page, "Join").wait_for(timeout=PATIENCE)


async def next_cards(page: Page) -> list[str]:
    """The cards that may be played, once it is this person's turn; none when the deal is over."""
    # The table's own message follows a moment later, so that its Next deal may still be the last deal's.
    over = page.locator(f"{OWN} button", has_text="Next deal").or_(page.get_by_role("button", name="Rematch"))
    await page.locator(PLAYABLE).or_(over).first.wait_for(timeout=PATIENCE)
    return await page.locator(PLAYABLE).all_inner_texts()


async def play(page: Page, card: str) -> None:
    """Click this card, and wait until it is no button of the hand any more."""
    place = page.locator(PLAYABLE, has_text=card)
    await place.click()
    await expect(page.locator(f"{OWN} button.card", has_text=card)).to_have_count(0, timeout=PATIENCE)


async def play_deal(page: Page) -> int:
    """Play the last of the offered cards until the deal is over; how many were played."""
    count = 0
    while cards := await next_cards(page):
        await play(page, cards[-1])
        count += 1
    return count
