"""Whatever was written, in whatever order people were erased: nothing of them is left, and all else is as it was."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.store import erase, people, tables
from bot.store.database import Database
from bot.store.errors import StillSeated
from bot.store.export import export_person
from bot.store.maintenance import check
from bot.store.records import ActionRow, Counting, PersonResult, ResultRow, SeatRow, TableRow
from tests.store import fresh
from tests.store.making import contents, deal, look, opened, score, step

SERVERS = (900_000_000_000_000_001, 900_000_000_000_000_002)
#: Written here by hand, and not taken from the code: what is a person's alone.
THEIRS = {"people", "preferences", "totals", "daily", "counters", "ratings"}


class Writing:
    """Tables, deals and results at random, as the tables' service writes them."""

    def __init__(self, db: Database, seed: int) -> None:
        self.db = db
        self.random = Random(seed)
        self.people = [self.random.randrange(10**17, 10**18) for _ in range(6)]
        self.channel = 0
        self.at = 1_700_000_000.0

    async def match(self) -> TableRow:
        """A table with a few deals, open or over; seats change hands between the deals."""
        chance = self.random
        self.channel += 1
        sitting: list[int | None] = [*chance.sample(self.people, 3)]
        row = await opened(
            self.db,
            self.seats(sitting, None),
            guild_id=chance.choice(SERVERS),
            channel_id=self.channel,
            host_id=sitting[0],
        )
        for no in range(1, chance.randrange(1, 4)):
            row = await self.deal(row, no, sitting)
            if chance.random() < 0.4:
                sitting[chance.randrange(3)] = None
        over = chance.random() < 0.8
        phase, reason = ("over", chance.choice((None, "finished"))) if over else ("playing", None)
        named = {each: f"{each} of {chance.randrange(9)}" for each in sitting if each is not None}
        result = self.result(row, sitting) if over and row.deal_no else None
        kept = None if over else chance.choice(self.people)
        if not over:
            sitting = [None if each == kept else each for each in sitting]
        return await self.write(
            row,
            {"seats": self.seats(sitting, kept), "names": named, "result": result},
            phase=phase,
            end_reason=reason,
            host_id=next((each for each in sitting if each is not None), None),
        )

    def seats(self, sitting: Sequence[int | None], kept: int | None) -> tuple[SeatRow, ...]:
        return tuple(
            SeatRow(seat=at, computer="normal", kept_for=kept if at == sitting.index(None) else None)
            if who is None
            else SeatRow(seat=at, person_id=who, promise="pass", promised_by=str(who))
            for at, who in enumerate(sitting)
        )

    async def deal(self, row: TableRow, no: int, sitting: Sequence[int | None]) -> TableRow:
        chance = self.random
        self.at += chance.randrange(100_000)
        levels = tuple("normal" if each is None else None for each in sitting)
        actors = [f"computer {level}" if level else str(who) for who, level in zip(sitting, levels, strict=True)]
        actions = tuple(
            ActionRow(deal_no=no, no=each, seat=each % 3, code="play AS", actor=actors[each % 3], at=self.at)
            for each in range(1, chance.randrange(2, 12))
        )
        ledger = tuple(
            score(
                *(who, chance.randrange(-9, 20), row.id, no),
                guild_id=row.guild_id,
                at=self.at,
                reach=chance.choice(list(Counting)),
                stats={"bids": chance.randrange(3)},
                won=chance.random() < 0.5,
            )
            for who in sitting
            if who is not None
        )
        dealt = deal(no, holders=tuple(sitting), levels=levels)
        return await self.write(row, {"deal": dealt, "actions": actions, "ledger": ledger}, deal_no=no)

    def result(self, row: TableRow, sitting: Sequence[int | None]) -> ResultRow:
        chance = self.random
        persons = tuple(
            PersonResult(
                person_id=who, seat=at, place=at + 1, won=at == 0, lost=at > 0, reach=chance.choice(list(Counting))
            )
            for at, who in enumerate(sitting)
            if who is not None
        )
        return ResultRow(
            table_id=row.id,
            guild_id=row.guild_id,
            game=row.game,
            season=1,
            finished=True,
            winners=(0,),
            scores=(3, 2, 1),
            persons=persons,
            ended_at=self.at,
        )

    async def write(self, row: TableRow, changes: dict[str, Any], **values: Any) -> TableRow:
        made = step(row, changes, **values)
        await tables.commit(self.db, made)
        return made.table

    async def leave_everywhere(self, person: int) -> None:
        """What the service does before an erasure: open tables let the person go."""
        for number in await erase.seats_held(self.db, person):
            loaded = await tables.load(self.db, number)
            assert loaded is not None
            seats = tuple(
                SeatRow(seat=each.seat, computer="normal", kept_for=person) if each.person_id == person else each
                for each in loaded.seats
            )
            await self.write(loaded.table, {"seats": seats})


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables but the bot's own small facts, with their columns' names first."""
    names = [row[0] for row in look(path, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {}
    for name in names:
        if name not in ("meta", "sqlite_sequence"):
            columns = [row[0] for row in look(path, f"SELECT name FROM pragma_table_info('{name}')")]
            rows = look(path, f"SELECT * FROM {name}")
            # A table that was open goes up a version: that is how steps made from older knowledge are refused.
            skip = columns.index("version") if name == "tables" else -1
            found[name] = sorted((tuple(value for at, value in enumerate(row) if at != skip) for row in rows), key=repr)
    return found


def without(before: dict[str, list[tuple[Any, ...]]], person: int, placeholder: int) -> dict[str, list[Any]]:
    """What has to be left: rows that are the person's alone go, elsewhere the placeholder stands for them."""
    new = {person: placeholder, str(person): str(placeholder)}
    return {
        name: sorted(
            (tuple(new.get(value, value) for value in row) for row in rows if name not in THEIRS or person not in row),
            key=repr,
        )
        for name, rows in before.items()
    }


