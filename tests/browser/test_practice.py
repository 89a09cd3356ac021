"""The page as the practice server really serves it; no bot is connected."""

import pytest
from playwright.async_api import expect

from bot.practice import club
from bot.practice.server import Practice
from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


async def test_two_people_in_two_tabs_see_each_other(open_page: OpenPage) -> None:
    async with Practice() as practice:
        ann = await open_page(practice.page_url)
        bo = await open_page(f"{practice.page_url}/?as={club.BO_ID}")
        await expect(ann.get_by_test_id("person-switcher")).to_contain_text("Ann")
        await expect(bo.get_by_test_id("person-switcher")).to_contain_text("Bo")
        await expect(ann.get_by_test_id("welcome")).to_contain_text("The bot is starting…")
        await ann.get_by_test_id("composer").fill("Anyone for **Phat**?")
        await ann.keyboard.press("Enter")
        for page in (ann, bo):
            await expect(page.locator(".message strong >> nth=-1")).to_have_text("Phat")
            await expect(page.get_by_test_id("welcome")).to_be_hidden()
        await ann.close()
        await bo.close()
