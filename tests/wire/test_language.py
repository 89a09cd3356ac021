"""What everybody sees is in the server's language, as it stands in Discord, until /table-setup sets another."""

from __future__ import annotations

from bot.practice import club
from bot.practice.server import Practice
from tests.wire.conftest import Join
from tests.wire.driver import Message, Person
from tests.wire.player import as_message, says
from tests.wire.process import BotProcess


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
