"""What is beside a usual match: a stranger at a table, two tables at once, hints, pictures on the table's message."""

from __future__ import annotations

from random import Random

from bot.practice import club
from bot.practice.club import SECOND_TABLE_ID
from tests.browser.tours.camera import Camera
from tests.browser.tours.hands import answer, choose, has_table, kind, open_hand, press, table_of, verbs
from tests.wire.driver import Message, Person
from tests.wire.player import ROOM, as_message

#: Seconds in which a live table reminds whoever is asked, and some more.
REMINDED = 60
#: Cards that are played for a moment worth a picture, at most.
LONGEST = 30


async def tour(camera: Camera, ann: Person, bo: Person) -> None:
    """All of it, in one evening."""
    await bo.command("table open", channel=SECOND_TABLE_ID, game="phat")
    await bo.until(lambda seer: has_table(seer, SECOND_TABLE_ID))
    await press(bo, table_of(bo, SECOND_TABLE_ID), "playnow")
    await ann.until(lambda seer: _begun(seer, SECOND_TABLE_ID))
    await camera.message("refusal-no-seat", ann, await press(ann, table_of(ann, SECOND_TABLE_ID), "hand"))
    await camera.message("table-stranger-more", ann, await press(ann, table_of(ann, SECOND_TABLE_ID), "more"))
    await press(bo, await press(bo, table_of(bo, SECOND_TABLE_ID), "more"), "end")
    await ann.until(lambda seer: not _begun(seer, SECOND_TABLE_ID))

    panel = as_message(await ann.command("table-setup", channel=ROOM))
    await choose(ann, panel, "setting", "tricks", arg="pictures")
    await ann.dismiss(panel)
    await _alone(ann, ROOM, "phat", hints=True)
    await _hint(camera, ann)
    if camera.wants("call-turn"):
        # Who plays alone is only reminded, at two thirds of their time.
        called = await ann.see(lambda message: club.ANN_ID in message["content"], REMINDED)
        await camera.message("call-turn", ann, called)
    await ann.command("table open", channel=ROOM, game="knektpass", place="thread")
    await ann.until(lambda seer: any(each.get("parent_id") == ROOM for each in seer.channels.values()))
    (thread,) = (key for key, each in ann.channels.items() if each.get("parent_id") == ROOM)
    await ann.until(lambda seer: has_table(seer, thread))
    await camera.message("lobby-in-a-thread", ann, table_of(ann, thread))
    await camera.message("read-which-table", ann, as_message(await ann.command("hand", channel=SECOND_TABLE_ID)))


async def _alone(ann: Person, channel: str, game: str, *, hints: bool = False) -> None:
    """Ann at a table of this game with computers."""
    await ann.command("table open", channel=channel, game=game)
    await ann.until(lambda seer: has_table(seer, channel))
    if hints:
        more = await press(ann, table_of(ann, channel), "more")
        await press(ann, await press(ann, more, "options"), "hints", "on")
    await press(ann, table_of(ann, channel), "playnow")
    await ann.until(lambda seer: _begun(seer, channel))


async def _hint(camera: Camera, ann: Person) -> None:
    """A hint that says why, with a trick on the table and its picture beside it."""
    for _ in range(LONGEST):
        hand = await open_hand(ann)
        if "hint" in verbs(hand) and kind(hand) == "follow":
            hinted = await press(ann, hand, "hint")
            if _lines(hinted) > _lines(hand):
                await camera.message("hand-phat-hint", ann, hinted)
                await camera.message("table-phat-picture", ann, table_of(ann))
                return
            hand = hinted
        if kind(hand) in ("lead", "follow"):
            await answer(ann, hand, Random(1))


def _lines(message: Message) -> int:
    """How many lines a message says."""

    def count(parts: list[Message]) -> int:
        return sum(
            len(str(part.get("content", "")).splitlines()) + count(part.get("components") or []) for part in parts
        )

    return count(message["components"])


def _begun(person: Person, channel: str) -> bool:
    return has_table(person, channel) and "hand" in verbs(table_of(person, channel))
