"""``/table-setup``: a server's settings."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.words import named
from bot.setup_clicks import SetupClicks


def build(clicks: SetupClicks) -> app_commands.Command[Any, ..., None]:
    """The command; Discord shows it to those who may manage the server, unless its Integrations page says otherwise."""

    @app_commands.command(**named("table_setup"))
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def table_setup(interaction: discord.Interaction) -> None:
        await clicks.open(interaction)

    return table_setup
