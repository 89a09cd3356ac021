"""Telling Discord about the commands, and only when they have changed: it allows 200 creations a day."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.store import meta
from bot.store.database import Database
from bot.store.errors import StoreError
from bot.tally import Tally

LOG = logging.getLogger(__name__)

_KEY = "commands"
#: Seconds until it is tried again after Discord could not be reached; twice as many each time, up to an hour.
AGAIN, SELDOM = 60.0, 3600.0


class CommandSync:
    """Tells Discord the commands. ``ids``: Discord's ids by name, as far as it has said them."""

    def __init__(self, database: Database, tally: Tally) -> None:
        self._database = database
        self._tally = tally
        self.ids: dict[str, int] = {}

    async def tell(self, tree: app_commands.CommandTree[Any], application: int) -> None:
        """Send the commands if they differ from those sent last. Where Discord fails it is tried again; where it
        refuses, at the next start: the commands that it has go on meanwhile.
        """
        wait = AGAIN
        while True:
            try:
                self.ids = await self._told(tree, application)
            except (discord.HTTPException, app_commands.AppCommandError) as error:
                status = 0
                if isinstance(error, discord.HTTPException):
                    self._tally.discord_said(error)
                    status = error.status
                if status != 429 and status < 500:
                    LOG.error("Discord refuses the commands: %s", error)
                    return
                LOG.warning("Discord does not take the commands now, %.0f s later again: %s", wait, error)
            except (aiohttp.ClientError, OSError, TimeoutError, StoreError) as error:
                LOG.warning("the commands cannot be sent now, %.0f s later again: %s", wait, error)
            else:
                return
            await asyncio.sleep(wait)
            wait = min(wait * 2, SELDOM)

    async def _told(self, tree: app_commands.CommandTree[Any], application: int) -> dict[str, int]:
        """What Discord has is read first, which costs none of those creations: it may have forgotten what we know."""
        translator = tree.translator
        payload = [
            command.to_dict(tree) if translator is None else await command.get_translated_payload(tree, translator)
            for command in tree.get_commands()
        ]
        text = json.dumps([application, payload], sort_keys=True, ensure_ascii=False, default=str)
        fingerprint = hashlib.sha256(text.encode()).hexdigest()
        there = {command.name: command.id for command in await tree.fetch_commands()}
        if await meta.value(self._database, _KEY) == fingerprint and there.keys() == {each["name"] for each in payload}:
            return there
        sent = {command.name: command.id for command in await tree.sync()}
        await meta.set_value(self._database, _KEY, fingerprint)
        LOG.info("%d commands were sent to Discord", len(sent))
        return sent
