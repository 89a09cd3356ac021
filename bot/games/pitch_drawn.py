"""Pitch in pictures: the off-jack marked, bidder and partner, and on rule pages the sixteen trumps."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.rows import Captioned, CardRow
from bot.games.drawn import Drawn
from bot.games.pitch_words import is_public
from bot.texts import Texts
from engine.cards import JACK, LOW_JOKER, SPADES, Card, Suit, cards, rank_of, suit_of
from engine.games.pitch_cards import ORDERS, POINTS, STRENGTH
from engine.games.pitch_table import PitchView
from engine.options import Options


class PitchDrawn(Drawn[PitchView]):
    """What Pitch's pictures show."""

    def raised(self, card: Card, trump: Suit | None) -> bool:
        """PI-R5: the off-jack."""
        if trump is None or card >= LOW_JOKER:
            return False
        return rank_of(card) == JACK and suit_of(card) != trump and bool(STRENGTH[trump][card])

    def best(self, view: PitchView) -> int | None:
        """PI-R23."""
        if view.trick is None or not view.trick.plays or view.trump is None:
            return None
        strength = STRENGTH[view.trump]
        return max(view.trick.plays, key=lambda play: strength[play[1]])[0]

    def note(self, view: PitchView, seat: int, texts: Texts) -> str | None:
        """The bidder, the partner once everybody knows, and who is out."""
        if seat == view.bidder:
            return texts.t("pitch.picture.bidder", bid=view.bid or 0)
        if seat in view.folded:
            return texts.t("pitch.picture.out")
        return texts.t("pitch.picture.partner") if is_public(view) and seat == view.partner else None

    def contract(self, view: PitchView, names: Sequence[str], texts: Texts) -> str:
        """The bid and the called card."""
        if view.bid is None or view.called is None:
            return ""
        return texts.t("pitch.picture.contract", bid=view.bid, card=view.called)

    def page(self, name: str, options: Options, texts: Texts) -> tuple[CardRow, ...]:
        """The trumps with what they count (PI-R5, PI-R7), and an example of a trick."""
        if name == "cards":
            trumps = tuple(
                Captioned(
                    card=card,
                    raised=self.raised(card, SPADES),
                    caption=texts.number(POINTS[SPADES][card]) if POINTS[SPADES][card] else "",
                )
                for card in reversed(ORDERS[SPADES])
            )
            return (CardRow(label=texts.t("pitch.picture.trumps"), cards=trumps),)
        if name == "play":
            trick = tuple(Captioned(card=card, best=number == 0) for number, card in enumerate(cards("AS 2S 3S J-")))
            return (CardRow(label=texts.t("pitch.picture.trick"), cards=trick),)
        return ()


DRAWN = PitchDrawn("pitch")
