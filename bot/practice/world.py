"""The practice world in memory, without sockets: server, people, messages, interactions, and who hears of what."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from bot.practice import club
from bot.practice.attachments import Attachments
from bot.practice.channels import THREADS, Channels
from bot.practice.clock import Clock, Snowflakes
from bot.practice.club import Json, Person
from bot.practice.faults import Faults
from bot.practice.interactions import Interaction, Interactions
from bot.practice.limits import numbers
from bot.practice.messages import Messages
from bot.practice.ratelimits import RateLimits
from bot.practice.registry import Commands, Emojis

#: Event name (Discord's gateway name, or COMMANDS and BOT for the page alone), its data, and the one person who may see
#: it (None: everyone).
Listener = Callable[[str, Json, str | None], None]

BOT_OFFLINE = "The app is not online."


@dataclass(frozen=True)
class Requested:
    """One request the bot made: when, method, path, HTTP status and, where refused, Discord's code."""

    at: float
    method: str
    path: str
    status: int
    code: int | None = None


class World:
    """Everything there is. Changes are told to the listeners at once and in order."""

    def __init__(self, clock: Clock | None = None, rate_limits: bool = True) -> None:
        self.clock = clock or Clock()
        self.snowflakes = Snowflakes(self.clock)
        self.bot = club.bot()
        self.members: dict[str, Person] = {**club.people(), self.bot.id: self.bot}
        self.locale = "en-US"  # the servers' language, as a community sets it
        #: The servers by id, with their names: the club, and others of the same people.
        self.servers = {club.GUILD_ID: club.GUILD_NAME}
        self.disabled_pressable = True  # a modified client can press a disabled button; False refuses it
        self.requests: deque[Requested] = deque(maxlen=10_000)
        self.faults = Faults()
        self.rate_limits = RateLimits(self.clock, rate_limits)
        self.channels = Channels(self.clock, self.snowflakes, self.emit)
        self.attachments = Attachments(self.snowflakes)
        self.commands = Commands(self.clock, self.snowflakes, lambda: self.emit("COMMANDS", {}))
        self.emojis = Emojis(self.snowflakes, self.bot.user())
        self.messages = Messages(
            self.clock,
            self.snowflakes,
            self.channels,
            self.attachments,
            self.members,
            lambda: self.emojis.all,
            self.emit,
        )
        self.interactions = Interactions(
            self.clock,
            self.snowflakes,
            self.messages,
            self.user,
            self.bot.user(),
            self.channels.server_of,
            self._dispatch,
        )
        self.bot_online: Callable[[], bool] = lambda: False  # whether its socket is open
        # Whether it will hear of what happens in a server now.
        self.bot_reachable: Callable[[str], bool] = lambda server: False
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Tell a listener of every change from now on."""
        self._listeners.append(listener)

    def emit(self, event: str, data: Json, only_for: str | None = None) -> None:
        """Tell all listeners of a change."""
        for listener in self._listeners:
            listener(event, data, only_for)

    def people(self) -> list[Person]:
        """The members but the bot."""
        return [member for member in self.members.values() if not member.bot]

    def add_person(self, name: str) -> Person:
        """One more person joins the server."""
        person = Person(self.snowflakes.new(), name.lower(), name)
        self.members[person.id] = person
        return person

    def user(self, user_id: str) -> Json:
        """The user object of a person or the bot."""
        return self.members[user_id].user()

    def speak(self, user_id: str, locale: str) -> None:
        """A person sets the language of their Discord; the owner's is the server's too."""
        self.members[user_id].locale = locale
        if user_id == club.OWNER_ID and locale != self.locale:
            self.locale = locale
            self.emit("GUILD_UPDATE", self.guild())

    def add_server(self) -> str:
        """One more server with the same people, the bot and a channel; gives back the channel's id.

        Its ids are such that each server goes to the next of the bot's connections.
        """
        number = len(self.servers)
        server, channel = (str(int(known) + (number << 22)) for known in (club.GUILD_ID, club.CARD_ROOM_ID))
        self.servers[server] = f"{club.GUILD_NAME} {number + 1}"
        self.channels.all[channel] = club.text_channel(channel, f"card-room-{number + 1}", 0, server)
        self.invite_bot(server)
        return channel

    def guild(self, server: str = club.GUILD_ID) -> Json:
        """A server's object."""
        return club.guild(len(self.members), self.locale, server, self.servers[server])

    def guild_create(self, server: str = club.GUILD_ID) -> Json:
        """A server as a GUILD_CREATE event gives it: with channels, open threads and the bot's own membership."""
        channels = [channel for channel in self.channels.all.values() if channel["guild_id"] == server]
        open_threads = [
            {**c, "member": self.channels.bot_in(c)}
            for c in channels
            if c["type"] in THREADS and not c["thread_metadata"]["archived"]
        ]
        return {
            **self.guild(server),
            "joined_at": club.JOINED,
            "large": False,
            "unavailable": False,
            "voice_states": [],
            "members": [{**self.bot.member(), "user": self.bot.user()}],
            "channels": [c for c in channels if c["type"] not in THREADS],
            "threads": open_threads,
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def member(self, user_id: str) -> Json:
        """A person's member object with user and permissions, as interactions carry it."""
        person = self.members[user_id]
        return {**person.member(), "user": person.user(), "permissions": str(person.permissions)}

    def delete_channel(self, channel_id: str) -> None:
        """A moderator deletes a channel or thread, with its messages. Raises 10003."""
        for channel in self.channels.delete(channel_id):
            self.messages.forget_channel(channel["id"])

    def remove_bot(self, server: str = club.GUILD_ID) -> None:
        """A moderator removes the bot from a server: what it does there is refused with 50001 from now on."""
        self.channels.bot_present.discard(server)
        self.emit("GUILD_DELETE", {"id": server})

    def invite_bot(self, server: str = club.GUILD_ID) -> None:
        """A moderator invites the bot, again or for the first time."""
        self.channels.bot_present.add(server)
        self.emit("GUILD_CREATE", self.guild_create(server))

    def bot_in(self, server: str) -> bool:
        """Whether the bot is in a server."""
        return server in self.channels.bot_present

    def outage(self) -> None:
        """The server becomes unavailable, as in an outage of Discord's: the bot is still in it. See `outage_over`."""
        self.emit("GUILD_DELETE", {"id": club.GUILD_ID, "unavailable": True})

    def outage_over(self) -> None:
        """The server is available again."""
        self.emit("GUILD_CREATE", self.guild_create())

    def record(self, method: str, path: str, status: int, code: int | None = None) -> None:
        """Note a request of the bot's."""
        self.requests.append(Requested(self.clock.now(), method, path, status, code))

    def interaction_payload(self, interaction: Interaction) -> Json:
        """The data of an INTERACTION_CREATE event."""
        person = self.members[interaction.user_id]
        channel = self.channels.get(interaction.channel_id)
        server = channel["guild_id"]
        payload: Json = {
            "id": interaction.id,
            "application_id": club.APPLICATION_ID,
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "guild_id": server,
            "guild": {"id": server, "locale": self.locale, "features": []},
            "guild_locale": self.locale,
            "channel_id": interaction.channel_id,
            "channel": {**channel, "permissions": str(person.permissions)},
            "member": self.member(interaction.user_id),
            "locale": person.locale,
            "app_permissions": str(self.channels.bot_may(interaction.channel_id)),
            "entitlements": [],
            "authorizing_integration_owners": {"0": server},
            "context": 0,
            "attachment_size_limit": numbers.ATTACHMENT_BYTES,
        }
        if interaction.message is not None:
            payload["message"] = interaction.message.body
        return payload | interaction.changes

    def _dispatch(self, interaction: Interaction) -> None:
        if not self.bot_reachable(self.channels.server_of(interaction.channel_id)):
            self.interactions.refuse(interaction, BOT_OFFLINE)
            return
        self.emit("INTERACTION_CREATE", self.interaction_payload(interaction))
