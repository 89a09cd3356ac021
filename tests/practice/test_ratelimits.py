"""Discord's rate limits, counted by the world's clock."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.practice import club
from bot.practice.clock import Clock
from bot.practice.club import CARD_ROOM_ID, SECOND_TABLE_ID
from bot.practice.ratelimits import RateLimits
from bot.practice.refusals import Refusal
from bot.practice.server import Practice
from tests.practice.small_bot import pointed_at, running

ROOM = CARD_ROOM_ID
HEADERS = {"Authorization": "Bot t"}


@pytest.fixture
async def limited() -> AsyncIterator[Practice]:
    """A world with rate limits, whose time stands still."""
    async with Practice(clock=Clock(frozen=True)) as made:
        yield made


class Http:
    """A bare HTTP client of the API."""

    def __init__(self, practice: Practice, session: aiohttp.ClientSession) -> None:
        self._base = practice.api_url
        self._session = session

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any, Any]:
        async with self._session.request(method, self._base + path, json=body, headers=HEADERS) as answer:
            told = await answer.json() if answer.status != 204 else None
            return answer.status, told, answer.headers


@pytest.fixture
async def http(limited: Practice) -> AsyncIterator[Http]:
    async with aiohttp.ClientSession() as session:
        yield Http(limited, session)


async def test_five_sends_in_five_seconds_a_channel(limited: Practice, http: Http) -> None:
    path = f"/channels/{ROOM}/messages"
    for left in (4, 3, 2, 1, 0):
        status, _, headers = await http.ask("POST", path, {"content": "x"})
        assert status == 200
        assert headers["X-RateLimit-Limit"] == "5"
        assert headers["X-RateLimit-Remaining"] == str(left)
        assert headers["X-RateLimit-Reset-After"] == "5.000"
        assert headers["Content-Type"] == "application/json"
    status, told, headers = await http.ask("POST", path, {"content": "x"})
    assert status == 429
    assert told == {"message": "You are being rate limited.", "code": 0, "retry_after": 5.0, "global": False}
    assert headers["Retry-After"] == "5"
    assert headers["Via"]
    assert headers["X-RateLimit-Scope"] == "user"
    assert (await http.ask("POST", f"/channels/{SECOND_TABLE_ID}/messages", {"content": "x"}))[0] == 200
    limited.world.clock.advance(4.5)
    assert (await http.ask("POST", path, {"content": "x"}))[1]["retry_after"] == pytest.approx(0.5, abs=0.01)
    limited.world.clock.advance(0.5)
    assert (await http.ask("POST", path, {"content": "x"}))[0] == 200


async def test_edits_have_a_bucket_of_their_own_and_old_messages_fewer(limited: Practice, http: Http) -> None:
    _, sent, _ = await http.ask("POST", f"/channels/{ROOM}/messages", {"content": "x"})
    path = f"/channels/{ROOM}/messages/{sent['id']}"
    for _ in range(5):
        assert (await http.ask("PATCH", path, {"content": "y"}))[0] == 200
    status, told, _ = await http.ask("PATCH", path, {"content": "y"})
    assert (status, told["code"]) == (429, 0)
    limited.world.clock.advance(3601)
    for _ in range(3):
        assert (await http.ask("PATCH", path, {"content": "z"}))[0] == 200
    status, told, headers = await http.ask("PATCH", path, {"content": "z"})
    assert (status, told["code"]) == (429, 30046)
    assert told["retry_after"] == 6.0
    assert headers["Via"]
    limited.world.clock.advance(6)
    assert (await http.ask("PATCH", path, {"content": "z"}))[0] == 200


async def test_the_global_limit_spares_interactions(limited: Practice, http: Http) -> None:
    for _ in range(50):
        assert (await http.ask("GET", "/users/@me"))[0] == 200
    status, told, headers = await http.ask("GET", "/users/@me")
    assert (status, told["global"]) == (429, True)
    assert headers["X-RateLimit-Global"] == "true"
    status, told, _ = await http.ask("POST", "/interactions/1/token/callback", {"type": 5})
    assert (status, told["code"]) == (404, 10062)
    status, told, _ = await http.ask("POST", f"/webhooks/{club.APPLICATION_ID}/token", {"content": "x"})
    assert (status, told["code"]) == (401, 50027)
    limited.world.clock.advance(1)
    assert (await http.ask("GET", "/users/@me"))[0] == 200


async def test_the_library_meets_30046_and_tries_again(limited: Practice) -> None:
    with pointed_at(limited):
        async with running() as client:
            channel: Any = client.get_channel(int(ROOM))
            sent = await channel.send("x")
            limited.world.clock.advance(3601)
            limited.world.faults.fail("PATCH", "/messages/", status=429, code=30046)
            edited = await sent.edit(content="y")
            assert edited.content == "y"
            assert [r.code for r in limited.world.requests if r.method == "PATCH"] == [30046, None]


def test_windows_are_forgotten_and_limits_can_be_off() -> None:
    clock = Clock(frozen=True)
    limits = RateLimits(clock)
    for number in range(1500):
        limits.take("sends", str(number), (1, 1.0))
        clock.advance(1)
    assert len(limits._windows) < 1100
    limits.take("sends", "same", (1, 1.0))
    with pytest.raises(Refusal) as refused:
        limits.take("sends", "same", (1, 1.0))
    assert refused.value.status == 429
    limits.enabled = False
    assert limits.take("sends", "same", (1, 1.0)) == {}
