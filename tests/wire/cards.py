"""Which cards a frame names, however it names them."""

from __future__ import annotations

import re

#: A card as people read it, and as ids and typed moves carry it.
READ = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])|J([+−])")
CODED = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][SHDC]|J[+-])(?![0-9A-Za-z])")
SYMBOLS = dict(zip("♠♥♦♣", "SHDC", strict=True))
_TILE = r"(?:(10|[2-9]|jack|queen|king|ace)_of_(spades|hearts|diamonds|clubs)|(high|low)_joker)_[0-9a-f]{4}"
#: A tile in a text, in a picture's alternative text, or on a button; the list of all emoji there are shows none.
SHOWN = re.compile(rf':{_TILE}:|"emoji": ?\{{[^{{}}]*"name": ?"{_TILE}"')
_IN_TEXT = re.compile(rf"<:{_TILE}:\d+>")


def in_letters(text: str) -> str:
    """The text with ``9♠`` where a tile of it stands."""
    return _IN_TEXT.sub(lambda tile: _letters(*tile.groups()), text)


def _letters(rank: str | None, suit: str | None, joker: str | None) -> str:
    if rank is None or suit is None:
        return "J+" if joker == "high" else "J−"
    return (rank if rank[0].isdecimal() else rank[0].upper()) + "♠♥♦♣"["shdc".index(suit[0])]


def named(frame: str) -> set[str]:
    """The codes of all cards that a frame names: in texts, by tiles, or in ids."""
    text = frame.encode().decode("unicode_escape") if "\\u" in frame else frame
    found = set(CODED.findall(text))
    tiles = [tile.groups() for tile in SHOWN.finditer(text)]
    text += " ".join(_letters(*(groups[:3] if any(groups[:3]) else groups[3:])) for groups in tiles)
    for rank, suit, joker in READ.findall(text):
        found.add("J" + joker.replace("−", "-") if joker else rank.replace("10", "T") + SYMBOLS[suit])
    return found
