"""What Discord refuses, fails at, or answers late, at each place where the bot writes: every table goes on.

In each case no card is lost or counted twice, the table's message is right in the end, and nothing is asked more often
than makes sense.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.practice import club
from bot.practice.server import Practice
from bot.tables.publisher import INTERVAL
from tests.wire.conftest import Join
from tests.wire.judging import standing
from tests.wire.patient import as_impatient_as_discord
from tests.wire.player import ROOM, as_message, press, says
from tests.wire.process import PATIENCE, BotProcess, rows
from tests.wire.sitting import Sitting

EDIT = ("PATCH", f"/channels/{ROOM}/messages/")
POST = ("POST", f"/channels/{ROOM}/messages$")
DELETE = ("DELETE", f"/channels/{ROOM}/messages/")
HAND = ("PATCH", "/webhooks/")
CALLBACK = ("POST", "/callback$")
THREAD = ("POST", "/threads$")

Place = tuple[str, str]


@dataclass(frozen=True)
class Fault:
    """What Discord answers so many times."""

    status: int
    code: int = 0
    times: int = 1
    is_global: bool = False

    def at(self, practice: Practice, place: Place) -> None:
        """Order it."""
        practice.world.faults.fail(
            *place,
            status=self.status,
            code=self.code,
            times=self.times,
            retry_after=0.3,
            is_global=self.is_global,
        )


#: What passes.
PASSING = (Fault(429), Fault(429, is_global=True), Fault(500), Fault(502), Fault(503), Fault(503, times=2))


@pytest.fixture
async def sitting(bot: BotProcess, practice: Practice, join: Join, tmp_path: Path) -> AsyncIterator[Sitting]:
    """Ann and Bo at a table."""
    made = Sitting(practice, tmp_path, await join(club.ANN_ID, club.BO_ID))
    await made.sit()
    yield made
    assert [line for line in bot.lines if "Traceback" in line] == []


@pytest.mark.soak
@pytest.mark.parametrize("place", [EDIT, HAND], ids=["the table's message", "a hand by its token"])
async def test_what_passes_is_tried_again_and_no_more_often(sitting: Sitting, place: Place) -> None:
    for fault in PASSING:
        begun = sitting.practice.world.clock.now()
        asked = await sitting.asked()
        await sitting.all_well()
        fault.at(sitting.practice, place)
        assert await sitting.plays(*asked), fault
        await sitting.has_met(fault.times, begun)
        await sitting.all_well()
        assert sitting.refused(begun) == {fault.status: fault.times}, fault


@pytest.mark.soak
async def test_a_post_that_passes_is_tried_again_and_stands_once(sitting: Sitting) -> None:
    ann = sitting.people[0]
    for fault in PASSING:
        begun = sitting.practice.world.clock.now()
        (old,) = standing(sitting.practice, int(ROOM))
        fault.at(sitting.practice, POST)
        await ann.command("table show", channel=ROOM)
        await sitting.gone(old)
        await sitting.all_well()
        assert sitting.refused(begun) == {fault.status: fault.times}, fault
    # Its answer may be lost as well, or that of the message before.
    for lost in (POST, DELETE):
        (old,) = standing(sitting.practice, int(ROOM))
        sitting.practice.world.faults.lose(*lost)
        await ann.command("table show", channel=ROOM)
        await sitting.gone(old)
        await sitting.all_well()
    sitting.practice.world.faults.fail(*DELETE, status=503, times=2)
    await ann.command("table show", channel=ROOM)
    await sitting.all_well()


async def test_after_a_passing_fault_everything_is_shown(sitting: Sitting) -> None:
    """The quick part of the two above: a fault at each place at once."""
    asked = await sitting.asked()
    await sitting.all_well()
    begun = sitting.practice.world.clock.now()
    for place, fault in (
        (EDIT, Fault(503)),
        (HAND, Fault(429, is_global=True)),
        (POST, Fault(503)),
        (DELETE, Fault(502)),
    ):
        fault.at(sitting.practice, place)
    (old,) = standing(sitting.practice, int(ROOM))
    assert await sitting.plays(*asked)
    await sitting.people[0].command("table show", channel=ROOM)
    await sitting.gone(old)
    await sitting.all_well()
    assert sum(sitting.refused(begun).values()) <= 4


async def test_an_answer_that_passes_counts_once(sitting: Sitting) -> None:
    for fault in (Fault(429), Fault(500), Fault(503)):
        asked = await sitting.asked()
        fault.at(sitting.practice, CALLBACK)
        assert await sitting.plays(*asked), "within three seconds there is time for one more try"
        await sitting.all_well()


@pytest.mark.soak
async def test_an_answer_that_nobody_takes_is_not_given_again(sitting: Sitting, bot: BotProcess) -> None:
    for status, code in ((404, 10062), (401, 50027), (404, 10015), (400, 40060), (404, 10008)):
        person, hand = await sitting.asked()
        await sitting.all_well()
        begun = sitting.practice.world.clock.now()
        sitting.practice.world.faults.fail(*CALLBACK, status=status, code=code)
        with as_impatient_as_discord():
            assert not await sitting.plays(person, hand)
        await sitting.all_well()
        assert sitting.refused(begun) == {status: 1}, code
        # What the answer could not show comes over the token of the click before.
        await person.until(lambda seer, hand=hand: seer.messages[hand["id"]] != hand)  # type: ignore[misc]
        assert await sitting.play()
    assert all('"level": "info"' in line for line in bot.lines), bot.said


async def test_an_answer_that_was_lost_or_is_slow(sitting: Sitting, bot: BotProcess) -> None:
    asked = await sitting.asked()
    sitting.practice.world.faults.lose(*CALLBACK)
    assert await sitting.plays(*asked), "Discord has it, though we do not know"
    await sitting.all_well()
    for slow in (EDIT, HAND):
        sitting.practice.world.faults.delay(*slow, seconds=3.0, times=2)
    for _ in range(3):
        assert await sitting.play(), "nobody waits for a slow edit"
    await sitting.all_well()
    assert "an interaction failed" not in bot.said


async def test_an_older_hand_that_goes_slowly_keeps_no_hand_from_following(sitting: Sitting) -> None:
    person, hand = await sitting.asked()
    (other,) = [each for each in sitting.people if each is not person]
    await sitting.hand(other)
    held = sitting.practice.world.faults.hold("DELETE", "/webhooks/")
    followed = await sitting.hand(other)
    async with asyncio.timeout(PATIENCE):
        await held.met.wait()
    await sitting.plays(person, hand)
    await other.until(lambda seer: seer.messages[followed["id"]] != followed)
    held.let_go()


async def test_a_hand_that_cannot_be_reached_is_asked_for_once(sitting: Sitting) -> None:
    for status, code in ((401, 50027), (404, 10015), (404, 10008), (403, 50013)):
        for person in sitting.people:
            await sitting.hand(person)
        asked = await sitting.asked()
        await sitting.all_well()
        begun = sitting.practice.world.clock.now()
        sitting.practice.world.faults.fail(*HAND, status=status, code=code)
        await sitting.plays(*asked)
        await sitting.all_well()
        for _ in range(2):
            assert await sitting.play()
        await sitting.all_well()
        assert sitting.refused(begun) == {status: 1}, code


@pytest.mark.parametrize("kills", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["", "killed in between"])
async def test_a_message_that_takes_no_more_edits_gives_way(
    practice: Practice, join: Join, tmp_path: Path, kills: bool
) -> None:
    bot = await BotProcess.joining(practice, tmp_path)
    sitting = Sitting(practice, tmp_path, await join(club.ANN_ID, club.BO_ID))
    await sitting.sit()
    (old,) = standing(practice, int(ROOM))
    asked = await sitting.asked()
    await sitting.all_well()
    held = practice.world.faults.hold(*DELETE)
    # As often as the library tries by itself.
    practice.world.faults.fail(*EDIT, status=429, code=30046, times=5)
    begun = practice.world.clock.now()
    await sitting.plays(*asked)
    async with asyncio.timeout(PATIENCE):
        await held.met.wait()
    if kills:
        await bot.kill()
        bot = await BotProcess.joining(practice, tmp_path)
    else:
        held.let_go()
    await sitting.all_well()
    assert old["id"] not in {each["id"] for each in standing(practice, int(ROOM))}
    assert sitting.refused(begun) == {429: 5}
    held.let_go()
    assert await sitting.play()
    assert await bot.terminate() == 0


@pytest.mark.soak
async def test_a_place_that_refuses_is_asked_once_until_somebody_acts(sitting: Sitting) -> None:
    for status, code in ((403, 50013), (403, 50001), (404, 10003)):
        asked = await sitting.asked()
        await sitting.all_well()
        begun = sitting.practice.world.clock.now()
        sitting.practice.world.faults.fail(*EDIT, status=status, code=code, times=1)
        await sitting.plays(*asked)
        await sitting.has_met(1, begun)
        await asyncio.sleep(3.0)
        assert sitting.refused(begun) == {status: 1}, code
        assert await sitting.play()
        await sitting.all_well()


async def test_a_busy_table_keeps_to_the_limits(sitting: Sitting) -> None:
    begun = sitting.practice.world.clock.now()
    for _ in range(14):
        assert await sitting.play()
    lasted = sitting.practice.world.clock.now() - begun
    sent = [each for each in sitting.since(begun) if f"/channels/{ROOM}/messages" in each.path]
    assert len(sent) <= lasted / INTERVAL + 2, "the table is shown once an interval, however fast they play"
    await sitting.people[0].command("table show", channel=ROOM)
    await sitting.all_well()
    assert sitting.refused(begun) == {}, "the headers of the answers before say what is left"


async def test_the_bots_token_is_taken_from_it(practice: Practice, join: Join, tmp_path: Path) -> None:
    bot = await BotProcess.joining(practice, tmp_path)
    sitting = Sitting(practice, tmp_path, await join(club.ANN_ID))
    await sitting.sit()
    person, hand = await sitting.asked()
    await sitting.all_well()
    begun = practice.world.clock.now()
    practice.world.faults.fail("PATCH", "/channels/", status=401, times=99)
    await sitting.plays(person, hand)
    assert await bot.end() == 2
    assert sitting.refused(begun) == {401: 1}
    (sentence,) = [line for line in bot.lines if not line.startswith("{")]
    assert sentence.startswith("Discord does not know this token")
    assert "Traceback" not in bot.said


async def test_a_thread_that_is_not_made_at_once(sitting: Sitting, practice: Practice) -> None:
    ann = sitting.people[0]

    async def opens_and_reads(words: str) -> None:
        opening = {"channel": club.SECOND_TABLE_ID, "game": "phat", "place": "thread"}
        answer = as_message(await ann.command("table open", **opening))
        await ann.until(lambda seer: words in says(seer.now(answer)))

    begun = practice.world.clock.now()
    for fault in (Fault(429), Fault(500)):
        fault.at(practice, THREAD)
        await opens_and_reads("Your cards come here")
    Fault(503).at(practice, THREAD)
    await opens_and_reads("Discord does not take this just now")
    Fault(403, 50013).at(practice, THREAD)
    await opens_and_reads("I am not allowed to do that")
    assert sitting.refused(begun) == {429: 1, 500: 1, 503: 1, 403: 1}
    assert rows(sitting.home, "SELECT count(*) FROM tables") == [(3,)]
    Fault(500).at(practice, HAND)
    await opens_and_reads("Your cards come here")
    thread = max(ann.channels, key=int)
    for fault in (Fault(503), Fault(500)):
        fault.at(practice, ("PATCH", f"/channels/{thread}$"))
    await ann.command("table end", channel=thread)
    await ann.until(lambda seer: seer.channels[thread]["thread_metadata"]["archived"])


async def test_an_invitation_goes_with_its_lobby(practice: Practice, join: Join, tmp_path: Path) -> None:
    bot = await BotProcess.joining(practice, tmp_path)
    (ann,) = await join(club.ANN_ID)
    await ann.command("table open", channel=ROOM, game="phat")
    sent = as_message(await ann.command("table invite", channel=ROOM, person=club.CLEO_ID))
    async with asyncio.timeout(PATIENCE):
        while rows(tmp_path, "SELECT message_id FROM leftovers") != [(int(sent["id"]),)]:  # noqa: ASYNC110 - a file
            await asyncio.sleep(0.01)
    await bot.kill()
    bot = await BotProcess.joining(practice, tmp_path)
    practice.world.faults.fail(*DELETE, status=503)
    await press(ann, "Start")
    await ann.until(lambda seer: sent["id"] not in seer.messages)
    await Sitting(practice, tmp_path, [ann]).nothing_left()
    assert await bot.terminate() == 0
