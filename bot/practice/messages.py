"""The messages of a world: sending, editing, deleting, and who may see each."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from bot.practice import club
from bot.practice.attachments import Attachments, Upload
from bot.practice.channels import Channels
from bot.practice.clock import Clock, Snowflakes, iso
from bot.practice.club import Json, Person
from bot.practice.limits import message_problems, numbers
from bot.practice.limits.components import FILE, GALLERY, TEXT, THUMBNAIL, walk
from bot.practice.refusals import empty_message, refuse_problems, unknown_message

REPLY, COMMAND_REPLY = 19, 20
_KEPT_FLAGS = numbers.EPHEMERAL | numbers.SUPPRESS_NOTIFICATIONS | numbers.COMPONENTS_V2 | (1 << 2)
_WITH_MEDIA = (THUMBNAIL, GALLERY, FILE)
_KEPT_MESSAGES = 5000  # a channel; the oldest beyond that are forgotten
_MENTION = re.compile(r"<@!?(\d+)>")

Emit = Callable[[str, Json, str | None], None]


@dataclass
class Message:
    """A message object as the REST API gives it, whom it is for (None: everyone), and when it was made."""

    body: Json
    ephemeral_for: str | None
    created: float

    @property
    def id(self) -> str:
        """The message's id."""
        return str(self.body["id"])

    @property
    def channel_id(self) -> str:
        """The channel it stands in."""
        return str(self.body["channel_id"])

    @property
    def flags(self) -> int:
        """Discord's message flags."""
        return int(self.body["flags"])

    def visible_to(self, user_id: str) -> bool:
        """Whether this person can see the message."""
        return self.ephemeral_for is None or self.ephemeral_for == user_id


