"""A running score over time: a line from the first deal to the last."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.drawing import ink, letters
from bot.drawing.sheet import WIDTH, Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartPicture:
    """``scores`` after each of some deals in equal steps, the first before any. The rest is words along the edges."""

    accent: int
    title: str
    scores: tuple[int, ...]
    first: str
    last: str
    below: str


_TOP, _HEIGHT, _FOOT, _EDGE = 52, 236, 46, 14
_LETTERS, _SMALL = 25, 23
_OVER = 3
#: Lines across at most, beside that at nothing.
_LINES = 4


def draw(picture: ChartPicture) -> bytes:
    """The picture as a PNG."""
    sheet = Sheet(_TOP + _HEIGHT + _FOOT, picture.accent)
    sheet.draw.rectangle((0, 0, WIDTH, _TOP - 8), fill=sheet.dark)
    sheet.text((_EDGE, (_TOP - 8) / 2), picture.title, _LETTERS, ink.ON_FELT, room=WIDTH - 2 * _EDGE)
    low, high = min(0, *picture.scores), max(0, *picture.scores)
    step = _step(high - low)
    low, high = step * (low // step), step * -(-max(high, low + 1) // step)

    marks = [(value, _number(value)) for value in range(low, high + 1, step)]
    now = _number(picture.scores[-1])
    left = _EDGE + max(letters.width(said, _SMALL) for _, said in marks) + 10
    right = WIDTH - _EDGE - letters.width(now, _LETTERS) - 14

    def up(value: float) -> float:
        return _TOP + 12 + (_HEIGHT - 24) * (high - value) / (high - low)

    for value, said in marks:
        y = round(up(value))
        colour = ink.ON_FELT if value == 0 else ink.rule(sheet.cloth)
        sheet.draw.rectangle((left, y - (value == 0), right, y), fill=colour)
        sheet.text((left - 10, y), said, _SMALL, ink.ON_FELT, anchor="rm")
    count = max(len(picture.scores) - 1, 1)
    points = [(left + (right - left) * n / count, up(score)) for n, score in enumerate(picture.scores)]
    _line(sheet, points)
    sheet.text((right + 14, points[-1][1]), now, _LETTERS, ink.BRIGHT)
    foot = _TOP + _HEIGHT + _FOOT / 2 - 4
    wide = sheet.text((_EDGE, foot), picture.first, _SMALL, ink.ON_FELT, room=190)
    more = sheet.text((WIDTH - _EDGE, foot), picture.last, _SMALL, ink.ON_FELT, anchor="rm", room=190)
    middle = (_EDGE + wide + WIDTH - _EDGE - more) / 2
    sheet.text((middle, foot), picture.below, _SMALL, ink.DIM, anchor="mm", room=WIDTH - 60 - wide - more)
    return sheet.png()


def _line(sheet: Sheet, points: list[tuple[float, float]]) -> None:
    """The line with soft edges, and a dot where it ends."""
    high = sheet.image.height
    large = Image.new("L", (WIDTH * _OVER, high * _OVER), 0)
    draw = ImageDraw.Draw(large)
    draw.line([(x * _OVER, y * _OVER) for x, y in points], fill=255, width=4 * _OVER, joint="curve")
    x, y = points[-1][0] * _OVER, points[-1][1] * _OVER
    draw.ellipse((x - 7 * _OVER, y - 7 * _OVER, x + 7 * _OVER, y + 7 * _OVER), fill=255)
    sheet.image.paste(ink.BRIGHT, (0, 0), large.resize((WIDTH, high), Image.Resampling.BOX))


def _step(span: int) -> int:
    """A round distance between lines: 1, 2 or 5 times a power of ten."""
    step = 1
    while True:
        for times in (1, 2, 5):
            if span <= step * times * _LINES:
                return step * times
        step *= 10


def _number(value: int) -> str:
    return f"{value}".replace("-", "−")
