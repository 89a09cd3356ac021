"""Tables whose place went while the bot was not there to be told: found after each connection."""

from __future__ import annotations

import logging

import discord

from bot.errors import Code
from bot.store import tables
from bot.store.database import Database
from bot.tables.commands import Refused
from bot.tables.service import TableService

LOG = logging.getLogger(__name__)


async def lost_tables(client: discord.Client, service: TableService, guild: int | None = None) -> list[int]:
    """The open tables (of one server) whose channel, thread or server is certainly gone."""
    numbers = await _open_tables(service.database, guild)
    found = []
    for number in numbers:
        try:
            row = (await service.table(number)).row
        except Refused as refused:
            LOG.error("table %d could not be looked at: %s", number, refused.reason)
            continue
        if await _is_gone(client, row.guild_id, row.channel_id):
            found.append(number)
    return found


async def _open_tables(database: Database, guild: int | None) -> tuple[int, ...]:
    if guild is not None:
        return await tables.open_in_server(database, guild)
    return tuple(row.table_id for row in await tables.open_tables(database))


async def _is_gone(client: discord.Client, guild_id: int, channel_id: int) -> bool:
    guild = client.get_guild(guild_id)
    if guild is not None and (guild.unavailable or guild.get_channel_or_thread(channel_id) is not None):
        # A server that Discord cannot reach just now comes back with `on_guild_available`.
        return False
    # An archived thread is not among those we are told of, so what is missing is asked for once.
    try:
        await client.fetch_channel(channel_id)
    except discord.NotFound as error:
        return error.code in (Code.UNKNOWN_CHANNEL, Code.UNKNOWN_GUILD)
    except discord.Forbidden as error:
        # In a server that we are in, we may have lost only the sight of the channel.
        return guild is None and error.code == Code.MISSING_ACCESS
    except (discord.DiscordException, OSError, TimeoutError) as error:
        LOG.info("whether channel %d is still there could not be asked: %s", channel_id, error)
    return False
