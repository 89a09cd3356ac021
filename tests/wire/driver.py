"""A person at the page, for tests and load: does what a player does and sees what a player sees."""

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import Any, Self

import aiohttp

Json = dict[str, Any]
Message = Json

#: A last resort: how long a person waits for anything on a busy machine, in seconds.
_TIMEOUT = 60.0


class ActionFailed(Exception):
    """What a person did had no answer, or was not possible; the text is the reason the page would show."""


class Modal:
    """A form that the bot opened, to be sent off with `Person.submit`."""

    def __init__(self, data: Json) -> None:
        self.interaction_id: str = data["interaction_id"]
        self.title: str = data["title"]
        self.custom_id: str = data["custom_id"]
        self.components: list[Json] = data["components"]


class Person:
    """One person with a page open. `messages` is what they can see now, by id, oldest first."""

    def __init__(self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse, ready: Json) -> None:
        self._session = session
        self._socket = socket
        self._nonces = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self._changed = asyncio.Condition()
        self._reader: asyncio.Task[None] | None = None
        self.id: str = ready["me"]["id"]
        self.name: str = ready["me"]["global_name"]
        self.people: list[Json] = ready["people"]
        self.channels: dict[str, Json] = {channel["id"]: channel for channel in ready["channels"]}
        self.commands: list[Json] = ready["commands"]
        self.bot_online = False
        self.messages: dict[str, Message] = {
            message["id"]: message for listed in ready["messages"].values() for message in listed
        }
        self.modal: Modal | None = None
        self.choices: list[Json] = []
        #: Called with each frame as it came over the wire, before it is taken in.
        self.overhear: Callable[[str], None] | None = None

    def start(self) -> None:
        """Begin to follow the page's socket."""
        self._reader = asyncio.create_task(self._read())

    async def close(self) -> None:
        """Close the page."""
        if self._reader is not None:
            self._reader.cancel()
        await self._socket.close()
        await self._session.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # What a person does

    async def command(self, path: str, *, channel: str, **options: Any) -> Message | Modal | None:
        """Use a slash command, such as `"table open"`; gives back the answer: a message, a modal or nothing visible."""
        asked = {"op": "command", "channel_id": channel, "path": path.split(), "options": options}
        return await self._ask(asked)

    async def complete(self, path: str, focused: str, *, channel: str, **options: Any) -> list[Json]:
        """The choices offered for one option while typing."""
        asked = {"op": "autocomplete", "channel_id": channel, "path": path.split(), "options": options}
        await self._ask(asked | {"focused": focused})
        return self.choices

    async def click(
        self, message: Message, custom_id: str | None = None, *, label: str | None = None
    ) -> Message | Modal | None:
        """Press a button, named by custom id or by label; gives back the answer."""
        found = [b for b in buttons(message) if custom_id == b.get("custom_id") or (label and label == b.get("label"))]
        if custom_id is None and not found:
            raise ActionFailed(f"no button {label!r} among {[b.get('label') for b in buttons(message)]}")
        return await self.press(message, custom_id or found[0]["custom_id"])

    async def press(self, message: Message, custom_id: str) -> Message | Modal | None:
        """Press what has this custom id on the message; gives back the answer. It may be disabled.

        Raises ActionFailed where the message, as it is now, has no such component: Discord passes none on either.
        """
        return await self._ask(
            {
                "op": "component",
                "message_id": message["id"],
                "channel_id": message["channel_id"],
                "custom_id": custom_id,
            }
        )

    async def choose(self, message: Message, custom_id: str, *values: str) -> Message | Modal | None:
        """Choose values in a select; gives back the answer."""
        asked = {"op": "component", "message_id": message["id"], "channel_id": message["channel_id"]}
        return await self._ask(asked | {"custom_id": custom_id, "values": list(values)})

    async def submit(self, modal: Modal, **fields: Any) -> Message | Modal | None:
        """Send a form off; fields by custom id (use `submit_fields` when those are no Python names)."""
        return await self.submit_fields(modal, fields)

    async def submit_fields(self, modal: Modal, fields: Json) -> Message | Modal | None:
        """Send a form off with values by custom id; gives back the answer."""
        asked = {"op": "modal_submit", "interaction_id": modal.interaction_id, "custom_id": modal.custom_id}
        return await self._ask(asked | {"fields": fields})

    async def say(self, channel: str, content: str) -> None:
        """Write a plain message."""
        await self.send({"op": "say", "channel_id": channel, "content": content})

    async def download(self, message: Message) -> tuple[str, bytes]:
        """The file that came with a message, from where its component says it is: its name and what is in it."""
        (link,) = [part for part in parts(message) if part["type"] == 13]
        async with self._session.get(link["file"]["url"]) as answer:
            assert answer.status == 200, answer.status
            return link["name"], await answer.read()

    async def dismiss(self, message: Message) -> None:
        """Take one's own private message away."""
        await self.send({"op": "dismiss", "message_id": message["id"]})

    async def send(self, asked: Json) -> None:
        """Send a frame of the page's protocol as it is."""
        await self._socket.send_str(json.dumps(asked))

    # What a person sees

    def latest(self, channel: str | None = None) -> Message:
        """The newest message this person can see, in one channel or anywhere. Raises LookupError."""
        seen = [m for m in self.messages.values() if channel in (None, m["channel_id"])]
        if not seen:
            raise LookupError("no message to be seen")
        return max(seen, key=lambda message: int(message["id"]))

    def private(self) -> list[Message]:
        """The messages that only this person sees."""
        return [message for message in self.messages.values() if message["ephemeral_for"] is not None]

    def now(self, message: Message) -> Message:
        """The present state of a message seen before. Raises KeyError when it is gone."""
        return self.messages[message["id"]]

    async def until(self, seen: Callable[["Person"], bool], seconds: float = _TIMEOUT) -> None:
        """Wait until something is so for this person, checked after every frame. Raises TimeoutError."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: seen(self))

    async def see(self, wanted: Callable[[Message], bool], seconds: float = _TIMEOUT) -> Message:
        """Wait until a message is so, and give back the newest that is. Raises TimeoutError."""
        await self.until(lambda person: any(wanted(message) for message in person.messages.values()), seconds)
        return max(filter(wanted, self.messages.values()), key=lambda message: int(message["id"]))

    async def _ask(self, asked: Json) -> Message | Modal | None:
        nonce = str(next(self._nonces))
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[nonce] = answer
        self.modal = None
        try:
            await self.send({**asked, "nonce": nonce})
            async with asyncio.timeout(_TIMEOUT):
                data = await answer
        finally:
            del self._waiting[nonce]
        if data["modal"] is not None:
            return Modal(data["modal"])
        answered: Message | None = data["message"]
        return answered

    async def _read(self) -> None:
        opened: Json = {}
        async for received in self._socket:
            if received.type is not aiohttp.WSMsgType.TEXT:
                break
            if self.overhear is not None:
                self.overhear(received.data)
            told = json.loads(received.data)
            async with self._changed:
                self._take(told["op"], told["data"], opened)
                self._changed.notify_all()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the page's socket has closed"))

    def _take(self, op: str, data: Any, opened: Json) -> None:
        match op:
            case "message":
                self.messages[data["id"]] = data
            case "message_delete":
                self.messages.pop(data["id"], None)
            case "channel":
                self.channels[data["id"]] = data
            case "channel_delete":
                self.channels.pop(data["id"], None)
                self.messages = {k: m for k, m in self.messages.items() if m["channel_id"] != data["id"]}
            case "commands":
                self.commands = data
            case "bot":
                self.bot_online = data["online"]
            case "choices":
                self.choices = data["choices"]
            case "modal":
                opened[data["nonce"]] = data
                self.modal = Modal(data)
            case "interaction" if data["state"] != "pending":
                self._settle(data, opened.pop(data["nonce"], None))
            case "error":
                self._settle({**data, "state": "failed"}, None)

    def _settle(self, data: Json, modal: Json | None) -> None:
        answer = self._waiting.get(data["nonce"])
        if answer is None or answer.done():
            return
        if data["state"] == "failed":
            answer.set_exception(ActionFailed(data["reason"]))
        else:
            # As it is now: the answer to another click of the same person may take it away before anybody looks.
            answer.set_result({"modal": modal, "message": self.messages.get(data["message_id"])})


async def connect(practice_url: str, user_id: str) -> Person:
    """Open the page as a person; use as `async with await connect(url, ANN_ID) as ann`."""
    session = aiohttp.ClientSession()
    try:
        socket = await session.ws_connect(f"{practice_url}/page", params={"as": user_id}, max_msg_size=0)
        ready = json.loads(await socket.receive_str())
    except BaseException:
        await session.close()
        raise
    person = Person(session, socket, ready["data"])
    person.start()
    return person


def parts(message: Message) -> list[Json]:
    """All components of a message, each before its parts."""
    return list(_walk(message["components"]))


def _walk(components: list[Json]) -> list[Json]:
    found: list[Json] = []
    for component in components:
        found.append(component)
        found += _walk(component.get("components") or [])
        if component.get("accessory"):
            found += _walk([component["accessory"]])
    return found


def buttons(message: Message) -> list[Json]:
    """The buttons of a message."""
    return [part for part in parts(message) if part["type"] == 2]


def selects(message: Message) -> list[Json]:
    """The selects of a message."""
    return [part for part in parts(message) if part["type"] in (3, 5, 6, 7, 8)]


def texts(message: Message) -> list[str]:
    """What a message says: its content and its text displays, in reading order."""
    said = [part["content"] for part in parts(message) if part["type"] == 10]
    return [message["content"], *said] if message["content"] else said


def button(message: Message, label: str) -> Json:
    """The button with this label. Raises LookupError."""
    for found in buttons(message):
        if found.get("label") == label:
            return found
    raise LookupError(f"no button {label!r} among {[found.get('label') for found in buttons(message)]}")


def labels(message: Message) -> list[str]:
    """The labels of a message's buttons that can be pressed."""
    return [button.get("label") or "" for button in buttons(message) if not button.get("disabled")]
