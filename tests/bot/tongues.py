"""Words that come from no catalogue: how to find them, and a language that nobody speaks, made to find them in.

That language, ``el``, is English with a Greek letter for each Latin one. Whatever in it is still Latin was not said by
the catalogue.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot import texts, wording
from bot.texts import ENGLISH, PLACEHOLDER, catalogue
from bot.wording import texts_of

MADE_UP = "el"
_LATIN, _LETTERS = "abcdefghijklmnopqrstuvwxyz", "αβψδεφγηιξκλμνοπϙρστθωϲχυζ"
_GREEK = str.maketrans(_LATIN + _LATIN.upper(), _LETTERS + _LETTERS.upper())
#: Texts that are no words: letters of cards, and what is typed at a computer.
_AS_THEY_ARE = frozenset({"cards.ranks", "cards.low_joker", "cards.high_joker"})
#: What stands in a text and is none: mark-up of Discord's, code.
_NO_WORDS = re.compile(r"<[^<>\s][^<>]*>|```.*?```|`[^`]*`", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{3,}")
#: Where request bodies hold what people read.
_READ = frozenset({"content", "label", "placeholder", "description", "title"})
#: In every language the same, and written by Discord or by tools: names of files and their ends.
_ANYWHERE = frozenset({"json", "gzip", "python"})


def greek(text: str) -> str:
    """The text in that language; placeholders and code stay."""
    pieces = re.split(r"(\{\w+\}|`[^`]*`)", text)
    return "".join(piece if place % 2 else piece.translate(_GREEK) for place, piece in enumerate(pieces))


def another_catalogue(patch: pytest.MonkeyPatch, changed: Mapping[str, str], language: str = "sv") -> None:
    """While this test runs a language says what English does, but for these texts; whoever reads begins anew."""
    english = catalogue(ENGLISH)
    both = {ENGLISH: english, language: {**english, **changed}}
    patch.setattr(texts, "catalogue", both.__getitem__)
    patch.setattr(texts, "languages", lambda: (ENGLISH, language))
    patch.setattr(wording, "texts_of", cache(texts.Texts))


@contextmanager
def made_up_language(folder: Path) -> Iterator[str]:
    """While this lasts there is the language that nobody speaks, its catalogue in this folder."""
    said = {
        key: value
        if key in _AS_THEY_ARE
        else greek(value)
        if isinstance(value, str)
        else {form: greek(each) for form, each in value.items()}
        for key, value in catalogue(ENGLISH).items()
    }
    lines = [f"{json.dumps(key)} = {_toml(value)}" for key, value in said.items()]
    (folder / f"{MADE_UP}.toml").write_text("\n".join(lines), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "LOCALES", [*texts.LOCALES, folder])
        _forget()
        yield MADE_UP
    _forget()


def _toml(value: str | Mapping[str, str]) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return "{ " + ", ".join(f"{form} = {_toml(each)}" for form, each in value.items()) + " }"


def _forget() -> None:
    for remembered in (texts.catalogue, texts_of, words):
        remembered.cache_clear()


@cache
def words(language: str) -> frozenset[str]:
    """All words of a language's catalogue."""
    said: list[str] = []
    for value in catalogue(language).values():
        said += [value] if isinstance(value, str) else value.values()
    return frozenset(each for text in said for each in _words_in(PLACEHOLDER.sub(" ", text)))


def strays(text: str, languages: Iterable[str], names: Iterable[str] = ()) -> set[str]:
    """The words of a text that no catalogue of these languages has, and that are no part of these names."""
    allowed = set().union(_ANYWHERE, *map(words, languages), *(_words_in(name) for name in names))
    return _words_in(text) - allowed


def _words_in(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(_NO_WORDS.sub(" ", text))}


def texts_in(body: Any, *, suggestions: bool = False) -> Iterator[str]:
    """What people read of a request's body: texts, labels, titles of forms; with ``suggestions`` names of choices."""
    if isinstance(body, list):
        for each in body:
            yield from texts_in(each, suggestions=suggestions)
    elif isinstance(body, dict):
        for key, value in body.items():
            if isinstance(value, str):
                if key in _READ or (suggestions and key == "name"):
                    yield value
            else:
                yield from texts_in(value, suggestions=suggestions or key == "choices")
