"""Hard computer players of Phat against another way of thinking: information set Monte Carlo tree search (ISMCTS).

``python -m tests.bench.ismcts [--pairs N] [--seed S] [--seconds CPU]``. Both have the same CPU time a decision. The
opponent is the plain algorithm of Cowling, Powley and Whitehouse (2012) with one tree from the seat's own point of
view: each time round the hidden cards are dealt again, the tree is gone down by UCB over the cards then allowed, one
node is added, and the deal is played out by chance. It does not use our policy, so it is no opponent that hard players
have a model of.
"""

from __future__ import annotations

import argparse
import math
import time

from engine.actions import PLAYS, Action
from engine.cards import Card, Mask, cards_in
from engine.duel import Player, duel, fair
from engine.game import AnyGame, Source, State
from engine.games.phat import GAME, PhatState
from engine.players import Budget

#: How much UCB explores by default; rewards lie between 0 and 1, most of them near the middle.
EXPLORE = 0.2
#: The most points a side can be ahead by, for the rewards.
MOST = 88


class Node:
    """A place in the tree: what has been seen of the card that leads here, from the side that played it."""

    __slots__ = ("after", "available", "reward", "side", "visits")

    def __init__(self, side: int) -> None:
        self.side = side
        self.after: dict[Card, Node] = {}
        self.visits = 0
        self.available = 0
        self.reward = 0.0


def player(seconds: float, explore: float = EXPLORE) -> Player:
    """An ISMCTS player with so much CPU time a decision."""

    def play(game: AnyGame, state: State, seat: int, source: Source) -> Action:
        assert isinstance(state, PhatState)
        view = GAME.view(state, seat)
        if len(view.legal.actions) == 1:
            return view.legal.actions[0]
        root = Node(seat & 1)
        until = time.process_time() + seconds
        while time.process_time() < until:
            _once(root, GAME.deal_again(view, source), source, explore)
        best = max(root.after, key=lambda card: root.after[card].visits)
        return PLAYS[best]

    return play


def _once(root: Node, world: PhatState, source: Source, explore: float) -> None:
    """Once down the tree and to the end of one deal that could be."""
    node, path = root, [root]
    while world.turn >= 0:
        seat = world.turn
        allowed = list(cards_in(GAME.legal_mask(world, seat)))
        untried = [card for card in allowed if card not in node.after]
        for card in allowed:
            if card in node.after:
                node.after[card].available += 1
        if untried:
            card = untried[source(len(untried))]
            child = node.after[card] = Node(seat & 1)
            child.available = 1
        else:
            card = max(allowed, key=lambda each: _ucb(node.after[each], explore))
            child = node.after[card]
        GAME.play(world, seat, PLAYS[card])
        path.append(child)
        node = child
        if untried:
            break
    while (seat := world.turn) >= 0:
        GAME.play(world, seat, PLAYS[_any(GAME.legal_mask(world, seat), source)])
    ahead = world.points[0] - world.points[1]
    for each in path:
        each.visits += 1
        each.reward += 0.5 + (-ahead if each.side else ahead) / (2 * MOST)


def _ucb(node: Node, explore: float) -> float:
    return node.reward / node.visits + explore * math.sqrt(math.log(node.available) / node.visits)


def _any(mask: Mask, source: Source) -> Card:
    skip = source(mask.bit_count()) if mask & (mask - 1) else 0
    while skip:
        mask &= mask - 1
        skip -= 1
    return (mask & -mask).bit_length() - 1


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--pairs", type=int, default=20, help="default 20")
    parser.add_argument("--seed", type=int, default=0, help="default 0")
    parser.add_argument("--seconds", type=float, default=0.1, help="of CPU a decision, for both (default 0.1)")
    parser.add_argument("--explore", type=float, default=EXPLORE, help=f"how much ISMCTS explores (default {EXPLORE})")
    given = parser.parse_args()
    hard = fair("hard", Budget(1_000_000, given.seconds, time.process_time))
    players = (hard, player(given.seconds, given.explore))
    outcome = duel(GAME, GAME.settle({}), 4, players, given.pairs, given.seed, time.process_time)
    print(f"{given.pairs} pairs, seed {given.seed}, {given.seconds} s of CPU a decision")
    print(f"hard against ISMCTS: {outcome.mean:+.2f} ± {outcome.margin:.2f} points a deal")
    for name, times in zip(("hard", "ISMCTS"), outcome.times, strict=True):
        print(f"{name}: {times.decisions} decisions of {1000 * times.mean:.1f} ms on average")


if __name__ == "__main__":
    main()
