"""Having a fourth game for a while: this folder's files stand where a new game's files would.

Nothing is patched into a registry. Each finds its games by looking through its own folders, and these are added to
them; what has been read before is forgotten, and afterwards all is as it was.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

import bot.games
import engine.games
import tests.engine
from bot import texts
from bot.wording import texts_of
from engine.game import AnyGame

HERE = Path(__file__).parent
KEY = "maria"
#: The package that a file of the game belongs to, and the folder in which it stands here.
FOLDERS: tuple[tuple[ModuleType, Path], ...] = (
    (engine.games, HERE / "engine_games"),
    (bot.games, HERE / "bot_games"),
    (tests.engine, HERE),
)


@contextmanager
def added() -> Iterator[AnyGame]:
    """While this lasts the game is one of ours."""
    with pytest.MonkeyPatch.context() as patch:
        for package, folder in FOLDERS:
            patch.setattr(package, "__path__", [*package.__path__, str(folder)])
        patch.setattr(texts, "LOCALES", [*texts.LOCALES, HERE / "locales"])
        _forget()
        try:
            yield engine.games.find_game(KEY)
        finally:
            for package, folder in FOLDERS:
                for path in folder.glob("*.py"):
                    sys.modules.pop(f"{package.__name__}.{path.stem}", None)
                    vars(package).pop(path.stem, None)
    _forget()


def _forget() -> None:
    importlib.invalidate_caches()
    for remembered in (engine.games.games, bot.games.faces, bot.games.drawn_by_game, texts.catalogue, texts_of):
        remembered.cache_clear()
