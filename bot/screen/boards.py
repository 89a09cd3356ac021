"""The leaderboard of a server: a page of it, and where its reader stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot import names
from bot.games import find_face
from bot.screen import buttons, layout
from bot.screen.layout import Piece
from bot.texts import Texts

#: Persons on one page: what a telephone shows without much scrolling.
PAGE = 10

#: All leaderboards of a game, by order and period, with what they are called. Ratings know no period.
KINDS: Mapping[tuple[str, str], str] = {
    ("score", "all"): "board.score_all",
    ("score", "season"): "board.score_season",
    ("score", "days"): "board.score_days",
    ("wins", "all"): "board.wins_all",
    ("wins", "season"): "board.wins_season",
    ("wins", "days"): "board.wins_days",
    ("rating", "all"): "board.rating_all",
    ("average", "all"): "board.average_all",
    ("average", "season"): "board.average_season",
    ("average", "days"): "board.average_days",
}
ORDERS = tuple(dict.fromkeys(by for by, _ in KINDS))
PERIODS = tuple(dict.fromkeys(period for _, period in KINDS))

#: An earlier season is a period too, its number behind this word: ``season3``.
_SEASON = "season"
#: Of so many earlier seasons the newest can be chosen from the list.
EARLIER = buttons.IN_SELECT - len(KINDS)

_PRACTICE = {"all": "board.practice_all", "season": "board.practice_season", "days": "board.practice_days"}
_EMPTY = {"all": "board.empty_all", "season": "board.empty_season", "days": "board.empty_days"}
_COUNTED = {"score": "board.counted_score", "wins": "board.counted_wins", "average": "board.counted_average"}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """One person on a leaderboard. ``place``: equals share one; None while unranked. ``own``: the reader's line.

    ``provisional``: the rating is made from too few matches to mean much.
    """

    place: int | None
    name: str | None
    points: int = 0
    deals: int = 0
    matches: int = 0
    wins: int = 0
    rating: int | None = None
    provisional: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardView:
    """One page of a leaderboard. ``by`` and ``period`` are one of `KINDS`, or the score of an earlier season.

    ``season``: the server's present one. ``needed``: matches that a place takes. ``counted``: these are the deals that
    count, else practice. ``own``: the reader's line, if there is one anywhere.
    """

    game: str
    by: str
    period: str
    number: int
    pages: int
    persons: int
    lines: Sequence[BoardLine]
    own: BoardLine | None
    counted: bool
    needed: int
    season: int = 1

    def control(self, number: int) -> str:
        """What a button for this leaderboard's page carries."""
        return f"{self.game}.{self.by}.{self.period}.{number}"


def earlier_season(period: str) -> int | None:
    """The number of the earlier season that a period is; None if it is none."""
    number = period.removeprefix(_SEASON)
    told = number != period and number.isascii() and number.isdecimal() and len(number) < 7
    return int(number) if told else None


def board(view: BoardView, texts: Texts, *, shared: bool) -> ui.LayoutView:
    """The leaderboard. ``shared``: posted in the channel, so without controls and without marking anybody."""
    face = find_face(view.game)
    title = texts.t("board.title", emoji=face.emoji, game=face.title(texts))
    parts: list[Sequence[Piece]] = [layout.text(f"### {title}", _kind(view.by, view.period, texts))]
    if view.lines:
        parts.append(layout.text(*(_row(line, view, texts, marked=line.own and not shared) for line in view.lines)))
        if not shared and not any(line.own for line in view.lines):
            parts += [layout.line(), layout.text(_own(view, texts))]
        pages = texts.t("board.page", number=view.number, pages=view.pages, n=view.persons) if view.pages > 1 else None
        parts.append(layout.text(_note(view, texts), pages))
    else:
        empty = "board.empty_rating" if view.by == "rating" else _EMPTY.get(view.period, "board.empty_earlier")
        parts.append(layout.text(texts.t(empty, needed=view.needed) if view.by == "rating" else texts.t(empty)))
    if not shared:
        parts += [layout.rows(_controls(view, texts)), [_kinds(view, texts)]]
    return layout.message(face.accent, *parts)


def _row(line: BoardLine, view: BoardView, texts: Texts, *, marked: bool) -> str:
    name = names.shown(line.name or "") or texts.t("seat.someone")
    said: dict[str, str | int] = {
        "name": texts.t("board.you", name=name) if marked else name,
        "place": texts.t("board.unplaced") if line.place is None else texts.t("board.placed", place=line.place),
    }
    if line.place is None:
        return texts.t("board.unranked", **said, n=line.matches, needed=view.needed)
    if view.by == "rating":
        key = "board.row_provisional" if line.provisional else "board.row_rating"
        return texts.t(key, **said, rating=line.rating or 0, n=line.matches)
    if view.by == "wins":
        return texts.t("board.row_wins", **said, share=percent(line.wins, line.matches), wins=line.wins, n=line.matches)
    if view.by == "average":
        return texts.t("board.row_average", **said, average=texts.decimal(line.points / line.deals), n=line.deals)
    return texts.t("board.row_score", **said, points=line.points, n=line.deals)


def percent(part: int, whole: int) -> int:
    """A share as a whole number of hundredths; halves go up."""
    return (200 * part + whole) // (2 * whole) if whole else 0


def _own(view: BoardView, texts: Texts) -> str:
    if view.own is None:
        return texts.t("board.not_on_it")
    return _row(view.own, view, texts, marked=True)


def _note(view: BoardView, texts: Texts) -> str:
    """What these numbers are."""
    if view.by == "rating":
        return texts.t("board.rated", needed=view.needed)
    if not view.counted:
        return texts.t(_PRACTICE.get(view.period, "board.practice_earlier"))
    if view.by == "score":
        return texts.t(_COUNTED[view.by])
    return texts.t(_COUNTED[view.by], needed=view.needed)


def _controls(view: BoardView, texts: Texts) -> list[layout.Button]:
    found: list[layout.Button] = []
    if view.pages > 1:
        found += [
            buttons.button(texts.t(key), 0, "board", view.control(number), off=not 1 <= number <= view.pages)
            for key, number in (("button.earlier_page", view.number - 1), ("button.later_page", view.number + 1))
        ]
    if view.lines:
        found.append(buttons.button(texts.t("button.show_here"), 0, "showboard", view.control(view.number)))
    return found


def _kind(by: str, period: str, texts: Texts) -> str:
    """What a leaderboard is called."""
    season = earlier_season(period)
    return texts.t(KINDS[by, period]) if season is None else texts.t("board.score_earlier", season=season)


def _kinds(view: BoardView, texts: Texts) -> ui.ActionRow[Any]:
    """The select of all leaderboards of this game, earlier seasons last; the one that is shown is marked."""
    earlier = [("score", f"{_SEASON}{n}") for n in range(view.season - 1, max(0, view.season - 1 - EARLIER), -1)]
    options = [
        discord.SelectOption(
            label=_kind(by, period, texts),
            value=f"{by}.{period}",
            default=(by, period) == (view.by, view.period),
        )
        for by, period in (*KINDS, *earlier)
    ]
    return buttons.menu(0, "order", texts.t("board.choose"), options, view.game)
