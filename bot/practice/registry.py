"""What the application has registered: its commands and its emoji."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable

from bot.practice import club
from bot.practice.clock import Clock, Snowflakes
from bot.practice.club import Json
from bot.practice.limits import command_list_problems, command_problems, numbers
from bot.practice.limits.problems import Problem
from bot.practice.refusals import (
    invalid_form,
    refuse_problems,
    too_many_commands,
    too_many_created,
    too_many_emojis,
    unknown_command,
    unknown_emoji,
)

_KEPT = (
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "dm_permission",
    "nsfw",
    "options",
    "contexts",
    "integration_types",
)


class Commands:
    """Registered commands; `scope` is None for the global ones, else the server's id."""

    def __init__(self, clock: Clock, snowflakes: Snowflakes, changed: Callable[[], None]) -> None:
        self._clock = clock
        self._snowflakes = snowflakes
        self._changed = changed
        self._created: list[float] = []
        self._by_scope: dict[str | None, dict[str, Json]] = {None: {}}

    def listed(self, scope: str | None) -> list[Json]:
        """The commands of one scope."""
        return list(self._by_scope.get(scope, {}).values())

    def usable(self) -> list[Json]:
        """All commands that people in the server can use; the server's own hide global ones of that name."""
        by_name = {command["name"]: command for command in self.listed(None)}
        by_name |= {command["name"]: command for command in self.listed(club.GUILD_ID)}
        return list(by_name.values())

    def get(self, scope: str | None, command_id: str) -> Json:
        """One command. Raises 10063."""
        command = self._by_scope.get(scope, {}).get(command_id)
        if command is None:
            raise unknown_command()
        return command

    def replace(self, scope: str | None, commands: list[Json]) -> list[Json]:
        """Register exactly these; one that keeps its name keeps its id. Raises 50035 and 30032."""
        if len(commands) > numbers.GLOBAL_COMMANDS:
            raise too_many_commands()
        refuse_problems(command_list_problems(commands))
        ids = {(c["type"], c["name"]): c["id"] for c in self.listed(scope)}
        known = [ids.get((c.get("type") or 1, c["name"])) for c in commands]
        self._count_created(known.count(None))
        made = [self._command(scope, c, command_id) for c, command_id in zip(commands, known, strict=True)]
        self._by_scope[scope] = {command["id"]: command for command in made}
        self._changed()
        return made

    def put(self, scope: str | None, command: Json) -> Json:
        """Register one more, or replace the one of that name. Raises 50035 and 30032."""
        refuse_problems(command_problems(command))
        kind = command.get("type") or 1
        same = [c["id"] for c in self.listed(scope) if (c["type"], c["name"]) == (kind, command["name"])]
        if not same and len(self.listed(scope)) >= numbers.GLOBAL_COMMANDS:
            raise too_many_commands()
        self._count_created(0 if same else 1)
        made = self._command(scope, command, same[0] if same else None)
        self._by_scope.setdefault(scope, {})[made["id"]] = made
        self._changed()
        return made

    def edit(self, scope: str | None, command_id: str, changes: Json) -> Json:
        """Change one. Raises 10063 and 50035."""
        command = {**self.get(scope, command_id), **changes}
        refuse_problems(command_problems(command))
        made = self._command(scope, command, command_id)
        self._by_scope[scope][command_id] = made
        self._changed()
        return made

    def delete(self, scope: str | None, command_id: str) -> None:
        """Take one away. Raises 10063."""
        self.get(scope, command_id)
        del self._by_scope[scope][command_id]
        self._changed()

    def _count_created(self, number: int) -> None:
        """Count newly created commands. Raises 30034 beyond the day's number."""
        now = self._clock.now()
        self._created = [when for when in self._created if now - when < 86_400]
        if len(self._created) + number > numbers.COMMANDS_CREATED_A_DAY:
            raise too_many_created()
        self._created += [now] * number

    def _command(self, scope: str | None, data: Json, command_id: str | None) -> Json:
        command: Json = {
            "id": command_id or self._snowflakes.new(),
            "application_id": club.APPLICATION_ID,
            "version": self._snowflakes.new(),
            "type": data.get("type") or 1,
            "description": "",
            "default_member_permissions": None,
            "nsfw": False,
        }
        command.update({key: data[key] for key in _KEPT if key in data})
        if command["default_member_permissions"] is not None:
            command["default_member_permissions"] = str(command["default_member_permissions"])
        if scope is not None:
            command["guild_id"] = scope
        return command


class Emojis:
    """The application's emoji by id, with their pictures."""

    def __init__(self, snowflakes: Snowflakes, bot: Json) -> None:
        self._snowflakes = snowflakes
        self._bot = bot
        self.all: dict[str, Json] = {}
        self.pictures: dict[str, tuple[str, bytes]] = {}

    def get(self, emoji_id: str) -> Json:
        """One emoji. Raises 10014."""
        if emoji_id not in self.all:
            raise unknown_emoji()
        return self.all[emoji_id]

    def create(self, data: Json) -> Json:
        """Add one from a `data:` image. Raises 50035 and 30008."""
        if len(self.all) >= numbers.APPLICATION_EMOJIS:
            raise too_many_emojis()
        name = self._name(data)
        header, _, encoded = str(data.get("image") or "").partition(",")
        matched = re.fullmatch(r"data:(image/(?:png|jpeg|gif|webp|avif));base64", header)
        try:
            picture = base64.b64decode(encoded, validate=True)
        except binascii.Error:
            matched = None
        if matched is None:
            raise invalid_form([Problem(("image",), "IMAGE_INVALID", "Invalid image data")])
        if len(picture) > numbers.EMOJI_BYTES:
            sentence = "File cannot be larger than 256.0 kb."
            raise invalid_form([Problem(("image",), "BINARY_TYPE_MAX_SIZE", sentence)])
        emoji: Json = {
            "id": self._snowflakes.new(),
            "name": name,
            "roles": [],
            "user": self._bot,
            "require_colons": True,
            "managed": False,
            "animated": matched[1] == "image/gif",
            "available": True,
        }
        self.all[emoji["id"]] = emoji
        self.pictures[emoji["id"]] = (matched[1], picture)
        return emoji

    def rename(self, emoji_id: str, data: Json) -> Json:
        """Change an emoji's name. Raises 10014 and 50035."""
        emoji = self.get(emoji_id)
        emoji["name"] = self._name(data)
        return emoji

    def delete(self, emoji_id: str) -> None:
        """Take one away. Raises 10014."""
        self.get(emoji_id)
        del self.all[emoji_id]
        del self.pictures[emoji_id]

    def _name(self, data: Json) -> str:
        name = data.get("name")
        if not isinstance(name, str) or not re.fullmatch(r"\w{2,32}", name, re.ASCII):
            sentence = "Must be 2 to 32 letters, digits or underscores."
            raise invalid_form([Problem(("name",), "STRING_TYPE_REGEX", sentence)])
        return name
