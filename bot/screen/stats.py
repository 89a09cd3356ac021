"""A person's record in a server: game by game, what counted and, apart from it, practice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from discord import ui

from bot import names
from bot.games import find_face
from bot.screen import buttons, layout, reading_pictures
from bot.screen.boards import percent
from bot.screen.layout import Piece
from bot.screen.pictures import Illustration
from bot.texts import Texts

#: Letters that one message may hold, less some for the end: a record of very many games is cut between two games.
_LONGEST = 3_600
#: So many games have their running score drawn; whoever wants another asks for that game.
CHARTS = 4

#: A running score deal by deal: the UTC day (``2024-05-31``) and what it added.
Course: TypeAlias = Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """What a person has, added up over deals of one kind. ``best`` and ``worst`` deal: None without a deal."""

    points: int = 0
    deals: int = 0
    deals_won: int = 0
    best: int | None = None
    worst: int | None = None
    matches: int = 0
    wins: int = 0
    counters: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A person's record in one game. None where there is nothing of that kind.

    ``place``: by running score, of all time. ``season``: this season's points and place, where there have been more
    seasons than one. ``rating``: with how many matches it is made from, and whether those are too few.
    """

    game: str
    counted: Sums | None
    place: int | None
    practice: Sums | None
    season: tuple[int, int] | None = None
    rating: tuple[int, int, bool] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordView:
    """A person's record: of one game (``game``), or of all that they have played here. ``needed``: rated matches."""

    person: int
    name: str
    records: Sequence[GameRecord]
    needed: int
    game: str | None = None


def stats(view: RecordView, texts: Texts, *, shared: bool) -> ui.LayoutView:
    """The record. ``shared``: posted in the channel, so without [Show here]."""
    name = names.shown(view.name) or texts.t("seat.someone")
    accent = find_face(view.records[0].game).accent if view.records else None
    parts: list[Sequence[Piece]] = [layout.text(f"### {texts.t('stats.title', name=name)}")]
    if not view.records:
        key = "stats.empty" if view.game is None else "stats.empty_game"
        game = {} if view.game is None else {"game": find_face(view.game).title(texts)}
        return layout.message(accent, *parts, layout.text(texts.t(key, name=name, **game)))
    length = 0
    for number, record in enumerate(view.records):
        lines = _game(record, view.needed, texts)
        length += sum(map(len, lines))
        if length > _LONGEST:
            parts.append(layout.text(texts.t("stats.more", n=len(view.records) - number)))
            break
        parts += [layout.line(), layout.text(*lines)]
    if not shared:
        control = str(view.person) if view.game is None else f"{view.person}.{view.game}"
        parts.append(layout.rows([buttons.button(texts.t("button.show_here"), 0, "showstats", control)]))
    return layout.message(accent, *parts)


def illustrations(view: RecordView, courses: Mapping[str, Course], texts: Texts) -> tuple[Illustration, ...]:
    """A line a game: the running score, deal by deal."""
    return tuple(
        shown
        for record in view.records[:CHARTS]
        for shown in reading_pictures.of_course(
            record.game, view.name, courses.get(record.game, ()), record.counted is not None, texts
        )
    )


def _game(record: GameRecord, needed: int, texts: Texts) -> list[str]:
    face = find_face(record.game)
    lines = [texts.t("stats.game", emoji=face.emoji, game=face.title(texts))]
    if record.counted is None:
        lines.append(texts.t("stats.none_counted"))
    else:
        lines.append(texts.t("stats.score", points=record.counted.points, place=record.place or 1))
        if record.season is not None:
            points, place = record.season
            lines.append(texts.t("stats.season", points=points, place=place))
        lines += _sums(record.counted, texts)
        if record.rating is not None:
            rating, matches, provisional = record.rating
            key = "stats.rating_provisional" if provisional else "stats.rating"
            more: dict[str, int] = {"needed": needed} if provisional else {}
            lines.append(texts.t(key, rating=rating, n=matches, **more))
        lines.append(face.record(record.counted.counters, texts))
    if record.practice is not None:
        said = [texts.t("stats.practice_score", points=record.practice.points), *_sums(record.practice, texts)]
        lines.append(texts.t("stats.practice", record=texts.t("list.dot").join(said)))
    return [line for line in lines if line]


def _sums(sums: Sums, texts: Texts) -> list[str]:
    """Matches, deals, and the best and the worst of these."""
    lines = [
        texts.t("stats.matches", n=sums.matches, wins=sums.wins, share=percent(sums.wins, sums.matches))
        if sums.matches
        else texts.t("stats.no_match")
    ]
    if sums.deals:
        average = texts.decimal(sums.points / sums.deals)
        share = percent(sums.deals_won, sums.deals)
        lines.append(texts.t("stats.deals", n=sums.deals, won=sums.deals_won, share=share, average=average))
    if sums.best is not None and sums.worst is not None:
        best, worst = texts.number(sums.best, signed=True), texts.number(sums.worst, signed=True)
        lines.append(texts.t("stats.range", best=best, worst=worst))
    return lines
