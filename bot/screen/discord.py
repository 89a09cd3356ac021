"""The screen of the tables in Discord: messages in channels, and hands through interaction tokens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Self

import discord
from discord import ui
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from bot.errors import in_tables_words
from bot.restraint import Restraint
from bot.screen import calls, hand, lobby, summary, table
from bot.screen.illustrating import Illustrator
from bot.tables.screen import Handle, MessageGone, Place
from bot.tables.views import CallView, GoneView, HandView, LobbyView, OwnView, PublicView, SummaryView
from bot.tally import Tally
from bot.texts import Texts
from bot.wording import Wording
from bot.wording import texts as texts_for


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
    """The way to a hand message: the token of the interaction that showed it last. Kept in memory only.

    Of that interaction nothing else is kept: who clicked, with which roles, on which message in which thread weighs
    many times as much. ``locale``: the language of its person's Discord. ``texts``: how it was answered.
    """

    token: str
    expires_at: float
    message: int
    locale: str
    texts: Texts

    @classmethod
    def of(cls, interaction: discord.Interaction, message: int) -> Self:
        """The way to this message, which ``interaction`` has just shown. It is open for 15 minutes after that."""
        until = interaction.expires_at.timestamp()
        return cls(interaction.token, until, message, str(interaction.locale), texts_for(interaction))


class DiscordScreen:
    """`bot.tables.screen.Screen` over a client."""

    def __init__(
        self,
        client: discord.Client,
        tally: Tally,
        restraint: Restraint,
        language_of: Callable[[int], Awaitable[str | None]],
        wording: Wording,
        illustrator: Illustrator,
    ) -> None:
        """``language_of``: the language a server has set for its public messages, None for what Discord says."""
        self._client = client
        self._illustrator = illustrator
        self._tally = tally
        self._restraint = restraint
        self._language_of = language_of
        self._wording = wording

    @contextmanager
    def _in_tables_words(self) -> Iterator[None]:
        """For a request that nobody waits for: not made while Discord is to be left alone."""
        self._restraint.check()
        with in_tables_words(self._tally.discord_said):
            yield

    def knows(self, guild: int) -> bool:
        """Whether its connection has told of the server. One that no connection tells of is no server of ours any more,
        which Discord says to whatever is sent there.
        """
        known = self._client.get_guild(guild)
        return self._client.is_ready() if known is None else not known.unavailable

    async def post(self, place: Place, view: PublicView, once: str) -> int:
        """Post a new message; its id. Discord gives back the one that has the same nonce already, if it is recent."""
        shown, files = await self._public(place, view)
        with self._in_tables_words():
            target = self._client.get_partial_messageable(place.channel)
            message = await target.send(view=shown, files=files, nonce=once)
        return message.id

    def posted_at(self, message: int) -> float:
        """When this message was posted: its id tells."""
        return discord.utils.snowflake_time(message).timestamp()

    async def edit(self, place: Place, message: int, view: PublicView) -> None:
        """Show the view in this message."""
        target = self._client.get_partial_messageable(place.channel).get_partial_message(message)
        shown, files = await self._public(place, view)
        with self._in_tables_words():
            # The picture that was there goes: what is sent along is all that the message has.
            await target.edit(view=shown, attachments=files)

    async def retire(self, channel: int, message: int) -> None:
        """Delete a message that a newer one replaces."""
        try:
            with self._in_tables_words():
                await self._client.get_partial_messageable(channel).get_partial_message(message).delete()
        except MessageGone:
            return

    async def put_away(self, channel: int) -> None:
        """Archive the thread, if the bot has made it: for that nobody has to allow it anything more."""
        thread, me = self._client.get_channel(channel), self._client.user
        if not isinstance(thread, discord.Thread) or me is None or thread.owner_id != me.id or thread.archived:
            return
        with self._in_tables_words():
            await thread.edit(archived=True)

    async def call(self, place: Place, view: CallView, once: str) -> int:
        """Post the line, which notifies exactly those whom it names; its id."""
        texts = await self._texts(place.guild)
        with self._in_tables_words():
            message = await self._client.get_partial_messageable(place.channel).send(
                calls.call_text(view, texts),
                view=calls.call_buttons(view, texts),
                allowed_mentions=calls.only(view.persons),
                nonce=once,
            )
        return message.id

    async def edit_call(self, place: Place, message: int, view: CallView) -> None:
        """Have the line name these."""
        target = self._client.get_partial_messageable(place.channel).get_partial_message(message)
        said = calls.call_text(view, await self._texts(place.guild))
        with self._in_tables_words():
            # Without their ids the mentions of those still named would lose their colour; an edit notifies nobody.
            await target.edit(content=said, allowed_mentions=calls.only(view.persons))

    async def push(self, handle: Handle, view: OwnView) -> None:
        """Show the view in an open hand message."""
        assert isinstance(handle, HandMessage)
        shown = own_message(view, self._own_texts(handle, view))
        mentions = self._client.allowed_mentions
        # As the library edits what an interaction was answered with, for which it wants the interaction itself.
        with self._in_tables_words(), handle_message_parameters(view=shown, previous_allowed_mentions=mentions) as sent:
            webhook = self._webhook(handle)
            await async_context.get().edit_original_interaction_response(
                webhook.id, handle.token, session=webhook.session, payload=sent.payload
            )

    async def retire_hand(self, handle: Handle) -> None:
        """Take away a hand message that a newer one replaces."""
        assert isinstance(handle, HandMessage)
        webhook = self._webhook(handle)
        with self._in_tables_words():
            await async_context.get().delete_original_interaction_response(
                webhook.id, handle.token, session=webhook.session
            )

    def _webhook(self, handle: HandMessage) -> discord.Webhook:
        """To Discord an interaction's token is that of a webhook which the application has for a quarter of an hour."""
        assert self._client.application_id is not None
        return discord.Webhook.partial(self._client.application_id, handle.token, client=self._client)

    async def _public(self, place: Place, view: PublicView) -> tuple[ui.LayoutView, list[discord.File]]:
        """A table's message as it is sent there, and the pictures in it."""
        texts = await self._texts(place.guild)
        message = public_message(view, texts)
        return message, await self._illustrator.table(message, view, place.guild, texts)

    async def _texts(self, guild: int) -> Texts:
        """The language of a server: what it has set, else its Discord's, English where that is not known.

        By the server and not by the channel: of an archived thread the library knows nothing.
        """
        known = self._client.get_guild(guild)
        return self._wording.public(await self._language_of(guild) or str(known.preferred_locale if known else "en-US"))

    def _own_texts(self, handle: HandMessage, view: OwnView) -> Texts:
        """The texts a hand is drawn in: as its person prefers by now, whatever they did when they opened it."""
        return self._wording.own(handle.locale, view.preferences) if isinstance(view, HandView) else handle.texts
