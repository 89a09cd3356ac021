"""The bot is killed at any moment and started again over the same file: nothing acknowledged is lost or done twice.

The moments come from a seed, and so do the clicks; how far the bot got between the two does not, and need not.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Protocol

import pytest

from bot.practice import club
from bot.practice.server import Practice
from bot.store import scores, tables
from bot.store.database import Database
from bot.tables.model import Table, replayed
from bot.tables.service import TableService
from engine.games import games
from tests.wire.driver import ActionFailed, Message, Person, connect
from tests.wire.patient import as_impatient_as_discord
from tests.wire.player import answers_in, as_message, held, offers, open_table, press, says, table_message
from tests.wire.process import PATIENCE, BotProcess, at, kept_port

PLAYERS = (club.ANN_ID, club.BO_ID)
#: What a click may meet when the bot dies under it.
LOST = (ActionFailed, ConnectionError, TimeoutError)

Taken = tuple[int, int, str]


class Place(Protocol):
    """Where the bot lives and dies."""

    people: list[Person]

    async def open(self, home: Path) -> None:
        """Start the bot for the first time, and let the people in."""

    async def launch(self) -> None:
        """Start the bot's process."""

    async def ready(self) -> None:
        """Wait until the bot hears the people."""

    async def kill(self) -> None:
        """Kill the bot."""

    async def close(self) -> str:
        """Stop the bot in peace; all it said."""


class Beside:
    """The stand-in lives on while the bot dies: Discord does not notice much."""

    def __init__(self) -> None:
        self.people: list[Person] = []
        self._stack = AsyncExitStack()
        self._said = ""

    async def open(self, home: Path) -> None:
        """Start everything."""
        self._home = home
        self._practice = await self._stack.enter_async_context(Practice())
        await self.launch()
        await self.ready()
        for each in PLAYERS:
            page = await connect(self._practice.page_url, each)
            self.people.append(await self._stack.enter_async_context(page))

    async def launch(self) -> None:
        """Start the bot's process."""
        self._before = self._practice.gateway.identifies
        self._bot = await BotProcess.start(self._home, **at(self._practice))

    async def ready(self) -> None:
        """Wait until it is connected."""
        await self._bot.until_heard(self._practice, self._before)

    async def kill(self) -> None:
        """Kill the bot."""
        await self._bot.kill()
        self._said += self._bot.said

    async def close(self) -> str:
        """Stop everything."""
        assert await self._bot.terminate() == 0, self._bot.said
        await self._stack.aclose()
        return self._said + self._bot.said


class Within:
    """The stand-in dies with the bot, as in practice on one's own machine: all messages are gone."""

    def __init__(self) -> None:
        self.people: list[Person] = []
        self._stack = AsyncExitStack()
        self._said = ""

    async def open(self, home: Path) -> None:
        """Start everything."""
        self._home, self._port = home, self._stack.enter_context(kept_port())
        await self.launch()
        await self.ready()

    async def launch(self) -> None:
        """Start the bot's process."""
        self._bot = await BotProcess.start(self._home, program="tests.wire.patient", PORT=str(self._port))
        self.people = []

    async def ready(self) -> None:
        """Open the pages again, and wait until the bot is there."""
        url = await self._bot.page_url()
        self.people = [await connect(url, each) for each in PLAYERS]
        for person in self.people:
            await person.until(lambda seer: seer.bot_online and bool(seer.commands))

    async def kill(self) -> None:
        """Kill both."""
        await self._bot.kill()
        self._said += self._bot.said
        for person in self.people:
            await person.close()

    async def close(self) -> str:
        """Stop everything."""
        for person in self.people:
            await person.close()
        assert await self._bot.terminate() == 0, self._bot.said
        await self._stack.aclose()
        return self._said + self._bot.said


