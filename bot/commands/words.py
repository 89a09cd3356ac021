"""The commands in people's own languages: names, descriptions, options and choices, each from its key.

Discord shows a command in the language of the person's Discord where it was given that, else in English. What comes
back are English names and the values of choices, so nothing else has to know which words somebody saw.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypedDict

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.texts import ENGLISH, Catalogue, Texts, catalogue
from engine.games import games

_KEY: Final = "key"


class Named(TypedDict):
    """What a command or a group of them is called, and what it does."""

    name: locale_str
    description: locale_str


def word(key: str) -> locale_str:
    """This text in English, to be translated where Discord is told of it."""
    return locale_str(Texts().t(key), **{_KEY: key})


def named(command: str) -> Named:
    """The name and description of ``command.<command>``."""
    return Named(name=word(f"command.{command}.name"), description=word(f"command.{command}.description"))


def game_choices() -> list[Choice[str]]:
    """All games by their keys."""
    return [
        Choice(name=word(f"{key}.title") if Texts().has(f"{key}.title") else game.title, value=key)
        for key, game in games().items()
    ]


def choices(option: str, values: Iterable[str]) -> list[Choice[str]]:
    """Values of ``command.<option>``, each with its words."""
    return [Choice(name=word(f"command.{option}.{value}"), value=value) for value in values]


class Translator(app_commands.Translator):
    """What `word` has marked, from the catalogue of a language; what that has not stays English."""

    def __init__(self) -> None:
        #: The catalogue of each of Discord's languages, looked up once: it is asked for every word in all 32 of them.
        self._catalogues: dict[discord.Locale, Catalogue] = {}

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContext[Any, Any]
    ) -> str | None:
        """The words of this key; None for English and for languages without a catalogue."""
        words = self._catalogues.get(locale)
        if words is None:
            language = Texts(locale.value).language
            words = self._catalogues[locale] = catalogue(language) if language != ENGLISH else {}
        said = words.get(str(string.extras.get(_KEY)))
        return said if isinstance(said, str) else None
