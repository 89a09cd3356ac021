"""The brakes of what is sent: the last state wins, one at a time for a key, and nothing in a crowd."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.pacing import Coalescer


async def test_marks_that_come_during_a_run_are_one_more_run() -> None:
    begun, has_begun, go_on = [], asyncio.Event(), asyncio.Event()

    async def work(key: str) -> None:
        begun.append(key)
        has_begun.set()
        await go_on.wait()

    shows = Coalescer(work, 0.0, "test")
    shows.mark("a")
    await has_begun.wait()
    for _ in range(3):
        shows.mark("a")
    assert begun == ["a"]
    go_on.set()
    await shows.idle()
    assert begun == ["a", "a"]
    assert not shows.busy


async def test_what_becomes_due_at_once_is_begun_one_by_one_so_that_a_click_gets_through() -> None:
    happened = []

    async def work(key: int) -> None:
        happened.append("work")

    async def click() -> None:
        for _ in range(6):  # as a click: from its frame to its answer it comes back to the loop again and again
            await asyncio.sleep(0)
            happened.append("click")

    shows = Coalescer(work, 0.0, "test")
    for key in range(20):
        shows.mark(key)
    await asyncio.gather(click(), shows.idle())
    until_answered = happened[: len(happened) - happened[::-1].index("click")]
    assert happened.count("work") == 20
    assert until_answered.count("work") <= until_answered.count("click")


async def test_what_fails_is_told_and_hinders_no_other_key(caplog: pytest.LogCaptureFixture) -> None:
    done = []

    async def work(key: int) -> None:
        if key == 1:
            raise ValueError("no")
        done.append(key)

    shows = Coalescer(work, 0.0, "test")
    for key in range(3):
        shows.mark(key)
    await shows.idle()
    assert done == [0, 2]
    assert "test 1 failed" in caplog.text
