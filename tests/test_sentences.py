"""What people read stands in the catalogues: no sentence in the code, and none glued together from translated pieces.

The code is read, not run. What it finds that is no sentence for people, or two whole sentences side by side, is named
below with the reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import bot

BOT = Path(bot.__path__[0])
#: What builds messages: all of the bot but storage, practice, and what is read by whoever runs it.
FOLDERS = ("screen", "games", "commands", "tables")
FILES: tuple[str, ...] = (
    "answers",
    "interaction",
    "my_data_clicks",
    "option_clicks",
    "player_calls",
    "preference_clicks",
    "router",
)
FILES += ("setup_clicks", "names", "texts", "client")
_WORDS = re.compile(r"[A-Za-z]{2,},? [A-Za-z]{2,}")
_CARDS = re.compile(r"\b(?:[2-9TJQKA][SHDC]|J[+-])(?!\w)")
#: Calls whose texts are read by whoever runs the bot, or by a machine.
_NOT_FOR_PLAYERS = re.compile(
    r"(LOG|log|_log|logging)\.\w+|warnings\.warn|re\.\w+|.*[Ee]rror|TypeVar|_complain|.*\.(_complain|execute\w*|fetch\w*)"
)
#: What is found wrong with the books, for whoever runs `python -m bot check`.
NOT_SHOWN = {"tables/auditing.py"}
#: Literals of several words that nobody reads in a message, by file: commands, names of tasks, what stands in the log.
ALLOWED: dict[str, set[str]] = {
    "screen/help.py": {"table open", "table show", "table leave", "table end", "table pause"},
    "screen/my_data.py": {"my-data export"},
    "tables/call_lines.py": {"call line"},
    "tables/played.py": {"take back"},
}
#: Functions that put whole sentences side by side, or a text under a heading: nothing of one depends on the other.
SIDE_BY_SIDE = {
    "games/knektpass.py:_rob_prompt": "the question, and what a house rule adds to it",
    "games/knektpass.py:_declare_prompt": "the question, and what staying in may cost",
    "screen/table.py:_paused_or_between": "two lines",
}
#: Where letters change their case: names of the engine's for a game that has no words of its own.
CASED = {
    "games/face.py:title",
    "games/face.py:doing",
    "games/face.py:option_name",
    "games/face.py:counter",
    "screen/notes.py:_permission",
}


def sources() -> Iterator[tuple[str, ast.Module]]:
    paths = [path for folder in FOLDERS for path in sorted((BOT / folder).rglob("*.py"))]
    for path in (*paths, *(BOT / f"{name}.py" for name in FILES)):
        if (name := path.relative_to(BOT).as_posix()) not in NOT_SHOWN:
            yield name, ast.parse(path.read_text("utf-8"))


def functions(name: str, tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Every node with the place it stands at, ``games/face.py:title``."""

    def walk(node: ast.AST, place: str) -> Iterator[tuple[str, ast.AST]]:
        for child in ast.iter_child_nodes(node):
            inner = child.name if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else place
            yield f"{name}:{inner}", child
            yield from walk(child, inner)

    return walk(tree, "")


def read_by_others(tree: ast.Module) -> set[int]:
    """Literals in docstrings, logs, errors, assertions and names of tasks, by the number of their node."""
    found: set[int] = set()
    for node in ast.walk(tree):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        told = isinstance(node, ast.Call) and _NOT_FOR_PLAYERS.fullmatch(ast.unparse(node.func))
        if docstring or told or isinstance(node, ast.Assert | ast.Raise):
            found |= {id(each) for each in ast.walk(node)}
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "asyncio.create_task":
            found |= {id(each) for named in node.keywords for each in ast.walk(named)}
    return found


def translates(node: ast.AST) -> bool:
    """Whether this is a call of ``t`` or of something that says a text: ``texts.suit``, ``face.option``."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "t"


def test_no_sentence_stands_in_the_code() -> None:
    found = {}
    for name, tree in sources():
        others = read_by_others(tree)
        for node in ast.walk(tree):
            if id(node) in others or not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            if _WORDS.search(_CARDS.sub(" ", node.value)) and node.value not in ALLOWED.get(name, ()):
                found[f"{name}:{node.lineno}"] = node.value
    assert not found


def test_no_text_is_glued_to_another() -> None:
    """In an f-string with a translated text stands nothing but mark-up beside it; texts are never added."""
    found = {}
    for name, tree in sources():
        for place, node in functions(name, tree):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
                # `"### " + join` is mark-up too, but a text must not be a side of it.
                glued = translates(node.left) or translates(node.right)
            elif isinstance(node, ast.JoinedStr):
                values = [each.value for each in node.values if isinstance(each, ast.FormattedValue)]
                literal = "".join(str(each.value) for each in node.values if isinstance(each, ast.Constant))
                glued = any(map(translates, values)) and (len(values) > 1 or bool(re.search(r"\w", literal)))
            else:
                continue
            if glued and place not in SIDE_BY_SIDE:
                found[f"{place}:{node.lineno}"] = ast.unparse(node)
    assert not found


def test_nothing_changes_the_case_of_a_text() -> None:
    """A sentence that begins with what was the middle of another has another case, and in German another word."""
    cased = ("lower", "upper", "capitalize", "title", "swapcase")
    found = {
        place
        for name, tree in sources()
        if name.startswith(("screen/", "games/"))
        for place, node in functions(name, tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in cased and not node.args
    }
    assert found == CASED


def test_what_is_allowed_is_still_there() -> None:
    places = {place for name, tree in sources() for place, _ in functions(name, tree)}
    assert set(SIDE_BY_SIDE) <= places
