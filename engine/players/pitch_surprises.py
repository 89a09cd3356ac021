"""How far the others' actions in a deal of Pitch are not what the policy would have done with these cards."""

from __future__ import annotations

from engine.actions import PLAYS, Action
from engine.cards import cards_in
from engine.games.pitch import BIDS, CALLS, GAME, PASS
from engine.games.pitch_cards import TRUMPS
from engine.games.pitch_table import NO_CARD, NO_TRUMP, NOBODY, SEATS, PitchState
from engine.players.pitch_judgement import bid, call, discards
from engine.players.pitch_moment import card_of


def surprises(state: PitchState, seat: int) -> int:
    """How many actions of the others in this deal the policy would not have taken in their place.

    The deal is gone through again from the cards as they were dealt. Of discards only the trumps are compared: they are
    announced, and plain cards are all alike.
    """
    past, found = _dealt(state), 0
    for who, number in state.bids:
        if who != seat and not GAME.must_bid(past):
            # A jump is no surprise from a hand that is worth it.
            bids = GAME.bids_open(past, who)
            found += bid(past.hands[who], bids if number is None else range(number, bids.stop), must=False) != number
        GAME.play(past, who, PASS if number is None else BIDS[number])
    if state.called == NO_CARD:
        return found
    if state.bidder != seat:
        found += call(past.hands[state.bidder]) not in (None, state.called)
    GAME.play(past, state.bidder, CALLS[state.called])
    if not state.discards_done:
        return found
    trumps = TRUMPS[state.trump]
    for who in range(SEATS):
        laid = state.discards[who]
        if who != seat:
            found += bool((laid ^ discards(past.hands[who], state.trump, state.called)) & trumps)
        GAME.play(past, who, Action("discard", tuple(cards_in(laid))))
    for plays in (*(trick[1] for trick in state.tricks), state.table):
        for who, card in plays:
            if who != seat:
                found += card_of(past, who) != card
            GAME.play(past, who, PLAYS[card])
    return found


def _dealt(state: PitchState) -> PitchState:
    """The deal as it was before the first word."""
    past = GAME.copy(state)
    whole = [hand | laid for hand, laid in zip(state.hands, state.discards, strict=True)]
    for plays in (*(trick[1] for trick in state.tricks), state.table):
        for who, card in plays:
            whole[who] |= 1 << card
    if state.called != NO_CARD:
        whole[state.bidder] &= ~state.widow
    past.hands, past.discards = whole, [0] * SEATS
    past.phase, past.turn = "auction", (state.dealer + 1) % SEATS
    past.bids, past.bid, past.bidder, past.passed = (), 0, NOBODY, 0
    past.called, past.trump, past.partner = NO_CARD, NO_TRUMP, NOBODY
    past.folded, past.leader, past.table, past.tricks, past.taken = 0, NOBODY, (), (), (0, 0)
    return past
