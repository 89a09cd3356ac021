"""Private messages speak their reader's language, public ones the server's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import texts
from bot.commands import words
from bot.wording import texts_of
from tests.bot.club import Club
from tests.bot.player import members


@pytest.fixture
def _a_second_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue in which everything that is not given is the English text."""
    english = texts.catalogue("en")
    changed = dict(english)
    for key in ("refusal.not_seated", "lobby.title", "button.join", "hand.lobby"):
        changed[key] = f"[sv] {english[key]}"
    monkeypatch.setattr(texts, "languages", lambda: ("en", "sv"))
    for module in (texts, words):
        monkeypatch.setattr(module, "catalogue", lambda language: changed if language == "sv" else english)
    texts_of.cache_clear()
    yield
    texts_of.cache_clear()


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
