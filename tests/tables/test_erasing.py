"""A person's data erased while tables go on: their seats go to computers, and the others play on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.check import check
from bot.store import erase as store
from bot.store import tables
from bot.store.database import Database
from bot.tables import due, setup
from bot.tables.commands import Again, Invite, Join, Leave, Next, Person, Refused, SetOption, Start, TakeSeat, Why
from bot.tables.erasing import erase
from bot.tables.matches import Matches
from bot.tables.setup import Setup
from bot.tables.views import SummaryView
from tests.store import booked
from tests.store.making import contents, look
from tests.tables import test_walk
from tests.tables.house import BO, CLEO, DANA, GUILD, House, build, source
from tests.tables.recorder import Recorder
from tests.tables.test_walk import MODERATOR, Walk, judge, quiet, restarted

#: Somebody whose id and name can be found nowhere by chance.
ZOE = Person(701_234_567_890_123_457, "Zoë Zabriskie-Zimmermann")


def traces(path: Path, person: Person) -> list[str]:
    """Where the file, byte by byte, still knows somebody."""
    wanted = (person.id.to_bytes(8), str(person.id).encode(), person.name.encode())
    return [file.name for file in path.parent.glob(f"{path.name}*") for each in wanted if each in contents(file)]


async def playing(house: House, *others: Person) -> int:
    """A table of Zoe's in its first deal."""
    table = await house.open(ZOE, *others)
    return (await house.service.submit(table.id, ZOE, 0, Start())).after.id


