"""Words on pictures have room in every language, at the fullest table too."""

import pytest

from bot.drawing import letters, trick
from bot.texts import Texts, languages


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("word", ["led", "best", "led_best"])
def test_the_word_on_a_card_stands_whole(word: str, language: str) -> None:
    narrowest = min(trick._ROOM.values())
    assert letters.width(Texts(language).t(f"picture.{word}"), trick._TAG) <= narrowest - 8
