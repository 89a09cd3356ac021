"""A deal of Pitch by five people's clicks, with the bot in a process of its own and an ear on every wire."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

from bot.practice import club
from engine.cards import CODES
from tests.wire.cards import named
from tests.wire.conftest import Join
from tests.wire.driver import Message, Person, labels, selects
from tests.wire.pitch import PARTNER, actions, public
from tests.wire.player import (
    CARD,
    as_message,
    hand_of,
    is_asked,
    is_over,
    open_table,
    play_a_card,
    press,
    says,
    table_message,
    table_with,
)
from tests.wire.process import BotProcess, rows

#: What a button that calls a card, or goes a step towards it, has in its id.
CALL = re.compile(r":(?:do|draft):call ")
FIVE = (club.ANN_ID, club.BO_ID, club.CLEO_ID, club.DANA_ID, club.EVE_ID)


class Ears:
    """Every wire's frames since they were judged last."""

    def __init__(self, home: Path, people: Sequence[Person], hands: dict[str, set[str]]) -> None:
        self._home, self._hands = home, hands
        self._heard: dict[str, list[str]] = {person.id: [] for person in people}
        self.judged = 0
        #: Who is asked to call a card, which may be any.
        self.bidder: str | None = None
        for person in people:
            person.overhear = self._heard[person.id].append

    def judge(self, partner: str | None = None) -> None:
        """No frame names a card its reader may not know; before play only ``partner`` is told who that is."""
        heard = {who: list(frames) for who, frames in self._heard.items()}
        for frames in self._heard.values():
            frames.clear()
        # What is public is read after the frames: it can only be more than when they were sent.
        known, in_play = public(self._home), len([each for each in actions(self._home) if each[0] == "discard"]) == 5
        for who, frames in heard.items():
            for frame in frames:
                # A question of before may arrive when it has been answered.
                allowed = set(CODES) if who == self.bidder and CALL.search(frame) else self._hands[who]
                assert named(frame) <= allowed | known, frame
                assert in_play or who == partner or not PARTNER.search(frame), frame
                self.judged += 1


async def asked_to(people: Sequence[Person], *buttons: str) -> tuple[Person, Message]:
    """Who has one of these buttons on their hand now, and that hand."""
    while True:
        for person in people:
            hand = await hand_of(person)
            if set(buttons) & set(labels(hand)):
                return person, hand


async def auction(people: Sequence[Person]) -> tuple[Person, Message]:
    """The first to speak bids 5, all others pass; the bidder, who is asked for a suit, and their hand."""
    bidder, hand = await asked_to(people, "5")
    await bidder.click(hand, label="5")
    for _ in range(4):
        person, hand = await asked_to([each for each in people if each is not bidder], "Pass")
        await person.click(hand, label="Pass")
    return await asked_to([bidder], "♠ spades", "♥ hearts")


def confirm(hand: Message) -> str:
    """The button that discards."""
    return next(each for each in labels(hand) if each.startswith("Discard"))


async def choose_otherwise(person: Person, hand: Message) -> Message:
    """Discard something else than is proposed: the first cards of the list that do."""
    listed = as_message(await person.click(hand, label="Choose otherwise"))
    (menu,) = selects(listed)
    values = [option["value"] for option in menu["options"]]
    chosen = values[-menu["min_values"] :]
    return as_message(await person.choose(listed, menu["custom_id"], *chosen))


async def test_five_people_play_a_deal_and_no_wire_names_a_hidden_card_or_the_partner(
    bot: BotProcess, join: Join, tmp_path: Path
) -> None:
    people = await join(*FIVE)
    await open_table(*people, game="pitch")
    await press(people[0], "Start")
    ((dealt, widow),) = rows(tmp_path, "SELECT hands, rest FROM deals")
    seats = {str(who): seat for seat, who in rows(tmp_path, "SELECT seat, person_id FROM seats")}
    hands = {who: set(dealt.split("/")[seat].split()) for who, seat in seats.items()}
    ears = Ears(tmp_path, people, hands)

    bidder, hand = await auction(people)
    ears.judge()
    ears.bidder = bidder.id
    step = as_message(await bidder.click(hand, label=next(each for each in labels(hand) if each[0] in "♠♥♦♣")))
    await bidder.click(step, label=labels(step)[0])
    (called,) = named(labels(step)[0])
    hands[bidder.id] |= set(widow.split())
    partner = next((who for who, cards in hands.items() if called in cards and who != bidder.id), None)
    ears.judge(partner)

    for number, person in enumerate(people):
        hand = await hand_of(person)
        if number in (1, 2):
            hand = await choose_otherwise(person, hand)
        after = as_message(await person.click(hand, label=confirm(hand)))
        ears.judge(partner)
        assert ("You may change that" in says(after)) is (number < 4)
    shown = table_message(people[0])
    assert shown is not None
    await people[0].until(lambda seer: "Trick 1" in says(seer.now(shown)))

    chance, over = Random(4), False
    while not over:
        for person in people:
            hand = await hand_of(person)
            over = over or is_over(hand)
            if is_asked(hand):
                await play_a_card(person, hand, chance)
            ears.judge(partner)
    await table_with(people[4], "Next deal")
    ears.judge(partner)
    assert ears.judged > 150
    points = dict(rows(tmp_path, "SELECT person_id, points FROM ledger"))
    assert set(points) == {int(person.id) for person in people}
    summary = await people[3].see(lambda message: "deal 1 is over" in says(message))
    assert f"**{bidder.name}** bid 5" in says(summary)
    assert CARD.findall(says(summary))
