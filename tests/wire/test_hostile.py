"""Hostile interactions over real sockets: the file stays as it is, the log stays quiet, everybody is answered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.practice import club
from bot.practice.clock import Clock
from bot.practice.interactions import AUTOCOMPLETE, COMMAND, COMPONENT
from bot.practice.server import Practice
from engine.games import games
from tests.bot.attackers import ATTACKERS, Sent
from tests.bot.hostile import nonsense
from tests.wire.conftest import Join
from tests.wire.driver import Person, buttons
from tests.wire.forging import Fate, Json, forge, form
from tests.wire.player import ROOM, answers_in, as_message
from tests.wire.process import BotProcess, rows

#: How many come at once.
AT_ONCE = 10
PEOPLE = (club.ANN_ID, club.BO_ID, club.CLEO_ID, club.DANA_ID, club.EVE_ID)
#: What goes on by itself: the heartbeat, who was seen last by which name, who was called, which message shows a table,
#: and which have still to be deleted or to show an end.
RESTLESS = {"meta", "people", "call_lines", "leftovers", "unshown_ends"}
MESSAGES = {"message_id", "message_deal"}


class Hall:
    """A server with tables in threads: a lobby and a match of each game, and a match that is over."""

    home, elsewhere = int(club.GUILD_ID), 1
    seated: Sequence[int] = tuple(int(person) for person in PEOPLE)

    def __init__(self, practice: Practice, home: Path, people: list[Person]) -> None:
        self._practice, self._home, self._people = practice, home, people
        self.stranger = int(practice.world.add_person("Stranger").id)
        # Who may manage the server may change its settings, hostile or not.
        practice.world.members[club.ANN_ID].permissions = club.EVERYONE
        self.tables: list[int] = []
        self.over = 0
        self._legal: list[tuple[str, int]] = []
        self._own: dict[int, str] = {}
        self._public = ""

    async def furnish(self) -> None:
        """Open the tables by clicks."""
        for key, game in games().items():
            await self._open(key, 2)
            channel = await self._open(key, min(game.seats_allowed[0], len(PEOPLE)), start=True)
            for person in self._people[: game.seats_allowed[0]]:
                hand = as_message(await person.command("hand", channel=channel))
                self._own[int(person.id)] = hand["id"]
                self._legal += [(each["custom_id"], int(person.id)) for each in answers_in(hand)]
        channel = await self._open("phat", 4, start=True)
        await self._people[0].command("table end", channel=channel)
        self.over = self.tables[-1]
        assert {int(button.split(":")[1]) for button, _ in self._legal} == set(self.tables[1:-1:2])

    async def legal_id(self, chance: Random) -> tuple[str, int]:
        """One of the buttons that somebody could press now."""
        return chance.choice(self._legal)

    def state(self) -> dict[str, list[tuple[Any, ...]]]:
        """All that the file says, but for what is restless."""
        found = {}
        for (name,) in rows(self._home, "SELECT name FROM sqlite_master WHERE type = 'table'"):
            if name not in RESTLESS:
                columns = [column for _, column, *_ in rows(self._home, f"PRAGMA table_info({name})")]
                kept = ", ".join(column for column in columns if column not in MESSAGES)
                found[name] = sorted(rows(self._home, f"SELECT {kept} FROM {name}"), key=repr)
        return found

    async def click(self, sent: Sent) -> Fate:
        """Send a click or a form on a message that this person, or somebody else, can see."""
        kind, data = COMPONENT, {"custom_id": sent.custom_id, "component_type": 2, "id": 1}
        if sent.values:
            data |= {"component_type": 3, "values": list(sent.values)}
        if sent.fields:
            kind, data = form(sent.custom_id, list(sent.fields))
        changes: Json = {"guild_id": str(sent.guild), "guild": {"id": str(sent.guild), "locale": "en-US"}}
        if sent.guild is None:
            # As in direct messages: a user, and no member of anything.
            changes = {
                "guild_id": None,
                "guild": None,
                "member": None,
                "user": self._practice.world.user(str(sent.person)),
            }
        elif sent.guild == self.home:
            changes = {}
        message = self._own.get(sent.person, self._public) if sent.own else self._public
        return await forge(self._practice, kind, sent.person, ROOM, data, message, changes)

    async def type(self, chance: Random) -> Fate:
        """Type a command, or begin to, with anything in it that Discord would pass on."""
        move = {"type": 3, "name": "move", "value": nonsense(chance, 4000)}
        text = {"type": 3, "name": "match", "value": chance.choice(["0", "-1", "9" * 6000, nonsense(chance, 100)])}
        kind, data = chance.choice(
            [
                (COMMAND, _command("play", [move])),
                (AUTOCOMPLETE, _command("play", [move | {"focused": True}])),
                (COMMAND, _command("replay", [text])),
                (AUTOCOMPLETE, _command("replay", [text | {"focused": True}])),
                (COMMAND, _command("table", [{"type": 1, "name": "record", "options": [text]}])),
                (COMMAND, _command("table", [{"type": 1, "name": nonsense(chance, 20), "options": []}])),
                (COMMAND, _command(nonsense(chance, 30), [])),
                (COMMAND, _command("leaderboard", [{"type": 3, "name": "game", "value": nonsense(chance, 90)}])),
                (COMMAND, _command("table", [{"type": 1, "name": "open", "options": []}])),
            ]
        )
        person = chance.choice([*self.seated[1:], self.stranger])
        return await forge(self._practice, kind, person, ROOM, data, None, {})

    async def _open(self, key: str, persons: int, *, start: bool = False) -> str:
        """A lobby of so many people without a clock, or the match that it becomes: its channel."""
        host, *others = self._people[:persons]
        before = set(host.channels)
        await host.command("table open", channel=ROOM, game=key, clock="none", place="thread")
        await host.until(lambda seer: set(seer.channels) > before)
        (channel,) = set(host.channels) - before
        lobby = await host.see(lambda message: message["channel_id"] == channel and bool(buttons(message)))
        ((number,),) = rows(self._home, "SELECT max(id) FROM tables")
        self.tables.append(number)
        self._public = lobby["id"]
        for each in others:
            await each.until(lambda seer: lobby["id"] in seer.messages)
            await each.click(each.messages[lobby["id"]], label="Join")
        if start:
            await host.click(host.now(lobby), label="Start")
        return channel


async def attack(hall: Hall, bot: BotProcess, times: int) -> None:
    """So many hostile interactions, ten at once: each answered, and everything is as before."""
    chance, before, slowest = Random(5), hall.state(), 0.0
    makers = [*ATTACKERS, None]
    for first in range(0, times, AT_ONCE):
        sent = [makers[number % len(makers)] for number in range(first, first + AT_ONCE)]
        clicks = [None if maker is None else await maker(hall, chance) for maker in sent]
        fates = await asyncio.gather(*(hall.type(chance) if each is None else hall.click(each) for each in clicks))
        for each, fate in zip(clicks, fates, strict=True):
            assert fate.failed is None, (fate, each, bot.said)
        slowest = max(slowest, *(fate.seconds for fate in fates))
        assert hall.state() == before
    assert complaints(bot) == []
    print(f"{times} hostile interactions, {AT_ONCE} at once; the slowest was answered after {slowest * 1000:.0f} ms")


def complaints(bot: BotProcess) -> list[str]:
    """What the bot has said that is more than a note, or has a traceback."""
    told = [json.loads(line) if line.startswith("{") else {"level": "said", "message": line} for line in bot.lines]
    return [str(each) for each in told if each["level"] != "info" or "error" in each]


@pytest.fixture
async def practice() -> AsyncIterator[Practice]:
    """A stand-in in which no time goes by, so that a busy machine makes nobody too late."""
    async with Practice(clock=Clock(frozen=True), rate_limits=False) as made:
        yield made


@pytest.mark.parametrize("times", [200, pytest.param(2_000, marks=pytest.mark.soak)])
async def test_hundreds_change_nothing(
    bot: BotProcess, practice: Practice, join: Join, tmp_path: Path, times: int
) -> None:
    hall = Hall(practice, tmp_path, await join(*PEOPLE))
    await hall.furnish()
    await attack(hall, bot, times)


async def test_the_attack_would_notice_a_click_that_counts(
    bot: BotProcess, practice: Practice, join: Join, tmp_path: Path
) -> None:
    hall = Hall(practice, tmp_path, await join(*PEOPLE))
    await hall.furnish()
    before = hall.state()
    custom_id, holder = await hall.legal_id(Random(1))
    fate = await hall.click(Sent(custom_id, holder, hall.home, own=True))
    assert fate.failed is None
    assert hall.state() != before


def _command(name: str, options: list[Json]) -> Json:
    return {"id": "1", "name": name, "type": 1, "options": options}
