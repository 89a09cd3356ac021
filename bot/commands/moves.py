"""Moves as people type them: ``9♠``, ``9s``, ``play 9S``, among those that are legal now."""

from __future__ import annotations

from bot.games import find_face
from bot.tables.commands import Refused, Why
from bot.tables.model import Table
from bot.texts import Texts

_SYMBOLS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", "️": None, " ": None})


def legal_moves(table: Table, person: int, texts: Texts) -> list[tuple[str, str]]:
    """What this person may do now, as (label, action code)."""
    seat = table.seat_of(person)
    if seat is None or table.state is None or table.row.phase != "playing":
        return []
    face = find_face(table.game.key)
    actions = table.game.view(table.state, seat.seat).legal.actions
    return [(face.label(action, texts), action.code) for action in actions]


def find_move(table: Table, person: int, typed: str, texts: Texts) -> str:
    """The action code of what was typed.

    A card that may not be played comes back as its own code, so that the table says why not. `Refused` for anything
    that names no move at all.
    """
    table.held_by(person)
    wanted = _bare(typed)
    for label, code in legal_moves(table, person, texts):
        if wanted in (_bare(label), _bare(code)):
            return code
    card = wanted.removeprefix("play").upper().replace("10", "T")
    if len(card) == 2 and (card[0] in "23456789TJQKA" and card[1] in "SHDC"):
        return f"play {card}"
    raise Refused(Why.WRONG_MOVE, {"move": typed.strip()[:40]})


def _bare(text: str) -> str:
    return text.strip().casefold().translate(_SYMBOLS)
