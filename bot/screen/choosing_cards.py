"""Choosing several cards at once, such as discards: one press for what is proposed, or a list to choose from.

What is being chosen travels in the ids: the list's choice comes back as a draft (``discard 4H 7H``), which shows the
hand anew with a Confirm button that carries these very cards. What has been confirmed may be changed until all who
choose at the same time have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.games.face import Face
from bot.screen import buttons, hand_order, layout
from bot.screen.asking import Asking, prompt
from bot.screen.buttons import MAIN
from bot.screen.seats import listed
from bot.tables.views import HandView
from bot.texts import Texts
from engine.actions import Action, SetChoice
from engine.cards import CODES, Card, UnknownCard, card
from engine.game import View


def asking(view: HandView, own: View, choice: SetChoice, face: Face[Any], texts: Texts) -> Asking:
    """The choice as it stands: being made from the list, confirmed, or still to be made."""
    kept = kept_cards(view, choice)
    proposed = face.proposals(own)
    drafted = drafted_cards(view.draft, choice)
    if drafted is not None or (kept is None and not proposed):
        return _listed(view, own, choice, drafted or kept or next(iter(proposed), ()), face, texts)
    otherwise = buttons.drafting(view, texts.t("button.otherwise"), choice.verb)
    if kept is not None:
        action = Action(choice.verb, kept)
        return Asking(
            [face.chosen(own, action, texts), *face.choosing(own, kept, texts), _waiting(view, own, texts)],
            [layout.rows([otherwise])],
        )
    one_press = [
        buttons.button(
            face.propose(own, action, texts),
            view.table,
            "do",
            action.code,
            decision=view.decision,
            style=MAIN,
        )
        for action in (Action(choice.verb, each) for each in proposed)
    ]
    return Asking(
        [
            prompt(view, face.prompt(own, texts), texts),
            *(face.choosing(own, proposed[0], texts) if len(proposed) == 1 else ()),
        ],
        [layout.rows([*one_press, otherwise])],
    )


def drafted_cards(draft: str | None, choice: SetChoice) -> tuple[Card, ...] | None:
    """What was chosen from the list, ascending; None if no such choice is going on.

    Anybody's client may send anything, so only cards that may be chosen are taken.
    """
    verb, *codes = (draft or "").split()[:26] or [""]
    if verb != choice.verb:
        return None
    return tuple(sorted({each for each in map(_card, codes) if each in choice.free or each in choice.in_need}))


def kept_cards(view: HandView, choice: SetChoice) -> tuple[Card, ...] | None:
    """What this player has confirmed; None if nothing of this kind."""
    kept = Action.parse(view.promise) if view.promise is not None else None
    return kept.cards if kept is not None and kept.verb == choice.verb else None


def problem(choice: SetChoice, cards: Sequence[Card], texts: Texts) -> str | None:
    """Why these cards, which are all among those offered, cannot be chosen; None if they can."""
    if not choice.least <= len(cards) <= choice.most:
        if choice.least == choice.most:
            return texts.t("several.exactly", n=choice.least)
        return texts.t("several.between", least=choice.least, most=choice.most)
    needed = [each for each in cards if each in choice.in_need]
    if needed and not set(choice.free) <= set(cards):
        return texts.t("refusal.free_cards_first", card=needed[0])
    return None


def _listed(
    view: HandView, own: View, choice: SetChoice, cards: Sequence[Card], face: Face[Any], texts: Texts
) -> Asking:
    """The list, with what is chosen so far, and Confirm once that can be."""
    wrong = problem(choice, cards, texts)
    in_hand = [each for group in hand_order.groups(own, face, view.preferences) for each in group]
    offered = [each for each in in_hand if each in choice.free or each in choice.in_need]
    # A list takes no more marks than cards may be chosen, and anybody's client may send more.
    marked = cards[: choice.most]
    menu = buttons.several(
        view,
        choice.verb,
        texts.t("several.list"),
        [
            discord.SelectOption(
                label=texts.card(each),
                emoji=texts.beside(each),
                value=CODES[each],
                description=face.card_note(own, each, texts),
                default=each in marked,
            )
            for each in offered
        ],
        choice.least,
        min(choice.most, len(offered)),
    )
    confirm = [] if wrong else [_confirm(view, own, Action(choice.verb, tuple(sorted(cards))), face, texts)]
    back = buttons.drafting(view, texts.t("button.back_to_proposal"))
    stay = [each for each in in_hand if each not in offered]
    needed = [each for each in offered if each in choice.in_need]
    has_way_back = face.proposal(own) is not None or kept_cards(view, choice) is not None
    return Asking(
        [
            prompt(view, face.prompt(own, texts), texts),
            texts.t("several.stay", cards=texts.cards(stay)) if stay else None,
            texts.t("several.in_need", cards=texts.cards(needed)) if needed else None,
            *(
                face.choosing(own, cards, texts)
                if not wrong
                else [texts.t("several.wrong", why=wrong)]
                if cards
                else []
            ),
        ],
        [[menu], layout.rows([*confirm, *([back] if has_way_back else [])])],
    )


def _confirm(view: HandView, own: View, action: Action, face: Face[Any], texts: Texts) -> layout.Button:
    label = face.button(own, action, texts)
    return buttons.button(label, view.table, "do", action.code, decision=view.decision, style=MAIN)


def _waiting(view: HandView, own: View, texts: Texts) -> str | None:
    others = [seat for seat in own.to_act if not view.seats[seat].chosen and seat != view.seat]
    return texts.t("several.waiting", names=listed(view.seats, others, texts)) if others else None


def _card(code: str) -> Card:
    try:
        return card(code)
    except UnknownCard:
        return -1
