"""``/table preferences`` and the selects on its panel: each choice is saved at once, for the next redraw."""

from __future__ import annotations

import discord

from bot.answers import Answers
from bot.interaction import chosen
from bot.routes import Routes
from bot.screen import preferences as screen
from bot.screen.ids import Click
from bot.tables.preference_book import PreferenceBook
from bot.texts import languages
from bot.wording import texts


class PreferenceClicks:
    """Everybody's own panel."""

    def __init__(self, book: PreferenceBook, answer: Answers) -> None:
        self._book = book
        self._answer = answer

    @property
    def routes(self) -> Routes:
        """The handlers by verb."""
        return {"preference": self._choose}

    async def open(self, interaction: discord.Interaction) -> None:
        """The panel, as a new private message."""
        present = await self._book.of(interaction.user.id)
        await self._answer.panel(interaction, screen.preferences(present, texts(interaction)))

    async def _choose(self, interaction: discord.Interaction, click: Click) -> None:
        present = await self._book.change(interaction.user.id, click.arg, chosen(interaction), languages())
        await self._answer.in_own_words(interaction)
        await self._answer.panel(interaction, screen.preferences(present, texts(interaction)), replace=True)
