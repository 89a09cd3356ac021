"""Who may do what at a table: its host, and those who were sent away from it."""

from __future__ import annotations

from bot.tables.commands import Actor, Person, Refused, Why
from bot.tables.model import Table


def with_host(table: Table) -> Table:
    """The table with a host who is seated: the person seated longest, where the old one has left."""
    if table.row.host_id is not None and table.seat_of(table.row.host_id) is not None:
        return table
    persons = sorted(table.persons, key=lambda seat: (seat.since, seat.seat))
    return table.with_row(host_id=persons[0].person_id if persons else None)


def host_only(table: Table, actor: Actor) -> None:
    """`Refused` for anybody but the host."""
    if not isinstance(actor, Person) or actor.id != table.row.host_id:
        raise Refused(Why.NOT_HOST)


def may_send_away(table: Table, actor: Person) -> bool:
    """Whether somebody may send others away from the table, and invite them back: its host and moderators."""
    return actor.moderator or actor.id == table.row.host_id


def check_welcome(table: Table, person: int) -> None:
    """`Refused` for somebody who was sent away from this table."""
    if person in table.sent_away:
        raise Refused(Why.SENT_AWAY)
