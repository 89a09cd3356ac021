"""The colours of all pictures: inks of the suits, paper, felt.

The four suit inks start from Okabe and Ito's palette for colour-blind readers (black, vermillion, blue, bluish green);
the vermillion and the green are darker here, so that letters in them stand on paper with a contrast of 4.5:1 or more.
Two colours are the old deck's black and red. A suit is never told by its ink alone: its shape stands beside every rank.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit

#: Red, green and blue, 0..255 each.
Ink: TypeAlias = tuple[int, int, int]
#: How many colours tell the suits apart.
Colours: TypeAlias = Literal[2, 4]

#: The face of a card, and the line around it.
PAPER: Ink = (251, 250, 245)
EDGE: Ink = (120, 118, 112)
BLACK: Ink = (20, 20, 20)

FOUR: dict[Suit, Ink] = {SPADES: BLACK, HEARTS: (192, 58, 0), DIAMONDS: (0, 114, 178), CLUBS: (0, 92, 67)}
_RED: Ink = (190, 24, 40)
TWO: dict[Suit, Ink] = {SPADES: BLACK, HEARTS: _RED, DIAMONDS: _RED, CLUBS: BLACK}

#: The jokers are dark cards among light ones, so that no ink of a suit has to differ from theirs.
JOKER_FACE: Ink = (58, 38, 92)
JOKER_INK: Ink = (255, 214, 92)

#: Where a felt's letters stand, and what they are written with.
ON_FELT: Ink = (245, 245, 240)
#: Of what is asked for now: whose turn it is, the card that was led, the best card.
BRIGHT: Ink = (255, 214, 92)

#: No part of a felt's colour is stronger than this.
_FELT_MOST = 84


def suit_ink(suit: Suit, colours: Colours = 4) -> Ink:
    """The ink of a suit, 0..3."""
    return (FOUR if colours == 4 else TWO)[suit]


def felt(accent: int) -> Ink:
    """The table's cloth: a game's accent colour (``0xRRGGBB``), darkened until pale letters are easily read on it."""
    parts = (accent >> 16 & 255, accent >> 8 & 255, accent & 255)
    darker = min(1.0, _FELT_MOST / max(*parts, 1))
    red, green, blue = (round(part * darker) for part in parts)
    return red, green, blue
