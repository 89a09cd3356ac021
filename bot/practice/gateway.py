"""The gateway: the WebSocket over which the bot hears what happens."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, WSMsgType, web

from bot.practice import club
from bot.practice.club import Json
from bot.practice.limits import numbers
from bot.practice.world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME = 0, 1, 2, 3, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11

GUILDS, GUILD_MESSAGES = 1 << 0, 1 << 9
GUILD_MEMBERS, PRESENCES, MESSAGE_CONTENT = 1 << 1, 1 << 8, 1 << 15
PRIVILEGED = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, INVALID_SHARD, DISALLOWED_INTENTS = 4005, 4010, 4014

#: How long the answer to a heartbeat waits, in seconds. discord.py notes the time of a beat after it was sent, in a
#: thread of its own; an answer that is there before, as on loopback, is measured from the beat before that.
ACK_SECONDS = 0.05

_NEEDS = {
    "CHANNEL_CREATE": GUILDS,
    "CHANNEL_UPDATE": GUILDS,
    "CHANNEL_DELETE": GUILDS,
    "THREAD_CREATE": GUILDS,
    "THREAD_UPDATE": GUILDS,
    "THREAD_DELETE": GUILDS,
    "GUILD_CREATE": GUILDS,
    "GUILD_UPDATE": GUILDS,
    "GUILD_DELETE": GUILDS,
    "MESSAGE_CREATE": GUILD_MESSAGES,
    "MESSAGE_UPDATE": GUILD_MESSAGES,
    "MESSAGE_DELETE": GUILD_MESSAGES,
    "INTERACTION_CREATE": 0,
}


@dataclass
class Session:
    """What outlives one socket: who identified, what was sent, and what may be replayed."""

    id: str
    token: str
    intents: int
    shard: tuple[int, int]
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=numbers.SESSION_EVENTS))
    connection: Connection | None = None
    lost_at: float = 0.0

    def dispatch(self, event: str, data: str) -> None:
        """Send an event (its data already as JSON), and keep it for a resume."""
        self.sequence += 1
        frame = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{data}}}'
        self.sent.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.send(frame)

    def wants(self, event: str, server: str | None) -> bool:
        """Whether this session's intents and shard ask for an event of a server."""
        needed = _NEEDS.get(event)
        return needed is not None and self.hears(server) and self.intents & needed == needed

    def hears(self, server: str | None) -> bool:
        """Whether this session is told of a server, as Discord shares them out; of what is in none, the first is."""
        return (int(server or 0) >> 22) % self.shard[1] == self.shard[0]


