"""The screen of the tables in Discord: messages in channels, and hands through interaction tokens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

import discord
from discord import ui

from bot.errors import in_tables_words
from bot.screen import hand, lobby, summary, table
from bot.tables.screen import Handle, MessageGone
from bot.tables.views import GoneView, LobbyView, OwnView, PublicView, SummaryView
from bot.tally import Tally
from bot.texts import Texts


@cache
def texts_of(locale: str) -> Texts:
    """The texts for a language as Discord names it (``sv-SE``)."""
    return Texts(locale)


def public_message(view: PublicView, texts: Texts) -> ui.LayoutView:
    """The message for a table's public view."""
    if isinstance(view, LobbyView):
        return lobby.lobby(view, texts)
    if isinstance(view, SummaryView):
        return summary.summary(view, texts)
    return table.table(view, texts)


def own_message(view: OwnView, texts: Texts) -> ui.LayoutView:
    """The message for what one person may see."""
    return hand.gone(view, texts) if isinstance(view, GoneView) else hand.hand(view, texts)


@dataclass(frozen=True, slots=True)
class HandMessage:
    """The way to a hand message: the interaction that showed it last. Kept in memory only."""

    interaction: discord.Interaction
    message: int

    @property
    def expires_at(self) -> float:
        """When Discord stops taking edits through this interaction's token, 15 minutes after it."""
        return self.interaction.expires_at.timestamp()


class DiscordScreen:
    """`bot.tables.screen.Screen` over a client."""

    def __init__(self, client: discord.Client, tally: Tally) -> None:
        self._client = client
        self._in_tables_words = partial(in_tables_words, tally.discord_said)

    async def post(self, channel: int, view: PublicView) -> int:
        """Post a new message; its id."""
        with self._in_tables_words():
            message = await self._client.get_partial_messageable(channel).send(
                view=public_message(view, self._texts(channel))
            )
        return message.id

    async def edit(self, channel: int, message: int, view: PublicView) -> None:
        """Show the view in this message."""
        target = self._client.get_partial_messageable(channel).get_partial_message(message)
        with self._in_tables_words():
            await target.edit(view=public_message(view, self._texts(channel)))

    async def retire(self, channel: int, message: int) -> None:
        """Delete a message that a newer one replaces."""
        try:
            with self._in_tables_words():
                await self._client.get_partial_messageable(channel).get_partial_message(message).delete()
        except MessageGone:
            return

    async def push(self, handle: Handle, view: OwnView) -> None:
        """Show the view in an open hand message."""
        assert isinstance(handle, HandMessage)
        interaction = handle.interaction
        with self._in_tables_words():
            await interaction.edit_original_response(view=own_message(view, texts_of(str(interaction.locale))))

    async def withdraw(self, handle: Handle) -> None:
        """Take away a hand message that a newer one replaces."""
        assert isinstance(handle, HandMessage)
        with self._in_tables_words():
            await handle.interaction.delete_original_response()

    def _texts(self, channel: int) -> Texts:
        """The language of the server a channel belongs to; English where that is not known."""
        found = self._client.get_channel(channel)
        guild = found.guild if isinstance(found, discord.abc.GuildChannel | discord.Thread) else None
        return texts_of(str(guild.preferred_locale) if guild is not None else "en-US")
