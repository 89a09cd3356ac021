"""Invitations: once a person, and in a lobby a seat that is kept for ten minutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import erase
from bot.tables import show
from bot.tables.commands import (
    AddComputer,
    Clock,
    Close,
    Invite,
    Join,
    Kick,
    Leave,
    Person,
    Shuffle,
    Start,
    TakeSeat,
    Why,
)
from bot.tables.due import INVITATION
from bot.tables.model import Table
from bot.tables.views import LobbyView
from tests.tables.house import ANN, BO, CLEO, DANA, EVE, FOUR, House, build
from tests.tables.recorder import Recorder


async def invites(house: House, table: Table, whom: Person, by: Person = ANN) -> Table:
    return (await house.service.submit(table.id, by, None, Invite(whom.id, whom.name))).after


def kept(table: Table) -> dict[int, int]:
    return {seat.seat: seat.kept_for for seat in table.seats if seat.kept_for is not None}


async def test_a_seat_is_kept_for_whoever_is_invited_and_others_cannot_take_the_last(house: House) -> None:
    table = await house.open(ANN, BO, CLEO)
    table = await invites(house, table, EVE)
    assert kept(table) == {3: EVE.id}
    assert await house.why(table, DANA, Join()) == Why.SEAT_KEPT
    assert await house.why(table, DANA, Join(3)) == Why.SEAT_KEPT
    assert await house.why(table, ANN, AddComputer("normal")) == Why.SEAT_KEPT
    assert await house.why(table, ANN, Invite(DANA.id, "Dana")) == Why.SEAT_KEPT
    table = (await house.service.submit(table.id, EVE, 0, Join())).after
    assert table.held_by(EVE.id).seat == 3
    assert kept(table) == {}
    assert [row.kind for row in table.deadlines] == ["lobby"]


async def test_others_take_the_other_free_seats(house: House) -> None:
    table = await invites(house, await house.open(ANN), EVE)
    assert kept(table) == {1: EVE.id}
    for person, seat in ((BO, 2), (CLEO, 3)):
        table = (await house.service.submit(table.id, person, 0, Join())).after
        assert table.held_by(person.id).seat == seat
    assert await house.why(table, DANA, Join()) == Why.SEAT_KEPT


async def test_whoever_is_invited_may_sit_elsewhere_and_the_kept_seat_is_free(house: House) -> None:
    table = await invites(house, await house.open(ANN), EVE)
    table = (await house.service.submit(table.id, EVE, 0, Join(3))).after
    assert table.held_by(EVE.id).seat == 3
    assert kept(table) == {}


async def test_after_ten_minutes_the_seat_is_anybodys_and_the_lobby_lives_no_longer_for_it(house: House) -> None:
    table = await invites(house, await house.open(ANN, BO, CLEO), EVE)
    (closes,) = [row.due_at for row in table.deadlines if row.kind == "lobby"]
    await house.pass_time(INVITATION - 1)
    table = await house.service.table(table.id)
    assert kept(table) == {3: EVE.id}
    await house.pass_time(1)
    table = await house.service.table(table.id)
    assert kept(table) == {}
    assert [(row.kind, row.due_at) for row in table.deadlines] == [("lobby", closes)]
    assert await house.why(table, ANN, Invite(EVE.id, "Eve")) == Why.INVITED_ALREADY
    assert (await house.service.submit(table.id, DANA, 0, Join())).after.held_by(DANA.id).seat == 3


async def test_the_time_goes_on_through_whatever_happens_in_the_lobby(house: House) -> None:
    table = await invites(house, await house.open(ANN), EVE)
    begun = house.time[0]
    await house.pass_time(300)
    await house.service.submit(table.id, BO, 0, Join())
    table = (await house.service.submit(table.id, ANN, 0, Shuffle())).after
    (row,) = [row for row in table.deadlines if row.kind == "invitation"]
    assert row.seat is not None
    assert (row.due_at, table.seats[row.seat].kept_for) == (begun + INVITATION, EVE.id)


async def test_the_lobby_shows_for_whom_a_seat_is_kept(house: House) -> None:
    view = show.public(await invites(house, await house.open(ANN), EVE))
    assert isinstance(view, LobbyView)
    assert [seat.kept_for for seat in view.seats] == [None, "Eve", None, None]


async def test_only_the_seated_invite_and_only_who_does_not_sit_yet(house: House) -> None:
    table = await house.open(ANN, BO)
    assert await house.why(table, DANA, Invite(EVE.id, "Eve")) == Why.NOT_SEATED
    for person in (ANN, BO):
        assert await house.why(table, ANN, Invite(person.id, person.name)) == Why.SITS_ALREADY


async def test_a_full_lobby_and_a_table_that_is_over_invite_nobody(house: House) -> None:
    table = await house.open(*FOUR)
    assert await house.why(table, ANN, Invite(EVE.id, "Eve")) == Why.TABLE_FULL
    table = (await house.service.submit(table.id, Clock(), None, Close("channel"))).after
    assert await house.why(table, ANN, Invite(EVE.id, "Eve")) == Why.GONE


async def test_a_start_gives_the_kept_seat_to_a_computer_for_good(house: House) -> None:
    table = await invites(house, await house.open(ANN, BO, CLEO), EVE)
    assert await house.why(table, BO, Start()) == Why.NOT_HOST
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    assert kept(table) == {}
    assert [row.kind for row in table.deadlines if row.kind == "invitation"] == []
    assert await house.why(table, EVE, TakeSeat(3)) == Why.NOT_BETWEEN_DEALS


async def test_in_a_match_nothing_is_kept_and_there_has_to_be_a_computers_seat(house: House) -> None:
    table = await house.between_deals()
    assert await house.why(table, ANN, Invite(EVE.id, "Eve")) == Why.TABLE_FULL
    table = (await house.service.submit(table.id, DANA, 0, Leave())).after
    table = await invites(house, table, EVE)
    assert kept(table) == {3: DANA.id}
    table = (await house.service.submit(table.id, EVE, 0, TakeSeat(3))).after
    assert table.held_by(EVE.id).seat == 3


async def test_who_was_sent_away_is_welcome_again_when_the_host_invites_them(house: House) -> None:
    table = await house.open(ANN, BO, CLEO)
    table = await invites(house, table, EVE)
    await house.service.submit(table.id, EVE, 0, Join())
    table = (await house.service.submit(table.id, ANN, 0, Kick(EVE.id))).after
    assert await house.why(table, BO, Invite(EVE.id, "Eve")) == Why.NOT_WELCOME
    table = await invites(house, table, EVE)
    assert (await house.service.submit(table.id, EVE, 0, Join())).after.seat_of(EVE.id)


@pytest.mark.parametrize("away", [0, 10_000])
async def test_a_restart_keeps_the_seat_and_knows_who_was_invited(tmp_path: Path, away: float) -> None:
    from bot.store import meta

    time, screen = [1_000_000.0], Recorder()
    house = await build(tmp_path / "t.sqlite3", time, screen)
    table = await invites(house, await house.open(ANN, BO, CLEO), EVE)
    await meta.beat(house.database, time[0])
    await house.close()
    time[0] += away
    house = await build(tmp_path / "t.sqlite3", time, screen)
    await house.service.start_up()
    table = await house.service.table(table.id)
    assert kept(table) == {3: EVE.id}
    assert table.invited == {EVE.id}
    await house.pass_time(INVITATION)
    table = await house.service.table(table.id)
    assert kept(table) == {}
    assert await house.why(table, ANN, Invite(EVE.id, "Eve")) == Why.INVITED_ALREADY
    await house.close()


async def test_erasing_whoever_was_invited_leaves_nothing_of_them(house: House) -> None:
    table = await invites(house, await house.open(ANN), EVE)
    assert await erase.erase_person(house.database, EVE.id)
    from bot.store import tables

    loaded = await tables.load(house.database, table.id)
    assert loaded is not None
    assert loaded.invited == frozenset()
    assert EVE.id not in {seat.kept_for for seat in loaded.seats}
