"""Seats during a match: leaving, being away, coming back, taking a computer's seat."""

from __future__ import annotations

from dataclasses import replace

from bot.tables import lobby, promises, rights
from bot.tables.commands import Person, Refused, TakeSeat, Why
from bot.tables.model import MISSES, Table
from bot.tables.step import Moment, Step

#: What a person takes along who goes.
_VACATED: dict[str, object] = {
    "person_id": None,
    "missed": 0,
    "ready": False,
    "wants_end": False,
    "wants_pause": False,
}


def leave(table: Table, actor: Person, moment: Moment) -> Step:
    """The seat goes to a computer at once and is kept for its person."""
    if table.row.phase == "lobby":
        return lobby.leave(table, actor, moment)
    if table.row.phase == "over":
        raise Refused(Why.GONE)
    return without(table, table.held_by(actor.id).seat, moment, kept_for=actor.id)


def without(table: Table, seat: int, moment: Moment, *, kept_for: int | None) -> Step:
    """The match without the person of this seat, which a computer takes; the last person to go ends the table."""
    gone = table.seats[seat].person_id
    left = table.with_seat(seat, **_VACATED, computer=lobby.USUAL_LEVEL, kept_for=kept_for)
    left = rights.with_host(promises.dropped(left, seat))
    if left.row.paused_by is not None and left.row.paused_by == gone:
        left = left.with_row(paused_by=left.row.host_id)
    if not left.persons:
        return Step(left.with_row(phase="over", end_reason="left", ended_at=moment.now))
    if left.end_is_wanted():
        return Step(left.with_row(phase="over", end_reason="vote", ended_at=moment.now))
    return Step(pausing(left))


def mind(table: Table, actor: Person) -> Step:
    """A computer plays the seat until its person is back."""
    in_match(table)
    seat = table.held_by(actor.id)
    minded = table.with_seat(seat.seat, computer=lobby.USUAL_LEVEL, missed=MISSES, ready=False, wants_pause=False)
    return Step(pausing(minded))


def back(table: Table, actor: Person) -> Step | None:
    """The person is here: their seat is theirs again, and no turn counts as missed. None if it was so anyway."""
    seat = table.seat_of(actor.id)
    if seat is None or table.row.phase in ("lobby", "over"):
        return None
    here = is_here(table, seat.seat)
    return None if here is table else Step(resuming(here))


def is_here(table: Table, number: int) -> Table:
    """The table now that the person of this seat has shown themselves.

    What a computer is about to do for a missed turn it does all the same, unless they act before it: else whoever looks
    in whenever their time is up would keep the question for ever.
    """
    if table.stands_in(number):
        return table.with_seat(number, missed=0)
    return table.with_seat(number, missed=0, computer=None)


def take_seat(table: Table, actor: Person, command: TakeSeat, moment: Moment) -> Step:
    """Take over a computer's own seat."""
    in_match(table)
    if table.seat_of(actor.id) is not None:
        raise Refused(Why.ALREADY_SEATED)
    rights.check_welcome(table, actor.id)
    if not 0 <= command.seat < len(table.seats):
        raise Refused(Why.NO_COMPUTER_THERE)
    seat = table.seats[command.seat]
    if seat.person_id is not None or seat.computer is None:
        raise Refused(Why.NO_COMPUTER_THERE)
    if seat.seat not in takeable(table, actor.id):
        raise Refused(Why.NOT_BETWEEN_DEALS)
    taken = table.with_seat(
        seat.seat,
        person_id=actor.id,
        computer=None,
        kept_for=None,
        missed=0,
        ready=False,
        since=moment.now,
        since_deal=seat.since_deal if seat.kept_for == actor.id else table.row.deal_no + 1,
    )
    # Who sits down somewhere else has given up the seat that was kept.
    for other in taken.seats:
        if other.kept_for == actor.id:
            taken = taken.with_seat(other.seat, kept_for=None)
    taken = replace(taken, names={**table.names, actor.id: actor.name})
    return Step(resuming(rights.with_host(taken)))


def missed_turn(table: Table, number: int) -> Step:
    """A person's time ran out: a computer plays this once, from the second time on until the person is back."""
    seat = table.seats[number]
    return Step(pausing(table.with_seat(number, computer=lobby.USUAL_LEVEL, missed=min(seat.missed + 1, MISSES))))


def takeable(table: Table, person: int) -> tuple[int, ...]:
    """The computers' seats that this person, who has none, may take now: their own old one at any time."""
    if table.state is None or table.row.phase == "over" or table.seat_of(person) is not None:
        return ()
    if person in table.sent_away:
        return ()
    return tuple(
        seat.seat
        for seat in table.seats
        if seat.person_id is None
        and seat.computer is not None
        and (seat.kept_for == person or newcomers_may_sit(table))
    )


def why_none_to_take(table: Table, person: int) -> Why | None:
    """Why this person, who has no seat in the match, cannot take one now; None if there is one for them."""
    if takeable(table, person):
        return None
    if person in table.sent_away:
        return Why.SENT_AWAY
    computers = any(seat.person_id is None and seat.computer is not None for seat in table.seats)
    return Why.NOT_BETWEEN_DEALS if computers else Why.ALREADY_STARTED


def newcomers_may_sit(table: Table) -> bool:
    """Whether somebody new may take a computer's seat now: between deals only, so that nobody inherits cards."""
    return table.state is not None and table.state.needs_deal and not table.state.over


def pausing(table: Table) -> Table:
    """The table, paused if no person plays any more: computers among themselves have nobody to play for."""
    once = any(table.stands_in(seat.seat) for seat in table.persons)
    if table.present or once or table.row.phase not in ("playing", "between"):
        return table
    return table.with_row(phase="paused")


def resuming(table: Table) -> Table:
    """The table, going on if it stood still and a person is here again; a pause that somebody wants is not touched."""
    if table.row.phase != "paused" or table.row.paused_by is not None or not table.present:
        return table
    return table.with_row(phase="between" if table.match.needs_deal else "playing")


def in_match(table: Table) -> None:
    """`Refused` before the first deal and once the table is over."""
    if table.row.phase == "over":
        raise Refused(Why.GONE)
    if table.state is None:
        raise Refused(Why.NOT_STARTED)
