"""Which cards a frame names, however it names them."""

from __future__ import annotations

import re

#: A card as people read it, and as ids and typed moves carry it.
READ = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])|J([+−])")
CODED = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][SHDC]|J[+-])(?![0-9A-Za-z])")
SYMBOLS = dict(zip("♠♥♦♣", "SHDC", strict=True))


def named(frame: str) -> set[str]:
    """The codes of all cards that a frame names, in texts or in ids."""
    text = frame.encode().decode("unicode_escape") if "\\u" in frame else frame
    found = set(CODED.findall(text))
    for rank, suit, joker in READ.findall(text):
        found.add("J" + joker.replace("−", "-") if joker else rank.replace("10", "T") + SYMBOLS[suit])
    return found
