"""A match of each game to its end: every question a hand asks, the table at that moment, summaries, a rematch.

Ann and Bo play, computers fill the table. What has been seen is not taken again; a deal's cards come from chance, so a
rare question may wait for a later deal, or stay away.
"""

from __future__ import annotations

import asyncio
import contextlib
from random import Random

from tests.browser.tours.camera import Camera, settled
from tests.browser.tours.hands import (
    answer,
    asked,
    choose,
    clicks,
    has_table,
    is_asked,
    kind,
    open_hand,
    play_on,
    press,
    table_of,
    verbs,
)
from tests.wire.driver import ActionFailed, Message, Person
from tests.wire.player import ROOM, as_message

#: Pictures of the same question at most, of one game.
OFTEN = {"lead": 2, "follow": 2}
#: What a hand and a table look like beside the game, once in a match.
DETOURS = ("refused", "tapped", "more", "paused", "minded")
#: Which option ends a match soon, with its value.
SHORT = {"phat": ("target", "61"), "pitch": ("target", "21"), "knektpass": ("start_score", "7")}


class Match:
    """One match with the pictures taken so far."""

    def __init__(self, camera: Camera, ann: Person, bo: Person, game: str) -> None:
        self._camera, self._ann, self._bo, self._game = camera, ann, bo, game
        self._chance = Random(7)
        self._seen: dict[str, int] = {}
        self._deals = 0

    async def play(self, *, short: bool) -> None:
        """From the lobby to the end; ``short``: by house rules that end it soon."""
        ann, bo = self._ann, self._bo
        self._hand = as_message(await ann.command("table open", channel=ROOM, game=self._game))
        await ann.until(has_table)
        if short:
            await self._shorten()
        await bo.until(has_table)
        self._bos = await press(bo, table_of(bo), "join")
        if self._game == "knektpass":  # where two would be enough, and never wait for one another
            more = await press(ann, table_of(ann), "more")
            await press(ann, await press(ann, more, "addcomputer", "normal"), "addcomputer", "normal")
        await press(ann, table_of(ann), "start")
        await ann.until(lambda seer: "hand" in verbs(table_of(seer)))
        while not await self._over():
            await self._look()
            if not self._camera.lacks(self._game):
                return
            if not await self._go_on():
                await self._look_again()
        await self._end()

    async def _shorten(self) -> None:
        name, value = SHORT[self._game]
        panel = await press(self._ann, await press(self._ann, table_of(self._ann), "more"), "options")
        values = await choose(self._ann, panel, "option", name)
        try:
            await choose(self._ann, values, "value", value)
        except ActionFailed:
            return

    async def _look_again(self) -> None:
        """Open the hands anew: that is quicker than to wait until they follow the table."""
        await asyncio.sleep(0.05)
        if not await self._over():
            with contextlib.suppress(LookupError):  # the match is over
                self._hand, self._bos = await open_hand(self._ann), await open_hand(self._bo)

    async def _over(self) -> bool:
        # Between the last card and the next deal there is a moment without a table to press at.
        await self._ann.until(has_table)
        return "rematch" in verbs(table_of(self._ann))

    async def _look(self) -> None:
        """Take the hand and the table, if this question is a new one."""
        hand = self._ann.messages.get(self._hand["id"])
        if hand is None:
            self._hand = await open_hand(self._ann)
            hand = self._hand
        what = kind(hand)
        if what == "between":
            await self._summary()
        n = self._seen.get(what, 0)
        if n >= OFTEN.get(what, 1):
            return
        if n and what == "lead" and self._deals == 0 and len(asked(hand)) > 7:
            return  # the second one later, with the deal well under way
        await settled(self._ann)
        hand = self._ann.messages[self._hand["id"]]
        if kind(hand) != what:
            return
        self._seen[what] = n + 1
        name = f"{self._game}-{what}{n + 1 if n else ''}"
        await self._camera.message(f"hand-{name}", self._ann, hand)
        await self._camera.message(f"table-{name}", self._ann, table_of(self._ann))
        if what in ("discard", "exchange") and is_asked(hand):
            await self._choose_cards(hand, what)
        if what == "call-suit":
            step = next(click.arg for click, _ in clicks(hand) if click.verb == "draft" and click.decision)
            await self._camera.message(
                f"hand-{self._game}-call-rank", self._ann, await press(self._ann, hand, "draft", step)
            )
        if what in ("in-ahead", "pass-ahead"):
            verb = "stand" if "stand" in verbs(hand) else "do"
            promised = await press(self._ann, hand, verb)
            await self._camera.message(f"hand-{self._game}-promised", self._ann, promised)
            await press(self._ann, promised, "withdraw")
        if what == "follow" and not n:
            await self._detours(hand)

    async def _summary(self) -> None:
        """What the first deals came to."""
        n = self._seen["summary"] = self._seen.get("summary", 0) + 1
        if n <= 2:
            await settled(self._ann)
            name = f"summary-{self._game}{n if n > 1 else ''}"
            await self._camera.message(name, self._ann, _summary(self._ann))

    async def _choose_cards(self, hand: Message, verb: str) -> None:
        """The list of cards, another choice from it, and the choice confirmed."""
        listed = await press(self._ann, hand, "draft", verb)
        await self._camera.message(f"hand-{self._game}-{verb}-list", self._ann, listed)
        done = await answer(self._ann, listed, self._chance)
        await self._camera.message(f"hand-{self._game}-{verb}-done", self._ann, done)
        self._seen[f"{verb}-done"] = 1

    async def _detours(self, hand: Message) -> None:
        """What a hand and a table look like beside the game: refusal, two taps, a pause, a computer in one's seat."""
        camera, ann, game = self._camera, self._ann, self._game
        if not any(camera.wants(f"{what}-{game}-{n}") for what in ("hand", "table") for n in DETOURS):
            return
        off = [click.arg for click, button in clicks(hand, able=False) if click.verb == "do" and button.get("disabled")]
        await camera.message(f"hand-{game}-refused", ann, await press(ann, hand, "do", off[0]))
        preferences = as_message(await ann.command("table preferences", channel=ROOM))
        await camera.message("read-preferences", ann, preferences)
        await choose(ann, preferences, "preference", "two", arg="taps")
        hand = self._hand = await open_hand(ann)
        tapped = await press(ann, hand, "draft", next(c.arg for c, _ in clicks(hand) if c.arg.startswith("play")))
        await camera.message(f"hand-{game}-tapped", ann, tapped)
        await choose(ann, preferences, "preference", "one", arg="taps")
        await ann.dismiss(preferences)
        more = await press(ann, table_of(ann), "more")
        await camera.message(f"table-{game}-more", ann, more)
        await press(ann, more, "pause")
        await camera.message(f"table-{game}-paused", ann, table_of(ann))
        hand = self._hand = await open_hand(ann)
        await camera.message(f"hand-{game}-paused", ann, hand)
        await press(ann, hand, "resume")
        more = await press(ann, table_of(ann), "more")
        self._hand = await open_hand(ann)
        if camera.wants(f"hand-{game}-minded"):
            await press(ann, more, "mind")
            await ann.until(lambda seer: "back" in verbs(seer.now(self._hand)))
            await camera.message(f"hand-{game}-minded", ann, self._hand)
            await press(ann, self._hand, "back")

    async def _go_on(self) -> bool:
        between = kind(self._ann.messages.get(self._hand["id"], self._hand)) == "between"
        moved = await play_on([(self._ann, self._hand), (self._bo, self._bos)], self._chance)
        if between and moved:
            self._deals += 1
        return moved

    async def _end(self) -> None:
        camera, ann, game = self._camera, self._ann, self._game
        await camera.message(f"final-{game}", ann, table_of(ann))
        wanted = await press(ann, table_of(ann), "rematch")
        await camera.message(f"final-{game}-rematch", ann, table_of(ann))
        await camera.message(f"final-{game}-wanted", ann, wanted)


def _summary(person: Person) -> Message:
    """The last deal's message, which stands just above the table's."""
    table = table_of(person)
    before = [
        message
        for message in person.messages.values()
        if message["ephemeral_for"] is None
        and message["channel_id"] == table["channel_id"]
        and int(message["id"]) < int(table["id"])
        and not message["content"]
    ]
    return max(before, key=lambda message: int(message["id"]))


async def tour(camera: Camera, ann: Person, bo: Person, game: str, *, short: bool) -> None:
    """A match of this game."""
    await Match(camera, ann, bo, game).play(short=short)
