"""What is chosen before it is played: ahead of one's turn, or at the same time as others.

A choice is kept with its seat, private and changeable, until it can be played: a promise when the turn comes, choices
that several make at the same time when the last of them is in. So no such choice is an action of the record too early.
"""

from __future__ import annotations

from bot.tables.model import Table
from engine.actions import Action

NOTHING_CHOSEN: dict[str, object] = {"promise": None, "promised_by": None, "standing": False}


def may_promise(table: Table, seat: int, action: Action) -> bool:
    """Whether this seat, which is not asked yet, may say now what it will do."""
    return action in table.game.ahead(table.match, seat).actions


def keep(table: Table, seat: int, action: Action, actor: str, *, standing: bool = False) -> Table:
    """The table with this choice kept; it replaces an earlier one. ``standing``: for all its turns to come."""
    return table.with_seat(seat, promise=action.code, promised_by=actor, standing=standing)


def dropped(table: Table, seat: int) -> Table:
    """The table with this seat's choice taken back."""
    return table.with_seat(seat, **NOTHING_CHOSEN)


def next_kept(table: Table) -> tuple[int, Action, str] | None:
    """The kept choice that can be played now, if any: (seat, action, who chose it)."""
    acting = table.game.to_act(table.match)
    # Of several who choose at the same time nobody's choice is played before the last one is in.
    if not acting or any(table.seats[seat].promise is None for seat in acting):
        return None
    holder = table.seats[acting[0]]
    assert holder.promise is not None
    return holder.seat, Action.parse(holder.promise), holder.promised_by or ""


def played(table: Table, seat: int) -> Table:
    """The table after this seat's kept choice was played: a standing one stays for the next time."""
    return table if table.seats[seat].standing else dropped(table, seat)


def still_meant(table: Table) -> Table:
    """The table without the choices that can no longer come true: the question they answered has passed."""
    for seat in table.seats:
        if not _holds(table, seat.seat):
            table = dropped(table, seat.seat)
    return table


def _holds(table: Table, seat: int) -> bool:
    promise = table.seats[seat].promise
    if promise is None:
        return True
    action = Action.parse(promise)
    if seat in table.game.to_act(table.match):
        return table.game.refusal(table.match, seat, action) is None
    return may_promise(table, seat, action)
