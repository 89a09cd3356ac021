"""Discord's errors, by code, in the words of tables: what each means for what was to be shown."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum

import aiohttp
import discord

from bot.tables.screen import MessageGone, MessageStuck, PlaceGone, ScreenBusy

LOG = logging.getLogger(__name__)


class Code(IntEnum):
    """The error codes of Discord that mean something to us."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_GUILD = 10004
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    OLD_MESSAGE_EDITED_TOO_OFTEN = 30046
    ALREADY_ANSWERED = 40060
    MISSING_ACCESS = 50001
    MISSING_PERMISSIONS = 50013
    DEAD_TOKEN = 50027
    INVALID_FORM = 50035
    THREAD_ARCHIVED = 50083
    THREAD_LOCKED = 160005
    TOO_MANY_THREADS = 160006


#: The message, or the way to it, is no more.
GONE = frozenset({Code.UNKNOWN_MESSAGE, Code.UNKNOWN_WEBHOOK, Code.UNKNOWN_INTERACTION, Code.DEAD_TOKEN})
#: It takes no edits now, but a new one can be posted: which also wakes an archived thread.
STUCK = frozenset({Code.OLD_MESSAGE_EDITED_TOO_OFTEN, Code.THREAD_ARCHIVED})
#: We may not write there any more; asking again would only count against us.
NO_PLACE = frozenset(
    {
        Code.UNKNOWN_CHANNEL,
        Code.UNKNOWN_GUILD,
        Code.MISSING_ACCESS,
        Code.MISSING_PERMISSIONS,
        Code.THREAD_LOCKED,
        Code.TOO_MANY_THREADS,
    }
)
#: An answer that came too late, was given by another process, or by changing a message that has gone meanwhile: nobody
#: waits for it any more.
TOO_LATE = frozenset(
    {
        Code.UNKNOWN_INTERACTION,
        Code.ALREADY_ANSWERED,
        Code.UNKNOWN_WEBHOOK,
        Code.DEAD_TOKEN,
        Code.UNKNOWN_MESSAGE,
    }
)


#: The library's message names the places: "In components.0.components.3.emoji.id: Invalid emoji".
_EMOJI_REFUSED = re.compile(r"components\S*\.emoji\b")
#: Seconds until a message that was refused for an emoji is sent anew, without any of ours by then.
WITHOUT_EMOJI = 1.0


def refused_for_an_emoji(error: discord.HTTPException) -> bool:
    """Whether a message was refused since somebody has deleted an emoji that is in it."""
    return error.code == Code.INVALID_FORM and _EMOJI_REFUSED.search(error.text) is not None


@contextmanager
def in_tables_words(refused: Callable[[discord.HTTPException], None]) -> Iterator[None]:
    """Turn what Discord or the network raises into the screen errors that tables know.

    ``refused`` is told of each refusal of Discord's, as it was.
    """
    try:
        yield
    except discord.HTTPException as error:
        refused(error)
        if error.code in GONE:
            raise MessageGone(str(error)) from error
        if error.code in STUCK:
            raise MessageStuck(str(error)) from error
        if error.code in NO_PLACE or error.status in (401, 403):
            raise PlaceGone(str(error)) from error
        if passes(error):
            raise ScreenBusy(str(error)) from error
        if refused_for_an_emoji(error):
            raise ScreenBusy(str(error), after=WITHOUT_EMOJI) from error
        if error.status == 404:
            raise PlaceGone(str(error)) from error
        raise
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise ScreenBusy(f"Discord cannot be reached: {error}") from error


def refused_with(error: BaseException, code: Code) -> bool:
    """Whether what a screen could not do (`in_tables_words`) was refused by Discord with this code."""
    return isinstance(error.__cause__, discord.HTTPException) and error.__cause__.code == code


def passes(error: discord.HTTPException) -> bool:
    """Whether Discord may take the same a moment later: it is busy or out of order."""
    return error.status == 429 or error.status >= 500


def discord_failed(error: BaseException) -> bool:
    """Whether it was Discord or the network that failed at an answer, and nothing of ours."""
    if isinstance(error, discord.HTTPException):
        return passes(error)
    return isinstance(error, aiohttp.ClientError | ConnectionError | TimeoutError)


def nobody_waits(error: BaseException) -> bool:
    """Whether an answer failed only because nobody waits for it any more; the table itself is right."""
    return isinstance(error, discord.InteractionResponded) or (
        isinstance(error, discord.HTTPException) and error.code in TOO_LATE
    )
