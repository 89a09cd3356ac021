"""Files: sent in every way, shown in components, served back, and refused when too many or too large."""

import io
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from bot.practice.club import CARD_ROOM_ID
from tests.practice.small_bot import Client
from tests.wire.driver import Person, parts

ROOM = CARD_ROOM_ID
PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x20\0\0\0\x10" + b"rest"


def picture(name: str = "hand.png") -> discord.File:
    return discord.File(io.BytesIO(PICTURE), filename=name, description="Your hand")


def room(client: Client) -> Any:
    return client.get_channel(int(ROOM))


class Gallery(ui.LayoutView):
    def __init__(self, name: str = "hand.png") -> None:
        super().__init__()
        self.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}")))


async def fetch(url: str) -> tuple[int, bytes, str]:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.read(), answer.content_type


async def test_a_picture_in_a_channel(client: Client, ann: Person) -> None:
    sent = await room(client).send(view=Gallery(), file=picture())
    attachment = sent.attachments[0]
    assert (attachment.filename, attachment.size, attachment.description) == ("hand.png", len(PICTURE), "Your hand")
    assert (attachment.width, attachment.height) == (32, 16)
    assert await attachment.read() == PICTURE
    assert await fetch(attachment.url) == (200, PICTURE, "image/png")
    await ann.until(lambda person: bool(person.messages))
    shown = parts(ann.latest())[0]["items"][0]["media"]
    assert shown["url"] == attachment.url


async def test_a_file_shown_by_itself_has_a_name_and_a_size_and_is_fetched_from_there(
    client: Client, ann: Person
) -> None:
    view = ui.LayoutView().add_item(ui.Container(ui.File("attachment://record.json")))
    sent = await room(client).send(view=view, file=discord.File(io.BytesIO(b"{}\n"), filename="record.json"))
    await ann.until(lambda person: bool(person.messages))
    (shown,) = (part for part in parts(ann.latest()) if part["type"] == 13)
    assert (shown["name"], shown["size"], shown["file"]["url"]) == ("record.json", 3, sent.attachments[0].url)
    assert await ann.download(ann.latest()) == ("record.json", b"{}\n")
    assert (await fetch(shown["file"]["url"]))[2] == "application/json"


async def test_an_edit_replaces_or_keeps_files(client: Client) -> None:
    sent = await room(client).send(view=Gallery(), file=picture())
    old = sent.attachments[0].url
    kept = await sent.edit(view=Gallery())
    assert kept.attachments[0].url == old
    changed = await sent.edit(view=Gallery("new.png"), attachments=[picture("new.png")])
    assert [a.filename for a in changed.attachments] == ["new.png"]
    assert (await fetch(old))[0] == 404
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(view=Gallery("gone.png"))
    assert refused.value.code == 50035
    await sent.delete()
    assert (await fetch(changed.attachments[0].url))[0] == 404


async def test_files_in_answers_and_follow_ups(client: Client, ann: Person) -> None:
    await ann.command("later", channel=ROOM, private=True)
    interaction = client.seen[-1]
    edited = await interaction.edit_original_response(view=Gallery(), attachments=[picture()])
    assert edited.attachments[0].ephemeral
    more: Any = await interaction.followup.send(file=picture(), ephemeral=True, wait=True)
    assert await more.attachments[0].read() == PICTURE


async def test_a_file_as_the_first_answer(client: Client, ann: Person) -> None:
    async def answer(interaction: Any) -> None:
        await interaction.response.send_message(view=Gallery(), file=picture(), ephemeral=True)

    client.handlers["p:file"] = answer
    opened: Any = await ann.command("table open", channel=ROOM, game="phat")
    mine: Any = await ann.click(opened, label="File")
    assert mine["attachments"][0]["filename"] == "hand.png"


async def test_a_private_file_is_not_found_by_counting(client: Client, ann: Person) -> None:
    await ann.command("later", channel=ROOM, private=True)
    edited = await client.seen[-1].edit_original_response(view=Gallery(), attachments=[picture()])
    url = edited.attachments[0].url
    assert (await fetch(url.partition("?")[0]))[0] == 404
    assert (await fetch(url.partition("?")[0] + "?hm=0"))[0] == 404
    assert (await fetch(url))[0] == 200


async def test_too_many_and_too_large(client: Client) -> None:
    large = discord.File(io.BytesIO(b"0" * (10 * 1024 * 1024 + 1)), filename="large.bin")
    with pytest.raises(discord.HTTPException) as refused:
        await room(client).send(file=large)
    assert (refused.value.status, refused.value.code) == (413, 40005)
    many: Any = [picture(f"{i}.png") for i in range(11)]
    with pytest.raises(discord.HTTPException) as refused:
        await client.http.send_message(ROOM, params=discord.http.handle_message_parameters(files=many))
    assert refused.value.code == 50035
