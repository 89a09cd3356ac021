"""What a hand asks its player for, and the controls to answer with: bids, cards, a card to name, promises.

A choice of several cards at once has its own module, `bot.screen.choosing_cards`.
"""

from __future__ import annotations

from typing import Any

from bot.games.face import Face
from bot.screen import buttons, choosing_cards, hand_order, layout
from bot.screen.asking import Asking, prompt
from bot.screen.buttons import GOOD, MAIN
from bot.screen.seats import listed
from bot.tables.views import HandView
from bot.texts import Texts
from engine.actions import PLAYS, Action
from engine.cards import SUIT_LETTERS, SUITS, Card, Suit, suit_of
from engine.game import View

#: So many buttons of one kind are no choice any more: a card is then named in two steps, its suit first.
MOST_AT_ONCE = 20


def asking(view: HandView, own: View, face: Face[Any], texts: Texts) -> Asking:
    """What this player is asked at a table that is played at now; what they may choose ahead; or whom they wait for."""
    if own.legal.choice is not None:
        asked = choosing_cards.asking(view, own, own.legal.choice, face, texts)
        return Asking(asked.lines, [*asked.controls, *_others(view, own, face, texts)])
    if own.legal:
        return _in_steps(view, own, face, texts) or _one_of(view, own, face, texts)
    names = listed(view.seats, own.to_act, texts)
    waiting = face.waiting(own, names, texts) if names else None
    ahead = _ahead(view, own, face, texts)
    return Asking([waiting, *ahead.lines], ahead.controls)


def _one_of(view: HandView, own: View, face: Face[Any], texts: Texts) -> Asking:
    """A card to play or something else to do; where a card takes two taps and one was tapped, whether to play it."""
    tapped = _tapped(view, own)
    asked = face.prompt(own, texts) if tapped is None else texts.t("hand.sure", card=tapped)
    controls = [*_others(view, own, face, texts), *_card_rows(view, own, face, texts)]
    if tapped is not None:
        # Below the cards, so that a nervous second tap at the same place does not hit it.
        label = texts.t("button.play_sure", card=tapped)
        code = PLAYS[tapped].code
        sure = buttons.button(label, view.table, "do", code, decision=view.decision, style=MAIN)
        controls.append(layout.rows([sure]))
    return Asking([prompt(view, asked, texts)], controls)


def _others(view: HandView, own: View, face: Face[Any], texts: Texts) -> list[list[layout.Piece]]:
    """What may be done beside playing a card; where it is about one card of the hand, in the order of the hand."""
    in_hand = [card for group in hand_order.groups(own, face, view.preferences) for card in group]

    def place(action: Action) -> int:
        return in_hand.index(action.cards[0]) if action.cards and action.cards[0] in in_hand else len(in_hand)

    shown = []
    for action in sorted((each for each in own.legal.actions if each.verb != "play"), key=place):
        shown += buttons.standing(view, own, face, action, texts)
        shown.append(buttons.action_button(view, own, face, action, texts, legal=True))
    return [[*layout.rows(shown), *layout.small(face.small_print(own, texts))]]


def _card_rows(view: HandView, own: View, face: Face[Any], texts: Texts) -> list[list[layout.Piece]]:
    """A row of buttons a suit, the ones that may be played first; none where the question is another one."""
    legal = set(own.legal.cards)
    if not legal:
        return []
    groups = sorted(hand_order.groups(own, face, view.preferences), key=lambda group: not legal.intersection(group))
    return [
        layout.rows([_card(view, own, face, card, texts, legal=card in legal) for card in group]) for group in groups
    ]


def _card(view: HandView, own: View, face: Face[Any], card: Card, texts: Texts, *, legal: bool) -> layout.Button:
    """The button of one card: it plays it, or with two taps asks first."""
    action = PLAYS[card]
    if legal and view.preferences.taps == "two":
        style = GOOD if card == _tapped(view, own) else MAIN
        tile = buttons.tile_of(action, texts)
        return buttons.drafting(view, face.button(own, action, texts), action.code, style=style, tile=tile)
    return buttons.action_button(view, own, face, action, texts, legal=legal)


def _tapped(view: HandView, own: View) -> Card | None:
    """The card that was tapped once, where it takes two taps; anybody's client may send anything, so a legal one."""
    if view.preferences.taps != "two":
        return None
    return next((card for card in own.legal.cards if PLAYS[card].code == view.draft), None)


# --- Naming a card in two steps -------------------------------------------------------------------


def _in_steps(view: HandView, own: View, face: Face[Any], texts: Texts) -> Asking | None:
    """The suit of the card to be named and then, in the draft, its rank; None where there are few enough to show."""
    named = [action for action in own.legal.actions if action.verb != "play" and len(action.cards) == 1]
    if len(named) <= MOST_AT_ONCE:
        return None
    verb = named[0].verb
    of_suit: dict[Suit, list[Action]] = {
        suit: [each for each in reversed(named) if suit_of(each.cards[0]) == suit] for suit in SUITS
    }
    suit = next((suit for suit in SUITS if view.draft == _step(verb, suit)), None)
    if suit is None or not of_suit[suit]:
        chosen = [
            buttons.drafting(view, texts.suit(suit), _step(verb, suit), style=MAIN) for suit in SUITS if of_suit[suit]
        ]
        return Asking([prompt(view, face.prompt(own, texts), texts)], [layout.rows(chosen)])
    ranks = [buttons.action_button(view, own, face, each, texts, legal=True) for each in of_suit[suit]]
    back = buttons.drafting(view, texts.t("button.other_suit"))
    return Asking(
        [prompt(view, face.which_card(own, suit, texts), texts)],
        [layout.rows(ranks), layout.rows([back])],
    )


def _step(verb: str, suit: Suit) -> str:
    return f"{verb} {SUIT_LETTERS[suit]}"


# --- Ahead of the turn ----------------------------------------------------------------------------


def _ahead(view: HandView, own: View, face: Face[Any], texts: Texts) -> Asking:
    """What has been chosen ahead of the turn, else what may be."""
    if view.promise is not None:
        said = face.promised(own, Action.parse(view.promise), texts, stands=view.promise_stands)
        return Asking([said], [layout.rows([buttons.withdraw(view, texts)])])
    if not own.ahead.actions:
        return Asking([])
    shown = []
    for action in own.ahead.actions:
        early = buttons.button(face.early(own, action, texts), view.table, "do", action.code, decision=view.decision)
        shown += buttons.standing(view, own, face, action, texts) or [early]
    return Asking([face.ahead(own, texts)], [layout.rows(shown)])
