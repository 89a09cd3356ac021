"""A player's own message: their cards, how things stand, and what they are asked (`bot.screen.decision`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.games import find_face
from bot.games.face import Face
from bot.screen import buttons, decision, hand_order, hints, layout
from bot.screen.asking import Asking
from bot.screen.notes import plain, sentence
from bot.screen.seats import listed, paused_line, seat_name, seat_names, waiting
from bot.screen.tricks import trick_in_hand, tricks_to_look_at
from bot.tables.views import GoneView, HandView, Pause
from bot.texts import Texts
from engine.game import View

#: What stands between two suits of a hand: wider than what stands between two cards.
_BETWEEN_SUITS = "\u2003"


@layout.with_tiles_that_fit
def hand(view: HandView, texts: Texts) -> ui.LayoutView:
    """The message that only its player sees."""
    face = find_face(view.game)
    own = view.own
    note = texts.t("hand.note", note=sentence(view.note, texts)) if view.note else None
    if own is None:
        body = [layout.text(note, _in_lobby(view, face, texts))]
    else:
        names = seat_names(view.seats, texts)
        asking = _question(view, own, face, names, texts)
        body = [
            layout.text(note, _cards(view, own, face, names, texts)),
            [*layout.small(face.scores(own, names, texts)), *layout.text(*_standing(view, own, face, names, texts))],
            layout.text(*asking.lines),
            *asking.controls,
        ]
    if view.newcomer:
        new = f"-# {texts.t('hand.newcomer', game=face.title(texts))}"
        body.append(layout.beside(new, buttons.rules(view.table, texts)))
    return layout.message(face.accent, *body)


def gone(view: GoneView, texts: Texts) -> ui.LayoutView:
    """What stands in place of a hand that is not to be played from any more."""
    return plain(view.note, texts)


def _in_lobby(view: HandView, face: Face[Any], texts: Texts) -> str:
    game = face.title(texts)
    partner = face.partner(view.seat, len(view.seats))
    if partner is None or view.seats[partner].empty:
        return texts.t("hand.lobby", game=game, n=view.seat + 1)
    name = seat_name(view.seats[partner], texts)
    return texts.t("hand.lobby_partner", game=game, n=view.seat + 1, partner=name)


def _cards(view: HandView, own: View, face: Face[Any], names: Sequence[str], texts: Texts) -> str | None:
    if view.phase != "playing":
        return None
    if own.withheld:
        return face.withheld(own, names, texts)
    if not own.hand:
        return texts.t("hand.empty")
    return "### " + _BETWEEN_SUITS.join(texts.tiles(group) for group in hand_order.groups(own, face, view.preferences))


def _standing(view: HandView, own: View, face: Face[Any], names: Sequence[str], texts: Texts) -> list[str]:
    """Trumps, and how this deal stands."""
    said = list(face.status(own, names, texts))
    if own.trump is None or view.phase != "playing":
        return said
    trumps = texts.t("hand.trumps", suit=texts.suit(own.trump))
    return [texts.t("list.dot").join([trumps, *said[:1]]), *said[1:]]


def _question(view: HandView, own: View, face: Face[Any], names: Sequence[str], texts: Texts) -> Asking:
    """The trick as it lies, or before its first card the one before; and what is asked, with its controls."""
    mine = view.seats[view.seat]
    if own.over:
        return Asking([texts.t("hand.over")])
    if view.pause is not None:
        return _paused(view, view.pause, texts)
    if view.phase == "between":
        return Asking([_between(view, own, texts)], _between_controls(view, own, texts))
    trick = trick_in_hand(own, names, texts) or next(iter(tricks_to_look_at(own, names, texts)), None)
    if mine.away:
        return Asking([trick, texts.t("hand.minded")], [layout.rows([buttons.back(view.table, texts)])])
    asking = decision.asking(view, own, face, texts)
    helped = hints.line(view.hint, own, face, texts) if view.hint is not None else None
    beside = [*buttons.hint(view, texts), *buttons.take_back(view, face, texts)]
    return Asking([trick, *asking.lines, helped], [*asking.controls, layout.rows(beside)])


def _paused(view: HandView, pause: Pause, texts: Texts) -> Asking:
    if pause.by is None:
        return Asking([texts.t("hand.paused")], [layout.rows([buttons.back(view.table, texts)])])
    return Asking([paused_line(pause, view.seats, texts)], [layout.rows([buttons.resume(view.table, texts)])])


def _between(view: HandView, own: View, texts: Texts) -> str:
    ready = [seat.seat for seat in view.seats if seat.ready]
    if view.seat in ready:
        missing = waiting(view.seats, ready)
        return texts.t("hand.ready", names=listed(view.seats, missing, texts)) if missing else texts.t("hand.ready_all")
    change = find_face(view.game).change(own, view.seat, texts)
    if view.next_deal_at is None:
        return texts.t("hand.between_new" if view.new else "hand.between", change=change)
    key = "hand.between_new_at" if view.new else "hand.between_at"
    return texts.t(key, change=change, until=texts.until(view.next_deal_at))


def _between_controls(view: HandView, own: View, texts: Texts) -> list[list[layout.Piece]]:
    if view.seats[view.seat].away:
        return [layout.rows([buttons.back(view.table, texts)])]
    if view.seats[view.seat].ready:
        return []
    return [layout.rows([buttons.next_deal(view.table, own.deal_no, texts)])]
