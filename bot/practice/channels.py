"""Channels and threads, and what the bot may do in each."""

from __future__ import annotations

from collections.abc import Callable

from bot.practice import club
from bot.practice.clock import Clock, Snowflakes, iso
from bot.practice.club import Json
from bot.practice.limits import numbers
from bot.practice.limits.problems import Findings
from bot.practice.refusals import (
    missing_access,
    missing_permissions,
    refuse_problems,
    thread_archived,
    unknown_channel,
)

PUBLIC_THREAD, PRIVATE_THREAD = 11, 12
THREADS = (10, PUBLIC_THREAD, PRIVATE_THREAD)

Emit = Callable[[str, Json], None]


class Channels:
    """The channels and threads of the server by id."""

    def __init__(self, clock: Clock, snowflakes: Snowflakes, emit: Emit) -> None:
        self._clock = clock
        self._snowflakes = snowflakes
        self._emit = emit
        self.all: dict[str, Json] = club.channels()
        self.bot_permissions: dict[str, int] = {}
        #: The servers that the bot is in.
        self.bot_present = {club.GUILD_ID}

    def get(self, channel_id: str) -> Json:
        """The channel object. Raises 10003."""
        channel = self.all.get(channel_id)
        if channel is None:
            raise unknown_channel()
        return channel

    def server_of(self, channel_id: str) -> str:
        """The id of the server that a channel belongs to; the club's for one that is gone."""
        return str(self.all.get(channel_id, {}).get("guild_id", club.GUILD_ID))

    def is_thread(self, channel_id: str) -> bool:
        """Whether the channel is a thread."""
        return self.get(channel_id)["type"] in THREADS

    def bot_may(self, channel_id: str) -> int:
        """The bot's permissions in a channel; a thread takes its parent's unless it has its own."""
        if self.server_of(channel_id) not in self.bot_present:
            return 0
        if channel_id in self.bot_permissions:
            return self.bot_permissions[channel_id]
        parent = self.get(channel_id).get("parent_id")
        return self.bot_permissions.get(parent or "", club.BOT_PERMISSIONS)

    def require(self, channel_id: str, permissions: int = 0) -> Json:
        """The channel, if the bot sees it and has these permissions. Raises 10003, 50001 or 50013."""
        channel = self.get(channel_id)
        held = self.bot_may(channel_id)
        if not held & club.VIEW_CHANNEL:
            raise missing_access()
        if held & permissions != permissions:
            raise missing_permissions()
        return channel

    def sending_permission(self, channel_id: str) -> int:
        """The permission that sending here needs."""
        return club.SEND_IN_THREADS if self.is_thread(channel_id) else club.SEND_MESSAGES

    def wake_thread(self, channel_id: str) -> None:
        """A message in an archived thread opens it again. Raises 50083 when it is locked."""
        metadata = self.get(channel_id).get("thread_metadata")
        if metadata is None or not metadata["archived"]:
            return
        if metadata["locked"]:
            raise thread_archived()
        self._archive(self.all[channel_id], False)
        self._emit("THREAD_UPDATE", self.all[channel_id])

    def require_open(self, channel_id: str) -> None:
        """Raises 50083 when the channel is an archived thread: nothing in it can be changed."""
        metadata = self.get(channel_id).get("thread_metadata")
        if metadata is not None and metadata["archived"]:
            raise thread_archived()

    def create_thread(self, parent_id: str, data: Json, message_id: str | None = None) -> Json:
        """Open a thread in a channel, from a message when one is given. Raises 50035, 50001, 50013."""
        kind = PUBLIC_THREAD if message_id else data.get("type") or PRIVATE_THREAD
        found = Findings()
        found.text(data, "name", (), numbers.CHANNEL_NAME, 1)
        found.one_of(kind, THREADS, ("type",))
        if data.get("auto_archive_duration") is not None:
            allowed = numbers.THREAD_ARCHIVE_MINUTES
            found.one_of(data["auto_archive_duration"], allowed, ("auto_archive_duration",))
        refuse_problems(found.problems)
        needed = club.CREATE_PRIVATE_THREADS if kind == PRIVATE_THREAD else club.CREATE_PUBLIC_THREADS
        parent = self.require(parent_id, needed)
        if parent["type"] in THREADS:
            found.add(("type",), "BASE_TYPE_CHOICES", "Cannot execute action on this channel type")
            refuse_problems(found.problems)
        now = iso(self._clock.now())
        thread: Json = {
            # A thread from a message has the message's own id.
            "id": message_id or self._snowflakes.new(),
            "type": kind,
            "guild_id": parent["guild_id"],
            "parent_id": parent_id,
            "owner_id": club.BOT_ID,
            "name": data["name"],
            "last_message_id": None,
            "rate_limit_per_user": data.get("rate_limit_per_user") or 0,
            "message_count": 0,
            "member_count": 1,
            "total_message_sent": 0,
            "flags": 0,
            "thread_metadata": {
                "archived": False,
                "locked": False,
                "auto_archive_duration": data.get("auto_archive_duration") or 4320,
                "archive_timestamp": now,
                "create_timestamp": now,
            },
        }
        self.all[thread["id"]] = thread
        self._emit("THREAD_CREATE", {**thread, "newly_created": True, "member": self.bot_in(thread)})
        return thread

    def bot_in(self, thread: Json) -> Json:
        """The bot's own membership of a thread."""
        created = thread["thread_metadata"]["create_timestamp"]
        return {"id": thread["id"], "user_id": club.BOT_ID, "join_timestamp": created, "flags": 1}

    def edit(self, channel_id: str, data: Json) -> Json:
        """Change a channel's or thread's name, archive or lock it. Raises 50035, 50001, 50013, 50083."""
        found = Findings()
        if data.get("name") is not None:
            found.text(data, "name", (), numbers.CHANNEL_NAME, 1)
        refuse_problems(found.problems)
        channel = self.require(channel_id)
        metadata = channel.get("thread_metadata")
        may_manage = self.bot_may(channel_id) & (club.MANAGE_THREADS if metadata is not None else club.MANAGE_CHANNELS)
        if not may_manage and (metadata is None or channel["owner_id"] != club.BOT_ID):
            raise missing_permissions()
        if metadata is None:
            channel.update({key: data[key] for key in ("name", "topic") if key in data})
            self._emit("CHANNEL_UPDATE", channel)
            return channel
        # The owner may archive; only a manager may lock, or open a locked one.
        if not may_manage and (data.get("locked") or (metadata["locked"] and data.get("archived") is False)):
            raise missing_permissions()
        if metadata["archived"] and data.get("archived") is not False:
            raise thread_archived()
        if data.get("name"):
            channel["name"] = data["name"]
        if data.get("auto_archive_duration"):
            metadata["auto_archive_duration"] = data["auto_archive_duration"]
        if data.get("locked") is not None:
            metadata["locked"] = data["locked"]
        if data.get("archived") is not None:
            self._archive(channel, data["archived"])
        self._emit("THREAD_UPDATE", channel)
        return channel

    def _archive(self, thread: Json, archived: bool) -> None:
        thread["thread_metadata"]["archived"] = archived
        thread["thread_metadata"]["archive_timestamp"] = iso(self._clock.now())

    def create(self, name: str) -> Json:
        """Add a text channel, as a moderator would."""
        channel = club.text_channel(self._snowflakes.new(), name, len(self.all))
        self.all[channel["id"]] = channel
        self._emit("CHANNEL_CREATE", channel)
        return channel

    def delete(self, channel_id: str) -> list[Json]:
        """Delete a channel with its threads, or a thread, as a moderator would; gives back what went."""
        gone = [c for c in self.all.values() if channel_id in (c["id"], c.get("parent_id"))]
        if not gone:
            raise unknown_channel()
        for channel in sorted(gone, key=lambda channel: channel["id"] == channel_id):
            del self.all[channel["id"]]
            # Of the threads that go with their channel Discord tells its bots nothing; the page has to know.
            own = "THREAD_DELETE" if channel["type"] in THREADS else "CHANNEL_DELETE"
            self._emit(own if channel["id"] == channel_id else "THREAD_WENT_ALONG", channel)
        return gone
