"""Playing games in tests without knowing their rules: chance, random matches, snapshots, what a `Legal` allows."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import ModuleType

from engine.actions import PLAYS, Action, Fact, Legal
from engine.game import AnyGame, Source, State, by_chance
from engine.games import games
from engine.options import Value
from engine.source import seeded

#: Every game with every number of seats it allows.
TABLES = [(key, seats) for key, game in games().items() for seats in game.seats_allowed]


def source(seed: int) -> Source:
    """Chance from a seed, the same on every Python."""
    return seeded("tests", seed)


def invariants(game: AnyGame) -> ModuleType:
    """What a game's own file ``invariants_<key>.py`` says of it; `tests.engine.test_every_game` tells what that is."""
    return importlib.import_module(f"tests.engine.invariants_{game.key}")


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a walk: the state before it, the action, and what came of it."""

    before: State
    seat: int
    action: Action
    facts: list[Fact]
    after: State
    #: The cards of the present deal as dealt, and the state they were dealt to.
    dealer: int
    hands: list[list[int]]
    rest: list[int]
    undealt: State
    #: What has been played in this deal, this action included.
    actions: tuple[tuple[int, Action], ...]


def walk(
    game: AnyGame, seats: int, chance: Source, options: Mapping[str, Value] | None = None, deals: int = 100
) -> Iterator[Step]:
    """A match of random players, action by action, to its end or through so many deals."""
    state = game.start(game.settle(options or {}), seats)
    while not state.over and state.deal_no < deals:
        undealt = state
        dealer, hands, rest = game.dealt(state, chance)
        state = game.deal(state, dealer, hands, rest)
        actions: tuple[tuple[int, Action], ...] = ()
        while seats_to_act := game.to_act(state):
            seat = seats_to_act[chance(len(seats_to_act))]
            action = by_chance(game.legal(state, seat), chance).action
            after, facts = game.apply(state, seat, action)
            actions += ((seat, action),)
            yield Step(state, seat, action, facts, after, dealer, hands, rest, undealt, actions)
            state = after


def random_options(game: AnyGame, chance: Source) -> dict[str, Value]:
    """Each option with one of the values a lobby offers."""
    return {each.name: each.offered[chance(len(each.offered))] for each in game.options}


def snapshot(value: object) -> object:
    """A value's whole content, comparable, so that a later change of it shows."""
    if isinstance(value, Mapping):
        return {key: snapshot(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [snapshot(each) for each in value]
    if is_dataclass(value):
        return [snapshot(getattr(value, field.name)) for field in fields(value)]
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    if slots:
        return {name: snapshot(getattr(value, name)) for name in slots}
    return value


def allows(legal: Legal, action: Action) -> bool:
    """Whether what a seat may do includes this action."""
    if action in legal.actions:
        return True
    choice = legal.choice
    if choice is None or action.verb != choice.verb or action.number is not None:
        return False
    chosen = set(action.cards)
    return (
        len(chosen) == len(action.cards)
        and choice.least <= len(chosen) <= choice.most
        and chosen <= {*choice.free, *choice.in_need}
        and (chosen <= set(choice.free) or chosen >= set(choice.free))
    )


def all_sorts_of_actions() -> list[Action]:
    """Actions of every shape, most of them out of place at any moment."""
    codes = "pass leave in exchange play bid discard call rob; play AS KS; play 7; bid 1; bid 7; bid 10; call AH; "
    codes += "discard 4H 7H; discard AS AS; exchange 6H; exchange 6H 7H 8H 9H TH JH; rob 6H; hum; fold AS"
    singles = [Action.parse(each) for each in codes.split(";")[0].split()]
    longer = [Action.parse(each.strip()) for each in codes.split(";")[1:]]
    odd = [Action("play", (-1,)), Action("play", (99,)), Action("play", (3,), number=3), Action("play", (3, 3))]
    return [*PLAYS, *singles, *longer, *odd]
