"""The shapes of the suits, and what jokers and courts wear, at any size.

A shape is an outline in a square of side 1, drawn large and made small, which is what gives it soft edges.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw

from engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit

Point: TypeAlias = tuple[float, float]
#: Several outlines, which are filled one by one.
Outlines: TypeAlias = tuple[tuple[Point, ...], ...]
#: A suit, the cap of both jokers, a star, or what kings, queens and jacks wear.
Shape: TypeAlias = Suit | Literal["cap", "star", "crown", "coronet", "feather"]

#: How much larger than asked for a shape is drawn.
_OVER = 6
_STEPS = 14


def _curve(start: Point, *bends: tuple[Point, Point, Point]) -> tuple[Point, ...]:
    """An outline of cubic Bézier curves, each of two handles and an end."""
    outline, at = [start], start
    for one, two, end in bends:
        for step in range(1, _STEPS + 1):
            t = step / _STEPS
            weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
            corners = (at, one, two, end)
            outline.append(
                (
                    sum(weight * corner[0] for weight, corner in zip(weights, corners, strict=True)),
                    sum(weight * corner[1] for weight, corner in zip(weights, corners, strict=True)),
                )
            )
        at = end
    return tuple(outline)


def _disc(x: float, y: float, radius: float) -> tuple[Point, ...]:
    turns = [2 * math.pi * step / 48 for step in range(48)]
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def _star(x: float, y: float, radius: float, points: int = 5) -> tuple[Point, ...]:
    outline = []
    for step in range(2 * points):
        far = radius if step % 2 == 0 else radius * 0.42
        turn = math.pi * step / points - math.pi / 2
        outline.append((x + far * math.cos(turn), y + far * math.sin(turn)))
    return tuple(outline)


_HEART = _curve(
    (0.5, 0.97),
    ((0.36, 0.76), (0.02, 0.60), (0.02, 0.31)),
    ((0.02, 0.14), (0.14, 0.04), (0.28, 0.04)),
    ((0.39, 0.04), (0.47, 0.11), (0.5, 0.22)),
    ((0.53, 0.11), (0.61, 0.04), (0.72, 0.04)),
    ((0.86, 0.04), (0.98, 0.14), (0.98, 0.31)),
    ((0.98, 0.60), (0.64, 0.76), (0.5, 0.97)),
)
_STEM = _curve(
    (0.5, 0.50),
    ((0.52, 0.76), (0.56, 0.90), (0.70, 0.97)),
    ((0.60, 0.97), (0.40, 0.97), (0.30, 0.97)),
    ((0.44, 0.90), (0.48, 0.76), (0.5, 0.50)),
)
_SPADE = tuple((x, 0.02 + (0.97 - y) * 0.84) for x, y in _HEART)
_DIAMOND = _curve(
    (0.5, 0.01),
    ((0.60, 0.19), (0.72, 0.36), (0.88, 0.5)),
    ((0.72, 0.64), (0.60, 0.81), (0.5, 0.99)),
    ((0.40, 0.81), (0.28, 0.64), (0.12, 0.5)),
    ((0.28, 0.36), (0.40, 0.19), (0.5, 0.01)),
)
_CLUB = (
    _disc(0.5, 0.225, 0.21),
    _disc(0.22, 0.6, 0.21),
    _disc(0.78, 0.6, 0.21),
    ((0.42, 0.36), (0.58, 0.36), (0.62, 0.50), (0.66, 0.68), (0.5, 0.76), (0.34, 0.68), (0.38, 0.50)),
    _STEM,
)
#: A jester's cap of three points with their bells, above its brim.
_CAP = (
    _curve(
        (0.16, 0.80),
        ((0.16, 0.62), (0.20, 0.50), (0.06, 0.46)),
        ((0.18, 0.30), (0.32, 0.36), (0.38, 0.52)),
        ((0.40, 0.36), (0.44, 0.22), (0.50, 0.10)),
        ((0.56, 0.22), (0.60, 0.36), (0.62, 0.52)),
        ((0.68, 0.36), (0.82, 0.30), (0.94, 0.46)),
        ((0.80, 0.50), (0.84, 0.62), (0.84, 0.80)),
        ((0.62, 0.75), (0.38, 0.75), (0.16, 0.80)),
    ),
    _disc(0.07, 0.50, 0.07),
    _disc(0.5, 0.09, 0.07),
    _disc(0.93, 0.50, 0.07),
    ((0.15, 0.84), (0.85, 0.84), (0.85, 0.96), (0.15, 0.96)),
)

#: A king's crown has five straight points, a queen's coronet three round ones.
_CROWN = (
    (
        *((0.06, 0.28), (0.24, 0.52), (0.29, 0.18), (0.42, 0.48), (0.5, 0.12)),
        *((0.58, 0.48), (0.71, 0.18), (0.76, 0.52), (0.94, 0.28), (0.86, 0.74), (0.14, 0.74)),
    ),
    ((0.14, 0.79), (0.86, 0.79), (0.86, 0.9), (0.14, 0.9)),
)
_CORONET = (
    _curve(
        (0.08, 0.9),
        ((0.08, 0.62), (0.06, 0.52), (0.12, 0.40)),
        ((0.20, 0.58), (0.32, 0.62), (0.5, 0.40)),
        ((0.68, 0.62), (0.80, 0.58), (0.88, 0.40)),
        ((0.94, 0.52), (0.92, 0.62), (0.92, 0.9)),
        ((0.66, 0.80), (0.34, 0.80), (0.08, 0.9)),
    ),
    _disc(0.12, 0.31, 0.085),
    _disc(0.5, 0.27, 0.11),
    _disc(0.88, 0.31, 0.085),
)
#: A jack's cap with its feather.
_FEATHER = (
    _curve(
        (0.10, 0.78),
        ((0.14, 0.50), (0.40, 0.44), (0.60, 0.50)),
        ((0.78, 0.54), (0.86, 0.64), (0.88, 0.78)),
        ((0.62, 0.72), (0.34, 0.72), (0.10, 0.78)),
    ),
    _curve(
        (0.58, 0.52),
        ((0.56, 0.28), (0.66, 0.10), (0.94, 0.08)),
        ((0.98, 0.26), (0.86, 0.44), (0.66, 0.54)),
        ((0.63, 0.54), (0.60, 0.53), (0.58, 0.52)),
    ),
    ((0.08, 0.82), (0.90, 0.82), (0.90, 0.92), (0.08, 0.92)),
)

OUTLINES: dict[Shape, Outlines] = {
    SPADES: (_SPADE, _STEM),
    HEARTS: (_HEART,),
    DIAMONDS: (_DIAMOND,),
    CLUBS: _CLUB,
    "cap": _CAP,
    "star": (_star(0.5, 0.53, 0.5),),
    "crown": _CROWN,
    "coronet": _CORONET,
    "feather": _FEATHER,
}


@lru_cache(maxsize=256)
def mask(shape: Shape, side: int) -> Image.Image:
    """A shape as a mask (mode ``L``) in a square of so many pixels, to be pasted through; never drawn into."""
    return _filled(OUTLINES[shape], side)


def _filled(outlines: Iterable[Sequence[Point]], side: int) -> Image.Image:
    large = Image.new("L", (side * _OVER, side * _OVER), 0)
    draw = ImageDraw.Draw(large)
    for outline in outlines:
        draw.polygon([(x * side * _OVER, y * side * _OVER) for x, y in outline], fill=255)
    return large.resize((side, side), Image.Resampling.BOX)
