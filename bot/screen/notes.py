"""Sentences for one reader: refusals and what just happened."""

from __future__ import annotations

from discord import ui

from bot import names
from bot.games import faces
from bot.screen import layout
from bot.tables.views import Note
from bot.texts import Texts

#: Parameters that hold a word of the program's own, with the prefix of the keys that translate it.
_WORDS = {"level": "level", "clock": "clock"}
#: Parameters that are Discord's own markup, made by the bot.
_MARKUP = ("channel", "link")
_LONGEST_PARAMETER = 60


def sentence(note: Note, texts: Texts) -> str:
    """The note in words. What people typed or are called is made harmless here."""
    return texts.t(note.key, **{name: _shown(name, value, texts) for name, value in note.params.items()})


def plain(note: Note, texts: Texts) -> ui.LayoutView:
    """A message of one sentence."""
    return layout.message(None, layout.text(sentence(note, texts)))


def _shown(name: str, value: int | str, texts: Texts) -> int | str:
    if not isinstance(value, str) or name in _MARKUP:
        return value
    if name in _WORDS:
        key = f"{_WORDS[name]}.{value}"
        return texts.t(key) if texts.has(key) else names.shown(value)
    if name == "game" and value in faces():
        return faces()[value].title(texts)
    if name == "permissions":
        return texts.list([_permission(each.strip(), texts) for each in value.split(",") if each.strip()])
    return names.shown(value, _LONGEST_PARAMETER)


def _permission(flag: str, texts: Texts) -> str:
    key = f"permission.{flag}"
    return texts.t(key) if texts.has(key) else names.shown(flag.replace("_", " ").title())
