"""A table that is played at card by card, with the hands known beforehand, so that a fault meets its place."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from bot.practice.server import Practice
from bot.practice.world import Requested
from tests.wire.driver import ActionFailed, Message, Person
from tests.wire.judging import right
from tests.wire.player import ROOM, as_message, cards_in, open_table, press
from tests.wire.process import PATIENCE, rows


class Sitting:
    """Ann, and whoever else, in the card room; computers on the other seats, which play at once."""

    def __init__(self, practice: Practice, home: Path, people: list[Person], seed: int = 1) -> None:
        self.practice, self.home, self.people = practice, home, people
        self._chance = Random(seed)
        self.played = 0

    async def sit(self, game: str = "phat") -> None:
        """Open a table and start."""
        await open_table(*self.people, game=game)
        await press(self.people[0], "Start")
        await self.all_well()

    async def hand(self, person: Person) -> Message:
        """A hand by command."""
        return as_message(await person.command("hand", channel=ROOM))

    async def asked(self) -> tuple[Person, Message]:
        """Whose turn it is, with their hand."""
        while True:
            for person in self.people:
                hand = await self.hand(person)
                if cards_in(hand):
                    return person, hand

    async def plays(self, person: Person, hand: Message) -> bool:
        """One of the cards; whether Discord says that it was answered. The file must have it either way."""
        before = self.own_cards()
        card = self._chance.choice(cards_in(hand))
        self.played += 1
        answered = True
        try:
            await person.click(hand, label=card)
        except ActionFailed:
            answered = False
            # A slow bot may hear of it when Discord does not wait any more.
            await self.until(lambda: self.own_cards() > before)
        assert self.own_cards() == before + 1
        return answered

    async def play(self) -> bool:
        """Whoever is asked plays a card."""
        return await self.plays(*await self.asked())

    async def gone(self, message: Message) -> None:
        """Wait until a message is not there any more."""
        await self.people[0].until(lambda seer: message["id"] not in seer.messages)

    def own_cards(self) -> int:
        """How many cards these people have played, as the file tells it."""
        ids = ", ".join(f"'{person.id}'" for person in self.people)
        ((count,),) = rows(self.home, f"SELECT count(*) FROM actions WHERE actor IN ({ids}) AND code LIKE 'play %'")
        return int(count)

    async def all_well(self) -> None:
        """The table's message is right, in the end; every card counted once."""
        await right(self.practice, self.home)
        assert self.own_cards() == self.played

    def since(self, moment: float) -> list[Requested]:
        """What the bot has asked of Discord since then."""
        return [each for each in self.practice.world.requests if each.at >= moment]

    async def has_met(self, refusals: int, moment: float) -> None:
        """Wait until the bot was refused so often since then: a hand may follow later than the message."""
        await self.until(lambda: self.refused(moment).total() >= refusals)

    async def nothing_left(self) -> None:
        """Wait until no message is to be deleted any more: that is noted after it has gone."""
        await self.until(lambda: rows(self.home, "SELECT * FROM leftovers") == [])

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so in the file, or at the stand-in."""
        async with asyncio.timeout(PATIENCE):
            while not is_so():  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)

    def refused(self, moment: float) -> Counter[int]:
        """How often it was refused since then, by status."""
        return Counter(each.status for each in self.since(moment) if each.status >= 400)
