"""Everything at once: people play, leave, come back, are sent away and pause, while Discord fails at random."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from random import Random

import pytest

from bot.practice import club
from bot.practice.server import Practice
from tests.wire.conftest import Join
from tests.wire.driver import ActionFailed, Person
from tests.wire.judging import right
from tests.wire.patient import as_impatient_as_discord, first_answers_within
from tests.wire.player import ROOM, answers_in, as_message, open_table, press
from tests.wire.process import PATIENCE, BotProcess, command, rows

#: What a person's click may meet in a storm.
LOST = (ActionFailed, AssertionError, TimeoutError, ConnectionError)
PLACES = (
    ("PATCH", f"/channels/{ROOM}/messages/"),
    ("POST", f"/channels/{ROOM}/messages$"),
    ("DELETE", f"/channels/{ROOM}/messages/"),
    ("PATCH", "/webhooks/"),
    ("DELETE", "/webhooks/"),
    ("POST", "/callback$"),
)
PASSING = ((503, 0), (500, 0), (429, 0))
#: Of a message that stands nobody says that it is gone, but any token may die early.
DEAD = ((401, 50027), (404, 10015), (404, 10062), (404, 10008))
TOO_OLD = ((429, 30046),)


def trouble(practice: Practice, chance: Random) -> None:
    """Order something."""
    method, path = chance.choice(PLACES)
    kind = chance.randrange(8)
    if kind == 0:
        practice.gateway.drop()
    elif kind == 1:
        chance.choice((practice.gateway.reconnect, practice.gateway.invalidate))()
    elif kind == 2:
        practice.world.faults.lose(method, path)
    elif kind == 3:
        practice.world.faults.delay(method, path, chance.random() * 3)
    else:
        more = TOO_OLD if (method, path[:9]) == ("PATCH", "/channels") else DEAD if "channels" not in path else ()
        status, code = chance.choice((*PASSING, *more))
        practice.world.faults.fail(method, path, status=status, code=code, retry_after=0.2)


async def deed(person: Person, others: list[Person], chance: Random) -> None:
    """What somebody does, mostly playing."""
    if chance.random() < 0.8:
        hand = as_message(await person.command("hand", channel=ROOM))
        if answers_in(hand):
            await person.click(hand, chance.choice(answers_in(hand))["custom_id"])
        return
    what = chance.choice(("leave", "pause", "resume", "show", "kick", "back"))
    if what == "kick":
        await person.command("table kick", channel=ROOM, person=chance.choice(others).id)
    elif what == "back":
        await press(person, "My hand")
    else:
        await person.command(f"table {what}", channel=ROOM)


async def shown(person: Person) -> bool:
    """Whether this person has been answered when they asked for the table; what a dead session was told is lost."""
    try:
        with first_answers_within(10.0):
            await person.command("table show", channel=ROOM)
    except ActionFailed:
        return False
    return True


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(int(os.environ.get("STORMS", "3"))))
async def test_no_storm_breaks_a_table(practice: Practice, join: Join, tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    bot = await BotProcess.joining(practice, tmp_path)
    people = await join(club.ANN_ID, club.BO_ID, club.CLEO_ID)
    await open_table(*people, game=("phat", "pitch", "knektpass")[seed % 3])
    await press(people[0], "Start")
    said = ""
    for number in range(60):
        if chance.random() < 0.5:
            trouble(practice, chance)
        person = chance.choice(people)
        try:
            with as_impatient_as_discord():
                async with asyncio.timeout(6):
                    await deed(person, [each for each in people if each is not person], chance)
        except LOST:
            pass
        if number == 30:
            await bot.kill()
            said = bot.said
            bot = await BotProcess.joining(practice, tmp_path)
    practice.world.faults.clear()
    # Whoever acts now finds a table that goes on, or one that is over and says so.
    for person in people:
        async with asyncio.timeout(2 * PATIENCE):
            while not await shown(person):  # noqa: ASYNC110 - Discord may be away
                await asyncio.sleep(0.1)
    await right(practice, tmp_path)
    async with asyncio.timeout(PATIENCE):
        while rows(tmp_path, "SELECT * FROM leftovers"):  # noqa: ASYNC110 - a file
            await asyncio.sleep(0.1)
    assert await bot.terminate() == 0
    said += bot.said
    assert "Traceback" not in said, said
    code, out, err = await command(tmp_path, "bot", "check")
    assert code == 0, out + err
