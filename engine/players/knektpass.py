"""A computer player's policy for Knektpass: fair, from the view alone, and able to say why.

What a hand may hope for (`engine.players.knektpass_hopes`) decides whether to play or pass, to take the turn-up, and
how many cards to exchange, since each one exchanged is a trick promised. `engine.players.knektpass_moment` plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.actions import PLAYS, Action, Choice
from engine.cards import code, mask_of
from engine.game import Source
from engine.games.knektpass import GAME, IN, LEAVE, PASS, STAND, KnektpassState, KnektpassView
from engine.games.knektpass_cards import ORDERS
from engine.games.knektpass_state import DECLARE, EXCHANGE, PLAY, ROB
from engine.players.knektpass_before import before_play, others_may_play
from engine.players.knektpass_hopes import Hopes
from engine.players.knektpass_known import Known, is_full
from engine.players.knektpass_match import may_end, worth
from engine.players.knektpass_moment import follow, lead

__all__ = ["TRUST", "candidates", "choose", "play_out", "worth"]

#: The cards leave little to be won: only what is clearly better than the policy's own action is done instead.
TRUST: Final = 1


def choose(view: KnektpassView, source: Source) -> Choice:
    """The policy's action for the seat of this view, which is to act, and why."""
    legal = view.legal
    if len(legal.actions) == 1 and legal.choice is None:
        return Choice(legal.actions[0], "nothing else is allowed")
    return {PLAY: _play, ROB: _rob, DECLARE: _declare, EXCHANGE: _exchange}[view.phase](view)


def candidates(view: KnektpassView) -> Sequence[Action]:
    """The actions worth trying: every card, to play or to pass; of exchanges the policy's, and one card more or fewer.

    These only where the deal may end the match: as long as points are all that counts, no number of deals that is tried
    shows what is better than the policy's own (docs/players.md).
    """
    legal, near = view.legal, int(may_end(view.scores, view.deal_no, view.options))
    if view.phase == ROB:
        return (
            (LEAVE, Action("rob", tuple(_hopes(view).worst(mask_of(view.hand), 1)))) if near else (_rob(view).action,)
        )
    if legal.choice is None:
        return legal.actions
    assert view.seat is not None
    hopes, hand, most = _hopes(view), mask_of(view.hand), legal.choice.most
    own = hopes.exchanges(hand, view.exchanged[view.seat], most)
    counts = range(max(0, own - near), min(most, own + near) + 1)
    return [Action("exchange", tuple(hopes.worst(hand, count))) for count in counts]


def play_out(state: KnektpassState, source: Source) -> None:
    """Play the deal to its end in place: every seat as the policy would from its own view."""
    play = GAME.play
    while state.phase in (ROB, DECLARE, EXCHANGE):
        play(state, state.turn, before_play(state, state.turn))
    if state.phase == PLAY:
        known = Known(state)
        while state.phase == PLAY:
            card = known.card(state)
            known.note(state, card)
            play(state, state.turn, PLAYS[card])


def _hopes(view: KnektpassView) -> Hopes:
    assert view.seat is not None
    assert view.trump is not None
    assert view.turn_up is not None
    opponents = view.seats - 1 - view.declared.count(False)
    unseen = GAME.hidden(view)[1]
    return Hopes(view.options, view.trump, mask_of(view.hand), view.turn_up, view.scores[view.seat], opponents, unseen)


def _rob(view: KnektpassView) -> Choice:
    assert view.turn_up is not None
    worst = _hopes(view).gives_up(mask_of(view.hand), view.turn_up)
    if worst is None:
        return Choice(LEAVE, "the turn-up does not help")
    return Choice(Action("rob", (worst,)), f"{code(view.turn_up)} is better than {code(worst)}")


def _declare(view: KnektpassView) -> Choice:
    assert view.seat is not None
    if not others_may_play([each for each in view.declared if each is not None], view.seats):
        return Choice(IN, "all the others have passed")
    done = view.exchanged[view.seat]
    if not _hopes(view).plays(mask_of(view.hand), done):
        return Choice(PASS, "too little to take a trick with")
    if not max(done, int(view.options["min_tricks"])):
        return Choice(IN, "staying in costs nothing")
    return Choice(IN, "the hand should be worth it")


def _exchange(view: KnektpassView) -> Choice:
    assert view.seat is not None
    assert view.legal.choice is not None
    hopes, hand, done = _hopes(view), mask_of(view.hand), view.exchanged[view.seat]
    count = hopes.exchanges(hand, done, view.legal.choice.most)
    if not count:
        return Choice(STAND, "every card more would promise a trick more")
    cards = tuple(hopes.worst(hand, count))
    return Choice(Action("exchange", cards), f"the hand should take {done + count} with better cards")


def _play(view: KnektpassView) -> Choice:
    assert view.seat is not None
    assert view.trump is not None
    assert view.trick is not None
    legal, seat, plays = mask_of(view.legal.cards), view.seat, view.trick.plays
    may_hold, unseen = GAME.hidden(view)
    played = {who for who, _ in plays}
    later = [who for who, is_in in enumerate(view.declared) if is_in and who != seat and who not in played]
    full = is_full(view.options, view.scores[seat], view.taken[seat], view.exchanged[seat])
    if plays:
        cards = [card for _, card in plays]
        best = cards[ORDERS[view.trump].winner(cards)]
        card, reason = follow(legal, view.trump, cards[0], best, later, may_hold, full)
    else:
        card, reason = lead(legal, view.trump, later, may_hold, unseen, full)
    return Choice(PLAYS[card], reason)
