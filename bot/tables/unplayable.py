"""Tables that cannot go on: their deal cannot be played again by this code, or their rows cannot be read.

Such a table stays as it is, since another version of the bot may be able to: only host and moderators end it, and
whatever takes everything that is there away (its channel is gone, one of its people erases their data).
"""

from __future__ import annotations

import logging
from typing import Final

from bot.store import leftovers, tables
from bot.store.records import EndReason
from bot.tables.commands import Person, Refused, Unplayable
from bot.tables.service import TableService

LOG = logging.getLogger(__name__)

#: How a table ended that was closed for somebody's erasure.
ERASURE: Final = "other"


async def end(service: TableService, table_id: int, actor: Person) -> None:
    """End such a table, as its host or as a moderator; `Unplayable` for anybody else, as for whatever else they ask."""
    there = await tables.outline(service.database, table_id)
    host = there is not None and there.host_id == actor.id
    if not host and not actor.moderator:
        raise Unplayable(table_id)
    await close(service, table_id, "host" if host else "moderator")


async def close(service: TableService, table_id: int, reason: EndReason) -> None:
    """End such a table from outside."""
    async with service.still((table_id,)):
        await tables.end_unread(service.database, table_id, reason, service.now())
    try:
        await service.take_up_again(table_id)
    except Refused as refused:
        LOG.warning("table %d has ended, and nothing of it can be shown: %s", table_id, refused.reason)
        await leftovers.end_shown(service.database, table_id)
