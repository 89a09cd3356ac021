"""Dealing hidden cards again: every way that fits what is known is equally likely.

The usual "give each card to some seat that may have it" is biased and can run into a dead end. Here the ways are
counted exactly: cards are grouped by who may hold them, and the numbers in which a group is split among its holders are
drawn with the weight of all the deals that go on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import comb

from engine.cards import Card, Mask, cards_in, mask_of, shuffled


def deal_hidden(
    hidden: Mask, sizes: Sequence[int], may_hold: Sequence[Mask], below: Callable[[int], int]
) -> list[Mask]:
    """Deal the hidden cards to holders with ``sizes`` free places, each only cards of its ``may_hold`` mask.

    The sizes add up to the number of hidden cards; a talon or discard pile is a holder like any other.
    ``below(n)``: the source. `ValueError` if there is no such deal.
    """
    if hidden.bit_count() != sum(sizes):
        raise ValueError(f"{hidden.bit_count()} hidden cards do not fill {sum(sizes)} places")
    groups: dict[tuple[int, ...], list[Card]] = {}
    for card in cards_in(hidden):
        who = tuple([each for each in range(len(sizes)) if sizes[each] and may_hold[each] >> card & 1])
        groups.setdefault(who, []).append(card)
    # Groups with few holders first; the last one just fills the places that are left, and needs no counting on.
    order = sorted(groups.items(), key=lambda item: (len(item[0]), item[0]))
    last = len(order) - 1

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
