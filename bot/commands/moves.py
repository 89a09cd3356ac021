"""Moves as people type them, ``9♠``, ``9s``, ``bid 6``, ``discard 4h 7h``; and what is suggested to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from bot.games import find_face
from bot.games.face import Face
from bot.tables.commands import Refused, Why
from bot.tables.model import Table
from bot.texts import Texts
from engine.actions import Action, SetChoice
from engine.cards import CODES, Card, card, rank_of
from engine.game import View

#: Discord shows at most this many suggestions.
SUGGESTIONS = 25
#: Letters that are read of what somebody typed.
_LONGEST = 100

_SYMBOLS = str.maketrans(
    {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "\ufe0f": None, "\u2212": "-", " ": None, ",": None, "…": None}
)
_CARD = re.compile(r"(?:10|[2-9tjqka])[shdc]|j[+-]")


def suggestions(table: Table, person: int, typed: str, texts: Texts) -> list[tuple[str, str]]:
    """What is offered for what is typed so far, as (label, action code)."""
    view = _view(table, person)
    return [] if view is None else suggestions_of(view, find_face(table.game.key), typed, texts)


def suggestions_of(view: View, face: Face[Any], typed: str, texts: Texts) -> list[tuple[str, str]]:
    """The same for what its player may know of the match."""
    actions = list(_actions(view))
    if len(actions) > SUGGESTIONS:
        # Not all can be shown before anything is typed: high cards first.
        actions.sort(key=lambda action: -max(map(rank_of, action.cards), default=0))
    wanted = typed.strip().casefold()
    named = [(face.label(action, texts), action.code) for action in actions]
    fitting = [(label, code) for label, code in named if wanted in label.casefold() or wanted in code.casefold()]
    sets = [] if view.legal.choice is None else _sets(view, view.legal.choice, _bare(typed), face, texts)
    return [*sets, *fitting][:SUGGESTIONS]


def find_move(table: Table, person: int, typed: str, texts: Texts) -> str:
    """The action code of what was typed; cards of a set in any order.

    What names a move that is not allowed now comes back as its own code, so that the table says why not. `Refused` for
    anything that names no move at all.
    """
    table.held_by(person)
    wanted = _bare(typed)
    view = _view(table, person)
    face = find_face(table.game.key)
    choice = None
    if view is not None:
        choice = view.legal.choice
        for action in _actions(view):
            if wanted in map(_bare, (face.label(action, texts), face.button(view, action, texts), action.code)):
                return action.code
    for verb in table.game.verbs:
        for word in _words(verb, face, texts):
            if wanted.startswith(word) and (found := _action(verb, wanted.removeprefix(word))) is not None:
                return found.code
    found = _action(choice.verb if choice is not None else "play", wanted)
    if found is None or not found.cards or (choice is None and len(found.cards) > 1):
        raise Refused(Why.WRONG_MOVE, {"move": typed.strip()[:40]})
    return found.code


def _view(table: Table, person: int) -> View | None:
    """What this person may know of the match that is going on, if they sit there."""
    seat = table.seat_of(person)
    if seat is None or table.state is None or table.row.phase != "playing":
        return None
    return table.game.view(table.state, seat.seat)  # type: ignore[no-any-return]


def _actions(view: View) -> Iterator[Action]:
    """All single moves: those of one's turn, and what may be promised ahead of it."""
    yield from view.legal.actions
    yield from view.ahead.actions


def _words(verb: str, face: Face[Any], texts: Texts) -> set[str]:
    """How this verb may be written."""
    return {verb, _bare(face.label(Action(verb), texts)), _bare(face.doing(verb, "", texts))}


def _action(verb: str, rest: str) -> Action | None:
    """The move that these letters after the verb name: cards, a number or nothing; None if something else."""
    if rest.isascii() and rest.isdecimal() and len(rest) < 4:
        return Action(verb, number=int(rest))
    cards, left = _cards(rest)
    return None if left else Action(verb, tuple(sorted(cards)))


def _sets(view: View, choice: SetChoice, wanted: str, face: Face[Any], texts: Texts) -> list[tuple[str, str]]:
    """Whole sets that begin with what is typed, then sets with one card more, to be typed on."""
    rest = wanted
    for word in _words(choice.verb, face, texts):
        rest = "" if word.startswith(wanted) else rest.removeprefix(word)
    cards, left = _cards(rest)
    offered = [each for each in (*choice.free, *choice.in_need) if each not in cards]
    following = [each for each in offered if CODES[each].casefold().startswith(left.replace("10", "t"))]
    if len(set(cards)) < len(cards) or not {*cards} <= {*choice.free, *choice.in_need} or (left and not following):
        return []
    wholes: list[Sequence[Card]] = []
    if choice.least <= len(cards) <= choice.most and not left:
        wholes.append(cards)
    elif len(cards) < choice.least:
        begun = [*cards, *(following[:1] if left else ())]
        fill = [each for each in (*(face.proposal(view) or ()), *offered) if each not in begun]
        wholes.append([*begun, *dict.fromkeys(fill)][: choice.least])
    told = [(face.label(action, texts), action.code) for action in (_set(choice, each) for each in wholes)]
    if len(cards) + 1 < choice.least:
        for each in following:
            action = _set(choice, (*cards, each))
            told.append((f"{face.label(action, texts)} …", action.code))
    elif len(cards) < choice.most:
        more = [_set(choice, (*cards, each)) for each in following]
        told += [(face.label(action, texts), action.code) for action in more]
    return list({code: (label, code) for label, code in told}.values())


def _set(choice: SetChoice, cards: Sequence[Card]) -> Action:
    return Action(choice.verb, tuple(sorted(cards)))


def _cards(letters: str) -> tuple[list[Card], str]:
    """The cards at the beginning of these bare letters, and what is left."""
    found = []
    while match := _CARD.match(letters):
        found.append(card(match[0].replace("10", "t").upper()))
        letters = letters[match.end() :]
    return found, letters


def _bare(text: str) -> str:
    return text[:_LONGEST].strip().casefold().translate(_SYMBOLS)
