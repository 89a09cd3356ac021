"""The colours of all pictures: inks of the suits, paper, felt.

The four suit inks start from Okabe and Ito's palette for colour-blind readers (black, vermillion, blue, bluish green);
the vermillion and the green are darker here, so that letters in them stand on paper with a contrast of 4.5:1 or more.
Two colours are the old deck's black and red. A suit is never told by its ink alone: its shape stands beside every rank.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from PIL import Image

from engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit

#: Red, green and blue, 0..255 each.
Ink: TypeAlias = tuple[int, int, int]
#: How many colours tell the suits apart.
Colours: TypeAlias = Literal[2, 4]

#: The face of a card, and the line around it.
PAPER: Ink = (251, 250, 245)
EDGE: Ink = (120, 118, 112)
BLACK: Ink = (20, 20, 20)
_BLACKEST: Ink = (0, 0, 0)

FOUR: dict[Suit, Ink] = {SPADES: BLACK, HEARTS: (192, 58, 0), DIAMONDS: (0, 114, 178), CLUBS: (0, 92, 67)}
_RED: Ink = (190, 24, 40)
TWO: dict[Suit, Ink] = {SPADES: BLACK, HEARTS: _RED, DIAMONDS: _RED, CLUBS: BLACK}

#: The jokers are dark cards among light ones, so that no ink of a suit has to differ from theirs.
JOKER_FACE: Ink = (58, 38, 92)
JOKER_INK: Ink = (255, 214, 92)

#: Letters on the felt: usual ones, those of players who are out, and what counts now: whose turn, the best card.
ON_FELT: Ink = (245, 245, 240)
DIM: Ink = (188, 194, 190)
BRIGHT: Ink = (255, 214, 92)

#: No part of a felt's colour is stronger than this.
_FELT_MOST = 84
#: Shades that soft edges take between two colours that touch.
_SHADES = 6


def suit_ink(suit: Suit, colours: Colours = 4) -> Ink:
    """The ink of a suit, 0..3."""
    return (FOUR if colours == 4 else TWO)[suit]


def felt(accent: int) -> Ink:
    """The table's cloth: a game's accent colour (``0xRRGGBB``), darkened until pale letters are easily read on it."""
    parts = (accent >> 16 & 255, accent >> 8 & 255, accent & 255)
    return mixed(_BLACKEST, (parts[0], parts[1], parts[2]), min(1.0, _FELT_MOST / max(*parts, 1)))


def plate(cloth: Ink) -> Ink:
    """What a name or a line of text stands on: the felt, darker."""
    return mixed(_BLACKEST, cloth, 0.55)


def table(cloth: Ink) -> Ink:
    """The oval that the trick lies on: the felt, a little lighter. Nothing is written on it."""
    return mixed(cloth, ON_FELT, 0.07)


def rule(cloth: Ink) -> Ink:
    """A thin line across the felt."""
    return mixed(cloth, ON_FELT, 0.3)


def mixed(one: Ink, other: Ink, part: float) -> Ink:
    """A colour on the way from one to the other: ``part`` 0 is the one, 1 the other."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def written(cloth: Ink) -> tuple[tuple[Ink, Ink], ...]:
    """All that is written in a picture with this felt, as letters and their ground: a test reads each of them."""
    dark = plate(cloth)
    return (
        *((colour, PAPER) for colour in dict.fromkeys((*FOUR.values(), *TWO.values()))),
        *((PAPER, colour) for colour in dict.fromkeys((*FOUR.values(), *TWO.values()))),
        (JOKER_INK, JOKER_FACE),
        *((letters, ground) for letters in (ON_FELT, DIM, BRIGHT) for ground in (cloth, dark)),
        (BLACK, BRIGHT),
    )


@lru_cache(maxsize=16)
def palette(cloth: Ink) -> Image.Image:
    """The colours of a picture with this felt, as Pillow wants them: all inks and what soft edges make of them."""
    dark = plate(cloth)
    touching = (*written(cloth), (EDGE, PAPER), (EDGE, cloth), (EDGE, dark), (cloth, dark), (PAPER, BRIGHT))
    touching += ((table(cloth), cloth), (table(cloth), EDGE), (table(cloth), BRIGHT), (rule(cloth), dark))
    found = dict.fromkeys(mixed(one, other, n / _SHADES) for one, other in touching for n in range(_SHADES + 1))
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in found for part in colour])
    return image
