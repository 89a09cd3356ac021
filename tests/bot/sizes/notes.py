"""Every sentence that is told to one person, with the longest that can stand in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from bot.commands.places import FOR_THREADS, NEEDED
from bot.screen import hand, plain, sentence
from bot.tables.views import GoneView, Note
from bot.texts import ENGLISH, PLACEHOLDER, Forms, Texts, catalogue
from engine.games import games
from engine.players import LEVELS
from tests.bot.sizes.bodies import Body, message
from tests.bot.sizes.worst import GREAT, PERSON, TABLE

#: Keys of sentences that are notes: a refusal, what just happened. A game has refusals of its own.
_NOTES = ("refusal.", "note.", "my_data.nothing", "my_data.kept", "my_data.erased")
_FILLED: Mapping[str, int | str] = {
    "n": GREAT,
    "card": 34,
    "suit": 2,
    "level": max(LEVELS, key=len),
    "clock": "relaxed",
    "game": max(games(), key=len),
    "channel": f"<#{PERSON}>",
    "permissions": ",".join((*NEEDED, *FOR_THREADS)),
}


def notes(texts: Texts) -> Iterator[Body]:
    """Each as a message of its own, and in place of a hand."""
    for note in every_note():
        yield message(plain(note, texts))
        yield message(hand.gone(GoneView(TABLE, note), texts))


@cache
def every_note() -> tuple[Note, ...]:
    """All notes there are."""
    own = tuple(f"{key}.refusal." for key in games())
    return tuple(
        Note(key, {name: _FILLED.get(name, "*" * 200) for name in _wanted(value)})
        for key, value in catalogue(ENGLISH).items()
        if key.startswith((*_NOTES, *own))
    )


def longest_note(texts: Texts) -> Note:
    """The one that takes most room."""
    return max(every_note(), key=lambda note: len(sentence(note, texts)))


def _wanted(value: str | Forms) -> set[str]:
    forms = [value] if isinstance(value, str) else [*value.values(), "{suit}" if "spades" in value else "{n}"]
    return {name for form in forms for name in PLACEHOLDER.findall(form)}
