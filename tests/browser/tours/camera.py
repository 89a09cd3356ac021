"""Pictures of what Ann sees in practice: her page in two widths at once, one file a view and width."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Self

from playwright.async_api import Browser, Page

from tests.browser.palette import shrink
from tests.wire.driver import Message, Person

#: By what a file's name ends with: the windows that pictures are taken in.
WIDTHS = {"phone": (390, 844), "desktop": (1280, 800)}
#: Milliseconds; a last resort on a busy machine.
PATIENCE = 60_000
#: Seconds without anything new after which a table has come to rest: longer than it takes its message to follow.
REST = 1.7
#: What floats over a message is not part of it.
_ALONE = "#pills { visibility: hidden }"
#: What the page knows of a message, and whether it is drawn.
_KNOWN = """async ([channel, id]) => {
  const { state } = await import('/static/state.js');
  const message = state.messages.get(channel)?.get(id);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return message ? JSON.stringify(message) : null;
}"""


class Camera:
    """``wanted``: takes only pictures whose names with the width (``hand-phat-lead-phone``) begin with one of these."""

    def __init__(self, pages: dict[str, Page], directory: Path, wanted: tuple[str, ...], taken: list[str]) -> None:
        self.pages = pages
        self._directory, self._wanted, self._taken = directory, wanted, taken

    @classmethod
    async def open(
        cls, browser: Browser, url: str, locale: str, directory: Path, wanted: tuple[str, ...], taken: list[str]
    ) -> Self:
        """Ann's page in every width, her Discord in this language."""
        pages = {}
        for name, (width, height) in WIDTHS.items():
            context = await browser.new_context(viewport={"width": width, "height": height})
            context.set_default_timeout(PATIENCE)
            pages[name] = await context.new_page()
            await pages[name].goto(f"{url}/?locale={locale}")
        return cls(pages, directory, wanted, taken)

    def wants(self, name: str) -> bool:
        """Whether this picture is to be taken."""
        return any(self._wants(name, size) for size in self.pages)

    def lacks(self, about: str) -> bool:
        """Whether a picture of this game is still to be taken, of those that were asked for."""
        wanted = [name for name in self._wanted if f"-{about}" in f"-{name}"]
        return not self._wanted or any(name not in self._taken for name in wanted)

    def _wants(self, name: str, size: str) -> bool:
        return not self._wanted or f"{name}-{size}".startswith(self._wanted)

    async def message(self, name: str, person: Person, message: Message) -> None:
        """This message as it is now, alone."""
        if not self.wants(name):
            return
        await settled(person)
        now = person.messages.get(message["id"])
        if now is None:
            raise RuntimeError(f"{name}: the message is gone")
        for size, page in self._wanted_pages(name):
            await self._go(page, now["channel_id"])
            await _follow(page, person, now)
            await page.mouse.move(0, 0)
            node = page.locator(f'[data-message-id="{now["id"]}"]')
            await node.scroll_into_view_if_needed()
            # As large as the message, so that no bar or button of the page lies over it.
            box = await node.bounding_box()
            width, height = WIDTHS[size]
            await page.set_viewport_size(
                {"width": width, "height": max(height, int(box["height"] if box else 0) + 260)}
            )
            await self._keep(name, size, await node.screenshot(animations="disabled", caret="hide", style=_ALONE))
            await page.set_viewport_size({"width": width, "height": height})

    async def window(self, name: str, act: Callable[[Page, str], Awaitable[Any]] | None = None) -> None:
        """The whole window, after this was done in it; ``act`` is given the page and the width's name."""
        if not self.wants(name):
            return
        for size, page in self._wanted_pages(name):
            if act is not None:
                await act(page, size)
            await asyncio.sleep(0.4)  # fonts, scrolling, a drawer that slides in
            await self._keep(name, size, await page.screenshot(animations="disabled", caret="hide"))

    async def each(self, act: Callable[[Page, str], Awaitable[Any]]) -> None:
        """Do something in every window, without a picture."""
        for size, page in self.pages.items():
            await act(page, size)

    def _wanted_pages(self, name: str) -> list[tuple[str, Page]]:
        return [(size, page) for size, page in self.pages.items() if self._wants(name, size)]

    async def _go(self, page: Page, channel: str) -> None:
        await page.evaluate("(id) => document.querySelector(`[data-channel-id='${id}']`)?.click()", channel)

    async def _keep(self, name: str, size: str, png: bytes) -> None:
        file = f"{name}-{size}.png"
        picture = await asyncio.to_thread(shrink, png)
        await asyncio.to_thread((self._directory / file).write_bytes, picture)
        self._taken.append(f"{name}-{size}")
        print(f"{file}: {len(picture) / 1000:.0f} kB", flush=True)


async def settled(person: Person) -> None:
    """Wait until this person has been told nothing new for a while."""
    while True:
        try:
            await changed(person, REST)
        except TimeoutError:
            return


async def changed(person: Person, seconds: float = 30.0) -> None:
    """Wait until this person is told something new; TimeoutError if that takes longer."""
    known = dict(person.messages)
    await person.until(lambda seer: seer.messages != known, seconds)


async def _follow(page: Page, person: Person, message: Message) -> None:
    """Wait until the page shows the message as the person's wire told it."""
    for _ in range(200):
        shown = await page.evaluate(_KNOWN, [message["channel_id"], message["id"]])
        now = person.messages.get(message["id"], message)
        if shown is not None and json.loads(shown)["components"] == now["components"]:
            return
        await asyncio.sleep(0.05)
    raise RuntimeError("the page does not show what the wire told")
