"""Pitch at a table: promises in the auction, discards of five at once, the clock of long questions, computers."""

from __future__ import annotations

import asyncio
import json

from bot.store.tables import load_deal
from bot.tables import show
from bot.tables.commands import AddComputer, Join, Opening, Person, Play, Refused, Start, Why
from bot.tables.model import Table
from bot.tables.views import HandView
from engine.actions import Action
from engine.games.pitch import GAME
from engine.games.pitch_table import PitchState
from tests.tables.house import ANN, BO, CHANNEL, CLEO, DANA, EVE, GUILD, House

FIVE = (ANN, BO, CLEO, DANA, EVE)


async def started(house: House, *persons: Person, clock: str = "live") -> Table:
    """A table of Pitch with these persons and computers on the other seats."""
    host, *others = persons
    table = await house.service.open(host, Opening(GUILD, CHANNEL, "pitch", clock))  # type: ignore[arg-type]
    for person in others:
        await house.service.submit(table.id, person, 0, Join())
    return (await house.service.submit(table.id, host, 0, Start())).after


async def does(house: House, table: Table, seat: int, code: str) -> Table:
    """The person on this seat does this, by a button of the present moment."""
    now = await house.service.table(table.id)
    person = next(each for each in FIVE if each.id == now.seats[seat].person_id)
    return (await house.service.submit(table.id, person, now.decision(seat), Play(code))).after


async def discarding(house: House) -> Table:
    """A table of five persons who are all to discard."""
    table = await started(house, *FIVE)
    table = await does(house, table, table.to_act()[0], "bid 5")
    for _ in range(4):
        table = await does(house, table, table.to_act()[0], "pass")
    (bidder,) = table.to_act()
    return await does(house, table, bidder, GAME.legal(state_of(table), bidder).actions[0].code)


def state_of(table: Table) -> PitchState:
    assert isinstance(table.match, PitchState)
    return table.match


def discards(table: Table, seat: int, last: bool = False) -> str:
    """A discard that this seat may choose: the first cards that may go, or the last."""
    choice = GAME.legal(state_of(table), seat).choice
    assert choice is not None
    offered = (*choice.free, *choice.in_need)
    chosen = choice.free[-choice.least :] if last and len(choice.free) >= choice.least else offered[: choice.least]
    return Action("discard", chosen).code


async def test_a_hundred_confirms_at_once_count_once_a_seat(house: House) -> None:
    table = await discarding(house)
    said = table.last_no
    asked = [(seat, discards(table, seat, last=bool(n % 2))) for n in range(20) for seat in range(5)]

    async def confirm(seat: int, code: str) -> str:
        person = next(each for each in FIVE if each.id == table.seats[seat].person_id)
        try:
            await house.service.submit(table.id, person, table.decision(seat), Play(code))
        except Refused as refused:
            return refused.reason
        return "taken"

    answers = await asyncio.gather(*(confirm(seat, code) for seat, code in asked))
    assert set(answers) == {"taken", Why.STALE}
    after = await house.service.table(table.id)
    assert after.last_no == said + 5
    assert state_of(after).phase == "play"
    found = await load_deal(house.database, table.id, 1)
    assert found is not None
    rows = [row for row in found[1] if row.code.startswith("discard")]
    assert sorted(row.seat for row in rows) == [0, 1, 2, 3, 4]
    assert all(hand.bit_count() == 6 for hand in state_of(after).hands)


async def test_who_still_chooses_is_not_disturbed_and_the_table_shows_who_has(house: House) -> None:
    table = await discarding(house)
    waiting = table.seats[4].person_id or 0
    before = show.hand(table, waiting)
    after = await does(house, table, 0, discards(table, 0))
    assert show.hand(after, waiting) == before
    assert [seat.chosen for seat in show.seat_views(after)] == [True, False, False, False, False]
    assert show.public(after) != show.public(table)
    own = show.hand(after, table.seats[0].person_id or 0)
    assert isinstance(own, HandView)
    assert own.promise == discards(table, 0)
    assert own.due_at is None
    changed = await does(house, after, 0, discards(table, 0, last=True))
    assert show.public(changed) == show.public(after), "what was chosen shows nowhere but in one's own hand"


async def test_naming_a_card_and_discarding_have_twice_the_time(house: House) -> None:
    table = await started(house, *FIVE)
    now = house.time[0]
    (first,) = table.to_act()
    table = await does(house, table, first, "bid 5")
    assert [row.due_at - now for row in table.deadlines] == [60.0]
    for _ in range(4):
        table = await does(house, table, table.to_act()[0], "pass")
    assert [row.due_at - now for row in table.deadlines] == [120.0]
    table = await does(house, table, first, GAME.legal(state_of(table), first).actions[0].code)
    assert [row.due_at - now for row in table.deadlines] == [120.0] * 5
    table = await does(house, table, first, discards(table, first))
    assert sum(row.kind == "turn" for row in table.deadlines) == 4


async def test_when_time_is_up_computers_discard_for_those_who_did_not(house: House) -> None:
    table = await discarding(house)
    chosen = discards(table, 0)
    await does(house, table, 0, chosen)
    await house.pass_time(121)
    await house.settle()
    found = await load_deal(house.database, table.id, 1)
    assert found is not None
    rows = {row.seat: row for row in found[1] if row.code.startswith("discard")}
    assert rows[0].code == chosen
    assert rows[0].actor == str(table.seats[0].person_id)
    assert all(rows[seat].actor.startswith("computer") for seat in range(1, 5))


async def test_computers_fill_up_and_play_a_match_to_its_end(house: House) -> None:
    table = await house.service.open(ANN, Opening(GUILD, CHANNEL, "pitch"))
    await house.service.submit(table.id, ANN, 0, AddComputer("easy"))
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    assert [seat.computer for seat in table.seats] == [None, "easy", "normal", "normal", "normal"]
    for _ in range(2000):
        await house.settle()
        table = await house.service.table(table.id)
        if table.row.phase == "over":
            break
        if table.row.phase == "between":
            await house.pass_time(16)
            continue
        codes = [action.code for action in GAME.legal(state_of(table), 0).actions]
        bold = "bid 9" in codes and table.match.scores[0] >= 0
        await does(house, table, 0, "bid 9" if bold else codes[0] if codes else discards(table, 0))
    assert table.row.phase == "over"
    assert table.match.winners
    query = "SELECT points, stats FROM ledger WHERE person_id = ?"
    told = await house.database.rows(query, (ANN.id,))
    assert sum(row["points"] for row in told) == table.match.scores[0]
    counted = [json.loads(row["stats"]) for row in told]
    assert len(counted) == table.row.deal_no
    bids = [each.get("bids", 0) for each in counted]
    assert sum(bids) > 0
    assert bids == [each.get("bids_made", 0) + each.get("sets", 0) for each in counted]
