"""Pictures as files: small, the same every time, in inks that were chosen to be read."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.drawing import cards, ink
from bot.drawing.sheet import WIDTH
from bot.drawing.studio import Picture, draw
from engine.cards import HIGH_JOKER, LOW_JOKER, PACK_54
from tests.drawing import worst
from tests.drawing.worst import RANKS, WORST

MOST_BYTES = 60_000


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def inks(png: bytes) -> set[ink.Ink]:
    """All colours in a picture."""
    found = opened(png).convert("RGB").getcolors(1 << 20)
    assert found is not None
    return {colour for _, colour in found if isinstance(colour, tuple) and len(colour) == 3}


@pytest.mark.parametrize("kind", WORST)
def test_the_largest_are_small_palettes_of_one_width(kind: str) -> None:
    png = draw(WORST[kind])
    image = opened(png)
    assert len(png) < MOST_BYTES
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)


@pytest.mark.parametrize("kind", WORST)
def test_the_same_picture_has_the_same_bytes(kind: str) -> None:
    first = draw(WORST[kind])
    cards._face.cache_clear()
    assert draw(WORST[kind]) == first


@pytest.mark.parametrize("seats", range(2, 8))
def test_a_table_for_every_number_of_seats(seats: int) -> None:
    """No seat lies on another: each place that is taken away leaves the others as they were."""
    for played in range(seats + 1):
        assert len(draw(worst.table(seats, played))) < MOST_BYTES


@pytest.mark.parametrize("accent", [0x2F7D4F, 0xB8692E, 0x3F6FA8, 0x5C8A7A, 0xFF0000, 0x000000])
def test_a_palette_holds_every_ink_and_ground(accent: int) -> None:
    """The inks that are tested for contrast are those that are seen: none is bent to a neighbour."""
    cloth = ink.felt(accent)
    for pair in ink.written(cloth):
        for colour in pair:
            drawn = Image.new("RGB", (1, 1), colour).quantize(palette=ink.palette(cloth), dither=Image.Dither.NONE)
            assert drawn.convert("RGB").getpixel((0, 0)) == colour


@pytest.mark.parametrize("kind", WORST)
def test_a_picture_is_in_its_inks(kind: str) -> None:
    cloth = ink.felt(worst.ACCENT)
    known = {ink.PAPER, ink.EDGE, cloth, ink.plate(cloth), *(colour for pair in ink.written(cloth) for colour in pair)}
    assert {cloth, ink.ON_FELT, ink.BRIGHT} <= inks(draw(WORST[kind])) & known


def test_no_two_cards_look_alike() -> None:
    """All 54 and the raised ones, in two colours as in four, at the smallest size that is drawn."""
    for colours in (2, 4):
        seen = {}
        for raised in (False, True):
            for card in PACK_54:
                if raised and card in (LOW_JOKER, HIGH_JOKER):
                    continue
                face = cards.face(card, RANKS, 48, raised=raised, colours=colours)
                seen[card, raised] = face.tobytes()
        assert len(set(seen.values())) == len(seen) == 54 + 52


@pytest.mark.parametrize("width", [48, 60, 80, 96])
def test_the_index_of_a_card_is_large(width: int) -> None:
    """A phone of 360 shows a picture at about half its size: a rank is over a quarter of a card's width."""
    for card in PACK_54:
        face = cards.face(card, RANKS, width)
        written = ink.JOKER_INK if card >= LOW_JOKER else ink.suit_ink(card // 13)
        upper = face.convert("RGB").crop((0, 0, round(width * 0.62), round(width * 0.66)))
        ys = [y for y in range(upper.height) if any(upper.getpixel((x, y)) == written for x in range(upper.width))]
        assert max(ys) - min(ys) >= width * 0.27, card


def test_other_words_on_cards() -> None:
    """Ranks are written as the language has them."""
    swedish = (*["2", "3", "4", "5", "6", "7", "8", "9", "10", "Kn", "D", "K", "E", "J−", "J+"],)
    assert cards.face(9, swedish, 96).tobytes() != cards.face(9, RANKS, 96).tobytes()
    assert cards.face(0, swedish, 96) is cards.face(0, RANKS, 96)


def test_what_cannot_be_drawn_is_told() -> None:
    with pytest.raises(KeyError):
        draw(worst.table(8, 1))


def changed(one: Picture, other: Picture) -> bool:
    return draw(one) != draw(other)


def test_a_picture_shows_what_its_value_says() -> None:
    assert changed(worst.table(4, 2), worst.table(4, 3))
    assert changed(worst.table(4, 2, seed=1), worst.table(4, 2, seed=2))
    assert changed(worst.standing(4, seed=1), worst.standing(4, seed=2))
    assert changed(worst.chart(40, seed=1), worst.chart(40, seed=2))
