"""Dealing hidden cards again: every way that fits what is known is equally likely.

The usual "give each card to some seat that may have it" is biased and can run into a dead end. Here the ways are
counted exactly: cards are grouped by who may hold them, and the numbers in which a group is split among its holders are
drawn with the weight of all the deals that go on from there. Only where so many holders are bound that counting would
take too long, a deal that fits is mixed by a long row of exchanges instead, which comes close to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb, prod
from typing import Final, TypeAlias

from engine.cards import Card, Mask, cards_in, mask_of, shuffled

#: How many cards a holder may get, in how many ways the deal can then go on, and the places that are free afterwards.
Split: TypeAlias = tuple[int, int, tuple[int, ...]]

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
    alike: dict[Mask, list[int]] = {}
    for each, size in enumerate(sizes):
        if size:
            alike.setdefault(hidden & may_hold[each], []).append(each)
    if len(alike) < sum([size > 0 for size in sizes]):
        # Who may hold the same is one holder first: whatever comes to it is then divided by chance.
        together = [0] * len(sizes)
        for first, *others in alike.values():
            together[first] = sizes[first] + sum([sizes[each] for each in others])
        masks = deal_hidden(hidden, together, may_hold, below)
        for first, *others in alike.values():
            if others:
                pile = shuffled(list(cards_in(masks[first])), below)
                for each in (first, *others):
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

    bound = [sizes[each] + 1 for mask, (each,) in alike.items() if mask != hidden]
    if prod(bound) * len(order) > MOST_COUNTED:
        return _mixed(list(cards_in(hidden)), sizes, may_hold, below)

    counting = _counting(tuple([(who, len(cards)) for who, cards in order]))
    free = tuple(sizes)
    masks = [0] * len(sizes)
    if order and not counting.ways(0, 0, len(order[0][1]), free):
        raise ValueError("the hidden cards cannot be dealt as they are known to lie")
    for group, (who, cards) in enumerate(order):
        pile = shuffled(cards, below)
        for place, seat in enumerate(who):
            count = free[seat]
            if group != last:
                options = counting.splits(group, place, len(pile), free)
                pick = below(sum(weight for _, weight, _ in options))
                number = 0
                while pick >= options[number][1]:
                    pick -= options[number][1]
                    number += 1
                count, _, free = options[number]
            masks[seat] |= mask_of(pile[:count])
            pile = pile[count:]
    return masks


class _Counting:
    """In how many ways groups of cards, each with its holders and size, can be dealt. ``free``: places by holder."""

    def __init__(self, groups: Sequence[tuple[tuple[int, ...], int]]) -> None:
        self.groups = groups
        self._ways: dict[tuple[int, int, int, tuple[int, ...]], int] = {}
        self._splits: dict[tuple[int, int, int, tuple[int, ...]], list[Split]] = {}

    def ways(self, group: int, place: int, left: int, free: tuple[int, ...]) -> int:
        """The number of deals from here: ``left`` cards of ``group`` still to go to its holders from ``place`` on."""
        key = (group, place, left, free)
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = self._count(group, place, left, free)
        return found

    def _count(self, group: int, place: int, left: int, free: tuple[int, ...]) -> int:
        who = self.groups[group][0]
        if group == len(self.groups) - 1:
            return _fillings(left, [free[seat] for seat in who])
        if place == len(who):
            return 0 if left else self.ways(group + 1, 0, self.groups[group + 1][1], free)
        return sum([weight for _, weight, _ in self.splits(group, place, left, free)])

    def splits(self, group: int, place: int, left: int, free: tuple[int, ...]) -> list[Split]:
        """How many of the ``left`` cards the holder at ``place`` may get: (count, ways, free places afterwards)."""
        key = (group, place, left, free)
        found = self._splits.get(key)
        if found is None:
            found = self._splits[key] = []
            seat = self.groups[group][0][place]
            for count in range(min(left, free[seat]) + 1):
                after = (*free[:seat], free[seat] - count, *free[seat + 1 :])
                number = self.ways(group, place + 1, left - count, after)
                if number:
                    found.append((count, number * comb(left, count), after))
        return found


#: A search deals the same view again and again: what has been counted is kept for the last few.
_counting = lru_cache(maxsize=8)(_Counting)


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
