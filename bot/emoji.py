"""The application's emoji that show cards: uploaded where they are missing, and which ones may be used.

An emoji's name carries a mark of what is drawn, so a name that is there needs no upload, and one with another mark is
out of date. Nothing about them is stored: Discord is asked at each start. A set is used once it is whole; until then,
or without it, cards are letters and symbols, as they are for everybody who prefers that.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

import aiohttp
import discord

from bot.drawing.tiles import STYLES, Tile, is_tile
from bot.errors import refused_for_an_emoji
from bot.tally import Tally
from bot.texts import Tiles

LOG = logging.getLogger(__name__)

#: Draws a style's tiles, one a card.
Drawing: TypeAlias = Callable[[str], Sequence[Tile]]

#: Seconds between two uploads. Discord limits them much more strictly, and the library waits as long as it is told;
#: this leaves the requests of all kinds that Discord allows in a second to the tables.
PAUSE: Final = 0.1
#: Seconds until what failed, but may go well another time, is tried again.
AGAIN: Final = 1800.0

#: What there is while a set is not whole; always the same, so that texts made with it are known again.
_NONE: Final[Tiles] = MappingProxyType({})


class CardEmoji:
    """The tiles of cards as emoji. ``drawing`` None: there are none, and Discord is not asked."""

    def __init__(self, client: discord.Client, tally: Tally, drawing: Drawing | None) -> None:
        self._client = client
        self._tally = tally
        self._drawing = drawing
        self._whole: dict[str, Tiles] = {}
        self._task: asyncio.Task[None] | None = None
        self._told = False
        tally.listen(self._refused)

    def tiles(self, style: str) -> Tiles:
        """What stands for each card in this style; nothing while its set is not whole, and for text."""
        return self._whole.get(style, _NONE)

    def start(self) -> None:
        """Begin to complete the sets, once somebody is logged in. Safe to call again."""
        if self._drawing is not None and self._task is None:
            self._task = asyncio.create_task(self._complete(self._drawing), name="card emoji")

    async def stop(self) -> None:
        """Upload no more; what is there stays, and the next start goes on from it."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _complete(self, drawing: Drawing) -> None:
        """Until all sets are whole, or Discord refuses what it would refuse again."""
        while True:
            try:
                await self._once(drawing)
                return
            except discord.HTTPException as error:
                self._tally.discord_said(error)
                self._tell(f"Discord answers {error.status}, code {error.code}")
                if error.status < 500 and error.status != 429:
                    return
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                self._tell(f"Discord cannot be reached, {error}")
            except Exception:
                LOG.exception("the emoji of cards could not be made; cards stay letters and symbols")
                return
            await asyncio.sleep(AGAIN)

    def _tell(self, why: str) -> None:
        """Log why it did not work, the first time it does not."""
        if not self._told:
            LOG.warning("emoji of cards are missing (%s); without them cards are letters and symbols", why)
        self._told = True

    async def _once(self, drawing: Drawing) -> None:
        present = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
        wanted: set[str] = set()
        for style in STYLES:
            # Drawing takes a tenth of a second, and nobody waits for it.
            tiles = await asyncio.to_thread(drawing, style)
            for tile in tiles:
                if tile.name not in present:
                    present[tile.name] = await self._client.create_application_emoji(name=tile.name, image=tile.png)
                    await asyncio.sleep(PAUSE)
            self._whole[style] = {tile.card: str(present[tile.name]) for tile in tiles}
            wanted.update(tile.name for tile in tiles)
        await self._delete_older(present.values(), wanted)
        self._told = False
        LOG.info("emoji of cards: %d, all there", len(wanted))

    async def _delete_older(self, present: Iterable[discord.Emoji], wanted: Collection[str]) -> None:
        """Delete tiles that we have uploaded and that are drawn otherwise now; nobody else's, whatever their name."""
        own = self._client.user.id if self._client.user is not None else None
        for emoji in present:
            if is_tile(emoji.name) and emoji.name not in wanted and emoji.user is not None and emoji.user.id == own:
                try:
                    await emoji.delete()
                except discord.NotFound:
                    LOG.info("the emoji %s was deleted already", emoji.name)
                await asyncio.sleep(PAUSE)

    def _refused(self, error: discord.HTTPException) -> None:
        """Where a message with an emoji was refused, somebody has deleted ours: show letters, and look again later."""
        if not self._whole or not refused_for_an_emoji(error):
            return
        LOG.warning("Discord does not know an emoji of ours any more; cards are letters and symbols for a while")
        self._whole.clear()
        if self._drawing is not None:
            if self._task is not None:
                self._task.cancel()
            self._task = asyncio.create_task(self._later(self._drawing), name="card emoji")

    async def _later(self, drawing: Drawing) -> None:
        await asyncio.sleep(AGAIN)
        await self._complete(drawing)
