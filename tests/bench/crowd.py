"""Many tables of four at once in a stand-in, and who clicks there: the load side of the benchmarks.

It runs in the benchmark's own process, beside the bot's. Clicks go in as Discord sends them, and their answer is taken
where the bot gives it; nothing here waits for a page.
"""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.practice import club
from bot.practice.actions import Actions
from bot.practice.club import Json
from bot.practice.interactions import COMPONENT, Deed
from bot.practice.messages import Message
from bot.practice.server import Practice
from bot.store.records import from_text
from bot.tables.model import DEALS_APART
from engine.actions import Action
from engine.cards import card
from engine.game import Standing, State
from engine.games import find_game
from tests.bench import bare_client

#: How long anything may take before a benchmark gives up, in seconds.
PATIENCE = 60.0
_TICKS = os.sysconf("SC_CLK_TCK")


class Process:
    """Another program of ours in the stand-in, and what it costs."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def joining(cls, practice: Practice, home: Path, *arguments: str, **settings: str) -> Process:
        """Start ``python -m`` with these arguments and wait until it is in the stand-in."""
        before = practice.gateway.identifies
        environment = {
            **os.environ,
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "DISCORD_TOKEN": "bench",
            "DISCORD_API_URL": practice.api_url,
            "DISCORD_GATEWAY_URL": practice.gateway_url,
            "DATABASE_PATH": str(home / "tables.sqlite3"),
            "COMPUTER_PACE": "0",
            **settings,
        }
        with (home / "bot.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", *arguments, cwd=home, env=environment, stdout=log, stderr=log
            )
        self = cls(process)
        async with asyncio.timeout(PATIENCE):
            while practice.gateway.identifies == before:
                if process.returncode is not None:
                    raise RuntimeError((home / "bot.log").read_text())
                await asyncio.sleep(0.02)
        return self

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def cpu(self) -> float:
        """Processor seconds it has used so far, with all its threads and without its children."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def resident(self) -> int:
        """Bytes of memory it holds."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    async def stop(self) -> None:
        """End it as a host does."""
        if self._process.returncode is None:
            self._process.terminate()
        await self._process.wait()


class Failed(RuntimeError):
    """A click was not answered."""


class Crowd:
    """The people of ``tables`` tables, four at each, every table in a channel of its own."""

    def __init__(self, practice: Practice, tables: int, home: Path) -> None:
        self.world = practice.world
        self._home = home
        #: Seconds from click to answer, in the order of the answers.
        self.waits: list[float] = []
        self.channels = [str(int(club.CARD_ROOM_ID) + 1000 + number) for number in range(tables)]
        for number, channel in enumerate(self.channels):
            self.world.channels.all[channel] = club.text_channel(channel, f"room-{number}", number)
        self.people = [[self.world.add_person(f"P{number}-{seat}").id for seat in range(4)] for number in range(tables)]

    # --- Asking ----------------------------------------------------------------------------------

    async def command(self, person: str, channel: str, path: str, **options: Any) -> str:
        """Use a slash command; the id of the message that answers it."""
        done, report = self._report()
        Actions(self.world, person, report).command(channel, path.split(), options)
        return await self._answered(done)

    async def click(self, person: str, message: Message, custom_id: str) -> str:
        """Press a button of this id on a message, whether it stands there or not; the answering message's id."""
        done, report = self._report()
        data: Json = {"custom_id": custom_id, "component_type": 2, "id": 1}
        begun = time.perf_counter()
        self.world.interactions.open(
            Deed(
                kind=COMPONENT,
                user_id=person,
                channel_id=message.channel_id,
                data=data,
                report=report,
                message=message,
            )
        )
        answer = await self._answered(done)
        self.waits.append(time.perf_counter() - begun)
        return answer

    def _report(self) -> tuple[asyncio.Future[Json], Any]:
        done: asyncio.Future[Json] = asyncio.get_running_loop().create_future()

        def report(_: str, told: Json) -> None:
            if told.get("state") in ("done", "failed") and not done.done():
                done.set_result(told)

        return done, report

    async def _answered(self, done: asyncio.Future[Json]) -> str:
        async with asyncio.timeout(PATIENCE):
            told = await done
        if told["state"] == "failed":
            raise Failed(told["reason"])
        return str(told["message_id"])

    def message(self, channel: str, message: str) -> Message:
        """A message of the stand-in's."""
        return self.world.messages.find(channel, message)


