"""The catalogue and the code agree: every key, every placeholder, and Discord's limits on commands."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

import bot.games
from bot.games import faces
from bot.games.face import Face
from bot.practice.limits import command_list_problems
from bot.screen import sentence
from bot.store.records import EndReason
from bot.tables.commands import Why
from bot.tables.show import PLAYED_OUT
from bot.tables.views import Note
from bot.texts import PLACEHOLDER, Catalogue, Forms, Texts, catalogue, languages
from engine.actions import Reason
from engine.games import games
from engine.options import Value

BOT = Path(bot.__path__[0])
#: Keys that are put together at run time. Each is documented where it is used: refusals by their reason
#: (each has a test below), commands by the translator, what hangs on a value of the table or an option, and the
#: reasons of computer players (`bot.screen.hints`).
MADE_UP = (
    r"(refusal|ended|permission|level|clock|command)\..+",
    r"(setup|preferences)\.(about|name|value|value_about)\..+",
    r"[a-z_]+\.(title|(option|option_name|first_choice|action|refusal|counter)\..+|page\.[a-z]+\.(title|text))",
    r"([a-z_]+\.)?reason\..+",
)


def sources() -> Iterator[ast.Module]:
    elsewhere = [Path(each) for each in bot.games.__path__ if not Path(each).is_relative_to(BOT)]
    for folder in (BOT, *elsewhere):
        for path in sorted(folder.rglob("*.py")):
            if "practice" not in path.parts:
                yield ast.parse(path.read_text("utf-8"))


def literals(node: ast.expr) -> list[str]:
    """The literal keys an expression may come to."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    return []


def calls() -> Iterator[tuple[list[str], set[str] | None]]:
    """Every ``t(...)`` with its literal keys and the names given to it; None where they are given as ``**``."""
    for tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "t":
                names = {keyword.arg for keyword in node.keywords}
                given = None if None in names else {name for name in names if name}
                yield literals(node.args[0]), given


def forms(value: str | Forms) -> list[str]:
    return [value] if isinstance(value, str) else list(value.values())


def placeholders(value: str | Forms) -> set[str]:
    return {name for form in forms(value) for name in PLACEHOLDER.findall(form)}


def chosen_by(value: str | Forms) -> set[str]:
    """The parameter that chooses between the forms."""
    if isinstance(value, str):
        return set()
    if "spades" in value:
        return {"suit"}
    found = placeholders(value)
    return {"names"} if "names" in found and "n" not in found else {"n"}


@pytest.fixture(scope="module")
def english() -> Catalogue:
    return catalogue("en")


def test_every_key_in_the_code_exists(english: Catalogue) -> None:
    missing = {key for keys, _ in calls() for key in keys} - set(english)
    assert not missing


