"""The page's WebSocket: one person's view of the world, and the way in for what they do."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web
from yarl import URL

from bot.practice.actions import Actions
from bot.practice.club import Json
from bot.practice.interactions import Report
from bot.practice.options import BadInput
from bot.practice.world import World

LOG = logging.getLogger(__name__)

_CHANNEL_EVENTS = ("CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE")


class Viewer:
    """One page socket of one person."""

    def __init__(self, user_id: str, socket: web.WebSocketResponse) -> None:
        self.user_id = user_id
        self.socket = socket
        self._frames: asyncio.Queue[str] = asyncio.Queue()

    def send(self, op: str, data: Any) -> None:
        """Queue one frame for the page."""
        self.send_text(frame(op, data))

    def send_text(self, text: str) -> None:
        """Queue a frame that is JSON already."""
        self._frames.put_nowait(text)

    async def write(self) -> None:
        """Send what is queued until the socket goes."""
        with contextlib.suppress(ConnectionError):
            while True:
                await self.socket.send_str(await self._frames.get())


def frame(op: str, data: Any) -> str:
    """A frame of the page's protocol."""
    return json.dumps({"op": op, "data": data})


def _shown(guild: Json) -> Json:
    """What the page needs of the server's object."""
    return {key: guild[key] for key in ("id", "name", "preferred_locale")}


class PageSockets:
    """All open pages. A message that is for one person goes to that person's pages only."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._viewers: set[Viewer] = set()
        world.listen(self._hear)

    async def close(self) -> None:
        """Close every page's socket."""
        for viewer in list(self._viewers):
            await viewer.socket.close(code=WSCloseCode.GOING_AWAY)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Handle one page from `ready` to its end.

        `?as=` says who is looking (without it the first person), `?locale=` in which language of Discord.
        """
        origin = request.headers.get("Origin")
        if origin is not None and URL(origin).authority != request.host:
            return web.Response(status=403, text="Only the page itself may connect.")
        user_id = request.query.get("as") or self._world.people()[0].id
        member = self._world.members.get(user_id)
        if member is None or member.bot:
            return web.Response(status=404, text="There is no such person.")
        if locale := request.query.get("locale"):
            self._world.speak(user_id, locale)
        socket = web.WebSocketResponse(timeout=1.0, max_msg_size=2**20)
        await socket.prepare(request)
        viewer = Viewer(user_id, socket)
        viewer.send("ready", self._ready(user_id))
        viewer.send("bot", {"online": self._world.bot_online()})
        self._viewers.add(viewer)
        writer = asyncio.create_task(viewer.write())
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._take(viewer, message.data)
        finally:
            self._viewers.discard(viewer)
            writer.cancel()
        return socket

    def _ready(self, user_id: str) -> Json:
        world = self._world
        messages = world.messages
        guild = world.guild()
        return {
            "me": {**world.user(user_id), "locale": world.members[user_id].locale},
            "people": [person.user() for person in world.people()],
            "bot": world.bot.user(),
            "guild": _shown(guild),
            "channels": list(world.channels.all.values()),
            "messages": {
                channel_id: [messages.page_body(m) for m in messages.visible(channel_id, user_id)]
                for channel_id in world.channels.all
            },
            "commands": world.commands.usable(),
            "emojis": list(world.emojis.all.values()),
        }

    def _hear(self, event: str, data: Json, only_for: str | None) -> None:
        text = self._frame(event, data)
        if text is None:
            return
        for viewer in self._viewers:
            if only_for is None or viewer.user_id == only_for:
                viewer.send_text(text)

    def _frame(self, event: str, data: Json) -> str | None:
        """What the pages are told of an event; None for nothing."""
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return frame("message", data)
        if event == "MESSAGE_DELETE":
            return frame("message_delete", {"id": data["id"], "channel_id": data["channel_id"]})
        if event in _CHANNEL_EVENTS:
            return frame("channel", {k: v for k, v in data.items() if k not in ("newly_created", "member")})
        if event in ("CHANNEL_DELETE", "THREAD_DELETE", "THREAD_WENT_ALONG"):
            return frame("channel_delete", {"id": data["id"]})
        if event == "GUILD_UPDATE":
            return frame("guild", _shown(data))
        if event == "COMMANDS":
            return frame("commands", self._world.commands.usable())
        if event == "BOT":
            return frame("bot", data)
        return None

    def _take(self, viewer: Viewer, text: str) -> None:
        """Carry out one frame of the page; what is wrong with it goes back as `error`."""
        nonce: Any = None
        try:
            asked = json.loads(text)
            if not isinstance(asked, dict):
                raise BadInput("A frame must be a JSON object.")
            nonce = asked.get("nonce")
            self._act(viewer, asked, nonce)
        except BadInput as error:
            viewer.send("error", {"nonce": nonce, "reason": str(error)})
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            LOG.debug("A page sent a malformed frame: %r", error)
            viewer.send("error", {"nonce": nonce, "reason": f"The frame is malformed: {error!r}."})

    def _act(self, viewer: Viewer, asked: Json, nonce: Any) -> None:
        actions = Actions(self._world, viewer.user_id, self._report(viewer, nonce))
        match asked.get("op"):
            case "command":
                actions.command(asked["channel_id"], asked["path"], asked.get("options") or {})
            case "autocomplete":
                options = asked.get("options") or {}
                actions.autocomplete(asked["channel_id"], asked["path"], options, asked["focused"])
            case "component":
                channel_id, message_id = asked["channel_id"], asked["message_id"]
                actions.component(channel_id, message_id, asked["custom_id"], asked.get("values"))
            case "modal_submit":
                fields = asked.get("fields") or {}
                actions.modal_submit(asked["interaction_id"], asked["custom_id"], fields)
            case "say":
                actions.say(asked["channel_id"], asked["content"])
            case "dismiss":
                actions.dismiss(asked["message_id"])
            case other:
                raise BadInput(f"There is no op {other!r}.")

    def _report(self, viewer: Viewer, nonce: Any) -> Report:
        def report(op: str, data: Json) -> None:
            viewer.send(op, {"nonce": nonce, **data})

        return report
