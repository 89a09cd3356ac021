"""From a match's rows to its record (docs/record.md), as players are handed it and as the books are checked by.

A name is the only thing about a person that a record holds: no id, no server, no time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from bot.store.records import ActionRow, DealRow, Recorded
from bot.tables.model import COMPUTER
from bot.tables.play import BY_ITSELF
from engine.actions import Action
from engine.cards import cards
from engine.record import DealRecord, Record, Result, StandIn

#: Whoever's data was erased, or who has no name.
SOMEBODY = "somebody"


def record_of(rows: Recorded, names: Mapping[int, str]) -> Record:
    """The record of these deals (one at least), with the stored result and without points and scores.

    ``names``: what the persons of `persons_in` are called. `ValueError` for cards or actions that are none.
    """
    players = _sitting(rows.deals[0], held=True)
    result = rows.result if rows.result is not None and rows.result.finished else None
    return Record(
        game=rows.table.game,
        rules_version=rows.table.rules_version,
        options=dict(rows.table.options),
        seats=rows.table.seats,
        deals=tuple(
            deal_record(deal, actions, _stand_ins(deal, actions, players, names)) for deal, actions in dealt(rows)
        ),
        players=tuple(_named(who, names) for who in players),
        result=None if result is None else Result(result.winners, result.scores),
    )


def dealt(rows: Recorded) -> Iterator[tuple[DealRow, tuple[ActionRow, ...]]]:
    """Each deal with its actions, in order."""
    by_deal = {no: tuple(each) for no, each in groupby(rows.actions, key=lambda action: action.deal_no)}
    for deal in rows.deals:
        yield deal, by_deal.get(deal.no, ())


def deal_record(deal: DealRow, actions: Iterable[ActionRow], stand_ins: tuple[StandIn, ...] = ()) -> DealRecord:
    """One deal as it was dealt and played. `ValueError` for cards or actions that are none."""
    return DealRecord(
        dealer=deal.dealer,
        hands=tuple(tuple(cards(hand)) for hand in deal.hands.split("/")),
        rest=tuple(cards(deal.rest)),
        salt=deal.salt,
        commitment=deal.commitment,
        actions=tuple((row.seat, Action.parse(row.code)) for row in actions),
        stand_ins=stand_ins,
    )


def persons_in(rows: Recorded) -> set[int]:
    """Everybody who held a seat or acted in these deals."""
    held = {holder for deal in rows.deals for holder in deal.holders if holder is not None}
    return held | {int(row.actor) for row in rows.actions if row.actor.isdecimal()}


def _sitting(deal: DealRow, *, held: bool) -> list[str]:
    """Who held each seat, or who played it, as the deal began; named as the log names them, "" for somebody erased."""
    found = []
    for holder, level in zip(deal.holders, deal.levels, strict=True):
        if level is not None and not (held and holder is not None):
            found.append(f"{COMPUTER}{level}")
        else:
            found.append("" if holder is None else str(holder))
    return found


def _stand_ins(
    deal: DealRow, actions: Iterable[ActionRow], players: list[str], names: Mapping[int, str]
) -> tuple[StandIn, ...]:
    """Where in a deal somebody else begins to act for a seat than its player, or the player again."""
    acting = _sitting(deal, held=False)
    found = [StandIn(0, seat, _named(who, names)) for seat, who in enumerate(acting) if who != players[seat]]
    for index, row in enumerate(actions):
        # What the table does by itself, since nothing else can be done, nobody has done in another's place.
        if row.actor not in (BY_ITSELF, acting[row.seat]):
            acting[row.seat] = row.actor
            found.append(StandIn(index, row.seat, _named(row.actor, names)))
    return tuple(found)


def _named(who: str, names: Mapping[int, str]) -> str:
    """A player as a record names them: what they are called, or ``computer normal``."""
    if who.startswith(COMPUTER):
        return who
    return (names.get(int(who)) if who.isdecimal() else None) or SOMEBODY
