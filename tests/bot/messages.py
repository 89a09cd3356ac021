"""A message as a person sees it: its texts, its buttons, whether it is theirs alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_BUTTON, _TEXT = 2, 10


@dataclass(frozen=True)
class Seen:
    """One message at one moment. ``parts``: every component in it, in order, flattened."""

    id: int
    channel: int
    private: bool
    parts: tuple[dict[str, Any], ...]
    content: str = ""

    @property
    def text(self) -> str:
        """All its texts."""
        return "\n".join([self.content, *(part["content"] for part in self.parts if part["type"] == _TEXT)]).strip()

    @property
    def labels(self) -> list[str]:
        """The labels of its buttons."""
        return [str(part.get("label")) for part in buttons_of(self)]

    @property
    def able(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [str(part.get("label")) for part in buttons_of(self) if not part.get("disabled")]

    @property
    def ids(self) -> dict[str, str]:
        """The custom ids by label."""
        return {str(part.get("label")): part["custom_id"] for part in buttons_of(self)}

    @property
    def cards(self) -> list[str]:
        """The codes of the cards that can be pressed."""
        able = [part["custom_id"] for part in buttons_of(self) if not part.get("disabled")]
        return [each.rpartition(":play ")[2] for each in able if ":do:play " in each]


def buttons_of(message: Seen) -> list[dict[str, Any]]:
    """The buttons with ids."""
    return [part for part in message.parts if part["type"] == _BUTTON and "custom_id" in part]


def flattened(components: Any) -> Iterator[dict[str, Any]]:
    """Every component, those within others too."""
    for each in components or ():
        yield each
        yield from flattened(each.get("components"))
        if each.get("accessory"):
            yield from flattened([each["accessory"]])
