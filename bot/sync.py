"""Telling Discord about the commands, and only when they have changed: it allows 200 creations a day."""

from __future__ import annotations

import hashlib
import json
import logging

from discord import app_commands

from bot.store import meta
from bot.store.database import Database

LOG = logging.getLogger(__name__)

_KEY = "commands"


async def sync(tree: app_commands.CommandTree, database: Database, application: int) -> dict[str, int]:
    """Discord's ids of the commands by name; the commands are sent if they differ from those sent last.

    What Discord has is read first, which costs none of those creations: it may have forgotten what we remember.
    """
    translator = tree.translator
    payload = [
        command.to_dict(tree) if translator is None else await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    ]
    text = json.dumps([application, payload], sort_keys=True, ensure_ascii=False, default=str)
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    there = {command.name: command.id for command in await tree.fetch_commands()}
    if await meta.value(database, _KEY) == fingerprint and there.keys() == {each["name"] for each in payload}:
        return there
    sent = {command.name: command.id for command in await tree.sync()}
    await meta.set_value(database, _KEY, fingerprint)
    LOG.info("%d commands were sent to Discord", len(sent))
    return sent
