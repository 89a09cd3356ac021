"""``/hand`` and ``/play move``: one's cards, and the typed way to play them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.answers import Answers
from bot.commands.moves import find_move, suggestions
from bot.commands.words import named, word
from bot.interaction import person
from bot.screen import choosing
from bot.tables.commands import Back, Play, Refused, Unplayable, Why
from bot.tables.model import Table
from bot.tables.service import TableService
from bot.wording import texts


def build(service: TableService, answer: Answers) -> tuple[app_commands.Command[Any, ..., None], ...]:
    """The two commands."""

    async def ask_which(interaction: discord.Interaction, tables: Sequence[Table]) -> None:
        offered = [(table.id, table.game.key, table.row.channel_id) for table in tables]
        await answer.panel(interaction, choosing.which_table(offered, texts(interaction)))

    async def without_a_seat(interaction: discord.Interaction) -> None:
        here = await answer.number_here(interaction)
        await answer.refusal(interaction, Refused(Why.NOT_SEATED), here, redraw=False)

    async def asked(interaction: discord.Interaction) -> Sequence[Table]:
        """The tables at which a typed move may be meant: the one here; else those that ask this person; else all."""
        own = await answer.own_tables(interaction)
        who = interaction.user.id
        return [table for table in own if table.held_by(who).seat in table.to_act()] or own

    @app_commands.command(**named("hand"))
    @app_commands.guild_only()
    async def hand(interaction: discord.Interaction) -> None:
        own = await answer.own_tables(interaction)
        if not own:
            await without_a_seat(interaction)
        elif len(own) > 1:
            await ask_which(interaction, own)
        else:
            with answer.answering(interaction, own[0].id):
                back = await service.submit(own[0].id, person(interaction), None, Back())
                await answer.hand(interaction, back.after)

    @app_commands.command(**named("play"))
    @app_commands.rename(move=word("command.play.move.name"))
    @app_commands.describe(move=word("command.play.move.description"))
    @app_commands.guild_only()
    async def play(interaction: discord.Interaction, move: str) -> None:
        tables = await asked(interaction)
        if not tables:
            await without_a_seat(interaction)
        elif len(tables) > 1:
            await ask_which(interaction, tables)
        else:
            (table,) = tables
            code = find_move(table, interaction.user.id, move, texts(interaction))
            with answer.answering(interaction, table.id):
                after = (await service.submit(table.id, person(interaction), None, Play(code))).after
                await answer.hand(interaction, after)

    @play.autocomplete("move")
    async def suggest(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            tables = await asked(interaction) if interaction.guild_id is not None else ()
        except Unplayable:
            # Said when the move is made; a suggestion says nothing.
            tables = ()
        if len(tables) != 1:
            return []
        offered = suggestions(tables[0], interaction.user.id, current, texts(interaction))
        return [app_commands.Choice(name=label[:100], value=code) for label, code in offered]

    return hand, play
