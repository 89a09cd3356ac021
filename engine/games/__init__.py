"""The registry of games: every module of this package that holds a ``GAME`` is one, found by its key."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from engine.game import AnyGame


class UnknownGame(ValueError):
    """A key that is no game's; the message names it and the games there are."""


@cache
def games() -> dict[str, AnyGame]:
    """All games by key, in the order of their module names."""
    found: dict[str, AnyGame] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        game = getattr(importlib.import_module(f"{__name__}.{module}"), "GAME", None)
        if game is not None:
            found[game.key] = game
    return found


def find_game(key: str) -> AnyGame:
    """The game of this key; `UnknownGame` if there is none."""
    game = games().get(key)
    if game is None:
        raise UnknownGame(f"unknown game {str(key)[:40]!r}; the games are {', '.join(games())}")
    return game
