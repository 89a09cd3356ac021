"""What is kept in memory is what is stored: read once, forgotten in time, and never guessed at."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from bot.tables.kept import Kept


class Shelf:
    """A store of numbers that can be made to wait."""

    def __init__(self, most: int = 10) -> None:
        self.stored: dict[int, int] = {}
        self.asked: list[int] = []
        self.reads, self.writes = asyncio.Event(), asyncio.Event()
        self.reads.set()
        self.writes.set()
        self.kept = Kept(self._read, most)

    async def _read(self, numbers: Collection[int]) -> dict[int, int]:
        self.asked += numbers
        found = {number: self.stored.get(number, 0) for number in numbers}
        await self.reads.wait()
        return found

    async def store(self, number: int, value: int) -> int:
        self.stored[number] = value
        await self.writes.wait()
        return value


async def test_each_is_read_once_and_several_at_once() -> None:
    shelf = Shelf()
    shelf.stored = {1: 10, 2: 20}
    assert await shelf.kept.of(1) == 10
    assert await shelf.kept.of_all((1, 2, 3)) == {1: 10, 2: 20, 3: 0}
    assert await shelf.kept.of(3) == 0
    assert shelf.asked == [1, 2, 3]
    shelf.kept.forget(2)
    assert await shelf.kept.of_all((1, 2)) == {1: 10, 2: 20}
    assert shelf.asked == [1, 2, 3, 2]


async def test_beyond_the_most_all_are_read_again() -> None:
    shelf = Shelf(most=2)
    for number in (1, 2, 3, 1):
        await shelf.kept.of(number)
    assert shelf.asked == [1, 2, 3, 1]


async def test_a_change_is_newer_than_what_was_read_before_it() -> None:
    shelf = Shelf()
    shelf.reads.clear()
    reading = asyncio.create_task(shelf.kept.of(1))
    await asyncio.sleep(0)
    assert await shelf.kept.changed(1, shelf.store(1, 7)) == 7
    shelf.reads.set()
    assert await reading == await shelf.kept.of(1) == 7


async def test_after_a_change_that_nobody_waited_for_the_store_is_asked() -> None:
    shelf = Shelf()
    assert await shelf.kept.of(1) == 0
    shelf.writes.clear()
    changing = asyncio.create_task(shelf.kept.changed(1, shelf.store(1, 7)))
    await asyncio.sleep(0)
    changing.cancel()
    await asyncio.wait([changing])
    shelf.writes.set()
    assert await shelf.kept.of(1) == 7


async def test_what_was_being_read_of_somebody_when_they_were_erased_is_not_kept() -> None:
    shelf = Shelf()
    shelf.stored = {1: 10}
    shelf.reads.clear()
    reading = asyncio.create_task(shelf.kept.of_all((1, 2)))
    await asyncio.sleep(0)
    del shelf.stored[1]
    shelf.kept.forget(1)
    shelf.reads.set()
    assert await reading == {1: 10, 2: 0}
    assert await shelf.kept.of(1) == 0


async def test_a_change_of_somebody_who_was_erased_right_after_it_is_not_kept() -> None:
    shelf = Shelf()
    shelf.writes.clear()
    changing = asyncio.create_task(shelf.kept.changed(1, shelf.store(1, 7)))
    await asyncio.sleep(0)
    del shelf.stored[1]
    shelf.kept.forget(1)
    shelf.writes.set()
    assert await changing == 7
    assert await shelf.kept.of(1) == 0


async def test_what_was_read_before_a_change_that_is_not_kept_any_more_is_not_kept() -> None:
    shelf = Shelf(most=2)
    shelf.reads.clear()
    reading = asyncio.create_task(shelf.kept.of(1))
    await asyncio.sleep(0)
    await shelf.kept.changed(1, shelf.store(1, 7))
    shelf.reads.set()
    # These two take all the room there is, before the first is done.
    await shelf.kept.of_all((2, 3))
    await reading
    assert await shelf.kept.of(1) == 7
