"""How far the others' actions in a deal of Knektpass are not what the policy would have done with these cards."""

from __future__ import annotations

from engine.actions import PLAYS, Action
from engine.cards import cards_in, mask_of
from engine.games.knektpass import GAME, IN, LEAVE, PASS, KnektpassState
from engine.games.knektpass_state import NO_CARD, ROB
from engine.players.knektpass_before import before_play
from engine.players.knektpass_known import Known


def surprises(state: KnektpassState, seat: int) -> int:
    """How many actions of the others in this deal the policy would not have taken in their place.

    The deal is gone through again from the cards as they were dealt. Of exchanges only the numbers are compared: what
    was laid away nobody knows.
    """
    past, found = _dealt(state), 0
    actions: list[Action] = []
    if past.phase == ROB and (state.phase != ROB or state.said):
        actions.append(LEAVE if state.given_up == NO_CARD else Action("rob", (state.given_up,)))
    actions += [IN if plays else PASS for plays in state.said]
    actions += [Action("exchange", tuple(cards_in(laid))) for _, laid, _ in state.swaps]
    for action in actions:
        if past.turn != seat:
            wanted = before_play(past, past.turn)
            found += (wanted.verb, len(wanted.cards)) != (action.verb, len(action.cards))
        GAME.play(past, past.turn, action)
    tricks = [cards for _, cards, _ in state.tricks]
    if not tricks and not state.table:
        return found
    known = Known(past)
    for cards in (*tricks, state.table):
        for card in cards:
            if past.turn != seat:
                found += known.card(past) != card
            known.note(past, card)
            GAME.play(past, past.turn, PLAYS[card])
    return found


def _dealt(state: KnektpassState) -> KnektpassState:
    """The deal as it was before anybody had done anything."""
    whole = state.hands[:]
    for order, cards in (*[each[:2] for each in state.tricks], (state.order, state.table)):
        for seat, card in zip(order, cards, strict=False):
            whole[seat] |= 1 << card
    for seat, laid, drawn in reversed(state.swaps):
        whole[seat] = whole[seat] & ~mask_of(drawn) | laid
    if state.given_up != NO_CARD:
        whole[state.dealer] = whole[state.dealer] & ~(1 << state.turn_up) | 1 << state.given_up
    past = GAME.copy(state)
    past.clear()
    past.hands, past.turn_up, past.trump = whole, state.turn_up, state.trump
    past.talon = (*[card for _, _, drawn in state.swaps for card in drawn], *state.talon)
    robs = state.options["rob"] != "off"
    past.phase = ROB if robs else "declare"
    past.turn = state.dealer if robs else (state.dealer + 1) % state.seats
    return past
