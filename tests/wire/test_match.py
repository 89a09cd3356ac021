"""Matches played on the stand-in by clicks alone, with the bot in a process of its own."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

from bot.practice import club
from tests.wire.conftest import Join
from tests.wire.driver import ActionFailed, Message, Modal, Person, labels
from tests.wire.player import (
    as_message,
    cards_in,
    hand_of,
    held,
    is_asked,
    open_table,
    play_a_card,
    play_match,
    press,
    says,
    table_with,
)
from tests.wire.process import BotProcess, rows

THREE = (club.ANN_ID, club.BO_ID, club.CLEO_ID)
FOUR = (*THREE, club.DANA_ID)

_RUNNING = re.compile(r"^(\w+) (−?\d+) → \*\*(−?\d+)\*\* \(([+−]\d+)\)$", re.MULTILINE)


def number(text: str) -> int:
    """A number as the screens write it."""
    return int(text.replace("−", "-"))


def summaries(person: Person) -> list[Message]:
    """The messages of deals that are over."""
    return [each for each in person.messages.values() if re.search(r"deal \d+ is over", says(each))]


async def first_to_play(people: Sequence[Person]) -> tuple[Person, Message]:
    """The one of these people who is asked for a card, and their hand; waits for computers."""
    while True:
        for person in people:
            hand = await hand_of(person)
            if is_asked(hand):
                return person, hand


async def test_three_people_and_a_computer_play_a_match_and_a_rematch(
    bot: BotProcess, join: Join, tmp_path: Path
) -> None:
    people = await join(*THREE)
    ann, bo, cleo = people
    joined = await open_table(*people)
    assert "seat 2" in says(joined[1])
    assert "your partner is Ann" in says(joined[2])
    lobby = await table_with(ann, "Start")
    await ann.until(lambda seer: "Cleo" in says(seer.now(lobby)))
    hand = as_message(await ann.click(lobby, label="Start"))
    assert len(held(hand)) == 13

    await play_match(people, Random(5))

    finished = await table_with(ann, "Rematch")
    told = {name: (number(before), number(after)) for name, before, after, _ in _RUNNING.findall(says(finished))}
    ledger = dict(rows(tmp_path, "SELECT person_id, SUM(points) FROM ledger GROUP BY person_id"))
    assert told == {person.name: (0, ledger[int(person.id)]) for person in people}
    totals = rows(tmp_path, "SELECT person_id, points, matches FROM totals WHERE reach = 0")
    assert sorted(totals) == sorted((int(person.id), ledger[int(person.id)], 1) for person in people)
    deals = rows(tmp_path, "SELECT no FROM deals ORDER BY no")
    # One message a deal: each its summary, the last one the match's.
    await ann.until(lambda seer: len(summaries(seer)) >= len(deals) - 1)
    assert len(summaries(ann)) == len(deals) - 1

    for person in (ann, bo):
        await press(person, "Rematch")
    assert len(held(await press(cleo, "Rematch"))) == 13, "who presses last has the cards at once"
    await bo.until(lambda seer: "Rematch" not in labels(seer.now(finished)))
    await table_with(bo, "My hand")
    again = await hand_of(bo)
    assert len(held(again)) == 13
    assert rows(tmp_path, "SELECT id, phase, deal_no FROM tables ORDER BY id")[-1][1:] == ("playing", 1)


async def test_open_hands_follow_the_table_without_a_click(bot: BotProcess, join: Join) -> None:
    people = await join(*FOUR)
    hands = dict(zip(people, await open_table(*people), strict=True))
    hands[people[3]] = as_message(await people[3].click(await table_with(people[3], "Start"), label="Start"))
    for person in people:
        await person.until(lambda seer: len(held(seer.now(hands[seer]))) == 13)
    for left in (12, 11):
        for _ in people:
            waiting = [asyncio.create_task(_asked(person, hands[person])) for person in people]
            done, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for each in others:
                each.cancel()
            person = next(iter(done)).result()
            await play_a_card(person, person.now(hands[person]), Random(1))
        for person in people:
            await person.until(lambda seer, left=left: len(held(seer.now(hands[seer]))) == left)  # type: ignore[misc]
    assert all(len(person.private()) == 1 for person in people), "the hand opened by Start took the older one's place"


async def _asked(person: Person, hand: Message) -> Person:
    await person.until(lambda seer: is_asked(seer.now(hand)))
    return person


async def test_two_people_click_in_the_same_moment(bot: BotProcess, join: Join, tmp_path: Path) -> None:
    ann, bo, cleo, dana, eve = people = await join(*FOUR, club.EVE_ID)
    await open_table(ann, bo, cleo)
    lobby = await table_with(dana, "Join")
    lobby_of_eve = await table_with(eve, "Join")
    answers = await asyncio.gather(dana.click(lobby, label="Join"), eve.click(lobby_of_eve, label="Join"))
    said = sorted(says(as_message(answer)).splitlines()[0] for answer in answers)
    assert said[0] == "Every seat is taken."
    assert said[1].startswith("You sit at Phat, seat 4")
    seated = [int(person) for (person,) in rows(tmp_path, "SELECT person_id FROM seats ORDER BY seat")]
    players = [person for person in people if int(person.id) in seated]
    full = [await table_with(person, "Start") for person in players]
    await asyncio.gather(*(person.click(lobby, label="Start") for person, lobby in zip(players, full, strict=True)))
    assert rows(tmp_path, "SELECT no FROM deals") == [(1,)]

    person, hand = await first_to_play(players)
    (second_page,) = await join(person.id)
    one, other = (cards_in(hand) * 2)[:2]
    both = await asyncio.gather(
        _quietly(person.click(hand, label=one)), _quietly(second_page.click(second_page.now(hand), label=other))
    )
    assert len(rows(tmp_path, "SELECT no FROM actions")) == 1
    answered = [says(as_message(answer)) for answer in both if answer is not None]
    assert any("The table has moved on" in text for text in answered)


async def _quietly(click: object) -> Message | Modal | None:
    try:
        return await click  # type: ignore[misc, no-any-return]
    except ActionFailed:
        return None


async def test_a_stranger_is_told_that_they_have_no_seat(bot: BotProcess, join: Join) -> None:
    ann, bo, eve = await join(club.ANN_ID, club.BO_ID, club.EVE_ID)
    await open_table(ann, bo)
    lobby = await table_with(ann, "Start")
    await ann.click(lobby, label="Start")
    assert "You have no seat here." in says(await press(eve, "My hand"))
    late = await press(eve, "More")
    assert "More for this table" in says(late)
