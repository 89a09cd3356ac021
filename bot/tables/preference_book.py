"""Everybody's preferences, kept in memory: they are looked up at each redraw of a hand and each step of a table."""

from __future__ import annotations

import logging
from collections.abc import Collection

from bot.store import people
from bot.store.database import Database
from bot.store.errors import StoreError
from bot.tables.commands import Refused, Why
from bot.tables.preferences import AS_DISCORD, CHOICES, LANGUAGE, Preferences, read

LOG = logging.getLogger(__name__)

#: So many persons' are kept in memory at most; beyond that all are read again when they are needed.
MOST = 50_000


class PreferenceBook:
    """Reads and changes preferences. All changes come through here, so what is kept is what is stored."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[int, Preferences] = {}

    async def of(self, person: int) -> Preferences:
        """A person's preferences."""
        known = self._known.get(person)
        return known if known is not None else (await self.of_all((person,)))[person]

    async def of_all(self, persons: Collection[int]) -> dict[int, Preferences]:
        """The preferences of several persons, by person: who is not in memory yet is read with the others at once."""
        known = {person: self._known.get(person) for person in persons}
        new = tuple(person for person, kept in known.items() if kept is None)
        if new:
            found = await people.preferences(self._database, new)
            if len(self._known) + len(new) > MOST:
                self._known.clear()
            for person, stored in found.items():
                # A change that was made while this was read is the newer.
                known[person] = self._known.setdefault(person, read(stored))
        return {person: kept for person, kept in known.items() if kept is not None}

    async def change(self, person: int, name: str, value: str, languages: Collection[str]) -> Preferences:
        """Set one preference; `Refused` for one that there is not."""
        takes = (AS_DISCORD, *languages) if name == LANGUAGE else CHOICES.get(name, ())
        if value not in takes:
            raise Refused(Why.BAD_SETTING)
        try:
            # The usual is stored as nothing, so that whoever prefers nothing of their own leaves nothing behind.
            stored = await people.change_preferences(
                self._database, person, {name: None if value == takes[0] else value}
            )
        except StoreError as error:
            LOG.error("a preference could not be written: %s", error)
            raise Refused(Why.STORAGE) from error
        self._known[person] = read(stored)
        return self._known[person]

    def forget(self, person: int) -> None:
        """Read a person's preferences again when they are needed next: their data was erased."""
        self._known.pop(person, None)
