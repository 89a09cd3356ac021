"""``GET /healthz``: whether the bot is there, for a host that asks. Served where ``PORT`` is set."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

#: What is asked, by the name it has in the answer: each says whether that part is well.
Checks = dict[str, Callable[[], Awaitable[bool]]]


class PortTaken(OSError):
    """Nobody can be answered on this port; the message is a sentence without its end."""


@asynccontextmanager
async def serving(port: int, checks: Checks) -> AsyncIterator[int]:
    """Answer on this port while the block runs: 200 if every check holds, else 503; the body says which do.

    Gives the port, for where it was 0. `PortTaken` if nothing can be served there.
    """

    async def healthz(_: web.Request) -> web.Response:
        found = {name: await holds() for name, holds in checks.items()}
        return web.json_response(found, status=200 if all(found.values()) else 503)

    app = web.Application()
    app.router.add_get("/healthz", healthz)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, port=port)
        try:
            await site.start()
        except OSError as error:
            raise PortTaken(f"Port {port} cannot be used ({os.strerror(error.errno or 0)})") from error
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()
