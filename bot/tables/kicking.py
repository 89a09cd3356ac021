"""Sending somebody away from a table: the host's and the moderators' right."""

from __future__ import annotations

from dataclasses import replace

from bot.store.records import SeatRow
from bot.tables import lobby, seats
from bot.tables.commands import Kick, Person, Refused, Why
from bot.tables.model import Table
from bot.tables.rights import may_send_away
from bot.tables.step import Moment, Step


def kick(table: Table, actor: Person, command: Kick, moment: Moment) -> Step:
    """Give a person's seat to a computer (in a lobby: to nobody). They may not sit down at this table again.

    So it is with somebody who has left a match and could come back.
    """
    if table.row.phase == "over":
        raise Refused(Why.GONE)
    if not may_send_away(table, actor):
        raise Refused(Why.MAY_NOT_KICK)
    if command.person == actor.id:
        raise Refused(Why.NOT_ONESELF)
    seat = table.seat_of(command.person) or _left_by(table, command.person)
    if seat is None:
        raise Refused(Why.NO_SUCH_PLAYER)
    here = {command.person}
    # Whoever sent them away may invite them back.
    table = replace(table, sent_away=table.sent_away | here, invited=table.invited - here)
    if table.row.phase == "lobby":
        return lobby.without(table, seat.seat, moment)
    if seat.person_id is None:
        return Step(table.with_seat(seat.seat, kept_for=None))
    return seats.without(table, seat.seat, moment, kept_for=None)


def _left_by(table: Table, person: int) -> SeatRow | None:
    """The seat that somebody has left in a match, and may still take back."""
    return next((seat for seat in table.seats if table.state is not None and seat.kept_for == person), None)
