"""ARCHITECTURE's list of files is true: whatever it names is there, and no module is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: In these folders every module has a word of its own in the list; of the others the folder is told, and some modules.
TOLD_ONE_BY_ONE = ("engine", "bot", "bot/tables")


def named() -> Iterator[str]:
    """What the list names, as paths: the first of a line with its folder, the others in the same one."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    section = text[text.index("## Where things are") :]
    for line in section.split("```")[1].strip().splitlines():
        first, *others = re.split(r"\s{2,}", line)[0].split()
        folder = first.rpartition("/")[0] if first.endswith(".py") else first.rstrip("/").rpartition("/")[0]
        yield first
        yield from (f"{folder}/{each}" for each in others)


def test_whatever_the_list_names_is_there() -> None:
    assert [path for path in named() if not (ROOT / path).exists()] == []


def test_no_module_is_left_out() -> None:
    listed = set(named())
    assert len(listed) > 50
    modules = [
        path.relative_to(ROOT).as_posix()
        for folder in TOLD_ONE_BY_ONE
        for path in sorted((ROOT / folder).glob("*.py"))
        if path.name != "__init__.py"
    ]
    assert [path for path in modules if path not in listed] == []
    folders = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "bot").rglob("__init__.py")}
    deep = {folder for folder in folders if folder not in TOLD_ONE_BY_ONE and not folder.startswith("bot/practice/")}
    assert {f"{folder}/" for folder in deep} <= listed
