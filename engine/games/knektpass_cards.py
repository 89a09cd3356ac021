"""Knektpass: packs and trumps (KN-R2, KN-R4, KN-R5), and the duty to follow, trump and beat (KN-R18)."""

from __future__ import annotations

from typing import Final

from engine.actions import IllegalAction, Reason
from engine.cards import (
    CLUBS,
    CODES,
    DIAMONDS,
    HEARTS,
    JACK,
    PACK_52,
    SIX,
    SPADES,
    SUITS,
    Card,
    Mask,
    Suit,
    mask_of,
    rank_of,
    suit_of,
)
from engine.options import Options
from engine.tricks import beaten_by, trick_order

#: KN-R2: from the six up for two and three players.
PACK_36: Final = tuple(card for card in PACK_52 if rank_of(card) >= SIX)
#: KN-R4: the permanent trumps, lowest first.
JACKS: Final = tuple(13 * suit + JACK for suit in (DIAMONDS, HEARTS, SPADES, CLUBS))


def trumps(trump: Suit) -> tuple[Card, ...]:
    """KN-R4, KN-R5: the trumps of a deal, lowest first."""
    return (*(card for card in PACK_52 if suit_of(card) == trump and rank_of(card) != JACK), *JACKS)


#: By trump suit: what follows and what wins; all trumps; and which cards beat which, by suit led and card.
ORDERS: Final = tuple(trick_order(suit, trumps(suit)) for suit in SUITS)
TRUMPS: Final = tuple(mask_of(trumps(suit)) for suit in SUITS)
BEATS: Final = tuple(beaten_by(order) for order in ORDERS)
_SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")


def playable(options: Options, trump: Suit, hand: Mask, led: Card, best: Card) -> Mask:
    """KN-R18: the cards of a hand that may be played when ``led`` was led and ``best`` is winning."""
    order = ORDERS[trump]
    beats = BEATS[trump][order.suit[led]][best]
    asked = hand & order.same[led]  # follow (KN-R5: a jack is a trump)
    if not asked:
        asked = hand & TRUMPS[trump] if options["must_trump"] else 0  # else trump
        if not asked or (options["undertrump"] == "free" and not asked & beats):
            return hand
    return asked & beats or asked if options["must_beat"] else asked  # and beat if you can


def lacks(options: Options, trump: Suit, led: Card, best: Card, card: Card) -> Mask:
    """The cards that a seat cannot hold any more, having played this card on these: the other side of `playable`."""
    order = ORDERS[trump]
    same, beats = order.same[led], BEATS[trump][order.suit[led]][best]
    beating = beats if options["must_beat"] and not beats >> card & 1 else 0
    if same >> card & 1:
        return same & beating
    if not options["must_trump"]:
        return same
    if TRUMPS[trump] >> card & 1:
        return same | TRUMPS[trump] & beating
    return same | TRUMPS[trump] & (beats if options["undertrump"] == "free" else -1)


def misplay(trump: Suit, hand: Mask, led: Card, best: Card, card: Card) -> IllegalAction:
    """Which duty of KN-R18 a card of the hand fails that is not `playable`."""
    order = ORDERS[trump]
    suit, same = order.suit[led], order.same[led]
    if hand & same and not same >> card & 1:
        if suit == trump:
            return IllegalAction(Reason.TRUMPS_LED, "trumps were led: play a trump (every jack is one)")
        return IllegalAction(Reason.MUST_FOLLOW, f"{_SUIT_NAMES[suit]} were led: follow suit", suit=suit)
    if not hand & same and not TRUMPS[trump] >> card & 1:
        return IllegalAction(Reason.MUST_TRUMP, f"no {_SUIT_NAMES[suit]} in hand: play a trump")
    return IllegalAction(Reason.MUST_BEAT, f"{CODES[best]} is winning and can be beaten: beat it", card=best)
