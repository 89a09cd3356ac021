"""``/rules`` and ``/leaderboard``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.reading import Reading
from bot.texts import Texts
from engine.games import games


def build(reading: Reading) -> tuple[app_commands.Command[Any, ..., None], ...]:
    """The two commands."""
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
    @app_commands.rename(game=english.t("command.leaderboard.game.name"))
    @app_commands.describe(game=english.t("command.leaderboard.game.description"))
    @app_commands.choices(game=choices)
    @app_commands.guild_only()
    async def leaderboard(interaction: discord.Interaction, game: str | None = None) -> None:
        await reading.board(interaction, game, shared=False)

    return rules, leaderboard
