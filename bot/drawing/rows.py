"""Cards in rows with a few words to each: an order of trumps, an example trick, cards that count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.drawing import cards, ink, letters
from bot.drawing.cards import Ranks
from bot.drawing.sheet import WIDTH, Sheet
from engine.cards import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Captioned:
    """A card with a word below it. ``raised``: it ranks elsewhere than its print says. ``best``: it stands out."""

    card: Card
    caption: str = ""
    raised: bool = False
    best: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    """Cards under one line of text."""

    label: str
    cards: tuple[Captioned, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsPicture:
    """Rows of cards, from the top."""

    accent: int
    ranks: Ranks
    rows: tuple[CardRow, ...]


#: Cards side by side at most, and how wide they are then; longer rows go on below.
IN_LINE = 8
_LARGE, _FEW, _SMALL_CARD = 80, 6, 60
_BETWEEN = 9
_EDGE, _LINE, _CAPTION, _GAP = 14, 32, 33, 14
_LETTERS, _SMALL = 25, 23
_ROOM, _UNDER_LABEL = WIDTH - 2 * _EDGE, 8


def draw(picture: RowsPicture) -> bytes:
    """The picture as a PNG."""
    sheet = Sheet(sum(_height(row) for row in picture.rows) + 2 * _EDGE - _GAP, picture.accent)
    top = _EDGE
    for row in picture.rows:
        below = top
        for line in _label(row):
            sheet.text((_EDGE, below + _LINE / 2 - 2), line, _LETTERS, ink.ON_FELT, room=_ROOM)
            below += _LINE
        below += _UNDER_LABEL
        wide = _wide(row)
        for cards_in_line in _lines(row):
            for number, each in enumerate(cards_in_line):
                _card(sheet, picture, each, _EDGE + number * (wide + _BETWEEN), below, wide)
            below += _line_height(row)
        top += _height(row)
    return sheet.png()


def _lines(row: CardRow) -> Iterator[tuple[Captioned, ...]]:
    """The row in lines as even as they get."""
    count = -(-len(row.cards) // IN_LINE)
    length = -(-len(row.cards) // max(count, 1))
    return (row.cards[first : first + length] for first in range(0, len(row.cards), max(length, 1)))


def _label(row: CardRow) -> tuple[str, ...]:
    return letters.wrapped(row.label, _LETTERS, _ROOM)


def _wide(row: CardRow) -> int:
    """How wide this row's cards are."""
    return _LARGE if max((len(line) for line in _lines(row)), default=0) <= _FEW else _SMALL_CARD


def _line_height(row: CardRow) -> int:
    return cards.height_of(_wide(row)) + (_CAPTION if any(each.caption for each in row.cards) else _GAP)


def _height(row: CardRow) -> int:
    return _LINE * len(_label(row)) + _UNDER_LABEL + _line_height(row) * len(list(_lines(row))) + _GAP


def _card(sheet: Sheet, picture: RowsPicture, each: Captioned, left: int, top: int, wide: int) -> None:
    high = cards.height_of(wide)
    if each.best:
        sheet.plate((left - 4, top - 4, left + wide + 3, top + high + 3), ink.BRIGHT, 9)
    cards.paste(sheet.image, cards.face(each.card, picture.ranks, wide, raised=each.raised), left, top)
    if each.caption:
        colour = ink.BRIGHT if each.best else ink.ON_FELT
        middle = (left + wide / 2, top + high + _CAPTION / 2 + 2)
        sheet.text(middle, each.caption, _SMALL, colour, anchor="mm", room=wide + _BETWEEN)
