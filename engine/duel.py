"""Two computer players against each other on the same deals, so that luck with the cards cancels out.

Each deal is played several times: in games of partners with the sides swapped, in others with one kind of player
alone at each seat in turn. What all seatings of a deal bring together is one pair; pairs are independent of each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Final, TypeAlias

from engine.actions import Action
from engine.game import AnyGame, Source, State
from engine.options import Options
from engine.players import Budget, answer
from engine.players.policies import policy_of
from engine.source import seeded

#: A computer player given the whole truth: game, state, seat, chance. All but `all_seeing` look only at the view.
Player: TypeAlias = Callable[[AnyGame, State, int, Source], Action]
#: The name of the player who sees all cards: a yardstick, offered at no table.
OPEN: Final = "open"


@dataclass(slots=True)
class Times:
    """How long a player's decisions took, by the clock given; forced ones are not counted."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def note(self, seconds: float) -> None:
        """One more decision."""
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)

    @property
    def mean(self) -> float:
        """Seconds a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0


@dataclass(slots=True)
class Outcome:
    """What a duel showed: by pair, how many points a deal the first player was ahead of the second."""

    leads: list[Fraction] = field(default_factory=list)
    times: tuple[Times, Times] = field(default_factory=lambda: (Times(), Times()))

    @property
    def mean(self) -> float:
        """The mean lead of the first player, in points a deal."""
        return float(sum(self.leads)) / len(self.leads)

    @property
    def deviation(self) -> float:
        """The standard deviation of a pair; 0 for fewer than two."""
        pairs, mean = len(self.leads), self.mean
        return sqrt(sum((float(each) - mean) ** 2 for each in self.leads) / (pairs - 1)) if pairs > 1 else 0.0

    @property
    def margin(self) -> float:
        """Half of the 95 % interval of the mean."""
        return 1.96 * self.deviation / sqrt(len(self.leads))


def fair(level: str, budget: Budget) -> Player:
    """The computer player of a level: it is shown its seat's view."""

    def play(game: AnyGame, state: State, seat: int, source: Source) -> Action:
        return answer(game, game.view(state, seat), level, source, budget).action

    return play


def all_seeing(game: AnyGame, state: State, seat: int, source: Source) -> Action:
    """The action that is best if all play on by the policy, tried on the cards as they really lie."""
    policy, view = policy_of(game), game.view(state, seat)
    first: Action = policy.choose(view, source).action
    actions = dict.fromkeys((first, *(policy.candidates(view) if policy.candidates else view.legal.actions)))
    worths: dict[Action, int] = {}
    for action in actions:
        after = game.copy(state)
        game.play(after, seat, action)
        policy.play_out(after, source)
        worths[action] = policy.worth(after, seat)
    return max(worths, key=lambda action: worths[action])


def seatings(game: AnyGame, seats: int) -> tuple[tuple[int, ...], ...]:
    """The seats the first player holds, one way after the other."""
    return game.partnerships or tuple((seat,) for seat in range(seats))


def duel(
    game: AnyGame,
    options: Options,
    seats: int,
    players: tuple[Player, Player],
    pairs: int,
    seed: int,
    clock: Callable[[], float],
) -> Outcome:
    """Play so many pairs of fresh deals, each the first of a match. ``clock``: in seconds, to time decisions."""
    outcome = Outcome()
    for pair in range(pairs):
        lead = Fraction(0)
        for number, first in enumerate(seatings(game, seats)):
            state = game.start(options, seats)
            state = game.deal_by_chance(state, seeded(seed, pair, "deals"))
            sources = [seeded(seed, pair, number, "player", seat) for seat in range(seats)]
            while acting := game.to_act(state):
                seat = acting[0]
                who = 0 if seat in first else 1
                begun = clock()
                action = players[who](game, state, seat, sources[seat])
                if _is_open(game, state, seat):
                    outcome.times[who].note(clock() - begun)
                refused = game.refusal(state, seat, action)
                if refused is not None:
                    raise refused
                game.play(state, seat, action)
            points = game.ledger_points(state)
            ours = sum(points[seat] for seat in first)
            lead += Fraction(ours, len(first)) - Fraction(sum(points) - ours, seats - len(first))
        outcome.leads.append(lead / len(seatings(game, seats)))
    return outcome


def _is_open(game: AnyGame, state: State, seat: int) -> bool:
    """Whether there is anything to decide."""
    legal = game.legal(state, seat)
    return len(legal.actions) > 1 or legal.choice is not None
