"""Where a table may stand: permissions in a channel, and threads of its own."""

from __future__ import annotations

import logging

import discord

from bot import names
from bot.errors import Code, in_tables_words, refused_with
from bot.screen import layout
from bot.tables.commands import Refused, Why
from bot.tables.screen import ScreenBusy, ScreenError
from bot.tally import Tally

LOG = logging.getLogger(__name__)

#: What the bot needs where a table stands (with the two for threads: 309237763072).
NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
FOR_THREADS = ("create_public_threads", "send_messages_in_threads")
_LONGEST_NAME = 100


def missing_permissions(interaction: discord.Interaction, *, thread: bool) -> str:
    """What the bot lacks here, as permission names parted by commas; empty if nothing."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = [name for name in NEEDED if not (in_thread and name == "send_messages")]
    needed += FOR_THREADS if thread else ()
    if in_thread:
        needed.append("send_messages_in_threads")
    granted = interaction.app_permissions
    return ",".join(name for name in needed if not getattr(granted, name))


def has_threads(interaction: discord.Interaction) -> bool:
    """Whether a table may get a thread of its own here: not in a thread, nor in a voice channel's chat."""
    return isinstance(interaction.channel, discord.TextChannel)


def thread_name(title: str, by: str) -> str:
    """What a table's thread is called: the game, and who asked for it."""
    return layout.cut(f"{title} · {names.plain(by) or '…'}", _LONGEST_NAME)


async def thread_for(interaction: discord.Interaction, title: str, tally: Tally) -> discord.Thread:
    """A new public thread in this channel, named after the game and the one who asked for it."""
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    name = thread_name(title, interaction.user.display_name)
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    try:
        with in_tables_words(tally.discord_said):
            return await channel.create_thread(name=name, type=kind)
    except ScreenBusy as error:
        raise Refused(Why.DISCORD_BUSY) from error
    except ScreenError as error:
        if refused_with(error, Code.TOO_MANY_THREADS):
            raise Refused(Why.TOO_MANY_THREADS) from error
        raise Refused(Why.MISSING_PERMISSIONS, {"permissions": ",".join(FOR_THREADS)}) from error


async def give_up(thread: discord.Thread, tally: Tally) -> None:
    """Archive a thread in which no table could be opened after all: to delete it we have no permission."""
    try:
        with in_tables_words(tally.discord_said):
            await thread.edit(archived=True)
    except ScreenError as error:
        LOG.warning("the empty thread %d could not be archived: %s", thread.id, error)