def test_every_key_in_the_catalogue_is_used(english: Catalogue) -> None:
    words = {node.value for tree in sources() for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    unused = {key for key in english if key not in words and not any(re.fullmatch(form, key) for form in MADE_UP)}
    assert not unused


def test_every_placeholder_is_filled_and_nothing_is_given_in_vain(english: Catalogue) -> None:
    for keys, given in calls():
        if given is None or not keys:
            continue
        wanted = set().union(*(placeholders(english[key]) | chosen_by(english[key]) for key in keys))
        assert given == wanted, f"{keys}: given {sorted(given)}, wanted {sorted(wanted)}"


def test_no_programmers_words(english: Catalogue) -> None:
    forbidden = re.compile(
        r"\b(null|true|false|int|string|error|exception|invalid|click|token|payload|user|database|timeout|id|"
        r"option|value|parameter|session|server error)\b",
        re.IGNORECASE,
    )
    for key, value in english.items():
        for form in forms(value):
            assert not forbidden.search(PLACEHOLDER.sub("", form)), (key, form)


REFUSALS: dict[str, dict[str, int | str]] = {
    "wrong_verb": {"verb": "discard"},
    "not_in_hand": {"card": 7},
    "must_follow": {"suit": 1},
    "must_beat": {"card": 7},
    "too_many_cards": {"n": 2},
    "chosen_twice": {"card": 7},
    "bid_too_low": {"number": 6},
    "bid_too_high": {"number": 10},
    "moon_needs_nonnegative": {"number": 10},
    "dealer_must_bid": {"number": 5},
    "own_card_called": {"card": 7},
    "wrong_discards": {"n": 4},
    "never_discard": {"card": 7},
    "free_cards_first": {"card": 7},
    "only_trumps": {"card": 7},
    "must_lead_called": {"card": 7},
    "must_play_called": {"card": 7},
    "persons_missing": {"n": 2},
    "bad_number": {"least": 1, "most": 1000},
    "not_enough_cards": {"n": 7},
    "unknown_game": {"game": "bridge"},
    "nobody_to_call": {"game": "bridge"},
    "sits_already": {"name": "Bo"},
    "invited_already": {"name": "Bo"},
    "not_welcome": {"name": "Bo"},
    "wrong_move": {"move": "play *ZZ*"},
    "unknown_match": {"match": "*zz*"},
    "missing_permissions": {"permissions": "send_messages,embed_links"},
}
#: Why a table or a rule refuses, and the one sentence for whatever went wrong on our side.
REASONS = sorted({*Reason, *Why, "broken", "broken_after"})


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("reason", REASONS)
def test_every_refusal_has_a_sentence(reason: str, language: str) -> None:
    said = sentence(Note(f"refusal.{reason}", REFUSALS.get(reason, {})), Texts(language))
    assert said[0].isupper() or said[0].isdecimal() or said[0] in "“„«", said
    assert said[-1] in ".!?", said


def test_every_way_a_table_ends_has_a_sentence_unless_the_match_was_played_out(english: Catalogue) -> None:
    said = {key.removeprefix("ended.") for key in english if key.startswith("ended.")}
    assert said == set(get_args(EndReason)) - PLAYED_OUT


def test_every_refusal_in_the_catalogue_is_one(english: Catalogue) -> None:
    told = {key.split(".")[1] for key in english if key.startswith("refusal.")}
    assert told == set(REASONS)
    for game in games().values():
        own = {key.split(".")[2] for key in english if key.startswith(f"{game.key}.refusal.")}
        assert own == set(game.own_reasons or ())


@pytest.mark.parametrize("key", sorted(games()))
def test_a_games_own_refusals_have_sentences(key: str) -> None:
    for reason in games()[key].own_reasons:
        value = catalogue("en")[f"{key}.refusal.{reason}"]
        params = dict.fromkeys((*placeholders(value), *chosen_by(value)), 1)
        said = sentence(Note(f"{key}.refusal.{reason}", params), Texts())
        assert re.fullmatch(r"[A-Z0-9“].*[.!?]", said), said


def test_what_people_typed_is_harmless_in_a_refusal() -> None:
    said = sentence(Note("refusal.wrong_move", {"move": "**@everyone** <@1> " + "x" * 500}), Texts())
    assert "@everyone" not in said
    assert "**" not in said
    assert len(said) < 220


def test_refusals_name_games_and_permissions_in_words() -> None:
    texts = Texts()
    assert "“" not in sentence(Note("refusal.unknown_game", {"game": "phat"}), texts)
    said = sentence(Note("refusal.missing_permissions", {"permissions": "view_channel,send_messages"}), texts)
    assert said.endswith("I need: View Channel and Send Messages.")


def say_generally(name: str, value: Value, texts: Texts) -> str:
    """What is said of an option that has no sentence of its own."""
    return Face[Any]("no_such_game").option(name, value, texts)


@pytest.mark.parametrize("key", sorted(faces()))
def test_every_option_of_a_game_has_its_words(key: str) -> None:
    texts, face = Texts(), faces()[key]
    for option in games()[key].options:
        values: list[Value] = [*option.offered, *((option.bounds[1],) if option.bounds else ())]
        said = [face.option(option.name, value, texts) for value in values]
        general = [say_generally(option.name, value, texts) for value in values]
        lacking = [value for value, own, usual in zip(values, said, general, strict=True) if own == usual]
        assert not lacking, f"no sentence says {option.name} = {lacking}: [option.{option.name}] of {key}.toml"
        assert len(set(said)) == len(values), said
        assert max(map(len, said)) <= 100, "a menu would cut it"
        assert texts.has(f"{key}.option_name.{option.name}"), f"the list of rules has no name for {option.name}"
        assert len(face.option_name(option.name, texts)) <= 45, "the title of a form would be cut"
        assert all("_" not in each for each in said)


@pytest.mark.parametrize("key", sorted(faces()))
def test_every_page_of_a_game_is_there(key: str) -> None:
    texts, face = Texts(), faces()[key]
    options = games()[key].settle({})
    assert face.pages
    for name in face.pages:
        assert len(face.page_title(name, texts)) <= 38
        assert 50 < len(face.page_text(name, options, texts)) < 3000


def test_command_texts_keep_discords_limits(english: Catalogue) -> None:
    """As the translator puts them together: commands, their parts and their options."""
    named = {key.removesuffix(".name"): str(value) for key, value in english.items() if key.endswith(".name")}
    commands = {key: name for key, name in named.items() if key.startswith("command.")}
    described = {key: str(english[f"{key}.description"]) for key in commands}
    assert set(described) == set(commands)
    payload = [
        {"name": name, "description": described[key], "type": 1, "options": []}
        for key, name in commands.items()
        if key.count(".") == 1 and "_" not in key
    ]
    assert not command_list_problems(payload)
    for key, name in commands.items():
        assert re.fullmatch(r"[\w-]{1,32}", name), key
        assert name == name.lower(), key
        assert 1 <= len(described[key]) <= 100, key
    choices = [str(value) for key, value in english.items() if key.startswith("command.") and key.count(".") == 3]
    assert all(1 <= len(choice) <= 100 for choice in choices)


@pytest.mark.parametrize("key", sorted(games()))
def test_every_action_of_a_game_has_its_words(key: str, english: Catalogue) -> None:
    """But cards, which are named by themselves."""
    assert {f"{key}.action.{verb}" for verb in games()[key].verbs if verb != "play"} <= set(english)
