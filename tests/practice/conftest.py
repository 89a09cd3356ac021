"""A practice world on a free port, and a small real discord.py client in it."""

from collections.abc import AsyncIterator

import pytest

from bot.practice import club
from bot.practice.clock import Clock
from bot.practice.server import Practice
from tests.practice.small_bot import Client, pointed_at, running
from tests.wire.driver import Person, connect


@pytest.fixture
async def practice() -> AsyncIterator[Practice]:
    """A world whose time stands still, without rate limits; the library is pointed at it."""
    async with Practice(clock=Clock(frozen=True), rate_limits=False) as made:
        with pointed_at(made):
            yield made


@pytest.fixture
async def client(practice: Practice) -> AsyncIterator[Client]:
    """The small bot, ready."""
    async with running() as made:
        yield made


@pytest.fixture
async def ann(practice: Practice, client: Client) -> AsyncIterator[Person]:
    """Ann's page; she may manage the server."""
    async with await connect(practice.page_url, club.ANN_ID) as person:
        yield person


@pytest.fixture
async def bo(practice: Practice, client: Client) -> AsyncIterator[Person]:
    """Bo's page."""
    async with await connect(practice.page_url, club.BO_ID) as person:
        yield person
