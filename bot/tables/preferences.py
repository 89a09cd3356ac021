"""What a person prefers, at every table and in every server: how their hand is shown, what plays itself,
and when they are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

#: Each preference but the language, with the values it takes, the usual one first.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "order": ("trumps", "suits"),
    "ranks": ("high", "low"),
    "cards": ("two", "four", "text"),
    "autoplay": ("on", "off"),
    "taps": ("one", "two"),
    "calls": ("always", "slow", "never"),
}
LANGUAGE = "language"
#: The value of the language that stands for whatever Discord says.
AS_DISCORD = "discord"


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's preferences; without arguments, those of somebody who has set nothing.

    ``order``: which cards stand first in the hand, trumps or always the same suit; ``ranks``: high or low cards first.
    ``cards``: how they look, as tiles in two colours or in four, or as text. ``autoplay``: whether a card that is the
    only legal one plays itself where there is no hurry. ``taps``: how many a card takes to be played. ``calls``:
    whether they are called when a table waits for them: always, at tables that last for days only, never. ``language``:
    a catalogue's, or as Discord says.
    """

    order: str = "trumps"
    ranks: str = "high"
    cards: str = "two"
    autoplay: str = "on"
    taps: str = "one"
    calls: str = "always"
    language: str = AS_DISCORD

    @property
    def plays_forced_cards(self) -> bool:
        """Whether a forced card may play itself."""
        return self.autoplay == "on"


def read(settings: Mapping[str, object]) -> Preferences:
    """The preferences as they are stored; what is not understood (any more) is the usual."""
    kept = {name: str(value) for name, value in settings.items() if value in CHOICES.get(name, ())}
    language = settings.get(LANGUAGE)
    if isinstance(language, str):
        kept[LANGUAGE] = language
    return _one(**kept)


#: There are few different ones: those who prefer the same share one.
_one = lru_cache(maxsize=1_024)(Preferences)
