"""What servers have set, kept in memory: each public message and each lobby asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.store import people
from bot.store.audit import AuditRow
from bot.store.database import Database
from bot.store.people import ServerRow

#: So many servers' are kept in memory at most; beyond that all are read again when they are needed.
MOST = 20_000


class ServerBook:
    """Reads and changes servers' settings. All changes come through here, so what is kept is what is stored."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[int, ServerRow] = {}

    async def of(self, guild: int) -> ServerRow:
        """What a server has set. Whether the bot is still in it stands in the store alone."""
        known = self._known.get(guild)
        if known is not None:
            return known
        found = await people.server(self._database, guild)
        if len(self._known) >= MOST:
            self._known.clear()
        # A change that was made while this was read is the newer.
        return self._known.setdefault(guild, found)

    async def change(
        self, guild: int, change: Callable[[ServerRow], tuple[ServerRow, Iterable[AuditRow]]]
    ) -> ServerRow:
        """As `bot.store.people.change_server`."""
        try:
            self._known[guild] = await people.change_server(self._database, guild, change)
        except BaseException:
            # Nobody waited for how it ended.
            self._known.pop(guild, None)
            raise
        return self._known[guild]

    def forget(self, guild: int) -> None:
        """Read a server's settings again when they are needed next: its data was purged."""
        self._known.pop(guild, None)
