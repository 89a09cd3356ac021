"""The cards of Pitch: which are trumps, what they count, what may be discarded (docs/rules/pitch.md).

The lists are by trump suit, so that a hand, which is a mask, is asked with one operation.
"""

from __future__ import annotations

from typing import Final

from engine.actions import SetChoice
from engine.cards import (
    ACE,
    HIGH_JOKER,
    JACK,
    LOW_JOKER,
    PACK_54,
    SUITS,
    TEN,
    Card,
    Mask,
    Suit,
    cards_in,
    mask_of,
)
from engine.tricks import trick_order

#: How many cards a hand has when play begins (PI-R19).
KEPT: Final = 6


def _lowest_first(trump: Suit) -> tuple[Card, ...]:
    low, off_jack = 13 * trump, 13 * (3 - trump) + JACK
    return (*range(low, low + TEN + 1), LOW_JOKER, HIGH_JOKER, off_jack, *range(low + JACK, low + ACE + 1))


#: ``ORDERS[trump]``: the sixteen trumps, lowest first (PI-R5). The off-jack is the other jack of the same colour.
ORDERS: Final = tuple(_lowest_first(suit) for suit in SUITS)


def _places(*places: int) -> tuple[Mask, ...]:
    """By trump suit: the trumps at these places of the order, 0 = the two, 15 = the ace."""
    return tuple(mask_of(order[place] for place in places) for order in ORDERS)


#: ``TRUMPS[trump]``: all trumps as a mask.
TRUMPS: Final = _places(*range(16))
#: ``STRENGTH[trump][card]``: the higher trump beats the lower; 0 for a card that is none (PI-R5, PI-R6).
STRENGTH: Final = tuple(trick_order(suit, ORDERS[suit]).strength[suit] for suit in SUITS)

_COUNTS = {1: 3, 8: 1, 9: 1, 10: 1, 11: 1, 12: 1}
#: ``POINTS[trump][card]``: what a card counts for the side that wins it (PI-R7): J, off-J, J+, J-, T 1 each, the 3 3.
POINTS: Final = tuple(
    tuple(_COUNTS.get(order.index(card), 0) if card in order else 0 for card in PACK_54) for order in ORDERS
)

#: What may be discarded (PI-R20), the called card aside: freely non-trumps and the trumps 9 to 4, in need A K Q 2, as
#: the last resort J, off-J, J+, J-, T, and the 3 never.
FREE: Final = tuple(
    mask_of(PACK_54) & ~trumps | small for trumps, small in zip(TRUMPS, _places(*range(2, 8)), strict=True)
)
IN_NEED: Final = _places(0, 13, 14, 15)
LAST_RESORT: Final = _places(8, 9, 10, 11, 12)


def discard_choice(hand: Mask, trump: Suit, called: Card) -> SetChoice:
    """What a hand of more than six cards may discard down to six (PI-R20).

    In the last resort all that may go in need does go: it then stands among the free cards.
    """
    count = hand.bit_count() - KEPT
    hand &= ~(1 << called)
    free, in_need = hand & FREE[trump], hand & IN_NEED[trump]
    if free.bit_count() >= count:
        in_need = 0
    elif (free | in_need).bit_count() < count:
        free, in_need = free | in_need, hand & LAST_RESORT[trump]
    return SetChoice("discard", count, count, tuple(cards_in(free)), tuple(cards_in(in_need)))


def may_be_kept(discarded: Mask, trump: Suit, called: Card) -> Mask:
    """Which cards may be left in a hand that has discarded these, as far as their trumps tell (PI-R20)."""
    kept = mask_of(PACK_54)
    if discarded & (IN_NEED[trump] | LAST_RESORT[trump]):
        kept &= ~FREE[trump]
    if discarded & LAST_RESORT[trump]:
        kept &= ~IN_NEED[trump]
    return kept | 1 << called
