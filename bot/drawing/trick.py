"""The table from above: who sits where, the trick on it with who leads and who takes it so far, the last trick."""

from __future__ import annotations

from dataclasses import dataclass

from bot.drawing import cards, ink, letters, suits
from bot.drawing.cards import Ranks
from bot.drawing.sheet import WIDTH, Sheet
from engine.cards import Card, Suit


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A card that lies open. ``raised``: it ranks elsewhere than its print says."""

    card: Card
    raised: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat: its name, a few words below it, its card in the trick.

    ``turn``: it is asked. ``out``: it takes no part. ``best``: its card takes the trick so far. ``tag``: a word on the
    card.
    """

    name: str
    note: str = ""
    laid: Laid | None = None
    turn: bool = False
    out: bool = False
    best: bool = False
    tag: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastTrick:
    """A finished trick: two short lines about it, its cards in the order played, which of them took it."""

    said: tuple[str, str]
    laid: tuple[Laid, ...]
    best: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePicture:
    """A table with a trick on it. ``places`` go clockwise from the bottom.

    ``title``: what is being played; ``trump`` with its ``trump_word``; ``contract``: what has been promised.
    """

    accent: int
    ranks: Ranks
    title: str
    trump: Suit | None
    trump_word: str
    contract: str
    places: tuple[Place, ...]
    last: PastTrick | None = None


_TOP, _TABLE, _LAST = 48, 456, 82
_CARD = 96
_CARD_HIGH = cards.height_of(_CARD)
_NAME, _NOTE, _SMALL, _LEAST, _TAG = 26, 23, 24, 18, 16
_PLATE = 62
_T, _M, _B = 2, 126, 250

#: Where seats are, by how many there are: the middle of the card and its upper edge, clockwise from the bottom.
_WHERE: dict[int, tuple[tuple[int, int], ...]] = {
    2: ((288, _B), (288, _T)),
    3: ((288, _B), (120, _T + 60), (456, _T + 60)),
    4: ((288, _B), (96, _M), (288, _T), (480, _M)),
    5: ((288, _B), (80, _M + 40), (211, _T), (365, _T), (496, _M + 40)),
    6: ((288, _B), (84, _B - 28), (84, _T + 18), (288, _T), (492, _T + 18), (492, _B - 28)),
    7: ((288, _B), (74, _B - 24), (74, _T + 14), (217, _T), (359, _T), (502, _T + 14), (502, _B - 24)),
}
#: So many may sit at a table that is drawn.
SEATS = frozenset(_WHERE)
#: How wide a name may be.
_ROOM = {2: 220, 3: 200, 4: 180, 5: 144, 6: 160, 7: 138}


def draw(picture: TablePicture) -> bytes:
    """The picture as a PNG."""
    sheet = Sheet(_TOP + _TABLE + (_LAST if picture.last else 0), picture.accent)
    sheet.draw.ellipse((70, _TOP + 66, WIDTH - 70, _TOP + _TABLE - 62), fill=ink.table(sheet.cloth))
    _head(sheet, picture)
    seats = len(picture.places)
    for (x, y), place in zip(_WHERE[seats], picture.places, strict=True):
        _place(sheet, picture, place, x, _TOP + y, _ROOM[seats])
    if picture.last is not None:
        _last(sheet, picture.last, picture.ranks, _TOP + _TABLE)
    return sheet.png()


def _head(sheet: Sheet, picture: TablePicture) -> None:
    """Trumps on the left, the trick in the middle, what has been promised on the right."""
    sheet.draw.rectangle((0, 0, WIDTH, _TOP - 6), fill=sheet.dark)
    middle, left = (_TOP - 6) / 2, 10
    if picture.trump is not None:
        sheet.plate((left, 5, left + 34, _TOP - 11), ink.PAPER, 6)
        sheet.image.paste(ink.suit_ink(picture.trump), (left + 4, 8), suits.mask(picture.trump, 26))
        left += 42
    if picture.trump_word:
        sheet.text((left, middle), picture.trump_word, _SMALL, ink.ON_FELT, room=206 - left)
    sheet.text((WIDTH / 2, middle), picture.title, _SMALL, ink.ON_FELT, anchor="mm", room=150)
    if picture.contract:
        sheet.text((WIDTH - 10, middle), picture.contract, _SMALL, ink.BRIGHT, anchor="rm", room=178, least=_LEAST)


def _place(sheet: Sheet, picture: TablePicture, place: Place, x: int, y: int, room: int) -> None:
    left = x - _CARD // 2
    if place.laid is not None:
        _card(sheet, picture, place, left, y, room)
    elif not place.out:
        outline = ink.BRIGHT if place.turn else sheet.dark
        sheet.draw.rounded_rectangle((left, y, left + _CARD, y + _CARD_HIGH), 9, outline=outline, width=4)
    ground = ink.BRIGHT if place.turn else sheet.dark
    top = y + _CARD_HIGH + 6
    sheet.plate((x - room / 2, top, x + room / 2, top + _PLATE), ground)
    colour = ink.BLACK if place.turn else ink.DIM if place.out else ink.ON_FELT
    lines = [(place.name, _NAME)] + ([(place.note, _NOTE)] if place.note else [])
    for number, (line, size) in enumerate(lines):
        middle = top + _PLATE * (2 * number + 1) / (2 * len(lines))
        sheet.text((x, middle), line, size, colour, anchor="mm", room=room - 8, least=_LEAST)


def _card(sheet: Sheet, picture: TablePicture, place: Place, left: int, top: int, room: int) -> None:
    assert place.laid is not None
    if place.best:
        sheet.plate((left - 6, top - 6, left + _CARD + 5, top + _CARD_HIGH + 5), ink.BRIGHT, 13)
    face = cards.face(place.laid.card, picture.ranks, _CARD, raised=place.laid.raised)
    cards.paste(sheet.image, face, left, top)
    if place.tag:
        size = 20
        wide = min(letters.width(place.tag, size) + 14, room)
        middle, low = left + _CARD / 2, top + _CARD_HIGH + 3
        sheet.plate((middle - wide / 2, low - 26, middle + wide / 2, low), ink.BRIGHT if place.best else sheet.dark, 7)
        colour = ink.BLACK if place.best else ink.ON_FELT
        sheet.text((middle, low - 13), place.tag, size, colour, anchor="mm", room=wide - 8, least=_TAG)


def _last(sheet: Sheet, past: PastTrick, ranks: Ranks, top: int) -> None:
    """The last trick, small, at the bottom."""
    sheet.draw.rectangle((0, top, WIDTH, top + _LAST), fill=sheet.dark)
    wide, step = 48, 54
    left = WIDTH - 8 - step * len(past.laid)
    for line, middle, colour in zip(past.said, (0.3, 0.7), (ink.DIM, ink.ON_FELT), strict=True):
        sheet.text((12, top + _LAST * middle), line, _SMALL, colour, room=left - 24)
    for number, laid in enumerate(past.laid):
        x, y = left + number * step, top + (_LAST - cards.height_of(wide)) // 2
        if number == past.best:
            sheet.plate((x - 4, y - 4, x + wide + 3, y + cards.height_of(wide) + 3), ink.BRIGHT, 8)
        cards.paste(sheet.image, cards.face(laid.card, ranks, wide, raised=laid.raised), x, y)
