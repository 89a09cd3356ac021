"""What the practice page itself says, in each language that it offers."""

import json
import re
from pathlib import Path
from typing import Any

from bot.texts import Texts, languages

PAGE = Path(__file__).parents[2] / "bot" / "practice" / "page"
WORDS: dict[str, dict[str, str]] = json.loads(
    re.search(r"const WORDS = (\{.*?\n\});", (PAGE / "words.js").read_text("utf-8"), re.DOTALL)[1]  # type: ignore[index]
)


def used() -> set[str]:
    """The keys that the page's scripts and its frame ask for."""
    asked = r'\b(?:say|said)\("(\w+)"|data-(?:say|name)="(\w+)"'
    files = [*PAGE.glob("*.js"), PAGE / "index.html"]
    return {key for file in files for found in re.findall(asked, file.read_text("utf-8")) for key in found if key}


def test_the_page_speaks_every_language_of_the_bot() -> None:
    assert set(WORDS) == set(languages())


def test_every_word_is_there_in_every_language_with_its_values() -> None:
    shape: Any = {key: (set(re.findall(r"\{\w+\}", text)), text[:1] == " ") for key, text in WORDS["en"].items()}
    for words in WORDS.values():
        assert {key: (set(re.findall(r"\{\w+\}", text)), text[:1] == " ") for key, text in words.items()} == shape
        assert all(text.count("**") % 2 == 0 and text.strip() for text in words.values())


def test_every_word_is_used_and_every_used_one_is_there() -> None:
    assert used() == set(WORDS["en"])


def test_the_button_is_called_as_the_server_calls_it() -> None:
    assert f"**{Texts().t('button.play_now')}**" in WORDS["en"]["second"]
