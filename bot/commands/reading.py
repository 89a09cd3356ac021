"""Rule pages, by command or by button."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.answers import Answers
from bot.interaction import on_own_message
from bot.screen import rules
from bot.store import scores, tables
from bot.store.database import Database
from bot.tables.commands import Refused, Unplayable
from bot.tables.setup import check_game
from bot.wording import texts
from engine.games import games

LOG = logging.getLogger(__name__)


class Reading:
    """Rule pages."""

    def __init__(self, database: Database, answer: Answers) -> None:
        self._database = database
        self._answer = answer

    async def rules(self, interaction: discord.Interaction, game: str, page: int, table_id: int = 0) -> None:
        """A rule page; with a table, its house rules are the ones in force. Turning a page replaces the page."""
        options = None
        if table_id:
            try:
                table = await self._answer.table(interaction, table_id)
                options, game = table.options, table.game.key
            except Refused:
                # The table is over or another server's: the usual rules still read well.
                table_id = 0
        check_game(game)
        view = rules.page(game, page, texts(interaction), options, table=table_id)
        shown = rules.illustrations(game, page, texts(interaction), options)
        await self._answer.panel(interaction, view, replace=_turns_a_page(interaction), pictures=shown)

    async def rules_here(self, interaction: discord.Interaction, game: str | None) -> None:
        """The rules of a game, or without one of the game played in this channel."""
        here = await tables.open_in_channel(self._database, interaction.channel_id or 0)
        if here is not None and interaction.guild_id is not None:
            try:
                table = await self._answer.table(interaction, here)
            except Unplayable:
                LOG.info("the usual rules are read at table %d, which cannot be played again", here)
            else:
                if game in (None, table.game.key):
                    await self.rules(interaction, table.game.key, 1, table.id)
                    return
        await self.rules(interaction, game or await usual_game(self._database, interaction.guild_id or 0), 1)


async def usual_game(database: Database, guild: int) -> str:
    """The game last played in a server, or one of ours."""
    last = await scores.last_game(database, guild)
    return last if last in games() else next(iter(games()))


def _turns_a_page(interaction: discord.Interaction) -> bool:
    """Whether the click came from a rule page: only that may be replaced, never a hand."""
    data: Any = interaction.data or {}
    return on_own_message(interaction) and ":page:" in str(data.get("custom_id", ""))
