"""Computer players: they get a view, a level and a source of chance, and answer with a legal action and why.

They never see a state, so they cannot peek: what a view does not hold they do not know.
"""

from __future__ import annotations

from typing import Final

from engine.actions import Choice
from engine.game import AnyGame, Source, View, by_chance

#: The levels a table offers. ``random`` is understood as well: for tests, simulations and as a yardstick.
LEVELS: Final = ("easy", "normal", "hard")
RANDOM: Final = "random"

#: Of ten answers of an easy player, how many are careless.
CARELESS: Final = 3


class UnknownLevel(ValueError):
    """A level that no computer player has; the message names it and the levels there are."""


def answer(game: AnyGame, view: View, level: str, source: Source) -> Choice:
    """What a computer player does, seen from its seat: an action of ``view.legal`` and the reason in words.

    ``random`` plays any legal action; ``normal`` the game's own policy; ``easy`` the same, but three times in ten any
    legal action. ``hard`` is at present no stronger than ``normal``. `UnknownLevel` for another level, `ValueError` if
    nothing is legal.
    """
    if level not in (*LEVELS, RANDOM):
        raise UnknownLevel(f"unknown level {str(level)[:40]!r}; the levels are {', '.join((*LEVELS, RANDOM))}")
    if not view.legal:
        raise ValueError("nothing is legal here")
    if level == RANDOM:
        return by_chance(view.legal, source)
    if level == "easy" and source(10) < CARELESS:
        return Choice(by_chance(view.legal, source).action, "without thinking")
    return game.choose(view, source)
