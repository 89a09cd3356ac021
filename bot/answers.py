"""Answering one person: with their hand, a sentence, a panel, or the public message they clicked on, as it is now.

Commands and clicks answer in the same ways; this is the one place that does it. Whatever reaches a person is built from
that person's own view.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import AbstractContextManager

import discord
from discord import ui

from bot.errors import discord_failed, nobody_waits
from bot.interaction import guild_id, on_own_message
from bot.screen import plain, sentence
from bot.screen.discord import HandMessage, own_message, public_message
from bot.screen.illustrating import Illustrator
from bot.screen.pictures import Illustration
from bot.screen.seatless import seatless
from bot.store import deeds, scores, tables
from bot.store.errors import DatabaseClosed, StoreError
from bot.tables import show
from bot.tables.commands import Refused, Unplayable, Why
from bot.tables.model import Table
from bot.tables.preferences import Preferences
from bot.tables.publisher import Publisher
from bot.tables.seats import takeable
from bot.tables.service import Commit, TableService
from bot.tables.views import Hint, Note
from bot.tally import Tally
from bot.texts import Texts
from bot.wording import Wording, texts

LOG = logging.getLogger(__name__)


class Answers:
    """All ways to answer an interaction; each uses up its one first answer."""

    def __init__(
        self,
        service: TableService,
        publisher: Publisher,
        tally: Tally,
        wording: Wording,
        illustrator: Illustrator,
    ) -> None:
        self._service = service
        self._wording = wording
        self._illustrator = illustrator
        self._tally = tally
        self._publisher = publisher
        #: Whether somebody has still to finish a match of a game in a server: they get a beginner's line. By server and
        #: game, since that can change only when a match ends there: a hand is drawn at every click.
        self._newcomers: dict[tuple[int, str], dict[int, bool]] = {}
        service.listen(self._forget_newcomers)
        service.listen_for_erasures(self._forget)

    def answering(
        self, interaction: discord.Interaction, table_id: int, *, public: bool = False
    ) -> AbstractContextManager[None]:
        """To be entered before the table is asked, and left when the answer has been given: see the publisher's."""
        on_the_table = public and interaction.message is not None and not on_own_message(interaction)
        return self._publisher.answering(table_id, interaction.user.id, public=on_the_table)

    async def in_own_words(self, interaction: discord.Interaction) -> None:
        """Have this interaction answered in the language that its person prefers, with cards as they prefer them."""
        try:
            preferences = await self._service.preferences.of(interaction.user.id)
        except StoreError as error:
            # Whatever this person wants has its own answer to that; it is given in the language of their Discord.
            LOG.error("preferences could not be read: %s", error)
            return
        self._wording.answer_in(interaction, preferences)

    async def public_texts(self, interaction: discord.Interaction) -> Texts:
        """The texts of public messages here: in the language that the server has set, else as Discord says."""
        language = await self._service.servers.language_of(guild_id(interaction))
        return self._wording.public(language or str(interaction.guild_locale))

    async def say(self, interaction: discord.Interaction, note: Note) -> None:
        """One private sentence."""
        await self.panel(interaction, plain(note, texts(interaction)))

    async def panel(
        self,
        interaction: discord.Interaction,
        view: ui.LayoutView,
        *,
        replace: bool = False,
        pictures: Sequence[Illustration] = (),
    ) -> None:
        """A private message, with pictures if it has any; with ``replace``, in place of the private one clicked on."""
        files = await self._illustrator.add(view, pictures)
        if replace and on_own_message(interaction):
            if interaction.response.is_done():
                await interaction.edit_original_response(view=view, attachments=files)
            else:
                await interaction.response.edit_message(view=view, attachments=files)
        elif interaction.response.is_done():
            await interaction.followup.send(view=view, files=files, ephemeral=True)
        else:
            await interaction.response.send_message(view=view, files=files, ephemeral=True)

    async def share(
        self, interaction: discord.Interaction, view: ui.LayoutView, pictures: Sequence[Illustration] = ()
    ) -> None:
        """A message that everybody sees, with pictures if it has any."""
        files = await self._illustrator.add(view, pictures)
        await interaction.response.send_message(view=view, files=files)

    async def hand(
        self,
        interaction: discord.Interaction,
        table: Table,
        note: Note | None = None,
        *,
        draft: str | None = None,
        hint: Hint | None = None,
    ) -> None:
        """The person's hand: in place of the hand that was clicked on, else as a new private message.

        ``draft``: what they are putting together in several clicks. ``hint``: what they asked for.
        """
        who = interaction.user.id
        newcomer, preferences = await self._shown_to(table, who)
        view = show.hand(table, who, note, newcomer=newcomer, draft=draft, preferences=preferences, hint=hint)
        message = own_message(view, texts(interaction))
        if on_own_message(interaction) and not interaction.response.is_done():
            await interaction.response.edit_message(view=message)
            shown = interaction.message.id if interaction.message is not None else 0
        elif interaction.response.is_done():
            sent = await interaction.edit_original_response(view=message)
            shown = sent.id
        else:
            answer = await interaction.response.send_message(view=message, ephemeral=True)
            shown = answer.message_id or 0
        self._publisher.hold(table, who, HandMessage.of(interaction, shown), view)

    async def public(self, interaction: discord.Interaction, table: Table, note: Note) -> None:
        """The public message that was clicked on, as the table is now; a private sentence if it is an old one."""
        message = interaction.message
        if message is None or message.id != table.row.message_id or table.row.message_deal != show.shown_deal(table):
            await self.say(interaction, note)
            return
        running = await scores.running(self._service.database, table.id) if table.row.phase == "over" else ()
        view = show.public(table, running, computers=await self._service.servers.computers_allowed(table))
        texts_here = await self.public_texts(interaction)
        shown = public_message(view, texts_here)
        files = await self._illustrator.table(shown, view, table.row.guild_id, texts_here)
        await interaction.response.edit_message(view=shown, attachments=files)
        self._publisher.shown(table.id, view)

    async def refusal(
        self, interaction: discord.Interaction, refused: Refused, table_id: int | None, *, redraw: bool
    ) -> None:
        """Say why not: on the first line of the hand that was clicked on (``redraw``), else as a private sentence."""
        self._tally.refused(str(refused.reason))
        if refused.reason == Why.STORAGE:
            refused = Refused(_not_written(), refused.params)
        if refused.reason == Why.NOT_SEATED and await self._offers_seats(interaction, table_id):
            return
        note = Note(refused.text, refused.params)
        if redraw and table_id is not None and on_own_message(interaction):
            try:
                table = await self.table(interaction, table_id)
            except Refused:
                LOG.info("table %d is unknown to whom a refusal is told", table_id)
            else:
                await self.hand(interaction, table, note)
                return
        # A panel of a lobby is of no use any more once the table has started.
        await self.panel(interaction, plain(note, texts(interaction)), replace=refused.reason == Why.ALREADY_STARTED)
        if refused.reason == Why.GONE and table_id is not None:
            await self._bring_up_to_date(interaction, table_id)

    async def _bring_up_to_date(self, interaction: discord.Interaction, table_id: int) -> None:
        """A table's own message on which a button of it is gone could not be edited when it was to be: it is now."""
        try:
            table = await self.table(interaction, table_id)
        except Refused:
            return
        if interaction.message is not None and interaction.message.id == table.row.message_id:
            self._publisher.show_again(table_id)

    async def _offers_seats(self, interaction: discord.Interaction, table_id: int | None) -> bool:
        """Answer a person without a seat with the seats they may take from computers; False if there is none."""
        if table_id is None:
            return False
        try:
            table = await self.table(interaction, table_id)
        except Refused:
            return False
        free = takeable(table, interaction.user.id)
        if free:
            view = seatless(table.id, table.game.key, show.seat_views(table), free, texts(interaction))
            await self.panel(interaction, view, replace=True)
        return bool(free)

    async def broken(self, interaction: discord.Interaction, error: BaseException) -> None:
        """Something of ours went wrong: it is logged whole, and the person is told in one sentence."""
        if isinstance(error, discord.HTTPException):
            self._tally.discord_said(error)
        if nobody_waits(error):
            LOG.info("an answer came too late: %s", error)
            return
        if discord_failed(error):
            # The library has tried again as often as makes sense, and by now nobody waits; the table itself is right.
            LOG.warning("Discord did not take an answer: %s", error)
            return
        if isinstance(error, DatabaseClosed):
            LOG.info("somebody clicked while the bot was leaving")
            return
        self._tally.failed()
        storage = isinstance(error, StoreError)
        if storage:
            LOG.error("an interaction failed: %s", error)
        else:
            LOG.error("an interaction failed", exc_info=error)
        try:
            await self.say(interaction, Note(f"refusal.{_not_written() if storage else _broken()}"))
        except Exception as second:
            # There is no further way to tell it; the failure itself has been logged above.
            LOG.info("the failure could not be told: %s", second)

    async def table(self, interaction: discord.Interaction, table_id: int) -> Table:
        """A table of this server; `Refused` for any other number, `Unplayable` for one that cannot go on."""
        table = await self._service.table(table_id)
        if table.row.guild_id != guild_id(interaction):
            raise Refused(Why.UNKNOWN_TABLE)
        return table

    async def number_here(self, interaction: discord.Interaction) -> int | None:
        """The number of the open table in this channel, if there is one."""
        return await tables.open_in_channel(self._service.database, interaction.channel_id or 0)

    async def table_here(self, interaction: discord.Interaction) -> Table:
        """The open table of this channel; `Refused` if there is none."""
        guild_id(interaction)
        found = await self.number_here(interaction)
        if found is None:
            raise Refused(Why.NO_OPEN_TABLE)
        return await self.table(interaction, found)

    async def rematch_of(self, interaction: discord.Interaction, over: Table) -> Table | None:
        """The table at which the rematch of this one is played; None while it waits for others."""
        if over.row.end_reason != "rematch":
            return None
        found = await tables.open_in_channel(self._service.database, over.row.channel_id)
        return None if found is None else await self.table(interaction, found)

    async def own_tables(self, interaction: discord.Interaction) -> Sequence[Table]:
        """The open tables of this server at which the person sits; the one in this channel alone, if it is one.

        `Unplayable` where none of them can go on.
        """
        seated = await tables.seated_tables(self._service.database, guild_id(interaction), interaction.user.id)
        here = await self.number_here(interaction)
        if here is not None and here in seated:
            return (await self.table(interaction, here),)
        found: list[Table] = []
        broken: list[Unplayable] = []
        for number in seated:
            try:
                found.append(await self.table(interaction, number))
            except Unplayable as unplayable:
                broken.append(unplayable)
        if broken and not found:
            raise broken[0]
        return found

    def sentence(self, interaction: discord.Interaction, note: Note) -> str:
        """A note in this person's language."""
        return sentence(note, texts(interaction))

    async def _shown_to(self, table: Table, who: int) -> tuple[bool, Preferences]:
        """Whether somebody is new to the game, and what they prefer.

        What was done at the table is done, so a hand is shown also where these cannot be read: as to most people.
        """
        try:
            return await self._is_newcomer(table, who), await self._service.preferences.of(who)
        except StoreError as error:
            LOG.error("a hand is shown without its person's preferences: %s", error)
            return False, Preferences()

    async def _is_newcomer(self, table: Table, who: int) -> bool:
        known = self._newcomers.setdefault((table.row.guild_id, table.game.key), {})
        if who not in known:
            standings = await scores.standing(self._service.database, table.row.guild_id, who, table.game.key)
            known[who] = not any(standing.matches for standing in standings)
        return known[who]

    def _forget(self, person: int | None) -> None:
        # All of them: what is being asked just now is then kept nowhere.
        self._newcomers.clear()

    def _forget_newcomers(self, commit: Commit) -> None:
        if commit.after.row.phase == "over":
            self._newcomers.pop((commit.after.row.guild_id, commit.after.game.key), None)


def _not_written() -> str:
    """What is said where the database failed: that nothing was changed only where it is so."""
    return _broken() if deeds.anything_written() else Why.STORAGE


def _broken() -> str:
    """What is said where something of ours went wrong, likewise."""
    return "broken_after" if deeds.anything_written() else "broken"
