"""Letters: what the font has, and names that it cannot write."""

from __future__ import annotations

import pytest

from bot.drawing import letters

#: A character that no font draws: what is shown for whatever is missing.
MISSING = chr(0x10FFFF)


def drawn(character: str) -> bytes:
    return bytes(letters.font(20).getmask(character))


def test_the_font_has_what_it_says() -> None:
    missing = drawn(MISSING)
    found = [chr(number) for first, last in letters.RANGES for number in range(first, last + 1)]
    assert [each for each in found if drawn(each) == missing and not each.isspace()] == []
    assert drawn("\u05d0") == missing, "what it does not name it does not have"


@pytest.mark.parametrize("text", ["Åsa Öberg", "Дмитрий Ёлкин", "Жълъдова Щерка", "Łukasz Šťastný", "Ţăran", "O’Neill"])
def test_names_of_our_languages_are_written(text: str) -> None:
    assert letters.writable(text, "1") == text


@pytest.mark.parametrize("text", ["🦊", "مريم", "花子", "", "  ", "♥♥♥", "-._", "\u202e", "🦊 !"])
def test_a_name_that_leaves_nothing_is_a_number(text: str) -> None:
    assert letters.writable(text, "3") == "3"


def test_of_a_mixed_name_the_letters_remain() -> None:
    assert letters.writable("🦊 Ann 花子 ♥", "1") == "Ann ♥"
    assert letters.writable("𝔄𝔫𝔫", "1") == "Ann"
    assert letters.writable("Ａｎｎ\n\tB", "1") == "Ann B"


def test_a_long_text_is_cut() -> None:
    cut = letters.fitting("W" * 32, 24, 200)
    assert cut.endswith("…")
    assert letters.width(cut, 24) <= 200
    assert letters.fitting("Ann", 24, 200) == "Ann"
