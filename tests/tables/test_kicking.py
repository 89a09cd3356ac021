"""Sending somebody away from a table, and who is its host then."""

from __future__ import annotations

from pathlib import Path

from bot.tables import show
from bot.tables.commands import Join, Kick, Leave, Person, Start, TakeSeat, Why
from bot.tables.seats import takeable
from bot.tables.views import GoneView, Note
from tests.tables.house import ANN, BO, CLEO, DANA, EVE, FOUR, House, build
from tests.tables.recorder import Recorder

MODERATOR = Person(99, "Mo", moderator=True)


async def test_the_host_sends_somebody_away_and_a_computer_takes_the_seat(house: House) -> None:
    table = await house.open(*FOUR)
    await house.service.submit(table.id, ANN, 0, Start())
    after = (await house.service.submit(table.id, ANN, None, Kick(BO.id))).after
    assert (after.seats[1].person_id, after.seats[1].computer, after.seats[1].kept_for) == (None, "normal", None)
    assert show.hand(after, BO.id) == GoneView(table.id, Note(f"refusal.{Why.SENT_AWAY}"))
    assert takeable(after, BO.id) == ()
    assert await house.why(after, BO, TakeSeat(1)) == Why.SENT_AWAY
    assert await house.why(after, BO, Kick(CLEO.id)) == Why.MAY_NOT_KICK


async def test_who_has_left_a_match_can_be_sent_away(house: House) -> None:
    table = await house.open(*FOUR)
    await house.service.submit(table.id, ANN, 0, Start())
    left = (await house.service.submit(table.id, BO, 0, Leave())).after
    assert takeable(left, BO.id) == (1,)
    after = (await house.service.submit(table.id, ANN, None, Kick(BO.id))).after
    assert (after.seats[1].kept_for, BO.id in after.sent_away) == (None, True)
    assert takeable(after, BO.id) == ()
    assert await house.why(after, BO, TakeSeat(1)) == Why.SENT_AWAY
    assert await house.why(after, ANN, Kick(BO.id)) == Why.NO_SUCH_PLAYER


async def test_who_may_send_whom_away(house: House) -> None:
    table = await house.open(ANN, BO, CLEO)
    assert await house.why(table, BO, Kick(CLEO.id)) == Why.MAY_NOT_KICK
    assert await house.why(table, EVE, Kick(CLEO.id)) == Why.MAY_NOT_KICK
    assert await house.why(table, ANN, Kick(ANN.id)) == Why.NOT_ONESELF
    assert await house.why(table, ANN, Kick(EVE.id)) == Why.NO_SUCH_PLAYER
    after = (await house.service.submit(table.id, MODERATOR, None, Kick(ANN.id))).after
    assert (after.seats[0].person_id, after.row.host_id) == (None, BO.id)


async def test_in_a_lobby_the_seat_is_free_and_closed_to_the_one_sent_away(house: House) -> None:
    table = await house.open(ANN, BO)
    after = (await house.service.submit(table.id, ANN, None, Kick(BO.id))).after
    assert (after.seats[1].person_id, after.seats[1].computer) == (None, None)
    assert await house.why(after, BO, Join()) == Why.SENT_AWAY
    assert await house.why(after, BO, Start(join=True)) == Why.SENT_AWAY
    assert (await house.service.submit(table.id, CLEO, 0, Join())).after.seats[1].person_id == CLEO.id


async def test_who_was_sent_away_is_known_after_a_restart(tmp_path: Path) -> None:
    house = await build(tmp_path / "t.sqlite3", [0.0], Recorder())
    table = await house.open(*FOUR)
    await house.service.submit(table.id, ANN, None, Kick(BO.id))
    await house.close()
    house = await build(tmp_path / "t.sqlite3", [0.0], Recorder())
    assert await house.why(await house.service.table(table.id), BO, Join()) == Why.SENT_AWAY
    await house.close()


async def test_the_last_person_sent_away_by_a_moderator_ends_the_table(house: House) -> None:
    lobby = await house.open(ANN)
    after = (await house.service.submit(lobby.id, MODERATOR, None, Kick(ANN.id))).after
    assert (after.row.phase, after.row.end_reason) == ("over", "empty")
    table = await house.open(ANN)
    await house.service.submit(table.id, ANN, 0, Start(join=True))
    after = (await house.service.submit(table.id, MODERATOR, None, Kick(ANN.id))).after
    assert (after.row.phase, after.row.end_reason) == ("over", "left")
    assert await house.why(after, MODERATOR, Kick(ANN.id)) == Why.GONE


async def test_the_host_passes_on_to_the_person_seated_longest(house: House) -> None:
    table = await house.open(ANN, BO, CLEO)
    await house.service.submit(table.id, BO, 0, Leave())
    house.time[0] += 5
    # Dana sits to the left of Ann, but Cleo has been here longer.
    table = (await house.service.submit(table.id, DANA, 0, Join(1))).after
    assert [seat.person_id for seat in table.seats[:3]] == [ANN.id, DANA.id, CLEO.id]
    table = (await house.service.submit(table.id, ANN, 0, Leave())).after
    assert table.row.host_id == CLEO.id
    table = (await house.service.submit(table.id, CLEO, 0, Leave())).after
    assert table.row.host_id == DANA.id
