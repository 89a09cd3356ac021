"""Would Discord register these commands, and show these choices?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bot.practice.limits import numbers
from bot.practice.limits.problems import Findings, Json, Path, Problem

SUB_COMMAND, SUB_COMMAND_GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(
    1, 12
)
CHAT_INPUT = 1
_KINDS = range(1, 12)
_WITH_CHOICES = (STRING, INTEGER, NUMBER)
_NAME = re.compile(numbers.COMMAND_NAME_PATTERN)


def command_list_problems(commands: Sequence[Json]) -> list[Problem]:
    """What Discord would refuse in a list of commands that replaces all (the paths start with the index)."""
    found = Findings()
    if len(commands) > numbers.GLOBAL_COMMANDS:
        sentence = f"Must be {numbers.GLOBAL_COMMANDS} or fewer in length."
        found.add((), "BASE_TYPE_MAX_LENGTH", sentence)
    for index, command in enumerate(commands):
        found.problems += [Problem((index, *p.path), p.code, p.message) for p in command_problems(command)]
    for kind in {command.get("type") or CHAT_INPUT for command in commands}:
        same = [(i, command) for i, command in enumerate(commands) if (command.get("type") or CHAT_INPUT) == kind]
        sentence = "Application command names must be unique"
        _check_unique(found, same, (), "APPLICATION_COMMANDS_DUPLICATE_NAME", sentence)
    return found.problems


def command_problems(command: Json) -> list[Problem]:
    """What Discord would refuse in one command's registration."""
    found = Findings()
    if (command.get("type") or CHAT_INPUT) != CHAT_INPUT:
        found.text(command, "name", (), numbers.COMMAND_NAME, 1)
        return found.problems
    _check_names(found, command, ())
    _check_options(found, command, (), depth=0)
    if _characters(command) > numbers.COMMAND_CHARACTERS:
        sentence = f"Command exceeds maximum size ({numbers.COMMAND_CHARACTERS})"
        found.add((), "APPLICATION_COMMAND_TOO_LARGE", sentence)
    return found.problems


def choice_problems(payload: Json) -> list[Problem]:
    """What Discord would refuse in the data of an autocomplete answer (`choices`)."""
    found = Findings()
    choices = found.listed(payload, "choices", (), numbers.AUTOCOMPLETE_CHOICES)
    _check_choices(found, choices, ("choices",))
    return found.problems


def _check_names(found: Findings, holder: Json, path: Path) -> None:
    """Check name and description with their translations."""
    found.text(holder, "name", path, numbers.COMMAND_NAME, 1)
    found.text(holder, "description", path, numbers.COMMAND_DESCRIPTION, 1)
    _check_name(found, holder.get("name"), (*path, "name"))
    for locale, name in (holder.get("name_localizations") or {}).items():
        _check_name(found, name, (*path, "name_localizations", locale))
    for locale in holder.get("description_localizations") or {}:
        where = (*path, "description_localizations")
        found.text(holder["description_localizations"], locale, where, numbers.COMMAND_DESCRIPTION, 1)


def _check_name(found: Findings, name: Any, path: Path) -> None:
    if isinstance(name, str) and (not _NAME.fullmatch(name) or name != name.lower()):
        found.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_unique(found: Findings, holders: list[tuple[int, Json]], path: Path, code: str, sentence: str) -> None:
    """Check that no two have the same name, nor the same in one language, where a name not translated stands too."""
    found.unique((((*path, i, "name"), each.get("name")) for i, each in holders), code, sentence)
    for locale in {locale for _, each in holders for locale in each.get("name_localizations") or {}}:
        read = [(i, (each.get("name_localizations") or {}).get(locale, each.get("name"))) for i, each in holders]
        found.unique((((*path, i, "name_localizations", locale), name) for i, name in read), code, sentence)


def _check_options(found: Findings, holder: Json, path: Path, depth: int) -> None:
    options = found.listed(holder, "options", path, numbers.COMMAND_OPTIONS)
    optional_before = False
    kinds = {option.get("type") for option in options}
    if kinds & {SUB_COMMAND, SUB_COMMAND_GROUP} and kinds - {SUB_COMMAND, SUB_COMMAND_GROUP}:
        sentence = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        found.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", sentence)
    for index, option in enumerate(options):
        where = (*path, "options", index)
        _check_names(found, option, where)
        if not found.one_of(option.get("type"), _KINDS, (*where, "type"), union=True):
            continue
        kind = option["type"]
        if kind in (SUB_COMMAND, SUB_COMMAND_GROUP):
            if depth > (0 if kind == SUB_COMMAND_GROUP else 1):
                sentence = "Sub-commands nest at most two deep"
                found.add((*where, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", sentence)
            _check_options(found, option, where, depth + 1)
            continue
        if option.get("required") and optional_before:
            sentence = "Required options must be placed before non-required options"
            found.add(where, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", sentence)
        optional_before = optional_before or not option.get("required")
        choices = found.listed(option, "choices", where, numbers.COMMAND_CHOICES)
        if option.get("autocomplete") and (choices or kind not in _WITH_CHOICES):
            sentence = "Autocomplete is for string and number options without choices"
            found.add(where, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", sentence)
        _check_choices(found, choices, (*where, "choices"))
    _check_unique(
        found,
        list(enumerate(options)),
        (*path, "options"),
        "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
        "Option name is already used",
    )


def _check_choices(found: Findings, choices: list[Json], path: Path) -> None:
    for index, choice in enumerate(choices):
        where = (*path, index)
        found.text(choice, "name", where, numbers.CHOICE_NAME, 1)
        for locale in choice.get("name_localizations") or {}:
            found.text(choice["name_localizations"], locale, (*where, "name_localizations"), numbers.CHOICE_NAME, 1)
        value = choice.get("value")
        if value is None:
            found.required((*where, "value"))
        elif isinstance(value, str):
            found.text(choice, "value", where, numbers.CHOICE_VALUE, 1)


def _characters(holder: Json) -> int:
    """What counts towards a command's size: per text the longest of the original and its translations."""
    total = 0
    for key in ("name", "description"):
        texts = [holder.get(key) or "", *(holder.get(f"{key}_localizations") or {}).values()]
        total += max(len(text) for text in texts)
    for option in holder.get("options") or []:
        total += _characters(option)
    for choice in holder.get("choices") or []:
        read = [choice.get("name") or "", *(choice.get("name_localizations") or {}).values()]
        total += max(len(name) for name in read) + len(str(choice.get("value", "")))
    return total
