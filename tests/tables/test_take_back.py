"""Take back: what may be taken back and what not, and that everything else is as if it had never been."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.store import maintenance, tables
from bot.store.books import booked_matches
from bot.store.records import ActionRow, standing
from bot.tables import show
from bot.tables.auditing import findings
from bot.tables.commands import (
    Join,
    Next,
    Opening,
    Pause,
    Person,
    Play,
    SetTakeBack,
    Start,
    TakeBack,
    Why,
)
from bot.tables.due import LEAST_LEFT
from bot.tables.model import DEALS_APART, Table, codes
from bot.tables.records import record_of
from bot.tables.views import HandView, TableView
from engine.game import by_chance
from engine.games import games
from engine.replay import fill, fold
from tests.tables.house import ANN, BO, CHANNEL, FOUR, GUILD, House, build, source
from tests.tables.recorder import Recorder

PEOPLE = tuple(Person(number, f"Person {number}") for number in range(1, 8))


async def opened(
    house: House, game: str = "phat", seats: int = 4, clock: str = "live", *, options: dict[str, int] | None = None
) -> Table:
    """A match of so many persons at which actions may be taken back."""
    host, *others = PEOPLE[:seats]
    opening = Opening(GUILD, CHANNEL, game, clock, options or {})  # type: ignore[arg-type]
    table = await house.service.open(host, opening)
    await house.service.submit(table.id, host, 0, SetTakeBack(True))
    for person in others:
        await house.service.submit(table.id, person, 0, Join())
    return (await house.service.submit(table.id, host, 0, Start())).after


def holder(table: Table, seat: int) -> Person:
    return next(each for each in PEOPLE if each.id == table.seats[seat].person_id)


async def plays(house: House, table: Table, code: str | None = None) -> tuple[Table, Person, str]:
    """Whoever is asked does this, or the first thing they may."""
    seat = table.awaited()[0]
    person = holder(table, seat)
    code = code or by_chance(table.game.legal(table.match, seat), source(table.last_no)).action.code
    return (await house.service.submit(table.id, person, table.decision(seat), Play(code))).after, person, code


def may(table: Table, person: Person) -> str | None:
    hand = show.hand(table, person.id)
    assert isinstance(hand, HandView)
    return hand.take_back


async def test_a_card_is_taken_back_and_everything_is_as_before_but_for_the_log(house: House) -> None:
    table = await opened(house)
    after, person, code = await plays(house, table)
    seat = after.held_by(person.id).seat
    assert may(after, person) == code
    assert [may(after, other) for other in FOUR if other.id != person.id] == [None] * 3
    back = (await house.service.submit(table.id, person, after.decision(seat), TakeBack())).after
    assert back.game.view(back.match, seat) == table.game.view(table.match, seat)
    assert back.last_no == 2
    loaded = await tables.load(house.database, table.id)
    assert loaded is not None
    assert [(row.no, row.seat, row.code, row.actor) for row in loaded.actions] == [
        (1, seat, code, str(person.id)),
        (2, seat, "takeback 1", str(person.id)),
    ]
    recorded = await tables.record_rows(house.database, table.id)
    assert recorded is not None
    assert recorded.actions == ()
    view = show.public(back)
    assert isinstance(view, TableView)
    assert view.took_back == seat
    # It is a new question: what was pressed before does nothing, and what is pressed now does.
    assert back.decision(seat) == DEALS_APART + 2
    assert await house.why(back, person, Play(code), table.decision(seat)) == Why.STALE
    again, *_ = await plays(house, back)
    assert (again.last_no, again.took_back) == (3, None)


async def test_it_is_refused_once_somebody_has_acted_and_for_everybody_else(house: House) -> None:
    table = await opened(house)
    after, first, _ = await plays(house, table)
    other = next(each for each in FOUR if each.id != first.id)
    assert await house.why(after, other, TakeBack(), None) == Why.NOT_THE_LAST
    assert await house.why(after, Person(77, "Stranger"), TakeBack(), None) == Why.NOT_SEATED
    after, second, _ = await plays(house, after)
    assert may(after, first) is None
    assert await house.why(after, first, TakeBack(), None) == Why.NOT_THE_LAST
    assert may(after, second) is not None


async def test_a_card_that_ended_the_trick_stands(house: House) -> None:
    table = await opened(house)
    for _ in range(4):
        table, person, _ = await plays(house, table)
    assert may(table, person) is None
    assert await house.why(table, person, TakeBack(), None) == Why.ENDED_TRICK


async def test_twice_pressed_takes_one_thing_back(house: House) -> None:
    table = await opened(house)
    table, _, _ = await plays(house, table)
    table, person, _ = await plays(house, table)
    decision = table.decision(table.held_by(person.id).seat)
    answers = await asyncio.gather(
        *(house.service.submit(table.id, person, decision, TakeBack()) for _ in range(2)), return_exceptions=True
    )
    assert sum(isinstance(each, Exception) for each in answers) == 1
    after = await house.service.table(table.id)
    assert after.last_no == 3
    # What stands before it is somebody else's.
    assert await house.why(after, person, TakeBack(), None) == Why.NOT_THE_LAST


async def test_without_the_setting_nothing_is_taken_back(house: House) -> None:
    table = await house.open(*FOUR)
    assert await house.why(table, BO, SetTakeBack(True)) == Why.NOT_HOST
    table = (await house.service.submit(table.id, ANN, 0, SetTakeBack(True))).after
    assert table.row.settings == {"take_back": True}
    assert getattr(show.public(table), "take_back", None) is True
    again = (await house.service.submit(table.id, ANN, 0, SetTakeBack(True))).after
    assert again.row.version == table.row.version
    await house.service.submit(table.id, ANN, 0, SetTakeBack(False))
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    after, person, _ = await plays(house, table)
    assert may(after, person) is None
    assert await house.why(after, person, TakeBack(), None) == Why.NO_TAKE_BACK
    assert await house.why(after, ANN, SetTakeBack(True)) == Why.ALREADY_STARTED


async def test_not_in_a_pause_nor_before_the_match(house: House) -> None:
    table = await house.open(*FOUR)
    assert await house.why(table, ANN, TakeBack(), None) == Why.NOT_STARTED
    await house.service.submit(table.id, ANN, 0, SetTakeBack(True))
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    table, person, _ = await plays(house, table)
    paused = (await house.service.submit(table.id, ANN, None, Pause())).after
    assert may(paused, person) is None
    assert await house.why(paused, person, TakeBack(), None) == Why.PAUSED


async def test_what_was_taken_back_brings_no_more_time_than_was_left(house: House) -> None:
    table = await opened(house)
    until = next(row.due_at for row in table.deadlines if row.kind == "turn")
    house.time[0] += 30
    _, person, _ = await plays(house, table)
    house.time[0] += 10
    back = (await house.service.submit(table.id, person, None, TakeBack())).after
    assert [row.due_at for row in back.deadlines if row.kind == "turn"] == [until]
    house.time[0] = until - 1
    await plays(house, back)
    back = (await house.service.submit(table.id, person, None, TakeBack())).after
    assert [row.due_at for row in back.deadlines if row.kind == "turn"] == [house.time[0] + LEAST_LEFT]


async def test_a_computer_leaves_a_person_time_to_take_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.computers.GRACE", 0.2)
    table = await house.service.open(ANN, Opening(GUILD, CHANNEL, "phat"))
    await house.service.submit(table.id, ANN, 0, SetTakeBack(True))
    table = (await house.service.submit(table.id, ANN, 0, Start(join=True))).after
    await house.settle()
    table = await house.service.table(table.id)
    if len(table.game.view(table.match, 0).trick.plays if table.game.view(table.match, 0).trick else ()) == 3:
        await plays(house, table)
        await house.settle()
        table = await house.service.table(table.id)
    before = table.last_no
    loop = asyncio.get_running_loop()
    begun = loop.time()
    await plays(house, table)
    await asyncio.sleep(0)
    back = (await house.service.submit(table.id, ANN, None, TakeBack())).after
    assert (back.last_no, back.to_act()) == (before + 2, (0,))
    await plays(house, back)
    await house.settle()
    assert loop.time() - begun >= 0.2
    assert (await house.service.table(table.id)).last_no > before + 3


async def test_knektpass_cards_that_were_drawn_are_kept_and_standing_is_taken_back(house: House) -> None:
    table = await opened(house, "knektpass", 3)
    while table.row.phase == "playing" and table.game.view(table.match, None).phase != "exchange":
        verbs = {action.verb: action.code for action in table.game.legal(table.match, table.to_act()[0]).actions}
        table, person, _ = await plays(house, table, verbs.get("leave") or verbs.get("in"))
        if verbs.get("leave"):
            assert may(table, person) == "leave"
    seat = table.to_act()[0]
    legal = table.game.legal(table.match, seat)
    assert legal.choice is not None
    stood, person, _ = await plays(house, table, "exchange")
    assert may(stood, person) == "exchange"
    back = (await house.service.submit(table.id, person, None, TakeBack())).after
    drawn, person, _ = await plays(house, back, f"exchange {codes(legal.choice.free[:1])}")
    assert may(drawn, person) is None
    assert await house.why(drawn, person, TakeBack(), None) == Why.SHOWED_NEWS


async def test_pitch_discards_that_are_chosen_together_stand(house: House) -> None:
    table = await opened(house, "pitch", 5, options={"min_bid": 5})
    while table.game.view(table.match, None).phase != "discard":
        table, person, _ = await plays(house, table)
    assert await house.why(table, person, TakeBack(), None) == Why.SHOWED_NEWS  # who calls takes the widow
    for _ in range(5):
        table, person, _ = await plays(house, table)
    assert table.game.view(table.match, None).phase == "play"
    for each in PEOPLE[:5]:
        assert may(table, each) is None
        assert await house.why(table, each, TakeBack(), None) == Why.NOT_THE_LAST


SHORT = {"phat": {"target": 40}, "pitch": {"target": 8}, "knektpass": {"max_deals": 3}}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("key", sorted(SHORT))
async def test_a_match_with_take_backs_is_the_match_without_them(tmp_path: Path, key: str, seed: int) -> None:
    chance = Random(seed)
    house = await build(tmp_path / "t.sqlite3", [0.0], Recorder(), seed)
    house.service._listeners = []
    table = await opened(house, key, games()[key].seats_allowed[0], "none", options=SHORT[key])
    taken = 0
    for step in range(400):
        if table.row.phase == "over":
            break
        if table.row.phase == "between":
            for person in PEOPLE[: len(table.seats)]:
                table = (await house.service.submit(table.id, person, 0, Next(table.row.deal_no))).after
            continue
        table, person, _ = await plays(house, table)
        if table.row.phase == "playing" and chance.random() < 0.5 and may(table, person) is not None:
            before = table.last
            assert before is not None
            table = (await house.service.submit(table.id, person, None, TakeBack())).after
            seat = table.held_by(person.id).seat
            assert table.game.view(table.match, seat) == table.game.view(before.before, seat)
            taken += 1
        if step % 29 == 28:
            await house.close()
            house = await build(tmp_path / "t.sqlite3", house.time, Recorder(), seed + step)
            house.service._listeners = []
            again = await house.service.table(table.id)
            assert (again.row, again.seats, again.asked, again.last_no, again.took_back) == (
                *(table.row, table.seats, table.asked, table.last_no, table.took_back),
            )
            assert [show.hand(again, each.id) for each in PEOPLE] == [show.hand(table, each.id) for each in PEOPLE]
            table = again
    assert taken > 2
    recorded = await tables.record_rows(house.database, table.id)
    assert recorded is not None
    assert not any("takeback" in row.code for row in recorded.actions)
    played = list(fold(record_of(recorded, {})))[-1].state
    assert table.game.view(played, None) == table.game.view(table.match, None)
    deals = fill(record_of(recorded, {})).deals
    ledger = await house.database.rows("SELECT deal_no, person_id, points FROM ledger ORDER BY 1, 2")
    sign = -1 if table.game.counts_down else 1
    finished = [deal for deal in deals if deal.points is not None]
    assert [tuple(row) for row in ledger] == [
        (number, PEOPLE[seat].id, sign * points)
        for number, deal in enumerate(finished, 1)
        for seat, points in enumerate(deal.points or ())
    ]
    await house.close()
    assert list(maintenance.check(tmp_path / "t.sqlite3")) == []
    async for booked in booked_matches(tmp_path / "t.sqlite3"):
        assert [each.line for each in findings(booked)] == []


def test_what_stands_is_all_but_what_was_taken_back() -> None:
    row = ActionRow(deal_no=1, no=1, seat=0, code="play AS", actor="1", at=0.0)
    two, three = replace(row, no=2, code="takeback 1"), replace(row, no=3, code="play KS")
    assert standing([row, two, three]) == (three,)
    assert standing([row, two]) == ()
    assert standing([]) == ()
