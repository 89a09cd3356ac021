"""The letters of all pictures, and what to do with names that they cannot write.

The file in ``fonts/`` is the part of DejaVu Sans Condensed Bold that our languages need (its licence stands beside it);
ARCHITECTURE.md tells how it was made. Names may hold any characters at all: what is not in the font is left out, and
of a name that leaves nothing, its owner's number is drawn. The text beside a picture says names in full.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageFont

FILE = Path(__file__).parent / "fonts" / "DejaVuSansCondensed-Bold-part.ttf"

#: What the font holds, first and last character of each range: Latin with the marks of European languages, Cyrillic,
#: and the signs our texts use.
RANGES: tuple[tuple[int, int], ...] = (
    (0x20, 0x7E),
    (0xA0, 0x17F),
    (0x218, 0x21B),
    (0x400, 0x45F),
    (0x490, 0x491),
    (0x2010, 0x2015),
    (0x2018, 0x201E),
    (0x2022, 0x2022),
    (0x2026, 0x2026),
    (0x2032, 0x2033),
    (0x2039, 0x203A),
    (0x20AC, 0x20AC),
    (0x2116, 0x2116),
    (0x2190, 0x2193),
    (0x2212, 0x2212),
    (0x25B6, 0x25B6),
    (0x25CB, 0x25CB),
    (0x25CF, 0x25CF),
    (0x2605, 0x2605),
    (0x2660, 0x2660),
    (0x2663, 0x2663),
    (0x2665, 0x2666),
    (0x2713, 0x2713),
)
_ELLIPSIS = "…"


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font, with letters of so many pixels from baseline to baseline."""
    # The basic layout: the other one needs a library that not every host has, and would draw differently there.
    return ImageFont.truetype(FILE, size, layout_engine=ImageFont.Layout.BASIC)


def has(character: str) -> bool:
    """Whether the font can draw it."""
    return any(first <= ord(character) <= last for first, last in RANGES)


def writable(text: str, otherwise: str = "") -> str:
    """The text without what the font cannot draw; ``otherwise`` where no letter or digit is left of it.

    Letters dressed up (mathematical, full-width) are drawn plain.
    """
    plain = " ".join(unicodedata.normalize("NFKC", text).split())
    kept = " ".join("".join(character for character in plain if has(character)).split())
    return kept if any(character.isalnum() for character in kept) else otherwise


@lru_cache(maxsize=4096)
def width(text: str, size: int) -> float:
    """How wide a text is, in pixels."""
    return font(size).getlength(text)


def wrapped(text: str, size: int, room: float) -> tuple[str, ...]:
    """The text in lines of at most ``room`` pixels, broken between words."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return tuple(lines)


@lru_cache(maxsize=1024)
def fitting(text: str, size: int, room: float) -> str:
    """The text, or as much of its beginning as ``room`` pixels take, with an ellipsis."""
    if width(text, size) <= room:
        return text
    kept = text
    while kept and width(kept + _ELLIPSIS, size) > room:
        kept = kept[:-1].rstrip()
    return kept + _ELLIPSIS


def forget() -> None:
    """Keep no measured text any more: names are among them."""
    width.cache_clear()
    fitting.cache_clear()
