"""At the start Discord is waited for while it cannot be reached, and for nothing that waiting does not help against."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import yarl
from aiohttp import web
from discord import shard

from bot import arriving
from bot.arriving import arrive
from bot.client import Pacing, TricktableClient
from bot.store.database import Database

TOKEN = "very.secret.token"
ME = {"id": "1", "username": "bot", "discriminator": "0", "avatar": None}
APPLICATION: dict[str, object] = {
    "id": "2",
    "name": "bot",
    "description": "",
    "icon": None,
    "verify_key": "",
    "flags": 0,
    "owner": ME,
}
APPLICATION |= {"rpc_origins": [], "bot_public": True, "bot_require_code_grant": False, "summary": ""}
GATEWAY = {"url": "ws://127.0.0.1:1", "shards": 1, "session_start_limit": {}}
WELL = {"/users/@me": ME, "/oauth2/applications/@me": APPLICATION, "/gateway/bot": GATEWAY}


def as_discord(value: object, status: int = 200) -> web.Response:
    return web.Response(body=json.dumps(value).encode(), status=status, content_type="application/json")


def said(status: int, code: int = 0) -> Callable[[], web.Response]:
    """An error as Discord words it."""
    return lambda: as_discord({"message": "No", "code": code}, status)


def page(status: int) -> Callable[[], web.Response]:
    """What a proxy puts in Discord's place."""
    return lambda: web.Response(status=status, text=f"<html>\n{TOKEN}</html>", content_type="text/html")


def json_of_another(value: object) -> Callable[[], web.Response]:
    return lambda: as_discord(value)


def no_json() -> web.Response:
    return web.Response(text="<html>", content_type="application/json")


@contextmanager
def silence() -> Iterator[None]:
    """Without a thousand tracebacks of the library's."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


class Client(discord.AutoShardedClient):
    """Comes as far as the gateway, and is content."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none())
        self.hooked = 0
        self.arrived = asyncio.Event()

    async def setup_hook(self) -> None:
        self.hooked += 1

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        self.arrived.set()


class Start:
    """A start against a Discord that answers as it is told; ``waits`` are the seconds between two tries."""

    def __init__(self) -> None:
        self.client = Client()
        self.ending = asyncio.Event()
        self.waits: list[float] = []
        #: What is answered once each, by path; then all is well.
        self.answers: dict[str, list[Callable[[], web.Response]]] = {}
        #: Ends the process in the pause of this number.
        self.ends_in: int | None = None

    async def answer(self, request: web.Request) -> web.Response:
        path = request.path.removeprefix("/api")
        if ordered := self.answers.get(path):
            return ordered.pop(0)()
        return as_discord(WELL[path])

    async def pause(self, seconds: float, ending: asyncio.Event) -> bool:
        self.waits.append(seconds)
        assert len(self.waits) < 10, "it never comes in"
        return len(self.waits) == self.ends_in

    async def run(self) -> None:
        """Until it has come into Discord, or has given up."""
        running = asyncio.create_task(arrive(self.client, TOKEN, self.ending))
        arrived = asyncio.create_task(self.client.arrived.wait())
        await asyncio.wait((running, arrived), return_when=asyncio.FIRST_COMPLETED)
        arrived.cancel()
        try:
            if running.done():
                running.result()
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


@pytest.fixture
async def start(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Start]:
    made = Start()
    app = web.Application()
    app.router.add_get("/api/{path:.*}", made.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}/api")
    monkeypatch.setattr(arriving, "_ends_within", made.pause)
    yield made
    await made.client.close()
    await runner.cleanup()


PASSING: list[Any] = [
    pytest.param(said(503), id="503"),
    pytest.param(said(429), id="429"),
    pytest.param(said(404), id="404"),
    pytest.param(page(403), id="a proxy's 403"),
    pytest.param(page(407), id="a proxy's 407"),
    pytest.param(page(200), id="a proxy's page"),
    pytest.param(json_of_another({"status": "ok"}), id="another's JSON"),
    pytest.param(json_of_another([]), id="a list"),
    pytest.param(no_json, id="no JSON"),
]