class Connection:
    """One socket of the bot; frames go out in order from a queue."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        self.request = request
        self.socket = socket
        self.session: Session | None = None
        self._frames: asyncio.Queue[str] = asyncio.Queue()

    def send(self, frame: str) -> None:
        """Queue one text frame."""
        self._frames.put_nowait(frame)

    def op(self, op: int, data: object = None) -> None:
        """Queue a frame that is no event."""
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    async def write(self) -> None:
        """Send what is queued until the socket goes."""
        with contextlib.suppress(ConnectionError):
            while True:
                await self.socket.send_str(await self._frames.get())

    def cut(self) -> None:
        """Lose the socket without a word, as a network does."""
        if self.request.transport is not None:
            self.request.transport.abort()


class Gateway:
    """All sessions of the bot. `tokens`: those accepted, None for any non-empty one.

    `connections`: how many the bot is told to hold, each for some servers; `at_once`: how many of them may identify
    within five seconds.
    """

    def __init__(
        self,
        world: World,
        tokens: Collection[str] | None = None,
        privileged_intents: int = 0,
        connections: int = 1,
        at_once: int = 1,
    ) -> None:
        self._world = world
        self._tokens = tokens
        self._privileged = privileged_intents
        self.connections = connections
        self.at_once = at_once
        #: Of bots with several connections: which identified last in each turn, and when.
        self._turns: dict[int, tuple[int, float]] = {}
        self._connections: set[Connection] = set()
        self.sessions: dict[str, Session] = {}
        self.url = ""
        self.identifies = 0
        self.shut = False  # as in an outage: nobody gets a socket
        world.listen(self._hear)
        world.bot_online = self.online
        world.bot_reachable = self.reachable

    def online(self) -> bool:
        """Whether the bot has a socket open."""
        return any(session.connection is not None for session in self.sessions.values())

    def reachable(self, server: str) -> bool:
        """Whether a server's events reach the bot now, or will when it resumes."""
        self._forget_lost()
        return self._world.bot_in(server) and any(session.hears(server) for session in self.sessions.values())

    def forget_tokens(self) -> None:
        """Take no token any more."""
        self._tokens = ()

    def drop(self, server: str | None = None) -> None:
        """Lose every socket without a word; with a server, the one that is told of it."""
        for connection in self._those(server):
            connection.cut()

    def reconnect(self, server: str | None = None) -> None:
        """Ask the bot to connect anew and resume."""
        for connection in self._those(server):
            connection.op(RECONNECT)

    def invalidate(self, resumable: bool = False, server: str | None = None) -> None:
        """Tell the bot that its session is invalid."""
        for connection in self._those(server):
            if not resumable and connection.session is not None:
                self.sessions.pop(connection.session.id, None)
            connection.op(INVALID_SESSION, resumable)

    def _those(self, server: str | None) -> list[Connection]:
        """Every socket, or those that are told of a server."""
        return [
            each
            for each in self._connections
            if server is None or (each.session is not None and each.session.hears(server))
        ]

    async def close(self) -> None:
        """Close every socket in good order."""
        for connection in list(self._connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Handle one socket from HELLO to its end."""
        if self.shut:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(timeout=1.0, max_msg_size=2**20)
        await socket.prepare(request)
        connection = Connection(request, socket)
        self._connections.add(connection)
        writer = asyncio.create_task(connection.write())
        connection.op(HELLO, {"heartbeat_interval": numbers.HEARTBEAT_MILLISECONDS, "_trace": ["practice"]})
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT or not await self._take(connection, message.data):
                    break
        finally:
            writer.cancel()
            self._connections.discard(connection)
            self._lose(connection)
        return socket

    async def _take(self, connection: Connection, text: str) -> bool:
        """Handle one frame; False when the socket was closed over it."""
        try:
            frame = json.loads(text)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            return await self._close(connection, DECODE_ERROR, "Error while decoding payload.")
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_SECONDS, connection.op, HEARTBEAT_ACK)
            return True
        if op == IDENTIFY:
            return await self._identify(connection, data)
        if op == RESUME:
            return await self._resume(connection, data)
        if connection.session is None:
            return await self._close(connection, NOT_AUTHENTICATED, "Not authenticated.")
        if op in (PRESENCE, REQUEST_MEMBERS):
            return True
        return await self._close(connection, UNKNOWN_OPCODE, "Unknown opcode.")

    async def _identify(self, connection: Connection, data: Json) -> bool:
        token = str(data.get("token") or "")
        if connection.session is not None:
            return await self._close(connection, ALREADY_AUTHENTICATED, "Already authenticated.")
        if not self.accepts(token):
            return await self._close(connection, AUTHENTICATION_FAILED, "Authentication failed.")
        intents = int(data.get("intents") or 0)
        if intents & PRIVILEGED & ~self._privileged:
            return await self._close(connection, DISALLOWED_INTENTS, "Disallowed intent(s).")
        number, count = (int(each) for each in data.get("shard") or (0, 1))
        if not 0 <= number < count:
            return await self._close(connection, INVALID_SHARD, "Invalid shard.")
        if self._too_soon(number, count):
            connection.op(INVALID_SESSION, False)
            return True
        session = Session(secrets.token_hex(16), token, intents, (number, count))
        self.sessions[session.id] = session
        self.identifies += 1
        world = self._world
        ready = {
            "v": 10,
            "user": {**world.bot.user(), "verified": True, "mfa_enabled": False, "email": None, "flags": 0},
            "guilds": [],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "session_type": "normal",
            "shard": list(session.shard),
            "application": {"id": club.APPLICATION_ID, "flags": 0},
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "_trace": ["practice"],
        }
        servers = [server for server in world.servers if world.bot_in(server) and session.hears(server)]
        ready["guilds"] = [{"id": server, "unavailable": True} for server in servers]
        self._attach(connection, session)
        session.dispatch("READY", json.dumps(ready))
        for server in servers if intents & GUILDS else ():
            session.dispatch("GUILD_CREATE", json.dumps(world.guild_create(server)))
        world.emit("BOT", {"online": True})
        return True

    def _too_soon(self, number: int, count: int) -> bool:
        """Whether this connection identifies within five seconds of another one that has the same turn.

        The same one may: tests start bots again at once, by the dozen.
        """
        if count == 1 or not self._world.rate_limits.enabled:
            return False
        now, turn = self._world.clock.now(), number % self.at_once
        last, at = self._turns.get(turn, (number, now))
        if last != number and now - at < numbers.IDENTIFY_SECONDS:
            return True
        self._turns[turn] = (number, now)
        return False

    async def _resume(self, connection: Connection, data: Json) -> bool:
        self._forget_lost()
        session = self.sessions.get(str(data.get("session_id")))
        sequence = int(data.get("seq") or 0)
        if session is None or data.get("token") != session.token:
            connection.op(INVALID_SESSION, False)
            return True
        oldest = session.sent[0][0] if session.sent else session.sequence + 1
        if sequence > session.sequence or sequence + 1 < oldest:
            del self.sessions[session.id]
            connection.op(INVALID_SESSION, False)
            return True
        if session.connection is not None:
            session.connection.cut()
        self._attach(connection, session)
        for number, frame in session.sent:
            if number > sequence:
                connection.send(frame)
        session.dispatch("RESUMED", "{}")
        self._world.emit("BOT", {"online": True})
        return True

    def accepts(self, token: str) -> bool:
        """Whether this is a token of the bot."""
        return bool(token) if self._tokens is None else token in self._tokens

    def _attach(self, connection: Connection, session: Session) -> None:
        connection.session = session
        session.connection = connection

    def _lose(self, connection: Connection) -> None:
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        session.lost_at = self._world.clock.now()
        # A client that says goodbye with 1000 or 1001 ends its session; any other end may be resumed.
        if connection.socket.close_code in (1000, 1001):
            self.sessions.pop(session.id, None)
        if not self.online():
            self._world.emit("BOT", {"online": False})

    def _forget_lost(self) -> None:
        oldest = self._world.clock.now() - numbers.SESSION_SECONDS
        for session in list(self.sessions.values()):
            if session.connection is None and session.lost_at < oldest:
                del self.sessions[session.id]

    async def _close(self, connection: Connection, code: int, reason: str) -> bool:
        await connection.socket.close(code=code, message=reason.encode())
        return False

    def _hear(self, event: str, data: Json, only_for: str | None) -> None:
        if only_for is not None or not self.sessions:
            return
        server = data["id"] if event.startswith("GUILD_") else data.get("guild_id")
        takers = [session for session in self.sessions.values() if session.wants(event, server)]
        if not takers:
            return
        full = json.dumps(self._for_bot(event, data))
        for session in takers:
            if event.startswith("MESSAGE") and not session.intents & MESSAGE_CONTENT:
                session.dispatch(event, json.dumps(self._without_content(data)))
            else:
                session.dispatch(event, full)

    def _for_bot(self, event: str, data: Json) -> Json:
        data = {key: value for key, value in data.items() if key != "ephemeral_for"}
        author = data.get("author")
        if event == "MESSAGE_CREATE" and author is not None:
            data["member"] = self._world.members[author["id"]].member()
        return data

    def _without_content(self, data: Json) -> Json:
        """A message as an app without the message content intent gets it: only its own, and what mentions it."""
        data = self._for_bot("MESSAGE_CREATE", data)
        mentioned = any(user["id"] == club.BOT_ID for user in data.get("mentions", []))
        if "author" in data and data["author"]["id"] != club.BOT_ID and not mentioned:
            data |= {"content": "", "embeds": [], "attachments": [], "components": []}
        return data
