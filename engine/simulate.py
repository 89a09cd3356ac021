"""Whole matches between computer players, as records.

Everything comes from a seed: the cards from one source a match, each seat's player from another, so that the k-th deal
of a match has the same cards whoever plays it.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action
from engine.cards import Card, commitment
from engine.game import AnyGame, Source, State
from engine.options import Options
from engine.players import DEFAULT_BUDGET, Budget, answer
from engine.record import DealRecord, Record, Result
from engine.source import fingerprint, seeded

#: Players who do not aim at anything may never end a match: after so many deals it is left unfinished.
MOST_DEALS = 1000


def play_match(
    game: AnyGame,
    options: Options,
    seats: int,
    levels: Sequence[str],
    seed: int,
    match: int = 0,
    budget: Budget = DEFAULT_BUDGET,
) -> Record:
    """One match, with points, scores and result. ``levels``: a computer player's name for each seat.

    ``match`` is the number of the match in a run: each has its own deals. ``budget``: what a hard player has for each
    decision. The result is None, the match unfinished, only when it took more than `MOST_DEALS` deals.
    """
    chance = seeded(seed, match, "deals")
    sources = [seeded(seed, match, "player", seat) for seat in range(seats)]
    state: State = game.start(options, seats)
    deals: list[DealRecord] = []
    while not state.over and len(deals) < MOST_DEALS:
        dealer, hands, rest = game.dealt(state, chance)
        state = game.deal(state, dealer, hands, rest)
        actions = _play_deal(game, state, levels, sources, budget)
        salt = fingerprint(seed, match, "salt", len(deals))[:32]
        deals.append(_deal_record(state, hands, rest, actions, salt))
    return Record(
        game=game.key,
        rules_version=game.rules_version,
        options=game.differing(options),
        seats=seats,
        deals=tuple(deals),
        players=tuple(f"computer {level}" for level in levels),
        result=Result(state.winners, tuple(state.scores)) if state.over else None,
    )


def _play_deal(
    game: AnyGame, state: State, levels: Sequence[str], sources: Sequence[Source], budget: Budget
) -> list[tuple[int, Action]]:
    """Play a deal to its end, changing the state; the actions as (seat, action)."""
    actions: list[tuple[int, Action]] = []
    while acting := game.to_act(state):
        seat = acting[0]
        action = answer(game, game.view(state, seat), levels[seat], sources[seat], budget).action
        refused = game.refusal(state, seat, action)
        if refused is not None:
            raise refused
        game.play(state, seat, action)
        actions.append((seat, action))
    return actions


def _deal_record(
    state: State,
    hands: Sequence[Sequence[Card]],
    rest: Sequence[Card],
    actions: Sequence[tuple[int, Action]],
    salt: str,
) -> DealRecord:
    return DealRecord(
        dealer=state.dealer,
        hands=tuple(map(tuple, hands)),
        rest=tuple(rest),
        actions=tuple(actions),
        salt=salt,
        commitment=commitment(salt, hands, rest),
        points=tuple(state.points),
        scores=tuple(state.scores),
    )
