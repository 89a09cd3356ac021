"""A stand-in on a free port and the bot as a process in it; people open pages with `join`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.practice.server import Practice
from tests.wire.driver import Person, connect
from tests.wire.patient import first_answers_within
from tests.wire.process import PATIENCE, BotProcess, bot_in, kept_port

Join = Callable[..., Awaitable[list[Person]]]


@pytest.fixture(autouse=True)
async def nothing_left_behind() -> AsyncIterator[None]:
    """Kill what a failed test has left running."""
    yield
    while BotProcess.started:
        await BotProcess.started.pop().kill()


@pytest.fixture(autouse=True)
def _a_busy_machine_loses_no_answer() -> Iterator[None]:
    with first_answers_within(PATIENCE):
        yield


@pytest.fixture
def port() -> Iterator[int]:
    """A port for the bot to tell a host how it goes."""
    with kept_port() as kept:
        yield kept


@pytest.fixture
async def practice() -> AsyncIterator[Practice]:
    """A stand-in with Discord's limits, in this process."""
    async with Practice() as made:
        yield made


@pytest.fixture
async def bot(practice: Practice, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """The bot in it; at the end it must leave in peace."""
    async with bot_in(practice, tmp_path) as made:
        yield made


@pytest.fixture
async def join(practice: Practice) -> AsyncIterator[Join]:
    """`await join(club.ANN_ID, …)`: these people's pages."""
    async with AsyncExitStack() as stack:

        async def joining(*people: str) -> list[Person]:
            return [await stack.enter_async_context(await connect(practice.page_url, each)) for each in people]

        yield joining
