"""Pauses that people want, and how they end. A table that stands still because nobody is there is `seats.pausing`'s.

The host alone pauses for a time (`bot.tables.due.PAUSE`), after which the table goes on by itself. What all who are
here ask for holds until somebody resumes. Whoever sits at the table may resume at any time; whose turn it is then has
the time that was left when the pause began, and once ten seconds at least: somebody else may have resumed.
"""

from __future__ import annotations

from dataclasses import replace

from bot.tables import seats
from bot.tables.commands import Person, Refused, Why
from bot.tables.due import KEPT, PLAYED
from bot.tables.model import Table
from bot.tables.step import Moment, Step


def pause(table: Table, actor: Person, moment: Moment) -> Step:
    """Ask for a pause. The host has it at once; so have all others when everybody who is here has asked for it."""
    seats.in_match(table)
    seat = table.held_by(actor.id)
    if table.row.phase == "paused" and table.row.paused_by is None:
        raise Refused(Why.PAUSED)
    asked = seats.is_here(table, seat.seat).with_seat(seat.seat, wants_pause=True)
    if table.row.phase == "paused" or not (actor.id == table.row.host_id or asked.pause_is_wanted()):
        return Step(asked)
    for kind in (PLAYED, KEPT, "turn"):
        for row in table.deadlines:
            if row.kind == kind and row.seat is not None:
                asked = asked.with_seat(row.seat, time_left=max(0.0, row.due_at - moment.now))
    return Step(asked.with_row(phase="paused", paused_by=actor.id))


def resume(table: Table, actor: Person) -> Step:
    """Anybody who sits here ends any pause, also the one of a table where nobody was."""
    seats.in_match(table)
    seat = table.held_by(actor.id)
    if table.row.phase != "paused":
        raise Refused(Why.NOT_PAUSED)
    return going_on(seats.is_here(table, seat.seat))


def going_on(table: Table) -> Step:
    """The table after a pause, played again where it stood; it stands still if nobody is there to play."""
    cleared = tuple(replace(seat, wants_pause=False, time_left=None) for seat in table.seats)
    phase = "between" if table.match.needs_deal else "playing"
    after = replace(table, seats=cleared).with_row(phase=phase, paused_by=None)
    return Step(seats.pausing(after))
