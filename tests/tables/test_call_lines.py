"""The one line that calls to a table: when it comes, whom it names, when it goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import call_lines, meta
from bot.tables import show
from bot.tables.commands import Clock, Close, Next, Pause, Person, Play, Resume, Start
from bot.tables.model import Table
from bot.tables.outages import Outages
from bot.tables.screen import MessageStuck, PlaceGone, ScreenBusy
from engine.actions import Action
from engine.cards import CODES
from tests.tables.house import ANN, EVE, FOUR, GUILD, House, build, source
from tests.tables.recorder import Hand, Recorder


async def begun(house: House, *, clock: str = "live") -> Table:
    """Four persons, no hand open, one card played; the one on turn has been called."""
    await house.call_lines.start()
    table = await house.open(*FOUR, clock=clock)
    await house.service.submit(table.id, ANN, 0, Start())
    await house.settle()
    return await go_on(house, table)


async def go_on(house: House, table: Table) -> Table:
    await house.play_one(table.id, FOUR, source(1))
    await house.settle()
    return await house.service.table(table.id)


def on_turn(table: Table) -> Person:
    (seat,) = table.awaited()
    return next(person for person in FOUR if person.id == table.seats[seat].person_id)


def holds(house: House, table: Table, *persons: Person) -> None:
    for person in persons:
        house.publisher.hold(table, person.id, Hand(5000 + person.id), show.hand(table, person.id))


def line(house: House) -> tuple[int, ...]:
    """Whom the line names that stands now."""
    lines = list(house.screen.lines.values())
    assert len(lines) < 2
    return lines[0].persons if lines else ()


async def test_who_is_on_turn_without_a_hand_is_called_at_once(house: House) -> None:
    table = await begun(house)
    assert line(house) == (on_turn(table).id,)
    (view,) = house.screen.lines.values()
    assert (view.table, view.game, view.until) == (table.id, "phat", house.time[0] + 60)


async def test_the_line_goes_with_who_has_acted_and_comes_anew_for_the_next(house: House) -> None:
    table = await begun(house)
    (first,) = house.screen.lines
    before = len(house.screen.called)
    table = await go_on(house, table)
    assert line(house) == (on_turn(table).id,)
    assert first not in house.screen.lines
    assert house.screen.called[before:] == [(on_turn(table).id,)]


async def test_the_line_is_gone_when_nobody_is_missing(house: House) -> None:
    table = await begun(house)
    holds(house, table, *FOUR)
    await go_on(house, table)
    assert line(house) == ()
    assert await call_lines.all_lines(house.database) == {}


async def test_who_looks_on_is_called_after_a_third_of_the_time_and_reminded_after_two(house: House) -> None:
    table = await begun(house)
    holds(house, table, *FOUR)
    table = await go_on(house, table)
    house.screen.called.clear()
    for seconds, times in ((19, 0), (1, 1), (19, 1), (1, 2), (19, 2)):
        await house.pass_time(seconds)
        await house.settle()
        assert house.screen.called == [(on_turn(table).id,)] * times
    assert line(house) == (on_turn(table).id,)
    await house.pass_time(1)
    await house.settle()
    assert on_turn(table).id not in line(house)


async def test_nobody_is_called_who_cannot_reach_us_and_after_it_as_late_as_their_time_is_longer(house: House) -> None:
    table = await begun(house)
    holds(house, table, *FOUR)
    outages = Outages(house.service, lambda guild: guild)
    outages.start()
    await outages.back(GUILD)
    house.call_lines._reachable = house.deadlines._reachable = outages.reachable
    table = await go_on(house, table)
    house.screen.called.clear()
    await house.pass_time(10)
    outages.lost(GUILD)
    await house.pass_time(100)
    await house.settle()
    assert house.screen.called == []
    await outages.back(GUILD)
    for seconds, times in ((9, 0), (1, 1)):
        await house.pass_time(seconds)
        await house.settle()
        assert house.screen.called == [(on_turn(table).id,)] * times


async def test_a_line_that_goes_takes_nobodys_call_with_it_that_is_still_to_come(house: House) -> None:
    table = await begun(house)
    called = on_turn(table)
    following = on_turn(await peeked(house, table))
    holds(house, table, following)
    await house.settle()
    house.screen.called.clear()
    await house.play_one(table.id, (called,), source(1))
    await house.settle()
    assert line(house) == ()
    await house.pass_time(20)
    await house.settle()
    assert house.screen.called == [(following.id,)]


async def test_a_click_that_is_just_being_answered_is_no_absence(house: House) -> None:
    table = await begun(house)
    player = on_turn(table)
    following = on_turn(await peeked(house, table))
    house.screen.called.clear()
    with house.publisher.answering(table.id, following.id):
        await house.play_one(table.id, (player,), source(1))
        await house.settle()
    assert house.screen.called == []


async def peeked(house: House, table: Table) -> Table:
    """The table as it will be when the next card is played."""
    seat = table.awaited()[0]
    code = table.game.legal(table.match, seat).actions[0].code
    state, _ = table.game.apply(table.match, seat, Action.parse(code))
    return table.with_state(state, table.last_no + 1)


async def test_a_hand_clicked_more_than_two_minutes_ago_watches_no_more(house: House) -> None:
    table = await begun(house, clock="slow")
    holds(house, table, *FOUR)
    table = await go_on(house, table)
    house.screen.called.clear()
    await house.pass_time(100)
    await house.settle()
    table = await go_on(house, table)
    assert house.screen.called == []
    await house.pass_time(20)
    await house.settle()
    assert house.screen.called == [(on_turn(table).id,)]


async def test_nobody_is_called_between_deals_and_everybody_anew_in_the_next(house: House) -> None:
    table = await begun(house)
    while table.row.phase == "playing":
        table = await go_on(house, table)
    assert line(house) == ()
    for person in FOUR:
        await house.service.submit(table.id, person, 0, Next(1))
    await house.settle()
    table = await house.service.table(table.id)
    assert line(house) == (on_turn(table).id,)
    kinds = [kind for kind, _, _ in house.screen.log]
    assert kinds[-1] == "call", "the line stands under the message of the deal"


@pytest.mark.parametrize(
    ("choice", "clock", "called"), [("never", "slow", 0), ("slow", "live", 0), ("slow", "slow", 1)]
)
async def test_preferences_are_kept(house: House, choice: str, clock: str, called: int) -> None:
    for person in FOUR:
        await house.service.preferences.change(person.id, "calls", choice, ())
    table = await begun(house, clock=clock)
    assert len(line(house)) == called
    if not called:
        await go_on(house, table)
        await house.pass_time(50)
        await house.settle()
        assert house.screen.called == []


@pytest.mark.parametrize("clock", ["live", "none"])
async def test_a_pause_takes_the_line_away_and_whoever_is_still_missing_after_it_is_called_anew(
    house: House, clock: str
) -> None:
    table = await begun(house, clock=clock)
    player = on_turn(table)
    await house.service.submit(table.id, ANN, None, Pause())
    await house.settle()
    assert line(house) == ()
    await house.service.submit(table.id, ANN, None, Resume())
    await house.settle()
    assert line(house) == (player.id,)


# --- Five at once --------------------------------------------------------------------------------


async def discarding(house: House) -> tuple[Table, tuple[Person, ...]]:
    """PI: everybody chooses discards at the same time, and nobody holds a hand."""
    five = (*FOUR, EVE)
    await house.call_lines.start()
    table = await house.open(*five, game="pitch")
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    while len(table.to_act()) < 2:
        table = await house.play_one(table.id, five, lambda below: below - 1)
    await house.settle()
    return table, five


async def chooses(house: House, table: Table, person: Person) -> None:
    seat = table.held_by(person.id).seat
    legal = table.game.legal(table.match, seat)
    code = legal.actions[0].code if legal.choice is None else f"{legal.choice.verb} {' '.join(proposed(table, seat))}"
    await house.service.submit(table.id, person, None, Play(code.strip()))


def proposed(table: Table, seat: int) -> list[str]:
    choice = table.game.legal(table.match, seat).choice
    assert choice is not None
    return [CODES[card] for card in (*choice.free, *choice.in_need)[: choice.least]]


async def test_one_line_names_all_and_each_goes_from_it_who_acts(house: House) -> None:
    table, five = await discarding(house)
    missing = [person for person in five if table.held_by(person.id).seat in table.awaited()]
    assert len(missing) > 2
    assert set(line(house)) == {person.id for person in missing}
    (message,) = house.screen.lines
    calls = len(house.screen.called)
    for number, person in enumerate(missing, 1):
        if number == len(missing):
            break
        await chooses(house, table, person)
        await house.settle()
        assert set(line(house)) == {each.id for each in missing[number:]}
        assert list(house.screen.lines) == [message], "by an edit, which notifies nobody"
    assert len(house.screen.called) == calls


async def test_somebody_more_has_the_line_posted_anew_with_all_who_are_missing(house: House) -> None:
    table, five = await discarding(house)
    missing = [person for person in five if table.held_by(person.id).seat in table.awaited()]
    (old,) = house.screen.lines
    await house.pass_time(80)
    await house.settle()
    (new,) = house.screen.lines
    assert new != old
    assert set(house.screen.called[-1]) == {person.id for person in missing}
    order = [(kind, message) for kind, message, _ in house.screen.log if message in (old, new)]
    assert order == [("call", old), ("retire", old), ("call", new)]


# --- A restart -----------------------------------------------------------------------------------


async def restarted(house: House, *, away: float = 0) -> House:
    await meta.beat(house.database, house.time[0])
    await house.close()
    house.time[0] += away
    again = await build(house.database.path, house.time, house.screen)
    await again.service.start_up()
    await again.call_lines.start()
    await again.settle()
    return again


@pytest.mark.parametrize("away", [0, 1000])
async def test_a_restart_calls_nobody_twice_and_finds_the_line(house: House, away: float) -> None:
    table = await begun(house)
    (message,) = house.screen.lines
    house.screen.called.clear()
    house = await restarted(house, away=away)
    assert list(house.screen.lines) == [message]
    assert house.screen.called == []
    await house.pass_time(39)
    await house.settle()
    assert house.screen.called == []
    await house.pass_time(1)
    await house.settle()
    assert house.screen.called == [(on_turn(table).id,)]
    assert message not in house.screen.lines
    await house.close()


async def test_a_restart_is_nobodys_absence(house: House) -> None:
    table = await begun(house)
    holds(house, table, *FOUR)
    table = await go_on(house, table)
    house.screen.called.clear()
    await house.pass_time(1)
    house = await restarted(house)
    assert house.screen.called == []
    await house.pass_time(19)
    await house.settle()
    assert house.screen.called == [(on_turn(table).id,)]
    await house.close()


async def test_a_line_that_outlived_its_table_goes_at_the_start(house: House) -> None:
    table = await begun(house)
    await house.call_lines.stop()
    await house.service.submit(table.id, Clock(), None, Close("channel"))
    assert len(house.screen.lines) == 1
    await house.call_lines.stop()
    house = await restarted(house)
    assert house.screen.lines == {}
    assert await call_lines.all_lines(house.database) == {}
    await house.close()


async def test_no_person_is_named_in_what_is_stored(house: House) -> None:
    table = await begun(house)
    ((number, row),) = (await call_lines.all_lines(house.database)).items()
    (seat,) = table.awaited()
    assert number == table.id
    assert row.called == {seat: (table.decision(seat), 1)}


# --- A Discord that refuses ----------------------------------------------------------------------


async def test_a_line_that_somebody_deleted_is_forgotten_and_nobody_called_again(house: House) -> None:
    table, five = await discarding(house)
    house.screen.lines.clear()
    calls = len(house.screen.called)
    await chooses(house, table, next(each for each in five if table.held_by(each.id).seat in table.awaited()))
    await house.settle()
    assert house.screen.lines == {}
    assert len(house.screen.called) == calls
    (row,) = (await call_lines.all_lines(house.database)).values()
    assert row.message_id is None


async def test_a_passing_fault_is_tried_again(house: House) -> None:
    house.screen.call_failures.append(ScreenBusy("503", after=0))
    table = await begun(house)
    assert line(house) == (on_turn(table).id,)


async def test_a_place_that_refuses_us_is_left_alone_until_somebody_acts_there(house: House) -> None:
    house.screen.call_failures.append(PlaceGone("50013"))
    table = await begun(house)
    sent = len(house.screen.log)
    table = await go_on(house, table)
    await house.pass_time(45)
    await house.settle()
    assert house.screen.called == []
    # The table's own message may take edits all the same: it follows.
    assert len(house.screen.log) > sent
    other = next(person for person in FOUR if person != on_turn(table))
    holds(house, table, other)
    await house.settle()
    assert line(house) == (on_turn(table).id,)


async def test_a_line_that_takes_no_edits_any_more_is_deleted_and_nobody_called_again(house: House) -> None:
    table, five = await discarding(house)
    calls = len(house.screen.called)
    house.screen.call_failures.append(MessageStuck("30046"))
    await chooses(house, table, next(each for each in five if table.held_by(each.id).seat in table.awaited()))
    await house.settle()
    assert house.screen.lines == {}
    assert len(house.screen.called) == calls


async def test_in_an_archived_thread_the_new_line_comes_before_the_old_one_goes(house: House) -> None:
    await begun(house, clock="slow")
    (old,) = house.screen.lines
    house.screen.retire_failures.append(MessageStuck("50083"))
    await house.pass_time(16 * 3600)
    await house.settle()
    (new,) = house.screen.lines
    order = [(kind, message) for kind, message, _ in house.screen.log if message in (old, new)]
    assert order == [("call", old), ("call", new), ("retire", old)]


async def test_two_tables_have_a_line_each(tmp_path: Path) -> None:
    house = await build(tmp_path / "t.sqlite3", [1_000_000.0], Recorder())
    await house.call_lines.start()
    for channel in (1, 2):
        table = await house.open(*FOUR, channel=channel)
        await house.service.submit(table.id, ANN, 0, Start())
    await house.settle()
    assert sorted(view.table for view in house.screen.lines.values()) == [1, 2]
    await house.close()
