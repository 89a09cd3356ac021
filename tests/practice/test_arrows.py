"""The stand-in knows nothing of the bot that it serves."""

import ast
import sys
from pathlib import Path

import bot.practice

ALLOWED = {"aiohttp", "bot", "yarl"}  # yarl comes with aiohttp


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(str(node.module))
    return names


def test_practice_imports_only_itself_aiohttp_and_the_standard_library() -> None:
    files = list(Path(bot.practice.__path__[0]).rglob("*.py"))
    assert len(files) > 20
    for path in files:
        for name in imported(path):
            top = name.partition(".")[0]
            assert top in sys.stdlib_module_names or top in ALLOWED, f"{path.name} imports {name}"
            assert top != "bot" or name == "bot.practice" or name.startswith("bot.practice."), f"{path.name}: {name}"
