"""Whatever happens at a table, its line names exactly those who are missing and have to be called by now."""

from __future__ import annotations

from random import Random

import pytest

from bot.store import call_lines
from bot.tables import calling, show
from bot.tables.commands import Back, Leave, Mind, Next, Pause, Person, Play, Refused, Resume, Start, TakeSeat
from bot.tables.model import Table
from bot.tables.screen import MessageGone, ScreenBusy
from engine.game import by_chance
from tests.tables.house import ANN, BO, CLEO, DANA, EVE, House
from tests.tables.recorder import Hand

FIVE = (ANN, BO, CLEO, DANA, EVE)


def clicks(house: House, table: Table, person: Person, number: int) -> None:
    """Open a hand, which lives a quarter of an hour."""
    hand = Hand(10_000 + number, expires_at=house.time[0] + 900)
    house.publisher.hold(table, person.id, hand, show.hand(table, person.id))


async def anything(house: House, table: Table, chance: Random) -> None:
    """One thing that people may do, or that time does."""
    person = chance.choice(FIVE)
    if chance.random() < 0.2:
        await house.pass_time(chance.choice((1, 15, 45, 130, 200)))
    elif table.row.phase == "between":
        await house.service.submit(table.id, person, 0, Next(table.row.deal_no))
    elif table.awaited() and chance.random() < 0.75:
        seat = table.seats[chance.choice(table.awaited())]
        if seat.person_id is not None and seat.computer is None:
            player = next(each for each in FIVE if each.id == seat.person_id)
            legal = table.game.legal(table.match, seat.seat)
            await house.service.submit(table.id, player, None, Play(by_chance(legal, chance.randrange).action.code))
    else:
        command = chance.choice((Mind(), Back(), Back(), Leave(), TakeSeat(chance.randrange(5)), Pause(), Resume()))
        await house.service.submit(table.id, person, 0, command)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("clock", ["live", "relaxed", "none"])
async def test_the_line_names_whom_it_has_to(house: House, seed: int, clock: str) -> None:
    chance = Random(f"{clock} {seed}")
    await house.call_lines.start()
    table = await house.open(*FIVE, clock=clock, game="pitch")
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    seen: set[tuple[int, ...]] = set()
    for number in range(150):
        if chance.random() < 0.4:
            clicks(house, table, chance.choice(FIVE), number)
        if chance.random() < 0.1:
            house.screen.call_failures.append(chance.choice((ScreenBusy("503", after=0), ScreenBusy("429", after=0))))
        try:
            await anything(house, table, chance)
        except Refused:
            continue
        await house.settle()
        house.call_lines.run_due()
        await house.settle()
        table = await house.service.table(table.id)
        if table.row.phase == "over":
            break
        lines = list(house.screen.lines.values())
        named = set(lines[0].persons) if lines else set()
        assert len(lines) < 2
        missing = {each.person: each for each in calling.missing(table, house.call_lines._clicked(table))}
        assert named <= set(missing), "nobody is named who has acted, or is not asked"
        overdue = {person for person, each in missing.items() if each.stage(house.time[0])}
        assert overdue <= named, "everybody is named who has to be"
        stored = (await call_lines.all_lines(house.database)).get(table.id)
        assert (stored is not None and stored.message_id in house.screen.lines) == bool(lines)
        seen.add(tuple(sorted(named)))
    assert len(seen) > 3


async def test_deleted_lines_are_never_missed(house: House) -> None:
    """A moderator who deletes every line has the game go on, and the next to be called is called."""
    chance = Random(3)
    await house.call_lines.start()
    table = await house.open(*FIVE, game="pitch")
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    for _ in range(60):
        house.screen.lines.clear()
        before = len(house.screen.called)
        try:
            await anything(house, table, chance)
        except (Refused, MessageGone):
            continue
        await house.settle()
        table = await house.service.table(table.id)
        assert len(house.screen.lines) <= 1
        assert bool(house.screen.lines) == (len(house.screen.called) > before)
