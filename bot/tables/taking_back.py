"""Take back: one's own last action, while nobody has acted after it and it has shown its player nothing new.

A setting of the table, not a rule of its game: the host turns it on before the start. Nothing is ever taken out of the
log: a row that names the action is added, and state and record are the fold without both.
"""

from __future__ import annotations

from bot.store.records import TAKE_BACK, ActionRow
from bot.tables import promises, seats
from bot.tables.commands import Person, Refused, Why
from bot.tables.due import time_is_up
from bot.tables.model import Table
from bot.tables.step import Moment, Step


def why_not(table: Table, seat: int) -> Why | None:
    """Why this seat's person cannot take back what they did last; None if they can."""
    if not table.may_take_back:
        return Why.NO_TAKE_BACK
    last, holder = table.last, table.seats[seat]
    if last is None or last.seat != seat or last.actor != str(holder.person_id) or last.together:
        return Why.NOT_THE_LAST
    if any(table.seats[other].promise is not None for other in table.to_act() if other != seat):
        # Somebody has chosen already what they will do next.
        return Why.NOT_THE_LAST
    return last.stands


def take_back(table: Table, actor: Person, decision: int | None, moment: Moment) -> Step:
    """The table as it was before the actor's last action; `Refused` with the reason where that cannot be."""
    seats.in_match(table)
    seat = table.held_by(actor.id).seat
    if table.row.phase == "paused":
        raise Refused(Why.PAUSED)
    if decision is not None and decision != table.decision(seat):
        raise Refused(Why.STALE)
    if (why := why_not(table, seat)) is not None:
        raise Refused(why)
    last = table.last
    assert last is not None
    if time_is_up(table, seat, last.origin, moment.now):
        raise Refused(Why.TIME_IS_UP)
    row = ActionRow(
        deal_no=table.row.deal_no,
        no=table.last_no + 1,
        seat=seat,
        code=f"{TAKE_BACK} {last.no}",
        actor=str(actor.id),
        at=moment.now,
    )
    # A choice made for later was made for what was to come after this action.
    return Step(promises.still_meant(promises.dropped(table, seat).taken_back(row)), actions=(row,))
