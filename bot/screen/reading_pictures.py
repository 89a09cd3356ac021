"""The pictures of what people read up: cards on rule pages, running scores in records."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from bot import names
from bot.drawing import letters
from bot.drawing.chart import ChartPicture
from bot.drawing.rows import RowsPicture
from bot.games import find_drawn, find_face
from bot.screen.pictures import Illustration, described, ranks
from bot.texts import Texts
from engine.options import Options

#: Of a longer course so many points are drawn: more than a phone has room for.
POINTS_DRAWN: Final = 240


def of_page(game: str, name: str, options: Options, texts: Texts) -> tuple[Illustration, ...]:
    """What goes with a rule page."""
    rows = find_drawn(game).page(name, options, texts)
    if not rows:
        return ()
    told = [
        texts.t(
            "picture.alt.row",
            label=row.label,
            cards=texts.t("list.comma").join(
                texts.t("picture.alt.captioned", card=each.card, caption=each.caption)
                if each.caption
                else texts.t("picture.alt.marked", card=each.card)
                if each.best
                else texts.card(each.card)
                for each in row.cards
            ),
        )
        for row in rows
    ]
    return (
        Illustration(
            RowsPicture(accent=find_face(game).accent, ranks=ranks(texts), rows=rows), described(told), "cards.png"
        ),
    )


def of_course(
    game: str, person: str, course: Sequence[tuple[str, int]], counted: bool, texts: Texts
) -> tuple[Illustration, ...]:
    """A running score over time. ``course``: by deal, its UTC day (``2024-05-31``) and what it added."""
    if len(course) < 2:
        return ()
    face = find_face(game)
    scores = [0]
    for _, points in course:
        scores.append(scores[-1] + points)
    title = texts.t("picture.course" if counted else "picture.course_practice", game=face.title(texts))
    first, last = (texts.day(date.fromisoformat(course[n][0])) for n in (0, -1))
    below = texts.t("picture.deals", n=len(course))
    picture = ChartPicture(
        accent=face.accent,
        title=letters.writable(title),
        scores=_thinned(scores),
        first=first,
        last=last,
        below=below,
    )
    alt = texts.t(
        "picture.alt.course",
        title=title,
        name=names.plain(person) or texts.t("seat.someone"),
        n=len(course),
        first=first,
        last=last,
        lowest=min(scores),
        highest=max(scores),
        score=scores[-1],
    )
    return (Illustration(picture, described([alt]), f"{game}.png"),)


def _thinned(scores: Sequence[int]) -> tuple[int, ...]:
    """At most `POINTS_DRAWN` of the scores in equal steps, the last among them."""
    last = len(scores) - 1
    count = min(last, POINTS_DRAWN)
    return tuple(scores[round(n * last / count)] for n in range(count + 1))
