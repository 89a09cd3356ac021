"""Which texts a reader is given: in which language, and with cards in which style.

A style decides what stands where a card lies or is held (`Texts.tile`): a tile of it in two colours or in four, or
text. Private messages are in their reader's language and style. Public ones are in the server's language and, like
pictures, in four colours, so that nobody takes one suit for another: they are everybody's to read.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import discord

from bot.tables.preferences import AS_DISCORD, Preferences
from bot.texts import Texts, Tiles

#: The style of what everybody sees.
PUBLIC_STYLE = "four"
#: Where an interaction carries the texts of its person.
_KEY = "texts"


@cache
def texts_of(locale: str) -> Texts:
    """The texts for a language as Discord names it (``sv-SE``), without tiles."""
    return Texts(locale)


def texts(interaction: discord.Interaction) -> Texts:
    """The texts of the person who is answered, once their preferences are known; before that as Discord says."""
    known = interaction.extras.get(_KEY)
    return known if isinstance(known, Texts) else texts_of(str(interaction.locale))


class Wording:
    """Gives everybody their texts. ``tiles``: the tiles there are at the moment for a style, none where it has none."""

    def __init__(self, tiles: Callable[[str], Tiles]) -> None:
        self._tiles = tiles
        #: Texts with tiles as they were last given out: every click asks for its person's.
        self._known: dict[tuple[str, str], tuple[Tiles, Texts]] = {}

    def own(self, locale: str, preferences: Preferences) -> Texts:
        """Texts for one person, whose Discord is in ``locale``."""
        language = locale if preferences.language == AS_DISCORD else preferences.language
        return self._in_style(language, preferences.cards)

    def public(self, locale: str) -> Texts:
        """Texts for everybody in a place whose language this is."""
        return self._in_style(locale, PUBLIC_STYLE)

    def answer_in(self, interaction: discord.Interaction, preferences: Preferences) -> None:
        """Have this interaction answered in its person's own texts: `texts` gives these from now on."""
        interaction.extras[_KEY] = self.own(str(interaction.locale), preferences)

    def _in_style(self, locale: str, style: str) -> Texts:
        tiles = self._tiles(style)
        known = self._known.get((locale, style))
        if known is None or known[0] is not tiles:
            # Another set of tiles is another object: it is there whole or not at all.
            known = self._known[locale, style] = (tiles, texts_of(locale).with_tiles(tiles))
        return known[1]
