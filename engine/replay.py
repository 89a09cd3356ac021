"""Playing a record again: step by step, to fill in what it lacks, or to check what it claims.

The one mechanism behind restart, replay, bug report and proof: a state is the fold of its deals and actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.actions import Fact, IllegalAction
from engine.game import AnyGame, State
from engine.games import find_game
from engine.record import DealRecord, Record, RecordError, Result, same_rules


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of a match played again.

    ``state``: after the action with this index in its deal (both from 0) and the ``facts`` that followed from it;
    ``action`` is None for the moment at which the cards have just been dealt. A state is never changed afterwards.
    """

    deal: int
    action: int | None
    state: State
    facts: tuple[Fact, ...] = ()


def start(record: Record) -> tuple[AnyGame, State]:
    """The record's game, and its match before the first deal; `RecordError` if there is no such match."""
    try:
        game = find_game(record.game)
        same_rules(game, record.rules_version)
        state: State = game.start(game.settle(record.options), record.seats)
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(str(error)) from None
    return game, state


def play_deal(game: AnyGame, state: State, deal: DealRecord, number: int = 0) -> Iterator[Step]:
    """One deal played on from the state before it, step by step; ``number`` is its index, for steps and errors.

    The deal may be unfinished: the steps then end with its last action. `RecordError` at the first thing the rules do
    not allow.
    """
    if state.over:
        raise RecordError("the match is over before this deal", number)
    if not state.needs_deal:
        raise RecordError("the deal is not finished, yet another one follows", number - 1)
    dealer = game.next_dealer(state)
    if dealer is not None and deal.dealer != dealer:
        raise RecordError(f"the dealer must be seat {dealer}, not seat {deal.dealer}", number)
    try:
        state = game.deal(state, deal.dealer, deal.hands, deal.rest)
    except ValueError as error:
        raise RecordError(str(error), number) from None
    yield Step(number, None, state)
    for index, (seat, action) in enumerate(deal.actions):
        if state.over or state.needs_deal:
            raise RecordError(f"{action.code!r} comes after the end of the deal", number, index)
        acting = game.to_act(state)
        if seat not in acting:
            whose = " or ".join(f"seat {each}" for each in acting)
            raise RecordError(f"{action.code!r} by seat {seat}, but it is the turn of {whose}", number, index)
        try:
            state, facts = game.apply(state, seat, action)
        except IllegalAction as error:
            raise RecordError(f"{action.code!r} by seat {seat}: {error}", number, index) from None
        yield Step(number, index, state, tuple(facts))


def fold(record: Record) -> Iterator[Step]:
    """The whole match step by step: the deal, then each action, deal after deal. `RecordError` as `play_deal`."""
    game, state = start(record)
    for number, deal in enumerate(record.deals):
        for step in play_deal(game, state, deal, number):
            state = step.state
            yield step


def fill(record: Record) -> Record:
    """The record with points, scores and result as the rules give them, whatever it claims.

    A deal that is still going on has neither points nor scores, a match that goes on has no result.
    """
    _, state = start(record)
    ends: dict[int, State] = {}
    for step in fold(record):
        state = ends[step.deal] = step.state
    deals = tuple(_filled(deal, ends[number]) for number, deal in enumerate(record.deals))
    return replace(record, deals=deals, result=Result(state.winners, tuple(state.scores)) if state.over else None)


def _filled(deal: DealRecord, state: State) -> DealRecord:
    if not state.over and not state.needs_deal:
        return replace(deal, points=None, scores=None)
    return replace(deal, points=tuple(state.points), scores=tuple(state.scores))


def verify(record: Record) -> None:
    """Play the record again and compare points, scores and result: `RecordError` at the first that differs.

    What the rules give must be there: points and scores of every finished deal, the result of a finished match.
    """
    true = fill(record)
    for number, (claimed, played) in enumerate(zip(record.deals, true.deals, strict=True)):
        _same("points", claimed.points, played.points, number)
        _same("scores", claimed.scores, played.scores, number)
    if record.result is None or true.result is None:
        if record.result is not None:
            raise RecordError("the result says finished, but the match goes on")
        if true.result is not None:
            raise RecordError("the match is finished, but the record has no result that says so")
        return
    _same("winners of the result", record.result.winners, true.result.winners)
    _same("scores of the result", record.result.scores, true.result.scores)


def _same(name: str, claimed: tuple[int, ...] | None, played: tuple[int, ...] | None, deal: int | None = None) -> None:
    if claimed == played:
        return
    if played is None:
        raise RecordError(f"the deal is still going on, yet it has {name}", deal)
    if claimed is None:
        raise RecordError(f"lacks {name}: they are {list(played)}", deal)
    raise RecordError(f"the {name} are {list(played)}, the record has {list(claimed)}", deal)
