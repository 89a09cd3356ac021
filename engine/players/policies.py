"""Finding a game's policy: how its computer players decide, kept apart from its rules.

A policy is a module ``engine.players.<the game's key>``. No game imports its policy: a game without one is played by
chance. The module has ``choose(view, source) -> Choice``, and may have what makes the search over it better or quicker:

- ``candidates(view) -> Sequence[Action]``: the actions worth trying. Needed where sets of cards are chosen, which are
  too many to list. Default: the single legal actions, and a few sets by chance.
- ``play_out(state, source) -> None``: play the deal to its end in place, every seat as ``choose`` would from its own
  view. Default: just that, by building each view, which is slow.
- ``surprises(state, seat) -> int``: how many actions of the others in this deal the policy would not have taken in this
  state, with its hidden cards. Such deals are the less likely. Default: all deals that fit are equally likely.
- ``TRUST``: by how many standard errors another action has to be better than the policy's own to be taken. Default: 0.
  More where actions differ by little, and chance would often choose.
- ``worth(state, seat) -> int``: what the end of a deal is worth for a seat: more is better, on one scale for all ends
  that one position can lead to. Default: the lead in points, and above all winning where the match is over.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final

from engine.actions import Action, Choice
from engine.game import AnyGame, Source, State, View, by_chance

#: What winning the match is worth beside points of a deal, where a policy has no scale of its own.
MATCH_WORTH: Final = 10_000


@dataclass(frozen=True, slots=True)
class Policy:
    """How a game's computer players decide; see the module's description. None: there is only the default."""

    choose: Callable[[Any, Source], Choice]
    candidates: Callable[[Any], Sequence[Action]] | None
    play_out: Callable[[Any, Source], None]
    worth: Callable[[Any, int], int]
    surprises: Callable[[Any, int], int] | None
    trust: int


@cache
def policy_of(game: AnyGame) -> Policy:
    """The policy of a game's own module, completed by the defaults, or chance."""
    name = f"{__package__}.{game.key}"
    module = importlib.import_module(name) if importlib.util.find_spec(name) else None
    choose = getattr(module, "choose", None)
    return Policy(
        choose=choose or _by_chance,
        candidates=getattr(module, "candidates", None),
        play_out=getattr(module, "play_out", None) or partial(play_out, game, choose),
        worth=getattr(module, "worth", None) or partial(worth, game),
        surprises=getattr(module, "surprises", None),
        trust=getattr(module, "TRUST", 0),
    )


def _by_chance(view: View, source: Source) -> Choice:
    return by_chance(view.legal, source)


def play_out(game: AnyGame, choose: Callable[[Any, Source], Choice] | None, state: State, source: Source) -> None:
    """Play the deal to its end in place: every seat by its own view, or without a policy by chance."""
    while seats := game.to_act(state):
        seat = seats[0]
        choice = choose(game.view(state, seat), source) if choose else by_chance(game.legal(state, seat), source)
        game.play(state, seat, choice.action)


def worth(game: AnyGame, state: State, seat: int) -> int:
    """What the end of a deal is worth for a seat: how far its side leads the others, and whether it has won.

    Counted in points of the deal, times seats so that it stays a whole number where sides are of different size.
    """
    side = next((partners for partners in game.partnerships if seat in partners), (seat,))
    points = [-each for each in state.points] if game.counts_down else state.points
    ours = sum(points[each] for each in side)
    lead = ours * (state.seats - len(side)) - (sum(points) - ours) * len(side)
    if state.over:
        lead += MATCH_WORTH if seat in state.winners else -MATCH_WORTH
    return lead
