"""Messages in channels, threads, the server and its people, with the real library."""

from typing import Any

import discord
import pytest
from discord import ui

from bot.practice import club
from bot.practice.club import BO_ID, CARD_ROOM_ID, GUILD_ID, SECOND_TABLE_ID
from bot.practice.server import Practice
from tests.practice.small_bot import Client, Panel
from tests.wire.driver import Person, buttons, texts

ROOM = CARD_ROOM_ID


def room(client: Client) -> Any:
    return client.get_channel(int(ROOM))


async def refused(call: Any) -> int:
    """The code with which Discord refuses a call."""
    with pytest.raises(discord.HTTPException) as refusal:
        await call
    return refusal.value.code


async def test_send_edit_fetch_delete(client: Client, ann: Person) -> None:
    sent = await room(client).send(view=Panel("One"))
    await ann.until(lambda person: str(sent.id) in person.messages)
    assert ann.latest(ROOM)["flags"] == 1 << 15
    edited = await sent.edit(view=Panel("Two"))
    assert edited.id == sent.id
    await ann.until(lambda person: texts(person.messages[str(sent.id)]) == ["Two"])
    fetched = await room(client).fetch_message(sent.id)
    assert fetched.edited_at is not None
    assert fetched.author == client.user
    other = await room(client).send("words")
    assert [m.id async for m in room(client).history()] == [other.id, sent.id]
    assert [m.id async for m in room(client).history(before=other)] == [sent.id]
    assert [m.id async for m in room(client).history(after=sent)] == [other.id]
    await sent.delete()
    await ann.until(lambda person: str(sent.id) not in person.messages)
    assert await refused(sent.edit(view=Panel("Three"))) == 10008
    assert await refused(sent.delete()) == 10008
    assert await refused(room(client).fetch_message(5)) == 10008


async def test_what_is_sent_again_with_its_nonce_within_minutes_is_the_first_message(
    client: Client, practice: Practice
) -> None:
    first = await room(client).send("words", nonce="again")
    assert (await room(client).send("words", nonce="again")).id == first.id
    assert (await room(client).send("words", nonce="other")).id != first.id
    assert (await room(client).send("words")).id != first.id
    practice.world.clock.advance(181)
    assert (await room(client).send("words", nonce="again")).id != first.id


async def test_unknown_channel(client: Client) -> None:
    assert await refused(client.get_partial_messageable(5).send("x")) == 10003
    assert await refused(client.fetch_channel(5)) == 10003


async def test_missing_permissions(client: Client, practice: Practice, tmp_path: Any) -> None:
    held = practice.world.channels.bot_permissions
    sent = await room(client).send("x")
    held[ROOM] = club.BOT_PERMISSIONS & ~club.VIEW_CHANNEL
    assert await refused(room(client).send("x")) == 50001
    assert await refused(sent.edit(content="y")) == 50001
    assert await refused(client.fetch_channel(int(ROOM))) == 50001
    held[ROOM] = club.BOT_PERMISSIONS & ~club.SEND_MESSAGES
    assert await refused(room(client).send("x")) == 50013
    assert await refused(room(client).typing().wrapped_typer()) == 50013
    await sent.edit(content="own messages may still be changed")
    held[ROOM] = club.BOT_PERMISSIONS & ~club.ATTACH_FILES
    assert await refused(room(client).send(file=discord.File(__file__))) == 50013
    held[ROOM] = club.BOT_PERMISSIONS & ~club.EMBED_LINKS
    assert await refused(room(client).send(embed=discord.Embed(title="t"))) == 50013
    held[ROOM] = club.BOT_PERMISSIONS & ~club.READ_HISTORY
    assert await refused(room(client).fetch_message(sent.id)) == 50013
    assert [m async for m in room(client).history()] == []
    held[ROOM] = club.BOT_PERMISSIONS & ~club.CREATE_PUBLIC_THREADS
    assert await refused(sent.create_thread(name="t")) == 50013
    del held[ROOM]
    await room(client).send("x")


async def test_form_errors_come_back_nested(client: Client) -> None:
    view = ui.LayoutView()
    view.add_item(ui.ActionRow(ui.Button(label="a", custom_id="same"), ui.Button(label="b", custom_id="same")))
    with pytest.raises(discord.HTTPException) as refusal:
        await room(client).send(view=view)
    assert refusal.value.code == 50035
    assert "components.0.components.1.custom_id" in refusal.value.text
    assert await refused(room(client).send("")) == 50006
    assert await refused(room(client).send("x" * 2001)) == 50035