async def test_a_table_that_comes_to_name_somebody_while_they_are_erased_forgets_them(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await house.open(BO)
    original = store.erase_person

    async def erasing(database: Database, person: int) -> bool:
        # By now it is known which tables name her, and this is none of them.
        await house.service.submit(lobby.id, BO, None, Invite(ZOE.id, ZOE.name))
        return await original(database, person)

    monkeypatch.setattr(store, "erase_person", erasing)
    assert await erase(house.service, ZOE)
    await house.settle()
    assert "Zabriskie" not in repr(house.service.kept())
    assert str(ZOE.id) not in repr(house.service.kept())
    assert "Zabriskie" not in repr(house.screen.messages)
    assert traces(house.database.path, ZOE) == []
    assert (await house.service.submit(lobby.id, BO, None, Start())).after.row.phase == "playing"
    await house.settle()


async def test_a_running_seat_goes_to_a_computer_and_the_match_to_its_end(house: House, tmp_path: Path) -> None:
    number = await playing(house, BO, CLEO, DANA)
    chance = source(3)
    await house.play_one(number, (ZOE, BO, CLEO, DANA), chance)
    assert await erase(house.service, ZOE)
    await house.settle()
    table = await house.service.table(number)
    assert table.row.host_id == BO.id
    (left,) = (seat for seat in table.seats if seat.person_id is None)
    assert (left.computer, left.kept_for) == ("normal", -1)
    assert ZOE.id not in table.names
    assert "Zabriskie" not in repr(house.screen.messages)
    assert traces(house.database.path, ZOE) == []
    while table.row.phase == "playing":
        await house.settle()
        table = await house.service.table(number)
        if table.row.phase == "playing":
            table = await house.play_one(number, (BO, CLEO, DANA), chance)
    # The deal's points stay whole: those of its first holder go to nobody's account.
    rows = await booked.match_ledger(house.database, GUILD, number)
    assert sorted(row.person_id for row in rows) == [-1, BO.id, CLEO.id, DANA.id]
    listed = {row[0] for row in look(house.database.path, "SELECT person_id FROM totals")}
    assert listed == {BO.id, CLEO.id, DANA.id}
    assert not await erase(house.service, ZOE)
    record = await Matches(house.service).record(table, BO.id)
    assert record.players == ("somebody", "Bo", "Cleo", "Dana")
    assert record.deals[0].points is not None


async def test_the_seat_is_no_longer_kept_for_anybody(house: House) -> None:
    number = await playing(house, BO)
    await erase(house.service, ZOE)
    table = await house.service.table(number)
    assert await house.why(table, ZOE, TakeSeat(0)) == "not_between_deals"


async def test_the_last_person_at_a_table_ends_it(house: House) -> None:
    number = await playing(house)
    assert await erase(house.service, ZOE)
    row = await tables.load(house.database, number)
    assert row is not None
    assert (row.table.phase, row.table.end_reason) == ("over", "left")
    assert traces(house.database.path, ZOE) == []


async def test_a_lobby_is_left_and_who_only_looked_in_is_forgotten_too(house: House) -> None:
    lobby = await house.open(BO, ZOE)
    other = await house.open(CLEO, ZOE, channel=77)
    await house.service.submit(other.id, ZOE, 0, Leave())
    assert await erase(house.service, ZOE)
    assert (await house.service.table(lobby.id)).seat_of(ZOE.id) is None
    for table_id in (lobby.id, other.id):
        assert ZOE.id not in (await house.service.table(table_id)).names
    # What is written at the start must not bring the name back.
    await house.service.submit(other.id, CLEO, 0, Start())
    await house.settle()
    assert traces(house.database.path, ZOE) == []


async def test_the_offer_of_a_rematch_ends_with_the_person_it_would_wait_for(house: House) -> None:
    table = await house.open(ZOE, BO)
    await house.service.submit(table.id, ZOE, 0, SetOption("target", 30))
    table = (await house.service.submit(table.id, ZOE, 0, Start())).after
    chance = source(5)
    while table.row.phase != "over":
        await house.settle()
        table = await house.service.table(table.id)
        if table.row.phase == "playing":
            table = await house.play_one(table.id, (ZOE, BO), chance)
        elif table.row.phase == "between":
            for person in (ZOE, BO):
                await house.service.submit(table.id, person, 0, Next(table.row.deal_no))
            table = await house.service.table(table.id)
    await house.service.submit(table.id, ZOE, 0, Again())
    assert await erase(house.service, ZOE)
    await house.settle()
    (final,) = (each for each in house.screen.messages.values() if isinstance(each, SummaryView) and each.final)
    assert "Zabriskie" not in repr(final)
    assert final.rematch is None, "what could never begin is not offered"
    with pytest.raises(Refused) as refused:
        await house.service.submit(table.id, BO, 0, Again())
    assert refused.value.reason == Why.GONE
    await house.pass_time(due.REMATCH_OFFER + 1)
    after = await house.service.table(table.id)
    assert (after.row.end_reason, after.deadlines) == ("finished", ())
    assert traces(house.database.path, ZOE) == []


async def test_what_a_person_set_in_a_server_stays_without_their_name(house: House) -> None:
    manager = Person(ZOE.id, ZOE.name, manager=True)
    settings = Setup(house.service)
    await settings.change(GUILD, manager, setup.house_rule("phat", "target", "121"))
    assert await erase(house.service, ZOE)
    view = await settings.view(GUILD, Person(BO.id, BO.name, manager=True))
    assert [(each.person, each.setting, each.now) for each in view.last] == [(None, "phat.target", "121")]
    assert traces(house.database.path, ZOE) == []


async def test_clicks_at_the_same_moment_are_neither_lost_nor_bring_anything_back(house: House) -> None:
    number = await playing(house, BO, CLEO, DANA)
    lobby = await house.open(BO, channel=77)
    table = await house.service.table(number)
    results = await asyncio.gather(
        erase(house.service, ZOE),
        house.service.submit(lobby.id, CLEO, 0, Join()),
        house.service.submit(number, BO, None, Leave()),
        house.service.submit(lobby.id, ZOE, 0, Join()),
        erase(house.service, ZOE),
        return_exceptions=True,
    )
    assert not [each for each in results if isinstance(each, Exception)]
    assert {each for each in results if isinstance(each, bool)} >= {True}
    assert (await house.service.table(lobby.id)).seat_of(CLEO.id) is not None
    assert (await house.service.table(number)).seat_of(BO.id) is None
    await erase(house.service, ZOE)
    await house.settle()
    assert table.row.version < (await house.service.table(number)).row.version
    assert traces(house.database.path, ZOE) == []


async def test_somebody_who_cannot_be_unseated_is_told_so_and_nothing_is_erased(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await playing(house, BO)
    monkeypatch.setattr("bot.tables.taking.seats.leave", lambda table, actor, moment: None)
    with pytest.raises(Refused) as caught:
        await erase(house.service, ZOE)
    assert caught.value.reason == "still_seated"
    assert (await house.service.table(number)).seat_of(ZOE.id) is not None


@pytest.mark.parametrize("seed", range(3))
async def test_erasures_in_any_order_of_commands_keep_tables_and_books_sound(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, time = tmp_path / "t.sqlite3", [1_000_000.0]
    # Ids and names that stand nowhere in a file by chance.
    chance = Random(seed)
    people = [Person(chance.randrange(10**17, 10**18), f"Nobody else's name {number}") for number in range(7)]
    monkeypatch.setattr(test_walk, "PEOPLE", people)
    walk = Walk(await build(path, time, Recorder(), seed), seed)
    quiet(walk.house)
    try:
        for number in range(500):
            await walk.step()
            if number % 29 == 28:
                who = walk.random.choice(people)
                await erase(walk.house.service, who)
                assert not await store.knows(walk.house.database, who.id)
                assert traces(path, who) == []
                for table_id in await walk.house.service.open_tables():
                    judge(await walk.house.service.table(table_id))
            if number % 97 == 96:
                await restarted(walk, path, time)
        for who in (*people, MODERATOR):
            await erase(walk.house.service, who)
            assert who is MODERATOR or traces(path, who) == []
        await walk.house.settle()
        assert look(path, "SELECT COUNT(*) FROM people") == [(0,)]
        assert look(path, "SELECT COUNT(*) FROM totals") == [(0,)]
    finally:
        await walk.house.close()
    assert await asyncio.to_thread(check, path) == 0, "whoever is gone, the deals come to what the books say"