def without_rematches(path: Path, before: dict[str, list[tuple[Any, ...]]], person: int) -> dict[str, list[Any]]:
    """Where the person sits at a match that is over and offers a rematch, that offer ends too; that is to be shown."""
    offered = "SELECT t.id FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.person_id = ? AND t.phase = 'over'"
    ending = {row[0] for row in look(path, f"{offered} AND t.end_reason IS NULL", (person,))}
    columns = [row[0] for row in look(path, "SELECT name FROM pragma_table_info('tables') WHERE name <> 'version'")]
    number, reason = columns.index("id"), columns.index("end_reason")
    changed = [
        tuple("finished" if at == reason and row[number] in ending else value for at, value in enumerate(row))
        for row in before["tables"]
    ]
    deadlines = [row for row in before["deadlines"] if row[0] not in ending]
    unshown = sorted({*before["unshown_ends"], *((each,) for each in ending)}, key=repr)
    return {**before, "tables": changed, "deadlines": deadlines, "unshown_ends": unshown}


@pytest.mark.parametrize("seed", range(6))
async def test_erasures_between_matches_leave_no_trace_and_change_nothing_else(path: Path, seed: int) -> None:
    async with await fresh.database(path) as db:
        writing = Writing(db, seed)
        for who in writing.people[::2]:
            await people.change_preferences(db, who, {"calls": "never"})
        placeholder = 0
        for _ in range(6):
            for _ in range(writing.random.randrange(1, 9)):
                await writing.match()
            who = writing.random.choice(writing.people)
            if await erase.seats_held(db, who):
                with pytest.raises(StillSeated):
                    await erase.erase_person(db, who)
            await writing.leave_everywhere(who)
            before = without_rematches(path, everything(path), who)
            if not await erase.erase_person(db, who):
                assert str(who) not in repr(before)
                continue
            placeholder -= 1
            assert everything(path) == without(before, who, placeholder)
            # The very bytes: the file, and the log beside it, which is empty.
            for file in path.parent.iterdir():
                assert struct.pack(">q", who) not in contents(file), file
                assert str(who).encode() not in contents(file), file
            assert list(check(path)) == []
            assert not await erase.knows(db, who)
            assert not any(export_person(path, who).values())
            assert not await erase.erase_person(db, who)


async def test_a_placeholder_is_in_no_sum_and_the_deals_points_stay_whole(path: Path) -> None:
    async with await fresh.database(path) as db:
        writing = Writing(db, 3)
        for _ in range(12):
            await writing.match()
        points = look(path, "SELECT table_id, deal_no, SUM(points) FROM ledger GROUP BY table_id, deal_no")
        places = look(path, "SELECT table_id, seat, place, won FROM result_people ORDER BY table_id, seat")
        for who in writing.people[:3]:
            await writing.leave_everywhere(who)
            await erase.erase_person(db, who)
        assert look(path, "SELECT table_id, deal_no, SUM(points) FROM ledger GROUP BY table_id, deal_no") == points
        assert look(path, "SELECT table_id, seat, place, won FROM result_people ORDER BY table_id, seat") == places
        for name in ("totals", "daily", "counters"):
            assert look(path, f"SELECT COUNT(*) FROM {name} WHERE person_id < 0") == [(0,)]
            assert look(path, f"SELECT COUNT(*) FROM {name}")[0][0] > 0
        assert [row[0] for row in look(path, "SELECT DISTINCT person_id FROM ledger WHERE person_id < 0")] != []


async def test_who_plays_again_is_new_and_the_next_placeholder_is_another(path: Path) -> None:
    async with await fresh.database(path) as db:
        writing = Writing(db, 5)
        who = writing.people[0]
        writing.people = [who, *writing.people[1:3]]
        for _ in range(2):
            row = await writing.match()
            while row.phase != "over":
                row = await writing.match()
            await writing.leave_everywhere(who)
            assert await erase.erase_person(db, who)
        found = {row[0] for row in look(path, "SELECT person_id FROM deal_seats WHERE person_id < 0")}
        assert found <= {-1, -2}
        assert look(path, "SELECT value FROM meta WHERE key = 'placeholder'") == [("-2",)]
