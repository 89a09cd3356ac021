"""The yardstick for clicks: a bare discord.py client that answers every click with the same message of 13 buttons.

``python -m tests.bench.bare_client [--kept]``, with the bot's own settings for where Discord is. Ends on SIGTERM. The
message is put together for each answer, as every bot does whose messages say something; with ``--kept`` once for all.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import discord
from discord import ui

from bot.client import point_at
from bot.settings import load

#: A hand of thirteen: as many buttons a row as there are cards of a suit.
ROWS = (("K♦", "9♦", "5♦"), ("Q♠", "8♠"), ("A♥", "7♥", "2♥"), ("J♣", "10♣", "7♣", "4♣", "3♣"))
TEXT = "♦ K 9 5   ♠ Q 8   ♥ A 7 2   ♣ J 10 7 4 3\nSpades were led: you must play a spade."


def message() -> ui.LayoutView:
    """The one message that every click is answered with."""
    view = ui.LayoutView(timeout=None)
    box = ui.Container[ui.LayoutView](accent_colour=0x2B6CB0)
    box.add_item(ui.TextDisplay(TEXT))
    for number, row in enumerate(ROWS):
        buttons = [ui.Button[ui.LayoutView](label=card, custom_id=f"x:{number}:{card}") for card in row]
        box.add_item(ui.ActionRow(*buttons))
    view.add_item(box)
    view.stop()
    return view


class Bare(discord.AutoShardedClient):
    """As lean as the bot itself, and nothing behind it."""

    def __init__(self, *, kept: bool) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self._message = message() if kept else None

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a click."""
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(view=self._message or message())


async def run(*, kept: bool) -> None:
    """Be in the stand-in until told to stop."""
    settings = load()
    assert settings.token is not None
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    point_at(settings)
    client = Bare(kept=kept)
    running = asyncio.create_task(client.start(settings.token))
    await stop.wait()
    await client.close()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(run(kept="--kept" in sys.argv))
