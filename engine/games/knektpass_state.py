"""Knektpass: the truth of a match, and what a seat may know of it. (The rules are in `engine.games.knektpass`.)"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.cards import Card, Mask, Suit
from engine.game import State, View
from engine.options import Options

#: One seat's exchange: who, the cards laid away, the cards drawn from the talon in their order. Standing is one too.
Swap: TypeAlias = tuple[int, Mask, tuple[Card, ...]]

HAND: Final = 5
NOBODY: Final = -1
NO_CARD: Final = -1
DEAL, ROB, DECLARE, EXCHANGE, PLAY, OVER = "deal", "rob", "declare", "exchange", "play", "over"


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a deal came to for one seat: cards exchanged (n), tricks taken (t), the change of its score (KN-R19)."""

    exchanged: int
    tricks: int
    change: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """One seat's answer in an exchange round: how many cards; which ones it knows only itself."""

    seat: int
    count: int
    laid: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()


class KnektpassState(State):
    """The truth of a match of Knektpass.

    ``hands``: masks by seat, a passer's too. ``turn``: the seat to act or `NOBODY`. ``turn_up``; ``given_up``: the card
    the dealer put away for it (KN-R8) or `NO_CARD`. ``said``: who plays, from forehand on. ``active``: the seats that
    play, ascending, once all have spoken. ``order``: in which the active act: in the exchange, then in each trick.
    ``swaps``: every answer in the exchange, standing included; ``exchanged``: KN-R19's n by seat. ``table``: the trick
    so far, ``best`` its winning card. ``tricks``: finished ones as (order, cards, winner); ``taken`` by seat.
    ``passed_out``: 1 between a deal that all passed and the next one (KN-R11).

    ``hands``, ``exchanged`` and ``taken`` are changed in place; everything else is replaced, so a copy may share it.
    """

    __slots__ = (
        "active",
        "best",
        "exchanged",
        "given_up",
        "hands",
        "order",
        "passed_out",
        "phase",
        "said",
        "swaps",
        "table",
        "taken",
        "talon",
        "tricks",
        "trump",
        "turn",
        "turn_up",
    )

    def __init__(self, options: Options, seats: int) -> None:
        super().__init__(options, seats)
        self.scores = [int(options["start_score"])] * seats  # KN-R3
        self.passed_out = 0
        self.hands: list[Mask] = [0] * seats
        self.turn = NOBODY
        self.phase = DEAL
        self.turn_up: Card = NO_CARD
        self.given_up: Card = NO_CARD
        self.trump: Suit = 0
        self.talon: tuple[Card, ...] = ()
        self.said: tuple[bool, ...] = ()
        self.active: tuple[int, ...] = ()
        self.order: tuple[int, ...] = ()
        self.swaps: tuple[Swap, ...] = ()
        self.exchanged: list[int] = [0] * seats
        self.table: tuple[Card, ...] = ()
        self.best: Card = NO_CARD
        self.tricks: tuple[tuple[tuple[int, ...], tuple[Card, ...], int], ...] = ()
        self.taken: list[int] = [0] * seats

    @property
    def result(self) -> tuple[SeatResult, ...] | None:
        """What the deal came to, by seat, once it has ended; None while cards are played or before any were dealt."""
        if self.turn_up == NO_CARD or self.turn != NOBODY:
            return None
        return tuple(map(SeatResult, self.exchanged, self.taken, self.points))


@dataclass(frozen=True, slots=True, kw_only=True)
class KnektpassView(View):
    """What one seat, or the public, may know of a match of Knektpass. Tuples have an entry a seat.

    ``turn_up``: None before the first deal; ``robbed``: the dealer has taken it, for ``given_up``, which only the
    dealer knows. ``declared``: in, passed, or not yet spoken (None). ``round``: the exchange round, from 1, else 0.
    ``exchanges``: every answer in them; ``exchanged``: cards exchanged in all. ``promised``: the tricks that those who
    play need so as not to add points. ``talon``: cards left. ``lone``: who alone plays (KN-R12). ``passed_out``: all
    passed. ``result``: the deal's end, None while it is played.
    """

    turn_up: Card | None
    robbed: bool
    given_up: Card | None
    declared: tuple[bool | None, ...]
    round: int
    exchanges: tuple[Exchange, ...]
    exchanged: tuple[int, ...]
    promised: tuple[int, ...]
    taken: tuple[int, ...]
    talon: int
    lone: int | None
    passed_out: bool
    result: tuple[SeatResult, ...] | None

    @property
    def laid_away(self) -> tuple[Card, ...]:
        """This seat's own cards out of play, in the order in which they went."""
        given = () if self.given_up is None else (self.given_up,)
        return (*given, *(card for each in self.exchanges for card in each.laid))


def with_seats(order: tuple[int, ...], cards: tuple[Card, ...]) -> tuple[tuple[int, Card], ...]:
    """Cards in the order played, each with its seat."""
    return tuple(zip(order, cards, strict=False))