class Game:
    """Two people and computers who play on whatever happens. ``taken``: every card whose click was acknowledged."""

    def __init__(self, place: Place, chance: Random) -> None:
        self._place, self._chance = place, chance
        self._hands: dict[str, Message] = {}
        self._flying: set[asyncio.Task[None]] = set()
        self.taken: list[Taken] = []
        self.lost = 0
        self.old_buttons = 0
        self._posthumous: list[Message] = []

    async def survive(self, kills: int) -> None:
        """Play through so many kills, and on to the end of the match that is then being played."""
        for _ in range(kills):
            for _ in range(self._chance.randint(0, 25)):
                await self._click(await self._next_click(matches_go_on=True))
            await self._die()
        while (click := await self._next_click(matches_go_on=False)) is not None:
            await self._click(click)
        await asyncio.gather(*self._flying)

    async def _die(self) -> None:
        """Kill the bot with a click or two in flight, and start it again; now and then kill it while it starts."""
        click = await self._next_click(matches_go_on=True)
        self._fly(click)
        if self._chance.random() < 0.3:
            self._fly(lambda: self._look(self._chance.choice(self._place.people)))
        await asyncio.sleep(self._chance.choice((0, 0.002, 0.005, 0.01, 0.02, 0.1)) * self._chance.random() * 2)
        await self._place.kill()
        self._posthumous = list(self._hands.values())
        await self._place.launch()
        while self._chance.random() < 0.25:
            await asyncio.sleep(self._chance.random() * 0.6)
            await self._place.kill()
            await self._place.launch()
        await self._place.ready()

    def _fly(self, click: Callable[[], Awaitable[None]] | None) -> None:
        if click is not None:
            task = asyncio.create_task(self._click(click))
            self._flying.add(task)
            task.add_done_callback(self._flying.discard)

    async def _click(self, click: Callable[[], Awaitable[None]] | None) -> None:
        if click is None:
            return
        try:
            await click()
        except LOST:
            self.lost += 1

    async def _next_click(self, *, matches_go_on: bool) -> Callable[[], Awaitable[None]] | None:
        """What somebody would click now; None at the end of a match, where no other is to follow."""
        try:
            return await self._found_click(matches_go_on)
        except TimeoutError:
            seen = {
                person.name: [says(each) for each in person.messages.values()][-4:] for person in self._place.people
            }
            raise AssertionError(f"nobody finds anything to click: {seen}; {await self._place.close()}") from None

    async def _found_click(self, matches_go_on: bool) -> Callable[[], Awaitable[None]] | None:
        async with asyncio.timeout(PATIENCE):
            while True:
                for person in self._place.people:
                    known = self._hands.pop(person.id, None)
                    if known is not None and person.messages.get(known["id"]) == known and answers_in(known):
                        # A button from before: as good as a new one, though the bot has died since.
                        return lambda person=person, known=known: self._play(person, known)  # type: ignore[misc]
                    table = table_message(person)
                    if table is not None and offers(table, "Rematch"):
                        if not matches_go_on:
                            return None
                        if not _wants(table, person):
                            return lambda person=person: self._press(person, "Rematch")  # type: ignore[misc]
                        continue
                    if table is not None and offers(table, "Start"):
                        # A rematch whose table was killed before its first deal waits for somebody to start it.
                        return lambda person=person: self._press(person, "Start")  # type: ignore[misc]
                    if table is None or not offers(table, "My hand"):
                        continue
                    try:
                        # This message's or none: the match may be over just now, and the button gone for good.
                        hand = as_message(await person.click(table, label="My hand"))
                    except LOST:
                        continue
                    self._hands[person.id] = hand
                    if answers_in(hand):
                        if self._chance.random() < 0.5:
                            return lambda person=person: self._look(person)  # type: ignore[misc]
                        return lambda person=person, hand=hand: self._play(person, hand)  # type: ignore[misc]
                    if offers(hand, "Next deal"):
                        return lambda person=person, hand=hand: self._say(person, hand)  # type: ignore[misc]
                await asyncio.sleep(0.01)

    async def _play(self, person: Person, hand: Message) -> None:
        """Click a card or whatever else is asked; a card was taken if the hand that comes back does not hold it."""
        button = self._chance.choice(answers_in(hand))
        after = as_message(await person.click(hand, button["custom_id"]))
        self._hands[person.id] = after
        _, table, decision, _, code = button["custom_id"].split(":")
        if not code.startswith("play "):
            return
        if button["label"] not in held(after) and "The table has moved on" not in says(after):
            self.taken.append((int(table), int(decision) // 100_000, code))
            self.old_buttons += hand in self._posthumous

    async def _say(self, person: Person, hand: Message) -> None:
        await person.click(hand, label="Next deal")

    async def _look(self, person: Person) -> None:
        table = table_message(person)
        if table is not None:
            self._hands[person.id] = as_message(await person.click(table, label="My hand"))

    async def _press(self, person: Person, label: str) -> None:
        table = table_message(person)
        if table is not None:
            await person.click(table, label=label)


def _wants(table: Message, person: Person) -> bool:
    return any("Rematch wanted by" in line and person.name in line for line in says(table).splitlines())


async def judge(home: Path, game: Game) -> int:
    """The file tells legal matches, in which every acknowledged card stands once; how many actions there are."""
    written: Counter[Taken] = Counter()
    async with await Database.open(home / "tables.sqlite3") as database:
        service = TableService(database)
        numbers = sorted({table for table, _, _ in game.taken})
        for number in numbers:
            table = await service.table(number)
            record = await tables.record_rows(database, number)
            assert record is not None
            before: Table | None = None
            points = Counter[int]()
            for row in record.deals:
                found = await tables.load_deal(database, number, row.no)
                assert found is not None
                deal, actions = found
                assert [action.no for action in actions] == list(range(1, len(actions) + 1))
                written.update((number, deal.no, action.code) for action in actions if action.code.startswith("play "))
                if before is not None:
                    assert deal.scores_before == tuple(before.match.scores)
                before = replayed(table.with_row(phase="playing", deal_no=deal.no), deal, actions)
                ended = before.match.needs_deal or before.match.over
                assert ended or deal.no == table.row.deal_no
                points.update(dict(enumerate(table.game.ledger_points(before.match))) if ended else {})
            assert before is not None
            if table.row.phase == "over":
                assert before.match.over
                assert record.result is not None
                assert record.result.winners == tuple(before.match.winners)
                for running in await scores.running(database, number):
                    seat = next(each.seat for each in table.seats if each.person_id == running.person_id)
                    assert running.after - running.before == points[seat]
    assert {card: count for card, count in written.items() if count > 1} == {}
    assert Counter(game.taken) - written == Counter()
    assert max(Counter(game.taken).values()) == 1
    return written.total()


async def survive(place: Place, home: Path, kills: int, seed: int, key: str) -> None:
    """Play, die, come back, and be judged."""
    game = Game(place, Random(seed))
    await place.open(home)
    ann, bo = place.people
    await open_table(ann, bo, game=key)
    await press(ann, "Start")
    # Who clicks while the bot dies is answered by nobody.
    with as_impatient_as_discord():
        await game.survive(kills)
    said = await place.close()
    assert "Traceback" not in said, said
    actions = await judge(home, game)
    print(
        f"{kills} kills: {len(game.taken)} cards acknowledged, {game.old_buttons} by buttons from before a kill,"
        f" {game.lost} clicks lost, {actions} actions written"
    )


@pytest.mark.parametrize(("place", "kills"), [(Beside, 2), (Within, 1)])
async def test_a_few_kills(place: Callable[[], Place], kills: int, tmp_path: Path) -> None:
    await survive(place(), tmp_path, kills, seed=11, key="phat")


@pytest.mark.parametrize("key", sorted(set(games()) - {"phat"}))
async def test_a_kill_in_every_other_game(key: str, tmp_path: Path) -> None:
    await survive(Beside(), tmp_path, 1, seed=13, key=key)


@pytest.mark.soak
@pytest.mark.parametrize("key", sorted(games()))
@pytest.mark.parametrize("place", [Beside, Within])
async def test_many_kills(place: Callable[[], Place], key: str, tmp_path: Path) -> None:
    await survive(place(), tmp_path, int(os.environ.get("KILLS", "12")), seed=12, key=key)
