"""Names of people are harmless wherever they are shown."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.names import LONGEST, forget, plain, shown
from tests.bot.screen.positions import HOSTILE

_MARKS = "*_~|`<>[]()#@:/\\-.1 aZ{}\n\u202e\u2066\u200bשع🃏"
names = st.one_of(st.text(max_size=80), st.text(alphabet=_MARKS, max_size=60))


def unescaped(text: str) -> str:
    """What is left for Discord's markdown to read once escaped characters have become letters."""
    return re.sub(r"\\[^0-9A-Za-z\s]", "x", text)


@example("://")
@example("a://b")
@given(names)
def test_nothing_formats_mentions_or_links(name: str) -> None:
    text = shown(name)
    left = unescaped(text)
    assert not re.search(r"[*_~`|<\[\\]", left)
    assert not re.match(r"\s*(?:[#>+-]|\d+\.)", left)
    assert "://" not in left
    assert not re.search(r"@(?:everyone|here|[!&]?\d{17,20})", text)
    assert "\n" not in text


@given(names)
def test_never_longer_than_a_message_can_bear(name: str) -> None:
    assert len(plain(name)) <= LONGEST + 2
    assert len(shown(name)) <= 2 * LONGEST + 4


@given(names)
def test_directions_are_closed_again(name: str) -> None:
    text = plain(name)
    assert not re.search("[\u202a-\u202e\u2066\u2067]", text)
    assert text.count("\u2068") == text.count("\u2069")


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(name: str) -> None:
    assert not re.search(r"[*_~`|<\[\\]", unescaped(shown(name)))


def test_ordinary_names_stay_as_they_are() -> None:
    assert [shown(name) for name in ("Ann", "Åke Öberg", "Дана", "o'Neill", "x2")] == [
        "Ann",
        "Åke Öberg",
        "Дана",
        "o'Neill",
        "x2",
    ]


def test_long_names_are_shortened() -> None:
    assert plain("W" * 40) == "W" * 31 + "…"
    assert plain("W" * 32) == "W" * 32


def test_right_to_left_names_are_isolated() -> None:
    assert shown("שלום") == "\u2068שלום\u2069"
    assert plain("\u202eabc") == "abc"


def test_no_name_is_kept_once_somebodys_data_was_erased() -> None:
    assert shown("Wanda") == "Wanda"
    assert shown.cache_info().currsize
    forget()
    assert not shown.cache_info().currsize
    assert not plain.cache_info().currsize
