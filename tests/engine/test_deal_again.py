"""Whether hidden cards are dealt again without bias in positions of real deals, where seats are out of suits.

How often each card should lie with each holder is counted exactly, card by card. Many deals are drawn and compared with
that, and so are deals found by plain rejection: shuffle, deal, and throw away what does not fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

import pytest

from engine.cards import Card, Mask, cards_in, shuffled
from engine.game import AnyGame, State, View
from engine.games.knektpass import GAME as KNEKTPASS
from engine.games.phat import GAME as PHAT
from engine.games.pitch import GAME as PITCH
from engine.games.pitch_hidden import hidden as hidden_in_pitch
from tests.engine.walking import source, walk


@dataclass(frozen=True)
class Place:
    """Where hidden cards may lie: how many, which, and those that lie there in a deal."""

    size: int
    may_hold: Mask
    held: Callable[[Any], Mask]


def hand(seat: int, view: View, may_hold: Mask) -> Place:
    return Place(view.hand_sizes[seat], may_hold, lambda state: int(state.hands[seat]))


def moments(game: AnyGame, seats: int, seed: int, **options: Any) -> Iterator[Any]:
    """Views of seats on turn in the middle of play."""
    for step in walk(game, seats, source(seed), options, deals=30):
        view = game.view(step.before, step.seat)
        if view.phase == "play" and len(view.tricks) >= 2:
            yield view


def in_phat() -> tuple[View, Mask, list[Place]]:
    """Three hidden hands; two of them lack a suit, and not the same."""
    for view in moments(PHAT, 4, 1):
        may_hold, unseen = PHAT.hidden(view)
        others = [seat for seat in range(4) if seat != view.seat and view.hand_sizes[seat] > 4]
        bound = {may_hold[seat] for seat in others if may_hold[seat] != unseen}
        if len(others) == 3 and len(bound) == 2 and len(view.tricks) >= 4:
            return view, unseen, [hand(seat, view, may_hold[seat]) for seat in others]
    raise AssertionError("there is no such position")


def in_pitch() -> tuple[View, Mask, list[Place]]:
    """Four hands, somebody has folded; what was laid away is one more place, without trumps."""
    for view in moments(PITCH, 5, 2):
        unseen, sizes, may_hold = hidden_in_pitch(view)
        if view.folded and view.seat not in view.folded and len(view.folded) < 4:
            others = [seat for seat in range(5) if seat != view.seat]
            away = {may_hold[5 + seat] for seat in others}
            assert len(away) == 1
            size = sum(sizes[5:])

            def laid(state: Any, unseen: Mask = unseen, others: list[int] = others) -> Mask:
                gone = 0
                for seat in others:
                    gone |= state.discards[seat]
                return gone & unseen

            return view, unseen, [*[hand(seat, view, may_hold[seat]) for seat in others], Place(size, away.pop(), laid)]
    raise AssertionError("there is no such position")


def in_knektpass() -> tuple[View, Mask, list[Place]]:
    """Three hands that failed to follow or to beat; all else is the talon or laid away."""
    for view in moments(KNEKTPASS, 4, 3, rob="off"):
        may_hold, unseen = KNEKTPASS.hidden(view)
        others = [seat for seat in range(4) if seat != view.seat]
        if len({may_hold[seat] for seat in others} - {unseen}) >= 2 and all(view.hand_sizes[seat] for seat in others):
            size = unseen.bit_count() - sum(view.hand_sizes[seat] for seat in others)

            def rest(state: Any, unseen: Mask = unseen, others: list[int] = others) -> Mask:
                held: Mask = sum([state.hands[seat] for seat in others])
                return unseen & ~held

            return view, unseen, [*[hand(seat, view, may_hold[seat]) for seat in others], Place(size, unseen, rest)]
    raise AssertionError("there is no such position")


POSITIONS = pytest.mark.parametrize(
    ("game", "position"),
    [(PHAT, in_phat), (PITCH, in_pitch), (KNEKTPASS, in_knektpass)],
    ids=["phat", "pitch", "knektpass"],
)


def exact(unseen: Mask, places: list[Place]) -> dict[tuple[int, Card], float]:
    """How likely each card is to lie at each place, when all deals that fit are equally likely."""

    def ways(cards: list[Card], free: tuple[int, ...]) -> int:
        @cache
        def count(number: int, free: tuple[int, ...]) -> int:
            if number == len(cards):
                return 1
            found = 0
            for each, place in enumerate(places):
                if free[each] and place.may_hold >> cards[number] & 1:
                    found += count(number + 1, (*free[:each], free[each] - 1, *free[each + 1 :]))
            return found

        return count(0, free)

    cards = list(cards_in(unseen))
    free = tuple(place.size for place in places)
    total = ways(cards, free)
    alike: dict[tuple[bool, ...], list[float]] = {}
    chances = {}
    for card in cards:
        key = tuple(bool(place.may_hold >> card & 1) for place in places)
        if key not in alike:  # cards that may lie at the same places are equally likely at each
            others = [each for each in cards if each != card]
            alike[key] = [
                ways(others, (*free[:each], free[each] - 1, *free[each + 1 :])) / total if may and free[each] else 0.0
                for each, may in enumerate(key)
            ]
        for each, chance in enumerate(alike[key]):
            chances[each, card] = chance
    return chances


def check(drawn: Counter[tuple[int, Card]], number: int, chances: dict[tuple[int, Card], float]) -> None:
    """No card lies anywhere more or less often than chance explains: five standard deviations, and all together."""
    squares = freedom = 0.0
    for key, chance in chances.items():
        spread = sqrt(number * chance * (1 - chance))
        away = abs(drawn[key] - number * chance)
        assert away <= 5 * spread + 1e-9, f"{key}: {drawn[key]} of {number}, {number * chance:.1f} expected"
        if spread:
            squares += (away / spread) ** 2
            freedom += 1
    # The mean square is 1. The cells of one card hang together, so the spread of the mean is put at twice the usual.
    assert abs(squares / freedom - 1) <= 5 * 2 * sqrt(2 / freedom)


def dealt(game: AnyGame, view: View, unseen: Mask, places: list[Place], number: int) -> Counter[tuple[int, Card]]:
    """Where the hidden cards lie in so many deals that fit the view; each of them is looked at whole."""
    chance, drawn = source(5), Counter[tuple[int, Card]]()
    for _ in range(number):
        state: State = game.deal_again(view, chance)
        seen = 0
        for each, place in enumerate(places):
            held = place.held(state)
            assert held.bit_count() == place.size
            assert not held & ~place.may_hold
            seen |= held
            for card in cards_in(held):
                drawn[each, card] += 1
        assert seen == unseen
    return drawn


@POSITIONS
@pytest.mark.parametrize("number", [2_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_hidden_cards_lie_where_they_may_as_often_as_they_should(
    game: AnyGame, position: Callable[[], tuple[View, Mask, list[Place]]], number: int
) -> None:
    view, unseen, places = position()
    check(dealt(game, view, unseen, places, number), number, exact(unseen, places))


@POSITIONS
def test_rejection_finds_the_same(game: AnyGame, position: Callable[[], tuple[View, Mask, list[Place]]]) -> None:
    """The yardstick itself: what is counted exactly is what shuffling and throwing away leads to."""
    _, unseen, places = position()
    chance, drawn, kept = source(6), Counter[tuple[int, Card]](), 0
    for _ in range(20_000):
        pile = shuffled(list(cards_in(unseen)), chance)
        found = []
        for place in places:
            found.append(sum([1 << card for card in pile[: place.size]]))
            del pile[: place.size]
            if found[-1] & ~place.may_hold:
                break
        else:
            kept += 1
            for each, held in enumerate(found):
                drawn.update((each, card) for card in cards_in(held))
    assert kept > 200
    check(drawn, kept, exact(unseen, places))
