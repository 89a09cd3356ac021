"""Stepping through a match again: which moment comes after which, and what is shown of one.

All cards of a deal that is over may be seen, so every hand lies open. A moment is a deal and a step in it: at step 0
the cards have just been dealt, at step n the deal's n-th action is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.store.records import ActionRow, DealRow, Recorded
from bot.tables.commands import Refused, Why
from bot.tables.model import Table, before_deal
from bot.tables.records import deal_record, dealt
from bot.tables.views import ReplayView, SeatView
from engine.actions import Action, TrickTaken
from engine.cards import cards
from engine.game import State, View
from engine.replay import Step, play_deal

#: A deal's number, from 1, and a step in it.
Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Here:
    """A moment among all: ``steps`` of its own deal, and how many actions each deal has, by deal from the first."""

    deal: int
    step: int
    steps: Sequence[Step]
    actions: Sequence[int]

    @property
    def at_end(self) -> bool:
        return self.step == self.actions[self.deal - 1]


def moved(table: Table, rows: Recorded, names: Mapping[int, str], place: Place, move: str) -> ReplayView:
    """The moment that ``move`` (one of `MOVES`; anything else stays) leads to from ``place``.

    ``rows``: the deals that may be seen; ``names``: what persons are called. `Refused` for a place that is none of
    theirs.
    """
    deals = tuple(dealt(rows))
    number, step = place
    if not 1 <= number <= len(deals) or step > len(deals[number - 1][1]):
        raise Refused(Why.NO_SUCH_STEP)
    steps = _played(table, *deals[number - 1])
    if move in MOVES:
        target, step = MOVES[move](_Here(number, step, steps, [len(actions) for _, actions in deals]))
        if target != number:
            number, steps = target, _played(table, *deals[target - 1])
    deal, actions = deals[number - 1]
    return ReplayView(
        table=table.id,
        deal=number,
        deals=len(deals),
        step=step,
        steps=len(actions),
        seats=tuple(_seat(deal, seat, names) for seat in range(table.row.seats)),
        did=(actions[step - 1].seat, Action.parse(actions[step - 1].code)) if step else None,
        public=table.game.view(steps[step].state, None),
        open=_open(table, steps[step].state, deal, actions[:step]),
        rest=tuple(cards(deal.rest)),
    )


# --- From a moment to another ----------------------------------------------------------------------


def _first(here: _Here) -> Place:
    return here.deal, 0


def _back(here: _Here) -> Place:
    if here.step:
        return here.deal, here.step - 1
    return (here.deal - 1, here.actions[here.deal - 2]) if here.deal > 1 else (1, 0)


def _next(here: _Here) -> Place:
    return _after(here) if here.at_end else (here.deal, here.step + 1)


def _trick(here: _Here) -> Place:
    """To where the next trick is complete; behind the last one, to the end of the deal."""
    if here.at_end:
        return _after(here)
    taken = (at for at, step in enumerate(here.steps) if any(isinstance(fact, TrickTaken) for fact in step.facts))
    return here.deal, next((at for at in taken if at > here.step), here.actions[here.deal - 1])


def _last(here: _Here) -> Place:
    return here.deal, here.actions[here.deal - 1]


def _before(here: _Here) -> Place:
    return max(here.deal - 1, 1), 0


def _after(here: _Here) -> Place:
    return (here.deal + 1, 0) if here.deal < len(here.actions) else _last(here)


#: The ways from a moment to another, by the word that a button carries.
MOVES: Mapping[str, Callable[[_Here], Place]] = {
    "first": _first,
    "back": _back,
    "next": _next,
    "trick": _trick,
    "last": _last,
    "before": _before,
    "after": _after,
}


# --- One moment -------------------------------------------------------------------------------------


def _played(table: Table, deal: DealRow, actions: tuple[ActionRow, ...]) -> list[Step]:
    between = before_deal(table.game, table.options, table.row.seats, deal)
    return list(play_deal(table.game, between, deal_record(deal, actions), deal.no - 1))


def _seat(deal: DealRow, seat: int, names: Mapping[int, str]) -> SeatView:
    holder, level = deal.holders[seat], deal.levels[seat]
    if holder is None and level is None:
        # Somebody whose data was erased: a person, but nobody's name.
        return SeatView(seat, 0)
    return SeatView(seat, holder, None if holder is None else names.get(holder), level)


def _open(table: Table, state: State, deal: DealRow, actions: Sequence[ActionRow]) -> tuple[View, ...]:
    """Every seat's own view; where a rule withholds a hand from its own player, it is laid open too."""
    views: list[View] = [table.game.view(state, seat) for seat in range(table.row.seats)]
    for seat, hand in enumerate(deal.hands.split("/")):
        if views[seat].withheld:
            gone = {card for row in actions if row.seat == seat for card in Action.parse(row.code).cards}
            left = tuple(card for card in cards(hand) if card not in gone)
            views[seat] = replace(views[seat], hand=left, withheld=False)
    return tuple(views)
