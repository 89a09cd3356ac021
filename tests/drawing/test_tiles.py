"""Tiles: one for each card, small files, told apart at 22 pixels, the same name for the same drawing."""

from __future__ import annotations

import io
import itertools
import re

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.drawing import tiles as drawing
from bot.drawing.ink import PAPER
from bot.drawing.tiles import STYLES, is_tile, picture, tiles
from bot.practice.limits.numbers import EMOJI_BYTES, EMOJI_NAME
from engine.cards import PACK_54

#: How high Discord shows an emoji in a line, in pixels.
SHOWN = 22
#: Discord's backgrounds, dark and light.
DARK, LIGHT = (49, 51, 56), (255, 255, 255)


def shown(image: Image.Image, background: tuple[int, int, int]) -> Image.Image:
    """A tile as it stands in a line of text."""
    small = image.resize((SHOWN, SHOWN), Image.Resampling.LANCZOS)
    page = Image.new("RGB", small.size, background)
    page.paste(small, (0, 0), small)
    return page


@pytest.mark.parametrize("style", STYLES)
def test_each_card_has_a_tile_that_discord_takes(style: str) -> None:
    drawn = tiles(style)
    assert [tile.card for tile in drawn] == list(PACK_54)
    for tile in drawn:
        assert len(tile.png) <= EMOJI_BYTES // 16
        assert Image.open(io.BytesIO(tile.png)).size == (drawing.SIDE, drawing.SIDE)
        assert re.fullmatch(r"\w{2,32}", tile.name, re.ASCII)
        assert len(tile.name) <= EMOJI_NAME
        assert is_tile(tile.name)


def test_names_say_the_card_and_tell_the_drawing() -> None:
    two, four = tiles("two"), tiles("four")
    assert len({tile.name for tile in two}) == len({tile.name for tile in four}) == 54
    assert [tile.name[:-5] for tile in two] == [tile.name[:-5] for tile in four]
    words = [two[card].name[:-5] for card in (0, 8, 22, 50, 51, 52, 53)]
    assert words == [
        "2_of_spades",
        "10_of_spades",
        "jack_of_hearts",
        "king_of_clubs",
        "ace_of_clubs",
        "low_joker",
        "high_joker",
    ]
    # Spades and jokers look the same in both styles, and are uploaded once.
    assert {one.card for one, other in zip(two, four, strict=True) if one.name == other.name} == {*range(13), 52, 53}
    assert [tile.name for tile in tiles("two")] == [tile.name for tile in two]


def test_a_name_follows_the_pixels_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    before = tiles("two")[0]
    save = Image.Image.save
    # Another zlib packs the same pixels otherwise.
    monkeypatch.setattr(Image.Image, "save", lambda image, file, kind: save(image, file, kind, compress_level=1))
    packed = tiles("two")[0]
    assert packed.png != before.png
    assert packed.name == before.name
    monkeypatch.setattr(drawing, "_LINE", 0.1)
    drawing._card.cache_clear()
    assert tiles("two")[0].name != before.name
    drawing._card.cache_clear()


def test_what_is_nobodys_tile() -> None:
    for name in ("9_of_spades", "9_of_spades_4f1", "9_of_spades_4F1A", "1_of_spades_4f1a", "joker_4f1a", "hearts"):
        assert not is_tile(name)


@pytest.mark.parametrize("background", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("style", STYLES)
def test_tiles_are_told_apart_where_they_are_read(style: str, background: tuple[int, int, int]) -> None:
    small = [shown(picture(card, STYLES[style]), background) for card in PACK_54]
    alike = [
        (one, other)
        for one, other in itertools.combinations(PACK_54, 2)
        if max(ImageStat.Stat(ImageChops.difference(small[one], small[other])).mean) < 4
    ]
    assert alike == []


@pytest.mark.parametrize("card", PACK_54)
def test_letters_stand_out_from_their_paper_and_tiles_from_any_page(card: int) -> None:
    for colours in STYLES.values():
        for background in (DARK, LIGHT):
            image = shown(picture(card, colours), background).convert("L")
            rank, suit = image.crop((3, 2, 19, 12)), image.crop((6, 12, 16, 21))
            for part in (rank, suit):
                least, most = part.getextrema()
                assert isinstance(least, int) and isinstance(most, int)  # noqa: PT018 - for the type checker
                assert most - least > 80
            edge = image.crop((0, 4, 2, 18))
            assert (
                ImageStat.Stat(ImageChops.difference(edge, Image.new("L", edge.size, _grey(background)))).mean[0] > 40
            )


def _grey(colour: tuple[int, int, int]) -> int:
    found = Image.new("RGB", (1, 1), colour).convert("L").getpixel((0, 0))
    assert isinstance(found, int)
    return found


def test_corners_are_clear() -> None:
    tile = picture(0, 2)
    assert tile.getpixel((0, 0)) == (*tile.getpixel((0, 0))[:3], 0)  # type: ignore[index]
    assert tile.getpixel((drawing.SIDE // 8, drawing.SIDE // 2)) == (*PAPER, 255)
