"""A person's data erased while tables go on: first their seats, then the file, then what is kept in memory."""

from __future__ import annotations

import logging

from bot.store import erase as store
from bot.store.errors import StillSeated, StoreError
from bot.tables import unplayable
from bot.tables.commands import Leave, Person, Refused, Unplayable, Why
from bot.tables.model import Table
from bot.tables.service import TableService

LOG = logging.getLogger(__name__)

#: How often somebody may sit down again somewhere, while their data is being erased, before they are asked to stop.
TRIES = 5


async def erase(service: TableService, person: Person) -> bool:
    """Have a person leave every table as if they had pressed Leave, and erase everything about them.

    False if there was nothing to erase. `Refused` if they keep sitting down, or the database cannot be written.
    """
    try:
        for _ in range(TRIES):
            try:
                erased = await _erased(service, person.id)
            except StillSeated as seated:
                for table_id in seated.tables:
                    await _leave(service, table_id, person)
            else:
                if erased is not None:
                    return erased
    except StoreError as error:
        LOG.error("a person's data could not be erased: %s", error)
        raise Refused(Why.NOT_ERASED) from error
    raise Refused(Why.STILL_SEATED)


async def _leave(service: TableService, table_id: int, person: Person) -> None:
    try:
        await service.submit(table_id, person, None, Leave())
    except Unplayable:
        # Nobody can leave it, and nobody can play on there; what it says of this person has to go.
        await unplayable.close(service, table_id, unplayable.ERASURE)
    except Refused as refused:
        # Whatever else stood in the way (the table ended, say), the next try looks again.
        if refused.reason == Why.STORAGE:
            raise Refused(Why.NOT_ERASED) from refused


async def _erased(service: TableService, person: int) -> bool | None:
    """Erase while nothing happens at the person's tables; None if one more has come up meanwhile."""
    known = {table.id for table in service.kept() if _mentions(table, person)}
    still = known | await store.tables_of(service.database, person)
    async with service.still(still):
        before = [table for table in service.kept() if _mentions(table, person)]
        if any(table.id not in still for table in before):
            return None
        try:
            erased = await store.erase_person(service.database, person)
        finally:
            service.forget(person, before)
    before += await _mentioned_meanwhile(service, person)
    for table in before:
        if not table.row.over_for_good:
            try:
                # Nobody's turn has changed, but a name has gone from what is shown.
                await service.take_up_again(table.id, table)
            except Exception:
                LOG.exception("table %d could not be taken up again after an erasure", table.id)
    return erased


async def _mentioned_meanwhile(service: TableService, person: int) -> list[Table]:
    """Forget the tables that came to name a person right before they were erased, and were not known to: somebody
    invited them there just then. In the file they are erased there too.
    """
    found = []
    for number in [table.id for table in service.kept() if _mentions(table, person)]:
        async with service.still((number,)):
            table = service.kept_now(number)
            if table is not None and _mentions(table, person):
                service.forget(person, [table])
                found.append(table)
    return found


def _mentions(table: Table, person: int) -> bool:
    """Whether anything that is kept of a table names this person."""
    seats = {each for seat in table.seats for each in (seat.person_id, seat.kept_for)}
    holders = table.deal.holders if table.deal is not None else ()
    roles = (table.row.host_id, table.row.paused_by)
    return any(person in each for each in (seats, holders, roles, table.names, table.sent_away, table.invited))
