"""The cards of a hand in the rows that their player prefers."""

from __future__ import annotations

from typing import Any

from bot.games.face import Face
from bot.tables.preferences import Preferences
from engine.cards import SUITS, Card, suit_of
from engine.game import View

#: The suits in the order they always stand in: black and red by turns.
_ROUND = (0, 1, 3, 2)


def groups(own: View, face: Face[Any], preferences: Preferences) -> list[list[Card]]:
    """A row a suit, as the game's face shows them, in the player's own order.

    Trumps of other suits, such as jacks and jokers, stay with the trumps.
    """
    rows: list[list[Card]] = face.groups(own)
    if preferences.order == "suits":
        rows = sorted(rows, key=lambda row: _place(row, own))
    return [row[::-1] for row in rows] if preferences.ranks == "low" else rows


def _place(row: list[Card], own: View) -> int:
    suits = {suit_of(card) for card in row if suit_of(card) in SUITS}
    if own.trump is not None and own.trump in suits:
        return _ROUND.index(own.trump)
    if len(suits) == 1:
        return _ROUND.index(suits.pop())
    # Nothing but jokers, or trumps of other suits alone: with the trumps, or where there are none yet, at the end.
    return _ROUND.index(own.trump) if own.trump is not None else len(_ROUND)
