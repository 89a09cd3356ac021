"""What the bot writes about itself: lines for people in a terminal, JSON lines for a host that collects them.

Each line carries the ids of the table and the interaction it was about, so that one click can be followed through the
parts. Nothing private: no hand, no message, no token; what the library writes of addresses loses the tokens in them.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TextIO

import aiohttp
import discord

#: What is being done at the moment, in this task: ids by their names.
_ABOUT: ContextVar[Mapping[str, int]] = ContextVar("about")
#: How the library says that a connection is gone, or does not come about.
NETWORK = (aiohttp.ClientError, OSError, TimeoutError, discord.ConnectionClosed, discord.HTTPException)
#: The library names addresses in its warnings; an interaction's or a webhook's token stands in its path.
_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?]+")


@contextmanager
def about(**ids: int | None) -> Iterator[None]:
    """Within this block, in this task and those it starts, every line carries these ids (those that are given)."""
    token = _ABOUT.set({**_ABOUT.get({}), **{name: each for name, each in ids.items() if each}})
    try:
        yield
    finally:
        _ABOUT.reset(token)


def from_now_on(**ids: int | None) -> None:
    """The same for the rest of this task, where nobody can be wrapped."""
    _ABOUT.set({**_ABOUT.get({}), **{name: each for name, each in ids.items() if each}})


def set_up(stream: TextIO) -> None:
    """Write all that is logged from now on to ``stream``: for people if it is a terminal, else as JSON lines."""
    handler = logging.StreamHandler(stream)
    handler.addFilter(in_one_line)
    handler.setFormatter(ForPeople() if stream.isatty() else ForHosts())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("discord").setLevel(logging.WARNING)


def in_one_line(record: logging.LogRecord) -> bool:
    """Take the traceback off what the library says of a lost connection: that the network failed is all of it."""
    error = record.exc_info[1] if record.exc_info else None
    if record.name.startswith("discord") and isinstance(error, NETWORK):
        record.msg, record.args, record.exc_info = f"{record.getMessage()} ({error or type(error).__name__})", (), None
    return True


class ForPeople(logging.Formatter):
    """One readable line, and below it a traceback where there is one."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line, with the ids at its end."""
        ids = ", ".join(f"{name} {each}" for name, each in _ABOUT.get({}).items())
        first, *rest = super().format(record).split("\n")
        return without_tokens("\n".join((f"{first} [{ids}]" if ids else first, *rest)))


class ForHosts(logging.Formatter):
    """One JSON object a line: ``time`` (UTC), ``level``, ``logger``, ``message``, the ids, and ``error`` (a traceback).

    Ids are text: they are longer than the whole numbers that every reader of JSON takes.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{name: str(each) for name, each in _ABOUT.get({}).items()},
        }
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return without_tokens(json.dumps(said, ensure_ascii=False))


def without_tokens(text: str) -> str:
    """The text without the tokens in addresses of Discord's."""
    return _TOKEN.sub(r"\1…", text)
