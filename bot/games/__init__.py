"""What is each game's own on the screens: every module of this package that holds a ``FACE`` is one game's."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from bot.games.face import Face


@cache
def faces() -> dict[str, Face[Any]]:
    """All faces by their game's key."""
    found: dict[str, Face[Any]] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        face = getattr(importlib.import_module(f"{__name__}.{module}"), "FACE", None)
        if face is not None:
            found[face.key] = face
    return found


def find_face(key: str) -> Face[Any]:
    """The face of a game; a plain one for a game that has none of its own."""
    return faces().get(key) or Face(key)