async def test_other_peoples_messages(client: Client, ann: Person) -> None:
    await ann.say(ROOM, f"hello <@{BO_ID}>")
    await ann.until(lambda person: bool(person.messages))
    said = ann.latest()
    assert [user["username"] for user in said["mentions"]] == ["bo"]
    message = await room(client).fetch_message(int(said["id"]))
    assert message.author.name == "ann"
    assert await refused(message.edit(content="changed")) == 50005
    assert await refused(message.delete()) == 50013


async def test_mentions_follow_what_is_allowed(client: Client, ann: Person) -> None:
    one = ui.LayoutView()
    one.add_item(ui.TextDisplay(f"Your turn <@{BO_ID}> and <@{ann.id}>"))
    sent = await room(client).send(
        view=one, allowed_mentions=discord.AllowedMentions(users=[discord.Object(int(BO_ID))])
    )
    assert [str(user.id) for user in sent.mentions] == [BO_ID]
    silent = await room(client).send(view=one, allowed_mentions=discord.AllowedMentions.none())
    assert silent.mentions == []


async def test_threads(client: Client, ann: Person) -> None:
    thread = await room(client).create_thread(name="A table", type=discord.ChannelType.public_thread)
    await ann.until(lambda person: str(thread.id) in person.channels)
    assert ann.channels[str(thread.id)]["parent_id"] == ROOM
    assert client.get_channel(thread.id) is not None
    sent = await thread.send(view=Panel("In the thread"))
    answer: Any = await ann.command("hand", channel=str(thread.id))
    assert answer["channel_id"] == str(thread.id)
    assert isinstance(client.seen[-1].channel, discord.Thread)
    await thread.edit(archived=True)
    await ann.until(lambda person: person.channels[str(thread.id)]["thread_metadata"]["archived"])
    assert await refused(sent.edit(view=Panel("x"))) == 50083
    assert await refused(thread.edit(name="other")) == 50083
    await thread.send("a message opens it again")
    await ann.until(lambda person: not person.channels[str(thread.id)]["thread_metadata"]["archived"])
    await sent.edit(view=Panel("Again"))
    assert await refused(thread.edit(locked=True)) == 50013
    assert await refused(thread.delete()) == 50013


async def test_a_locked_thread_stays_shut(client: Client, practice: Practice) -> None:
    thread = await room(client).create_thread(name="A table", type=discord.ChannelType.public_thread)
    practice.world.channels.bot_permissions[str(thread.id)] = club.BOT_PERMISSIONS | club.MANAGE_THREADS
    await thread.edit(archived=True, locked=True)
    assert await refused(thread.send("x")) == 50083


async def test_threads_from_messages(client: Client, ann: Person) -> None:
    sent = await room(client).send("the start")
    thread = await sent.create_thread(name="A table")
    assert thread.id == sent.id
    assert await refused(sent.create_thread(name="again")) == 160004
    assert await refused(room(client).create_thread(name="private")) == 50013
    assert await refused(room(client).create_thread(name="", type=discord.ChannelType.public_thread)) == 50035
    nested: Any = client.http.start_thread_without_message
    made = nested(thread.id, name="t", auto_archive_duration=60, type=11)
    assert await refused(made) == 50035
    guild: Any = client.get_guild(int(GUILD_ID))
    assert [t.id for t in await guild.active_threads()] == [thread.id]


async def test_a_deleted_channel_is_gone_with_its_threads(client: Client, practice: Practice, ann: Person) -> None:
    thread = await room(client).create_thread(name="A table", type=discord.ChannelType.public_thread)
    other: Any = client.get_channel(int(SECOND_TABLE_ID))
    kept = await other.send("stays")
    channel = room(client)
    await channel.send("goes")
    practice.world.delete_channel(ROOM)
    await ann.until(lambda person: set(person.channels) == {SECOND_TABLE_ID})
    assert list(ann.messages) == [str(kept.id)]
    assert await refused(thread.send("x")) == 10003
    assert await refused(channel.send("x")) == 10003
    made = practice.world.channels.create("third-table")
    await ann.until(lambda person: made["id"] in person.channels)


