"""Calls over the wire: a Discord that reads who may be mentioned tells exactly those."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.practice import club
from bot.practice.server import Practice
from tests.wire.conftest import Join
from tests.wire.driver import Message, Person
from tests.wire.player import answers_in, as_message, is_asked, open_table, press, says, table_with
from tests.wire.process import BotProcess

FOUR = (club.ANN_ID, club.BO_ID, club.CLEO_ID, club.DANA_ID)


def mentioned(message: Message) -> list[str]:
    return [user["id"] for user in message["mentions"]]


def is_call(message: Message) -> bool:
    return "it is your turn" in message["content"]


async def test_an_invitation_and_a_call_for_players_tell_those_they_are_for(bot: BotProcess, join: Join) -> None:
    ann, bo, eve = await join(club.ANN_ID, club.BO_ID, club.EVE_ID)
    await open_table(ann)
    invitation = as_message(await ann.command("table invite", channel=club.CARD_ROOM_ID, person=club.EVE_ID))
    assert mentioned(invitation) == [club.EVE_ID]
    assert "You sit at Phat" in says(as_message(await eve.click(invitation, label="Join")))
    own = await bo.click(await press(bo, "More"), label="Call me for Phat")
    assert "You are on that list." in says(as_message(own))
    call = as_message(await ann.click(await press(ann, "More"), label="Call players"))
    assert mentioned(call) == [club.BO_ID]
    assert mentioned(await table_with(ann, "Join")) == []


async def test_who_has_no_hand_any_more_is_called_at_once_and_the_line_goes_with_the_card(
    practice: Practice, join: Join, tmp_path: Path
) -> None:
    """A restart of the bot forgets the way to every hand."""
    people = dict(zip(FOUR, await join(*FOUR), strict=True))
    bot = await BotProcess.joining(practice, tmp_path)
    await open_table(*people.values())
    await press(people[club.ANN_ID], "Start")
    first = await asked(list(people.values()))
    await bot.kill()
    bot = await BotProcess.joining(practice, tmp_path)
    watching = next(person for person in people.values() if person is not first)
    await play(first)
    line = await watching.see(is_call)
    ((following,),) = [mentioned(line)]
    hand = as_message(await people[following].click(line, label="My hand"))
    assert is_asked(hand)
    await play(people[following])
    await watching.until(lambda seer: line["id"] not in seer.messages)
    await bot.terminate()


async def asked(people: list[Person]) -> Person:
    """Who has cards to press."""
    while True:
        for person in people:
            if has_to_play(person):
                return person
        # Each hears of it by a wire of their own.
        waiting = [asyncio.create_task(person.until(has_to_play)) for person in people]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


def has_to_play(person: Person) -> bool:
    return any(map(is_asked, person.private()))


async def play(person: Person) -> None:
    """Press the first card that may be played."""
    hand = next(each for each in reversed(person.private()) if is_asked(each))
    await person.press(hand, answers_in(hand)[0]["custom_id"])
