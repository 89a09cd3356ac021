"""``/my-data export|delete``: what is stored about oneself."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.words import named
from bot.my_data_clicks import MyDataClicks


def build(clicks: MyDataClicks) -> app_commands.Group:
    """The two commands; they speak of all servers, wherever they are used."""
    group = app_commands.Group(**named("my_data"), guild_only=True)

    @group.command(**named("my_data_export"))
    async def export(interaction: discord.Interaction) -> None:
        await clicks.export(interaction)

    @group.command(**named("my_data_delete"))
    async def delete(interaction: discord.Interaction) -> None:
        await clicks.ask(interaction)

    return group
