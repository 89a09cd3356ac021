"""``/rules``, ``/leaderboard`` and ``/stats``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.reading import Reading
from bot.commands.standings import Standings
from bot.screen.boards import ORDERS, PERIODS
from bot.texts import Texts
from engine.games import games


def build(reading: Reading, standings: Standings) -> tuple[app_commands.Command[Any, ..., None], ...]:
    """The three commands."""
    english = Texts()
    choices = [app_commands.Choice(name=game.title, value=key) for key, game in games().items()]

    @app_commands.command(name=english.t("command.rules.name"), description=english.t("command.rules.description"))
    @app_commands.rename(game=english.t("command.rules.game.name"))
    @app_commands.describe(game=english.t("command.rules.game.description"))
    @app_commands.choices(game=choices)
    @app_commands.guild_only()
    async def rules(interaction: discord.Interaction, game: str | None = None) -> None:
        await reading.rules_here(interaction, game)

    @app_commands.command(
        name=english.t("command.leaderboard.name"), description=english.t("command.leaderboard.description")
    )
    @app_commands.rename(
        game=english.t("command.leaderboard.game.name"),
        by=english.t("command.leaderboard.by.name"),
        period=english.t("command.leaderboard.period.name"),
    )
    @app_commands.describe(
        game=english.t("command.leaderboard.game.description"),
        by=english.t("command.leaderboard.by.description"),
        period=english.t("command.leaderboard.period.description"),
    )
    @app_commands.choices(
        game=choices,
        by=[app_commands.Choice(name=english.t(f"command.leaderboard.by.{by}"), value=by) for by in ORDERS],
        period=[
            app_commands.Choice(name=english.t(f"command.leaderboard.period.{period}"), value=period)
            for period in PERIODS
        ],
    )
    @app_commands.guild_only()
    async def leaderboard(
        interaction: discord.Interaction, game: str | None = None, by: str | None = None, period: str | None = None
    ) -> None:
        await standings.board(interaction, game, by, period)

    @app_commands.command(name=english.t("command.stats.name"), description=english.t("command.stats.description"))
    @app_commands.rename(
        person=english.t("command.stats.person.name"),
        game=english.t("command.stats.game.name"),
    )
    @app_commands.describe(
        person=english.t("command.stats.person.description"),
        game=english.t("command.stats.game.description"),
    )
    @app_commands.choices(game=choices)
    @app_commands.guild_only()
    async def stats(
        interaction: discord.Interaction, person: discord.User | None = None, game: str | None = None
    ) -> None:
        who = person or interaction.user
        await standings.stats(interaction, who.id, who.display_name, game)

    return rules, leaderboard, stats
