"""Request bodies as Discord gets them, and what it would say of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from discord import ui

from bot.practice.limits import choice_problems, message_problems, modal_problems
from bot.practice.limits.numbers import CHANNEL_NAME, COMPONENTS_V2
from bot.texts import Texts

Json = dict[str, Any]


@dataclass(frozen=True)
class Body:
    """What is sent (``payload``), and which check of the limits it has to pass."""

    payload: Json
    check: Callable[[Json], Sequence[object]]


#: Every request body of one kind of view, in one language.
Scene: TypeAlias = Callable[[Texts], Iterator[Body]]


def message(view: ui.LayoutView, *files: str) -> Body:
    """A message that is a box, with these files."""
    assert view.is_finished(), "the library would keep it"
    attachments = [{"id": number, "filename": name} for number, name in enumerate(files)]
    payload = {"flags": COMPONENTS_V2, "components": view.to_components(), "attachments": attachments}  # type: ignore[no-untyped-call]
    return Body(payload, lambda body: message_problems(body, file_names=files))


def line(content: str, view: ui.View) -> Body:
    """A plain message with buttons under it."""
    assert view.is_finished(), "the library would keep it"
    return Body({"content": content, "components": view.to_components()}, message_problems)


def form(modal: ui.Modal) -> Body:
    """A form."""
    return Body(modal.to_dict(), modal_problems)


def suggestions(offered: Sequence[tuple[str, str]]) -> Body:
    """What is suggested while somebody types: names and values."""
    return Body({"choices": [{"name": name, "value": value} for name, value in offered]}, choice_problems)


def thread(name: str) -> Body:
    """A thread to be made."""

    def problems(body: Json) -> list[str]:
        return [] if 1 <= len(body["name"]) <= CHANNEL_NAME else [f"its name has {len(body['name'])} letters"]

    return Body({"name": name}, problems)


def wider(value: Any) -> Any:
    """The same with two letters for every one that is two in UTF-16, emoji above all, should these be counted."""
    if isinstance(value, str):
        return "".join(each if ord(each) < 0x10000 else "xx" for each in value)
    if isinstance(value, dict):
        return {key: wider(each) for key, each in value.items()}
    return [wider(each) for each in value] if isinstance(value, list) else value


def strings(value: Any) -> Iterator[str]:
    """Every text in a payload."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)
