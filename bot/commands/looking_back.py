"""``/table record`` and ``/replay``, and the buttons that do the same: matches looked back at by those who played."""

from __future__ import annotations

import asyncio
import io
from datetime import UTC, datetime
from typing import Any

import discord
from discord import app_commands

from bot import names
from bot.answers import Answers
from bot.commands.words import named, word
from bot.games import find_face
from bot.interaction import guild_id
from bot.routes import Routes
from bot.screen import proof
from bot.screen import record as record_screen
from bot.screen import replay as replay_screen
from bot.screen.ids import Click
from bot.screen.layout import cut
from bot.store import matches as rows
from bot.store import tables
from bot.store.database import Database
from bot.store.matches import OwnMatch
from bot.tables import show
from bot.tables.commands import Refused, Why
from bot.tables.match_ids import match_id, number_of
from bot.tables.matches import Matches
from bot.tables.model import Table
from bot.tables.replaying import Place
from bot.texts import Texts
from bot.wording import texts
from engine.record import write

#: Discord shows at most so many suggestions, of so many letters each.
_SUGGESTIONS, _LONGEST_SUGGESTION = 25, 100
#: Among how many of somebody's matches one of this channel is looked for.
_LATEST = 50


class LookingBack:
    """Records, replays and proofs."""

    def __init__(self, database: Database, matches: Matches, answer: Answers) -> None:
        self._database = database
        self._matches = matches
        self._answer = answer
        #: The clicks that come here, by verb.
        self.routes: Routes = {
            "proof": self._click_proof,
            "record": self._click_record,
            "replay": self._click_replay,
        }

    async def _click_proof(self, interaction: discord.Interaction, click: Click) -> None:
        await self.proof(interaction, await self._answer.table(interaction, click.table))

    async def _click_record(self, interaction: discord.Interaction, click: Click) -> None:
        await self.record(interaction, await self._answer.table(interaction, click.table))

    async def _click_replay(self, interaction: discord.Interaction, click: Click) -> None:
        deal, step, move = (click.arg or "1.0.").split(".")
        table = await self._answer.table(interaction, click.table)
        await self.replay(interaction, table, (int(deal), int(step)), move, onwards=bool(click.arg))

    async def record(self, interaction: discord.Interaction, table: Table) -> None:
        """The record, as a file that only this person sees; for the match's players."""
        record = await self._matches.record(table, interaction.user.id)
        written = await asyncio.to_thread(write, record)
        file = discord.File(
            io.BytesIO(f"{written}\n".encode("ascii")), record_screen.file_name(table.id, table.game.key)
        )
        view = record_screen.record(
            table.id, table.game.key, len(record.deals), texts(interaction), over=table.row.phase == "over"
        )
        await interaction.response.send_message(view=view, file=file, ephemeral=True)

    async def replay(
        self,
        interaction: discord.Interaction,
        table: Table,
        place: Place = (1, 0),
        move: str = "",
        *,
        onwards: bool = False,
    ) -> None:
        """A moment of the match, for its players: a private message of its own, or ``onwards`` that message changed."""
        view = await self._matches.replay(table, interaction.user.id, place, move)
        await self._answer.panel(interaction, replay_screen.replay(view, texts(interaction)), replace=onwards)

    async def proof(self, interaction: discord.Interaction, table: Table) -> None:
        """The proofs of the last deals that are over; for everybody."""
        seals = await self._matches.seals(table)
        await self._answer.panel(interaction, proof.proof(table.game.key, seals, texts(interaction)), replace=True)

    async def found(self, interaction: discord.Interaction, typed: str | None) -> Table:
        """The match of this word; without one, the person's own one played last, in this channel if there is one.

        `Refused` while they play the first deal of one here: they mean that, and would be given another.
        """
        guild = guild_id(interaction)
        if typed is not None:
            number = number_of(typed)
            try:
                return await self._answer.table(interaction, number or 0)
            except Refused as refused:
                raise Refused(Why.UNKNOWN_MATCH, {"match": typed.strip()}) from refused
        own = await rows.own_matches(self._database, guild, interaction.user.id, _LATEST)
        if not own:
            raise Refused(Why.NO_MATCHES)
        if await self._plays_first_deal(interaction):
            raise Refused(Why.NO_DEAL_OVER_HERE)
        here = (each for each in own if each.channel_id == interaction.channel_id)
        return await self._answer.table(interaction, next(here, own[0]).table_id)

    async def _plays_first_deal(self, interaction: discord.Interaction) -> bool:
        """Whether this channel's table is dealt its first deal, and the person has to do with it."""
        number = await tables.open_in_channel(self._database, interaction.channel_id or 0)
        if number is None or interaction.user.id not in await rows.players(self._database, number):
            return False
        table = await self._answer.table(interaction, number)
        return table.row.phase != "lobby" and not show.deals_over(table)

    async def suggestions(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The person's own matches in this server whose description holds what is typed so far."""
        if interaction.guild_id is None:
            return []
        own = await rows.own_matches(self._database, interaction.guild_id, interaction.user.id, _LATEST)
        named = [(described(each, texts(interaction)), match_id(each.table_id)) for each in own]
        wanted = typed.strip().casefold()
        fitting = [(label, word) for label, word in named if wanted in label.casefold()]
        return [app_commands.Choice(name=label, value=word) for label, word in fitting[:_SUGGESTIONS]]


def build(looking_back: LookingBack, table: app_commands.Group) -> app_commands.Command[Any, ..., None]:
    """``/replay``, which is given back; ``record`` is added to the group of ``/table``."""

    async def suggest(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await looking_back.suggestions(interaction, current)

    @table.command(**named("table_record"))
    @app_commands.rename(match=word("command.table_record.match.name"))
    @app_commands.describe(match=word("command.table_record.match.description"))
    @app_commands.autocomplete(match=suggest)
    async def record(interaction: discord.Interaction, match: str | None = None) -> None:
        await looking_back.record(interaction, await looking_back.found(interaction, match))

    @app_commands.command(**named("replay"))
    @app_commands.rename(match=word("command.replay.match.name"))
    @app_commands.describe(match=word("command.replay.match.description"))
    @app_commands.autocomplete(match=suggest)
    @app_commands.guild_only()
    async def replay(interaction: discord.Interaction, match: str | None = None) -> None:
        await looking_back.replay(interaction, await looking_back.found(interaction, match))

    return replay


def described(match: OwnMatch, texts: Texts) -> str:
    """A match as the list names it: its word, game, day, deals and the others in it."""
    day = texts.day(datetime.fromtimestamp(match.ended_at or match.last_act_at, UTC).date())
    game, word = find_face(match.game).title(texts), match_id(match.table_id)
    others = texts.list([names.plain(each) for each in match.names])
    if others:
        label = texts.t("match.with", match=word, game=game, day=day, n=match.deals, names=others)
    else:
        label = texts.t("match.alone", match=word, game=game, day=day, n=match.deals)
    return cut(label, _LONGEST_SUGGESTION)
