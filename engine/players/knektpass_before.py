"""The policy for Knektpass before the first lead, asked from a state in a rollout."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action
from engine.games.knektpass import GAME, IN, LEAVE, PASS, STAND, KnektpassState
from engine.games.knektpass_state import DECLARE, ROB
from engine.players.knektpass_hopes import Hopes
from engine.players.knektpass_known import unseen_by


def before_play(state: KnektpassState, seat: int) -> Action:
    """The policy's action for the seat on turn, as it would choose from its view."""
    phase, hand = state.phase, state.hands[seat]
    legal = GAME.legal(state, seat)
    if len(legal.actions) == 1 and legal.choice is None:
        return legal.actions[0]
    if phase == DECLARE and not others_may_play(state.said, state.seats):
        return IN
    opponents = state.seats - 1 - state.said.count(False)
    unseen = unseen_by(state, seat)
    hopes = Hopes(state.options, state.trump, hand, state.turn_up, state.scores[seat], opponents, unseen)
    if phase == DECLARE:
        return IN if hopes.plays(hand, state.exchanged[seat]) else PASS
    if phase == ROB:
        worst = hopes.gives_up(hand, state.turn_up)
        return LEAVE if worst is None else Action("rob", (worst,))
    assert legal.choice is not None
    count = hopes.exchanges(hand, state.exchanged[seat], legal.choice.most)
    return Action("exchange", tuple(hopes.worst(hand, count))) if count else STAND


def others_may_play(said: Sequence[bool], seats: int) -> bool:
    """Whether anybody else is in, or has still to speak."""
    return len(said) < seats - 1 or any(said)
