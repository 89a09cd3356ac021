"""Playing at a table over the wire by its messages alone, as people do: nothing here knows a rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from bot.practice.club import CARD_ROOM_ID
from tests.wire.cards import in_letters
from tests.wire.driver import ActionFailed, Message, Modal, Person, buttons, labels, texts

ROOM = CARD_ROOM_ID
#: The id of a button that goes one step towards an action, as calling a card does by its suit.
_STEP = re.compile(r":draft:[a-z]+ [SHDC]$")
CARD = re.compile(r"(?:[2-9]|10|[JQKA])[♠♥♦♣]|J[+−]")


def says(message: Message) -> str:
    """Everything a message says, as one text, cards as letters and symbols."""
    return in_letters("\n".join(texts(message)))


def cards_in(message: Message) -> list[str]:
    """The cards that may be played from a hand now, as their buttons name them."""
    return [label for label in labels(message) if CARD.fullmatch(label)]


def held(hand: Message) -> list[str]:
    """The cards a hand shows as its person's own."""
    return [card for line in says(hand).splitlines() if line.startswith("### ") for card in CARD.findall(line)]


def offers(message: Message, label: str) -> bool:
    """Whether a message has this button, to be pressed."""
    return label in labels(message)


def table_message(person: Person) -> Message | None:
    """The newest public message with the table's own buttons: the one that is played at, and no call to it."""
    public = [m for m in person.messages.values() if m["ephemeral_for"] is None and not m["content"]]
    found = [m for m in public if {"Join", "My hand", "Rematch"} & {b.get("label") for b in buttons(m)}]
    return max(found, key=lambda message: int(message["id"]), default=None)


async def table_with(person: Person, label: str) -> Message:
    """The table's message, once it has this button; waits for it."""
    await person.until(lambda seer: _offered(seer, label))
    found = table_message(person)
    assert found is not None
    return found


def _offered(person: Person, label: str) -> bool:
    found = table_message(person)
    return found is not None and offers(found, label)


async def press(person: Person, label: str) -> Message:
    """Press a button of the table's message; its answer, which must be a message.

    Where the button is taken away while it is pressed, as at a deal's end, the person looks again and presses the next.
    """
    while True:
        message = await table_with(person, label)
        try:
            return as_message(await person.click(message, label=label))
        except ActionFailed as failed:
            if "no such component" not in str(failed):
                raise
            await _changed(person, message)


async def _changed(person: Person, message: Message) -> None:
    """Wait until the person sees this message otherwise, or not at all any more."""
    await person.until(lambda seer: seer.messages.get(message["id"]) != message)


def as_message(answer: Message | Modal | None) -> Message:
    """The answer, which has to be a message."""
    assert answer is not None
    assert not isinstance(answer, Modal)
    return answer


async def open_table(host: Person, *others: Person, game: str = "phat") -> list[Message]:
    """A table of this game in the card room, joined by clicks; everybody's hand message, the host's first."""
    first = as_message(await host.command("table open", channel=ROOM, game=game))
    return [first, *[await press(person, "Join") for person in others]]


async def hand_of(person: Person) -> Message:
    """The hand by the button My hand: a new message. Raises ActionFailed where the match's end has taken that away."""
    while True:
        await person.until(lambda seer: match_is_over(seer) or _offered(seer, "My hand"))
        message = table_message(person)
        assert message is not None
        try:
            return as_message(await person.click(message, label="My hand"))
        except ActionFailed as failed:
            if match_is_over(person) or "no such component" not in str(failed):
                raise
            await _changed(person, message)


async def hand_unless_over(person: Person) -> Message | None:
    """The same; None where the match is over."""
    try:
        return await hand_of(person)
    except ActionFailed:
        if not match_is_over(person):
            raise
        return None


def is_asked(hand: Message) -> bool:
    """Whether this hand has buttons for cards."""
    return bool(cards_in(hand))


def answers_in(hand: Message) -> list[dict[str, Any]]:
    """The buttons of a hand that answer what it asks, whatever that is: actions, or else the first step to one."""
    able = [button for button in buttons(hand) if not button.get("disabled")]
    steps = [button for button in able if _STEP.search(button["custom_id"])]
    return [button for button in able if ":do:" in button["custom_id"]] or steps


async def play_a_card(person: Person, hand: Message, chance: Random, card: str | None = None) -> Message:
    """Click this or any of the cards that may be played; the hand afterwards must not hold that card any more."""
    card = card or chance.choice(cards_in(hand))
    after = as_message(await person.click(hand, label=card))
    assert card not in held(after), f"{card} was not taken: {says(after)}"
    return after


async def play_deal(people: Sequence[Person], chance: Random) -> None:
    """Play one deal to its end: whoever is named as the one to play opens their hand and plays a card."""
    while True:
        asked = None
        for person in people:
            hand = await hand_unless_over(person)
            if hand is None:
                return
            if is_asked(hand):
                asked = person
                await play_a_card(person, hand, chance)
            elif is_over(hand):
                return
        if asked is None:
            # Only computers are asked for the moment; their pace is nothing.
            continue


def is_over(hand: Message) -> bool:
    """Whether the deal, or with it the match, is over as this hand tells it."""
    return offers(hand, "Next deal") or "This table has ended." in says(hand)


async def play_match(people: Sequence[Person], chance: Random) -> None:
    """Play deals until the match is over, everybody pressing Next deal between them."""
    while True:
        await play_deal(people, chance)
        hands = [await hand_unless_over(person) for person in people]
        if any(hand is None or not offers(hand, "Next deal") for hand in hands):
            return
        for person, hand in zip(people, hands, strict=True):
            assert hand is not None
            await person.click(hand, label="Next deal")


def match_is_over(person: Person) -> bool:
    """Whether the table's message tells the match's end."""
    return _offered(person, "Rematch")
