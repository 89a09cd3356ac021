"""How a computer player bids: how often it is the bidder among `normal` players, and how often it makes its bid.

``python -m tests.bench.bids LEVEL [--deals N] [--seed S] [--rollouts R]``. A deal of Pitch is played once by `normal`
players alone, and once for each seat with a player of this level there; both are counted for the seats it had.
"""

from __future__ import annotations

import argparse
from collections import Counter
from math import sqrt
from statistics import mean, stdev

from engine.duel import Player, fair
from engine.games.pitch import GAME
from engine.games.pitch_table import SEATS, PitchState
from engine.players import LEVELS, ROLLOUTS, Budget
from engine.source import seeded


def played(seed: int, number: int, guest: int, players: list[Player]) -> PitchState:
    """The first deal of a match, played to its end."""
    state = GAME.start(GAME.settle({}), SEATS)
    state = GAME.deal(state, *GAME.dealt(state, seeded(seed, number, "deals")))
    sources = [seeded(seed, number, guest, "player", seat) for seat in range(SEATS)]
    while acting := GAME.to_act(state):
        seat = acting[0]
        GAME.play(state, seat, players[seat](GAME, state, seat, sources[seat]))
    return state


def count(counts: Counter[str], state: PitchState, seat: int) -> None:
    """Note how the deal went for this seat."""
    result = state.result
    assert result is not None
    counts["deals"] += 1
    counts["lead"] += SEATS * state.points[seat] - sum(state.points)
    if result.bidder == seat:
        counts["bids"] += 1
        counts["made"] += result.made
        counts["moons"] += result.moon
        counts["moons made"] += result.moon and result.made
        counts["named"] += result.bid
        counts["taken"] += result.points[0]


def line(name: str, counts: Counter[str]) -> str:
    """What was counted, in one line."""
    deals, bids = counts["deals"], max(1, counts["bids"])
    return (
        f"{name}: {counts['bids']} bids in {deals} deals ({100 * counts['bids'] / deals:.1f} %), "
        f"{counts['made']} made ({100 * counts['made'] / bids:.1f} %), {counts['bids'] - counts['made']} set, "
        f"{counts['named'] / bids:.2f} bid and {counts['taken'] / bids:.2f} taken on average; "
        f"moons {counts['moons made']} of {counts['moons']}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("level", choices=LEVELS)
    parser.add_argument("--deals", type=int, default=100, help="default 100; each is played six times")
    parser.add_argument("--seed", type=int, default=0, help="default 0")
    parser.add_argument("--rollouts", type=int, default=ROLLOUTS, help=f"default {ROLLOUTS}")
    given = parser.parse_args()
    budget = Budget(given.rollouts)
    normal, guest = fair("normal", budget), fair(given.level, budget)
    theirs: Counter[str] = Counter()
    its: Counter[str] = Counter()
    leads: list[float] = []
    for number in range(given.deals):
        without = played(given.seed, number, 0, [normal] * SEATS)
        before = its["lead"]
        for seat in range(SEATS):
            count(theirs, without, seat)
            seats = [guest if each == seat else normal for each in range(SEATS)]
            count(its, played(given.seed, number, seat, seats), seat)
        leads.append((its["lead"] - before) / (SEATS * (SEATS - 1)))
    print(f"Pitch, {given.deals} deals, seed {given.seed}, {given.rollouts} rollouts a decision")
    print(line("normal", theirs))
    print(line(given.level, its))
    margin = 1.96 * stdev(leads) / sqrt(given.deals) if given.deals > 1 else 0.0
    print(f"{given.level} against normal: {mean(leads):+.2f} ± {margin:.2f} points a deal")


if __name__ == "__main__":
    main()
