"""The list of those who want to be called: who is on it, who is called, and how seldom."""

from __future__ import annotations

import pytest

from bot.store import on_call
from bot.store.database import Database
from bot.store.errors import CalledAlready
from bot.store.on_call import MOST_CALLED, REST_SECONDS
from tests.store.making import ANN, BO, CHANNEL, CLEO, SERVER, opened

NOW = 1_700_000_000.0


async def on_the_list(db: Database, *persons: int, guild: int = SERVER, game: str = "pitch") -> None:
    for person in persons:
        await on_call.set_on_call(db, guild, game, person, True)


async def call(db: Database, table: int, at: float = NOW, without: tuple[int, ...] = (), **where: object) -> set[int]:
    given = {"guild_id": SERVER, "game": "pitch", **where}
    return set(await on_call.call_players(db, table, now=at, without=without, **given))  # type: ignore[arg-type]


async def tables(db: Database, count: int) -> list[int]:
    return [(await opened(db, channel_id=CHANNEL + number)).id for number in range(count)]


async def test_one_is_on_the_list_of_one_game_in_one_server(db: Database) -> None:
    await on_the_list(db, ANN, ANN)
    assert await on_call.is_on_call(db, SERVER, "pitch", ANN)
    assert not await on_call.is_on_call(db, SERVER, "phat", ANN)
    assert not await on_call.is_on_call(db, SERVER + 1, "pitch", ANN)
    await on_call.set_on_call(db, SERVER, "pitch", ANN, False)
    assert not await on_call.is_on_call(db, SERVER, "pitch", ANN)


async def test_all_on_the_list_are_called_but_for_those_who_need_no_call(db: Database) -> None:
    (table,) = await tables(db, 1)
    await on_the_list(db, ANN, BO)
    await on_the_list(db, CLEO, game="phat")
    await on_the_list(db, CLEO, guild=SERVER + 1)
    assert await call(db, table, without=(BO,)) == {ANN}


async def test_a_lobby_calls_once_but_a_call_of_nobody_is_none(db: Database) -> None:
    (table,) = await tables(db, 1)
    assert await call(db, table) == set()
    await on_the_list(db, ANN)
    assert await call(db, table) == {ANN}
    await on_the_list(db, BO)
    with pytest.raises(CalledAlready):
        await call(db, table)


async def test_nobody_is_called_twice_within_six_hours_whatever_for(db: Database) -> None:
    first, second, third, fourth = await tables(db, 4)
    await on_the_list(db, ANN, BO)
    await on_the_list(db, ANN, game="phat")
    await on_the_list(db, ANN, guild=SERVER + 1)
    assert await call(db, first, without=(BO,)) == {ANN}
    assert await call(db, second, NOW + 1) == {BO}
    assert await call(db, third, NOW + REST_SECONDS - 1, game="phat") == set()
    assert await call(db, third, NOW + REST_SECONDS - 1, guild_id=SERVER + 1) == set()
    assert await call(db, third, NOW + REST_SECONDS, game="phat") == {ANN}
    assert await call(db, fourth, NOW + REST_SECONDS + 1) == {BO}


async def test_twenty_at_most_and_then_those_who_have_waited_longest(db: Database) -> None:
    first, second = await tables(db, 2)
    everybody = range(1, MOST_CALLED + 6)
    await on_the_list(db, *everybody)
    assert await call(db, first) == set(range(1, MOST_CALLED + 1))
    later = await call(db, second, NOW + REST_SECONDS)
    assert len(later) == MOST_CALLED
    assert set(everybody) - set(range(1, MOST_CALLED + 1)) <= later
