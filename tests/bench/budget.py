"""Whether hard computer players keep to their time: whole matches, each decision timed by the CPU clock.

``python -m tests.bench.budget GAME [--matches N] [--seed S] [--seconds CPU] [--hard K]``. So many seats are held by
hard players, the others by `normal` ones; the seats change from match to match. Prints how much of their budget the
decisions took: on average, and the worst.
"""

from __future__ import annotations

import argparse
import time

from engine.game import State
from engine.games import find_game, games
from engine.players import Budget, answer
from engine.source import seeded

#: More rollouts than any budget has time for.
ENDLESS = 1_000_000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", choices=games())
    parser.add_argument("--matches", type=int, default=20, help="default 20")
    parser.add_argument("--seed", type=int, default=0, help="default 0")
    parser.add_argument("--seconds", type=float, default=0.3, help="of CPU a decision (default 0.3)")
    parser.add_argument("--hard", type=int, default=1, help="how many seats hard players hold (default 1)")
    given = parser.parse_args()
    game, clock = find_game(given.game), time.process_time
    seats = game.seats_allowed[0]
    budget = Budget(ENDLESS, given.seconds, clock)
    spent: list[float] = []
    deals = 0
    for match in range(given.matches):
        chance = seeded(given.seed, match, "deals")
        sources = [seeded(given.seed, match, "player", seat) for seat in range(seats)]
        hard = {(match + each) % seats for each in range(given.hard)}
        state: State = game.start(game.settle({}), seats)
        while not state.over:
            state = game.deal(state, *game.dealt(state, chance))
            deals += 1
            while acting := game.to_act(state):
                seat = acting[0]
                view = game.view(state, seat)
                begun = clock()
                choice = answer(game, view, "hard" if seat in hard else "normal", sources[seat], budget)
                if seat in hard:
                    spent.append((clock() - begun) / given.seconds)
                state, _ = game.apply(state, seat, choice.action)
    spent.sort()
    over = sum(each > 1.2 for each in spent)
    print(
        f"{game.title}: {given.matches} matches, {deals} deals, seed {given.seed}, {given.seconds} s of CPU a decision"
    )
    print(
        f"{len(spent)} decisions: {100 * sum(spent) / len(spent):.0f} % of the budget on average, "
        f"{100 * spent[-1 - len(spent) // 100]:.0f} % in all but one of a hundred, {100 * spent[-1]:.0f} % at most; "
        f"{over} over 120 %"
    )


if __name__ == "__main__":
    main()
