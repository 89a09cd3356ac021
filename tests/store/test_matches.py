"""Whose matches are whose: who may look back at one, and what a person has played in a server."""

from __future__ import annotations

from dataclasses import replace

from bot.store import matches
from bot.store.database import Database
from tests.store.making import ANN, BO, CHANNEL, CLEO, SEATS, SERVER, committed, deal, opened, seen


async def test_players_are_those_who_held_a_seat_in_a_deal_or_hold_or_left_one_now(db: Database) -> None:
    table = await opened(db)
    assert await matches.players(db, table.id) == {ANN, BO}
    table = await committed(db, table, {"deal": deal(1)}, phase="playing", deal_no=1)
    left = (replace(SEATS[0], person_id=None, computer="normal", kept_for=ANN), *SEATS[1:])
    table = await committed(db, table, {"seats": left})
    assert await matches.players(db, table.id) == {ANN, BO}
    taken = (replace(SEATS[0], person_id=CLEO), *SEATS[1:])
    await committed(db, table, {"seats": taken})
    assert await matches.players(db, table.id) == {ANN, BO, CLEO}
    assert await matches.players(db, 99) == frozenset()


async def test_own_matches_are_those_with_a_deal_that_is_over_the_last_one_first(db: Database) -> None:
    await seen(db, SERVER, {ANN: "Ann", BO: "Bo"}, 1.0)
    numbers: list[int] = []
    for at, phase, deals in ((5.0, "over", 2), (9.0, "playing", 2), (7.0, "between", 1), (8.0, "playing", 1)):
        table = await opened(db, channel_id=CHANNEL + len(numbers))
        for no in range(1, deals + 1):
            table = await committed(db, table, {"deal": deal(no)}, phase="playing", deal_no=no)
        await committed(db, table, phase=phase, last_act_at=at, ended_at=at if phase == "over" else None)
        numbers.append(table.id)
    elsewhere = await opened(db, guild_id=SERVER + 1, channel_id=CHANNEL + 9)
    await committed(db, elsewhere, {"deal": deal(1)}, phase="over", deal_no=1)
    lobby = await opened(db, channel_id=CHANNEL + 8)
    assert lobby.deal_no == 0
    own = await matches.own_matches(db, SERVER, ANN, 10)
    assert [each.table_id for each in own] == [numbers[1], numbers[2], numbers[0]]
    assert [each.deals for each in own] == [2, 1, 2]
    assert [each.ended_at for each in own] == [None, None, 5.0]
    assert all(each.names == ("Bo",) for each in own)
    assert [each.table_id for each in await matches.own_matches(db, SERVER, ANN, 1)] == [numbers[1]]
    assert await matches.own_matches(db, SERVER, CLEO, 10) == ()
