"""Inviting somebody to a table: once a person, and in a lobby a seat is kept for them for a while."""

from __future__ import annotations

from dataclasses import replace

from bot.tables import lobby
from bot.tables.commands import Invite, Person, Refused, Why
from bot.tables.model import Table
from bot.tables.rights import may_send_away
from bot.tables.step import Step


def invite(table: Table, actor: Person, command: Invite) -> Step:
    """Invite somebody. In a match nothing is kept: they may take a computer's seat between two deals, as anybody.

    Who was sent away may be invited by those alone who may send away, and is welcome then.
    """
    if table.row.phase == "over":
        raise Refused(Why.GONE)
    table.held_by(actor.id)
    who = {"name": command.name}
    if table.seat_of(command.person) is not None:
        raise Refused(Why.SITS_ALREADY, who)
    if command.person in table.invited:
        raise Refused(Why.INVITED_ALREADY, who)
    if command.person in table.sent_away and not may_send_away(table, actor):
        raise Refused(Why.NOT_WELCOME, who)
    if table.row.phase == "lobby":
        table = table.with_seat(lobby.first_free(table), kept_for=command.person)
    elif not any(seat.person_id is None and seat.computer is not None for seat in table.seats):
        raise Refused(Why.TABLE_FULL)
    return Step(
        replace(
            table,
            invited=table.invited | {command.person},
            sent_away=table.sent_away - {command.person},
            names={**table.names, command.person: command.name},
        )
    )


def lapse(table: Table, seat: int) -> Step:
    """The seat was kept long enough: it is free for anybody."""
    return Step(table.with_seat(seat, kept_for=None))
