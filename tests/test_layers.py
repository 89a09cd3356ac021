"""The arrows between the layers point one way: each import is followed to wherever it leads."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.game import State
from engine.games import games

ROOT = Path(__file__).parents[1]


def modules(package: str) -> list[str]:
    """All modules of a package, by dotted name."""
    folder = ROOT / package.replace(".", "/")
    files = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
    return [".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for file in files]


def file_of(module: str) -> Path | None:
    """The file of a module of ours; None for anybody else's."""
    path = ROOT / module.replace(".", "/")
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


@cache
def imported(module: str) -> frozenset[str]:
    """What a module of ours imports anywhere in it, each as the longest name that is a module, with its packages."""
    file = file_of(module)
    assert file is not None
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are written out in full"
            assert node.module is not None
            found.add(node.module)
            found.update(
                f"{node.module}.{alias.name}" for alias in node.names if file_of(f"{node.module}.{alias.name}")
            )
    # Importing a.b.c runs a and a.b too.
    return frozenset(".".join(name.split(".")[: n + 1]) for name in found for n in range(name.count(".") + 1))


def reached(module: str) -> Iterator[tuple[str, str]]:
    """Everything a module leads to, as (name, who imports it)."""
    seen, todo = {module}, [module]
    while todo:
        importer = todo.pop()
        for name in imported(importer):
            yield name, importer
            if file_of(name) is not None and name not in seen:
                seen.add(name)
                todo.append(name)


def arrows_to(package: str, *forbidden: str) -> list[str]:
    """The imports below a package that lead into what it must not know."""
    return [
        f"{module} reaches {name} through {importer}"
        for module in modules(package)
        for name, importer in reached(module)
        if any(name == each or name.startswith(f"{each}.") for each in forbidden)
    ]


def test_the_engine_imports_only_the_standard_library() -> None:
    outside = [
        f"{importer} imports {name}"
        for module in modules("engine")
        for name, importer in reached(module)
        if name.split(".")[0] not in (*sys.stdlib_module_names, "engine")
    ]
    assert outside == []


def test_the_engine_has_no_clock_and_no_global_chance() -> None:
    """Only its command line has a clock, to tell how long computer players think."""
    found = [
        f"{module} imports {name}"
        for module in modules("engine")
        for name in imported(module)
        if (module, name) != ("engine.__main__", "time")
        and name in ("time", "datetime", "secrets", "asyncio", "sqlite3", "socket")
    ]
    assert found == []


@pytest.mark.parametrize(
    ("package", "forbidden"),
    [
        ("bot.store", ("discord", "engine", "bot.tables", "bot.screen", "bot.games", "bot.texts")),
        ("bot.tables", ("discord", "aiohttp", "bot.screen", "bot.games", "bot.texts", "bot.practice")),
        ("bot.games", ("discord", "bot.store", "bot.tables", "bot.screen", "bot.practice")),
        # Pictures are told what to draw, words included.
        ("bot.drawing", ("discord", "bot.store", "bot.tables", "bot.screen", "bot.games", "bot.texts", "bot.practice")),
        # Screens are given views, never a table with its hidden cards.
        ("bot.screen", ("bot.tables.model", "bot.tables.service", "bot.store", "bot.router", "bot.answers")),
    ],
)
def test_no_arrow_runs_back(package: str, forbidden: tuple[str, ...]) -> None:
    assert arrows_to(package, *forbidden) == []


def test_nobody_but_the_store_knows_sqlite() -> None:
    """What goes wrong with it is a `StoreError` to everybody else."""
    found = [
        f"{module} imports {name}"
        for module in modules("bot")
        if not module.startswith("bot.store")
        for name in imported(module)
        if name in ("sqlite3", "aiosqlite")
    ]
    assert found == []


def states() -> set[str]:
    """What the classes are called that know every card: each game's state and what all of them share."""
    assert games()
    found, todo = set[str](), [State]
    while todo:
        kind = todo.pop()
        found.add(kind.__name__)
        todo += kind.__subclasses__()
    return found


@pytest.mark.parametrize("package", ["bot.screen", "bot.games", "bot.drawing"])
def test_nothing_that_words_or_draws_names_a_state(package: str) -> None:
    """They may import a game for its words and its view, which stand in one module with its state."""
    known = states()
    assert len(known) > len(games())
    found = [
        f"{module} names {alias.name}"
        for module in modules(package)
        for node in ast.walk(ast.parse((file_of(module) or ROOT).read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in known
    ]
    assert found == []


def test_a_worker_process_knows_nothing_but_the_engine() -> None:
    packages = {name.split(".")[0] for name, _ in reached("bot.tables.worker")}
    assert packages <= {"bot", "engine", *sys.stdlib_module_names}
    ours = {name for name, _ in reached("bot.tables.worker") if name.startswith("bot.")}
    assert ours == {"bot.tables", "bot.tables.thinking"}
    assert arrows_to("bot.tables.worker", "asyncio", "sqlite3", "socket") == []


def test_practice_knows_nothing_of_the_bot_it_serves() -> None:
    found = arrows_to("bot.practice", "discord", "engine")
    others = [
        f"{module} imports {name}"
        for module in modules("bot.practice")
        for name in imported(module)
        if name.startswith("bot.") and not name.startswith("bot.practice")
    ]
    assert found + others == []


def test_the_test_sees_what_it_looks_for() -> None:
    assert arrows_to("bot.client", "discord")
    assert ("bot.store.database", "bot.store.tables") in set(reached("bot.tables.service"))