class Seated:
    """One table of four persons at Phat, played by random legal cards, as the log of the bot's database tells it.

    The cards are read from there, so that a click can be made without waiting for a hand to be pushed.
    """

    def __init__(self, crowd: Crowd, number: int, home: Path, source: random.Random) -> None:
        self._crowd = crowd
        self._home = home
        self._source = source
        self.table = number + 1
        self.channel = crowd.channels[number]
        self.people = crowd.people[number]
        self.hands: list[Message] = []

    async def open(self, clock: str = "live", *, alone: bool = False) -> None:
        """Open the table, have everybody join, and start; ``alone``: the first person, with three computers."""
        crowd = self._crowd
        answer = await crowd.command(self.people[0], self.channel, "table open", game="phat", clock=clock)
        self.hands = [crowd.message(self.channel, answer)]
        if alone:
            self.people = self.people[:1]
            for _ in range(3):
                await crowd.click(self.people[0], self._on_the_table(), f"t:{self.table}:0:addcomputer:normal")
        for person in self.people[1:]:
            joined = await crowd.click(person, self._on_the_table(), f"t:{self.table}:0:join:")
            self.hands.append(crowd.message(self.channel, joined))
        await crowd.click(self.people[0], self.hands[0], f"t:{self.table}:0:start:")

    def _on_the_table(self) -> Message:
        """A public message to click on."""
        body = {**self._crowd.message(self.channel, self.hands[0].id).body, "flags": 1 << 15}
        return Message(body, None, 0.0)

    def clicks(self) -> Iterator[tuple[int, str] | None]:
        """The clicks of the current deal, a seat and the id it presses; each is made before the next is asked for.

        None while a computer is to play.
        """
        game, no, pressed = find_game("phat"), 0, ""
        state = self._dealt()
        while True:
            for seat, code in self._rows(state.deal_no, no):
                state, _ = game.apply(state, seat, Action.parse(code))
                no += 1
            acting = game.to_act(state)
            if not acting:
                return
            if acting[0] >= len(self.people):
                yield None
                continue
            action = self._source.choice(game.legal(state, acting[0]).actions)
            click = f"t:{self.table}:{state.deal_no * DEALS_APART + no}:do:"
            if click == pressed:
                raise Failed(f"table {self.table} did not take a card")
            pressed = click
            yield acting[0], click + action.code

    async def press(self, seat: int, custom_id: str, components: list[Json]) -> None:
        """Press a card on this seat's hand, which shows these components at that moment."""
        hand = self._crowd.message(self.channel, self.hands[seat].id)
        shown = Message({**hand.body, "components": components}, hand.ephemeral_for, hand.created)
        await self._crowd.click(self.people[seat], shown, custom_id)

    def _dealt(self) -> State:
        """The current deal before its first card. What stood before it changes no card's legality."""
        game = find_game("phat")
        query = "SELECT no, dealer, hands, carried FROM deals WHERE table_id = ? ORDER BY no DESC LIMIT 1"
        with closing(self._database()) as connection:
            no, dealer, hands, carried = connection.execute(query, (self.table,)).fetchone()
        before = game.resume(game.settle({}), 4, Standing(no - 1, (0, 0, 0, 0), from_text(carried)))
        return game.deal(before, dealer, [[card(each) for each in hand.split()] for hand in hands.split("/")], [])  # type: ignore[no-any-return]

    def _rows(self, deal: int, after: int) -> list[tuple[int, str]]:
        query = "SELECT seat, code FROM actions WHERE table_id = ? AND deal_no = ? AND no > ? ORDER BY no"
        with closing(self._database()) as connection:
            return [tuple(row) for row in connection.execute(query, (self.table, deal, after))]

    def _database(self) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{self._home / 'tables.sqlite3'}?mode=ro", uri=True)


def thirteen_buttons() -> list[Json]:
    """The components of a full hand, as a click's message carries them."""
    found: list[Json] = bare_client.message().to_components()  # type: ignore[no-untyped-call]
    return found
