"""What servers have set: each public message and each lobby asks for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from bot.store import people
from bot.store.audit import AuditRow
from bot.store.database import Database
from bot.store.people import ServerRow
from bot.tables import options
from bot.tables.kept import Kept
from bot.tables.model import Table
from bot.tables.setup_view import SETTINGS
from engine.options import Options

#: Of so many servers at most it is kept in memory.
MOST_KEPT: Final = 20_000


class ServerBook(Kept[ServerRow]):
    """Reads and changes servers' settings, by server. Whether the bot is still in one stands in the store alone."""

    def __init__(self, database: Database) -> None:
        super().__init__(self._stored, MOST_KEPT)
        self._database = database

    async def _stored(self, guilds: Collection[int]) -> dict[int, ServerRow]:
        return {guild: await people.server(self._database, guild) for guild in guilds}

    async def change(
        self, guild: int, change: Callable[[ServerRow], tuple[ServerRow, Iterable[AuditRow]]]
    ) -> ServerRow:
        """As `bot.store.people.change_server`."""
        return await self.changed(guild, people.change_server(self._database, guild, change))

    async def language_of(self, guild: int) -> str | None:
        """The language that a server has set for its public messages; None for what Discord says."""
        return (await self.of(guild)).language

    async def pictures_in(self, guild: int) -> str:
        """Which pictures a server wants at its tables: ``off``, ``results`` or ``tricks``."""
        return str((await self.of(guild)).settings.get("pictures", SETTINGS["pictures"][0]))

    async def computers_allowed(self, table: Table) -> bool:
        """Whether computers may be given seats in the table's server: it matters before the first deal."""
        return table.state is not None or takes_computers(await self.of(table.row.guild_id))

    async def house_rules(self, table: Table) -> Options | None:
        """All options of the table's game by its server's house rules; None where the server has none of its own."""
        return options.house_rules(table.game, (await self.of(table.row.guild_id)).settings)


def takes_computers(server: ServerRow) -> bool:
    """Whether computers may be given seats in this server."""
    return server.settings.get("computers") != "off"
