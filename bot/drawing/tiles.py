"""Tiles: cards as small squares, rank over suit, to be read in a line of text where they are 22 pixels high.

Each has a paper of its own and a line around it, so that it stands on any background. Its name says the card in words,
which is what a screen reader reads, and ends with a mark of the pixels: the same drawing has the same name, whatever
packs its file.
"""

from __future__ import annotations

import hashlib
import io
import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from bot.drawing.ink import EDGE, JOKER_FACE, JOKER_INK, PAPER, Colours, Ink, suit_ink
from bot.drawing.letters import font
from bot.drawing.suits import Shape, mask
from engine.cards import HIGH_JOKER, LOW_JOKER, PACK_54, Card, rank_of, suit_of

#: The styles there are tiles for, with how many colours tell the suits apart; the usual one first.
STYLES: Final[dict[str, Colours]] = {"two": 2, "four": 4}
#: Pixels a side.
SIDE: Final = 128

#: The ranks from two to ace, as all our languages write them.
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_RANK_WORDS: Final = (*RANKS[:9], "jack", "queen", "king", "ace")
_SUIT_WORDS: Final = ("spades", "hearts", "diamonds", "clubs")
_NAME: Final = re.compile(
    r"(?:(?:10|[2-9]|jack|queen|king|ace)_of_(?:spades|hearts|diamonds|clubs)|(?:low|high)_joker)_[0-9a-f]{4}"
)

#: In parts of a tile's side: the line around it, its corners, and where rank and suit have their room.
_LINE, _CORNER = 0.045, 0.16
_RANK_ROOM = (0.09, 0.08, 0.91, 0.54)
_SUIT_ROOM = (0.305, 0.56, 0.695, 0.95)


@dataclass(frozen=True, slots=True)
class Tile:
    """One card's tile: its name, of 2 to 32 letters, digits and underscores, and its picture as a PNG file."""

    card: Card
    name: str
    png: bytes


def tiles(style: str) -> tuple[Tile, ...]:
    """The tiles of all 54 cards in a style; `KeyError` for one that there is not."""
    return tuple(_tile(card, STYLES[style]) for card in PACK_54)


def is_tile(name: str) -> bool:
    """Whether this is the name of a tile, of this or another drawing of it."""
    return _NAME.fullmatch(name) is not None


def picture(card: Card, colours: Colours) -> Image.Image:
    """A card's tile, with clear corners."""
    if card in (LOW_JOKER, HIGH_JOKER):
        # The high joker is the low one turned inside out: told apart at a glance, and by the sign too.
        face, ink = (JOKER_INK, JOKER_FACE) if card == HIGH_JOKER else (JOKER_FACE, JOKER_INK)
        return _drawn("J+" if card == HIGH_JOKER else "J−", "cap", face, ink, line=ink)
    suit = suit_of(card)
    return _drawn(RANKS[rank_of(card)], suit, PAPER, suit_ink(suit, colours), line=EDGE)


def _tile(card: Card, colours: Colours) -> Tile:
    image = picture(card, colours)
    mark = hashlib.sha256(image.tobytes()).hexdigest()[:4]
    file = io.BytesIO()
    image.save(file, "PNG")
    return Tile(card, f"{_words(card)}_{mark}", file.getvalue())


def _words(card: Card) -> str:
    if card in (LOW_JOKER, HIGH_JOKER):
        return "high_joker" if card == HIGH_JOKER else "low_joker"
    return f"{_RANK_WORDS[rank_of(card)]}_of_{_SUIT_WORDS[suit_of(card)]}"


def _drawn(rank: str, shape: Shape, face: Ink, ink: Ink, *, line: Ink) -> Image.Image:
    image = _card(face, line).copy()
    image.paste((*ink, 255), *_letters(rank))
    left, top, right, _ = (round(part * SIDE) for part in _SUIT_ROOM)
    shape_of = mask(shape, right - left)
    image.paste((*ink, 255), (left, top), shape_of)
    return image


@cache
def _card(face: Ink, line: Ink) -> Image.Image:
    """An empty card: drawn four times as large, which is what gives it soft corners."""
    large = SIDE * 4
    outline = Image.new("RGBA", (large, large), (*line, 0))
    ImageDraw.Draw(outline).rounded_rectangle(
        (0, 0, large - 1, large - 1),
        radius=_CORNER * large,
        fill=(*face, 255),
        outline=(*line, 255),
        width=round(_LINE * large),
    )
    return outline.resize((SIDE, SIDE), Image.Resampling.BOX)


def _letters(text: str) -> tuple[tuple[int, int], Image.Image]:
    """Where a rank stands, and its mask.

    All ranks are as high as their room: what reaches below the line, as J and Q do, is pressed together, so that the
    suit below has its room; what is too wide, as 10 is, is made narrower.
    """
    left, top, right, bottom = (round(part * SIDE) for part in _RANK_ROOM)
    letters = font(SIDE)
    # As the letters that stand on the line need it.
    scale = (bottom - top) / (letters.getbbox("A")[3] - letters.getbbox("A")[1])
    first_x, first_y, last_x, last_y = letters.getbbox(text)
    drawn = Image.new("L", (round(last_x - first_x), round(last_y - first_y)), 0)
    ImageDraw.Draw(drawn).text((-first_x, -first_y), text, font=letters, fill=255)
    width = min(round(drawn.width * scale), right - left)
    fitted = drawn.resize((width, bottom - top), Image.Resampling.LANCZOS)
    return (left + (right - left - width) // 2, top), fitted
