"""The face of a card: a large index, its suit, and an ornament of our own on court cards and jokers.

A card that ranks elsewhere than its print says (Knektpass's jacks, the off-jack of Pitch) is *raised*: paper on ink
instead of ink on paper. Faces are drawn once a size and kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from PIL import Image, ImageDraw

from bot.drawing import ink, letters, suits
from bot.drawing.ink import Colours, Ink
from engine.cards import ACE, HIGH_JOKER, JACK, KING, LOW_JOKER, QUEEN, Card, Rank, rank_of, suit_of

#: What is written on cards: the words of the thirteen ranks from the two to the ace, the low joker's, the high one's.
Ranks: TypeAlias = tuple[str, ...]

#: A card's height to its width.
TALL = 1.36
_OVER = 3
_WORN: dict[Rank, suits.Shape] = {KING: "crown", QUEEN: "coronet", JACK: "feather"}


def height_of(width: int) -> int:
    """How high a card of this width is, in pixels."""
    return round(width * TALL)


def face(card: Card, ranks: Ranks, width: int, *, raised: bool = False, colours: Colours = 4) -> Image.Image:
    """A card of so many pixels' width (mode ``RGBA``, clear outside its round corners); never drawn into."""
    return _face(card, _word(card, ranks), width, raised, colours)


def paste(onto: Image.Image, card: Image.Image, left: float, top: float) -> None:
    """Lay a card on a picture."""
    onto.paste(card, (round(left), round(top)), card)


def _word(card: Card, ranks: Ranks) -> str:
    return ranks[rank_of(card) if card < LOW_JOKER else 13 + card - LOW_JOKER]


@lru_cache(maxsize=512)
def _face(card: Card, word: str, width: int, raised: bool, colours: Colours) -> Image.Image:
    joker = card >= LOW_JOKER
    written = ink.JOKER_INK if joker else ink.suit_ink(suit_of(card), colours)
    ground = ink.JOKER_FACE if joker else ink.PAPER
    if raised and not joker:
        written, ground = ground, written
    image = _blank(width, ground)
    _index(image, card, word, written)
    if joker:
        _joker(image, card, written, ground)
    elif rank_of(card) in (JACK, QUEEN, KING):
        _court(image, card, written)
    else:
        _pip(image, card, written)
    return image


@lru_cache(maxsize=64)
def _rounded(width: int, height: int, radius: float, inset: float = 0.0) -> Image.Image:
    """A rectangle with round corners as a mask with soft edges."""
    large = Image.new("L", (width * _OVER, height * _OVER), 0)
    box = (inset * _OVER, inset * _OVER, (width - inset) * _OVER - 1, (height - inset) * _OVER - 1)
    ImageDraw.Draw(large).rounded_rectangle(box, radius * _OVER, fill=255)
    return large.resize((width, height), Image.Resampling.BOX)


def _blank(width: int, ground: Ink) -> Image.Image:
    height, radius = height_of(width), width * 0.09
    image = Image.new("RGBA", (width, height), (*ink.EDGE, 0))
    image.paste((*ink.EDGE, 255), (0, 0), _rounded(width, height, radius))
    image.paste((*ground, 255), (0, 0), _rounded(width, height, radius, max(1.0, width / 70)))
    return image


def _index(image: Image.Image, card: Card, word: str, written: Ink) -> None:
    """The rank, as large as it gets, in the upper left corner; right of it the suit."""
    width = image.width
    size, room = round(width * 0.54), width * (0.84 if card >= LOW_JOKER else 0.54)
    while letters.width(word, size) > room and size > 8:
        size -= 1
    font = letters.font(size)
    # By what is seen of the letters, so that a jack's tail does not lift it.
    left, top, _, _ = font.getbbox(word)
    ImageDraw.Draw(image).text((width * 0.09 - left, width * 0.11 - top), word, font=font, fill=written)
    if card < LOW_JOKER:
        side = round(width * 0.29)
        image.paste(written, (round(width * 0.65), round(width * 0.155)), suits.mask(suit_of(card), side))


def _pip(image: Image.Image, card: Card, written: Ink) -> None:
    """One large suit; the ace's is larger."""
    side = round(image.width * (0.78 if rank_of(card) == ACE else 0.62))
    left = (image.width - side) / 2
    top = image.height - image.width * 0.07 - side
    image.paste(written, (round(left), round(top)), suits.mask(suit_of(card), side))


def _court(image: Image.Image, card: Card, written: Ink) -> None:
    """The suit with what its king, queen or jack wears, between two lines."""
    width, height = image.size
    suit, worn = round(width * 0.44), round(width * 0.40)
    top = height - width * 0.08 - suit
    image.paste(written, (round((width - suit) / 2), round(top)), suits.mask(suit_of(card), suit))
    mask = suits.mask(_WORN[rank_of(card)], worn)
    image.paste(written, (round((width - worn) / 2), round(top - worn * 0.88)), mask)
    line = max(1, round(width / 45))
    draw = ImageDraw.Draw(image)
    for edge in (width * 0.09, width * 0.91 - line):
        draw.rectangle((edge, height * 0.55, edge + line - 1, height * 0.93), fill=written)


def _joker(image: Image.Image, card: Card, written: Ink, ground: Ink) -> None:
    """A jester's cap; the high joker's has a star on it."""
    width, height = image.size
    side = round(width * 0.74)
    left, top = round((width - side) / 2), round(height - width * 0.07 - side)
    image.paste(written, (left, top), suits.mask("cap", side))
    if card == HIGH_JOKER:
        star = round(side * 0.34)
        image.paste(ground, (left + (side - star) // 2, top + round(side * 0.42)), suits.mask("star", star))
