"""A rematch: the table that takes the place of a finished one, with the same seats, its first deal dealt."""

from __future__ import annotations

from bot.store.records import Changes, NewTable, SeatRow, Successor, TableRow
from bot.tables import lobby
from bot.tables.commands import Person, Start
from bot.tables.due import due
from bot.tables.model import Table
from bot.tables.step import Moment


def successor(old: Table, moment: Moment) -> Successor:
    """What opens and starts the new table in the transaction that ends the old one's offer."""
    seats = tuple(
        SeatRow(
            seat=seat.seat,
            person_id=seat.person_id,
            computer=None if seat.person_id is not None else seat.computer,
            since=moment.now,
        )
        for seat in old.seats
    )
    new = NewTable(
        guild_id=old.row.guild_id,
        channel_id=old.row.channel_id,
        game=old.row.game,
        rules_version=old.game.rules_version,
        options=old.row.options,
        seats=len(seats),
        clock=old.row.clock,
        host_id=old.row.host_id,
        created_at=moment.now,
        settings=old.row.settings,
    )
    opened = Table(_opened(new), seats, old.game, old.options, old.names)
    host = Person(old.row.host_id or 0, "")
    step = lobby.start(opened, host, Start(), moment)
    after = step.table.with_row(version=opened.row.version + 1, last_act_at=moment.now)
    changes = Changes(
        table=after.row,
        before=opened.row.version,
        seats=after.seats,
        deal=step.deal,
        actions=step.actions,
        deadlines=due(None, after, moment.now),
    )
    return Successor(new=new, seats=seats, names=old.names, changes=changes)


def _opened(new: NewTable) -> TableRow:
    """The row as the store will make it, but for its id."""
    return TableRow(
        id=0,
        guild_id=new.guild_id,
        channel_id=new.channel_id,
        game=new.game,
        rules_version=new.rules_version,
        options=new.options,
        seats=new.seats,
        clock=new.clock,
        phase="lobby",
        host_id=new.host_id,
        message_id=None,
        version=1,
        deal_no=0,
        created_at=new.created_at,
        started_at=None,
        ended_at=None,
        end_reason=None,
        last_act_at=new.created_at,
        settings=new.settings,
    )
