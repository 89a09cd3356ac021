"""How many random deals of Phat a second: through ``apply``, through ``play`` in place, and a bare loop as yardstick.

``python -m tests.bench.engine_bench [--seconds S] [--rounds N]``. One deal is 52 cards played; a deal that the match's
end cuts short counts for the cards played in it. Every player plays a uniformly random legal card. The rounds
alternate and the best of each kind is printed, because other work on the machine only ever slows a round down.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from collections.abc import Callable

from engine.actions import PLAYS
from engine.cards import PACK_52, SUIT_MASKS, mask_of, shuffled
from engine.games.phat import GAME

CARDS_A_DEAL = 52
OPTIONS = GAME.settle({})


def _some(mask: int, chance: Callable[[], float]) -> int:
    """A uniformly random card of a mask."""
    skip = int(chance() * mask.bit_count())
    while skip:
        mask &= mask - 1
        skip -= 1
    return (mask & -mask).bit_length() - 1


def through_apply(source: random.Random, seconds: float) -> float:
    """Deals a second when every card goes through the checked way in, facts and new states included."""
    chance, cards = source.random, 0
    legal, apply = GAME.legal_mask, GAME.apply
    state = GAME.start(OPTIONS, 4)
    begun = time.perf_counter()
    until = begun + seconds
    while (now := time.perf_counter()) < until:
        if state.over:
            state = GAME.start(OPTIONS, 4)
        state = GAME.deal(state, *GAME.dealt(state, source.randrange))
        while (seat := state.turn) >= 0:
            state, _ = apply(state, seat, PLAYS[_some(legal(state, seat), chance)])
            cards += 1
    return cards / CARDS_A_DEAL / (now - begun)


def in_place(source: random.Random, seconds: float) -> float:
    """Deals a second when the rules change one state, as rollouts do."""
    chance, cards = source.random, 0
    legal, play = GAME.legal_mask, GAME.play
    state = GAME.start(OPTIONS, 4)
    begun = time.perf_counter()
    until = begun + seconds
    while (now := time.perf_counter()) < until:
        if state.over:
            state = GAME.start(OPTIONS, 4)
        state = GAME.deal(state, *GAME.dealt(state, source.randrange))
        while (seat := state.turn) >= 0:
            play(state, seat, PLAYS[_some(legal(state, seat), chance)])
            cards += 1
    return cards / CARDS_A_DEAL / (now - begun)


def bare_loop(source: random.Random, seconds: float) -> float:
    """The yardstick: shuffle, follow suit, find the winner; no points, no states, no game."""
    chance, deals = source.random, 0
    begun = time.perf_counter()
    until = begun + seconds
    while (now := time.perf_counter()) < until:
        pack = shuffled(PACK_52, source.randrange)
        hands = [mask_of(pack[13 * seat : 13 * seat + 13]) for seat in range(4)]
        seat, trump = 0, -1
        for _ in range(13):
            best, winner, suit = -1, 0, -1
            for _ in range(4):
                hand = hands[seat]
                legal = hand if suit < 0 else hand & SUIT_MASKS[suit] or hand
                card = _some(legal, chance)
                hands[seat] ^= 1 << card
                own = card // 13
                if suit < 0:
                    suit = own
                    if trump < 0:
                        trump = own
                strength = card + (100 if own == trump else 0 if own == suit else -100)
                if strength > best:
                    best, winner = strength, seat
                seat = (seat + 1) & 3
            seat = winner
        deals += 1
    return deals / (now - begun)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one measurement (default 1)")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each kind (default 5)")
    given = parser.parse_args()
    kinds = {"apply": through_apply, "play in place": in_place, "bare loop": bare_loop}
    found: dict[str, list[float]] = {name: [] for name in kinds}
    gc.freeze()
    for number in range(given.rounds):
        for name, kind in kinds.items():
            found[name].append(kind(random.Random(number), given.seconds))
    for name, figures in found.items():
        print(f"{name:>14}: best {max(figures):7,.0f} deals/s   of {', '.join(f'{each:,.0f}' for each in figures)}")


if __name__ == "__main__":
    main()
