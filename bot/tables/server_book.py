"""What servers have set: each public message and each lobby asks for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from bot.store import people
from bot.store.audit import AuditRow
from bot.store.database import Database
from bot.store.people import ServerRow
from bot.tables.kept import Kept

#: Of so many servers at most it is kept in memory.
MOST: Final = 20_000


class ServerBook(Kept[ServerRow]):
    """Reads and changes servers' settings, by server. Whether the bot is still in one stands in the store alone."""

    def __init__(self, database: Database) -> None:
        super().__init__(self._stored, MOST)
        self._database = database

    async def _stored(self, guilds: Collection[int]) -> dict[int, ServerRow]:
        return {guild: await people.server(self._database, guild) for guild in guilds}

    async def change(
        self, guild: int, change: Callable[[ServerRow], tuple[ServerRow, Iterable[AuditRow]]]
    ) -> ServerRow:
        """As `bot.store.people.change_server`."""
        return await self.changed(guild, people.change_server(self._database, guild, change))
