"""Makes the README's picture of pictures: ``python -m tests.drawing.samples [file]``.

A trick of Pitch, the scores of Knektpass and a running score of Phat, side by side, as their own code draws them from
made-up matches; the same bytes every time.
"""

from __future__ import annotations

import io
import sys
from datetime import date, timedelta
from pathlib import Path

from PIL import Image

from bot.drawing.studio import draw
from bot.drawing.trick import TablePicture
from bot.screen import reading_pictures, table_pictures
from bot.screen.pictures import Illustration
from bot.texts import Texts
from engine.games import find_game
from tests.bot.screen.test_pictures import view_of
from tests.engine.walking import source, walk

FILE = Path(__file__).parents[2] / "docs" / "screens" / "pictures.png"
_TEXTS = Texts()
_GAP = 16


def main() -> None:
    """Draw and write."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    shown = [Image.open(io.BytesIO(draw(each.picture))).convert("RGBA") for each in (_trick(), _scores(), _course())]
    left, *right = shown
    low = sum(each.height for each in right) + _GAP
    sheet = Image.new("RGBA", (left.width + right[0].width + _GAP, max(left.height, low)))
    sheet.paste(left, (0, 0))
    top = 0
    for each in right:
        sheet.paste(each, (left.width + _GAP, top))
        top += each.height + _GAP
    sheet.quantize(192, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path, "PNG", optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1000} kB")


def _trick() -> Illustration:
    """The fullest trick of a few deals in which the off-jack or a joker lies."""

    def full(each: Illustration) -> int:
        picture = each.picture
        if not isinstance(picture, TablePicture) or picture.last is None:
            return 0
        laid = [place.laid for place in picture.places if place.laid is not None]
        return len(laid) + 5 * any(card.raised for card in laid) + 2 * any(card.card > 51 for card in laid)

    game = find_game("pitch")
    found = [
        each
        for step in walk(game, 5, source(7), deals=12)
        for each in table_pictures.of_table(view_of(game, step.after), "tricks", _TEXTS)
    ]
    return max(found, key=full)


def _scores() -> Illustration:
    """The scores after a deal among four in which much happened, though less than players by chance make happen."""
    game = find_game("knektpass")
    ends = [step.after for step in walk(game, 4, source(5), deals=40) if step.after.needs_deal]
    calm = [each for each in ends if max(map(abs, each.points)) < 11 and max(each.scores) < 40]
    best = max(calm, key=lambda each: len(set(each.points)))
    (shown,) = table_pictures.of_table(view_of(game, best), "results", _TEXTS)
    return shown


def _course() -> Illustration:
    """Sixty deals."""
    chance, day = source(3), date(2026, 1, 4)
    course = [((day + timedelta(days=2 * n)).isoformat(), chance(60) - 22) for n in range(60)]
    return reading_pictures.of_course("phat", "Ann", course, True, _TEXTS)[0]


if __name__ == "__main__":
    main()
