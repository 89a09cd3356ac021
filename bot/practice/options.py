"""Turns a command's path and raw values into the interaction data that Discord sends to the bot."""

from __future__ import annotations

from typing import Any

from bot.practice import club
from bot.practice.club import Json
from bot.practice.limits import commands as kinds
from bot.practice.world import World


class BadInput(Exception):
    """Something that the real client or server would not have let a person do; the text says what, in a sentence."""


def leaf_of(command: Json, path: list[str]) -> Json:
    """The command or subcommand at the end of a path. Raises BadInput."""
    place = command
    for name in path[1:]:
        inside = [o for o in place.get("options") or [] if o["type"] in (kinds.SUB_COMMAND, kinds.SUB_COMMAND_GROUP)]
        found = next((option for option in inside if option["name"] == name), None)
        if found is None:
            raise BadInput(f"There is no command /{' '.join(path)}.")
        place = found
    options = place.get("options") or []
    if any(option["type"] in (kinds.SUB_COMMAND, kinds.SUB_COMMAND_GROUP) for option in options):
        raise BadInput(f"/{' '.join(path)} is only the beginning of a command.")
    return {**place, "options": options}


def command_data(world: World, command: Json, path: list[str], values: Json, focused: str | None = None) -> Json:
    """The `data` of a command or (with `focused`) autocomplete interaction. Raises BadInput."""
    leaf = leaf_of(command, path)
    known = {option["name"]: option for option in leaf["options"]}
    unknown = set(values) - set(known)
    if unknown:
        raise BadInput(f"/{' '.join(path)} has no option {sorted(unknown)[0]!r}.")
    resolved: Json = {}
    options: list[Json] = []
    for name, option in known.items():
        given = values.get(name)
        if focused == name:
            options.append({"name": name, "type": option["type"], "value": given or "", "focused": True})
        elif given is None or given == "":
            if option.get("required") and focused is None:
                raise BadInput(f"The option {name!r} is required.")
        else:
            value = _value(world, option, given, resolved)
            options.append({"name": name, "type": option["type"], "value": value})
    for depth in range(len(path) - 1, 0, -1):
        kind = kinds.SUB_COMMAND if depth == len(path) - 1 else kinds.SUB_COMMAND_GROUP
        options = [{"name": path[depth], "type": kind, "options": options}]
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "options": options}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    if resolved:
        data["resolved"] = resolved
    return data


def _value(world: World, option: Json, given: Any, resolved: Json) -> Any:
    """One option's value in the type Discord sends. Raises BadInput."""
    name, kind = option["name"], option["type"]
    try:
        if kind == kinds.STRING:
            value: Any = str(given)
        elif kind == kinds.INTEGER:
            value = int(given)
        elif kind == kinds.NUMBER:
            value = float(given)
        elif kind == kinds.BOOLEAN:
            value = given if isinstance(given, bool) else {"true": True, "false": False}[str(given).lower()]
        else:
            value = _resolve(world, kind, name, str(given), resolved)
    except (ValueError, KeyError, TypeError):
        raise BadInput(f"The option {name!r} cannot be {given!r}.") from None
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise BadInput(f"The option {name!r} must be one of its choices.")
    measured = len(value) if kind == kinds.STRING else value
    low, high = ("min_length", "max_length") if kind == kinds.STRING else ("min_value", "max_value")
    if option.get(low) is not None and measured < option[low]:
        raise BadInput(f"The option {name!r} is below its least, {option[low]}.")
    if option.get(high) is not None and measured > option[high]:
        raise BadInput(f"The option {name!r} is above its most, {option[high]}.")
    return value


def _resolve(world: World, kind: int, name: str, given: str, resolved: Json) -> str:
    """Put a chosen person or channel into `resolved`. Raises KeyError when there is none, BadInput for other kinds."""
    if kind in (kinds.USER, kinds.MENTIONABLE):
        person = world.members[given]
        resolved.setdefault("users", {})[given] = person.user()
        member = {**person.member(), "permissions": str(person.permissions)}
        resolved.setdefault("members", {})[given] = member
    elif kind == kinds.CHANNEL:
        channel = world.channels.all[given]
        resolved.setdefault("channels", {})[given] = {**channel, "permissions": str(club.EVERYONE)}
    elif kind == kinds.ROLE:
        roles = {role["id"]: role for role in club.roles()}
        resolved.setdefault("roles", {})[given] = roles[given]
    else:
        raise BadInput(f"Practice cannot fill in the option {name!r}.")
    return given
