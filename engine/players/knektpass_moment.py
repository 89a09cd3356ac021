"""A seat's turn to play in Knektpass, and which card the policy plays: the same for views and rollouts.

It takes what it can as cheaply as it can, leads what nobody can beat, and draws trumps only from a long holding.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import Card, Mask, cards_in, rank_of
from engine.games.knektpass_cards import BEATS, ORDERS, TRUMPS

#: ``_COST[trump][card]``: what parting with a card costs: trumps more than others, high cards more than low ones.
_COST: Final = tuple(
    tuple(order.strength[trump][card] or rank_of(card) for card in range(52)) for trump, order in enumerate(ORDERS)
)
#: From so many trumps on they are led to draw those of the others.
MANY_TRUMPS: Final = 3


def lead(
    legal: Mask, trump: int, later: Sequence[int], may_hold: Sequence[Mask], unseen: Mask, full: bool
) -> tuple[Card, str]:
    """The card to lead and why. ``later``: the other seats in; ``may_hold``: by seat, of the cards ``unseen``.

    ``full``: whether more tricks would count for nothing.
    """
    cost = _COST[trump].__getitem__
    cards = list(cards_in(legal))
    if full:
        return min(cards, key=cost), "there are tricks enough: the cheapest card"
    order, beats = ORDERS[trump], BEATS[trump]
    others = 0
    for seat in later:
        others |= may_hold[seat]
    sure = [card for card in cards if not others & beats[order.suit[card]][card]]
    if sure:
        return max(sure, key=cost), "nobody can beat it"
    trumps = [card for card in cards if TRUMPS[trump] >> card & 1]
    if len(trumps) >= MANY_TRUMPS or len(trumps) == len(cards):
        return max(trumps, key=cost), "trumps, to draw the others'"
    plain = [card for card in cards if not TRUMPS[trump] >> card & 1]
    masters = [card for card in plain if not beats[order.suit[card]][card] & unseen & order.same[card]]
    if masters:
        return max(masters, key=rank_of), "the highest of its suit still out"
    return min(plain, key=cost), "nothing sure to lead, so the cheapest card"


def follow(
    legal: Mask, trump: int, led: Card, best: Card, later: Sequence[int], may_hold: Sequence[Mask], full: bool
) -> tuple[Card, str]:
    """The card to play on a trick and why. ``best``: the card winning so far; the rest as for `lead`."""
    cost = _COST[trump].__getitem__
    beats = BEATS[trump][ORDERS[trump].suit[led]]
    winning = legal & beats[best]
    if not winning:
        return min(cards_in(legal), key=cost), "the trick is lost: the cheapest card"
    if full:
        return max(cards_in(legal & ~winning or winning), key=cost), "there are tricks enough"
    others = 0
    for seat in later:
        others |= may_hold[seat]
    sure = [card for card in cards_in(winning) if not others & beats[card]]
    if sure:
        return min(sure, key=cost), "the cheapest card that is sure to take it"
    plain = list(cards_in(winning & ~TRUMPS[trump]))
    if plain:
        # Of cards that the same others beat the cheapest: a queen does what the king would do.
        against = others & beats[max(plain, key=cost)]
        same = [card for card in plain if others & beats[card] == against]
        return min(same, key=cost), "the best chance to take it"
    return min(cards_in(winning), key=cost), "the lowest trump that takes it so far"
