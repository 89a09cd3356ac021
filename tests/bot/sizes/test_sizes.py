"""Every request body of every view, in every language and in one two fifths longer, held against Discord's limits.

`test_every_view_is_tried` and `test_every_text_is_tried` find what a new view or a new sentence leaves untried.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

import pytest

import bot
from bot.practice.limits import command_problems
from bot.practice.limits.numbers import CHOICE_NAME, EMOJI_NAME
from bot.screen import buttons
from bot.texts import PLACEHOLDER, Forms, Texts, catalogue, languages
from engine.cards import PACK_54
from tests.bot.sizes import matches, notes, panels
from tests.bot.sizes.bodies import Body, Scene, strings, wider
from tests.bot.sizes.longer import Listening, Longer, longer, longer_catalogue

LONGER = "longer"
#: Letters of a label that a phone shows, placeholders not counted.
READABLE = 38
#: The longer language with cards as tiles, whose names are as long as Discord takes.
TILED = "longer, with tiles"
TILES = dict.fromkeys(PACK_54, f"<:{'x' * EMOJI_NAME}:{2**63 - 1}>")
LANGUAGES = (*languages(), LONGER, TILED)
SCENES: tuple[Scene, ...] = (
    matches.tables,
    matches.behind_more,
    matches.hands,
    matches.hands_at_rest,
    matches.hints,
    matches.ends,
    matches.with_pictures,
    matches.replays,
    matches.typed,
    matches.without_a_face,
    notes.notes,
    panels.lobbies,
    panels.behind_more,
    panels.rule_panels,
    panels.setups,
    panels.own_preferences,
    panels.own_data,
    panels.leaderboards,
    panels.records_of_people,
    panels.rule_pages,
    panels.helping,
    panels.looking_back,
    panels.calling,
    panels.which_table,
)


def texts_in(language: str) -> Texts:
    if language == TILED:
        return Longer().with_tiles(TILES)
    return Longer() if language == LONGER else Texts(language)


def name_of(scene: Scene) -> str:
    return f"{scene.__module__.rpartition('.')[2]}.{scene.__name__}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", SCENES, ids=name_of)
async def test_every_body_is_within_discords_limits(
    scene: Scene, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A label that is cut says too little: it has to fit by itself.
    monkeypatch.setattr(buttons, "_LABEL", 10_000)
    seen = 0
    for body in scene(texts_in(language)):
        seen += 1
        for payload in (body.payload, wider(body.payload)):
            assert not (found := body.check(payload)), ([str(problem) for problem in found], longest(body))
    assert seen


def longest(body: Body) -> list[str]:
    """What takes most room in it, for whoever reads the failure."""
    return sorted(strings(body.payload), key=len)[-3:]


@pytest.mark.parametrize("language", [*languages(), LONGER])
def test_commands_are_within_discords_limits(language: str) -> None:
    said = longer_catalogue() if language == LONGER else catalogue(language)
    named = {key.removesuffix(".name"): str(said[key]) for key in said if re.fullmatch(r"command\..+\.name", key)}
    described = {key: str(said[f"{key}.description"]) for key in named}
    payloads = [{"name": name, "description": described[key], "type": 1} for key, name in named.items()]
    for payload in (*payloads, *wider(payloads)):
        assert not command_problems(payload), payload
    choices = [str(said[key]) for key in said if re.fullmatch(r"command\.(\w+\.){2}\w+", key)]
    assert all(1 <= len(wider(each)) <= CHOICE_NAME for each in choices)


@pytest.mark.parametrize("language", languages())
def test_labels_can_be_read_on_a_phone(language: str) -> None:
    labels = {key: value for key, value in catalogue(language).items() if re.fullmatch(r"button\.\w+", key)}
    assert {key: value for key, value in labels.items() if len(PLACEHOLDER.sub("", str(value))) > READABLE} == {}


# --- That nothing is left out -----------------------------------------------------------------------

SCREENS = Path(bot.__path__[0]) / "screen"
#: What makes no view: the sending of them, what reads ids, whom a message may notify, what is done once.
NO_VIEWS = {
    ("discord.py", None),
    ("ids.py", None),
    ("illustrating.py", None),
    ("calls.py", "only"),
    ("hints.py", "_reasons"),
    ("hints.py", "_form"),
    ("layout.py", "with_tiles_that_fit"),
}
#: Texts that are no part of a request body, and why.
UNSEEN = {
    r"command\..+": "commands, which have a test of their own",
    r"language\.name": "of each language in its own catalogue",
}
#: What chance brings about too seldom, with a sentence that stands at the same place and is tried.
SELDOM = {
    "phat.summary.muck_split": "phat.summary.muck_won",
    "pitch.prompt.must_bid": "pitch.prompt.bid",
    "pitch.summary.made": "pitch.summary.set",
    "pitch.summary.made_alone": "pitch.summary.set_alone",
    "pitch.summary.moon_made_alone": "pitch.summary.moon_failed_alone",
}


async def test_every_view_is_tried() -> None:
    """Each function that takes part in building a view is called by some scene; a new one that is not shows here."""
    called: set[tuple[str, str]] = set()
    seen: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if code not in seen:
            seen.add(code)
            if code.co_filename.startswith(str(SCREENS)):
                called.add((Path(code.co_filename).name, code.co_name))

    before = sys.gettrace()
    sys.settrace(note)
    try:
        for scene in SCENES:
            for _ in scene(Texts().with_tiles(TILES)):
                pass
    finally:
        sys.settrace(before)
    assert set(functions()) - called == set()


def functions() -> Iterator[tuple[str, str]]:
    """The functions and methods in the modules of the screens, by file and name."""
    for path in sorted(SCREENS.glob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            for each in ast.walk(node):
                found = (path.name, getattr(each, "name", None))
                if isinstance(each, ast.FunctionDef) and not NO_VIEWS.intersection({found, (path.name, None)}):
                    yield path.name, each.name


def test_views_are_built_among_the_screens_alone() -> None:
    """Elsewhere nothing makes a component, so that the test above sees every view there is."""
    made = {
        f"{path.name}: ui.{node.func.attr}"
        for path in Path(bot.__path__[0]).rglob("*.py")
        if path.parent not in (SCREENS, *(SCREENS.parent / "practice").rglob("*"), SCREENS.parent / "practice")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "ui"
    }
    assert made == set()


async def test_every_text_is_tried() -> None:
    """Each sentence of the catalogue stands in some scene's body."""
    texts = Listening()
    for scene in SCENES:
        for _ in scene(texts):
            pass
    left = {key for key in catalogue("en") if not any(re.fullmatch(form, key) for form in UNSEEN)}
    assert left - texts.heard - set(SELDOM) == set()
    assert set(SELDOM.values()) <= texts.heard


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("seldom", "often"), SELDOM.items())
def test_what_is_seldom_said_is_no_longer_than_what_stands_in_its_place(seldom: str, often: str, language: str) -> None:
    assert longest_form(catalogue(language)[seldom]) <= longest_form(catalogue(language)[often]) + 60


def longest_form(value: str | Forms) -> int:
    return len(value) if isinstance(value, str) else max(map(len, value.values()))


def test_the_longer_language_is_two_fifths_longer_and_otherwise_the_same() -> None:
    assert longer("Take **{name}** back now") == "Takeåé **{name}** backîøüč nowłş"
    english = "The cards of this deal were fixed before it began. Its seal begins with what stands under the table."
    assert 1.39 <= len(longer(english)) / len(english) <= 1.41
    for key, value in catalogue("en").items():
        if isinstance(value, str) and not key.startswith(("cards.", "list.")):
            assert re.findall(r"\{\w+\}", longer(value)) == re.findall(r"\{\w+\}", value)
            assert len(longer(value).split()) == len(value.split())
