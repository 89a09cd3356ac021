"""Whatever people, computers and time do to tables, in any order: the books are right and a restart changes nothing."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.check import check
from bot.store import meta, people
from bot.store.matches import players
from bot.store.records import Counting
from bot.tables import show
from bot.tables.commands import (
    AddComputer,
    Again,
    Back,
    Command,
    Computer,
    End,
    Invite,
    Join,
    Kick,
    Leave,
    Mind,
    Next,
    Opening,
    Pause,
    Person,
    Play,
    Refused,
    RemoveComputer,
    Resume,
    SetClock,
    SetTakeBack,
    Shuffle,
    Start,
    TakeBack,
    TakeSeat,
    Withdraw,
)
from bot.tables.due import REMEMBERED
from bot.tables.matches import Matches
from bot.tables.model import Table
from bot.tables.views import SummaryView, TableView
from engine.game import by_chance
from engine.games import games
from engine.reading import read
from engine.record import write
from engine.replay import verify
from tests.tables.house import GUILD, House, build
from tests.tables.recorder import Recorder

PEOPLE = [Person(number, f"Person {number}") for number in range(1, 8)]
MODERATOR = Person(50, "Moderator", moderator=True)
#: House rules that bring a match to its end soon.
SHORT: dict[str, dict[str, int]] = {"phat": {"target": 40}, "pitch": {"target": 8}, "knektpass": {"max_deals": 3}}
NONSENSE = ("junk", "", "bid 7", "play AS", "discard AS KS", "exchange", "play " + "A" * 300)


class Walk:
    """A random walk over everything that can be asked, judged after every step."""

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.random = Random(seed)
        self.known: list[int] = []
        #: Those of them at which nothing can happen any more.
        self.ended: set[int] = set()

    async def step(self) -> None:
        house, chance = self.house, self.random
        for number in await house.service.open_tables():
            if number not in self.known:
                self.known.append(number)
        tables = [await house.service.table(number) for number in self.known if number not in self.ended]
        going_on = [table for table in tables if not table.row.over_for_good]
        self.ended.update({table.id for table in tables} - {table.id for table in going_on})
        if not going_on or chance.random() < 0.01:
            await self.open()
            return
        if chance.random() < 0.03:
            await house.pass_time(chance.choice((1, 16, 61, 130, 301, 1900)))
            return
        table = chance.choice(going_on)
        actor, decision, command = self.asked(table)
        await self.submit(table, actor, decision, command)

    async def open(self) -> None:
        game = self.random.choice(sorted(games()))
        clock = self.random.choice(("live", "relaxed", "none"))
        opening = Opening(GUILD, 20 + self.random.randrange(3), game, clock, SHORT.get(game, {}))  # type: ignore[arg-type]
        try:
            self.known.append((await self.house.service.open(self.random.choice(PEOPLE), opening)).id)
        except Refused:
            # The channel has its open table.
            return

    def asked(self, table: Table) -> tuple[Person | Computer, int | None, Command]:
        """Somebody, what they ask, and the decision number that their button carries."""
        chance = self.random
        person = chance.choice(PEOPLE) if chance.random() < 0.95 else MODERATOR
        if table.row.phase == "lobby":
            return person, 0, self.in_lobby()
        if table.row.phase == "playing" and chance.random() < 0.9:
            return self.playing(table, person)
        if table.row.phase == "between" and chance.random() < 0.7:
            return person, 0, Next(table.row.deal_no)
        if table.row.phase == "over":
            return person, 0, Again()
        seat = chance.randrange(-1, 8)
        others = (Leave(), Mind(), Back(), TakeSeat(seat), TakeSeat(1), End(), Withdraw(), Next(0), Pause(), Resume())
        if chance.random() < 0.1:
            whom = chance.choice(PEOPLE)
            return person, 0, Invite(whom.id, whom.name)
        if chance.random() < 0.1:
            return person, 0, Kick(chance.randrange(1, 8))
        return person, 0, chance.choice(others)

    def in_lobby(self) -> Command:
        seat = self.random.randrange(-1, 8)
        level = self.random.choice(("easy", "normal", "hard", "nobody"))
        asked: tuple[Command, ...] = (Leave(), AddComputer(level), RemoveComputer(seat), Shuffle(), SetClock("live"))
        whom = self.random.choice(PEOPLE)
        asked += (SetTakeBack(True), SetTakeBack(True), SetTakeBack(False), Invite(whom.id, whom.name))
        return self.random.choice((Join(), Join(), Join(), Join(seat), Start(), Start(join=True), *asked))

    def playing(self, table: Table, person: Person) -> tuple[Person | Computer, int | None, Command]:
        chance = self.random
        seat = table.seats[chance.choice(table.awaited())]
        legal = table.game.legal(table.match, seat.seat)
        code = by_chance(legal, chance.randrange).action.code
        if chance.random() < 0.05:
            code = chance.choice(NONSENSE)
        decision = table.decision(seat.seat) if chance.random() < 0.95 else chance.choice((0, None, 10**12))
        if chance.random() < 0.05:
            return person, decision, Play(code, standing=chance.random() < 0.3)
        if table.last is not None and table.last.actor.isdecimal() and chance.random() < 0.25:
            actor = next(each for each in (*PEOPLE, MODERATOR) if str(each.id) == table.last.actor)
            return actor, chance.choice((None, table.decision(table.last.seat))), TakeBack()
        if seat.computer is not None:
            return Computer(seat.seat), decision, Play(code)
        holder = next(each for each in (*PEOPLE, MODERATOR) if each.id == seat.person_id)
        return holder, decision, Play(code)

    async def submit(self, table: Table, actor: Person | Computer, decision: int | None, command: Command) -> None:
        try:
            after = (await self.house.service.submit(table.id, actor, decision, command)).after
        except Refused:
            now = await self.house.service.table(table.id)
            assert (now.row.version, now.seats, now.asked) == (table.row.version, table.seats, table.asked)
            return
        judge(after)


def judge(table: Table) -> None:
    """What must be true of a table after every step."""
    persons = [seat.person_id for seat in table.persons]
    assert len(persons) == len(set(persons)), "a person sits once"
    if table.row.phase not in ("lobby", "over"):
        assert all(seat.person_id is not None or seat.computer is not None for seat in table.seats), "no empty seat"
        assert table.row.host_id in persons, "the host is seated"
    if table.row.phase == "playing":
        assert table.awaited(), "somebody has to act"
        timed = {row.seat for row in table.deadlines if row.kind == "turn"}
        waiting = {seat for seat in table.awaited() if table.seats[seat].computer is None}
        assert timed == (waiting if table.row.clock != "none" else set()), "who is waited for has a deadline"
    if table.row.phase == "paused":
        assert table.row.paused_by in (None, *persons), "a pause is somebody's who sits here, or nobody's"
        kinds = [row.kind for row in table.deadlines if row.kind not in REMEMBERED]
        assert set(kinds) <= {"pause", "warning", "deserted"}
        assert len(kinds) == 1, "no pause is for ever"
    elif table.row.phase != "over":
        # (A table that was ended during a pause still says whose that was.)
        assert table.row.paused_by is None
        assert all(seat.time_left is None for seat in table.seats), "time is kept in pauses only"
    assert not table.sent_away.intersection(persons), "who was sent away does not sit here"
    if table.row.phase == "between":
        assert any(row.kind == "deal" for row in table.deadlines), "the next deal comes by itself"
    public = show.public(table)
    if isinstance(public, TableView | SummaryView):
        assert public.public.seat is None
        assert not public.public.hand
    for person in PEOPLE:
        view = show.hand(table, person.id)
        own = getattr(view, "own", None)
        assert own is None or own.seat == table.held_by(person.id).seat


def quiet(house: House) -> None:
    """The walk plays the computers itself, and looks at tables instead of messages."""
    house.service._listeners = [house.deadlines._notice]


async def restarted(walk: Walk, path: Path, time: list[float]) -> None:
    """A new process over the same file: every table is as it was."""
    before = [await walk.house.service.table(number) for number in walk.known]
    await meta.beat(walk.house.database, time[0])
    await walk.house.close()
    walk.house = await build(path, time, Recorder(), walk.random.randrange(10**6))
    quiet(walk.house)
    await walk.house.service.start_up()
    for old in before:
        new = await walk.house.service.table(old.id)
        assert _kept(new) == _kept(old)
        assert set(new.deadlines) == set(old.deadlines)
        assert show.public(new) == show.public(old)
        assert [show.hand(new, person.id) for person in PEOPLE] == [show.hand(old, person.id) for person in PEOPLE]


def _kept(table: Table) -> object:
    return table.row, table.seats, table.asked, table.stood_in, table.sent_away, table.took_back


async def walked(path: Path, seed: int, steps: int) -> None:
    time = [1_000_000.0]
    walk = Walk(await build(path, time, Recorder(), seed), seed)
    quiet(walk.house)
    # The loosest server too, so that matches by short rules are rated.
    counting = Counting(seed % len(Counting))
    await people.change_server(walk.house.database, GUILD, lambda row: (replace(row, counting=counting), ()))
    try:
        for number in range(steps):
            await walk.step()
            if number % 97 == 96:
                await restarted(walk, path, time)
        await walk.house.settle()
        await recorded(walk)
    finally:
        await walk.house.close()
    assert await asyncio.to_thread(check, path) == 0, "the books say what the deals come to"


async def recorded(walk: Walk) -> None:
    """Whatever happened at a table, what its players are handed is a good record, and they can step through it."""
    matches = Matches(walk.house.service)
    for number in walk.known:
        table = await walk.house.service.table(number)
        if show.deals_over(table) == 0:
            continue
        player = min(await players(walk.house.database, number))
        record = await matches.record(table, player)
        verify(read(write(record)))
        last = await matches.replay(table, player, (len(record.deals), 0), "last")
        assert last.public.over == (record.result is not None)
        # A deal that was broken off has no scores of its own.
        assert record.deals[-1].scores in (None, last.public.scores)


@pytest.mark.parametrize("seed", range(4))
async def test_any_order_of_commands_keeps_the_tables_sound(tmp_path: Path, seed: int) -> None:
    await walked(tmp_path / "t.sqlite3", seed, 700)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(15))
async def test_any_order_of_commands_keeps_the_tables_sound_for_long(tmp_path: Path, seed: int) -> None:
    await walked(tmp_path / "t.sqlite3", 1000 + seed, 1500)
