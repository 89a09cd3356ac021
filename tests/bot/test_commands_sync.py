"""Discord is told about the commands once, and again only when they have changed."""

from __future__ import annotations

import pytest

from bot.texts import ENGLISH, Catalogue, catalogue, languages
from tests.bot.club import Club


async def test_commands_are_sent_at_the_first_start_and_not_at_the_second(club: Club) -> None:
    assert len(club.requests("PUT", "/commands")) == 1
    assert {each["name"] for each in club.commands()} == {
        "table",
        "table-setup",
        "hand",
        "play",
        "rules",
        "leaderboard",
        "stats",
        "replay",
        "my-data",
    }
    ids = club.client.command_ids
    await club.restart()
    assert len(club.requests("PUT", "/commands")) == 1
    assert club.client.command_ids == ids


async def test_a_changed_description_is_sent_once(club: Club) -> None:
    original = club.build

    async def changed() -> object:
        client = await original()
        command = client.tree.get_command("hand")
        assert command is not None
        command.description = "Your thirteen cards"
        return client

    club.build = changed  # type: ignore[assignment, method-assign]
    await club.restart()
    assert len(club.requests("PUT", "/commands")) == 2
    assert [each["description"] for each in club.commands() if each["name"] == "hand"] == ["Your thirteen cards"]
    await club.restart()
    assert len(club.requests("PUT", "/commands")) == 2


async def test_a_changed_translation_is_sent_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(language: str) -> Catalogue:
        return {**catalogue(language), "command.hand.name": f"handen-{language}"}

    monkeypatch.setattr("bot.commands.words.catalogue", changed)
    await club.restart()
    assert len(club.requests("PUT", "/commands")) == 2
    (hand,) = (each for each in club.requests("PUT", "/commands")[-1].json if each["name"] == "hand")
    assert hand["name_localizations"]["sv-SE"] == "handen-sv"
    assert sorted(hand["name_localizations"].values()) == sorted(
        f"handen-{language}" for language in languages() if language != ENGLISH
    )
    await club.restart()
    assert len(club.requests("PUT", "/commands")) == 2


async def test_commands_that_discord_has_forgotten_are_sent_again(club: Club) -> None:
    before = club.commands()
    club.env.backend.commands[None].clear()
    await club.restart()
    assert len(club.requests("PUT", "/commands")) == 2
    assert [each["name"] for each in club.commands()] == [each["name"] for each in before]


async def test_every_command_but_the_readable_ones_is_for_servers_only(club: Club) -> None:
    assert all(each.get("dm_permission") is False or each.get("contexts") == [0] for each in club.commands())
