"""The bot as a process of its own, as a host runs it: `python -m bot`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar

from bot.practice.server import Practice

ROOT = Path(__file__).parents[2]
#: A last resort: how long anything may take on a busy machine, in seconds.
PATIENCE = 60.0

_PAGE = re.compile(r"http://127\.0\.0\.1:(\d+)")


def environment(**settings: str) -> dict[str, str]:
    """This process's environment with these settings of the bot and no others."""
    ours = ("DISCORD_", "DATABASE_PATH", "COMPUTER_PACE", "PORT", "DYNO")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "PYTHONPATH": str(ROOT), **settings}


class BotProcess:
    """One run of the bot. ``lines`` is what it has written so far, both streams; empty settings are practice."""

    #: Those that a failed test may have left behind.
    started: ClassVar[list[BotProcess]] = []

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.started.append(self)
        self._process = process
        self._changed = asyncio.Condition()
        self.lines: list[str] = []
        assert process.stdout is not None
        self._reader = asyncio.create_task(self._read(process.stdout))

    @classmethod
    async def start(cls, home: Path, *arguments: str, program: str = "bot", **settings: str) -> BotProcess:
        """Start it in the directory ``home``, where no ``.env`` is, over ``tables.sqlite3`` in it.

        ``program``: the bot, or a module that spoils something for it and then runs it.
        """
        chosen = {"COMPUTER_PACE": "0", "DATABASE_PATH": str(home / "tables.sqlite3"), **settings}
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", program, *arguments),
                cwd=home,
                env=environment(**chosen),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
            )
        )

    @classmethod
    async def joining(cls, practice: Practice, home: Path, *, program: str = "bot", **settings: str) -> BotProcess:
        """Start it with a token, in the stand-in, and wait until it hears what happens there."""
        before = practice.gateway.identifies
        bot = await cls.start(home, program=program, **{**at(practice), **settings})
        await bot.until_heard(practice, before)
        return bot

    async def until_heard(self, practice: Practice, identifies: int) -> None:
        """Wait for one more than so many identifies. The library says only two seconds later that it is ready."""
        async with asyncio.timeout(PATIENCE):
            while practice.gateway.identifies == identifies and self.running:  # noqa: ASYNC110 - a plain counter
                await asyncio.sleep(0.01)
        assert self.running, self.said

    async def until(self, words: str) -> str:
        """Wait for the line with these words; an error with everything it wrote, if it ends without."""
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(lambda: self._line(words) is not None or self._reader.done())
        found = self._line(words)
        if found is None:
            raise AssertionError("the bot ended without " + repr(words) + ":\n" + self.said)
        return found

    async def page_url(self) -> str:
        """Where its practice page is."""
        found = _PAGE.search(await self.until("this is practice"))
        assert found is not None
        return found[0]

    async def end(self) -> int:
        """Wait until it has ended by itself: its exit code."""
        async with asyncio.timeout(PATIENCE):
            code = await self._process.wait()
            await self._reader
        return code

    async def terminate(self) -> int:
        """SIGTERM, as a host sends it: its exit code."""
        self._signal(signal.SIGTERM)
        return await self.end()

    async def kill(self) -> None:
        """SIGKILL: gone, without a word."""
        self._signal(signal.SIGKILL)
        await self.end()

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.returncode is None

    @property
    def said(self) -> str:
        """All it wrote, as one text."""
        return "\n".join(self.lines)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    def _line(self, words: str) -> str | None:
        return next((line for line in self.lines if words in line), None)

    async def _read(self, stream: asyncio.StreamReader) -> None:
        async for line in stream:
            async with self._changed:
                self.lines.append(line.decode().rstrip("\n"))
                self._changed.notify_all()
        async with self._changed:
            self._changed.notify_all()


@contextmanager
def kept_port() -> Iterator[int]:
    """A port for a bot, or for nobody: while this lasts no other process gets it, not even as the near end of a
    connection. Whoever allows its address to be used again, as servers do, may listen there.
    """
    with closing(socket.socket()) as keeping:
        keeping.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeping.bind(("127.0.0.1", 0))
        yield int(keeping.getsockname()[1])


def at(practice: Practice) -> dict[str, str]:
    """The settings that send the bot to a stand-in."""
    return {
        "DISCORD_TOKEN": "test",
        "DISCORD_API_URL": practice.api_url,
        "DISCORD_GATEWAY_URL": practice.gateway_url,
    }


@asynccontextmanager
async def bot_in(practice: Practice, home: Path, **settings: str) -> AsyncIterator[BotProcess]:
    """The bot in the stand-in, stopped at the end as a host stops it; it must go in peace."""
    bot = await BotProcess.joining(practice, home, **settings)
    try:
        yield bot
    except BaseException:
        await bot.kill()
        print(bot.said)
        raise
    assert await bot.terminate() == 0, bot.said
    assert "Traceback" not in bot.said, bot.said


async def command(home: Path, *arguments: str) -> tuple[int, str, str]:
    """A command line of ours beside the bot, as ``python -m`` and these words: its exit code and what it wrote."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", *arguments),
        cwd=home,
        env=environment(DATABASE_PATH=str(home / "tables.sqlite3")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(PATIENCE):
        out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


def rows(home: Path, query: str, *values: Any) -> list[tuple[Any, ...]]:
    """What the bot's database says, read beside it."""
    source = f"file:{home / 'tables.sqlite3'}?mode=ro"
    with closing(sqlite3.connect(source, uri=True, timeout=PATIENCE)) as connection:
        return list(connection.execute(query, values))