@pytest.mark.parametrize("trouble", PASSING)
@pytest.mark.parametrize("path", list(WELL))
async def test_what_passes_is_waited_for(
    start: Start, path: str, trouble: Callable[[], web.Response], caplog: pytest.LogCaptureFixture
) -> None:
    start.answers[path] = [trouble] * 2
    with caplog.at_level(logging.INFO, "bot"):
        await start.run()
    assert start.client.arrived.is_set()
    assert start.client.hooked == 1
    assert start.waits == [5, 10]
    assert [record.levelname for record in caplog.records if record.name == "bot.arriving"] == ["WARNING"] * 2
    assert all("\n" not in record.getMessage() for record in caplog.records)
    assert "secret" not in caplog.text
    assert "Unclosed" not in caplog.text


async def test_the_waits_grow_to_half_a_minute(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    start.answers["/users/@me"] = [said(503)] * 6
    await start.run()
    assert start.waits == [5, 10, 20, 30, 30, 30]
    assert caplog.messages[-1] == "Discord cannot be reached (it answers 503): trying again in 30 s"


async def test_where_nobody_answers(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:1/api")
    start.ends_in = 3
    await start.run()
    assert start.waits == [5, 10, 20]
    assert not start.client.hooked


@pytest.mark.parametrize("path", list(WELL))
async def test_a_refused_token_is_not_waited_for(start: Start, path: str) -> None:
    start.answers[path] = [said(401)]
    with pytest.raises((discord.LoginFailure, discord.HTTPException, discord.GatewayNotFound)):
        await start.run()
    assert start.waits == []


async def test_what_discord_refuses_with_a_reason_is_not_waited_for(start: Start) -> None:
    start.answers["/users/@me"] = [said(403, 40002)]
    with pytest.raises(discord.Forbidden):
        await start.run()
    assert start.waits == []


@pytest.mark.parametrize("error", [KeyError("ours"), OSError("ours"), discord.PrivilegedIntentsRequired(0)])
async def test_an_error_after_discord_was_reached_is_nobody_elses(
    start: Start, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def launch(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(start.client, "launch_shard", launch)
    with pytest.raises(type(error)):
        await start.run()
    assert start.waits == []


async def test_a_gateway_that_is_away_for_hours_is_tried_until_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[bool] = []
    many = sys.getrecursionlimit() + 10

    class Gone:
        @staticmethod
        async def from_client(*_: object, initial: bool, **__: object) -> object:
            tries.append(initial)
            if len(tries) < many:
                raise ConnectionRefusedError
            return object()

    class Shard:
        def __init__(self, *_: object) -> None:
            pass

        def launch(self) -> None:
            tries.append(True)

    async def at_once(_: float) -> None:
        return None

    async with await Database.open(tmp_path / "tables.sqlite3") as database:
        client = TricktableClient(database, Pacing(computers=0), shard_count=1)
        await client._async_setup_hook()
        monkeypatch.setattr(shard, "DiscordWebSocket", Gone)
        monkeypatch.setattr(shard, "Shard", Shard)
        monkeypatch.setattr(shard, "asyncio", SimpleNamespace(wait_for=asyncio.wait_for, sleep=at_once))
        with silence():
            await client.launch_shard(yarl.URL("ws://127.0.0.1:1"), 0, initial=True)
    assert tries == [True, *[False] * (many - 1), True]


async def test_an_end_while_it_is_asked_is_no_failure(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    def ends() -> web.Response:
        start.ending.set()
        return said(503)()

    start.answers["/users/@me"] = [ends]
    await start.run()
    assert (start.waits, caplog.messages) == ([], [])


async def test_a_pause_ends_when_the_process_does() -> None:
    ending = asyncio.Event()
    pausing = asyncio.create_task(arriving._ends_within(1e6, ending))
    await asyncio.sleep(0)
    ending.set()
    assert await pausing
    assert not await arriving._ends_within(0, asyncio.Event())