async def test_the_server_and_its_people(client: Client, practice: Practice) -> None:
    guild = await client.fetch_guild(int(GUILD_ID))
    assert guild.name == "Card club"
    member = await guild.fetch_member(int(BO_ID))
    assert member.display_name == "Bo"
    assert (await client.fetch_user(int(BO_ID))).name == "bo"
    assert {c.name for c in await guild.fetch_channels()} == {"card-room", "second-table"}
    assert {role.name for role in await guild.fetch_roles()} == {"@everyone", "Tricktable"}
    assert await refused(guild.fetch_member(5)) == 10007
    assert await refused(client.fetch_user(5)) == 10013
    assert await refused(client.fetch_guild(5)) == 10004
    assert (await client.fetch_channel(int(ROOM))).id == int(ROOM)
    practice.world.remove_bot()
    assert await refused(client.fetch_guild(int(GUILD_ID))) == 50001


async def test_application_emoji(client: Client, ann: Person) -> None:
    picture = b"\x89PNG\r\n\x1a\n" + b"\0" * 40
    emoji = await client.create_application_emoji(name="hearts", image=picture)
    assert [e.name for e in await client.fetch_application_emojis()] == ["hearts"]
    view = ui.LayoutView()
    view.add_item(ui.ActionRow(ui.Button(emoji=emoji, custom_id="e")))
    sent = await room(client).send(view=view)
    # The library sends the id as a number, which is too large for a page; Discord gives it back as a string.
    await ann.until(lambda seer: str(sent.id) in seer.messages)
    (shown,) = buttons(ann.messages[str(sent.id)])
    assert shown["emoji"]["id"] == str(emoji.id)
    assert await emoji.edit(name="spades") is not None
    assert (await client.fetch_application_emoji(emoji.id)).name == "spades"
    await emoji.delete()
    with pytest.raises(discord.HTTPException) as refusal:
        await sent.edit(view=view)
    assert "Invalid emoji" in str(refusal.value)
    assert await refused(client.fetch_application_emoji(emoji.id)) == 10014
    assert await refused(client.create_application_emoji(name="x", image=picture)) == 50035
    large = picture + b"\0" * 256 * 1024
    assert await refused(client.create_application_emoji(name="large", image=large)) == 50035


async def test_what_a_manager_could_do(client: Client, practice: Practice, ann: Person) -> None:
    held = practice.world.channels.bot_permissions
    assert await refused(room(client).edit(name="other")) == 50013
    assert await refused(room(client).delete()) == 50013
    held[ROOM] = club.BOT_PERMISSIONS | club.MANAGE_CHANNELS | club.MANAGE_THREADS
    await room(client).edit(name="other")
    await ann.until(lambda person: person.channels[ROOM]["name"] == "other")
    thread = await room(client).create_thread(name="A table", type=discord.ChannelType.public_thread)
    await thread.edit(name="Another", auto_archive_duration=60)
    await ann.until(lambda person: person.channels[str(thread.id)]["name"] == "Another")
    await thread.delete()
    await ann.until(lambda person: str(thread.id) not in person.channels)
    await room(client).delete()
    await ann.until(lambda person: ROOM not in person.channels)


async def test_a_message_becomes_components_v2_for_good(client: Client) -> None:
    sent = await room(client).send("words")
    assert await refused(sent.edit(view=Panel("x"))) == 50035
    changed = await sent.edit(content=None, view=Panel("x"))
    assert changed.flags.components_v2
    assert changed.content == ""
    assert await refused(changed.edit(view=None)) == 50006


async def test_an_answer_to_a_message(client: Client, ann: Person) -> None:
    first = await room(client).send("first")
    second = await first.reply("second")
    assert second.reference is not None
    assert second.reference.message_id == first.id
    assert await refused(first.add_reaction("♠")) == 50013
    async with room(client).typing():
        pass
    await client.http.join_thread(int(ROOM))


async def test_the_oldest_messages_are_forgotten(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    messages = practice.world.messages
    monkeypatch.setattr("bot.practice.messages._KEPT_MESSAGES", 3)
    made = [messages.create(ROOM, practice.world.bot.user(), {"content": str(number)}) for number in range(5)]
    assert [m.id for m in messages.visible(ROOM, None)] == [m.id for m in made[2:]]
