"""Private messages speak their reader's language, public ones the server's."""

from __future__ import annotations

import pytest

from bot import texts
from bot.commands import words
from tests.bot.club import Club
from tests.bot.player import members
from tests.bot.tongues import another_catalogue


@pytest.fixture
def _a_second_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue in which everything that is not given is the English text."""
    english = texts.catalogue("en")
    keys = ("refusal.not_seated", "lobby.title", "button.join", "hand.lobby")
    another_catalogue(monkeypatch, {key: f"[sv] {english[key]}" for key in keys})
    monkeypatch.setattr(words, "catalogue", texts.catalogue)


@pytest.mark.usefixtures("_a_second_language")
async def test_each_reads_their_own_language_and_the_channel_the_servers(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    club.locales[bo.id] = "sv-SE"
    assert (await bo.types("table leave")).text.startswith("There is no table")
    await ann.opens()
    assert "[sv]" not in club.board().text
    assert (await bo.clicks("Leave")).text.startswith("[sv]")
    assert (await bo.clicks("Join")).text.startswith("[sv]")
    assert "[sv]" not in ann.hand().text
    # A change that is pushed into an open hand keeps its reader's language.
    await ann.chooses("3", on=club.board())
    assert bo.hand().text.startswith("[sv]") or "partner" in bo.hand().text
    assert "[sv]" not in club.board().text


@pytest.mark.usefixtures("_a_second_language")
async def test_a_language_without_a_catalogue_reads_english(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    for locale in ("ja", "zh-CN", "sv", "no"):
        club.locales[bo.id] = locale
        answer = await bo.types("hand")
        assert "You have no seat here" in answer.text
    assert ann
