"""``python -m bot``: join Discord with a token, or open practice without one; with ``check`` look into the books."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

import aiohttp
import discord

from bot import health, logs
from bot.arriving import arrive
from bot.check import check
from bot.client import Pacing, TricktableClient, point_at
from bot.drawing.tiles import tiles
from bot.practice.server import Practice
from bot.settings import Settings, SettingsError, hosted_database, load
from bot.store.database import Database
from bot.store.errors import DatabaseBusy, DatabaseInUse, StoreError
from bot.tables.thinking import warm
from bot.tables.workers import Workers

LOG = logging.getLogger("bot")

UNKNOWN_TOKEN = "Discord does not know this token: copy it anew from the developer portal into DISCORD_TOKEN."
#: With this code the gateway closes where it does not know the token, or not any more.
TOKEN_REFUSED = 4004
#: The exit code where there is nothing to set right: the host may start the bot again.
PASSES = 1
#: What the bot may take to say goodbye, in seconds, before it is gone anyway.
GOODBYE = 8.0
#: How long the client's own task may take to end once everything is closed.
AFTERWARDS = 1.0
#: How many seconds to wait for an earlier process to let go of the database: hosts start the new one first.
HANDOVER = 12


def main(arguments: list[str] | None = None) -> int:
    """Run until told to stop; the exit code. 2: something has to be set right first, said in one sentence; 1: somebody
    else has the database, said likewise.
    """
    parser = argparse.ArgumentParser(prog="python -m bot", description="Tables of card games in Discord's channels.")
    parser.add_argument(
        "--require-token", action="store_true", help="refuse to open practice where DISCORD_TOKEN is not set"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    checking = commands.add_parser("check", help="play every match again and compare with the scores; changes nothing")
    checking.add_argument(
        "file", type=Path, metavar="FILE", nargs="?", help="which database; without it the hosted bot's"
    )
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "check":
            return check(chosen.file or hosted_database())
        settings = load()
    except SettingsError as error:
        return _refuse(str(error))
    logs.set_up(sys.stderr)
    if chosen.require_token and settings.token is None:
        return _refuse("DISCORD_TOKEN is not set: put the bot's token into the environment or into .env.")
    if settings.wiped_disk:
        LOG.warning("This host forgets its disk at every restart, and with it all scores: see docs/hosting.md.")
    try:
        return asyncio.run(_run(settings))
    except (DatabaseBusy, DatabaseInUse) as error:
        return _refuse(str(error), PASSES)
    except StoreError as error:
        return _refuse(str(error))


async def _run(settings: Settings) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers; there Ctrl+C ends the loop itself.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(each, stop.set)
    # Before anybody can be kept waiting by it.
    warm()
    spare_the_collector()
    async with await _opened(settings) as database, Workers() as workers:
        if settings.token is not None:
            try:
                async with contextlib.AsyncExitStack() as stack:
                    client = _client(settings, database, workers)
                    if settings.port is not None:
                        await stack.enter_async_context(health.serving(settings.port, client.checks))
                    return await _serve(client, settings.token, stop)
            except health.PortTaken as error:
                return _refuse(f"{error}: name another with PORT.")
        practice = Practice(port=settings.practice_port)
        try:
            await practice.start()
        except OSError as error:
            why = os.strerror(error.errno or 0)
            return _refuse(f"Practice cannot use port {settings.practice_port} ({why}): name another with PORT.")
        try:
            at_home = replace(settings, api_url=practice.api_url, gateway_url=practice.gateway_url)
            print(f"DISCORD_TOKEN is not set, so this is practice. Open {practice.page_url} in a browser.", flush=True)
            return await _serve(_client(at_home, database, workers), "practice", stop)
        finally:
            await practice.stop()


def spare_the_collector() -> None:
    """Have the garbage collector pass over all that was loaded for good, and look at the rest less often.

    A click makes some thousand objects and leaves hardly any behind, none of them in circles: a tenth of its processor
    time went into looking for some (`tests/bench/clicks.py`).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


async def _opened(settings: Settings) -> Database:
    """The database, once a process that is on its way out has let go of it; `StoreError` if it does not."""
    for _ in range(HANDOVER):
        try:
            return await Database.open(settings.database)
        except DatabaseInUse as error:
            LOG.info("%s Waiting for it to end.", error)
            await asyncio.sleep(1.0)
    return await Database.open(settings.database)


def _client(settings: Settings, database: Database, workers: Workers) -> TricktableClient:
    point_at(settings)
    return TricktableClient(database, Pacing(computers=settings.pace), workers=workers, drawing=tiles)


async def _serve(client: TricktableClient, token: str, stop: asyncio.Event) -> int:
    """Be in Discord until ``stop``, or until Discord turns us away for good."""
    running = asyncio.create_task(arrive(client, token, stop), name="client")
    stopping = asyncio.create_task(stop.wait(), name="stop")
    turned_away = asyncio.create_task(client.restraint.turned_away.wait(), name="turned away")
    try:
        await asyncio.wait((running, stopping, turned_away), return_when=asyncio.FIRST_COMPLETED)
        if turned_away.done():
            return _refuse(UNKNOWN_TOKEN)
        return _outcome(running) if running.done() else 0
    finally:
        stopping.cancel()
        turned_away.cancel()
        try:
            async with asyncio.timeout(GOODBYE):
                await client.close()
                await asyncio.wait((running,), timeout=AFTERWARDS)
        except TimeoutError:
            LOG.warning("Discord did not let go in time; leaving anyway")
        # While the gateway cannot be reached the library goes on trying, closed or not.
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def _outcome(running: asyncio.Task[None]) -> int:
    error = running.exception()
    if error is None:
        return 0
    if isinstance(error, discord.LoginFailure):
        return _refuse(UNKNOWN_TOKEN)
    if isinstance(error, discord.ConnectionClosed):
        return _refuse(UNKNOWN_TOKEN if error.code == TOKEN_REFUSED else f"Discord has closed the door: {error}.")
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return _refuse("Discord refuses this bot's intents.")
    if isinstance(error, discord.HTTPException):
        return _refuse(UNKNOWN_TOKEN if error.status == 401 else f"Discord refuses this bot: {error}.")
    if isinstance(error, aiohttp.InvalidURL):
        return _refuse(f"DISCORD_API_URL is no address that can be reached: {error}.")
    raise error


def _refuse(sentence: str, code: int = 2) -> int:
    print(sentence, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
