"""Whatever a screen fails at, and whenever: in the end the table's message is right, and one message a deal stands."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from bot.store import leftovers, scores
from bot.tables import show
from bot.tables.commands import Back, Command, Leave, Mind, Next, Pause, Play, Refused, Resume, Start, TakeSeat
from bot.tables.screen import MessageStuck, Place, ScreenBusy
from bot.tables.views import PublicView, SummaryView
from engine.game import by_chance
from tests.tables.house import ANN, BO, CLEO, House, build
from tests.tables.recorder import Recorder

PEOPLE = (ANN, BO, CLEO)


class Fickle(Recorder):
    """A screen that fails at anything, done or not, and whose messages get stuck or are deleted by somebody."""

    chance: Random
    calm = True
    stuck: set[int]

    async def post(self, place: Place, view: PublicView, once: str) -> int:
        self._fails()
        message = await super().post(place, view, once)
        self._fails()
        return message

    async def edit(self, place: Place, message: int, view: PublicView) -> None:
        self._fails()
        if message in self.stuck and message in self.messages:
            raise MessageStuck("30046")
        await super().edit(place, message, view)
        self._fails()

    async def retire(self, channel: int, message: int) -> None:
        self._fails()
        await super().retire(channel, message)
        self._fails()

    def _fails(self) -> None:
        if not self.calm and self.chance.random() < 0.15:
            raise ScreenBusy("503", after=0)


async def act(house: House, number: int, chance: Random) -> None:
    """Somebody plays, mostly, or does something else."""
    table, person = await house.service.table(number), chance.choice(PEOPLE)
    command: Command
    if chance.random() < 0.1:
        command = chance.choice((Leave(), Mind(), Back(), Pause(), Resume(), TakeSeat(0), TakeSeat(1), TakeSeat(2)))
    elif table.row.phase == "between":
        command = Next(table.row.deal_no)
    elif table.row.phase == "playing":
        seat = table.seats[chance.choice(table.awaited())]
        command = Play(by_chance(table.game.legal(table.match, seat.seat), chance.randrange).action.code)
        person = next((each for each in PEOPLE if each.id == seat.person_id), person)
    else:
        command = Resume()
    try:
        await house.service.submit(number, person, None, command)
    except Refused:
        return


async def right(house: House, screen: Fickle, number: int) -> None:
    """One message a deal: the noted one as the table is, all others summaries."""
    table = await house.service.table(number)
    over = table.row.phase == "over" and table.state is not None
    running = await scores.running(house.database, number) if over else ()
    # What ended between two deals says so in the message of the next one, if that was there already.
    assert table.row.message_deal in (show.shown_deal(table), table.row.deal_no + (table.row.phase == "over"))
    assert table.row.message_id is not None
    others = dict(screen.messages)
    assert others.pop(table.row.message_id) == show.public(table, running)
    assert all(isinstance(view, SummaryView) for view in others.values())
    deals = [view.public.deal_no for view in others.values() if isinstance(view, SummaryView)]
    assert len(deals) == len(set(deals)), "no deal has two messages"
    assert set(deals) <= set(range(1, table.row.deal_no + 1))
    assert await leftovers.all_leftovers(house.database) == {}


async def walk(path: Path, seed: int) -> None:
    """Some hundred moves in a storm, with restarts, then calm."""
    chance, screen, time = Random(seed), Fickle(), [1_000_000.0]
    screen.chance, screen.stuck = chance, set()
    house = await build(path, time, screen, seed)
    table = await house.open(*PEOPLE, game=chance.choice(("phat", "pitch", "knektpass")))
    await house.settle()
    await house.service.submit(table.id, ANN, 0, Start())
    for _ in range(300):
        screen.calm = False
        if (table := await house.service.table(table.id)).row.phase == "over":
            break
        await act(house, table.id, chance)
        kind = chance.random()
        if kind < 0.05:
            house.publisher.repost(table.id)
        elif kind < 0.08 and screen.messages:
            screen.stuck.add(max(screen.messages))
        elif kind < 0.11:
            await house.close()
            house = await build(path, time, screen, seed)
            await house.service.start_up()
        if chance.random() < 0.3:
            await house.settle()
        if chance.random() < 0.1:
            screen.calm = True
            await house.settle()
            await right(house, screen, table.id)
    screen.calm = True
    await house.settle()
    await right(house, screen, table.id)
    await house.close()


@pytest.mark.parametrize("seed", range(int(os.environ.get("WALKS", "4"))))
async def test_a_walk_over_a_fickle_screen_ends_right(tmp_path: Path, seed: int) -> None:
    await walk(tmp_path / "tables.sqlite3", seed)
