"""What a game's pictures show beside cards, names and scores, with plain answers for a game that adds nothing.

Like a face it is given views, names and texts, and decides nothing about rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from bot.drawing.rows import CardRow
from bot.texts import Texts
from engine.cards import Card, Suit
from engine.game import View
from engine.options import Options

V = TypeVar("V", bound=View)


class Drawn(Generic[V]):
    """The plain pictures. A game's own sets ``key`` and overrides what it shows better."""

    def __init__(self, key: str) -> None:
        self.key = key

    def raised(self, card: Card, trump: Suit | None) -> bool:
        """Whether a card ranks elsewhere than its print says, and so is drawn in another way."""
        return False

    def best(self, view: V) -> int | None:
        """The seat that takes the trick as it lies; None where that is not to be shown, or no card lies."""
        return None

    def note(self, view: V, seat: int, texts: Texts) -> str | None:
        """A few words beside a player's score."""
        return None

    def contract(self, view: V, names: Sequence[str], texts: Texts) -> str:
        """What is played for, in few words: the head of the table has room for about twelve letters."""
        return ""

    def goal(self, options: Options, texts: Texts) -> tuple[int, str] | None:
        """The score that ends the match, and how it is said; in general the option ``target``."""
        target = options.get("target")
        if not isinstance(target, int) or isinstance(target, bool):
            return None
        return target, texts.t("picture.goal", goal=target)

    def page(self, name: str, options: Options, texts: Texts) -> tuple[CardRow, ...]:
        """Rows of cards for a rule page; none where words do."""
        return ()
