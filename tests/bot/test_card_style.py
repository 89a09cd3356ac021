"""How cards look to whom: emoji once these are uploaded, each person's own style, and text without them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

import pytest

from bot import emoji
from bot.drawing import tiles as drawing
from bot.practice.limits import message_problems
from tests.bot.club import Club, running
from tests.bot.messages import Seen, buttons_of
from tests.bot.player import Player, members, on_turn, started
from tests.bot.test_preferences_panel import prefers

TILE = re.compile(r"<:(\w+_of_\w+_[0-9a-f]{4}):(\d+)>")
TEXT = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")
tiles = cache(drawing.tiles)


@pytest.fixture
async def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    """A club whose bot has pictures of cards."""
    monkeypatch.setattr(emoji, "PAUSE", 0)
    async with running(tmp_path, monkeypatch, drawing=tiles) as built:
        yield built


async def uploaded(club: Club) -> None:
    task = club.client.card_emoji._task
    assert task is not None
    await club.inside(_awaited(task))


async def _awaited(task: object) -> None:
    await task  # type: ignore[misc]


def names(style: str) -> set[str]:
    return {tile.name for tile in tiles(style)}


def line(hand: Seen) -> str:
    """The cards of a hand."""
    return next(each for each in hand.text.split("\n") if each.startswith("### "))


def shown(hand: Seen) -> set[str]:
    """The names of the tiles in the line of cards."""
    assert not TEXT.search(line(hand))
    return {name for name, _ in TILE.findall(line(hand))}


def beside(hand: Seen) -> list[str]:
    """The names of the emoji on the buttons of cards."""
    return [part["emoji"]["name"] for part in buttons_of(hand) if TEXT.fullmatch(part["label"]) and part.get("emoji")]


def on_the_table(club: Club) -> set[str]:
    """The names of the tiles in the table's message."""
    return {name for name, _ in TILE.findall(club.board().text)}


async def look(player: Player) -> Seen:
    await player.clicks("My hand", on=player.club.board())
    return player.hand()


async def test_each_sees_cards_in_their_own_style_and_all_the_table_in_four_colours(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await uploaded(club)
    await started(club, ann, bo)
    assert len(shown(ann.hand())) == 13
    assert shown(ann.hand()) <= names("two")
    await prefers(ann, "cards", "four")
    four = shown(await look(ann))
    assert four <= names("four")
    assert not four <= names("two")
    assert shown(bo.hand()) <= names("two")
    await prefers(bo, "cards", "text")
    assert len(TEXT.findall(line(await look(bo)))) == 13
    player = await on_turn(club, [ann, bo])
    hand = await look(player)
    assert bool(beside(hand)) is (player is ann)
    await player.plays()
    # Whose hand follows the table's by itself keeps its style.
    assert shown(ann.hand()) <= names("four")
    assert not TILE.search(bo.hand().text)
    played = on_the_table(club)
    while played <= names("two"):
        # Spades look the same in both styles.
        assert played <= names("four")
        await (await on_turn(club, [ann, bo])).plays()
        played = on_the_table(club)
    assert played <= names("four")
    for message in (ann.hand(), club.board()):
        known = {str(each) for each in club.env.backend.application_emojis}
        assert not message_problems(
            {"flags": 1 << 15, "components": [part for part in message.parts if part["type"] == 17]}, emoji_ids=known
        )


async def test_a_hand_that_is_refused_for_an_emoji_that_was_deleted_follows_in_letters(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await uploaded(club)
    await started(club, ann, bo)
    player = await on_turn(club, [ann, bo])
    other = bo if player is ann else ann
    await look(other)
    refusal = "Invalid Form Body\nIn components.0.components.3.components.0.emoji.id: Invalid emoji"
    club.env.inject_error("PATCH", "/webhooks/*", status=400, code=50035, message=refusal, times=1)
    await player.plays()
    assert any("does not know an emoji" in each for each in club.logged())
    assert len(TEXT.findall(line(other.hand()))) == 13
    assert not TILE.search(other.hand().text)


async def test_after_a_restart_the_same_emoji_are_used(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await uploaded(club)
    await started(club, ann, bo)
    before = line(ann.hand())
    count = len(club.requests("POST", "/emojis"))
    await club.restart()
    await uploaded(club)
    assert line(await look(ann)) == before
    assert len(club.requests("POST", "/emojis")) == count == 93


async def test_where_discord_takes_none_everything_is_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emoji, "PAUSE", 0)
    async with running(tmp_path, monkeypatch) as club:
        ann, bo = members(club, "Ann", "Bo")
        club.fail("POST", "/applications/*/emojis", 30008, times=None)
        club.drawing = tiles
        await club.restart()
        await uploaded(club)
        await started(club, ann, bo)
        for player in (ann, bo):
            assert len(TEXT.findall(line(player.hand()))) == 13
        await prefers(ann, "cards", "four")
        player = await on_turn(club, [ann, bo])
        await player.plays()
        assert TEXT.search(club.board().text)
        everything = [*ann.sees(), *bo.sees()]
        assert not any(TILE.search(each.text) for each in everything)
        assert not any(
            part.get("emoji") for each in everything for part in buttons_of(each) if TEXT.match(part["label"])
        )
        assert [each for each in club.logged() if "emoji" in each] == [
            "emoji of cards are missing (Discord answers 400, code 30008); without them cards are letters and symbols"
        ]
