"""Phat in pictures: who takes the trick so far, Phat of the deal, and on rule pages the cards that count."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.rows import Captioned, CardRow
from bot.games.drawn import Drawn
from bot.texts import Texts
from engine.cards import SPADES, cards
from engine.games.phat import MUCK, ORDERS, PHAT, PhatView
from engine.options import Options


class PhatDrawn(Drawn[PhatView]):
    """What Phat's pictures show."""

    def best(self, view: PhatView) -> int | None:
        """PH-R7."""
        if view.trick is None or not view.trick.plays or view.trump is None:
            return None
        return view.trick.plays[ORDERS[view.trump].winner([card for _, card in view.trick.plays])][0]

    def contract(self, view: PhatView, names: Sequence[str], texts: Texts) -> str:
        """PH-R8: Phat of this round by side."""
        return texts.t("phat.picture.deal", ours=view.phat[0], theirs=view.phat[1])

    def page(self, name: str, options: Options, texts: Texts) -> tuple[CardRow, ...]:
        """The cards that count (PH-R8, PH-R9), and the example of a trick (PH-E1)."""
        if name == "score":
            phat = tuple(
                Captioned(card=card, caption=texts.number(PHAT[SPADES][card]))
                for card in cards("9S 5S 9H 5H AS KS QS JS")
            )
            muck = tuple(Captioned(card=card, caption=texts.number(MUCK[card])) for card in cards("TH AH KH QH JH"))
            return (
                CardRow(label=texts.t("phat.picture.phat"), cards=phat),
                CardRow(label=texts.t("phat.picture.muck"), cards=muck),
            )
        if name == "play":
            trick = cards("9H AH 5S 9S")
            best = ORDERS[SPADES].winner(trick)
            laid = tuple(Captioned(card=card, best=number == best) for number, card in enumerate(trick))
            return (CardRow(label=texts.t("phat.picture.trick"), cards=laid),)
        return ()


DRAWN = PhatDrawn("phat")
