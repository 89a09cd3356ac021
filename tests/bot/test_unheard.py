"""When Discord takes nothing of what the bot sends: seen after a few failures, and never for one channel's sake."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.unheard import MANY, STALE, Unheard


class Discord:
    """What is always given, while it stands; and what was told of it."""

    def __init__(self) -> None:
        self.stands = True
        self.asked = 0
        self.told: list[float | str] = []
        self.time = 100.0
        self.unheard = Unheard(
            self._ask, self.told.append, self._back, clock=lambda: self.time, patience=0.05, every=0.002
        )
        self.unheard.start()
        #: How it fails: None is never to answer.
        self.fails: Exception | None = aiohttp.ClientConnectionError()

    async def _ask(self) -> None:
        self.asked += 1
        if self.stands:
            self.unheard.taken()
        elif self.fails is None:
            await asyncio.Event().wait()
        else:
            self.unheard.failed()
            raise self.fails

    async def _back(self) -> None:
        self.told.append("back")

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not is_so():  # noqa: ASYNC110 - plain values
                await asyncio.sleep(0)

    async def fail(self, times: int, apart: float = 2.0) -> None:
        for _ in range(times):
            self.unheard.failed()
            self.time += apart
        await asyncio.sleep(0)


@pytest.fixture
async def there() -> AsyncIterator[Discord]:
    made = Discord()
    yield made
    await made.unheard.stop()


@pytest.mark.parametrize("fails", [aiohttp.ClientConnectionError(), OSError(), ValueError("no JSON"), None])
async def test_it_is_told_since_when_and_asked_until_it_answers(there: Discord, fails: Exception | None) -> None:
    there.stands, there.fails = False, fails
    await there.fail(MANY - 1)
    assert not there.asked
    await there.fail(1)
    await there.until(lambda: there.asked > 3)
    assert there.told == [MANY * 2.0]
    there.stands = True
    await there.until(lambda: len(there.told) > 1)
    assert there.told == [MANY * 2.0, "back"]
    asked = there.asked
    await asyncio.sleep(0.02)
    assert there.asked == asked, "nobody asks any more"
    there.stands = False
    await there.fail(MANY)
    await there.until(lambda: len(there.told) > 2)
    assert there.told[2] == MANY * 2.0


async def test_anything_that_is_taken_ends_it(there: Discord) -> None:
    there.stands = False
    await there.fail(MANY)
    await there.until(lambda: there.told != [])
    there.unheard.taken()
    await there.until(lambda: there.told[-1] == "back")


async def test_a_channel_that_takes_nothing_is_no_outage(there: Discord) -> None:
    for _ in range(10):
        await there.fail(MANY)
        await there.until(lambda: there.unheard._looking is None)
    assert there.told == []
    assert there.asked == 10, "once for each few failures"


async def test_failures_that_are_old_or_were_followed_by_an_answer_do_not_count(there: Discord) -> None:
    there.stands = False
    await there.fail(MANY - 1)
    there.unheard.taken()
    await there.fail(MANY - 1, apart=STALE + 1)
    await there.fail(MANY - 1)
    assert not there.asked


async def test_which_requests_are_looked_at() -> None:
    there = Discord()
    there.stands = False
    trace = aiohttp.TraceConfig()
    there.unheard.listen(trace)
    (answered,), (unanswered,) = trace.on_request_end, trace.on_request_exception

    async def tell(signal: Any, url: str, *, status: int = 0, exception: BaseException | None = None) -> None:
        await signal(None, None, SimpleNamespace(url=url, response=SimpleNamespace(status=status), exception=exception))
        await asyncio.sleep(0)

    ours = discord.http.Route.BASE + "/channels/1"
    for _ in range(MANY):
        await tell(unanswered, ours, exception=asyncio.CancelledError())
        await tell(unanswered, "wss://gateway.discord.gg/?v=10", exception=OSError())
    assert not there.asked
    for status in (503, 500):
        await tell(answered, ours, status=status)
    await tell(answered, ours, status=404)
    await tell(answered, ours, status=502)
    await tell(unanswered, ours, exception=TimeoutError())
    # A socket that stands says nothing of answers.
    await tell(answered, "wss://gateway.discord.gg/?v=10", status=101)
    before = there.asked
    await tell(answered, ours, status=503)
    assert (before, there.asked) == (0, 1)
    await there.unheard.stop()
