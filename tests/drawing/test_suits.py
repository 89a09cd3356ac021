"""The shapes: there at every size, and different from each other."""

from __future__ import annotations

import itertools

import pytest
from PIL import ImageChops, ImageStat

from bot.drawing import suits


@pytest.mark.parametrize("side", [12, 20, 48, 128])
@pytest.mark.parametrize("shape", suits.OUTLINES)
def test_a_shape_fills_its_square(shape: suits.Shape, side: int) -> None:
    mask = suits.mask(shape, side)
    box = mask.getbbox()
    assert mask.size == (side, side)
    assert box is not None
    assert box[3] - box[1] >= side * (0.85 if isinstance(shape, int) else 0.65)


@pytest.mark.parametrize("pair", list(itertools.combinations(suits.OUTLINES, 2)), ids=str)
def test_shapes_are_told_apart_small(pair: tuple[suits.Shape, suits.Shape]) -> None:
    """By a twelfth of the square at least, at the size of a letter."""
    one, other = (suits.mask(shape, 20) for shape in pair)
    assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] / 255 > 1 / 12
