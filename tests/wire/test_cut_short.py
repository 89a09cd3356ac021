"""The bot is killed while Discord has a request of its in hand, done or not: what was begun stands once in the end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path

import pytest

from bot.practice import club
from bot.practice.server import Practice
from tests.wire.conftest import Join
from tests.wire.driver import ActionFailed, Message, Person
from tests.wire.patient import as_impatient_as_discord
from tests.wire.player import ROOM
from tests.wire.process import PATIENCE, BotProcess, at
from tests.wire.sitting import Sitting

Place = tuple[str, str]
Asked = tuple[Person, Message]
EDIT, POST = ("PATCH", f"/channels/{ROOM}/messages/"), ("POST", f"/channels/{ROOM}/messages$")
DELETE, THREAD = ("DELETE", f"/channels/{ROOM}/messages/"), ("POST", "/threads$")
CALLBACK, HAND, OLDER_HAND = ("POST", "/callback$"), ("PATCH", "/webhooks/"), ("DELETE", "/webhooks/")
COMMANDS, EMOJI = ("PUT", "/commands$"), ("POST", "/emojis$")


async def plays(sitting: Sitting, asked: Asked) -> None:
    """A card."""
    await sitting.plays(*asked)


async def shows(sitting: Sitting, asked: Asked) -> None:
    """The table's message anew."""
    await sitting.people[0].command("table show", channel=ROOM)


async def looks(sitting: Sitting, asked: Asked) -> None:
    """A hand in place of another one."""
    for _ in range(2):
        await sitting.hand(sitting.people[0])


async def opens(sitting: Sitting, asked: Asked) -> None:
    """Another table, in a thread."""
    await sitting.people[1].command("table open", channel=ROOM, game="phat", place="thread")


CASES: dict[str, tuple[Place, Callable[[Sitting, Asked], Awaitable[None]]]] = {
    "an edit": (EDIT, plays),
    "a post": (POST, shows),
    "a deletion": (DELETE, shows),
    "a hand that follows": (HAND, plays),
    "an older hand": (OLDER_HAND, looks),
    "a thread": (THREAD, opens),
    "a follow-up": (HAND, opens),
}


async def killed_over(
    practice: Practice, bot: BotProcess, home: Path, place: Place, *, carried_out: bool
) -> BotProcess:
    """Kill the bot as soon as Discord has this request, and start it again."""
    held = practice.world.faults.hold(*place, carried_out=carried_out)
    async with asyncio.timeout(PATIENCE):
        await held.met.wait()
    await bot.kill()
    held.let_go()
    return await BotProcess.joining(practice, home)


async def met(name: str, carried_out: bool, practice: Practice, join: Join, home: Path) -> None:
    place, action = CASES[name]
    bot = await BotProcess.joining(practice, home)
    sitting = Sitting(practice, home, await join(club.ANN_ID, club.BO_ID))
    await sitting.sit()
    for person in sitting.people:
        await sitting.hand(person)
    asked = await sitting.asked()
    for person in sitting.people:
        # Nothing else is on its way to a hand.
        await person.until(lambda seer: len(seer.private()) == 1)
    killing = asyncio.create_task(killed_over(practice, bot, home, place, carried_out=carried_out))
    await asyncio.sleep(0)
    # It may be answered before the bot is killed over what follows of it, or not any more.
    with as_impatient_as_discord(), contextlib.suppress(ActionFailed):
        await action(sitting, asked)
    bot = await killing
    await sitting.all_well()
    for _ in range(3):
        assert await sitting.play()
    await sitting.all_well()
    await sitting.nothing_left()
    assert await bot.terminate() == 0
    assert "Traceback" not in bot.said


async def test_killed_over_a_post_that_was_done(practice: Practice, join: Join, tmp_path: Path) -> None:
    await met("a post", True, practice, join, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "carried_out"), sorted({*product(CASES, (False, True))} - {("a post", True)}))
async def test_killed_over_any_request(
    name: str, carried_out: bool, practice: Practice, join: Join, tmp_path: Path
) -> None:
    await met(name, carried_out, practice, join, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("carried_out", [False, True], ids=["not done", "done"])
async def test_killed_over_an_answer(practice: Practice, join: Join, tmp_path: Path, carried_out: bool) -> None:
    """The card is in the file before anybody is answered, so it counts, and once."""
    bot = await BotProcess.joining(practice, tmp_path)
    sitting = Sitting(practice, tmp_path, await join(club.ANN_ID, club.BO_ID))
    await sitting.sit()
    person, hand = await sitting.asked()
    killing = asyncio.create_task(killed_over(practice, bot, tmp_path, CALLBACK, carried_out=carried_out))
    await asyncio.sleep(0)
    with as_impatient_as_discord():
        await sitting.plays(person, hand)
    bot = await killing
    await sitting.all_well()
    assert await sitting.play()
    await sitting.all_well()
    assert await bot.terminate() == 0


@pytest.mark.soak
@pytest.mark.parametrize("place", [COMMANDS, EMOJI], ids=["commands", "emoji"])
@pytest.mark.parametrize("carried_out", [False, True], ids=["not done", "done"])
async def test_killed_over_the_start(
    practice: Practice, join: Join, tmp_path: Path, place: Place, carried_out: bool
) -> None:
    held = practice.world.faults.hold(*place, carried_out=carried_out)
    bot = await BotProcess.start(tmp_path, **at(practice))
    async with asyncio.timeout(PATIENCE):
        await held.met.wait()
    await bot.kill()
    held.let_go()
    bot = await BotProcess.joining(practice, tmp_path)
    sitting = Sitting(practice, tmp_path, await join(club.ANN_ID))
    await sitting.people[0].until(lambda seer: bool(seer.commands))
    await sitting.sit()
    assert await sitting.play()
    await sitting.all_well()
    names = [each["name"] for each in practice.world.commands.listed(None)]
    assert len(names) == len(set(names)) > 5
    assert await bot.terminate() == 0


@pytest.mark.soak
@pytest.mark.parametrize(
    ("method", "status", "code", "taken"),
    [("GET", 503, 0, False), ("PUT", 500, 0, True), ("PUT", 429, 0, True), ("PUT", 403, 50001, False)],
)
async def test_commands_that_are_not_taken_keep_no_table_waiting(
    practice: Practice, join: Join, tmp_path: Path, method: str, status: int, code: int, taken: bool
) -> None:
    bot = await BotProcess.joining(practice, tmp_path)
    sitting = Sitting(practice, tmp_path, await join(club.ANN_ID, club.BO_ID))
    await sitting.sit()
    assert await bot.terminate() == 0
    # As after an update that brings one command more.
    commands = practice.world.commands
    (known,) = [each for each in commands.listed(None) if each["name"] == "my-data"]
    commands.delete(None, known["id"])
    begun = practice.world.clock.now()
    practice.world.faults.fail(method, "/commands$", status=status, code=code, retry_after=1.0)
    bot = await BotProcess.joining(practice, tmp_path)
    assert await sitting.play()
    await sitting.all_well()
    await sitting.has_met(1, begun)
    if taken:
        await sitting.until(lambda: "my-data" in {each["name"] for each in commands.listed(None)})
    assert sitting.refused(begun) == {status: 1}
    assert ("my-data" in {each["name"] for each in commands.listed(None)}) == taken
    assert await bot.terminate() == 0
    assert "Traceback" not in bot.said
