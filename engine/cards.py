"""Cards as small whole numbers, their two-character codes, packs, shuffling and the fair-deal commitment.

A card is an int: ``suit * 13 + rank`` with suits S H D C = 0..3 and ranks 2 … A = 0..12, so a higher number in a suit
is the higher card; the low joker is 52 and the high joker 53. A set of cards is an int with one bit a card: hands,
packs and what is legal are such masks, because rollouts and tables handle millions of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

Card: TypeAlias = int
Suit: TypeAlias = int
Rank: TypeAlias = int
Mask: TypeAlias = int

SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
SUITS: tuple[Suit, ...] = (SPADES, HEARTS, DIAMONDS, CLUBS)
SUIT_LETTERS = "SHDC"
RANK_LETTERS = "23456789TJQKA"
TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
LOW_JOKER, HIGH_JOKER = 52, 53

#: Every card of a suit, as a mask, by suit.
SUIT_MASKS: tuple[Mask, ...] = tuple(0x1FFF << (13 * suit) for suit in SUITS)
PACK_52: tuple[Card, ...] = tuple(range(52))
PACK_54: tuple[Card, ...] = tuple(range(54))

CODES: tuple[str, ...] = (*(rank + suit for suit in SUIT_LETTERS for rank in RANK_LETTERS), "J-", "J+")
_CARDS: dict[str, Card] = {code: card for card, code in enumerate(CODES)}

T = TypeVar("T")


class UnknownCard(ValueError):
    """A text that is no card code; the message names it."""


def card(code: str) -> Card:
    """The card of a two-character code such as ``TD`` or ``J+``; `UnknownCard` for anything else."""
    found = _CARDS.get(code)
    if found is None:
        raise UnknownCard(f"unknown card {code[:20]!r}")
    return found


def code(card: Card) -> str:
    """The two-character code of a card: ``TD``, ``J+``."""
    return CODES[card]


def suit_of(card: Card) -> Suit:
    """The printed suit of a card, 0..3; the jokers have none and give 4."""
    return card // 13


def rank_of(card: Card) -> Rank:
    """The rank of a suited card, 0 (two) .. 12 (ace)."""
    return card % 13


def mask_of(cards: Iterable[Card]) -> Mask:
    """The set of these cards as a mask."""
    mask = 0
    for each in cards:
        mask |= 1 << each
    return mask


def dealt_masks(pack: Mask, parts: Sequence[Sequence[Card]]) -> list[Mask]:
    """The parts in which a pack was dealt, as masks; `ValueError` unless they are this pack, each card once."""
    try:
        masks = [mask_of(part) for part in parts]
    except ValueError:  # there is no card below 0
        masks = [0]
    # As many places as cards, and the pack for their sum: a card that is there twice would leave it a bit too few.
    if sum(masks) != pack or sum(map(len, parts)) != pack.bit_count():
        raise ValueError(f"the cards dealt are not the {pack.bit_count()} cards of the pack, once each")
    return masks


def cards_in(mask: Mask) -> Iterator[Card]:
    """The cards of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def cards(codes: str) -> list[Card]:
    """The cards of codes parted by spaces, in their order: ``cards("AS TD J+")``."""
    return [card(each) for each in codes.split()]


def shuffled(pack: Sequence[T], below: Callable[[int], int]) -> list[T]:
    """A shuffled copy (Fisher-Yates from the end). ``below(n)`` gives a whole number in 0 .. n-1.

    Own code instead of `random.shuffle`, so that a seed gives the same deal on every Python.
    """
    result = list(pack)
    for last in range(len(result) - 1, 0, -1):
        other = below(last + 1)
        result[last], result[other] = result[other], result[last]
    return result


def commitment(salt: str, hands: Sequence[Sequence[Card]], rest: Sequence[Card]) -> str:
    """SHA-256, in hex, of ``salt:`` and the cards ``hands[0] … hands[n-1], rest`` joined by spaces."""
    text = " ".join(CODES[each] for each in (*(card for hand in hands for card in hand), *rest))
    return hashlib.sha256(f"{salt}:{text}".encode()).hexdigest()
