"""The one door: what counts, what is refused, and that nothing is half done."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.store import meta, scores
from bot.store import tables as rows
from bot.tables import show
from bot.tables.commands import (
    AddComputer,
    Again,
    Back,
    Clock,
    Close,
    Computer,
    End,
    Join,
    Leave,
    Mind,
    Next,
    Opening,
    Person,
    Play,
    Refused,
    RemoveComputer,
    Shuffle,
    Start,
    TakeSeat,
    TimeUp,
    Why,
)
from bot.tables.model import Table
from bot.tables.views import GoneView, HandView, LobbyView, SummaryView, TableView
from tests.tables.conftest import ANN, BO, CHANNEL, CLEO, DANA, EVE, FOUR, GUILD, House, build, source
from tests.tables.recorder import Hand, Recorder


async def why(house: House, table: Table, person: object, command: object, decision: int | None = 0) -> str:
    """For which reason this is refused; and nothing may have changed."""
    before = await house.service.table(table.id)
    with pytest.raises(Refused) as caught:
        await house.service.submit(table.id, person, decision, command)  # type: ignore[arg-type]
    after = await house.service.table(table.id)
    assert (after.row.version, after.seats, after.asked) == (before.row.version, before.seats, before.asked)
    return caught.value.reason


async def test_a_lobby_seats_people_and_refuses_the_rest(house: House) -> None:
    table = await house.open(ANN, BO, CLEO)
    assert await why(house, table, BO, Join()) == Why.ALREADY_SEATED
    assert await why(house, table, DANA, Join(seat=0)) == Why.SEAT_TAKEN
    assert await why(house, table, DANA, Join(seat=9)) == Why.SEAT_TAKEN
    assert await why(house, table, EVE, Leave()) == Why.NOT_SEATED
    assert await why(house, table, BO, Start()) == Why.NOT_HOST
    assert await why(house, table, EVE, Start()) == Why.NOT_SEATED
    assert await why(house, table, BO, Shuffle()) == Why.NOT_HOST
    assert await why(house, table, ANN, Next(0)) == Why.STALE
    assert await why(house, table, ANN, Play("play AS"), None) == Why.NOT_STARTED
    moved = (await house.service.submit(table.id, BO, 0, Join(seat=3))).after
    assert [seat.person_id for seat in moved.seats] == [ANN.id, None, CLEO.id, BO.id]
    full = (await house.service.submit(table.id, DANA, 0, Join())).after
    assert await why(house, table, EVE, Join()) == Why.TABLE_FULL
    started = (await house.service.submit(table.id, BO, 0, Start())).after
    assert started.row.phase == "playing"
    assert [seat.person_id for seat in started.seats] == [seat.person_id for seat in full.seats]
    assert await why(house, table, ANN, Start()) == Why.ALREADY_STARTED
    assert await why(house, table, EVE, Join()) == Why.ALREADY_STARTED


async def test_one_open_table_a_channel(house: House) -> None:
    await house.open(ANN)
    with pytest.raises(Refused) as caught:
        await house.service.open(BO, Opening(GUILD, CHANNEL, "phat"))
    assert caught.value.reason == Why.CHANNEL_TAKEN
    assert (await house.open(BO, channel=CHANNEL + 1)).row.phase == "lobby"


async def test_the_last_to_leave_a_lobby_closes_it_and_a_host_hands_on(house: House) -> None:
    table = await house.open(ANN, BO)
    assert (await house.service.submit(table.id, ANN, 0, Leave())).after.row.host_id == BO.id
    closed = (await house.service.submit(table.id, BO, 0, Leave())).after
    assert (closed.row.phase, closed.row.end_reason) == ("over", "empty")
    assert await why(house, table, ANN, Join()) == Why.GONE


async def test_computers_are_added_removed_and_fill_free_seats(house: House) -> None:
    table = await house.open(ANN)
    added = (await house.service.submit(table.id, ANN, 0, AddComputer("hard"))).after
    assert added.seats[1].computer == "hard"
    assert await why(house, table, ANN, RemoveComputer(2)) == Why.NO_COMPUTER_THERE
    removed = (await house.service.submit(table.id, ANN, 0, RemoveComputer(1))).after
    assert removed.seats[1].computer is None
    started = (await house.service.submit(table.id, ANN, 0, Start())).after
    assert [seat.computer for seat in started.seats] == [None, "normal", "normal", "normal"]


async def test_play_now_seats_starts_and_deals_in_one(house: House) -> None:
    table = await house.open(ANN)
    assert await why(house, table, BO, Start(join=True)) == Why.NOT_HOST
    started = (await house.service.submit(table.id, ANN, 0, Start(join=True))).after
    assert started.row.phase == "playing"
    assert started.row.deal_no == 1


async def test_a_hundred_starts_at_once_count_once(house: House) -> None:
    table = await house.open(*FOUR)
    tries = [house.service.submit(table.id, FOUR[n % 4], 0, Start()) for n in range(100)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    counted = [each for each in results if not isinstance(each, BaseException)]
    assert len(counted) == 1
    assert {each.reason for each in results if isinstance(each, Refused)} == {Why.ALREADY_STARTED}
    recorded = await rows.record_rows(house.database, table.id)
    assert recorded is not None
    assert len(recorded.deals) == 1


async def test_a_hundred_clicks_on_one_card_count_once(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    (seat,) = table.to_act()
    person = next(each for each in FOUR if each.id == table.seats[seat].person_id)
    cards = table.game.legal(table.match, seat).actions
    decision = table.decision(seat)
    tries = [house.service.submit(table.id, person, decision, Play(cards[n % len(cards)].code)) for n in range(100)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(not isinstance(each, BaseException) for each in results) == 1
    assert {each.reason for each in results if isinstance(each, Refused)} == {Why.STALE}
    loaded = await rows.load(house.database, table.id)
    assert loaded is not None
    assert len(loaded.actions) == 1


async def test_cards_out_of_turn_out_of_hand_or_out_of_nothing_are_refused(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    (seat,) = table.to_act()
    holder = next(each for each in FOUR if each.id == table.seats[seat].person_id)
    other = next(each for each in FOUR if each.id != holder.id)
    foreign = (
        next(code for code in ("play AS", "play KS") if code not in _legal(table, seat))
        if not all(code in _legal(table, seat) for code in ("play AS", "play KS"))
        else None
    )
    assert await why(house, table, other, Play("play AS"), None) == "not_your_turn"
    if foreign:
        assert await why(house, table, holder, Play(foreign), None) == "not_in_hand"
    assert await why(house, table, holder, Play("play XX"), None) == Why.WRONG_MOVE
    assert await why(house, table, holder, Play("\x00"), None) == Why.WRONG_MOVE
    assert await why(house, table, holder, Play("bid 7"), None) == "wrong_verb"
    assert await why(house, table, EVE, Play("play AS"), None) == Why.NOT_SEATED
    assert await why(house, table, holder, Play(_legal(table, seat)[0]), 1) == Why.STALE
    assert await why(house, table, Computer(seat), Play(_legal(table, seat)[0]), None) == Why.STALE


def _legal(table: Table, seat: int) -> list[str]:
    return [action.code for action in table.game.legal(table.match, seat).actions]


async def test_a_whole_match_of_four_people_is_in_the_books_as_it_was_played(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance = source(3)
    while table.row.phase != "over":
        if table.row.phase == "between":
            deal = table.row.deal_no
            for person in FOUR:
                table = (await house.service.submit(table.id, person, 0, Next(deal))).after
            assert table.row.deal_no == deal + 1
        else:
            table = await house.play_one(table.id, FOUR, chance)
    await house.settle()
    running = {row.person_id: row for row in await scores.running(house.database, table.id)}
    for seat, person in enumerate(FOUR):
        assert running[person.id].after == table.match.scores[seat]
        assert running[person.id].counted
        (standing,) = await scores.standing(house.database, GUILD, "phat", person.id)
        assert standing.points == table.match.scores[seat]
        assert standing.wins == int(seat in table.match.winners)
    recorded = await rows.record_rows(house.database, table.id)
    assert recorded is not None
    assert recorded.result is not None
    assert recorded.result.winners == table.match.winners
    # One message a deal: each deal's summary, the last one with the match's.
    summaries = [view for view in house.screen.messages.values() if isinstance(view, SummaryView)]
    assert [view.public.deal_no for view in summaries] == list(range(1, table.row.deal_no + 1))
    assert [view.final for view in summaries] == [False] * (table.row.deal_no - 1) + [True]
    assert len(summaries) == len(house.screen.messages)


async def test_one_person_plays_a_match_against_computers(house: House) -> None:
    table = await house.open(ANN)
    table = (await house.service.submit(table.id, ANN, 0, Start(join=True))).after
    chance = source(5)
    while table.row.phase != "over":
        await house.settle()
        table = await house.service.table(table.id)
        if table.row.phase == "between":
            await house.service.submit(table.id, ANN, 0, Next(table.row.deal_no))
        elif table.row.phase == "playing":
            table = await house.play_one(table.id, (ANN,), chance)
    (row,) = await scores.running(house.database, table.id)
    assert not row.counted
    assert row.after == table.match.scores[0]


async def test_a_restart_at_any_card_gives_the_same_table(tmp_path: Path) -> None:
    """Seats, decision numbers and every view are the same in a new process over the same file."""
    time, screen = [1_000_000.0], Recorder()
    house = await build(tmp_path / "t.sqlite3", time, screen)
    table = await house.open(ANN, BO, CLEO, DANA)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance = source(11)
    for _ in range(60):
        if table.row.phase == "between":
            await house.pass_time(20)
            table = await house.service.table(table.id)
        else:
            table = await house.play_one(table.id, FOUR, chance)
        await house.settle()
        before = await house.service.table(table.id)
        views = [show.hand(before, person.id) for person in FOUR], show.public(before)
        await meta.beat(house.database, time[0])
        await house.close()
        house = await build(tmp_path / "t.sqlite3", time, screen, seed=chance(1000))
        await house.service.start_up()
        table = await house.service.table(table.id)
        assert table.asked == before.asked
        assert table.row == before.row
        assert table.seats == before.seats
        assert ([show.hand(table, person.id) for person in FOUR], show.public(table)) == views
    await house.settle()
    await house.close()


async def test_decision_numbers_change_only_with_ones_own_question(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    first = table.to_act()[0]
    order = [(first + n) % 4 for n in range(4)]
    before = table
    table = await house.play_one(table.id, FOUR, source(1))
    changed = [seat for seat in range(4) if table.decision(seat) != before.decision(seat)]
    assert sorted(changed) == sorted(order[:2])


async def test_a_store_that_fails_changes_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.store.errors import StoreError

    table = await house.open(*FOUR)

    async def fails(*_: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr("bot.tables.service.tables.commit", fails)
        assert await why(house, table, ANN, Start()) == Why.STORAGE
    assert (await house.service.submit(table.id, ANN, 0, Start())).after.row.phase == "playing"


async def test_a_missed_turn_is_played_once_and_the_second_minds_the_seat(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    (seat,) = table.to_act()
    await house.pass_time(100)
    assert len((await house.service.table(table.id)).to_act()) == 1
    await house.pass_time(21)  # the first lead has twice the time
    await house.settle()
    table = await house.service.table(table.id)
    assert table.last_no == 1
    assert (table.seats[seat].computer, table.seats[seat].missed) == (None, 1)
    chance = source(2)
    while table.to_act() != (seat,):
        table = await house.play_one(table.id, FOUR, chance)
    await house.pass_time(61)
    await house.settle()
    table = await house.service.table(table.id)
    assert (table.seats[seat].computer, table.seats[seat].missed) == ("normal", 2)
    holder = next(each for each in FOUR if each.id == table.seats[seat].person_id)
    table = (await house.service.submit(table.id, holder, 0, Back())).after
    assert (table.seats[seat].computer, table.seats[seat].missed) == (None, 0)


async def test_a_late_knock_of_the_clock_does_nothing(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    commit = await house.service.submit(table.id, Clock(), None, TimeUp("turn", table.to_act()[0]))
    assert commit.before is commit.after


async def test_the_next_deal_comes_by_itself(house: House) -> None:
    table = await _between_deals(house)
    await house.pass_time(14)
    assert (await house.service.table(table.id)).row.phase == "between"
    await house.pass_time(2)
    after = await house.service.table(table.id)
    assert (after.row.phase, after.row.deal_no) == ("playing", table.row.deal_no + 1)


async def test_an_old_next_button_does_nothing(house: House) -> None:
    table = await _between_deals(house)
    assert await why(house, table, ANN, Next(table.row.deal_no - 1)) == Why.STALE


async def _between_deals(house: House) -> Table:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance = source(4)
    while table.row.phase == "playing":
        table = await house.play_one(table.id, FOUR, chance)
    return table


async def test_a_leavers_seat_goes_to_a_computer_and_is_kept(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    left = (await house.service.submit(table.id, ANN, 0, Leave())).after
    assert (left.seats[0].computer, left.seats[0].kept_for, left.row.host_id) == ("normal", ANN.id, BO.id)
    assert await why(house, left, EVE, TakeSeat(0)) == Why.NOT_BETWEEN_DEALS
    assert await why(house, left, BO, TakeSeat(0)) == Why.ALREADY_SEATED
    assert await why(house, left, EVE, TakeSeat(1)) == Why.NO_COMPUTER_THERE
    back = (await house.service.submit(table.id, ANN, 0, TakeSeat(0))).after
    assert (back.seats[0].person_id, back.seats[0].computer) == (ANN.id, None)


async def test_a_newcomer_takes_a_computers_seat_between_deals(house: House) -> None:
    table = await house.open(ANN, BO, CLEO)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance = source(9)
    while table.row.phase == "playing":
        await house.settle()
        table = await house.service.table(table.id)
        if table.to_act():
            table = await house.play_one(table.id, (ANN, BO, CLEO), chance)
    assert table.row.phase == "between"
    view = show.public(table)
    assert isinstance(view, TableView)
    assert view.free == (3,)
    taken = (await house.service.submit(table.id, EVE, 0, TakeSeat(3))).after
    assert taken.seats[3].person_id == EVE.id
    assert taken.names[EVE.id] == "Eve"


async def test_a_table_without_present_people_pauses_and_goes_on_with_them(house: House) -> None:
    table = await house.open(ANN, BO)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    await house.settle()
    await house.service.submit(table.id, ANN, 0, Mind())
    paused = (await house.service.submit(table.id, BO, 0, Mind())).after
    assert paused.row.phase == "paused"
    assert paused.to_act() == ()
    resumed = (await house.service.submit(table.id, ANN, 0, Back())).after
    assert resumed.row.phase == "playing"


async def test_who_may_end_a_table(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    assert await why(house, table, BO, End()) == Why.MAY_NOT_END
    assert await why(house, table, EVE, End()) == Why.NOT_SEATED
    ended = (await house.service.submit(table.id, Person(99, "Mod", moderator=True), 0, End())).after
    assert (ended.row.phase, ended.row.end_reason) == ("over", "moderator")
    assert await why(house, table, ANN, Leave()) == Why.GONE
    assert isinstance(show.hand(ended, ANN.id), GoneView)


async def test_the_host_ends_before_the_first_deal_is_over_and_a_majority_later(house: House) -> None:
    table = await _between_deals(house)
    for person in (ANN, BO):
        table = (await house.service.submit(table.id, person, 0, End())).after
        assert table.row.phase == "between"
    table = (await house.service.submit(table.id, CLEO, 0, End())).after
    assert (table.row.phase, table.row.end_reason) == ("over", "vote")


async def test_a_deleted_channel_ends_the_table(house: House) -> None:
    table = await house.open(*FOUR)
    closed = (await house.service.submit(table.id, Clock(), None, Close("place_gone"))).after
    assert closed.row.phase == "over"
    assert await house.service.open_tables() == []


async def test_an_untouched_lobby_closes(house: House) -> None:
    table = await house.open(ANN)
    await house.pass_time(31 * 60)
    await house.settle()
    after = await house.service.table(table.id)
    assert (after.row.phase, after.row.end_reason) == ("over", "expired")
    (view,) = house.screen.messages.values()
    assert isinstance(view, LobbyView)
    assert view.closed == "expired"


async def test_a_rematch_starts_when_all_have_pressed(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance = source(6)
    while table.row.phase != "over":
        if table.row.phase == "between":
            await house.pass_time(16)
            table = await house.service.table(table.id)
        else:
            table = await house.play_one(table.id, FOUR, chance)
    for person in FOUR:
        await house.service.submit(table.id, person, 0, Again())
    (fresh,) = await house.service.open_tables()
    again = await house.service.table(fresh)
    assert again.row.phase == "playing"
    assert [seat.person_id for seat in again.seats] == [person.id for person in FOUR]
    assert await why(house, table, ANN, Again()) in (Why.GONE, Why.CHANNEL_TAKEN)


async def test_deadlines_are_lengthened_by_the_time_away(tmp_path: Path) -> None:
    time, screen = [1_000_000.0], Recorder()
    house = await build(tmp_path / "t.sqlite3", time, screen)
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    (before,) = table.deadlines
    await meta.beat(house.database, time[0])
    await house.settle()
    await house.close()
    time[0] += 3600
    house = await build(tmp_path / "t.sqlite3", time, screen)
    await house.service.start_up()
    (after,) = (await house.service.table(table.id)).deadlines
    assert after.due_at == before.due_at + 3600
    await house.settle()
    await house.close()


async def test_open_hands_follow_the_table_and_never_show_another_hand(house: House) -> None:
    table = await house.open(*FOUR)
    for number, person in enumerate(FOUR):
        house.publisher.hold(table.id, person.id, Hand(number), show.hand(table, person.id))
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    await house.settle()
    for seat, person in enumerate(FOUR):
        view = house.screen.pushed[seat][-1]
        assert isinstance(view, HandView)
        assert view.own is not None
        assert view.own.seat == seat
        assert view == show.hand(table, person.id)
    public = [view for kind, _, view in house.screen.log if kind in ("post", "edit")]
    assert all(not view.public.hand for view in public if isinstance(view, TableView))


async def test_opening_a_hand_anew_retires_the_older_one(house: House) -> None:
    table = await house.open(ANN)
    shown = show.hand(table, ANN.id)
    assert house.publisher.hold(table.id, ANN.id, Hand(1), shown) is None
    assert house.publisher.hold(table.id, ANN.id, Hand(1), shown) is None
    retire = house.publisher.hold(table.id, ANN.id, Hand(2), shown)
    assert retire is not None
    await retire()
    assert house.screen.log[-1] == ("withdraw", 1, None)
