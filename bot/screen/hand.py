"""A player's own message: their cards, what they are asked, and on their turn a button for each card."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.games import find_face
from bot.games.face import Face
from bot.screen import buttons, layout
from bot.screen.notes import plain, sentence
from bot.screen.seats import listed, seat_name, seat_names, waiting
from bot.screen.tricks import trick_in_hand, tricks_to_look_at
from bot.tables.views import GoneView, HandView
from bot.texts import Texts
from engine.actions import PLAYS
from engine.cards import Card
from engine.game import View

#: What stands between two suits of a hand: wider than what stands between two cards.
_BETWEEN_SUITS = "\u2003"


def hand(view: HandView, texts: Texts) -> ui.LayoutView:
    """The message that only its player sees."""
    face = find_face(view.game)
    own = view.own
    note = texts.t("hand.note", note=sentence(view.note, texts)) if view.note else None
    if own is None:
        body = [layout.text(note, _in_lobby(view, face, texts))]
    else:
        names = seat_names(view.seats, texts)
        standing = [_trumps_and_scores(view, own, face, texts), *face.status(own, names, texts)]
        body = [
            layout.text(note, _cards(view, own, face, texts), *standing, *_question(view, own, face, texts)),
            *_controls(view, own, face, texts),
        ]
    if view.newcomer:
        body.append(layout.text(texts.t("hand.newcomer", game=face.title(texts))))
        body.append(layout.rows([buttons.rules(view.table, texts)]))
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


def _cards(view: HandView, own: View, face: Face[Any], texts: Texts) -> str | None:
    if view.phase != "playing":
        return None
    if own.withheld:
        return face.withheld(own, seat_names(view.seats, texts), texts)
    if not own.hand:
        return texts.t("hand.empty")
    return "### " + _BETWEEN_SUITS.join(texts.cards(group) for group in face.groups(own))


def _trumps_and_scores(view: HandView, own: View, face: Face[Any], texts: Texts) -> str:
    scores = face.scores(own, seat_names(view.seats, texts), texts)
    if own.trump is None or view.phase != "playing":
        return scores
    return texts.t("hand.trumps", suit=texts.suit(own.trump), scores=scores)


def _question(view: HandView, own: View, face: Face[Any], texts: Texts) -> list[str | None]:
    """The trick as it lies, or before its first card the one before; and the one sentence on what is asked."""
    names = seat_names(view.seats, texts)
    mine = view.seats[view.seat]
    if view.phase == "paused":
        return [texts.t("hand.paused")]
    if own.over:
        return [texts.t("hand.over")]
    if view.phase == "between":
        return [_between(view, own, texts)]
    trick = trick_in_hand(own, names, texts) or next(iter(tricks_to_look_at(own, names, texts)), None)
    if mine.away:
        return [trick, texts.t("hand.minded")]
    if not own.legal:
        asked = listed(view.seats, own.to_act, texts)
        return [trick, texts.t("hand.waiting", names=asked) if asked else None]
    prompt = face.prompt(own, texts)
    if view.due_at is None:
        return [trick, prompt]
    return [trick, texts.t("hand.asked_until", prompt=prompt, until=texts.until(view.due_at))]


def _between(view: HandView, own: View, texts: Texts) -> str:
    ready = [seat.seat for seat in view.seats if seat.ready]
    if view.seat in ready:
        missing = waiting(view.seats, ready)
        return texts.t("hand.ready", names=listed(view.seats, missing, texts)) if missing else texts.t("hand.ready_all")
    change = texts.number(own.points[view.seat], signed=True)
    if view.next_deal_at is None:
        return texts.t("hand.between", change=change)
    return texts.t("hand.between_at", change=change, until=texts.until(view.next_deal_at))


def _controls(view: HandView, own: View, face: Face[Any], texts: Texts) -> list[list[layout.Piece]]:
    if view.phase == "paused" or (view.seats[view.seat].away and not own.over):
        return [layout.rows([buttons.back(view.table, texts)])]
    if view.phase == "between" and not view.seats[view.seat].ready and not own.over:
        return [layout.rows([buttons.next_deal(view.table, own.deal_no, texts)])]
    if view.phase == "playing" and own.legal:
        return [_action_rows(view, own, face, texts), *_card_rows(view, own, face, texts)]
    return []


def _action_rows(view: HandView, own: View, face: Face[Any], texts: Texts) -> list[layout.Piece]:
    """What may be done beside playing a card."""
    return layout.rows(
        [
            buttons.action_button(face, view.table, view.decision, action, texts, legal=True)
            for action in own.legal.actions
            if action.verb != "play"
        ]
    )


def _card_rows(view: HandView, own: View, face: Face[Any], texts: Texts) -> list[list[layout.Piece]]:
    """A row of buttons a suit, the ones that may be played first; none where the question is another one."""
    legal = set(own.legal.cards)
    if not legal:
        return []
    groups: list[list[Card]] = sorted(face.groups(own), key=lambda group: not legal.intersection(group))
    return [
        layout.rows(
            [
                buttons.action_button(face, view.table, view.decision, PLAYS[card], texts, legal=card in legal)
                for card in group
            ]
        )
        for group in groups
    ]
