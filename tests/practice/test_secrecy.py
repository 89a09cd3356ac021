"""An ephemeral message is its person's alone: over the page, over channel routes, over the gateway."""

from typing import Any

import discord
import pytest

from bot.practice import club
from bot.practice.club import CARD_ROOM_ID
from bot.practice.server import Practice
from tests.practice.small_bot import Client, Panel
from tests.wire.driver import ActionFailed, Person, connect, texts

ROOM = CARD_ROOM_ID
SECRET = "9♠ and nothing else"


async def secret_of(client: Client, person: Person) -> Any:
    """A private message with a secret, edited once by its token."""
    made: Any = await person.command("hand", channel=ROOM)
    await client.seen[-1].edit_original_response(view=Panel(SECRET))
    await person.until(lambda _: texts(person.now(made)) == [SECRET])
    return made


async def settled(client: Client, *people: Person) -> None:
    """Everything sent so far has arrived: a public message has come after it."""
    channel: Any = client.get_channel(int(ROOM))
    mark = await channel.send("mark")
    for person in people:
        await person.until(lambda seer: str(mark.id) in seer.messages)


async def test_nobody_else_is_sent_it(client: Client, practice: Practice, ann: Person, bo: Person) -> None:
    frames: list[str] = []
    take = bo._take

    def noting(op: str, data: Any, opened: Any) -> None:
        frames.append(repr((op, data)))
        take(op, data, opened)

    bo._take = noting  # type: ignore[method-assign]
    mine = await secret_of(client, ann)
    await client.seen[-1].delete_original_response()
    await settled(client, ann, bo)
    assert mine["id"] not in ann.messages
    assert len(frames) == 1
    assert mine["id"] not in "".join(frames)
    assert SECRET not in "".join(frames)


async def test_a_page_opened_later_shows_it_to_its_person_only(client: Client, practice: Practice, ann: Person) -> None:
    mine = await secret_of(client, ann)
    for user_id, expected in ((club.ANN_ID, True), (club.BO_ID, False), (club.EVE_ID, False)):
        async with await connect(practice.page_url, user_id) as person:
            assert (mine["id"] in person.messages) is expected
            assert (SECRET in repr(person.messages)) is expected


async def test_two_pages_of_one_person_both_show_it(client: Client, practice: Practice, ann: Person) -> None:
    async with await connect(practice.page_url, club.ANN_ID) as second:
        mine = await secret_of(client, ann)
        await second.until(lambda person: mine["id"] in person.messages)


async def test_nobody_else_can_press_it_or_dismiss_it(client: Client, ann: Person, bo: Person) -> None:
    mine = await secret_of(client, ann)
    with pytest.raises(ActionFailed, match="no such message"):
        await bo.press(mine, "p:update")
    with pytest.raises(ActionFailed, match="no such message"):
        await bo.press({**mine, "id": "5"}, "p:update")
    await bo.dismiss(mine)
    await settled(client, ann, bo)
    assert mine["id"] in ann.messages


async def test_channel_routes_do_not_know_it(client: Client, ann: Person) -> None:
    mine = await secret_of(client, ann)
    channel: Any = client.get_channel(int(ROOM))
    partial = channel.get_partial_message(int(mine["id"]))
    for call in (partial.fetch(), partial.edit(content="x"), partial.delete()):
        with pytest.raises(discord.NotFound) as refused:
            await call
        assert refused.value.code == 10008
    assert [m async for m in channel.history()] == []


async def test_a_channel_message_cannot_be_private(client: Client, ann: Person, bo: Person) -> None:
    flags = discord.MessageFlags(ephemeral=True)
    params = discord.http.handle_message_parameters("for all", flags=flags)
    sent: Any = await client.http.send_message(ROOM, params=params)
    assert not sent["flags"] & 64
    await bo.until(lambda person: sent["id"] in person.messages)


async def test_another_persons_token_does_not_reach_it(client: Client, ann: Person, bo: Person) -> None:
    mine = await secret_of(client, ann)
    await bo.command("hand", channel=ROOM)
    with pytest.raises(discord.NotFound) as refused:
        await client.seen[-1].followup.edit_message(int(mine["id"]), content="x")
    assert refused.value.code == 10008


async def test_dismissing_ones_own(client: Client, ann: Person) -> None:
    mine = await secret_of(client, ann)
    await ann.dismiss(mine)
    await ann.until(lambda person: person.private() == [])
    with pytest.raises(discord.NotFound):
        await client.seen[-1].edit_original_response(view=Panel("gone"))
