"""`python -m bot.practice`: prints its addresses, ends at once, says when the port is taken."""

import asyncio
import signal
import socket
import sys

import aiohttp
import pytest

from bot.practice.club import ANN_ID
from bot.practice.server import Practice
from tests.wire.driver import connect


async def start(*arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.practice",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_it_serves_until_it_is_told_to_stop(sign: signal.Signals) -> None:
    process = await start("--port", "0", "--people", "2", "--no-rate-limits")
    assert process.stdout is not None
    lines = [(await process.stdout.readline()).decode().strip() for _ in range(3)]
    url = lines[0].removeprefix("Practice is open at ")
    assert lines[1:] == [f"DISCORD_API_URL={url}/api/v10", f"DISCORD_GATEWAY_URL={url.replace('http', 'ws')}"]
    async with aiohttp.ClientSession() as session, session.get(f"{url}/api/v10/gateway") as answer:
        assert (await answer.json())["url"] == url.replace("http", "ws")
    async with await connect(url, ANN_ID) as ann:
        assert [person["global_name"] for person in ann.people[-2:]] == ["Guest1", "Guest2"]
    process.send_signal(sign)
    _, errors = await process.communicate()
    assert (process.returncode, errors) == (0, b"")


async def test_a_world_whose_port_is_taken_leaves_nothing_open() -> None:
    async with Practice() as first:
        with pytest.raises(OSError, match="in use"):
            async with Practice(first.port):
                pass


async def test_a_taken_port_is_said_in_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = await start("--port", str(port))
        _, errors = await process.communicate()
    assert process.returncode == 2
    assert errors.decode().strip() == f"Practice cannot listen on port {port}: address already in use."
