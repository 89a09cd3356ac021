"""Emoji of cards: uploaded once, one after another; older ones deleted, nobody else's; text until a set is whole."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from functools import cache

import discord
import pytest
from discord import ui

from bot import emoji as module
from bot.drawing import tiles as drawing
from bot.drawing.tiles import Tile
from bot.emoji import CardEmoji, Drawing
from bot.practice.club import CARD_ROOM_ID
from bot.practice.server import Practice
from bot.tally import Tally
from tests.practice.small_bot import Client
from tests.wire.process import PATIENCE

tiles = cache(drawing.tiles)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0)


@pytest.fixture
async def started(client: Client) -> AsyncIterator[list[CardEmoji]]:
    """Those that a test has started; they are stopped at its end."""
    made: list[CardEmoji] = []
    yield made
    for each in made:
        await each.stop()


async def run(client: Client, made: list[CardEmoji], draw: Drawing = tiles, tally: Tally | None = None) -> CardEmoji:
    """Start, as a new process would, and wait until it has done what it can."""
    emoji = CardEmoji(client, tally or Tally(), draw)
    made.append(emoji)
    emoji.start()
    emoji.start()
    await settled(emoji)
    return emoji


async def settled(emoji: CardEmoji) -> None:
    assert emoji._task is not None
    async with asyncio.timeout(PATIENCE):
        await emoji._task


def uploads(practice: Practice) -> int:
    """How many requests to upload one there were."""
    return len([each for each in practice.world.requests if each.method == "POST" and each.path.endswith("/emojis")])


async def test_all_are_uploaded_once(practice: Practice, client: Client, started: list[CardEmoji]) -> None:
    emoji = await run(client, started)
    assert uploads(practice) == len(practice.world.emojis.all) == 93
    for style in ("two", "four"):
        shown = emoji.tiles(style)
        assert sorted(shown) == list(range(54))
        for tile in tiles(style):
            name, emoji_id = shown[tile.card].strip("<:>").split(":")
            assert name == tile.name == practice.world.emojis.all[emoji_id]["name"]
            assert practice.world.emojis.pictures[emoji_id] == ("image/png", tile.png)
    assert emoji.tiles("two")[0] == emoji.tiles("four")[0]
    assert emoji.tiles("two")[13] != emoji.tiles("four")[13]
    assert emoji.tiles("text") == {}
    again = await run(client, started)
    assert uploads(practice) == 93
    assert again.tiles("four") == emoji.tiles("four")


async def test_a_set_is_used_once_it_is_whole_and_an_upload_goes_on_where_it_stopped(
    practice: Practice,
    client: Client,
    started: list[CardEmoji],
    caplog: pytest.LogCaptureFixture,
) -> None:
    def interrupted(**counts: int) -> Drawing:
        """So many tiles of each style, and then one that Discord refuses."""

        def draw(style: str) -> Sequence[Tile]:
            refused = Tile(0, "not-a-name", tiles(style)[0].png)
            return tiles(style) if style not in counts else (*tiles(style)[: counts[style]], refused)

        return draw

    stopped = await run(client, started, interrupted(two=10))
    assert (stopped.tiles("two"), stopped.tiles("four")) == ({}, {})
    assert len(practice.world.emojis.all) == 10
    # Logged once, with Discord's code, and by nobody else.
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING] == [
        "emoji of cards are missing (Discord answers 400, code 50035); without them cards are letters and symbols"
    ]
    half = await run(client, started, interrupted(four=20))
    assert len(half.tiles("two")) == 54
    assert half.tiles("four") == {}
    # Thirteen of those twenty are spades, which look the same in both styles.
    assert len(practice.world.emojis.all) == 54 + 7
    before = uploads(practice)
    whole = await run(client, started)
    assert uploads(practice) - before == 93 - 54 - 7
    assert len(whole.tiles("four")) == 54


async def test_older_ones_of_ours_are_deleted_and_nobody_elses(
    practice: Practice,
    client: Client,
    started: list[CardEmoji],
) -> None:
    picture = tiles("two")[0].png
    names = ("9_of_spades_0000", "low_joker_0000", "9_of_spades_0001", "my_hearts", "9_of_spades")
    made = [await client.create_application_emoji(name=name, image=picture) for name in names]
    # Somebody has put this one into the developer portal by hand.
    practice.world.emojis.all[str(made[2].id)]["user"] = {**practice.world.bot.user(), "id": "5"}
    await run(client, started)
    left = {each["name"] for each in practice.world.emojis.all.values()}
    assert left.intersection(names) == {"9_of_spades_0001", "my_hearts", "9_of_spades"}
    assert len(left) == 93 + 3


async def test_where_uploads_are_refused_cards_are_text(
    practice: Practice,
    client: Client,
    started: list[CardEmoji],
    caplog: pytest.LogCaptureFixture,
) -> None:
    tally = Tally()
    practice.world.faults.fail("POST", "/emojis", status=403, code=50001)
    emoji = await run(client, started, tally=tally)
    assert (emoji.tiles("two"), emoji.tiles("four")) == ({}, {})
    assert "code 50001" in caplog.text
    assert tally.line() == "discord 50001: 1"


async def test_what_may_go_well_another_time_is_tried_again(
    practice: Practice,
    client: Client,
    started: list[CardEmoji],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(module, "AGAIN", 0)
    practice.world.faults.fail("GET", "/emojis", status=503, times=3)
    emoji = await run(client, started)
    assert len(emoji.tiles("two")) == 54
    assert len([each for each in caplog.records if each.name == "bot.emoji" and each.levelno == logging.WARNING]) == 1


async def test_a_limit_is_waited_for(practice: Practice, client: Client, started: list[CardEmoji]) -> None:
    practice.world.faults.fail("POST", "/emojis", status=429, times=2)
    emoji = await run(client, started)
    assert uploads(practice) == 93 + 2
    assert len(emoji.tiles("four")) == 54


async def test_a_mistake_of_our_own_is_logged_whole_and_leaves_text(
    client: Client,
    started: list[CardEmoji],
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(style: str) -> Sequence[Tile]:
        raise ValueError("no ink")

    emoji = await run(client, started, broken)
    assert emoji.tiles("two") == {}
    assert "no ink" in caplog.text


async def test_after_an_emoji_was_deleted_by_hand_cards_are_text_until_it_is_there_again(
    practice: Practice,
    client: Client,
    started: list[CardEmoji],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tally = Tally()
    emoji = await run(client, started, tally=tally)
    gone = discord.PartialEmoji.from_str(emoji.tiles("two")[7])
    practice.world.emojis.delete(str(gone.id))
    view = ui.LayoutView()
    view.add_item(ui.ActionRow(ui.Button(emoji=gone, label="9♠", custom_id="x")))
    monkeypatch.setattr(module, "AGAIN", 0)
    room = client.get_partial_messageable(int(CARD_ROOM_ID))
    with pytest.raises(discord.HTTPException) as refused:
        await room.send(view=view)
    tally.discord_said(refused.value)
    assert emoji.tiles("two") == {}
    await settled(emoji)
    assert len(emoji.tiles("two")) == 54
    assert emoji.tiles("two")[7] != str(gone)
    # Any other refusal of a message says nothing about emoji.
    with pytest.raises(discord.HTTPException) as refused:
        await room.send("x" * 2001)
    tally.discord_said(refused.value)
    assert len(emoji.tiles("two")) == 54


async def test_without_a_drawing_discord_is_not_asked(practice: Practice, client: Client) -> None:
    emoji = CardEmoji(client, Tally(), None)
    emoji.start()
    assert emoji._task is None
    await emoji.stop()
    assert not [each for each in practice.world.requests if "emojis" in each.path]
