"""Fetching people to a table: an invitation to one, and a lobby's call to all who have asked for such calls.

Both are public answers, so they cost no request of their own, and plain messages, so that a phone's notification shows
what they say.
"""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.answers import Answers
from bot.interaction import guild_id, person
from bot.routes import Routes
from bot.screen import calls
from bot.screen.ids import Click
from bot.store import on_call
from bot.store.errors import CalledAlready, StoreError
from bot.store.leftovers import Goes, Leftover
from bot.tables import lobby
from bot.tables.commands import Invite, Refused, Why
from bot.tables.model import Table
from bot.tables.publisher import Publisher
from bot.tables.service import TableService

LOG = logging.getLogger(__name__)


#: Seconds in which nobody is mentioned twice by the same person's invitations.
AGAIN = 600.0


class PlayerCalls:
    """The only answers that mention people."""

    def __init__(self, service: TableService, answer: Answers, publisher: Publisher) -> None:
        self._service = service
        self._publisher = publisher
        self._answer = answer
        #: Who invited whom, and when, of late. A restart may forget it: an invitation is once a table as well.
        self._invited: dict[tuple[int, int], float] = {}
        service.listen_for_erasures(self._forget)

    @property
    def routes(self) -> Routes:
        """The handlers by verb."""
        return {"callplayers": self._call_players}

    async def invite(self, interaction: discord.Interaction, who: discord.User | discord.Member) -> None:
        """Invite somebody to the table of this channel, whatever calls they want otherwise: a person asks for it.

        Who opens, invites and ends again and again mentions them once in a while only: then it rings for nobody.
        """
        found = await self._answer.table_here(interaction)
        if who.bot:
            raise Refused(Why.INVITES_BOT)
        command = Invite(who.id, who.display_name)
        table = (await self._service.submit(found.id, person(interaction), None, command)).after
        texts = await self._answer.public_texts(interaction)
        kept = next((seat.seat for seat in table.seats if seat.kept_for == who.id), None)
        until = None if kept is None else table.due_at("invitation", kept)
        rings = self._rings(interaction.user.id, who.id)
        sent = await interaction.response.send_message(
            calls.invitation(who.id, interaction.user.display_name, table.game.key, until, texts),
            view=calls.to_join(table.id, texts),
            allowed_mentions=calls.only([who.id] if rings else []),
        )
        await self._goes(sent, interaction, table, "started" if table.state is None else "over")

    def _rings(self, host: int, guest: int) -> bool:
        """Whether this invitation mentions its guest, who is left alone for a while then."""
        now = self._service.now()
        self._invited = {pair: at for pair, at in self._invited.items() if now - at < AGAIN}
        rings = (host, guest) not in self._invited
        if rings:
            self._invited[host, guest] = now
        return rings

    def _forget(self, person: int | None) -> None:
        self._invited = {pair: at for pair, at in self._invited.items() if person not in pair}

    async def _call_players(self, interaction: discord.Interaction, click: Click) -> None:
        table = await self._answer.table(interaction, click.table)
        lobby.still_lobby(table)
        table.held_by(interaction.user.id)
        lobby.first_free(table)
        here = {seat.person_id for seat in table.persons} | table.invited | table.sent_away
        try:
            called = await on_call.call_players(
                self._service.database,
                table.id,
                guild_id(interaction),
                table.game.key,
                self._service.now(),
                {each for each in here if each is not None},
            )
        except CalledAlready as error:
            raise Refused(Why.CALLED_ALREADY) from error
        except StoreError as error:
            raise Refused(Why.STORAGE) from error
        if not called:
            raise Refused(Why.NOBODY_TO_CALL, {"game": table.game.key})
        texts = await self._answer.public_texts(interaction)
        sent = await interaction.response.send_message(
            calls.wanted(called, interaction.user.display_name, table.game.key, texts),
            view=calls.to_join(table.id, texts),
            allowed_mentions=calls.only(called),
        )
        await self._goes(sent, interaction, table, "started")

    async def _goes(
        self, sent: discord.InteractionCallbackResponse[Any], interaction: discord.Interaction, table: Table, goes: Goes
    ) -> None:
        """See to it that the message is deleted when nobody can follow it any more."""
        if sent.message_id is not None and interaction.channel_id is not None:
            leftover = Leftover(message_id=sent.message_id, channel_id=interaction.channel_id, goes=goes)
            try:
                await self._publisher.leave(table.id, leftover)
            except StoreError as error:
                # They have been called, and that is all whoever asked for it has to know.
                LOG.error("table %d: a message that calls people will stay: %s", table.id, error)
