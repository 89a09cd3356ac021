"""``/my-data export|delete``: what is stored about oneself."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.my_data_clicks import MyDataClicks
from bot.texts import Texts


def build(clicks: MyDataClicks) -> app_commands.Group:
    """The two commands; they speak of all servers, wherever they are used."""
    english = Texts()
    group = app_commands.Group(
        name=english.t("command.my_data.name"), description=english.t("command.my_data.description"), guild_only=True
    )

    @group.command(
        name=english.t("command.my_data_export.name"), description=english.t("command.my_data_export.description")
    )
    async def export(interaction: discord.Interaction) -> None:
        await clicks.export(interaction)

    @group.command(
        name=english.t("command.my_data_delete.name"), description=english.t("command.my_data_delete.description")
    )
    async def delete(interaction: discord.Interaction) -> None:
        await clicks.ask(interaction)

    return group
