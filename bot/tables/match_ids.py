"""What a match is called: a word that can be said across a table, ``gubana``, for the number its table has.

Syllables of a consonant and a vowel, without letters that look like others or like digits. The first one changes from
match to match; the last is made from those before it, so that one wrong letter never names another match.
"""

from __future__ import annotations

import re
from typing import Final

_CONSONANTS: Final = "bdfghkmnprstvz"
_VOWELS: Final = "aeou"
_SYLLABLES: Final = tuple(consonant + vowel for consonant in _CONSONANTS for vowel in _VOWELS)
_VALUES: Final = {syllable: value for value, syllable in enumerate(_SYLLABLES)}
#: A prime below the number of syllables. Two syllables that differ in one letter never differ by it.
_CHECK: Final = 53
#: Syllables that say the number, at least: with the check it is a word and no stammer.
_LEAST: Final = 2
_FORM: Final = re.compile(f"(?:[{_CONSONANTS}][{_VOWELS}]){{3,12}}")
_BETWEEN: Final = re.compile(r"[\s\-·.]+")


def match_id(number: int) -> str:
    """The word for a table's number; `ValueError` below 1."""
    if number < 1:
        raise ValueError(f"no table has the number {number}")
    values: list[int] = []
    while number or len(values) < _LEAST:
        number, value = divmod(number, len(_SYLLABLES))
        values.append(value)
    return "".join(_SYLLABLES[value] for value in (*values, _check(values)))


def number_of(text: str) -> int | None:
    """The table's number of a word as people type it, in capitals or in parts; None if there is no such word."""
    word = _BETWEEN.sub("", text[:100].casefold())
    if _FORM.fullmatch(word) is None:
        return None
    *values, check = (_VALUES[word[at : at + 2]] for at in range(0, len(word), 2))
    number = 0
    for value in reversed(values):
        number = number * len(_SYLLABLES) + value
    # Each match has one word: no syllable too many.
    return number if check == _check(values) and number and match_id(number) == word else None


def _check(values: list[int]) -> int:
    """Weighed by their places, so that syllables in the wrong order are found too, but for a few pairs."""
    return sum(weight * value for weight, value in enumerate(values, 2)) % _CHECK
