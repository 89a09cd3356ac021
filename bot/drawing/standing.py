"""How a match stands: a bar for each side, with what the last deal changed, and the score that ends it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.drawing import ink, suits
from bot.drawing.sheet import WIDTH, Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A side, or a player: its score before the deal and after it, and both as they are written."""

    name: str
    before: int
    after: int
    change: str
    score: str
    best: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingPicture:
    """``goal``: the score that ends the match, None for a match without; ``goal_word`` says it."""

    accent: int
    title: str
    bars: tuple[Bar, ...]
    goal: int | None
    goal_word: str


_TOP, _ROW, _FOOT = 52, 78, 12
_LEFT, _RIGHT, _THICK = 16, WIDTH - 16, 20
_NAME, _SCORE, _SMALL = 27, 32, 24


def draw(picture: StandingPicture) -> bytes:
    """The picture as a PNG."""
    sheet = Sheet(_TOP + _ROW * len(picture.bars) + _FOOT, picture.accent)
    sheet.draw.rectangle((0, 0, WIDTH, _TOP - 8), fill=sheet.dark)
    middle = (_TOP - 8) / 2
    wide = sheet.text((WIDTH - 14, middle), picture.goal_word, _SMALL, ink.DIM, anchor="rm", room=240)
    sheet.text((14, middle), picture.title, _SMALL, ink.ON_FELT, room=WIDTH - 44 - wide)
    values = [0, *(value for bar in picture.bars for value in (bar.before, bar.after))]
    low, high = min(values), max(values, default=0)
    if picture.goal is not None:
        low, high = min(low, picture.goal), max(high, picture.goal)
    high = max(high, low + 1)
    for number, bar in enumerate(picture.bars):
        _bar(sheet, picture, bar, _TOP + _ROW * number, low, high)
    return sheet.png()


def _bar(sheet: Sheet, picture: StandingPicture, bar: Bar, top: int, low: int, high: int) -> None:
    left = _LEFT
    if bar.best:
        sheet.image.paste(ink.BRIGHT, (left, top + 8), suits.mask("star", 30))
        left += 38
    line = top + 25
    score = sheet.text((_RIGHT, line), bar.score, _SCORE, ink.ON_FELT, anchor="rm")
    change = sheet.text((_RIGHT - 96, line), bar.change, _NAME, ink.BRIGHT, anchor="rm")
    sheet.text((left, line), bar.name, _NAME, ink.ON_FELT, room=_RIGHT - 110 - max(change, score - 96) - left)

    def at(value: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (value - low) / (high - low)

    upper, lower = top + 48, top + 48 + _THICK
    sheet.plate((_LEFT, upper, _RIGHT, lower), radius=5)
    # What both have in common, from nothing on; beyond it what came is full, and what went is an outline.
    common = min(bar.before, bar.after, key=abs) if bar.before * bar.after > 0 else 0
    _fill(sheet, at(0), at(common), upper, lower, ink.DIM)
    _fill(sheet, at(common), at(bar.after), upper, lower, ink.BRIGHT)
    if bar.before != common:
        ends = sorted((at(common), at(bar.before)))
        sheet.draw.rectangle((ends[0], upper, ends[1], lower), outline=ink.BRIGHT, width=3)
    for value in {0, picture.goal} - {None}:
        assert value is not None
        if low < value < high or value == picture.goal:
            x = min(at(value), _RIGHT - 3)
            sheet.draw.rectangle((x - 1, upper - 5, x + 1, lower + 5), fill=ink.ON_FELT)


def _fill(sheet: Sheet, one: float, other: float, upper: float, lower: float, colour: ink.Ink) -> None:
    left, right = sorted((one, other))
    if right - left >= 1:
        sheet.draw.rectangle((left, upper, right, lower), fill=colour)
