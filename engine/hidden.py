"""Dealing hidden cards again: every way that fits what is known is equally likely.

The usual "give each card to some seat that may have it" is biased and can run into a dead end. Here the ways are
counted exactly: cards are grouped by who may hold them, and the numbers in which a group is split among its holders are
drawn with the weight of all the deals that go on from there. Only where so many holders are bound that counting would
take too long, a deal that fits is mixed by a long row of exchanges instead, which comes close to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import comb, prod
from typing import Final

from engine.cards import Card, Mask, cards_in, mask_of, shuffled

#: Up to about so many steps the deals are counted (some milliseconds for a thousand).
MOST_COUNTED: Final = 10_000
#: Where they are not: how many exchanges a card.
EXCHANGES: Final = 20


def deal_hidden(
    hidden: Mask, sizes: Sequence[int], may_hold: Sequence[Mask], below: Callable[[int], int]
) -> list[Mask]:
    """Deal the hidden cards to holders with ``sizes`` free places, each only cards of its ``may_hold`` mask.

    The sizes add up to the number of hidden cards; a talon or discard pile is a holder like any other.
    ``below(n)``: the source. `ValueError` if there is no such deal.
    """
    if hidden.bit_count() != sum(sizes):
        raise ValueError(f"{hidden.bit_count()} hidden cards do not fill {sum(sizes)} places")
    anything = [each for each, size in enumerate(sizes) if size and not hidden & ~may_hold[each]]
    if len(anything) > 1:  # as one holder first: whatever comes to them is then divided by chance
        first, *others = anything
        together = [0 if each in others else size for each, size in enumerate(sizes)]
        together[first] = sum(sizes[each] for each in anything)
        masks = deal_hidden(hidden, together, may_hold, below)
        pile = shuffled(list(cards_in(masks[first])), below)
        for each in anything:
            masks[each] = mask_of(pile[: sizes[each]])
            del pile[: sizes[each]]
        return masks
    groups: dict[tuple[int, ...], list[Card]] = {}
    for card in cards_in(hidden):
        who = tuple([each for each in range(len(sizes)) if sizes[each] and may_hold[each] >> card & 1])
        groups.setdefault(who, []).append(card)
    # Groups with few holders first; the last one just fills the places that are left, and needs no counting on.
    order = sorted(groups.items(), key=lambda item: (len(item[0]), item[0]))
    last = len(order) - 1

    if prod(size + 1 for each, size in enumerate(sizes) if each not in anything) * len(order) > MOST_COUNTED:
        return _mixed(list(cards_in(hidden)), sizes, may_hold, below)

    @cache
    def ways(group: int, place: int, left: int, free: tuple[int, ...]) -> int:
        """The number of deals from here: ``left`` cards of ``group`` still to go to its holders from ``place`` on."""
        who = order[group][0]
        if group == last:
            return _fillings(left, [free[seat] for seat in who])
        if place == len(who):
            return 0 if left else ways(group + 1, 0, len(order[group + 1][1]), free)
        return sum(weight for _, weight, _ in splits(group, place, left, free))

    def splits(group: int, place: int, left: int, free: tuple[int, ...]) -> list[tuple[int, int, tuple[int, ...]]]:
        """How many of the ``left`` cards the holder at ``place`` may get: (count, ways, free places afterwards)."""
        seat = order[group][0][place]
        found = []
        for count in range(min(left, free[seat]) + 1):
            after = (*free[:seat], free[seat] - count, *free[seat + 1 :])
            number = ways(group, place + 1, left - count, after)
            if number:
                found.append((count, number * comb(left, count), after))
        return found

    free = tuple(sizes)
    masks = [0] * len(sizes)
    if order and not ways(0, 0, len(order[0][1]), free):
        raise ValueError("the hidden cards cannot be dealt as they are known to lie")
    for group, (who, cards) in enumerate(order):
        pile = shuffled(cards, below)
        for place, seat in enumerate(who):
            count = free[seat]
            if group != last:
                options = splits(group, place, len(pile), free)
                pick = below(sum(weight for _, weight, _ in options))
                number = 0
                while pick >= options[number][1]:
                    pick -= options[number][1]
                    number += 1
                count, _, free = options[number]
            masks[seat] |= mask_of(pile[:count])
            pile = pile[count:]
    return masks


def _fillings(cards: int, places: Sequence[int]) -> int:
    """In how many ways this many cards fill these free places: none unless they just do."""
    if cards != sum(places):
        return 0
    number = 1
    for each in places:
        number *= comb(cards, each)
        cards -= each
    return number


def _mixed(
    cards: list[Card], sizes: Sequence[int], may_hold: Sequence[Mask], below: Callable[[int], int]
) -> list[Mask]:
    """A deal that fits, mixed by exchanging two cards again and again where both may lie in the other's place."""
    owner = _some_deal(shuffled(cards, below), sizes, may_hold)
    for _ in range(EXCHANGES * len(cards)):
        one, other = cards[below(len(cards))], cards[below(len(cards))]
        here, there = owner[one], owner[other]
        if may_hold[here] >> other & 1 and may_hold[there] >> one & 1:
            owner[one], owner[other] = there, here
    masks = [0] * len(sizes)
    for card, holder in owner.items():
        masks[holder] |= 1 << card
    return masks


def _some_deal(cards: list[Card], sizes: Sequence[int], may_hold: Sequence[Mask]) -> dict[Card, int]:
    """Who holds what in some deal that fits; `ValueError` if there is none."""
    held: list[list[Card]] = [[] for _ in sizes]

    def place(card: Card, tried: set[int]) -> bool:
        for each in range(len(sizes)):
            if each not in tried and may_hold[each] >> card & 1 and sizes[each]:
                tried.add(each)
                if len(held[each]) < sizes[each]:
                    held[each].append(card)
                    return True
                for number, other in enumerate(held[each]):
                    if place(other, tried):  # it makes room
                        held[each][number] = card
                        return True
        return False

    if not all(place(card, set()) for card in cards):
        raise ValueError("the hidden cards cannot be dealt as they are known to lie")
    return {card: holder for holder, pile in enumerate(held) for card in pile}
