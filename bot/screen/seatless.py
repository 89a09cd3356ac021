"""For somebody without a seat at a match: the seats they may take from computers."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.games import find_face
from bot.screen import buttons, layout
from bot.tables.views import SeatView
from bot.texts import Texts


def seatless(
    table: int, game_key: str, seats: Sequence[SeatView], takeable: Sequence[int], texts: Texts
) -> ui.LayoutView:
    """The refusal, and a button for each seat that may be taken."""
    return layout.message(
        find_face(game_key).accent,
        layout.text(texts.t("refusal.not_seated")),
        layout.rows([buttons.take(table, seats[seat], texts) for seat in takeable]),
    )
