"""How a table ends early, what its deadlines do, and who wants to play again."""

from __future__ import annotations

from bot.store.records import EndReason
from bot.tables import inviting, lobby, pauses, play, seats
from bot.tables.commands import Close, Person, Refused, TimeUp, Why
from bot.tables.due import REMEMBERED
from bot.tables.model import Table
from bot.tables.step import Moment, Step


def end(table: Table, actor: Person, moment: Moment) -> Step:
    """End the table. Moderators always; the host before the first deal's end; then a majority of the seated."""
    if table.row.phase == "over":
        raise Refused(Why.GONE)
    if actor.moderator and table.seat_of(actor.id) is None:
        return _ended(table, "moderator", moment)
    seat = table.seat_of(actor.id)
    if seat is None:
        raise Refused(Why.NOT_SEATED)
    if actor.id == table.row.host_id and not _first_deal_is_over(table):
        return _ended(table, "host", moment)
    if actor.moderator:
        return _ended(table, "moderator", moment)
    if not _first_deal_is_over(table):
        raise Refused(Why.MAY_NOT_END)
    voted = table.with_seat(seat.seat, wants_end=True)
    if voted.end_is_wanted():
        return _ended(voted, "vote", moment)
    return Step(voted)


def close(table: Table, command: Close, moment: Moment) -> Step | None:
    """End the table from outside, whatever it was doing."""
    return None if table.row.phase == "over" else _ended(table, command.reason, moment)


def again(table: Table, actor: Person, moment: Moment) -> Step:
    """Press for a rematch. Once all persons have, the row says so and the service opens the new table."""
    seat = table.held_by(actor.id)
    if not table.row.rematch_offered:
        raise Refused(Why.GONE)
    if not moment.computers:
        lobby.persons_only(table)
    wanted = table.with_seat(seat.seat, ready=True)
    if all(each.ready for each in wanted.persons):
        wanted = wanted.with_row(end_reason="rematch")
    return Step(wanted)


def time_up(table: Table, command: TimeUp, moment: Moment) -> Step | None:
    """A deadline has come. None if it is no longer there: the first valid command wins."""
    row = next((row for row in table.deadlines if (row.kind, row.seat) == (command.kind, command.seat)), None)
    if row is None or row.kind in REMEMBERED or row.due_at > moment.now:
        return None
    if row.kind == "turn" and row.seat is not None:
        return seats.missed_turn(table, row.seat)
    if row.kind == "deal":
        return play.deal(table, moment)
    if row.kind == "invitation" and row.seat is not None:
        return inviting.lapse(table, row.seat)
    if row.kind == "rematch":
        return Step(table.with_row(end_reason="finished"))
    if row.kind == "pause":
        return pauses.going_on(table)
    if row.kind == "warning":
        return Step(table, warned=True)
    return _ended(table, "deserted" if row.kind == "deserted" else "expired", moment)


def _first_deal_is_over(table: Table) -> bool:
    return table.row.deal_no > 1 or (table.row.deal_no == 1 and table.match.needs_deal)


def _ended(table: Table, reason: EndReason, moment: Moment) -> Step:
    return Step(table.with_row(phase="over", end_reason=reason, ended_at=moment.now))
