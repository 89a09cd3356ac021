"""Turns the fields of a filled-in modal into the interaction data that Discord sends to the bot."""

from __future__ import annotations

from typing import Any

from bot.practice.club import Json
from bot.practice.limits import components as kinds
from bot.practice.limits import numbers
from bot.practice.options import BadInput


def modal_data(modal: Json, fields: Json) -> Json:
    """The `data` of a modal submit. Raises BadInput for values that the modal does not allow."""
    parts: list[Json] = []
    used: set[str] = set()
    for number, part in enumerate(modal["components"], start=1):
        place: Json = {"type": part["type"], "id": part.get("id") or number * 100}
        if part["type"] == kinds.ROW:
            place["components"] = [_field(child, fields, used) for child in part["components"]]
        elif part["type"] == kinds.LABEL:
            place["component"] = _field(part["component"], fields, used)
        parts.append(place)
    unknown = set(fields) - used
    if unknown:
        raise BadInput(f"The form has no field {sorted(unknown)[0]!r}.")
    return {"custom_id": modal["custom_id"], "components": parts}


def _field(field: Json, fields: Json, used: set[str]) -> Json:
    custom_id, kind = field["custom_id"], field["type"]
    used.add(custom_id)
    given = fields.get(custom_id)
    sent: Json = {"type": kind, "id": field.get("id") or len(used), "custom_id": custom_id}
    # Parts of a modal must be filled in unless they say otherwise.
    required = field.get("required", True) is not False
    if kind == kinds.TEXT_INPUT:
        sent["value"] = _text(field, given, required)
    elif kind == kinds.CHECKBOX:
        sent["value"] = bool(given)
    elif kind == kinds.RADIO_GROUP:
        chosen = _chosen(field, given, 1 if required else 0, 1)
        sent["value"] = chosen[0] if chosen else None
    elif kind in kinds.SELECTS or kind == kinds.CHECKBOX_GROUP:
        many = len(field.get("options") or []) if kind == kinds.CHECKBOX_GROUP else 1
        least, most = field.get("min_values"), field.get("max_values")
        least = 1 if least is None else least
        sent["values"] = _chosen(field, given, least if required else 0, many if most is None else most)
    else:
        raise BadInput("Practice cannot upload files in a form.")
    return sent


def _text(field: Json, given: Any, required: bool) -> str:
    text = "" if given is None else str(given)
    if not text and not required:
        return text
    least = max(field.get("min_length") or 0, 1 if required else 0)
    most = field.get("max_length") or numbers.TEXT_INPUT
    if not least <= len(text) <= most:
        raise BadInput(f"The field {field['custom_id']!r} takes {least} to {most} characters.")
    return text


def _chosen(field: Json, given: Any, least: int, most: int) -> list[str]:
    values = given if isinstance(given, list) else [] if given is None else [given]
    if not values and least == 0:
        return []
    if not least <= len(values) <= most or len(set(values)) != len(values):
        raise BadInput(f"The field {field['custom_id']!r} takes {least} to {most} choices.")
    options = field.get("options")
    if options is not None and any(v not in [option["value"] for option in options] for v in values):
        raise BadInput(f"The field {field['custom_id']!r} has no such choice.")
    return [str(value) for value in values]
