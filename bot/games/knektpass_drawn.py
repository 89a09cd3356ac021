"""Knektpass in pictures: the four jacks marked, tricks against promises, and on rule pages trumps and following."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.rows import Captioned, CardRow
from bot.games.drawn import Drawn
from bot.games.knektpass_words import winning
from bot.texts import Texts
from engine.cards import HEARTS, JACK, LOW_JOKER, SIX, Card, Suit, cards, cards_in, rank_of
from engine.games.knektpass import KnektpassView
from engine.games.knektpass_cards import ORDERS, TRUMPS
from engine.options import Options


class KnektpassDrawn(Drawn[KnektpassView]):
    """What Knektpass's pictures show."""

    def raised(self, card: Card, trump: Suit | None) -> bool:
        """KN-R4, KN-R5: every jack."""
        return card < LOW_JOKER and rank_of(card) == JACK

    def best(self, view: KnektpassView) -> int | None:
        """KN-R18."""
        if view.trick is None or not view.trick.plays or view.trump is None:
            return None
        won = winning(view, view.trick.plays)
        return next(seat for seat, card in view.trick.plays if card == won)

    def note(self, view: KnektpassView, seat: int, texts: Texts) -> str | None:
        """KN-R10, KN-R19: who has passed; tricks taken, and of how many promised."""
        if not view.declared[seat]:
            return texts.t("knektpass.picture.passed")
        taken, promised = view.taken[seat], view.promised[seat]
        if not promised:
            return texts.t("knektpass.picture.taken", n=taken)
        return texts.t("knektpass.picture.taken_of", n=taken, promised=promised)

    def contract(self, view: KnektpassView, names: Sequence[str], texts: Texts) -> str:
        """KN-R7: the turn-up."""
        return "" if view.turn_up is None else texts.t("knektpass.picture.turn_up", card=view.turn_up)

    def goal(self, options: Options, texts: Texts) -> tuple[int, str]:
        """KN-R3."""
        return 0, texts.t("knektpass.picture.goal")

    def page(self, name: str, options: Options, texts: Texts) -> tuple[CardRow, ...]:
        """The trumps of 36 cards (KN-R2, KN-R4), and examples of what must be played (KN-E1, KN-E3)."""
        if name == "cards":
            strength = ORDERS[HEARTS].strength[HEARTS]
            trumps = sorted(
                (card for card in cards_in(TRUMPS[HEARTS]) if rank_of(card) >= SIX), key=lambda card: -strength[card]
            )
            return (self._row(texts.t("knektpass.picture.trumps"), trumps),)
        if name == "play" and options["must_trump"] and options["must_beat"]:
            return (
                self._row(texts.t("knektpass.picture.led"), cards("KS")),
                self._row(texts.t("knektpass.picture.beat"), cards("AS 9S JD"), marked=1),
                self._row(texts.t("knektpass.picture.must_trump"), cards("7H JD 9C"), marked=2),
            )
        return ()

    def _row(self, label: str, shown: Sequence[Card], marked: int = 0) -> CardRow:
        return CardRow(
            label=label,
            cards=tuple(
                Captioned(card=card, raised=self.raised(card, HEARTS), best=number < marked)
                for number, card in enumerate(shown)
            ),
        )


DRAWN = KnektpassDrawn("knektpass")
