"""Knektpass: what a view hides, and how it is dealt anew so that the deal could have come about."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import ACE, Card, Mask, cards_in, mask_of, shuffled
from engine.game import Source
from engine.games.knektpass_cards import BEATS, ORDERS, lacks
from engine.games.knektpass_state import (
    EXCHANGE,
    HAND,
    NO_CARD,
    NOBODY,
    PLAY,
    KnektpassState,
    KnektpassView,
    Swap,
)
from engine.hidden import deal_hidden


def unseen(view: KnektpassView, pack: Mask) -> tuple[list[Mask], Mask]:
    """The cards this view does not show: which of them each seat may hold, and all of them, as masks.

    What is known: cards played, duties that a seat failed to meet (KN-R18), the turn-up, and who was free to pass.
    """
    if view.turn_up is None:
        return [0] * view.seats, 0
    assert view.trump is not None
    hidden = pack & ~mask_of((*view.hand, *view.laid_away))
    turn_up = 1 << view.turn_up
    if not view.robbed:
        hidden &= ~turn_up  # KN-R8: on the table and out of play
    may_hold = [hidden] * view.seats
    for trick in (*view.tricks, *([view.trick] if view.trick else [])):
        led = best = trick.plays[0][1] if trick.plays else NO_CARD
        beats = BEATS[view.trump][ORDERS[view.trump].suit[led]]
        for seat, card in trick.plays:
            hidden &= ~(1 << card)
            if card != led:
                may_hold[seat] &= ~lacks(view.options, view.trump, led, best, card)
                if beats[best] >> card & 1:
                    best = card
    if view.robbed:
        whole = any(each.seat == view.dealer and each.count == HAND for each in view.exchanges)
        for seat in range(view.seats):
            if seat != view.dealer or whole:  # the dealer took it, and may have laid it away since
                may_hold[seat] &= ~turn_up
    if view.options["trump_ace_must_play"]:
        for seat, plays in enumerate(view.declared):
            if plays is False:
                may_hold[seat] &= ~(1 << (13 * view.trump + ACE))
    return [mask & hidden for mask in may_hold], hidden


def again(view: KnektpassView, pack: Mask, source: Source) -> KnektpassState:
    """One full state that fits the view, with a way in which it came about: who was dealt, laid away and drew what."""
    state = KnektpassState(view.options, view.seats)
    _public(state, view)
    if view.turn_up is None:
        return state
    may_hold, hidden = unseen(view, pack)
    own, dealer = view.seat, view.dealer
    sizes = [0 if seat == own else view.hand_sizes[seat] for seat in range(view.seats)]
    counts = [[each.count for each in view.exchanges if each.seat == seat] for seat in range(view.seats)]
    laid = [0 if seat == own else sum(counts[seat]) for seat in range(view.seats)]
    given_up = int(view.robbed and own != dealer)
    # A holder a seat, then what the dealer laid away, where a robbed turn-up may be, then all else that is out of play.
    others = sum(laid) - laid[dealer] + given_up + view.talon
    out = hidden & ~(1 << view.turn_up)
    *hands, away, pile = deal_hidden(hidden, [*sizes, laid[dealer], others], [*may_hold, hidden, out], source)
    loose = shuffled(list(cards_in(pile)), source)
    if view.robbed:
        state.given_up = loose.pop() if view.given_up is None else view.given_up
    if own is not None:
        hands[own] = mask_of(view.hand)
    state.hands = hands
    swaps: dict[int, list[Swap]] = {}
    for seat in range(view.seats):
        if seat == own:
            swaps[seat] = [(seat, mask_of(each.laid), each.drawn) for each in view.exchanges if each.seat == seat]
            continue
        cards = list(cards_in(away)) if seat == dealer else [loose.pop() for _ in range(laid[seat])]
        played = [card for trick in view.tricks for who, card in trick.plays if who == seat]
        played += [card for who, card in view.trick.plays if who == seat] if view.trick else []
        kept = shuffled([*cards_in(hands[seat]), *played], source)
        fixed = view.turn_up if view.robbed and seat == dealer else NO_CARD
        swaps[seat] = _history(seat, counts[seat], kept, shuffled(cards, source), fixed)
    state.swaps = tuple(swaps[each.seat].pop(0) for each in view.exchanges)
    state.talon = tuple(loose)
    return state


def _public(state: KnektpassState, view: KnektpassView) -> None:
    """What the view shows as it is."""
    state.take_up(view)
    state.turn = view.to_act[0] if view.to_act else NOBODY
    state.phase = view.phase
    state.passed_out = int(view.passed_out)
    state.exchanged = list(view.exchanged)
    state.taken = list(view.taken)
    if view.turn_up is None or view.trump is None:
        return
    state.turn_up, state.trump = view.turn_up, view.trump
    around = [(view.dealer + 1 + place) % view.seats for place in range(view.seats)]
    state.said = tuple(said for seat in around if (said := view.declared[seat]) is not None)
    if len(state.said) == view.seats:
        state.active = tuple(seat for seat in range(view.seats) if view.declared[seat])
    if view.phase == EXCHANGE:
        state.order = tuple(seat for seat in around if view.declared[seat])
    if view.phase == PLAY and view.trick is not None:
        first = state.active.index(view.trick.leader)
        state.order = state.active[first:] + state.active[:first]
        state.table = tuple(card for _, card in view.trick.plays)
        if state.table:
            state.best = state.table[ORDERS[state.trump].winner(state.table)]
    state.tricks = tuple(
        (tuple(seat for seat, _ in each.plays), tuple(card for _, card in each.plays), each.winner)
        for each in view.tricks
    )


def _history(seat: int, counts: Sequence[int], kept: list[Card], laid: list[Card], fixed: Card) -> list[Swap]:
    """A way to have laid away these cards in exchanges of these sizes and be left with ``kept``.

    Cards go in the order in which they came. ``fixed``, if not `NO_CARD`, was in the hand from the start.
    """
    if fixed in laid:
        laid = [fixed, *(card for card in laid if card != fixed)]
    elif fixed in kept:
        kept = [card for card in kept if card != fixed]
    line = laid + kept
    width, gone, swaps = len(kept), 0, []
    for count in counts:
        swaps.append((seat, mask_of(line[gone : gone + count]), tuple(line[gone + width : gone + width + count])))
        gone += count
    return swaps
