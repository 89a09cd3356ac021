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
    """All games by key, in the order in which people are offered them (`Game.order`)."""
    found: list[AnyGame] = []
    for module in pkgutil.iter_modules(__path__):
        game = getattr(importlib.import_module(f"{__name__}.{module.name}"), "GAME", None)
        if game is not None:
            found.append(game)
    return {game.key: game for game in sorted(found, key=lambda each: (each.order, each.key))}


def find_game(key: str) -> AnyGame:
    """The game of this key; `UnknownGame` if there is none."""
    game = games().get(key)
    if game is None:
        raise UnknownGame(f"unknown game {str(key)[:40]!r}; the games are {', '.join(games())}")
    return game
