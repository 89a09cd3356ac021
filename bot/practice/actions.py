"""What a person does: commands, clicks, choices, modals, plain messages. Checks what Discord's servers check."""

from __future__ import annotations

from typing import Any

from bot.practice import club
from bot.practice.club import Json
from bot.practice.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Deed,
    Report,
)
from bot.practice.limits import components as kinds
from bot.practice.limits import numbers
from bot.practice.limits.components import walk
from bot.practice.messages import Message
from bot.practice.options import BadInput, command_data, leaf_of
from bot.practice.refusals import Refusal
from bot.practice.submissions import modal_data
from bot.practice.world import World


class Actions:
    """The deeds of one person. Each raises BadInput when the real Discord would not have passed it on."""

    def __init__(self, world: World, user_id: str, report: Report) -> None:
        """`report` is told what becomes of each deed that the bot has to answer."""
        self._world = world
        self._user_id = user_id
        self._report = report

    def command(self, channel_id: str, path: list[str], options: Json) -> None:
        """Use a slash command; `options` are raw values by name (ids for people and channels)."""
        self._require_channel(channel_id)
        command = self._command(path)
        data = command_data(self._world, command, path, options)
        self._do(COMMAND, channel_id, data, name=" ".join(path))

    def autocomplete(self, channel_id: str, path: list[str], options: Json, focused: str) -> None:
        """Ask for the choices of one option while typing."""
        self._require_channel(channel_id)
        command = self._command(path)
        option = next((o for o in leaf_of(command, path)["options"] if o["name"] == focused), None)
        if option is None or not option.get("autocomplete"):
            raise BadInput(f"The option {focused!r} has no choices to look up.")
        data = command_data(self._world, command, path, options, focused=focused)
        self._do(AUTOCOMPLETE, channel_id, data, name=" ".join(path))

    def component(self, channel_id: str, message_id: str, custom_id: str, values: list[str] | None) -> None:
        """Press a button or choose in a select. A disabled one is passed on, as a modified client can do."""
        message = self._visible(channel_id, message_id)
        part = next((p for p in walk(message.body["components"]) if p.get("custom_id") == custom_id), None)
        if part is None:
            raise BadInput("This message has no such component.")
        if part.get("disabled") and not self._world.disabled_pressable:
            raise BadInput("This component is disabled.")
        data: Json = {"custom_id": custom_id, "component_type": part["type"], "id": part["id"]}
        if part["type"] in kinds.SELECTS:
            data["values"] = self._chosen(part, values or [])
            resolved = self._resolved(part["type"], data["values"])
            if resolved:
                data["resolved"] = resolved
        self._do(COMPONENT, channel_id, data, message=message)

    def modal_submit(self, interaction_id: str, custom_id: str, fields: Json) -> None:
        """Send a modal off; `fields` are values by custom id."""
        opener = self._world.interactions.get(interaction_id)
        if opener is None or opener.user_id != self._user_id or opener.modal is None:
            raise BadInput("This form is not open.")
        if opener.modal["custom_id"] != custom_id:
            raise BadInput("This form has another custom id.")
        data = modal_data(opener.modal, fields)
        resolved = self._modal_resolved(opener.modal, fields)
        if resolved:
            data["resolved"] = resolved
        self._do(MODAL_SUBMIT, opener.channel_id, data, message=opener.message, opener=opener)

    def say(self, channel_id: str, content: str) -> None:
        """Write a plain message."""
        self._require_channel(channel_id)
        if not content.strip() or len(content) > numbers.CONTENT:
            raise BadInput(f"A message has 1 to {numbers.CONTENT} characters.")
        try:
            self._world.channels.wake_thread(channel_id)
        except Refusal as refusal:
            raise BadInput(refusal.message) from refusal
        self._world.messages.create(channel_id, self._world.user(self._user_id), {"content": content})

    def dismiss(self, message_id: str) -> None:
        """Take one's own private message away; only this person's view changes, the bot hears nothing."""
        message = self._world.messages.find_anywhere(message_id)
        if message is None or message.ephemeral_for != self._user_id:
            raise BadInput("There is no such private message.")
        self._world.messages.delete(message)

    def _do(self, kind: int, channel_id: str, data: Json, **more: Any) -> None:
        deed = Deed(kind=kind, user_id=self._user_id, channel_id=channel_id, data=data, report=self._report, **more)
        self._world.interactions.open(deed)

    def _command(self, path: list[str]) -> Json:
        command = next((c for c in self._world.commands.usable() if path and c["name"] == path[0]), None)
        if command is None:
            raise BadInput(f"There is no command /{' '.join(path)}.")
        needed = command.get("default_member_permissions")
        person = self._world.members[self._user_id]
        if needed is not None:
            administrator = person.permissions & 8
            allowed = int(needed) and person.permissions & int(needed) == int(needed)
            if not administrator and not allowed:
                raise BadInput("You do not have permission to use this command.")
        return command

    def _require_channel(self, channel_id: str) -> None:
        if channel_id not in self._world.channels.all:
            raise BadInput("There is no such channel.")

    def _visible(self, channel_id: str, message_id: str) -> Message:
        self._require_channel(channel_id)
        try:
            message = self._world.messages.find(channel_id, message_id)
        except Refusal:
            message = None
        if message is None or not message.visible_to(self._user_id):
            raise BadInput("There is no such message.")
        return message

    def _chosen(self, select: Json, values: list[str]) -> list[str]:
        least, most = select.get("min_values"), select.get("max_values")
        least, most = 1 if least is None else least, 1 if most is None else most
        if not least <= len(values) <= most or len(set(values)) != len(values):
            raise BadInput(f"Choose {least} to {most} of the options.")
        return self._offered(select, values)

    def _offered(self, select: Json, values: list[str]) -> list[str]:
        """The values, if all are among what a select offers. Raises BadInput."""
        if select["type"] == kinds.STRING_SELECT:
            offered: Any = {option["value"] for option in select["options"]}
        elif select["type"] == kinds.CHANNEL_SELECT:
            offered = self._world.channels.all
        elif select["type"] == kinds.ROLE_SELECT:
            offered = {role["id"] for role in club.roles()}
        else:
            offered = self._world.members
        if any(value not in offered for value in values):
            raise BadInput("That is not among the options.")
        return values

    def _resolved(self, kind: int, values: list[str]) -> Json:
        """The `resolved` part for chosen people or channels."""
        if kind in (kinds.USER_SELECT, kinds.MENTIONABLE_SELECT) and values:
            members = self._world.members
            return {
                "users": {v: members[v].user() for v in values},
                "members": {v: {**members[v].member(), "permissions": str(members[v].permissions)} for v in values},
            }
        if kind == kinds.CHANNEL_SELECT and values:
            channels = self._world.channels.all
            return {"channels": {v: {**channels[v], "permissions": str(club.EVERYONE)} for v in values}}
        if kind == kinds.ROLE_SELECT and values:
            return {"roles": {role["id"]: role for role in club.roles() if role["id"] in values}}
        return {}

    def _modal_resolved(self, modal: Json, fields: Json) -> Json:
        """The `resolved` part for the people, roles and channels chosen in a form."""
        resolved: Json = {}
        for part in walk(modal["components"]):
            if part["type"] in kinds.SELECTS - {kinds.STRING_SELECT} and fields.get(part["custom_id"]):
                values = self._offered(part, list(fields[part["custom_id"]]))
                for key, found in self._resolved(part["type"], values).items():
                    resolved.setdefault(key, {}).update(found)
        return resolved
