"""A server that speaks the practice page's protocol with canned answers, and notes what the page sends."""

import asyncio
from pathlib import Path
from typing import Any, Self

from aiohttp import WSMsgType, web

from tests.wire.process import PATIENCE

Json = dict[str, Any]

PAGE = Path(__file__).parents[2] / "bot" / "practice" / "page"
ROOM, CORNER, THREAD = "201", "202", "203"
BOT: Json = {"id": "1", "username": "tricktable", "global_name": "Tricktable", "avatar": None, "bot": True}


def person(user_id: str, name: str) -> Json:
    """A USER of the protocol."""
    return {"id": user_id, "username": name.lower(), "global_name": name, "avatar": None, "bot": False}


ANN, BO = person("101", "Ann"), person("102", "Bo")
COMMANDS: list[Json] = [
    {
        "id": "50",
        "type": 1,
        "name": "table",
        "description": "Tables",
        "options": [
            {
                "type": 1,
                "name": "open",
                "description": "Open a table",
                "options": [
                    {
                        "type": 3,
                        "name": "game",
                        "description": "Which game",
                        "required": True,
                        "choices": [{"name": "Pitch", "value": "pitch"}, {"name": "Phat", "value": "phat"}],
                    },
                    {"type": 6, "name": "person", "description": "Who sits down with you"},
                ],
            },
            {"type": 1, "name": "help", "description": "What to do first"},
        ],
    },
    {
        "id": "51",
        "type": 1,
        "name": "play",
        "description": "Play by typing",
        "options": [{"type": 3, "name": "move", "description": "A card", "required": True, "autocomplete": True}],
    },
]


def text(content: str) -> Json:
    """A text display."""
    return {"type": 10, "content": content}


def button(label: str, custom_id: str, style: int = 2, disabled: bool = False) -> Json:
    """A button."""
    return {"type": 2, "style": style, "label": label, "custom_id": custom_id, "disabled": disabled}


def row(*parts: Json) -> Json:
    """An action row."""
    return {"type": 1, "components": list(parts)}


def message(message_id: str, *parts: Json, ephemeral_for: str | None = None, channel_id: str = ROOM) -> Json:
    """A message of the bot with these parts in one container."""
    return {
        "id": message_id,
        "channel_id": channel_id,
        "author": BOT,
        "content": "",
        "type": 0,
        "timestamp": "2026-08-01T12:00:00+00:00",
        "flags": 1 << 15,
        "components": [{"type": 17, "accent_color": 0x2B7038, "components": list(parts)}],
        "embeds": [],
        "attachments": [],
        "ephemeral_for": ephemeral_for,
        "interaction_metadata": None,
    }


class PageServer:
    """`async with PageServer() as server`; `server.messages` is what `ready` shows."""

    def __init__(self) -> None:
        self.messages: list[Json] = []
        self.commands = COMMANDS
        #: The application's emoji, by id.
        self.pictures: dict[str, bytes] = {}
        self.received: asyncio.Queue[Json] = asyncio.Queue()
        self.sockets: list[web.WebSocketResponse] = []
        self.asked_as: list[str | None] = []
        self.locale = "en-US"
        self.open = True

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_get("/", self._index)
        app.router.add_get("/page", self._page)
        app.router.add_get("/emojis/{file}", self._emoji)
        app.router.add_static("/static/", PAGE)
        self.runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{self.runner.addresses[0][1]}/"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.drop()
        await self.runner.cleanup()

    async def _index(self, _: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / "index.html")

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        emoji_id, _, kind = request.match_info["file"].partition(".")
        if kind != "png" or emoji_id not in self.pictures:
            raise web.HTTPNotFound
        return web.Response(body=self.pictures[emoji_id], content_type="image/png")

    async def _page(self, request: web.Request) -> web.StreamResponse:
        if not self.open:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        asked = request.query.get("as")
        self.asked_as.append(asked)
        self.locale = request.query.get("locale", self.locale)
        me = {**(BO if asked == BO["id"] else ANN), "locale": self.locale}
        await socket.send_json({"op": "ready", "data": self._ready(me)})
        self.sockets.append(socket)
        async for frame in socket:
            if frame.type == WSMsgType.TEXT:
                self.received.put_nowait(frame.json())
        self.sockets.remove(socket)
        return socket

    def _ready(self, me: Json) -> Json:
        return {
            "me": me,
            "people": [ANN, BO],
            "bot": BOT,
            "guild": {"id": "5", "name": "Card club"},
            "channels": [
                {"id": ROOM, "type": 0, "name": "card-room", "position": 0},
                {"id": CORNER, "type": 0, "name": "corner", "position": 1},
                {"id": THREAD, "type": 11, "name": "Slow table", "parent_id": ROOM},
            ],
            "messages": {
                channel: [m for m in self.messages if m["channel_id"] == channel] for channel in (ROOM, CORNER)
            },
            "commands": self.commands,
            "emojis": [],
        }

    async def send(self, op: str, data: Json | list[Json]) -> None:
        """Push one frame to every page."""
        for socket in self.sockets:
            await socket.send_json({"op": op, "data": data})

    async def settle(self, nonce: str, state: str, reason: str | None = None) -> None:
        """Say how the action with this nonce ended."""
        await self.send("interaction", {"nonce": nonce, "state": state, "reason": reason})

    async def next_frame(self) -> Json:
        """The next frame that the page sends."""
        return await asyncio.wait_for(self.received.get(), PATIENCE)

    async def drop(self) -> None:
        """Close every connection."""
        for socket in list(self.sockets):
            await socket.close()
