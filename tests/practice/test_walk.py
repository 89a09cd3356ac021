"""A walk through the stand-in with the real library."""

from typing import Any

from bot.practice.club import CARD_ROOM_ID
from tests.practice.small_bot import Client, Panel
from tests.wire.driver import Person, labels, texts

ROOM = CARD_ROOM_ID


async def test_a_command_a_click_and_a_private_answer(client: Client, ann: Person, bo: Person) -> None:
    async def update(interaction: Any) -> None:
        await interaction.response.edit_message(view=Panel("Changed"))

    client.handlers["p:update"] = update
    opened: Any = await ann.command("table open", channel=ROOM, game="phat", person=bo.id)
    assert texts(opened) == ["A table of Phat with Bo"]
    assert "Update" in labels(opened)
    changed: Any = await bo.click(opened, label="Update")
    assert texts(changed) == ["Changed"]
    assert texts(ann.now(opened)) == ["Changed"]
    hand: Any = await bo.command("hand", channel=ROOM)
    assert hand["ephemeral_for"] == bo.id
    assert [m["id"] for m in ann.messages.values()] == [opened["id"]]
