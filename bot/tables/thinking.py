"""What a computer player is asked and how it answers, in this process or in a worker's (`bot.tables.worker`).

A question is a value that can be sent: the view of one seat, a level, a seed. The answer follows from these and from
the number of rollouts alone, wherever it is worked out, unless a time limit cut the search short.
"""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from typing import Any, Final

from engine.actions import Choice
from engine.game import View
from engine.games import find_game, games
from engine.players import Budget, answer
from engine.source import seeded

#: The level that searches.
SEARCHING: Final = "hard"
#: No rollouts: the policy alone.
POLICY: Final = Budget(0)

#: Before each value on a pipe stands its length.
LENGTH: Final = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: by what it may know, at which level, with chance from which seed."""

    view: View
    level: str
    seed: str

    @property
    def wants_search(self) -> bool:
        """Whether a search could find something: the level searches, and there is more than one thing to do."""
        legal = self.view.legal
        return self.level == SEARCHING and (len(legal.actions) > 1 or legal.choice is not None)


@dataclass(frozen=True, slots=True)
class Ready:
    """A worker is warm and waits for questions."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The question could not be answered; ``why`` is a traceback for the log."""

    why: str


def decide(question: Question, budget: Budget = POLICY) -> Choice:
    """The answer. Raises what a game's policy raises if that fails."""
    game = find_game(question.view.game)
    return answer(game, question.view, question.level, seeded("computer", question.seed), budget)


def warm() -> None:
    """Import all games and policies, and have each decide once: the tables they make at first use take a while."""
    for game in games().values():
        source = seeded("warm", game.key)
        state = game.deal_by_chance(game.start(game.settle({}), game.seats_allowed[0]), source)
        decide(Question(game.view(state, game.to_act(state)[0]), SEARCHING, "warm"))


def packed(value: Any) -> bytes:
    """A value as it goes through a pipe. Only we write to these pipes, so that what comes out can be trusted."""
    written = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(written)) + written
