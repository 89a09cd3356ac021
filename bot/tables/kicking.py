"""Sending somebody away from a table: the host's and the moderators' right."""

from __future__ import annotations

from dataclasses import replace

from bot.tables import lobby, seats
from bot.tables.commands import Kick, Person, Refused, Why
from bot.tables.model import Table
from bot.tables.rights import may_send_away
from bot.tables.step import Moment, Step


def kick(table: Table, actor: Person, command: Kick, moment: Moment) -> Step:
    """Give a person's seat to a computer (in a lobby: to nobody). They may not sit down at this table again."""
    if table.row.phase == "over":
        raise Refused(Why.GONE)
    if not may_send_away(table, actor):
        raise Refused(Why.MAY_NOT_KICK)
    if command.person == actor.id:
        raise Refused(Why.NOT_ONESELF)
    seat = table.seat_of(command.person)
    if seat is None:
        raise Refused(Why.NO_SUCH_PLAYER)
    here = {command.person}
    # Whoever sent them away may invite them back.
    table = replace(table, sent_away=table.sent_away | here, invited=table.invited - here)
    if table.row.phase == "lobby":
        return lobby.without(table, seat.seat, moment)
    return seats.without(table, seat.seat, moment, kept_for=None)
