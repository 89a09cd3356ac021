"""High Spade: a toy game with everything in it that records must carry.

Thirteen spades, four cards a seat, the rest a widow. In turn from the dealer's left each seat says ``in`` or ``pass``;
if all pass the deal is void and the same dealer deals again. Then all seats, in any order, discard one card, and three
tricks follow, one point each. The match ends at once at ``target`` points.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from engine.actions import (
    NOTHING,
    PLAYS,
    Action,
    CardPlayed,
    DealEnded,
    Fact,
    IllegalAction,
    Legal,
    MatchEnded,
    Reason,
    SetChoice,
    TrickTaken,
)
from engine.cards import Card, Mask, cards_in, shuffled
from engine.game import Game, Layout, Source, State, View
from engine.games import games
from engine.options import Option, Options

PACK = tuple(range(13))


class HighSpadeState(State):
    __slots__ = ("discarding", "hands", "played", "said", "table", "tricks", "turn")

    def __init__(self, options: Options, seats: int) -> None:
        super().__init__(options, seats)
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.said: list[str] = []
        self.discarding: set[int] = set()
        self.table: list[Card] = []
        self.played: list[Card] = []
        self.turn = 0
        self.tricks = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HighSpadeView(View):
    said: tuple[str, ...]
    discarding: frozenset[int]
    table: tuple[Card, ...]
    played: tuple[Card, ...]
    turn: int
    tricks_taken: int


class HighSpade(Game[HighSpadeState, HighSpadeView]):
    key = "high_spade"
    title = "High Spade"
    rules_version = 3
    seats_allowed = (3, 2)
    verbs = ("in", "pass", "discard", "play")
    options = (Option("target", (4, 2), bounds=(1, 9)), Option("shout", (False, True)))

    def start(self, options: Options, seats: int) -> HighSpadeState:
        return HighSpadeState(options, seats)

    def layout(self, options: Options, seats: int) -> Layout:
        return Layout(PACK, 4)

    def next_dealer(self, state: HighSpadeState) -> int | None:
        if not state.deal_no:
            return None
        return state.dealer if "in" not in state.said else (state.dealer + 1) % state.seats

    def begin_deal(self, state: HighSpadeState, dealer: int, hands: list[Mask], rest: Sequence[Card]) -> HighSpadeState:
        after = self.start(state.options, state.seats)
        after.dealer, after.deal_no, after.needs_deal = dealer, state.deal_no + 1, False
        after.scores = list(state.scores)
        after.hands = [list(cards_in(hand)) for hand in hands]
        after.turn = (dealer + 1) % state.seats
        return after

    def copy(self, state: HighSpadeState) -> HighSpadeState:
        after = self.start(state.options, state.seats)
        for name in State.__slots__:
            setattr(after, name, getattr(state, name))
        after.points, after.scores, after.hands = state.points[:], state.scores[:], [hand[:] for hand in state.hands]
        after.said, after.discarding, after.table = state.said[:], set(state.discarding), state.table[:]
        after.played = state.played[:]
        after.turn, after.tricks = state.turn, state.tricks
        return after

    def to_act(self, state: HighSpadeState) -> tuple[int, ...]:
        if state.needs_deal or state.over:
            return ()
        return tuple(sorted(state.discarding)) or (state.turn,)

    def legal(self, state: HighSpadeState, seat: int) -> Legal:
        if seat not in self.to_act(state):
            return NOTHING
        if len(state.said) < state.seats:
            return Legal((Action("in"), Action("pass")))
        if state.discarding:
            return Legal(choice=SetChoice("discard", 1, 1, tuple(state.hands[seat])))
        return Legal(tuple(PLAYS[each] for each in sorted(state.hands[seat])))

    def refusal(self, state: HighSpadeState, seat: int, action: Action) -> IllegalAction | None:
        legal = self.legal(state, seat)
        choice = legal.choice
        if action in legal.actions:
            return None
        if choice and action.verb == choice.verb and len(action.cards) == 1 and action.cards[0] in choice.free:
            return None
        return IllegalAction(Reason.WRONG_VERB, "that is not allowed now")

    def play(self, state: HighSpadeState, seat: int, action: Action, facts: list[Fact] | None = None) -> None:
        facts = [] if facts is None else facts
        state.turn = (seat + 1) % state.seats
        if len(state.said) < state.seats:
            state.said.append(action.verb)
            if len(state.said) == state.seats:
                state.discarding = set(range(state.seats))
                if "in" not in state.said:
                    state.discarding = set()
                    self._end(state, facts)
            return
        state.hands[seat].remove(action.cards[0])
        if state.discarding:
            state.discarding.remove(seat)
            state.turn = (state.dealer + 1) % state.seats
            return
        state.table.append(action.cards[0])
        state.played.append(action.cards[0])
        facts.append(CardPlayed(seat, action.cards[0]))
        if len(state.table) == state.seats:
            place = state.table.index(max(state.table))
            winner = (state.turn + place) % state.seats
            facts.append(TrickTaken(winner, tuple(state.table), 1))
            state.points[winner] += 1
            state.scores[winner] += 1
            state.turn, state.table, state.tricks = winner, [], state.tricks + 1
            if state.tricks == 3 or state.scores[winner] >= int(state.options["target"]):
                self._end(state, facts)

    def _end(self, state: HighSpadeState, facts: list[Fact]) -> None:
        best = max(state.scores)
        state.over = best >= int(state.options["target"])
        state.needs_deal = not state.over
        facts.append(DealEnded(tuple(state.points), tuple(state.scores)))
        if state.over:
            state.winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
            facts.append(MatchEnded(state.winners, tuple(state.scores)))

    def view(self, state: HighSpadeState, seat: int | None) -> HighSpadeView:
        return HighSpadeView(
            game=self.key,
            options=state.options,
            seats=state.seats,
            seat=seat,
            phase="",
            deal_no=state.deal_no,
            dealer=state.dealer,
            needs_deal=state.needs_deal,
            over=state.over,
            winners=state.winners,
            to_act=self.to_act(state),
            legal=NOTHING if seat is None else self.legal(state, seat),
            hand=() if seat is None else tuple(state.hands[seat]),
            hand_sizes=tuple(map(len, state.hands)),
            trump=None,
            trick=None,
            tricks=(),
            points=tuple(state.points),
            scores=tuple(state.scores),
            said=tuple(state.said),
            discarding=frozenset(state.discarding),
            table=tuple(state.table),
            played=tuple(state.played),
            turn=state.turn,
            tricks_taken=state.tricks,
        )

    def deal_again(self, view: HighSpadeView, source: Source) -> HighSpadeState:
        assert view.seat is not None
        state = self.start(view.options, view.seats)
        state.dealer, state.deal_no, state.needs_deal = view.dealer, view.deal_no, view.needs_deal
        state.over, state.winners = view.over, view.winners
        state.points, state.scores = list(view.points), list(view.scores)
        state.said, state.discarding = list(view.said), set(view.discarding)
        state.table, state.played = list(view.table), list(view.played)
        state.turn, state.tricks = view.turn, view.tricks_taken
        # Discards lie with the widow: nobody has looked at either again.
        hidden = shuffled([each for each in PACK if each not in view.hand and each not in view.played], source)
        for seat, size in enumerate(view.hand_sizes):
            state.hands[seat] = list(view.hand) if seat == view.seat else [hidden.pop() for _ in range(size)]
        return state

    def question(self, state: HighSpadeState, seat: int) -> Hashable:
        return (state.deal_no, state.tricks) if seat in self.to_act(state) else None

    def deal_stats(self, state: HighSpadeState) -> tuple[dict[str, int], ...]:
        return ()


GAME = HighSpade()


@contextmanager
def at_the_table() -> Iterator[HighSpade]:
    """While this lasts High Spade is one of the games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.games.games", lambda: {**games(), GAME.key: GAME})
        yield GAME
