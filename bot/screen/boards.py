"""The leaderboard of a server, plainly: who has how many points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

from bot import names
from bot.games import find_face
from bot.screen import buttons, layout
from bot.texts import Texts

#: More rows than this would not fit one message with the longest of names.
ROWS_SHOWN = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """One person on a leaderboard. ``place``: equals share one; None while unranked. ``own``: the reader's line."""

    place: int | None
    name: str | None
    points: int
    deals: int
    own: bool = False


def board(game_key: str, lines: Sequence[BoardLine], texts: Texts, *, counted: bool, shared: bool) -> ui.LayoutView:
    """A game's leaderboard, the best `ROWS_SHOWN` first.

    ``counted``: these are counted deals, else practice, which it says. ``shared``: posted in the channel, so without
    [Show here] and without marking anybody.
    """
    face = find_face(game_key)
    title = texts.t("board.title", emoji=face.emoji, game=face.title(texts))
    rows = [_row(line, texts, marked=line.own and not shared) for line in lines[:ROWS_SHOWN]]
    show = buttons.button(texts.t("button.show_board"), 0, "showboard", game_key)
    return layout.message(
        face.accent,
        layout.text(f"### {title}", *(rows or [texts.t("board.empty")])),
        layout.text(texts.t("board.counted" if counted else "board.practice")) if rows else [],
        layout.rows([show]) if rows and not shared else [],
    )


def _row(line: BoardLine, texts: Texts, *, marked: bool) -> str:
    return texts.t(
        "board.row_own" if marked else "board.row",
        n=line.deals,
        place=texts.t("board.unplaced") if line.place is None else texts.t("board.placed", place=line.place),
        name=names.shown(line.name or "") or texts.t("seat.someone"),
        points=line.points,
    )
