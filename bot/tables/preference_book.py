"""Everybody's preferences: they are looked up at each redraw of a hand and each step of a table."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Final

from bot.store import people
from bot.store.database import Database
from bot.store.errors import StoreError
from bot.tables.commands import Refused, Why
from bot.tables.kept import Kept
from bot.tables.preferences import AS_DISCORD, CHOICES, LANGUAGE, Preferences, read

LOG = logging.getLogger(__name__)

#: Of so many persons at most they are kept in memory.
MOST_KEPT: Final = 50_000


class PreferenceBook(Kept[Preferences]):
    """Reads and changes preferences, by person."""

    def __init__(self, database: Database) -> None:
        super().__init__(self._stored, MOST_KEPT)
        self._database = database

    async def _stored(self, persons: Collection[int]) -> dict[int, Preferences]:
        found = await people.preferences(self._database, persons)
        return {person: read(settings) for person, settings in found.items()}

    async def change(self, person: int, name: str, value: str, languages: Collection[str]) -> Preferences:
        """Set one preference; `Refused` for one that there is not."""
        takes = (AS_DISCORD, *languages) if name == LANGUAGE else CHOICES.get(name, ())
        if value not in takes:
            raise Refused(Why.BAD_SETTING)

        async def changing() -> Preferences:
            # The usual is stored as nothing, so that whoever prefers nothing of their own leaves nothing behind.
            settings = {name: None if value == takes[0] else value}
            return read(await people.change_preferences(self._database, person, settings))

        try:
            return await self.changed(person, changing())
        except StoreError as error:
            LOG.error("a preference could not be written: %s", error)
            raise Refused(Why.STORAGE) from error
