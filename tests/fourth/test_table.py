"""The fourth game at a table, without Discord: played, minded by computers, restarted, written into the books."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.check import check
from bot.store import boards, meta, scores
from bot.store.records import Counting
from bot.tables import show
from bot.tables.commands import AddComputer, Next, Play, SetOption, Start
from bot.tables.matches import Matches
from bot.tables.model import Table
from bot.tables.views import SummaryView
from engine.cards import HEARTS, code, suit_of
from engine.players import LEVELS
from engine.reading import read
from engine.record import write
from engine.replay import verify
from tests.fourth.adding import KEY
from tests.store import booked
from tests.tables.house import ANN, BO, CLEO, FOUR, GUILD, House, build, source
from tests.tables.recorder import Recorder

THREE = (ANN, BO, CLEO)


async def played_out(house: House, table: Table, seed: int) -> Table:
    """The match played to its end by chance, everybody pressing Next deal between the deals."""
    chance = source(seed)
    while table.row.phase != "over":
        if table.to_act():
            table = await house.play_one(table.id, THREE, chance)
        else:
            for person in THREE:
                await house.service.submit(table.id, person, 0, Next(table.row.deal_no))
            table = await house.service.table(table.id)
    return table


async def test_three_people_play_a_match_to_the_end_and_it_stands_in_the_books(house: House) -> None:
    table = await house.open(*THREE, game=KEY)
    table = await played_out(house, (await house.service.submit(table.id, ANN, 0, Start())).after, 3)
    assert table.match.over
    assert table.row.deal_no > 1
    board = (await boards.page(house.database, boards.Scope(guild_id=GUILD, game=KEY))).rows
    assert {row.person_id: row.points for row in board} == {
        person.id: -table.match.scores[table.held_by(person.id).seat] for person in THREE
    }
    assert board[0].place == 1
    for person in THREE:
        (match,) = await booked.matches(house.database, GUILD, person.id, 5)
        assert match.won == (table.held_by(person.id).seat in table.match.winners)
        assert (match.place == 1) == match.won
        (standing,) = [each for each in await scores.standing(house.database, GUILD, person.id, KEY) if each.counted]
        assert standing.matches == 1
    stats = [row.stats for row in await booked.match_ledger(house.database, GUILD, table.id)]
    assert all(set(each) == {"hearts", "marias"} for each in stats)
    await house.settle()
    assert isinstance(list(house.screen.messages.values())[-1], SummaryView)


@pytest.mark.parametrize("level", LEVELS)
async def test_one_person_plays_with_computers_of_any_level(
    house: House, level: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = await house.open(ANN, game=KEY)
    for _ in range(3):
        table = (await house.service.submit(table.id, ANN, 0, AddComputer(level))).after
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    while table.row.phase == "playing":
        await house.settle()
        table = await house.service.table(table.id)
        if table.row.phase == "playing":
            table = await house.play_one(table.id, (ANN,), source(5))
    assert sum(table.game.view(table.match, None).hand_sizes) == 0
    assert not caplog.records, "a computer that fails plays by chance, and that is logged"
    (row,) = await booked.match_ledger(house.database, GUILD, table.id)
    assert row.reach == Counting.EVERYTHING


async def test_its_own_reason_is_the_tables_refusal(house: House) -> None:
    table = await house.open(*FOUR, game=KEY)
    table = (await house.service.submit(table.id, ANN, 0, SetOption("limit", "50"))).after
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance = source(11)
    while True:
        (seat,) = table.to_act()
        view = table.game.view(table.match, seat)
        hearts = [card for card in view.hand if suit_of(card) == HEARTS]
        if not view.open and not view.trick.plays and hearts and len(hearts) < len(view.hand):
            break
        table = await house.play_one(table.id, FOUR, chance)
        if not table.to_act():
            await house.pass_time(60)
            table = await house.service.table(table.id)
    holder = next(person for person in FOUR if person.id == table.seats[seat].person_id)
    assert await house.why(table, holder, Play(f"play {code(hearts[0])}"), None) == "hearts_closed"


@pytest.mark.usefixtures("game")
async def test_a_restart_takes_it_up_in_the_middle_of_a_deal(tmp_path: Path) -> None:
    time, screen = [1_000_000.0], Recorder()
    house = await build(tmp_path / "t.sqlite3", time, screen)
    table = await house.open(*FOUR, game=KEY)
    await house.service.submit(table.id, ANN, 0, Start())
    for _ in range(6):
        table = await house.play_one(table.id, FOUR, source(2))
    await meta.beat(house.database, time[0])
    await house.settle()
    await house.close()
    house = await build(tmp_path / "t.sqlite3", time, screen)
    await house.service.start_up()
    again = await house.service.table(table.id)
    assert [show.hand(again, person.id) for person in FOUR] == [show.hand(table, person.id) for person in FOUR]
    assert show.public(again) == show.public(table)
    await house.settle()
    await house.close()


async def test_a_match_is_looked_back_at_and_its_books_are_right(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await house.open(*THREE, game=KEY)
    table = await played_out(house, (await house.service.submit(table.id, ANN, 0, Start())).after, 3)
    matches = Matches(house.service)
    record = await matches.record(table, ANN.id)
    verify(read(write(record)))
    place = (1, 0)
    for deal in record.deals:
        for action in (None, *deal.actions):
            view = await matches.replay(table, BO.id, place)
            assert view.did == action
            following = await matches.replay(table, BO.id, place, "next")
            place = (following.deal, following.step)
    assert view.public.over
    assert await asyncio.to_thread(check, house.database.path) == 0
    assert f"ok; matches: 1, deals: {len(record.deals)}" in capsys.readouterr().out
