"""Takes a picture of every view: `python -m tests.browser.screens [DIRECTORY] [--language sv] [--only hand- final-]`.

The real bot in practice, Ann's page on a phone and on a desktop; she and others play whole matches of every game over
the wire, and each new question is photographed. The cards come from chance, so no two runs give the same pictures.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from bot.practice import club
from engine.games import games
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.tours import beside, lobby, match, page, reading
from tests.browser.tours.camera import Camera
from tests.browser.tours.hands import choose
from tests.wire.driver import Person, connect
from tests.wire.player import ROOM, as_message
from tests.wire.process import BotProcess

#: The pictures that README and docs/screens.md show: these are kept in the repository, all others are made anew.
KEPT = frozenset(
    {
        "page-welcome-desktop",
        "lobby-phat-some-desktop",
        "table-phat-follow-desktop",
        "table-phat-picture-desktop",
        "hand-phat-follow-desktop",
        "hand-phat-follow-phone",
        "hand-phat-hint-phone",
        "hand-pitch-bid-phone",
        "hand-pitch-discard-phone",
        "hand-knektpass-exchange-phone",
        "summary-pitch-phone",
        "final-phat-desktop",
        "read-board-score-desktop",
        "read-replay-phone",
    }
)
DOCS = Path(__file__).parents[2] / "docs" / "screens"
#: How Discord calls each language.
LOCALES = {"en": "en-US", "sv": "sv-SE"}


class Run:
    """One run: where its pictures go, what it takes, in which language."""

    def __init__(
        self, browser: Browser, directory: Path, language: str, only: tuple[str, ...], tours: list[str]
    ) -> None:
        self._browser, self._directory, self._only, self._tours = browser, directory, only, tours
        self._language = language
        self.taken: list[str] = []

    async def everything(self) -> None:
        """All tours, one after another, each with a bot of its own over an empty database."""
        for name in ("page", "before", "lobby", *games(), "beside"):
            if not self._tours or name in self._tours:
                print(f"== {name}", flush=True)
                async with AsyncExitStack() as stack:
                    await self._tour(name, stack)

    async def _tour(self, name: str, stack: AsyncExitStack) -> None:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bot = await BotProcess.start(home, PORT="0")
        stack.push_async_callback(bot.terminate)
        url = await bot.page_url()
        locale = LOCALES.get(self._language, self._language)
        camera = await Camera.open(self._browser, url, locale, self._directory, self._only, self.taken)
        ann, bo, cleo = [
            await stack.enter_async_context(await connect(url, who)) for who in (club.ANN_ID, club.BO_ID, club.CLEO_ID)
        ]
        await ann.until(lambda seer: seer.bot_online and bool(seer.commands))
        if name in games() or name == "beside":
            await bot.until("emoji of cards")
        if self._language != "en":
            await _speak(ann, self._language)
        if name == "page":
            await page.tour(camera)
            await page.dark(self._browser, url, camera)
        elif name == "before":
            await reading.before_anything(camera, ann)
        elif name == "lobby":
            await lobby.tour(camera, ann, bo, cleo)
        elif name == "beside":
            await beside.tour(camera, ann, bo)
        else:
            await match.tour(camera, ann, bo, name, short=name != "phat")
            if name == "phat":
                await reading.after_matches(camera, ann)
        for window in camera.pages.values():
            await window.context.close()


async def _speak(ann: Person, language: str) -> None:
    """Have the server's public messages in this language."""
    panel = as_message(await ann.command("table-setup", channel=ROOM))
    await choose(ann, panel, "setting", language, arg="language")
    await ann.dismiss(panel)


async def main(arguments: argparse.Namespace) -> None:
    """Start the browser, take the pictures, stop it."""
    if arguments.docs:
        arguments.directory = DOCS
    arguments.directory.mkdir(parents=True, exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        only = tuple(KEPT) if arguments.docs else tuple(arguments.only)
        run = Run(browser, arguments.directory, arguments.language, only, arguments.tours)
        await run.everything()
        await browser.close()
    print(f"{len(run.taken)} pictures")


def parser() -> argparse.ArgumentParser:
    """The command's arguments."""
    made = argparse.ArgumentParser(prog="python -m tests.browser.screens", description=__doc__)
    made.add_argument("directory", nargs="?", type=Path, default=Path("screens"))
    made.add_argument("--docs", action="store_true", help="only those that the docs show, into docs/screens")
    made.add_argument("--language", default="en", help="en, sv, bg or ru")
    made.add_argument("--only", nargs="*", default=[], help="only pictures whose names begin with one of these")
    made.add_argument(
        "--tours", nargs="*", default=[], help="only these parts: page before lobby beside, or a game's key"
    )
    return made


if __name__ == "__main__":
    asyncio.run(main(parser().parse_args()))