class Messages:
    """All messages, by channel and id."""

    ALL = _KEPT_MESSAGES

    def __init__(
        self,
        clock: Clock,
        snowflakes: Snowflakes,
        channels: Channels,
        attachments: Attachments,
        people: Mapping[str, Person],
        emoji_ids: Callable[[], Collection[str]],
        emit: Emit,
    ) -> None:
        self._clock = clock
        self._snowflakes = snowflakes
        self._channels = channels
        self._attachments = attachments
        self._people = people
        self._emoji_ids = emoji_ids
        self._emit = emit
        self._by_channel: dict[str, OrderedDict[str, Message]] = {}

    def create(
        self,
        channel_id: str,
        author: Json,
        data: Json,
        files: Mapping[int, Upload] | None = None,
        *,
        ephemeral_for: str | None = None,
        metadata: Json | None = None,
        loading: bool = False,
    ) -> Message:
        """Put a message into a channel. Raises 10003, 50035, 50006 and 40005 as Discord does."""
        channel = self._channels.get(channel_id)
        files = files or {}
        self._check(data, files, None)
        if not loading and not any(data.get(key) for key in ("content", "embeds", "components")) and not files:
            raise empty_message()
        flags = (data.get("flags") or 0) & _KEPT_FLAGS & ~numbers.EPHEMERAL
        flags |= numbers.EPHEMERAL if ephemeral_for else 0
        flags |= numbers.LOADING if loading else 0
        now = self._clock.now()
        body: Json = {
            "id": self._snowflakes.new(),
            "channel_id": channel_id,
            "type": 0,
            "author": author,
            "content": data.get("content") or "",
            "timestamp": iso(now),
            "edited_timestamp": None,
            "tts": bool(data.get("tts")),
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": data.get("embeds") or [],
            "components": [],
            "pinned": False,
            "flags": flags,
        }
        if author["bot"]:
            body["application_id"] = club.APPLICATION_ID
        if metadata is not None:
            body["interaction_metadata"] = metadata
            body["webhook_id"] = club.APPLICATION_ID
            body["type"] = COMMAND_REPLY if metadata["type"] == 2 else REPLY
        if data.get("message_reference"):
            body["type"] = REPLY
            body["message_reference"] = {"channel_id": channel_id, **data["message_reference"]}
        if data.get("nonce") is not None:
            body["nonce"] = data["nonce"]
        message = Message(body, ephemeral_for, now)
        self._take(message, data, files)
        kept = self._by_channel.setdefault(channel_id, OrderedDict())
        kept[message.id] = message
        while len(kept) > _KEPT_MESSAGES:
            kept.popitem(last=False)
        if ephemeral_for is None:
            channel["last_message_id"] = message.id
        self._emit("MESSAGE_CREATE", self.page_body(message), ephemeral_for)
        return message

    def with_nonce(self, channel_id: str, nonce: object) -> Message | None:
        """The message sent here with this nonce in the last minutes, which Discord then does not send again."""
        recent = self._clock.now() - numbers.NONCE_SECONDS
        for message in reversed(self._by_channel.get(channel_id, {}).values()):
            if message.created < recent:
                return None
            if nonce is not None and message.body.get("nonce") == nonce:
                return message
        return None

    def edit(self, message: Message, data: Json, files: Mapping[int, Upload] | None = None) -> None:
        """Change a message in place. Raises 50035, 50006 and 40005; 10008 when it is gone."""
        self.find(message.channel_id, message.id)
        files = files or {}
        self._check(data, files, message)
        body = message.body
        if "content" in data:
            body["content"] = data["content"] or ""
        if "embeds" in data:
            body["embeds"] = data["embeds"] or []
        body["flags"] |= (data.get("flags") or 0) & numbers.COMPONENTS_V2
        body["flags"] &= ~numbers.LOADING
        self._take(message, data, files)
        body["edited_timestamp"] = iso(self._clock.now())
        self._emit("MESSAGE_UPDATE", self.page_body(message), message.ephemeral_for)

    def delete(self, message: Message) -> None:
        """Take a message away. Raises 10008 when it is gone already."""
        self.find(message.channel_id, message.id)
        del self._by_channel[message.channel_id][message.id]
        for attachment in message.body["attachments"]:
            self._attachments.forget(attachment["id"])
        gone = {"id": message.id, "channel_id": message.channel_id}
        gone["guild_id"] = self.server_of(message)
        self._emit("MESSAGE_DELETE", gone, message.ephemeral_for)

    def find(self, channel_id: str, message_id: str) -> Message:
        """The message, whoever may see it. Raises 10008."""
        kept = self._by_channel.get(channel_id)
        message = kept.get(message_id) if kept is not None else None
        if message is None:
            raise unknown_message()
        return message

    def find_anywhere(self, message_id: str) -> Message | None:
        """The message of this id in whichever channel, or None."""
        return next((kept[message_id] for kept in self._by_channel.values() if message_id in kept), None)

    def find_public(self, channel_id: str, message_id: str) -> Message:
        """The message as channel routes see it: private ones do not exist there. Raises 10008."""
        message = self.find(channel_id, message_id)
        if message.ephemeral_for is not None:
            raise unknown_message()
        return message

    def visible(self, channel_id: str, user_id: str | None, most: int = 100) -> list[Message]:
        """The last messages of a channel that a person (None: anyone) can see, oldest first."""
        kept = self._by_channel.get(channel_id)
        everything = kept.values() if kept is not None else ()
        seen = [m for m in everything if m.ephemeral_for is None or m.ephemeral_for == user_id]
        return seen[-most:]

    def forget_channel(self, channel_id: str) -> None:
        """Drop a deleted channel's messages."""
        self._by_channel.pop(channel_id, None)

    def page_body(self, message: Message) -> Json:
        """The message for events: the REST object with `guild_id` and `ephemeral_for`."""
        return {**message.body, "guild_id": self.server_of(message), "ephemeral_for": message.ephemeral_for}

    def server_of(self, message: Message) -> str:
        """The id of the server that a message stands in."""
        return self._channels.server_of(message.channel_id)

    def _check(self, data: Json, files: Mapping[int, Upload], before: Message | None) -> None:
        old = before.body["attachments"] if before is not None else []
        if old and "attachments" in data:
            kept = {str(a.get("id")) for a in data["attachments"] or [] if isinstance(a, dict)}
            old = [attachment for attachment in old if attachment["id"] in kept]
        names = {upload.filename for upload in files.values()} | {a["filename"] for a in old}
        v2_before = before is not None and bool(before.flags & numbers.COMPONENTS_V2)
        held = data
        if before is not None and (data.get("flags") or 0) & numbers.COMPONENTS_V2 and not v2_before:
            # The flag may be added by an edit, if that edit also empties what it forbids.
            held = {key: before.body[key] for key in ("content", "embeds")} | data
        problems = message_problems(held, v2_before=v2_before, emoji_ids=self._emoji_ids(), file_names=names)
        refuse_problems(problems)
        if before is not None and v2_before and data.get("components") == []:
            raise empty_message()

    def _take(self, message: Message, data: Json, files: Mapping[int, Upload]) -> None:
        """Take attachments and components of a payload into a message."""
        body = message.body
        described = {str(a.get("id")): a for a in data.get("attachments") or []}
        old = body["attachments"]
        if "attachments" in data:
            for attachment in old:
                if attachment["id"] not in described:
                    self._attachments.forget(attachment["id"])
            old = [attachment for attachment in old if attachment["id"] in described]
        new = []
        for index, upload in sorted(files.items()):
            described_as: Json = described.get(str(index)) or {}
            name = described_as.get("filename") or upload.filename
            description = described_as.get("description")
            ephemeral = message.ephemeral_for is not None
            stored = Upload(name, upload.content)
            new.append(self._attachments.store(message.channel_id, stored, description, ephemeral))
        body["attachments"] = [*old, *new]
        if data.get("components") is not None:
            # The payload was read from JSON for this message alone, so it can be kept without a copy.
            body["components"] = data["components"]
        parts = walk(body["components"])
        _number(parts)
        _write_out_emoji_ids(parts)
        self._resolve_media(body, parts)
        body["mentions"] = self._mentioned(body, parts, data.get("allowed_mentions"))

    def _resolve_media(self, body: Json, parts: list[Json]) -> None:
        """Point `attachment://name` in components at the attachment itself."""
        by_name = {attachment["filename"]: attachment for attachment in body["attachments"]}
        for part in parts:
            if part["type"] not in _WITH_MEDIA:
                continue
            holders = [part, *(part.get("items") or [])]
            for media in (holder.get(key) for holder in holders for key in ("media", "file")):
                if not isinstance(media, dict):
                    continue
                attachment = by_name.get(media["url"].removeprefix("attachment://"))
                if attachment is not None and media["url"].startswith("attachment://"):
                    media.update(
                        url=attachment["url"],
                        proxy_url=attachment["proxy_url"],
                        width=attachment.get("width"),
                        height=attachment.get("height"),
                        content_type=attachment["content_type"],
                        attachment_id=attachment["id"],
                    )
                    if media is part.get("file"):
                        # A file shown by itself says what it is, whatever the request called it.
                        part.update(name=attachment["filename"], size=attachment["size"])
                elif attachment is None:
                    media.setdefault("proxy_url", media["url"])

    def _mentioned(self, body: Json, parts: list[Json], allowed: Json | None) -> list[Json]:
        """The users whom the message mentions, as far as `allowed_mentions` lets it."""
        texts = [body["content"], *(part["content"] for part in parts if part["type"] == TEXT)]
        ids = dict.fromkeys(user_id for text in texts for user_id in _MENTION.findall(text))
        if allowed is not None and "users" not in (allowed.get("parse") or []):
            permitted = set(map(str, allowed.get("users") or []))
            ids = {user_id: None for user_id in ids if user_id in permitted}
        return [self._people[user_id].user() for user_id in ids if user_id in self._people]


def _write_out_emoji_ids(parts: list[Json]) -> None:
    """Give back the ids of emoji as strings, as Discord does: libraries send them as numbers, too large for a page."""
    for part in parts:
        for holder in (part, *(part.get("options") or ())):
            emoji = holder.get("emoji")
            if emoji and emoji.get("id"):
                emoji["id"] = str(emoji["id"])


def _number(parts: list[Json]) -> None:
    """Give every component without an id one, in reading order, as Discord does."""
    taken = {part["id"] for part in parts if part.get("id")}
    following = 1
    for part in parts:
        if part.get("id"):
            continue
        while following in taken:
            following += 1
        part["id"] = following
        taken.add(following)
