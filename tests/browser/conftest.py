"""A browser for tests: `browser` and `open_page`, for anything that serves a page."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.browser.page_server import PageServer
from tests.browser.table import PATIENCE

CHROMIUM = Path("/usr/bin/chromium")
HAS_CHROMIUM = CHROMIUM.exists()
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

OpenPage = Callable[..., Awaitable[Page]]


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Chromium; without it the test is skipped, or fails where CI=true says that it must be there."""
    if not HAS_CHROMIUM:
        reason = f"needs Chromium at {CHROMIUM}"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield chromium
        await chromium.close()


@pytest.fixture
async def open_page(browser: Browser) -> AsyncIterator[OpenPage]:
    """`await open_page(url, width=1280, height=800)`: a page of its own; errors of its scripts fail the test."""
    errors: list[str] = []

    async def open_one(url: str, width: int = 1280, height: int = 800) -> Page:
        context = await browser.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(PATIENCE)
        page = await context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(url)
        return page

    yield open_one
    assert errors == []


@pytest.fixture
async def server() -> AsyncIterator[PageServer]:
    """A server of the tests' own that serves the practice page."""
    async with PageServer() as running:
        yield running
