"""Pictures for messages: which, drawn in time, as files to be sent along."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable, Sequence

import discord
from discord import ui

from bot.drawing.studio import Studio
from bot.screen import pictures, table_pictures
from bot.screen.pictures import Illustration
from bot.tables.views import PublicView
from bot.texts import Texts


class Illustrator:
    """Puts pictures into messages. A message whose picture cannot be had is sent without it."""

    def __init__(self, studio: Studio, pictures_in: Callable[[int], Awaitable[str]]) -> None:
        """``pictures_in``: which pictures a server wants at its tables."""
        self._studio = studio
        self._pictures_in = pictures_in

    async def table(self, message: ui.LayoutView, view: PublicView, guild: int, texts: Texts) -> list[discord.File]:
        """The files that go with a table's message."""
        if table_pictures.kind_of(view) is None:
            return []
        return await self.add(message, table_pictures.of_table(view, await self._pictures_in(guild), texts))

    async def add(self, message: ui.LayoutView, wanted: Sequence[Illustration]) -> list[discord.File]:
        """Put these pictures into a message, as far as they can be had; the files that go with it."""
        drawn = [(each, await self._studio.png(each.picture)) for each in wanted]
        had = [(each, png) for each, png in drawn if png is not None]
        if had:
            pictures.insert(message, [each for each, _ in had])
        return [discord.File(io.BytesIO(png), each.file, description=each.alt) for each, png in had]
