"""A deal of Knektpass by four people's clicks, and a table of two, with the bot in a process of its own."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

from bot.practice import club
from tests.wire.cards import named
from tests.wire.conftest import Join
from tests.wire.driver import Message, Person, labels, selects
from tests.wire.player import (
    as_message,
    hand_of,
    is_asked,
    open_table,
    play_a_card,
    press,
    says,
    table_message,
    table_with,
)
from tests.wire.process import BotProcess, rows

FOUR = (club.ANN_ID, club.BO_ID, club.CLEO_ID, club.DANA_ID)
#: Seconds until somebody has to be asked what the test waits for.
PATIENCE = 60.0
RESULT = re.compile(r"^\*\*(\w+)\*\* promised (none|\d), took (?:only )?(\d): \*\*([+−]?\d+)\*\*, now", re.MULTILINE)


class Deal:
    """What each may know of the deal that has been dealt, as its rows tell it, and all that each has been sent."""

    def __init__(self, home: Path, people: Sequence[Person]) -> None:
        self._home = home
        self._heard: dict[str, list[str]] = {person.id: [] for person in people}
        self.judged = 0
        for person in people:
            person.overhear = self._heard[person.id].append

    def judge(self) -> None:
        """No frame since the last time names a card that its reader may not know."""
        heard = {who: list(frames) for who, frames in self._heard.items()}
        for frames in self._heard.values():
            frames.clear()
        known, own = self._known()
        for who, frames in heard.items():
            for frame in frames:
                assert named(frame) <= own[who] | known, frame
                self.judged += 1

    def _known(self) -> tuple[set[str], dict[str, set[str]]]:
        ((dealt, rest),) = rows(self._home, "SELECT hands, rest FROM deals WHERE no = 1")
        holders = {seat: str(who) for seat, who in rows(self._home, "SELECT seat, person_id FROM seats")}
        own = {holders[seat]: set(hand.split()) for seat, hand in enumerate(dealt.split("/"))}
        turn_up, *talon = rest.split()
        known = {turn_up}
        for seat, code in rows(self._home, "SELECT seat, code FROM actions WHERE deal_no = 1 ORDER BY no"):
            verb, *cards = code.split()
            if verb == "play":
                known.update(cards)
            elif verb == "exchange":
                own[holders[seat]].update(talon[: len(cards)])
                talon = talon[len(cards) :]
        return known, own


async def asked(people: Sequence[Person], *beginnings: str) -> tuple[Person, Message, str]:
    """Who has a button that begins like one of these on their hand now, that hand and the button.

    Or a list to choose from (and no button): so a hand asks that has nothing but trumps and aces to exchange.
    """
    async with asyncio.timeout(PATIENCE):
        while True:
            for person in people:
                hand = await hand_of(person)
                found = next((label for label in labels(hand) if label.startswith(beginnings)), None)
                if found is not None or selects(hand):
                    return person, hand, found or ""


def phase(home: Path) -> list[str]:
    return [code.split()[0] for (code,) in rows(home, "SELECT code FROM actions WHERE deal_no = 1 ORDER BY no")]


async def play_on(people: Sequence[Person], deal: Deal | None = None) -> None:
    """Click cards until the deal is over."""
    chance, over = Random(6), False
    while not over:
        for person in people:
            hand = await hand_of(person)
            over = over or "Next deal" in labels(hand)
            if is_asked(hand):
                await play_a_card(person, hand, chance)
            if deal is not None:
                deal.judge()


async def test_four_people_rob_pass_exchange_three_times_and_pay(bot: BotProcess, join: Join, tmp_path: Path) -> None:
    people = await join(*FOUR)
    await open_table(*people, game="knektpass")
    await press(people[0], "Start")
    deal = Deal(tmp_path, people)
    assert len(rows(tmp_path, "SELECT seat FROM seats")) == 4

    dealer, hand, leave = await asked(people, "Leave ")
    given = next(label for label in labels(hand) if label != leave)
    assert f"for {given}." in says(as_message(await dealer.click(hand, label=given)))
    deal.judge()
    # The dealer, who speaks last, says so now; everybody else is in.
    early = as_message(await dealer.click(await hand_of(dealer), label="Pass"))
    assert "Nobody sees it until then." in says(early)
    others = [person for person in people if person is not dealer]
    for person in others:
        hand = await hand_of(person)
        while "I'm in" not in labels(hand):
            hand = await hand_of(person)
        await person.click(hand, label="I'm in")
        deal.judge()
    assert phase(tmp_path)[:5].count("in") == 3
    assert "pass" in phase(tmp_path)

    # One card each in every round, the first of them chosen from the list.
    for turn in range(9):
        person, hand, first = await asked(others, "Exchange ", "Choose otherwise")
        if first and (turn == 0 or first == "Choose otherwise"):
            hand = as_message(await person.click(hand, label="Choose otherwise"))
        if selects(hand):
            (menu,) = selects(hand)
            hand = as_message(await person.choose(hand, menu["custom_id"], menu["options"][-1]["value"]))
        confirm = next(label for label in labels(hand) if label.startswith("Exchange "))
        assert "(promises 1 " in confirm if turn < 3 else f"(promises {turn // 3 + 1} in all)" in confirm
        after = as_message(await person.click(hand, label=confirm))
        assert "You laid away" in says(after)
        deal.judge()
    assert phase(tmp_path).count("exchange") == 9
    await play_on(people, deal)
    await table_with(dealer, "Next deal")
    assert deal.judged > 100

    summary = await people[3].see(lambda message: "deal 1 is over" in says(message))
    told = {name: (promised, int(taken), change) for name, promised, taken, change in RESULT.findall(says(summary))}
    assert set(told) == {person.name for person in others}
    assert sum(taken for _, taken, _ in told.values()) == 5
    assert any(change.startswith("+") for _, _, change in told.values()), "nine tricks were promised of five"
    assert f"{dealer.name} passed, still **12**" in says(summary)
    ledger = dict(rows(tmp_path, "SELECT person_id, points FROM ledger"))
    for person in others:
        assert ledger[int(person.id)] == -int(told[person.name][2].replace("−", "-"))
    assert ledger[int(dealer.id)] == 0


async def test_two_people_without_a_third(bot: BotProcess, join: Join, tmp_path: Path) -> None:
    people = await join(*FOUR[:2])
    await open_table(*people, game="knektpass")
    await press(people[0], "Start")
    assert len(rows(tmp_path, "SELECT seat FROM seats")) == 2
    person, hand, leave = await asked(people, "Leave ")
    await person.click(hand, label=leave)
    for _ in people:
        person, hand, _ = await asked(people, "I'm in")
        await person.click(hand, label="I'm in")
    for _ in people:
        person, hand, _ = await asked(people, "Done exchanging")
        await person.click(hand, label="Done exchanging")
    await play_on(people)
    assert sum(points for (points,) in rows(tmp_path, "SELECT points FROM ledger")) == 5


async def test_a_table_of_seven_with_two_computers(bot: BotProcess, join: Join, tmp_path: Path) -> None:
    people = await join(*FOUR, club.EVE_ID)
    hands = await open_table(*people, game="knektpass")
    assert all(f"seat {number}." in says(hand) for number, hand in enumerate(hands, 1))
    panel = await press(people[0], "More")
    for _ in range(2):
        panel = as_message(await people[0].click(panel, label="🤖 normal"))
    assert "No seat is free." in says(panel)
    await people[0].until(lambda seer: "Everybody is here" in says(table_message(seer) or {}))
    await press(people[1], "Start")
    assert len(rows(tmp_path, "SELECT seat FROM seats")) == 7
    while "between" not in (found := [kind for (kind,) in rows(tmp_path, "SELECT phase FROM tables")]):
        assert found == ["playing"]
        for person in people:
            hand = await hand_of(person)
            label = next(
                (each for each in labels(hand) if each in ("I'm in", "Done exchanging") or "Leave" in each), ""
            )
            if label:
                await person.click(hand, label=label)
            elif is_asked(hand):
                await play_a_card(person, hand, Random(1))
    told = await table_with(people[4], "Next deal")
    assert "Waiting for Ann, Bo, Cleo, Dana and Eve." in says(told)
