"""Would Discord take this modal?"""

from __future__ import annotations

from bot.practice.limits import components as kinds
from bot.practice.limits import numbers
from bot.practice.limits.problems import NO_OBJECT, Findings, Json, Path, Problem

_GROUPS = {kinds.RADIO_GROUP, kinds.CHECKBOX_GROUP}
_IN_LABEL = {kinds.TEXT_INPUT, kinds.FILE_UPLOAD, kinds.CHECKBOX} | kinds.SELECTS | _GROUPS
_TOP = {kinds.ROW, kinds.TEXT, kinds.LABEL}


def modal_problems(payload: Json) -> list[Problem]:
    """What Discord would refuse in the data of a modal (`title`, `custom_id`, `components`)."""
    found = Findings()
    found.text(payload, "title", (), numbers.MODAL_TITLE, 1)
    found.text(payload, "custom_id", (), numbers.CUSTOM_ID, 1)
    placed: list[tuple[Path, Json]] = []
    parts = found.listed(payload, "components", (), numbers.MODAL_PARTS, 1)
    for index, part in enumerate(parts):
        path: Path = ("components", index)
        if not isinstance(part, dict):
            found.add(path, *NO_OBJECT)
            continue
        placed.append((path, part))
        if not found.one_of(part.get("type"), _TOP, (*path, "type"), union=True):
            continue
        if part["type"] == kinds.TEXT:
            found.text(part, "content", path, numbers.TEXT_IN_ALL, 1)
        elif part["type"] == kinds.ROW:
            for inner, child in enumerate(found.listed(part, "components", path, 1, 1)):
                where = (*path, "components", inner)
                placed.append((where, child))
                if found.one_of(child.get("type"), {kinds.TEXT_INPUT}, (*where, "type"), union=True):
                    found.text(child, "label", where, numbers.LABEL, 1)
                    _check_text_input(found, child, where)
        else:
            _check_label(found, part, path, placed)
    kinds.check_ids(found, placed)
    return found.problems


def _check_label(found: Findings, label: Json, path: Path, placed: list[tuple[Path, Json]]) -> None:
    found.text(label, "label", path, numbers.LABEL, 1)
    found.text(label, "description", path, numbers.LABEL_DESCRIPTION)
    child = label.get("component")
    where = (*path, "component")
    if not isinstance(child, dict):
        found.required(where)
        return
    placed.append((where, child))
    if not found.one_of(child.get("type"), _IN_LABEL, (*where, "type"), union=True):
        return
    kind = child["type"]
    if kind == kinds.TEXT_INPUT:
        _check_text_input(found, child, where)
    elif kind in kinds.SELECTS:
        kinds.check_select(found, child, where, None)
    else:
        found.text(child, "custom_id", where, numbers.CUSTOM_ID, 1)
    if kind in _GROUPS:
        least = numbers.RADIO_OPTIONS_LEAST if kind == kinds.RADIO_GROUP else 1
        options = found.listed(child, "options", where, numbers.GROUP_OPTIONS, least)
        kinds.check_options(found, options, (*where, "options"), None)
    if kind == kinds.CHECKBOX_GROUP:
        found.number(child, "min_values", where, 0, numbers.GROUP_OPTIONS)
        found.number(child, "max_values", where, 1, numbers.GROUP_OPTIONS)
    if kind == kinds.FILE_UPLOAD:
        found.number(child, "min_values", where, 0, numbers.UPLOADS)
        found.number(child, "max_values", where, 1, numbers.UPLOADS)


def _check_text_input(found: Findings, field: Json, path: Path) -> None:
    found.text(field, "custom_id", path, numbers.CUSTOM_ID, 1)
    found.one_of(field.get("style"), (1, 2), (*path, "style"))
    found.number(field, "min_length", path, 0, numbers.TEXT_INPUT)
    found.number(field, "max_length", path, 1, numbers.TEXT_INPUT)
    found.text(field, "placeholder", path, numbers.TEXT_INPUT_PLACEHOLDER)
    found.text(field, "value", path, numbers.TEXT_INPUT)
    least, most = field.get("min_length") or 0, field.get("max_length") or numbers.TEXT_INPUT
    if isinstance(least, int) and isinstance(most, int) and least > most:
        sentence = "min_length must be less than or equal to max_length"
        found.add((*path, "min_length"), "TEXT_INPUT_INVALID_RANGE", sentence)
    value = field.get("value")
    if isinstance(value, str) and value and not least <= len(value) <= most:
        sentence = f"Must be between {least} and {most} in length."
        found.add((*path, "value"), "BASE_TYPE_BAD_LENGTH", sentence)
