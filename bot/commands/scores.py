"""``/rules``, ``/leaderboard`` and ``/stats``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.reading import Reading
from bot.commands.standings import Standings
from bot.commands.words import choices, game_choices, named, word
from bot.screen.boards import ORDERS, PERIODS


def build(reading: Reading, standings: Standings) -> tuple[app_commands.Command[Any, ..., None], ...]:
    """The three commands."""
    games = game_choices()

    @app_commands.command(**named("rules"))
    @app_commands.rename(game=word("command.rules.game.name"))
    @app_commands.describe(game=word("command.rules.game.description"))
    @app_commands.choices(game=games)
    @app_commands.guild_only()
    async def rules(interaction: discord.Interaction, game: str | None = None) -> None:
        await reading.rules_here(interaction, game)

    @app_commands.command(**named("leaderboard"))
    @app_commands.rename(
        game=word("command.leaderboard.game.name"),
        by=word("command.leaderboard.by.name"),
        period=word("command.leaderboard.period.name"),
    )
    @app_commands.describe(
        game=word("command.leaderboard.game.description"),
        by=word("command.leaderboard.by.description"),
        period=word("command.leaderboard.period.description"),
    )
    @app_commands.choices(
        game=games,
        by=choices("leaderboard.by", ORDERS),
        period=choices("leaderboard.period", PERIODS),
    )
    @app_commands.guild_only()
    async def leaderboard(
        interaction: discord.Interaction, game: str | None = None, by: str | None = None, period: str | None = None
    ) -> None:
        await standings.board(interaction, game, by, period)

    @app_commands.command(**named("stats"))
    @app_commands.rename(
        person=word("command.stats.person.name"),
        game=word("command.stats.game.name"),
    )
    @app_commands.describe(
        person=word("command.stats.person.description"),
        game=word("command.stats.game.description"),
    )
    @app_commands.choices(game=games)
    @app_commands.guild_only()
    async def stats(
        interaction: discord.Interaction, person: discord.User | None = None, game: str | None = None
    ) -> None:
        who = person or interaction.user
        await standings.stats(interaction, who.id, who.display_name, game)

    return rules, leaderboard, stats
