"""``/table-setup``: a server's settings."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.setup_clicks import SetupClicks
from bot.texts import Texts


def build(clicks: SetupClicks) -> app_commands.Command[Any, ..., None]:
    """The command; Discord shows it to those who may manage the server, unless its Integrations page says otherwise."""
    english = Texts()

    @app_commands.command(
        name=english.t("command.table_setup.name"), description=english.t("command.table_setup.description")
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def table_setup(interaction: discord.Interaction) -> None:
        await clicks.open(interaction)

    return table_setup
