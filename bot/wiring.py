"""Where clicks and slash commands go: whatever answers them, put together around a client."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.commands import looking_back as looking
from bot.commands import my_data, play, scores, setup, table
from bot.commands.looking_back import LookingBack
from bot.commands.reading import Reading
from bot.commands.standings import Standings
from bot.logs import from_now_on
from bot.my_data_clicks import MyDataClicks
from bot.option_clicks import OptionClicks
from bot.player_calls import PlayerCalls
from bot.preference_clicks import PreferenceClicks
from bot.router import Router
from bot.setup_clicks import SetupClicks
from bot.tables.commands import Refused, Why
from bot.tables.matches import Matches

if TYPE_CHECKING:
    from bot.client import TricktableClient

LOG = logging.getLogger(__name__)


def clicks_and_commands(client: TricktableClient) -> tuple[Router, Tree]:
    """What answers a click, by its verb, and what answers a command, by its name. Panels opened by a command go on by
    clicks, so many parts stand in both.
    """
    database, service, answer = client.database, client.service, client.answer

    def command_ids() -> dict[str, int]:
        return client.command_ids

    reading = Reading(database, answer)
    setting_up = SetupClicks(service, answer)
    player_calls = PlayerCalls(service, answer, client.publisher.leftovers)
    preferring = PreferenceClicks(service.preferences, answer)
    own_data = MyDataClicks(service, answer, command_ids)
    standings = Standings(database, answer, service.now)
    looking_back = LookingBack(database, Matches(service), answer)
    options = OptionClicks(service, answer)
    panels = (options, standings, setting_up, preferring, looking_back, own_data, player_calls)
    router = Router(service, answer, reading, client.deciding, panels)

    tree = Tree(client)
    tables_own = table.build(service, client.publisher, answer, preferring, player_calls, command_ids)
    replay = looking.build(looking_back, tables_own)
    tree.add_command(tables_own)
    tree.add_command(setup.build(setting_up))
    tree.add_command(my_data.build(own_data))
    for command in (*play.build(service, answer), *scores.build(reading, standings), replay):
        tree.add_command(command)
    return router, tree


class Tree(app_commands.CommandTree["TricktableClient"]):
    """The slash commands. What goes wrong in one is told to its person in one sentence."""

    async def interaction_check(self, interaction: discord.Interaction[TricktableClient], /) -> bool:
        """Everybody may ask; from here on it is known when that began and what the log is about."""
        interaction.extras["begun"] = time.monotonic()
        from_now_on(interaction=interaction.id)
        await self.client.answer.in_own_words(interaction)
        return True

    async def on_error(
        self, interaction: discord.Interaction[TricktableClient], error: app_commands.AppCommandError, /
    ) -> None:
        """Refusals are answers; anything else is ours, and logged."""
        self.client.tally.answered(time.monotonic() - interaction.extras["begun"])
        cause: BaseException
        if isinstance(error, app_commands.CommandInvokeError):
            cause = error.original
        else:
            # What a client still has from before the commands changed last, or has made up: nothing of it was begun.
            LOG.info("a command was not understood: %s", type(error).__name__)
            cause = Refused(Why.OLD_COMMAND)
        answer = self.client.answer
        try:
            if isinstance(cause, Refused):
                await answer.refusal(interaction, cause, None, redraw=False)
            else:
                await answer.broken(interaction, cause)
        except Exception as second:
            await answer.broken(interaction, second)
