"""The end of a deal, and the end of a match."""

from __future__ import annotations

from discord import ui

from bot.games import find_face
from bot.screen import buttons, layout
from bot.screen.buttons import MAIN
from bot.screen.lobby import ended
from bot.screen.seats import levels, person_name, seat_names
from bot.screen.table import commitment_line
from bot.tables.match_ids import match_id
from bot.tables.views import Running, SummaryView
from bot.texts import Texts


def summary(view: SummaryView, texts: Texts) -> ui.LayoutView:
    """What a deal, or with ``final`` the match, came to."""
    return _match_end(view, texts) if view.final else _deal_end(view, texts)


def _deal_end(view: SummaryView, texts: Texts) -> ui.LayoutView:
    """A deal's message as it stays in the channel: no buttons, the next deal has a message of its own."""
    public = view.public
    face = find_face(public.game)
    title = texts.t("summary.title", emoji=face.emoji, game=face.title(texts), n=public.deal_no)
    return layout.message(
        face.accent,
        layout.text(f"### {title}", *face.summary(public, seat_names(view.seats, texts), texts)),
        layout.text(commitment_line(view.commitment, texts)),
    )


def _match_end(view: SummaryView, texts: Texts) -> ui.LayoutView:
    public = view.public
    face = find_face(public.game)
    names = seat_names(view.seats, texts)
    parts = [layout.text(*_headline(view, texts))]
    if public.over:
        parts += [layout.line(), layout.text(*face.summary(public, names, texts))]
    if view.running:
        parts += [layout.line(), layout.text(*_running(view, texts))]
    if view.rematch is not None:
        parts.append(layout.text(_rematch(view, texts)))
    parts.append(layout.rows(_buttons(view, texts)))
    parts.append(
        layout.text(texts.t("match.line", match=match_id(view.table)), commitment_line(view.commitment, texts))
    )
    return layout.message(face.accent, *parts)


def _buttons(view: SummaryView, texts: Texts) -> list[layout.Button]:
    """While there is one, the offer of a rematch; and what there is to look back at, which stays."""
    again = buttons.button(texts.t("button.rematch"), view.table, "rematch", style=MAIN)
    return [
        *([again] if view.rematch is not None else []),
        buttons.board(view.table, view.public.game, texts),
        buttons.replay(view.table, texts),
        buttons.record(view.table, texts),
        buttons.proof(view.table, texts),
    ]


def _headline(view: SummaryView, texts: Texts) -> list[str | None]:
    """Who won, or why it was ended, and the standing."""
    public = view.public
    face = find_face(public.game)
    names = seat_names(view.seats, texts)
    title = texts.t("summary.ended" if view.ended else "summary.final", emoji=face.emoji, game=face.title(texts))
    winners = [names[seat] for seat in public.winners]
    partners = tuple(public.winners) in face.sides(public.seats)
    first = None
    if view.ended:
        first = ended(view.ended, texts)
    elif winners:
        who = texts.pair(winners) if partners else texts.list(winners)
        first = texts.t("summary.winners", names=who)
    return [
        f"### {title}",
        first,
        _standing(view, texts),
        levels(view.seats, texts),
    ]


def _standing(view: SummaryView, texts: Texts) -> str:
    public = view.public
    scores = find_face(public.game).scores(public, seat_names(view.seats, texts), texts)
    if view.ended:
        return texts.t("summary.standing_then", scores=scores)
    return texts.t("summary.standing", n=public.deal_no, scores=scores)


def _running(view: SummaryView, texts: Texts) -> list[str]:
    """Everybody's running score before and after, and whether the match counts."""
    counted = [row for row in view.running if row.counted]
    if not counted:
        shown = [_running_row(view, row, texts) for row in view.running]
        return [texts.t("summary.running"), *shown, texts.t("summary.practice")]
    lines = [texts.t("summary.running"), *(_running_row(view, row, texts) for row in counted)]
    practice = [_running_row(view, row, texts) for row in view.running if not row.counted]
    if practice:
        lines.append(f"-# {texts.t('summary.running_practice', rows=texts.t('list.dot').join(practice))}")
    return lines


def _running_row(view: SummaryView, row: Running, texts: Texts) -> str:
    return texts.t(
        "summary.running_row",
        name=person_name(view.seats, row.person, texts, row.name),
        before=row.before,
        after=row.after,
        change=texts.number(row.after - row.before, signed=True),
    )


def _rematch(view: SummaryView, texts: Texts) -> str:
    if not view.rematch:
        return texts.t("summary.rematch")
    wanting = texts.list([person_name(view.seats, person, texts) for person in view.rematch])
    return texts.t("summary.rematch_wanted", names=wanting)
