"""Matches by words: short, sayable, each its own, and no slip of the pen names another."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from bot.tables.match_ids import match_id, number_of

LETTERS = "abdefghkmnoprstuvz"


@pytest.mark.parametrize("number", [*range(1, 400), 3135, 3136, 175_615, 175_616, 10**9, 10**17 - 1])
def test_a_word_leads_back_to_its_number(number: int) -> None:
    word = match_id(number)
    assert number_of(word) == number
    assert re.fullmatch("(?:[bdfghkmnprstvz][aeou])+", word)


def test_words_are_short_and_different() -> None:
    words = [match_id(number) for number in range(1, 5000)]
    assert len(set(words)) == len(words)
    assert {len(word) for word in words[:3135]} == {6}
    assert max(map(len, words)) == 8
    assert all(first[:2] != second[:2] for first, second in pairwise(words)), "neighbours differ"


def test_capitals_spaces_and_hyphens_are_read() -> None:
    word = match_id(77)
    for typed in (word.upper(), word.title(), f"  {word} ", f"{word[:2]}-{word[2:4]}-{word[4:]}", " ".join(word)):
        assert number_of(typed) == 77


def test_one_wrong_letter_names_no_match() -> None:
    for number in range(1, 3000, 7):
        word = match_id(number)
        for at, right in enumerate(word):
            for letter in LETTERS:
                if letter != right:
                    assert number_of(word[:at] + letter + word[at + 1 :]) is None


def test_most_syllables_in_the_wrong_order_name_no_match() -> None:
    words = [match_id(number) for number in range(1, 3136)]
    swapped = [word[2:4] + word[:2] + word[4:] for word in words if word[:2] != word[2:4]]
    assert sum(number_of(each) is not None for each in swapped) < len(swapped) / 500


@pytest.mark.parametrize(
    "typed",
    ["", "x", "1", "77", "bababa", "babababa", "gubanabadefo" * 3, "ｂａｂｅ", "be\nba", "табло", "-" * 500, "bo" * 60],
)
def test_what_is_no_word_names_no_match(typed: str) -> None:
    assert number_of(typed) is None


def test_no_table_below_one() -> None:
    with pytest.raises(ValueError, match="no table"):
        match_id(0)
