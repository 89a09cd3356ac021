"""What everybody sees is in the server's language, as it stands in Discord, until /table-setup sets another."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from bot.practice import club
from bot.practice.server import Practice
from tests.wire.conftest import Join
from tests.wire.driver import Message, Person
from tests.wire.player import as_message, says
from tests.wire.process import BotProcess, bot_in


def lobby(seer: Person) -> Message | None:
    """The public message of the one table there is."""
    return next((message for message in seer.messages.values() if message["ephemeral_for"] is None), None)


async def test_a_table_speaks_the_servers_language_and_a_hand_its_players(
    bot: BotProcess, practice: Practice, join: Join
) -> None:
    ann, bo = await join(club.ANN_ID, club.BO_ID)
    practice.world.speak(club.ANN_ID, "sv-SE")
    hand = as_message(await bo.command("table open", channel=club.CARD_ROOM_ID, game="phat"))
    assert "Your cards come here" in says(hand)
    await ann.until(lambda seer: lobby(seer) is not None)
    shown = lobby(ann)
    assert shown is not None
    assert "Fyra spelare" in says(shown)
    mine = as_message(await ann.click(shown, label="Gå med"))
    assert "Dina kort kommer hit" in says(mine)


def edited(practice: Practice, channel: str) -> bool:
    """Whether a message there has been edited."""
    return any(each.method == "PATCH" and f"/channels/{channel}/" in each.path for each in practice.world.requests)


async def test_after_a_restart_and_in_an_archived_thread_a_table_speaks_its_servers_language(
    practice: Practice, join: Join, tmp_path: Path
) -> None:
    """As over the internet the servers come a moment after the first requests may be made."""
    identify = practice.gateway._identify

    async def slowly(connection: Any, data: Any) -> bool:
        await asyncio.sleep(1)
        return await identify(connection, data)

    practice.gateway._identify = slowly  # type: ignore[method-assign]
    practice.world.speak(club.ANN_ID, "sv-SE")
    async with bot_in(practice, tmp_path):
        ann, bo = await join(club.ANN_ID, club.BO_ID)
        await ann.command("table open", channel=club.CARD_ROOM_ID, game="phat", place="thread")
        await ann.until(lambda seer: lobby(seer) is not None)
    (thread,) = (channel["id"] for channel in practice.world.channels.all.values() if "thread_metadata" in channel)
    practice.world.requests.clear()
    async with bot_in(practice, tmp_path):
        await ann.until(
            lambda _: any(each.method == "PATCH" and thread in each.path for each in practice.world.requests)
        )
        shown = lobby(ann)
        assert shown is not None
        assert "Fyra spelare" in says(shown)
        practice.world.channels.edit(thread, {"archived": True})
        await bo.click(shown, label="Gå med")
        # It takes no edits: the table is shown in a new message, which wakes the thread.
        old = shown["id"]
        await ann.until(lambda seer: (now := lobby(seer)) is not None and now["id"] != old)
        shown = lobby(ann)
        assert shown is not None
        assert "Fyra spelare" in says(shown)
