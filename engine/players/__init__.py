"""Computer players: they get a view, a level and a source of chance, and answer with a legal action and why.

They never see a state, so they cannot peek: what a view does not hold they do not know. View and source in, answer out,
all of them values that can be sent to another process.
"""

from __future__ import annotations

from typing import Final

from engine.actions import Choice
from engine.game import AnyGame, Source, View, by_chance
from engine.players.policies import policy_of
from engine.players.search import Budget, search

__all__ = ["DEFAULT_BUDGET", "LEVELS", "RANDOM", "ROLLOUTS", "Budget", "UnknownLevel", "answer"]

#: The levels a table offers. ``random`` is understood as well: for tests, simulations and as a yardstick.
LEVELS: Final = ("easy", "normal", "hard")
RANDOM: Final = "random"

#: Of ten answers of an easy player, how many are careless.
CARELESS: Final = 3
#: How many rollouts a hard player has for a decision unless told otherwise.
ROLLOUTS: Final = 1000
DEFAULT_BUDGET: Final = Budget(ROLLOUTS)


class UnknownLevel(ValueError):
    """A level that no computer player has; the message names it and the levels there are."""


def answer(game: AnyGame, view: View, level: str, source: Source, budget: Budget = DEFAULT_BUDGET) -> Choice:
    """What a computer player does, seen from its seat: an action of ``view.legal`` and the reason in words.

    ``random`` plays any legal action; ``normal`` the game's policy; ``easy`` the same, but three times in ten any
    legal action; ``hard`` tries the actions in rollouts of the policy, within the budget. `UnknownLevel` for another
    level, `ValueError` if nothing is legal.
    """
    if level not in (*LEVELS, RANDOM):
        raise UnknownLevel(f"unknown level {str(level)[:40]!r}; the levels are {', '.join((*LEVELS, RANDOM))}")
    if not view.legal:
        raise ValueError("nothing is legal here")
    if level == RANDOM:
        return by_chance(view.legal, source)
    if level == "easy" and source(10) < CARELESS:
        return Choice(by_chance(view.legal, source).action, "without thinking")
    if level == "hard":
        return search(game, view, source, budget)
    return policy_of(game).choose(view, source)
