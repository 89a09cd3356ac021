"""Take back, a pause, somebody sent away, and a thread put away, over the wire."""

from __future__ import annotations

from pathlib import Path
from random import Random

from bot.practice import club
from bot.practice.server import Practice
from tests.wire.conftest import Join
from tests.wire.driver import labels
from tests.wire.player import ROOM, as_message, hand_of, is_asked, open_table, play_a_card, press, says, table_with
from tests.wire.process import BotProcess, rows


async def test_take_back_pause_and_kick(bot: BotProcess, join: Join, tmp_path: Path) -> None:
    people = await join(club.ANN_ID, club.BO_ID, club.CLEO_ID, club.DANA_ID)
    ann, bo = people[:2]
    await open_table(*people)
    options = as_message(await ann.click(await press(ann, "More"), label="Options"))
    as_message(await ann.click(options, label="Allow Take back"))
    await press(ann, "Start")
    hands = [await hand_of(person) for person in people]
    (player, hand) = next((person, hand) for person, hand in zip(people, hands, strict=True) if is_asked(hand))
    played = await play_a_card(player, hand, Random(1))
    (label,) = (each for each in labels(played) if each.startswith("Take back"))
    back = as_message(await player.click(played, label=label))
    assert back["id"] == played["id"]
    assert is_asked(back)
    assert [tuple(row) for row in rows(tmp_path, "SELECT no, code = 'takeback 1' FROM actions")] == [(1, 0), (2, 1)]
    assert "The table is paused" in says(as_message(await ann.command("table pause", channel=ROOM)))
    resumed = await bo.click(await table_with(bo, "Resume"), label="Resume")
    assert "Paused" not in says(as_message(resumed))
    told = as_message(await ann.command("table kick", channel=ROOM, person=club.BO_ID))
    assert "has no seat here any more" in says(told)
    assert "You were sent away" in says(as_message(await bo.click(await table_with(bo, "My hand"), label="My hand")))


async def test_the_thread_of_a_table_is_archived_when_the_table_is_over(
    practice: Practice, bot: BotProcess, join: Join
) -> None:
    (ann,) = await join(club.ANN_ID)
    await ann.command("table open", channel=ROOM, game="phat", place="thread")
    await ann.see(lambda message: "The table is open" in says(message))
    (thread,) = (each for each in practice.world.channels.all.values() if each.get("thread_metadata"))
    await ann.command("table end", channel=thread["id"])
    await ann.see(lambda message: "The host ended this table" in says(message))
    await ann.until(lambda _: thread["thread_metadata"]["archived"])
