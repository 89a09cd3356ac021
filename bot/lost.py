"""Tables whose place is gone: ended when Discord says so, or after a connection when it went unseen.

Where the database cannot be read or written at that moment, the next connection looks again.
"""

from __future__ import annotations

import logging

import discord

from bot.errors import Code
from bot.store import tables
from bot.store.errors import StoreError, level
from bot.tables import unplayable
from bot.tables.commands import Clock, Close, Refused, Unplayable
from bot.tables.service import TableService

LOG = logging.getLogger(__name__)


class LostPlaces:
    """Ends the tables whose channel, thread or server is gone, whether we are told of it or have to look."""

    def __init__(self, client: discord.Client, service: TableService) -> None:
        self._client = client
        self._service = service

    async def close_in_server(self, guild: int) -> None:
        """The bot is not in this server any more."""
        try:
            there = await tables.open_in_server(self._service.database, guild)
        except StoreError as error:
            LOG.log(level(error), "the tables of a server that is gone could not be seen: %s", error)
            return
        for number in there:
            await self._close(number)

    async def close_in_channel(self, channel: int) -> None:
        """This channel or thread was deleted."""
        try:
            number = await tables.open_in_channel(self._service.database, channel)
        except StoreError as error:
            LOG.log(level(error), "whether a deleted channel had a table could not be seen: %s", error)
            return
        if number is not None:
            await self._close(number)

    async def close_unseen(self, guild: int | None = None) -> None:
        """End the tables (of one server) whose place went while we were away."""
        try:
            lost = [number for number in await self._open(guild) if await self._is_lost(number)]
        except StoreError as error:
            LOG.log(level(error), "it could not be seen which tables' channels are gone: %s", error)
            return
        for number in lost:
            LOG.info("table %d is ended: its channel is gone", number)
            await self._close(number)

    async def _open(self, guild: int | None) -> tuple[int, ...]:
        if guild is not None:
            return await tables.open_in_server(self._service.database, guild)
        return tuple(await self._service.open_tables())

    async def _is_lost(self, number: int) -> bool:
        there = await tables.outline(self._service.database, number)
        return there is not None and await _is_gone(self._client, there.guild_id, there.channel_id)

    async def _close(self, number: int) -> None:
        try:
            try:
                await self._service.submit(number, Clock(), None, Close("channel"))
            except Unplayable:
                await unplayable.close(self._service, number, "channel")
        except (Refused, StoreError) as error:
            LOG.log(level(error), "table %d, whose channel is gone, could not be closed: %s", number, error)


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
