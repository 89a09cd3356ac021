"""Tricks: which suit a card counts as, what must follow what, and who wins. The one place where this is decided.

In Phat every card counts as its printed suit. In Pitch the off-jack and the jokers are trumps, in Knektpass all jacks
are. So a deal's trumps are given as a list of cards, lowest first; everything else follows from that list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import PACK_54, SUITS, Card, Mask, Suit, mask_of, rank_of, suit_of

#: The suit of a joker that is not a trump: its own.
JOKERS: Suit = 4


@dataclass(frozen=True, slots=True)
class TrickOrder:
    """Which suit each card counts as, and which card beats which, for one choice of trumps.

    ``suit[card]``: the suit a card counts as, 0..4. ``same[card]``: all cards that count as that card's suit.
    ``strength[led][card]``: when ``led`` is the suit led, how strong a card is; 0 cannot win the trick.
    """

    suit: tuple[Suit, ...]
    same: tuple[Mask, ...]
    strength: tuple[tuple[int, ...], ...]

    def follow(self, hand: Mask, led: Card) -> Mask:
        """What a hand may play on a led card: its cards of that suit, or, having none, any card."""
        return hand & self.same[led] or hand

    def winner(self, cards: Sequence[Card]) -> int:
        """Which card of a trick wins, as its place in the order played (0 = the card led)."""
        strength = self.strength[self.suit[cards[0]]]
        # A loop by hand takes a third of the time of ``max`` with a key, and every rollout comes through here.
        most = winner = 0
        for place, card in enumerate(cards):
            if strength[card] > most:
                most = strength[card]
                winner = place
        return winner


def trick_order(trump: Suit | None = None, trumps: Sequence[Card] = ()) -> TrickOrder:
    """The order of a deal in which ``trumps``, given lowest first, count as suit ``trump`` and beat all others.

    Every other card counts as its printed suit, ranked A high to 2 low. No trumps: nothing beats the suit led.
    `ValueError` for trumps without a trump suit.
    """
    if trumps and trump is None:
        raise ValueError("trumps need a suit")
    suit = tuple(trump if trump is not None and card in trumps else suit_of(card) for card in PACK_54)
    masks = [mask_of(card for card in PACK_54 if suit[card] == each) for each in (*SUITS, JOKERS)]
    place = {card: number for number, card in enumerate(trumps)}

    def strength(led: Suit, card: Card) -> int:
        if card in place:
            return 100 + place[card]
        return 1 + rank_of(card) if suit[card] == led else 0

    return TrickOrder(
        suit=suit,
        same=tuple(masks[suit[card]] for card in PACK_54),
        strength=tuple(tuple(strength(led, card) for card in PACK_54) for led in (*SUITS, JOKERS)),
    )


def plain_order(trump: Suit | None) -> TrickOrder:
    """The order in which the trumps are simply the thirteen cards of a suit, ace high; None: no trumps."""
    return trick_order(trump, () if trump is None else range(13 * trump, 13 * trump + 13))


def beaten_by(order: TrickOrder) -> tuple[tuple[Mask, ...], ...]:
    """``[led][card]``: every card that beats this one when suit ``led`` was led. For games that ask to beat."""
    return tuple(
        tuple(mask_of(other for other in PACK_54 if strength[other] > strength[card]) for card in PACK_54)
        for strength in order.strength
    )
