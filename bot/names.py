"""What people call themselves, made fit to be shown: the one place where a stranger's text meets Discord's markdown."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from discord.utils import escape_mentions

LONGEST = 32
#: Names that are kept as they are shown: every redraw of a hand shows all of its table's.
_KEPT = 4096
_ISOLATE, _POP = "\u2068", "\u2069"
# Controls, line breaks, and the marks that turn the direction of everything after them.
_UNSEEN = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]+"
)
# discord.py's own escaping lets some through (half a link, <#channels>, </commands:1>, <t:times>), so all are here:
# what formats anywhere, a link's colon, and what begins a list or heading at the start of a line.
_MARKS = re.compile(r"[\\*_~|`<>\[\]#]|:(?=//)|^[+-]|^\d+(?=\.)")


@lru_cache(_KEPT)
def plain(text: str, longest: int = LONGEST) -> str:
    """One line without unseen marks, at most ``longest`` characters: for button labels, where nothing is markdown."""
    line = " ".join(_UNSEEN.sub(" ", text).split())
    if len(line) > longest:
        line = line[: longest - 1].rstrip() + "…"
    return _isolated(line)


@lru_cache(_KEPT)
def shown(text: str, longest: int = LONGEST) -> str:
    """The same for texts: nothing in it formats, mentions or links. Up to twice as long as `plain`'s, and two marks."""
    return _MARKS.sub(lambda found: _escaped(found[0]), escape_mentions(plain(text, longest)))


def forget() -> None:
    """Keep no name any more: somebody's data was erased."""
    plain.cache_clear()
    shown.cache_clear()


def _escaped(mark: str) -> str:
    # "1." at the start of a line would begin a numbered list; a digit itself cannot be escaped.
    return f"{mark}\\" if mark[-1].isdecimal() else f"\\{mark}"


def _isolated(line: str) -> str:
    """Right-to-left text between isolating marks, so that it cannot reorder the sentence around it."""
    if any(unicodedata.bidirectional(each) in ("R", "AL", "AN") for each in line):
        return f"{_ISOLATE}{line}{_POP}"
    return line
