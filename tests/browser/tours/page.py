"""The practice page itself: what a newcomer sees, the list of channels, who one is, commands by typing."""

from __future__ import annotations

from playwright.async_api import Browser, Page

from tests.browser.tours.camera import PATIENCE, WIDTHS, Camera


async def tour(camera: Camera) -> None:
    """Pictures of a page that nobody has used yet."""
    for page in camera.pages.values():
        await page.get_by_test_id("welcome-open").first.wait_for()
    await camera.window("page-welcome")
    await camera.window("page-people", _people)
    await camera.each(_nothing)
    await camera.window("page-channels", _channels)
    await camera.each(_nothing)
    await camera.window("page-commands", _commands)
    await camera.window("page-command", _command)
    await camera.each(_nothing)


async def dark(browser: Browser, url: str, camera: Camera) -> None:
    """The same first sight where the system is dark."""
    pages, light = {}, camera.pages
    for name, (width, height) in WIDTHS.items():
        context = await browser.new_context(viewport={"width": width, "height": height}, color_scheme="dark")
        context.set_default_timeout(PATIENCE)
        pages[name] = await context.new_page()
        await pages[name].goto(url)
    camera.pages = pages
    await camera.window("page-dark")
    for page in pages.values():
        await page.context.close()
    camera.pages = light


async def _people(page: Page, _: str) -> None:
    await page.get_by_test_id("person-switcher").click()


async def _channels(page: Page, size: str) -> None:
    if size == "phone":
        await page.get_by_test_id("menu").click()


async def _commands(page: Page, _: str) -> None:
    await page.get_by_test_id("composer").fill("/")


async def _command(page: Page, _: str) -> None:
    await page.get_by_test_id("composer").fill("/table open")
    await page.keyboard.press("Enter")


async def _nothing(page: Page, _: str) -> None:
    for _press in range(3):
        await page.keyboard.press("Escape")
