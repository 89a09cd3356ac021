"""What is looked up at every click, kept in memory by a person's or a server's number, and read from the store once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Values by number. All changes come through `changed`, so what is kept is what is stored.

    ``read`` reads those of several numbers from the store; ``most``: beyond so many all are read again when needed.
    """

    def __init__(self, read: Callable[[Collection[int]], Awaitable[Mapping[int, T]]], most: int) -> None:
        self._read = read
        self._most = most
        self._known: dict[int, T] = {}
        #: How often anything was thrown away: what was begun before is then no longer known to be true.
        self._thrown_away = 0

    async def of(self, number: int) -> T:
        """The value of one."""
        known = self._known.get(number)
        return known if known is not None else (await self.of_all((number,)))[number]

    async def of_all(self, numbers: Collection[int]) -> dict[int, T]:
        """The values of several: those not in memory yet are read at once."""
        found = {number: self._known[number] for number in numbers if number in self._known}
        new = [number for number in numbers if number not in found]
        if new:
            before = self._thrown_away
            read = await self._read(new)
            if before != self._thrown_away:
                # Somebody may have been erased since: what was read of them then is given out and not kept.
                return found | {number: self._known.get(number, value) for number, value in read.items()}
            if len(self._known) + len(new) > self._most:
                self._thrown_away += 1
                self._known.clear()
            # A change that was made while this was read is the newer.
            found |= {number: self._known.setdefault(number, value) for number, value in read.items()}
        return found

    async def changed(self, number: int, change: Awaitable[T]) -> T:
        """Wait for a change to be stored; the value as it then is."""
        before = self._thrown_away
        try:
            value = await change
        except BaseException:
            # Whoever waited for it may have gone before it ended: then nobody here knows how.
            self._known.pop(number, None)
            raise
        if before == self._thrown_away:
            self._known[number] = value
        else:
            # It may have been erased right after it was stored.
            self._known.pop(number, None)
        return value

    def forget(self, number: int) -> None:
        """Read the value again when it is needed next: it was erased from the store."""
        self._thrown_away += 1
        self._known.pop(number, None)
