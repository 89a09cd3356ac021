"""What each seat of a state of Knektpass knows, for rollouts: the same that `Knektpass.hidden` reads from its view."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.cards import Card, Mask, mask_of
from engine.games.knektpass import GAME, KnektpassState
from engine.games.knektpass_cards import BEATS, ORDERS, lacks
from engine.games.knektpass_state import HAND, NO_CARD
from engine.options import Options
from engine.players.knektpass_moment import follow, lead

NOTHING: Final = 0


def unseen_by(state: KnektpassState, seat: int) -> Mask:
    """The cards this seat has not seen."""
    seen = state.hands[seat]
    if state.given_up == NO_CARD:
        seen |= 1 << state.turn_up
    elif seat == state.dealer:
        seen |= 1 << state.given_up
    for who, laid, _ in state.swaps:
        if who == seat:
            seen |= laid
    for cards in (*[each[1] for each in state.tricks], state.table):
        for card in cards:
            seen |= 1 << card
    return _mask(GAME.layout(state.options, state.seats).pack) & ~seen


@cache
def _mask(pack: tuple[Card, ...]) -> Mask:
    return mask_of(pack)


def is_full(options: Options, score: int, taken: int, exchanged: int) -> bool:
    """Under ``exact_zero``: whether one trick more than the score would count for nothing, and none is promised."""
    return bool(options["exact_zero"]) and taken >= max(score, exchanged, int(options["min_tricks"]))


class Known:
    """While cards are played: by seat, what it has not seen, and what all know that it has not got."""

    __slots__ = ("lacking", "unseen")

    def __init__(self, state: KnektpassState) -> None:
        self.unseen = [unseen_by(state, seat) for seat in range(state.seats)]
        self.lacking = [NOTHING] * state.seats
        if state.given_up != NO_CARD:  # the dealer took the turn-up, and may have laid it away since
            whole = any(who == state.dealer and len(drawn) == HAND for who, _, drawn in state.swaps)
            for seat in range(state.seats):
                if seat != state.dealer or whole:
                    self.lacking[seat] = 1 << state.turn_up
        tricks = [(order, cards) for order, cards, _ in state.tricks]
        for order, cards in (*tricks, (state.order, state.table)):
            led = best = cards[0] if cards else NO_CARD
            beats = BEATS[state.trump][ORDERS[state.trump].suit[led]]
            for seat, card in zip(order, cards, strict=False):
                if card != led:
                    self.lacking[seat] |= lacks(state.options, state.trump, led, best, card)
                    if beats[best] >> card & 1:
                        best = card

    def card(self, state: KnektpassState) -> Card:
        """The policy's card for the seat on turn, as it would choose from its view."""
        seat, table = state.turn, state.table
        legal = GAME.legal_mask(state, seat)
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        out = self.unseen[seat]
        may_hold = [out & ~each for each in self.lacking]
        full = is_full(state.options, state.scores[seat], state.taken[seat], state.exchanged[seat])
        later = state.order[len(table) + 1 :]
        if table:
            return follow(legal, state.trump, table[0], state.best, later, may_hold, full)[0]
        return lead(legal, state.trump, later, may_hold, out, full)[0]

    def note(self, state: KnektpassState, card: Card) -> None:
        """The seat on turn is about to play this card."""
        if state.table:
            self.lacking[state.turn] |= lacks(state.options, state.trump, state.table[0], state.best, card)
        gone = ~(1 << card)
        self.unseen = [each & gone for each in self.unseen]
