"""Commands: registering them, using them, choices while typing."""

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.practice.club import APPLICATION_ID, BO_ID, CARD_ROOM_ID, GUILD_ID
from bot.practice.server import Practice
from tests.practice.small_bot import Client
from tests.wire.driver import ActionFailed, Person, texts

ROOM = CARD_ROOM_ID


async def test_synced_commands_reach_the_page(client: Client, ann: Person) -> None:
    assert {c["name"] for c in ann.commands} == {"table", "hand", "play", "later", "silent", "house"}
    again = await client.tree.sync()
    assert {(str(c.id), c.name) for c in again} == {(c["id"], c["name"]) for c in ann.commands}
    client.tree.clear_commands(guild=None)
    await client.tree.sync()
    await ann.until(lambda person: person.commands == [])


async def test_one_command_at_a_time(client: Client, ann: Person) -> None:
    http = client.http
    extra: Any = {"name": "extra", "description": "d", "type": 1}
    changes: Any = {"description": "changed"}
    made = await http.upsert_global_command(APPLICATION_ID, extra)
    await http.edit_global_command(APPLICATION_ID, made["id"], changes)
    assert (await http.get_global_command(APPLICATION_ID, made["id"]))["description"] == "changed"
    await http.delete_global_command(APPLICATION_ID, made["id"])
    with pytest.raises(discord.NotFound) as refused:
        await http.get_global_command(APPLICATION_ID, made["id"])
    assert refused.value.code == 10063


async def test_a_servers_commands_hide_global_ones(client: Client, ann: Person) -> None:
    server = discord.Object(int(GUILD_ID))

    @app_commands.command(name="hand", description="Another hand")
    async def hand(interaction: discord.Interaction[Client]) -> None:
        await interaction.response.send_message("another")

    client.tree.add_command(hand, guild=server)
    await client.tree.sync(guild=server)
    answer: Any = await ann.command("hand", channel=ROOM)
    assert texts(answer) == ["another"]
    assert len(await client.tree.fetch_commands(guild=server)) == 1


async def test_too_many_and_bad_commands(client: Client) -> None:
    many: Any = [{"name": f"c{i}", "description": "d"} for i in range(101)]
    with pytest.raises(discord.HTTPException) as refused:
        await client.http.bulk_upsert_global_commands(APPLICATION_ID, many)
    assert refused.value.code == 30032
    bad: Any = [{"name": "No", "description": "d"}]
    with pytest.raises(discord.HTTPException) as refused:
        await client.http.bulk_upsert_global_commands(APPLICATION_ID, bad)
    assert refused.value.code == 50035
    with pytest.raises(discord.NotFound) as unknown:
        await client.http.bulk_upsert_global_commands(1, [])
    assert unknown.value.code == 10002


async def test_two_hundred_creations_a_day(client: Client, practice: Practice) -> None:
    hundred: Any = [{"name": f"c{i}", "description": "d"} for i in range(100)]
    other: Any = [{"name": f"d{i}", "description": "d"} for i in range(100)]
    await client.http.bulk_upsert_global_commands(APPLICATION_ID, hundred)
    await client.http.bulk_upsert_global_commands(APPLICATION_ID, hundred)
    with pytest.raises(discord.HTTPException) as refused:
        await client.http.bulk_upsert_global_commands(APPLICATION_ID, other)
    assert refused.value.code == 30034
    practice.world.clock.advance(86_400)
    await client.http.bulk_upsert_global_commands(APPLICATION_ID, other)


async def test_the_interaction_is_complete(client: Client, practice: Practice, ann: Person) -> None:
    practice.world.members[ann.id].locale = "sv-SE"
    practice.world.locale = "bg"
    await ann.command("table open", channel=ROOM, game="phat", person=BO_ID)
    seen = client.seen[-1]
    assert seen.guild is not None
    assert seen.guild.name == "Card club"
    assert isinstance(seen.channel, discord.TextChannel)
    assert seen.channel.name == "card-room"
    assert isinstance(seen.user, discord.Member)
    assert (str(seen.user.id), seen.user.display_name) == (ann.id, "Ann")
    assert seen.permissions.manage_guild
    assert seen.app_permissions.value == 309237763072
    assert seen.locale is discord.Locale.swedish
    assert seen.guild_locale is discord.Locale.bulgarian
    assert seen.context.guild
    assert seen.is_guild_integration()
    assert seen.filesize_limit == 10 * 1024 * 1024


async def test_permissions_of_the_app_can_be_set_a_channel(client: Client, practice: Practice, ann: Person) -> None:
    practice.world.channels.bot_permissions[ROOM] = 1024
    await ann.command("hand", channel=ROOM)
    assert client.seen[-1].app_permissions == discord.Permissions(view_channel=True)


async def test_options_are_checked(client: Client, ann: Person) -> None:
    for path, options, reason in (
        ("table open", {}, "required"),
        ("table open", {"game": "chess"}, "choices"),
        ("table open", {"game": "phat", "person": "5"}, "cannot be"),
        ("table open", {"game": "phat", "more": "1"}, "no option"),
        ("table", {}, "beginning"),
        ("table shut", {}, "no command"),
        ("nothing", {}, "no command"),
        ("later", {"private": "perhaps"}, "cannot be"),
    ):
        with pytest.raises(ActionFailed, match=reason):
            await ann.command(path, channel=ROOM, **options)
    with pytest.raises(ActionFailed, match="no such channel"):
        await ann.command("hand", channel="1")
    assert client.seen == []


async def test_commands_for_managers(client: Client, ann: Person, bo: Person) -> None:
    answer: Any = await ann.command("house", channel=ROOM)
    assert texts(answer) == ["As on the sheet"]
    with pytest.raises(ActionFailed, match="permission"):
        await bo.command("house", channel=ROOM)


async def test_choices_while_typing(client: Client, ann: Person) -> None:
    assert [c["value"] for c in await ann.complete("play", "move", channel=ROOM, move="")] == ["9♠", "10♦", "A♥"]
    assert [c["value"] for c in await ann.complete("play", "move", channel=ROOM, move="1")] == ["10♦"]
    answer: Any = await ann.command("play", channel=ROOM, move="9♠")
    assert texts(answer) == ["You played 9♠"]
    with pytest.raises(ActionFailed, match="no choices"):
        await ann.complete("table open", "game", channel=ROOM)
