"""Every language says all that English says, in its own forms: sentences, commands, rule pages; nothing in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.games import faces
from bot.practice.limits import command_list_problems
from bot.screen import rules
from bot.texts import ENGLISH, NUMBER_FORMS, PLACEHOLDER, PLURALS, Forms, Texts, catalogue, languages
from engine.games import games
from tests.bot.club import Club

LANGUAGES = languages()
TRANSLATED = [language for language in LANGUAGES if language != ENGLISH]
#: How Discord names the languages that it has others of, or a country for.
DISCORDS = {"sv": "sv-SE"}
#: What is called the same in every language, and may stand in Latin letters among Cyrillic ones.
NAMES = frozenset(
    "Tricktable Discord SHA UTC gzip PRIVACY Phat Pitch Knektpass muck pitcher Rams gubana".casefold().split()
)
#: Words that English and Swedish share.
THE_SAME = frozenset(["normal", "lobby", "match", "pass", "person", "hand", "rating", "period"])
CYRILLIC = frozenset({"bg", "ru"})


def forms(value: str | Forms) -> dict[str, str]:
    return {"": value} if isinstance(value, str) else dict(value)


def sentences(language: str) -> Iterator[tuple[str, str, str]]:
    """Every text of a language as (key, form, text)."""
    for key, value in catalogue(language).items():
        for form, text in forms(value).items():
            yield key, form, text


def placeholders(value: str | Forms) -> set[str]:
    return {name for text in forms(value).values() for name in PLACEHOLDER.findall(text)}


def needed(language: str) -> set[str]:
    """The forms of a sentence with a number that a language has, no more and no fewer."""
    plural = PLURALS.get(language)
    return {plural(n) for n in range(200)} if plural else {"one", "other"}


def test_the_forms_of_each_language() -> None:
    assert needed("ru") == {"one", "few", "many"}
    assert needed("bg") == needed("sv") == needed("en") == {"one", "other"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_keys_and_placeholders(language: str) -> None:
    english, other = catalogue(ENGLISH), catalogue(language)
    assert set(other) == set(english)
    assert not {key for key in english if placeholders(other[key]) != placeholders(english[key])}


@pytest.mark.parametrize("language", LANGUAGES)
def test_exactly_the_forms_that_the_language_has(language: str) -> None:
    """A sentence may do without forms where it needs none; it may have them where English needs none."""
    english = catalogue(ENGLISH)
    for key, value in catalogue(language).items():
        if isinstance(value, str):
            continue
        if set(value) <= set(NUMBER_FORMS):
            assert set(value) == needed(language), key
            by = {*placeholders(english[key]), *(() if isinstance(english[key], str) else "n")}
            assert by & {"n", "names"}, f"{key}: nothing tells the form"
        else:
            assert not isinstance(english[key], str), f"{key}: nothing tells the suit"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_has_every_placeholder(language: str) -> None:
    """But for the number where it is one, and only there: the Russian singular is also that of 21."""
    counts = "n" if language not in PLURALS else ""
    for key, value in catalogue(language).items():
        wanted = placeholders(value)
        for form, text in forms(value).items():
            missing = wanted - set(PLACEHOLDER.findall(text))
            assert missing <= ({counts} if form == "one" else set()), (key, form)


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_left_in_english(language: str) -> None:
    """No text of words is the English one; among Cyrillic letters no Latin word stands but names."""
    english = {(key, form): text for key, form, text in sentences(ENGLISH)}
    for key, form, text in sentences(language):
        words = {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", bare(text))}
        if language in CYRILLIC:
            latin = {word for word in words if re.search("[a-z]", word)}
            assert latin <= NAMES, (key, latin)
        elif text == english.get((key, form)) and key != "seat.computer_names":
            assert words <= NAMES | THE_SAME, (key, text)


@pytest.mark.parametrize("language", sorted(CYRILLIC))
def test_no_word_mixes_alphabets(language: str) -> None:
    """A Latin letter that looks like a Cyrillic one cannot be searched for, nor typed as a command."""
    for key, _, text in sentences(language):
        for word in re.findall(r"\w+", bare(text)):
            assert not (re.search("[A-Za-z]", word) and re.search("[Ѐ-ӿ]", word)), (key, word)


def bare(text: str) -> str:
    """A text without its placeholders and what is typed at a computer."""
    return PLACEHOLDER.sub(" ", re.sub(r"`[^`]*`", " ", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_ends_as_one(language: str) -> None:
    """Where English has a whole sentence, with a full stop, so has every language."""
    english = catalogue(ENGLISH)
    for key, form, text in sentences(language):
        if key.startswith("list."):
            continue
        said = forms(english[key])
        first = said.get(form) or next(iter(said.values()))
        assert not first.rstrip().endswith(".") or text.rstrip()[-1:] in tuple(".!?"), (key, text)
        assert text.count("**") % 2 == 0, (key, text)
        assert text == text.strip() or english[key] != str(english[key]).strip(), (key, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_that_texts_name_are_there(language: str) -> None:
    """A text that says what to type says it as a command is called in that language."""
    said = catalogue(language)
    named = {key: str(text) for key, text in said.items() if re.fullmatch(r"command\.\w+\.name", key)}
    paths = {f"/{named[f'command.{group}.name']}" for group in ("table", "my_data")}
    for key, name in named.items():
        group = next((each for each in ("table", "my_data") if key.startswith(f"command.{each}_")), None)
        top = key in ("command.table_setup.name",) or group is None
        paths.add(f"/{name}" if top else f"/{named[f'command.{group}.name']} {name}")
    for key, _, text in sentences(language):
        if key.startswith("command."):
            continue
        for typed in re.findall(r"(?<![\w/.<])/[^\W\d_][^\s.,:;`“”»]*(?: [^\W\d_][\w-]*)?", text):
            assert any(typed == path or typed.startswith(f"{path} ") for path in paths), (key, typed)
    options = {str(text) for key, text in said.items() if re.fullmatch(r"command\.\w+\.\w+\.name", key)}
    for key in ("refusal.unknown_board", "refusal.wrong_move"):
        assert set(re.findall(r"`([^`]+)`", str(said[key]))) <= options, key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(faces()))
def test_rule_pages_of_each_language(game: str, language: str) -> None:
    """The quick start has ten lines, the words are eight or more, and every page fits its message with any option."""
    face, texts = faces()[game], Texts(language)
    found = games()[game]
    usual = found.settle({})
    short = face.page_text("short", usual, texts).strip().splitlines()
    assert [line.split(".")[0] for line in short] == [str(number) for number in range(1, 11)]
    words = face.page_text("words", usual, texts).strip().splitlines()
    assert 8 <= len(words) <= 14
    assert all(line.startswith("- **") for line in words)
    for number in range(1, len(rules.contents(face, usual)) + 1):
        assert rules.page(game, number, texts).content_length() < 4000


@pytest.mark.parametrize("language", TRANSLATED)
async def test_commands_are_registered_in_each_language(club: Club, language: str) -> None:
    """Discord is sent every name, description and choice in it, and would take them."""
    locale = DISCORDS.get(language, language)
    sent = club.requests("PUT", "/commands")[0].json
    assert not command_list_problems(sent)
    said = set(map(str, catalogue(language).values()))

    def check(node: dict[str, Any], path: str) -> None:
        for what in ("name", "description"):
            if what in node:
                told = (node.get(f"{what}_localizations") or {}).get(locale)
                assert told in said, f"{path} {node.get(what)!r}: {told!r}"
        for inner in (*(node.get("options") or ()), *(node.get("choices") or ())):
            check(inner, f"{path} {node['name']}")

    for command in sent:
        check(command, "")
