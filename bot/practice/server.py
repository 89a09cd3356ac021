"""Puts the stand-in together: one port for REST, gateway, page and files."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.practice.clock import Clock
from bot.practice.gateway import Gateway
from bot.practice.page_socket import PageSockets
from bot.practice.rest import application, channels, guilds, interactions
from bot.practice.rest.calls import Api
from bot.practice.world import World

HOST = "127.0.0.1"
PAGE = Path(__file__).parent / "page"
#: Room for ten attachments of 10 MiB and a little more; what is larger is refused with 40005 where it is stored.
_REQUEST_BYTES = 120 * 1024 * 1024


class Practice:
    """A Discord of our own: `async with Practice() as practice:`.

    `port` 0 takes any free one. `tokens` are the bot's tokens it accepts, None for any non-empty one. `rate_limits`
    False turns Discord's rate limits off. `privileged_intents` are those switched on for the application.
    `connections` to the gateway are what the bot is told to hold. Raises OSError when the port is taken.
    """

    def __init__(
        self,
        port: int = 0,
        *,
        clock: Clock | None = None,
        tokens: Collection[str] | None = None,
        rate_limits: bool = True,
        privileged_intents: int = 0,
        connections: int = 1,
    ) -> None:
        self._port = port
        self.world = World(clock, rate_limits)
        self.gateway = Gateway(self.world, tokens, privileged_intents, connections)
        self.pages = PageSockets(self.world)
        self._runner: web.AppRunner | None = None

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._port

    @property
    def page_url(self) -> str:
        """Where the page is."""
        return f"http://{HOST}:{self._port}"

    @property
    def api_url(self) -> str:
        """The REST address, for `discord.http.Route.BASE`."""
        return f"{self.page_url}/api/v10"

    @property
    def gateway_url(self) -> str:
        """The gateway's address, for `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY`."""
        return f"ws://{HOST}:{self._port}"

    async def start(self) -> None:
        """Open the port."""
        app = web.Application(client_max_size=_REQUEST_BYTES)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        api = Api(self.world, self.gateway.accepts)
        # The gateway's address is known only once the port is: the route asks for it then.
        gateway = self.gateway
        gateway_routes = application.gateway_routes(
            lambda: self.gateway_url, lambda: gateway.identifies, gateway.connections, gateway.at_once
        )
        routes = [*gateway_routes, *application.ROUTES, *interactions.ROUTES, *channels.ROUTES, *guilds.ROUTES]
        api.add(app, routes)
        app.router.add_get("/", self._root)
        app.router.add_get("/page", self.pages.serve)
        app.router.add_get("/attachments/{channel}/{id}/{name}", self._attachment)
        app.router.add_get("/emojis/{file}", self._emoji)
        if PAGE.is_dir():
            app.router.add_static("/static", PAGE)
        await runner.setup()
        self._runner = runner
        try:
            await web.TCPSite(runner, HOST, self._port).start()
        except OSError:
            await self.stop()
            raise
        if not self._port:
            self._port = runner.addresses[0][1]
        self.world.attachments.base_url = self.page_url
        self.gateway.url = self.gateway_url

    async def stop(self) -> None:
        """Close every socket and the port."""
        self.world.clock.stop()
        await self.gateway.close()
        await self.pages.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        """Start."""
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop."""
        await self.stop()

    async def _root(self, request: web.Request) -> web.StreamResponse:
        """The page; or, for the library, the gateway: it connects to the address without a path."""
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self.gateway.serve(request)
        index = PAGE / "index.html"
        if not index.is_file():
            return web.Response(status=404, text="The page is not installed.")
        return web.FileResponse(index, headers={"Cache-Control": "no-cache"})

    async def _attachment(self, request: web.Request) -> web.Response:
        stored = self.world.attachments.fetch(request.match_info["id"], request.query.get("hm", ""))
        if stored is None:
            return web.Response(status=404, text="There is no such attachment.")
        return web.Response(body=stored.content, content_type=stored.content_type)

    async def _emoji(self, request: web.Request) -> web.Response:
        picture = self.world.emojis.pictures.get(request.match_info["file"].partition(".")[0])
        if picture is None:
            return web.Response(status=404, text="There is no such emoji.")
        return web.Response(body=picture[1], content_type=picture[0])
