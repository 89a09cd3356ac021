"""One moment of a match that is looked back at, and the buttons that lead to others."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.games import find_face
from bot.games.face import Face
from bot.screen import buttons, layout
from bot.screen.buttons import CALM, MAIN
from bot.screen.seats import listed, seat_names
from bot.screen.tricks import trick_on_table, trick_taken
from bot.tables.match_ids import match_id
from bot.tables.views import ReplayView
from bot.texts import Texts

_BETWEEN_SUITS = "\u2003"


@layout.with_tiles_that_fit
def replay(view: ReplayView, texts: Texts) -> ui.LayoutView:
    """What was done last, the trick, every hand, the scores; at a deal's end what it came to."""
    public = view.public
    face = find_face(public.game)
    names = seat_names(view.seats, texts)
    return layout.message(
        face.accent,
        layout.text(
            f"### {_title(view, face, texts)}", _did(view, face, names, texts), *_now(view, face, names, texts)
        ),
        layout.line(),
        layout.text(*_hands(view, face, names, texts)),
        layout.line(),
        layout.text(face.scores(public, names, texts), *face.status(public, names, texts)),
        layout.rows(_steps(view, texts)),
        layout.rows(_deals(view, texts)),
        layout.text(texts.t("match.line", match=match_id(view.table))),
    )


def _title(view: ReplayView, face: Face[Any], texts: Texts) -> str:
    title = face.title(texts)
    if view.public.trump is None:
        return texts.t("replay.title", emoji=face.emoji, game=title, n=view.deal, of=view.deals)
    suit = texts.suit(view.public.trump)
    return texts.t("replay.title_trump", emoji=face.emoji, game=title, n=view.deal, of=view.deals, suit=suit)


def _did(view: ReplayView, face: Face[Any], names: tuple[str, ...], texts: Texts) -> str:
    if view.did is None:
        return texts.t("replay.dealt", name=names[view.public.dealer])
    seat, action = view.did
    move = face.label(action, texts)
    return texts.t("replay.did", n=view.step, of=view.steps, name=names[seat], move=move)


def _now(view: ReplayView, face: Face[Any], names: tuple[str, ...], texts: Texts) -> list[str | None]:
    """The trick and the one before it; at the end of a deal what it came to."""
    public = view.public
    if public.needs_deal or public.over:
        return list(face.summary(public, names, texts))
    asked = face.asked(public, listed(view.seats, public.to_act, texts), texts) if public.to_act else None
    return [
        asked,
        trick_on_table(public, names, texts, face.out(public)),
        trick_taken(public, names, texts),
    ]


def _hands(view: ReplayView, face: Face[Any], names: tuple[str, ...], texts: Texts) -> list[str]:
    lines = [
        texts.t("replay.hand", name=name, cards=_BETWEEN_SUITS.join(texts.tiles(group) for group in face.groups(own)))
        for name, own in zip(names, view.open, strict=True)
        if own.hand
    ]
    if view.rest and not view.step:
        lines.append(texts.t("replay.rest", cards=texts.tiles(view.rest)))
    return lines or [texts.t("replay.no_cards")]


def _steps(view: ReplayView, texts: Texts) -> list[layout.Button]:
    start = not view.step and view.deal == 1
    end = view.step == view.steps and view.deal == view.deals
    return [
        _move(view, texts.t("button.back_step"), "back", off=start),
        _move(view, texts.t("button.next_step"), "next", off=end, main=True),
        _move(view, texts.t("button.next_trick"), "trick", off=end),
    ]


def _deals(view: ReplayView, texts: Texts) -> list[layout.Button]:
    return [
        _move(view, texts.t("button.deal_before"), "before", off=view.deal == 1),
        _move(view, texts.t("button.deal_start"), "first", off=not view.step),
        _move(view, texts.t("button.deal_end"), "last", off=view.step == view.steps),
        _move(view, texts.t("button.deal_after"), "after", off=view.deal == view.deals),
    ]


def _move(view: ReplayView, label: str, move: str, *, off: bool, main: bool = False) -> layout.Button:
    """A button that leads from this moment to another; both stand in its id, and nothing is stored."""
    place = f"{view.deal}.{view.step}.{move}"
    return buttons.button(label, view.table, "replay", place, style=MAIN if main else CALM, off=off)
