"""One's own data over the wire: fetched as a file, erased between two deals, and gone from the running bot's files."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from bot.practice import club
from tests.wire.conftest import Join
from tests.wire.driver import Message, Person
from tests.wire.player import ROOM, as_message, hand_of, open_table, play_deal, press, says
from tests.wire.process import BotProcess, command


async def answered(person: Person, message: Message, words: str) -> Message:
    """The message once it says this: the bot thinks first."""
    await person.until(lambda seer: words in says(seer.now(message)))
    return person.now(message)


def traces(home: Path, person: Person) -> list[Path]:
    """In which of the running bot's files this person's id still stands, as a number or as text."""
    wanted = (int(person.id).to_bytes(8), person.id.encode())
    return [file for file in home.glob("*.sqlite3*") if any(each in file.read_bytes() for each in wanted)]


async def test_data_is_given_out_and_erased_while_the_others_play_on(
    bot: BotProcess, join: Join, tmp_path: Path
) -> None:
    people = await join(club.ANN_ID, club.BO_ID, club.CLEO_ID)
    ann, bo, cleo = people
    await open_table(*people)
    await press(ann, "Start")
    await play_deal(people, Random(3))

    given = await answered(ann, as_message(await ann.command("my-data export", channel=ROOM)), "This file holds")
    assert given["ephemeral_for"] == ann.id
    name, content = await ann.download(given)
    found = json.loads(content)
    assert name == "tricktable-my-data.json"
    assert found["person_id"] == ann.id
    assert len(found["deals"][0]["hand"].split()) == 13
    assert not any(each.id in content.decode() for each in (bo, cleo))

    assert traces(tmp_path, ann)
    first = as_message(await ann.command("my-data delete", channel=ROOM))
    second = as_message(await ann.click(first, label="Delete my data"))
    await ann.click(second, label="Delete for good")
    await answered(ann, second, "is deleted")
    assert not traces(tmp_path, ann)
    again = as_message(await ann.command("my-data export", channel=ROOM))
    await answered(ann, again, "Nothing is stored about you.")

    for person in (bo, cleo):
        await person.click(await hand_of(person), label="Next deal")
    await play_deal([bo, cleo], Random(5))
    assert (await command(tmp_path, "bot", "check"))[0] == 0
