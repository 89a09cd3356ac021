"""What a computer player makes of its hand at Pitch before play: bid, call and discards.

Only whole numbers decide, so that every machine chooses alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.actions import SetChoice
from engine.cards import ACE, JACK, KING, QUEEN, SUITS, TEN, THREE, TWO, Card, Mask, Suit, mask_of
from engine.games.pitch_cards import FREE, KEPT, ORDERS, STRENGTH, TRUMPS, discard_choice
from engine.games.pitch_table import MOON

#: How many hundredths of a point a bidder's side takes: a base, and what each trump in hand adds, by its place in the
#: order from the two to the ace. Fitted by least squares to 12,000 deals that this policy played against itself.
BASE: Final = 470
ADDS: Final = (105, 75, 35, 35, 35, 35, 35, 35, 35, 40, 55, 70, 110, 120, 150, 155)


def _by_card(values: Sequence[int], trump: Suit) -> tuple[int, ...]:
    """A value of each card of the pack, given by a trump's place in the order."""
    return tuple(values[ORDERS[trump].index(card)] if card in ORDERS[trump] else 0 for card in range(54))


_ADDS: Final = tuple(_by_card(ADDS, suit) for suit in SUITS)
#: The cards worth calling, by suit, the best first: in deals played out this order brought the most.
CALLED: Final = tuple(tuple(13 * suit + rank for rank in (ACE, KING, QUEEN, JACK, TWO, THREE, TEN)) for suit in SUITS)
_COVER: Final = tuple(sum([1 << 13 * suit + rank for rank in (ACE, KING, QUEEN)]) for suit in SUITS)
_TOP: Final = tuple(each | 1 << 13 * suit + JACK for suit, each in enumerate(_COVER))
#: What goes in need, the queen first, then the two, which is a sure point as long as it is Low.
_NEED: Final = tuple(tuple(13 * suit + rank for rank in (QUEEN, TWO, KING, ACE)) for suit in SUITS)


def expected(hand: Mask, trump: Suit) -> int:
    """Hundredths of points that a bidder's side should take with this hand, these trumps and a good card called."""
    adds, total = _ADDS[trump], BASE
    hand &= TRUMPS[trump]
    while hand:
        low = hand & -hand
        total += adds[low.bit_length() - 1]
        hand ^= low
    return total


def best_suit(hand: Mask) -> tuple[int, Suit]:
    """What the best suit for trumps should bring, and which it is; of equals the first."""
    points = [expected(hand, suit) for suit in SUITS]
    most = max(points)
    return most, points.index(most)


def shoots(hand: Mask, suit: Suit, lacking: int = 0) -> bool:
    """Three of A K Q J, so that the called card makes them four, and the two: in six of seven such deals all ten.

    ``lacking``: how many of these may be missing.
    """
    return (hand >> 13 * suit & 1) + min(3, (hand & _TOP[suit]).bit_count()) + lacking >= 4


def covered(hand: Mask, suit: Suit) -> bool:
    """Whether the hand has the ace, king or queen of the suit it would call."""
    return bool(hand & _COVER[suit])


def bid(hand: Mask, bids: range, must: bool) -> int | None:
    """What to bid of these numbers, or None to pass; ``must``: whether a bid has to be made."""
    points, suit = best_suit(hand)
    if bids and bids[-1] == MOON and shoots(hand, suit):
        return MOON
    if must:
        return bids[0]
    # Never more than it takes, and the moon only as above.
    if bids and bids[0] != MOON and covered(hand, suit) and points >= 100 * bids[0]:
        return bids[0]
    return None


def call(hand: Mask) -> Card | None:
    """The card to call, or None where the hand has all that matter."""
    suit = best_suit(hand)[1]
    return next((card for card in CALLED[suit] if not hand >> card & 1), None)


def discards(hand: Mask, trump: Suit, called: Card) -> Mask:
    """What to lay away down to six cards: plain ones first, then the lowest trumps."""
    count = hand.bit_count() - KEPT
    plain = hand & ~TRUMPS[trump] & ~(1 << called)
    if plain.bit_count() >= count:
        return _lowest(plain, count)
    chosen, count = plain, count - plain.bit_count()
    small = hand & FREE[trump] & TRUMPS[trump] & ~(1 << called)
    if small.bit_count() >= count:
        return chosen | _lowest(small, count)
    choice = discard_choice(hand, trump, called)
    free = sorted(choice.free, key=lambda card: (STRENGTH[trump][card], card))
    return mask_of((*free, *in_need(choice, trump))[: choice.least])


def in_need(choice: SetChoice, trump: Suit) -> list[Card]:
    """The cards that go only in need, in the order in which they should."""
    order = _NEED[trump]
    return sorted(choice.in_need, key=lambda card: order.index(card) if card in order else STRENGTH[trump][card])


def _lowest(mask: Mask, count: int) -> Mask:
    """So many of these cards, from the lowest number up."""
    left = mask
    for _ in range(count):
        left &= left - 1
    return mask ^ left
