"""How many random deals a second: through ``apply``, by ``play`` in place, in bare loops, and in the peers' engines.

``python -m tests.bench.engine_bench [--seconds S] [--rounds N] [--peers]``. Every player chooses by uniform chance;
whole matches are played, so a deal that a match's end cuts short is a deal too. Each round measures everything once,
one after the other, and ratios are made within a round; printed is the median of the rounds. Time is the processor's,
since other work on the machine makes the clock lie.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from engine.actions import PLAYS
from engine.game import AnyGame, Source
from engine.games import find_game
from tests.bench import peers
from tests.bench.bare_loops import LOOPS, Chance, some
from tests.bench.choosers import CHOOSERS
from tests.bench.report import Row, print_table

APPLY, IN_PLACE, BARE = "apply", "play in place", "bare loop"
HEARTS, SHORTCUT, UNO = "OpenSpiel hearts", "OpenSpiel hearts, dealt by a shortcut", "RLCard uno"

#: Deals a second by what was measured, one figure a round.
Figures = dict[str, list[float]]


class Dealer:
    """One match after the other of a game, dealt by chance."""

    def __init__(self, game: AnyGame, chance: Chance) -> None:
        self.game = game
        self.chance = chance
        self.source: Source = lambda n: int(chance() * n)
        self._options, self._seats = game.settle({}), game.seats_allowed[0]
        #: The match as it stands.
        self.state: Any = game.start(self._options, self._seats)

    def between(self) -> Any:
        """The match before its next deal; a new one where it is over."""
        return self.game.start(self._options, self._seats) if self.state.over else self.state


def through_apply(dealer: Dealer) -> None:
    """One deal with cards and every action through the checked ways in, facts and new states included."""
    game, chance, state = dealer.game, dealer.chance, dealer.between()
    state = game.deal(state, *game.dealt(state, dealer.source))
    apply, chosen, legal = game.apply, CHOOSERS.get(game.key), game.legal_mask  # type: ignore[attr-defined]
    if chosen is not None:
        while state.phase not in ("play", "deal", "over"):
            seat, action = chosen(state, state.turn, chance)
            state, _ = apply(state, seat, action)
    while not (state.needs_deal or state.over):
        seat = state.turn
        state, _ = apply(state, seat, PLAYS[some(legal(state, seat), chance)])
    dealer.state = state


def in_place(dealer: Dealer) -> None:
    """One deal with the rules changing one state, as rollouts do."""
    game, chance = dealer.game, dealer.chance
    state = game.deal_by_chance(dealer.between(), dealer.source)
    play, chosen, legal = game.play, CHOOSERS.get(game.key), game.legal_mask  # type: ignore[attr-defined]
    if chosen is not None:
        while state.phase not in ("play", "deal", "over"):
            seat, action = chosen(state, state.turn, chance)
            play(state, seat, action)
    while not (state.needs_deal or state.over):
        seat = state.turn
        play(state, seat, PLAYS[some(legal(state, seat), chance)])
    dealer.state = state


def rate(deal: Callable[[], object], seconds: float) -> float:
    """Deals a second of the processor's time."""
    deals, begun = 0, time.process_time()
    until = begun + seconds
    while (now := time.process_time()) < until:
        deal()
        deals += 1
    return deals / (now - begun)


def measure(seconds: float, rounds: int, *, with_peers: bool) -> Figures:
    """Measure everything so many times, by turns."""
    found: Figures = {}
    gc.freeze()
    foreign = {HEARTS: peers.hearts(), SHORTCUT: peers.hearts(shortcut=True), UNO: peers.uno()} if with_peers else {}
    for number in range(rounds):
        chance = random.Random(number).random
        for key, loop in LOOPS.items():
            dealer = Dealer(find_game(key), chance)
            found.setdefault(f"{key}: {APPLY}", []).append(rate(partial(through_apply, dealer), seconds))
            found.setdefault(f"{key}: {IN_PLACE}", []).append(rate(partial(in_place, dealer), seconds))
            found.setdefault(f"{key}: {BARE}", []).append(rate(partial(loop, chance), seconds))
        for name, deal in foreign.items():
            found.setdefault(name, []).append(rate(partial(deal, chance), seconds))
    return found


def ratio(found: Figures, ours: str, theirs: str) -> list[float]:
    """How many times as fast the first is as the second, round by round."""
    return [one / other for one, other in zip(found[ours], found[theirs], strict=True)]


def rows(found: Figures) -> list[Row]:
    """The figures beside their aims."""
    apply = f"phat: {APPLY}"
    told = [Row("Engine: Phat through apply", f"{median(found[apply]):,.0f} deals/s", "")]
    for name, aim in ((HEARTS, 1.0), (SHORTCUT, None), (UNO, 5.0)):
        if name in found:
            times = median(ratio(found, apply, name))
            figure = f"{times:.2f} of {median(found[name]):,.0f} deals/s"
            aimed = ("", None) if aim is None else (f"at least {aim:g}", times >= aim)
            told.append(Row(f"  beside {name}", figure, *aimed))
    for key in LOOPS:
        bare = f"{key}: {BARE}"
        times = median(ratio(found, f"{key}: {IN_PLACE}", bare))
        figure = f"{times:.2f} of {median(found[bare]):,.0f} deals/s"
        told.append(Row(f"  {key} in place, beside a bare loop", figure, "at least 0.5", times >= 0.5))
    return told


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one measurement (default 1)")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each kind (default 5)")
    parser.add_argument("--peers", action="store_true", help="OpenSpiel and RLCard too (requirements-bench.txt)")
    given = parser.parse_args()
    found = measure(given.seconds, given.rounds, with_peers=given.peers)
    for name, figures in found.items():
        print(f"{name:>26}: median {median(figures):7,.0f} deals/s  of {', '.join(f'{each:,.0f}' for each in figures)}")
    print_table(rows(found))


if __name__ == "__main__":
    main()
