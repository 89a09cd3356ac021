"""One picture of each kind, and the largest that each kind comes to."""

from __future__ import annotations

from random import Random

from bot.drawing.chart import ChartPicture
from bot.drawing.rows import Captioned, CardRow, RowsPicture
from bot.drawing.standing import Bar, StandingPicture
from bot.drawing.studio import Picture
from bot.drawing.trick import Laid, PastTrick, Place, TablePicture
from engine.cards import PACK_54

RANKS = (*["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "J−", "J+"],)
#: As wide as a name of 32 letters gets.
LONG = "Wilhelmina WWWWWWWW Mumumum Wwww"
ACCENT = 0xB8692E


def table(seats: int, cards: int, seed: int = 1) -> TablePicture:
    """A table with so many cards on it, and a last trick."""
    chance = Random(seed)
    laid = [Laid(card=card, raised=chance.random() < 0.5) for card in chance.sample(PACK_54, seats)]
    return TablePicture(
        accent=ACCENT,
        ranks=RANKS,
        title="Trick 12",
        trump=seed % 4,
        trump_word="diamonds",
        contract="10 · 10♦",
        places=tuple(
            Place(
                name=LONG,
                note="−123 · partner",
                laid=laid[seat] if seat < cards else None,
                turn=seat == cards,
                out=seat == cards + 1,
                best=seat == cards - 1,
                tag="led, best" if seat == cards - 1 else "led" if seat == 0 else "",
            )
            for seat in range(seats)
        ),
        last=PastTrick(said=("Trick 11", LONG), laid=tuple(laid), best=seats - 1),
    )


def standing(bars: int, seed: int = 1) -> StandingPicture:
    """A match of so many sides."""
    chance = Random(seed)
    scores = [(chance.randrange(-60, 180), chance.randrange(-60, 180)) for _ in range(bars)]
    return StandingPicture(
        accent=ACCENT,
        title="Knektpass · deal 12",
        bars=tuple(
            Bar(name=LONG, before=before, after=after, change=f"{after - before:+}", score=str(after), best=number == 0)
            for number, (before, after) in enumerate(scores)
        ),
        goal=181,
        goal_word="first to 181",
    )


def rows(count: int, seed: int = 1) -> RowsPicture:
    """So many rows of sixteen cards."""
    chance = Random(seed)
    return RowsPicture(
        accent=ACCENT,
        ranks=RANKS,
        rows=tuple(
            CardRow(
                label="A line of words that goes on below since no picture is as wide as it is",
                cards=tuple(
                    Captioned(card=card, caption=str(card), raised=chance.random() < 0.5, best=chance.random() < 0.2)
                    for card in chance.sample(PACK_54, 16)
                ),
            )
            for _ in range(count)
        ),
    )


def chart(points: int, seed: int = 1) -> ChartPicture:
    """A running score that goes up and down."""
    chance, scores = Random(seed), [0]
    for _ in range(points):
        scores.append(scores[-1] + chance.randrange(-900, 1000))
    return ChartPicture(
        accent=ACCENT,
        title="Phat · running score",
        scores=tuple(scores),
        first="2026-01-01",
        last="2026-12-31",
        below="10000 deals",
    )


WORST: dict[str, Picture] = {
    "table": table(7, 6),
    "standing": standing(7),
    "rows": rows(3),
    "chart": chart(240),
}
