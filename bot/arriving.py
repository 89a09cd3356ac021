"""Coming into Discord at the start: tried again for as long as Discord cannot be reached.

Hosts start a bot that ends some times over and then leave it down. An outage of the network or of Discord would use
these up, so it is waited for here; only what somebody has to set right first ends the process.
"""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import discord

from bot.errors import passes

LOG = logging.getLogger(__name__)

#: Seconds until it is tried again: twice as many each time, up to the second number.
FIRST, LONGEST = 5.0, 30.0
#: What the library raises where an answer is not at all what Discord says: a proxy's page, another program's JSON.
_NOT_UNDERSTOOD = (LookupError, TypeError, ValueError, AttributeError)
_NOT_DISCORD = "what answers in its place is not Discord"


async def arrive(client: discord.AutoShardedClient, token: str, ending: asyncio.Event) -> None:
    """Be in Discord, as `Client.start`, but wait for it until it can be reached, or until ``ending``.

    Raises what waiting does not help against: a token or intents that are refused, a mistake of ours.
    """
    wait = FIRST
    while True:
        try:
            if client.application_id is None:
                await client.login(token)
            await client.connect()
            return
        except Exception as error:
            if ending.is_set():
                return
            why = obstacle(error) if _asking(client) else None
            if why is None:
                raise
            LOG.warning("Discord cannot be reached (%s): trying again in %.0f s", why, wait)
        if client.application_id is None:
            # Each login opens a session of its own.
            await client.http.close()
            client.http.connector = discord.utils.MISSING
        if await _ends_within(wait, ending):
            return
        wait = min(2 * wait, LONGEST)


def obstacle(error: Exception) -> str | None:
    """Why Discord could not be reached, in a few words and without anything that was sent or answered; None where
    waiting does not help.
    """
    if isinstance(error, discord.GatewayNotFound) and isinstance(error.__cause__, Exception):
        error = error.__cause__
    if isinstance(error, discord.HTTPException):
        # A refusal of Discord's own has a code; a proxy's has none, nor has "no such page" at a wrong address.
        if error.status == 401 or (error.code and not passes(error)):
            return None
        return f"it answers {error.status}"
    if isinstance(error, aiohttp.InvalidURL):
        return None
    if isinstance(error, aiohttp.ClientResponseError | aiohttp.ClientPayloadError):
        return _NOT_DISCORD
    if isinstance(error, aiohttp.ClientError | OSError):
        return str(error) or type(error).__name__
    return f"{_NOT_DISCORD}: {type(error).__name__}" if isinstance(error, _NOT_UNDERSTOOD) else None


async def _ends_within(seconds: float, ending: asyncio.Event) -> bool:
    try:
        async with asyncio.timeout(seconds):
            return await ending.wait()
    except TimeoutError:
        return False


def _asking(client: discord.AutoShardedClient) -> bool:
    """Whether the client does not know yet who it is, or where the gateway: later the library itself tries again."""
    return client.application_id is None or client.shard_count is None
