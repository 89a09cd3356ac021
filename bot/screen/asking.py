"""What a hand asks: lines of text and, below them, rows of controls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.screen.layout import Piece
from bot.tables.views import HandView
from bot.texts import Texts


class Asking(NamedTuple):
    """Lines that stand with the hand's other texts, and the controls under them; lines that are None are left out."""

    lines: Sequence[str | None]
    controls: Sequence[list[Piece]] = ()


def prompt(view: HandView, said: str, texts: Texts) -> str:
    """What is asked, marked as the table marks whose turn it is, and until when."""
    if view.due_at is not None:
        said = texts.t("hand.asked_until", prompt=said, until=texts.until(view.due_at))
    return f"▶ {said}"
