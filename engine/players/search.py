"""The search of the strong computer players, one for all games: try each action on many deals that could be.

The hidden cards are dealt again as chance would have it (`Game.deal_again`), deals in which the others have played as
the policy would being preferred; on each such deal every action still in the race is played and the deal played to its
end, all seats by the game's policy. An action drops out when its mean lies two standard errors behind the best one's on
the same deals; the best of those left is the answer, or with `Policy.trust` the policy's own if that is hardly worse.

Nothing but whole numbers decides, so the same view, source and number of rollouts give the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Choice
from engine.game import AnyGame, Source, State, View, by_chance
from engine.players.policies import Policy, policy_of

#: After so many deals, and again each time so many more have been tried, the actions far behind drop out.
LAP: Final = 8
#: How many standard errors behind that is.
BEHIND: Final = 2
#: An action that has made no difference at all to the best one's in so many deals drops out too.
ALIKE: Final = 24
#: Of so many deals that fit the view one is tried; each action of the others that surprises halves its chance.
DRAWS: Final = 4
#: How many sets of cards are tried, beside the policy's own, where the policy offers no candidates.
SETS_BY_CHANCE: Final = 6


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a search may go on: a number of rollouts and, if given, seconds by a clock.

    The engine has no clock of its own: whoever limits time brings one (CPU time, for instance), and the answer then
    depends on the machine. No rollouts: the policy answers alone.
    """

    rollouts: int
    seconds: float | None = None
    clock: Callable[[], float] | None = None


def search(game: AnyGame, view: View, source: Source, budget: Budget) -> Choice:
    """The best action found for the seat of this view, which is to act, and why."""
    policy = policy_of(game)
    first = policy.choose(view, source)
    actions = _candidates(policy, view, first.action, source)
    if len(actions) < 2 or budget.rollouts < len(actions):
        return first
    deals, best = _race(game, policy, view, actions, source, budget)
    if actions[best] == first.action:
        return first
    return Choice(actions[best], f"the best of {len(actions)} choices in {deals} deals played out")


def _candidates(policy: Policy, view: View, first: Action, source: Source) -> list[Action]:
    """The actions to try, the policy's own first: it wins where others are no better."""
    if policy.candidates is not None:
        found: Sequence[Action] = policy.candidates(view)
    else:
        found = view.legal.actions
        if view.legal.choice is not None:
            found = (*found, *(by_chance(view.legal, source).action for _ in range(SETS_BY_CHANCE)))
    return list(dict.fromkeys((first, *found)))


def _race(
    game: AnyGame, policy: Policy, view: View, actions: Sequence[Action], source: Source, budget: Budget
) -> tuple[int, int]:
    """How many deals were tried, and the place of the winning action."""
    seat = view.seat
    assert seat is not None
    clock = budget.clock if budget.seconds is not None else None
    until = clock() + budget.seconds if clock is not None and budget.seconds is not None else 0.0
    worths: dict[int, list[int]] = {place: [] for place in range(len(actions))}
    deals = rollouts = 0
    while len(worths) > 1 and rollouts + len(worths) <= budget.rollouts:
        world = _world(game, policy, view, source)
        found = []
        for place in worths:
            # Asked before each rollout: with many actions a single deal takes long.
            if clock is not None and clock() >= until:
                return deals, _answer(worths, deals, policy.trust)
            after = game.copy(world)
            game.play(after, seat, actions[place])
            policy.play_out(after, source)
            found.append(policy.worth(after, seat))
        for each, worth in zip(worths.values(), found, strict=True):
            each.append(worth)
        deals += 1
        rollouts += len(worths)
        if deals % LAP == 0:
            _drop(worths, deals)
    return deals, _answer(worths, deals, policy.trust)


def _world(game: AnyGame, policy: Policy, view: View, source: Source) -> State:
    """A deal that fits the view, rather one in which the others have played as they would."""
    worlds: list[State] = [game.deal_again(view, source) for _ in range(1 if policy.surprises is None else DRAWS)]
    number = 0
    if policy.surprises is not None and view.seat is not None:
        surprises = [policy.surprises(world, view.seat) for world in worlds]
        weights = [1 << max(surprises) - each for each in surprises]
        pick = source(sum(weights))
        while pick >= weights[number]:
            pick -= weights[number]
            number += 1
    return worlds[number]


def _best(worths: dict[int, list[int]]) -> int:
    """The place with the highest sum; of equals the first."""
    return max(worths, key=lambda place: (sum(worths[place]), -place))


def _answer(worths: dict[int, list[int]], deals: int, trust: int) -> int:
    """The place of the best action; of the first, the policy's own, unless that is so many standard errors behind."""
    best = _best(worths)
    if trust and 0 in worths and not is_behind(worths[0], worths[best], deals, trust):
        return 0
    return best


def is_behind(one: Sequence[int], other: Sequence[int], deals: int, errors: int) -> bool:
    """Whether an action's mean worth lies more than so many standard errors behind another's on the same deals."""
    behind = [better - worse for better, worse in zip(other, one, strict=True)]
    total, squares = sum(behind), sum([each * each for each in behind])
    # All fractions are multiplied out: whole numbers cannot be rounded.
    return total > 0 and total * total * (deals + errors * errors - 1) > errors * errors * deals * squares


def _drop(worths: dict[int, list[int]], deals: int) -> None:
    """Drop what lies two standard errors behind the best on the same deals, and what is no different from it."""
    best = _best(worths)
    top = worths[best]
    for place in [each for each in worths if each != best]:
        if is_behind(worths[place], top, deals, BEHIND) or (deals >= ALIKE and worths[place] == top):
            del worths[place]
