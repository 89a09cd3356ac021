"""Where clicks and slash commands go: whatever answers them, put together around a client."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import discord
from discord import app_commands

from bot.answers import Answers
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
from bot.store import deeds
from bot.tables.commands import Refused, Why
from bot.tables.deciding import Deciding
from bot.tables.matches import Matches
from bot.tables.publisher import Publisher
from bot.tables.service import TableService
from bot.tally import Tally

LOG = logging.getLogger(__name__)


def clicks_and_commands(
    client: discord.Client,
    service: TableService,
    publisher: Publisher,
    answer: Answers,
    deciding: Deciding,
    tally: Tally,
    command_ids: Callable[[], dict[str, int]],
) -> tuple[Router, Tree]:
    """What answers a click, by its verb, and what answers a command, by its name. Panels opened by a command go on by
    clicks, so many parts stand in both.

    ``command_ids``: Discord's ids of the commands by name, as far as they are known.
    """
    database = service.database
    reading = Reading(database, answer)
    setting_up = SetupClicks(service, answer)
    player_calls = PlayerCalls(service, answer, publisher)
    preferring = PreferenceClicks(service.preferences, answer)
    own_data = MyDataClicks(service, answer, command_ids)
    standings = Standings(service, answer)
    looking_back = LookingBack(database, Matches(service), answer)
    options = OptionClicks(service, answer)
    panels = (options, standings, setting_up, preferring, looking_back, own_data, player_calls)
    router = Router(service, answer, reading, deciding, panels)

    tree = Tree(client, answer, tally)
    tables_own = table.build(service, publisher, answer, preferring, player_calls, tally, command_ids)
    replay = looking.build(looking_back, tables_own)
    tree.add_command(tables_own)
    tree.add_command(setup.build(setting_up))
    tree.add_command(my_data.build(own_data))
    for command in (*play.build(service, answer), *scores.build(reading, standings), replay):
        tree.add_command(command)
    return router, tree


class Tree(app_commands.CommandTree[discord.Client]):
    """The slash commands. What goes wrong in one is told to its person in one sentence."""

    def __init__(self, client: discord.Client, answer: Answers, tally: Tally) -> None:
        super().__init__(client)
        self._answer = answer
        self._tally = tally

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Everybody may ask; from here on it is known when that began and what the log is about."""
        interaction.extras["begun"] = time.monotonic()
        deeds.begin()
        from_now_on(interaction=interaction.id)
        await self._answer.in_own_words(interaction)
        return True

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError, /) -> None:
        """Refusals are answers; anything else is ours, and logged."""
        self._tally.answered(time.monotonic() - interaction.extras["begun"])
        cause: BaseException
        if isinstance(error, app_commands.CommandInvokeError):
            cause = error.original
        else:
            # What a client still has from before the commands changed last, or has made up: nothing of it was begun.
            LOG.info("a command was not understood: %s", type(error).__name__)
            cause = Refused(Why.OLD_COMMAND)
        try:
            if isinstance(cause, Refused):
                await self._answer.refusal(interaction, cause, None, redraw=False)
            else:
                await self._answer.broken(interaction, cause)
        except Exception as second:
            await self._answer.broken(interaction, second)
