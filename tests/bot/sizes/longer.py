"""Languages that only these tests speak: English that notes what was said, and English two fifths longer.

What a translation may grow to is tried before it is written. Placeholders, mark-up, the forms of a sentence and the
number of words stay, so a text that is a list of words keeps its words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from bot.texts import ENGLISH, PLACEHOLDER, Catalogue, Texts, catalogue

#: Letters that are appended to words: some of them with marks, as in the languages to come.
_PADDING = "åéîøüčłşžñ"
_WORD = re.compile(r"[A-Za-z]{2,}")
#: Cards and what stands between the parts of a list are as long everywhere.
_KEPT = ("cards.", "list.")


class Listening(Texts):
    """English that notes the key of each text it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: set[str] = set()

    def t(self, key: str, **params: int | str) -> str:
        """The sentence, noted."""
        self.heard.add(key)
        return super().t(key, **params)


class Longer(Texts):
    """Every text two fifths longer."""

    def __init__(self) -> None:
        super().__init__()
        self.language = "longer"
        self._texts = longer_catalogue()


@cache
def longer_catalogue() -> Catalogue:
    """English, every text of it as `longer` makes it."""
    found: dict[str, str | Mapping[str, str]] = {}
    for key, value in catalogue(ENGLISH).items():
        if key.startswith(_KEPT):
            found[key] = value
        else:
            found[key] = (
                longer(value) if isinstance(value, str) else {form: longer(each) for form, each in value.items()}
            )
    return found


def longer(text: str) -> str:
    """The text with letters behind its words, so many that it is two fifths longer, what fills it not counted."""
    pieces = PLACEHOLDER.split(text)
    owed, used = 0.0, 0
    made = []
    for place, piece in enumerate(pieces):
        if place % 2:
            made.append(f"{{{piece}}}")
            continue
        done = 0
        for found in _WORD.finditer(piece):
            owed += 0.4 * (found.end() - done)
            made.append(piece[done : found.end()])
            done = found.end()
            while owed > 0:
                made.append(_PADDING[used % len(_PADDING)])
                owed, used = owed - 1, used + 1
        owed += 0.4 * (len(piece) - done)
        made.append(piece[done:])
    return "".join(made)
