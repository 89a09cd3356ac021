"""How a message is put together: one box with the game's colour, texts, rows of buttons.

Views are serialisers only. Each is stopped before it is sent, so that discord.py never keeps or routes one; clicks come
back by their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, TypeAlias, TypeVar

import discord
from discord import ui

from bot.texts import Texts

Button: TypeAlias = ui.Button[Any]
Piece: TypeAlias = ui.Item[Any]
V = TypeVar("V")

BUTTONS_IN_ROW = 5
#: Letters of all texts of a message together.
_TEXT_IN_ALL = 4000


def text(*lines: str | None) -> list[Piece]:
    """Lines as one text; those that are None or empty are left out, and so is the text if nothing remains."""
    kept = [line for line in lines if line]
    return [ui.TextDisplay("\n".join(kept))] if kept else []


def small(*lines: str | None) -> list[Piece]:
    """Lines as small print; those that are None or empty are left out."""
    return text(*(each if each.startswith("-# ") else f"-# {each}" for each in lines if each))


def beside(said: str, button: Button) -> list[Piece]:
    """A text with one button at its side, so that it takes no row of its own."""
    return [ui.Section(ui.TextDisplay(said), accessory=button)]


def cut(text: str, longest: int) -> str:
    """The text, or as much of it as fits with an ellipsis.

    Counted as in UTF-16, where an emoji is two letters: so it fits however Discord counts.
    """
    if _length(text) <= longest:
        return text
    kept = text[: longest - 1]
    while _length(kept) > longest - 1:
        kept = kept[:-1]
    return kept + "…"


def _length(text: str) -> int:
    return len(text) + sum(each > "\uffff" for each in text)


def rows(buttons: Sequence[Button]) -> list[Piece]:
    """Buttons in as many rows as they need."""
    return [ui.ActionRow(*buttons[first : first + BUTTONS_IN_ROW]) for first in range(0, len(buttons), BUTTONS_IN_ROW)]


def line() -> list[Piece]:
    """A thin line between two parts."""
    return [ui.Separator(visible=True, spacing=discord.SeparatorSpacing.small)]


def with_tiles_that_fit(build: Callable[[V, Texts], ui.LayoutView]) -> Callable[[V, Texts], ui.LayoutView]:
    """For what makes a message with cards as tiles: without them where it has more text than Discord takes otherwise.

    A tile counts some forty letters.
    """

    @wraps(build)
    def shown(view: V, texts: Texts) -> ui.LayoutView:
        found = build(view, texts)
        if texts.has_tiles and _letters(found) > _TEXT_IN_ALL:
            return build(view, texts.with_tiles({}))
        return found

    return shown


def _letters(view: ui.LayoutView) -> int:
    """How many letters of text a message has; those beyond UTF-16's first 65,536, emoji above all, may count two."""
    said = (piece.content for piece in view.walk_children() if isinstance(piece, ui.TextDisplay))
    return sum(len(content.encode("utf-16-le")) // 2 for content in said)


def message(accent: int | None, *parts: Iterable[Piece]) -> ui.LayoutView:
    """A message of these parts, in a box with this colour; stopped, ready to be sent."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*(piece for part in parts for piece in part), accent_colour=accent))
    view.stop()
    return view
