"""Sitting at a table by its controls' ids, whatever language it is in; and what a hand asks, in a word."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.screen.ids import Click, parse
from tests.wire.driver import ActionFailed, Json, Message, Person, buttons, selects
from tests.wire.player import ROOM, as_message


def clicks(message: Message, *, able: bool = True) -> list[tuple[Click, Json]]:
    """The buttons of a message with what they say; those that are off only where ``able`` is False."""
    found = [(parse(button.get("custom_id") or ""), button) for button in buttons(message)]
    return [(click, button) for click, button in found if click and not (able and button.get("disabled"))]


def verbs(message: Message) -> set[str]:
    """What may be done by this message's buttons."""
    return {click.verb for click, _ in clicks(message)}


def find(message: Message, verb: str, arg: str | None = None) -> str:
    """The id of the button with this verb, and this argument where one is given; LookupError without it."""
    for click, button in clicks(message, able=False):
        if click.verb == verb and arg in (None, click.arg):
            return str(button["custom_id"])
    raise LookupError(f"no {verb} {arg or ''} among {[click for click, _ in clicks(message)]}")


async def press(person: Person, message: Message, verb: str, arg: str | None = None) -> Message:
    """Press a button of a message; the answer, which must be a message."""
    return as_message(await person.press(message, find(person.now(message), verb, arg)))


async def choose(person: Person, message: Message, verb: str, *values: str, arg: str | None = None) -> Message:
    """Choose from the select with this verb; the answer, which must be a message."""
    for select in selects(person.now(message)):
        click = parse(select["custom_id"])
        if click is not None and click.verb == verb and arg in (None, click.arg):
            return as_message(await person.choose(message, select["custom_id"], *values))
    raise LookupError(f"no select {verb}")


def table_of(person: Person, channel: str = ROOM) -> Message:
    """The table's newest message in a channel; LookupError without one."""
    wanted = {"join", "hand", "rematch"}
    public = [
        message
        for message in person.messages.values()
        if message["ephemeral_for"] is None and message["channel_id"] == channel and not message["content"]
    ]
    found = [message for message in public if wanted & {click.verb for click, _ in clicks(message, able=False)}]
    if not found:
        raise LookupError("no table here")
    return max(found, key=lambda message: int(message["id"]))


def has_table(person: Person, channel: str = ROOM) -> bool:
    """Whether a table's message is to be seen in this channel."""
    try:
        table_of(person, channel)
    except LookupError:
        return False
    return True


async def open_hand(person: Person, channel: str = ROOM) -> Message:
    """The hand by the button of the table's message: a new message."""
    while True:
        await person.until(lambda seer: has_table(seer, channel))
        try:
            return await press(person, table_of(person, channel), "hand")
        except ActionFailed as failed:
            if "no such component" not in str(failed):
                raise
        except LookupError:
            # The match may end between two looks.
            if "rematch" in verbs(table_of(person, channel)):
                raise


def asked(hand: Message) -> list[str]:
    """What this hand's player may answer now: codes of actions, and the first steps to one."""
    return [click.arg for click, _ in clicks(hand) if click.verb in ("do", "draft") and click.decision]


def kind(hand: Message) -> str:
    """What a hand is about, in a word: what its controls would do."""
    able = clicks(hand)
    done = {click.arg.split(" ")[0] for click, _ in able if click.verb == "do"}
    off = any(click.arg.startswith("play") for click, button in clicks(hand, able=False) if button.get("disabled"))
    if {"next", "rematch"} & {click.verb for click, _ in able}:
        return "between"
    if "withdraw" in verbs(hand):
        return "promised"
    if any(click.verb == "draft" and click.arg.startswith("call ") for click, _ in able):
        return "call-suit"
    for verb in ("bid", "call", "rob"):
        if verb in done:
            return verb
    for verb in ("discard", "exchange"):
        if verb in done or any(click.verb == "draft" and click.arg == verb for click, _ in able):
            return verb if verb in done else f"{verb}-done"
    if "in" in done:
        quiet = any(click.arg == "in" and button["style"] == 2 for click, button in able)
        return "in-ahead" if quiet else "in"
    if "pass" in done:
        return "pass-ahead" if done == {"pass"} else "pass"
    if "play" in done:
        return "follow" if off else "lead"
    return "waiting"


async def answer(person: Person, hand: Message, chance: Random, *, shy: bool = False) -> Message:
    """Answer what a hand asks: bids high (passes, if ``shy``), stays in, takes what is proposed, plays any card."""
    able = clicks(hand)
    codes = [click.arg for click, _ in able if click.verb == "do"]
    bids = [code for code in codes if code.startswith("bid") and code != "bid 10"]
    passes = [code for code in codes if code == "pass" and shy and any(each.startswith("bid") for each in codes)]
    calls = [code for code in codes if code.startswith("call")]
    proposed = [code for code in codes if code.startswith(("discard", "exchange ")) or code == "in"]
    plays = [code for code in codes if code.startswith("play")]
    for chosen in (passes, bids[-1:], calls[:1], proposed[:1], [chance.choice(plays)] if plays else [], codes[:1]):
        if chosen:
            return await press(person, hand, "do", chosen[0])
    steps = [click.arg for click, _ in able if click.verb == "draft" and click.decision]
    return await press(person, hand, "draft", steps[0])


def is_asked(hand: Message) -> bool:
    """Whether something is to be answered here before the table can go on."""
    return kind(hand) not in ("waiting", "promised", "discard-done", "in-ahead", "pass-ahead") and bool(
        asked(hand) or {"next"} & verbs(hand)
    )


async def play_on(people: Sequence[tuple[Person, Message]], chance: Random) -> bool:
    """Answer for the first of these who is asked, in their open hand; whether anybody was. The first bids boldly."""
    for place, (person, hand) in enumerate(people):
        now = person.messages.get(hand["id"])
        if now is not None and is_asked(now):
            try:
                if "next" in verbs(now):
                    await press(person, now, "next")
                else:
                    await answer(person, now, chance, shy=place > 0)
            except (ActionFailed, LookupError):
                continue
            return True
    return False
