"""The engine's peers, driven from Python as their own documentation does: OpenSpiel's hearts and RLCard's uno.

They come from ``requirements-bench.txt`` and are no part of the bot, its tests or CI. All play by uniform chance.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from tests.bench.bare_loops import Chance


def hearts(*, shortcut: bool = False) -> Callable[[Chance], None]:
    """One deal of OpenSpiel's hearts (52 cards, passing included; the rules in C++).

    The dealing is chance nodes: each is asked for its outcomes and their probabilities, as for any game of OpenSpiel.
    ``shortcut``: they are asked for their legal actions instead, knowing that in hearts all are equally likely.
    """
    load: Any = importlib.import_module("pyspiel").load_game
    game = load("hearts")

    def deal(chance: Chance) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not shortcut and state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(chance() * len(actions))])

    return deal


def uno() -> Callable[[Chance], None]:
    """One game of RLCard's uno for two, with its own random agents."""
    made: Any = importlib.import_module("rlcard").make("uno", config={"seed": 1})
    agent: Any = importlib.import_module("rlcard.agents").RandomAgent
    made.set_agents([agent(num_actions=made.num_actions) for _ in range(made.num_players)])

    def deal(_: Chance) -> None:
        made.run(is_training=False)

    return deal
