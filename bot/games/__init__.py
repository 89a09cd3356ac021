"""What is each game's own on the screens: every module of this package that holds a ``FACE`` is one game's.

What its pictures show beside cards and names stands in a module that holds a ``DRAWN``; a game need not have one.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from bot.games.drawn import Drawn
from bot.games.face import Face


def _own(name: str) -> dict[str, Any]:
    """What the modules of this package hold by this name, by its game's key."""
    modules = sorted(info.name for info in pkgutil.iter_modules(__path__))
    found = [getattr(importlib.import_module(f"{__name__}.{module}"), name, None) for module in modules]
    return {each.key: each for each in found if each is not None}


@cache
def faces() -> dict[str, Face[Any]]:
    """All faces by their game's key."""
    return _own("FACE")


@cache
def drawn_by_game() -> dict[str, Drawn[Any]]:
    """What games' pictures show, by their key."""
    return _own("DRAWN")


def find_face(key: str) -> Face[Any]:
    """The face of a game; a plain one for a game that has none of its own."""
    return faces().get(key) or Face(key)


def find_drawn(key: str) -> Drawn[Any]:
    """What a game's pictures show; a plain one for a game that says nothing about them."""
    return drawn_by_game().get(key) or Drawn(key)
