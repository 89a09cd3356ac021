"""Maria: Hearts in miniature. Sixteen cards; whoever takes hearts or Maria, the queen of spades, pays for them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

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
    TrickTaken,
)
from engine.cards import HEARTS, JACK, PACK_52, SUIT_MASKS, Card, Mask, card, cards_in, mask_of, rank_of, suit_of
from engine.game import Game, Layout, Source, State, TakenTrick, Trick, View
from engine.hidden import deal_hidden
from engine.options import Option, Options
from engine.tricks import plain_order

MARIA = card("QS")
PACK = tuple(each for each in PACK_52 if rank_of(each) >= JACK)
_ORDER = plain_order(None)
_HEARTS = SUIT_MASKS[HEARTS]


class MariaReason(StrEnum):
    """Why only Maria refuses an action."""

    HEARTS_CLOSED = "hearts_closed"  # MA-R5


@dataclass(frozen=True, slots=True)
class HeartsOpened(Fact):
    """The first heart of a deal was played: from now on hearts may be led (MA-R5)."""

    seat: int


class MariaState(State):
    """The truth of a match. ``aside``: the cards that nobody got; ``tricks``: those of the present or last deal."""

    __slots__ = ("aside", "hands", "leader", "open", "table", "tricks")

    def __init__(self, options: Options, seats: int) -> None:
        super().__init__(options, seats)
        self.hands: list[Mask] = [0] * seats
        self.aside: Mask = 0
        self.leader = 0
        self.table: tuple[Card, ...] = ()
        self.tricks: tuple[TakenTrick, ...] = ()
        self.open = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MariaView(View):
    """What one seat, or the public, may know. ``open``: hearts may be led."""

    open: bool


class Maria(Game[MariaState, MariaView]):
    """Maria for three or four, each for oneself (MA-R1); the fewest points win (MA-R7)."""

    key = "maria"
    title = "Maria"
    rules_version = 1
    seats_allowed = (4, 3)
    counts_down = True
    options = (Option("limit", (10, 20, 5), bounds=(1, 50)), Option("queen", (3, 0)))
    own_reasons = MariaReason

    def start(self, options: Options, seats: int) -> MariaState:
        """A match before its first deal; `ValueError` for another number of seats (MA-R1)."""
        if seats not in self.seats_allowed:
            raise ValueError(f"Maria is for 3 or 4, not {seats}")
        return MariaState(options, seats)

    def layout(self, options: Options, seats: int) -> Layout:
        """MA-R2: aces, kings, queens and jacks, all that can be shared evenly."""
        return Layout(PACK, len(PACK) // seats)

    def next_dealer(self, state: MariaState) -> int | None:
        """MA-R3: drawn by chance, then clockwise."""
        return (state.dealer + 1) % state.seats if state.deal_no else None

    def begin_deal(self, state: MariaState, dealer: int, hands: list[Mask], rest: Sequence[Card]) -> MariaState:
        """A new state with these cards; the dealer's left leads (MA-R3)."""
        after = self.start(state.options, state.seats)
        after.dealer, after.deal_no, after.needs_deal = dealer, state.deal_no + 1, False
        after.scores = state.scores[:]
        after.hands, after.aside = hands, mask_of(rest)
        after.leader = (dealer + 1) % state.seats
        return after

    def copy(self, state: MariaState) -> MariaState:
        """A state that can be changed without touching the given one."""
        after = MariaState.__new__(MariaState)
        for name in (*State.__slots__, *MariaState.__slots__):
            setattr(after, name, getattr(state, name))
        after.points, after.scores, after.hands = state.points[:], state.scores[:], state.hands[:]
        return after

    def to_act(self, state: MariaState) -> tuple[int, ...]:
        """The seat whose turn it is."""
        return () if state.needs_deal or state.over else ((state.leader + len(state.table)) % state.seats,)

    def _playable(self, state: MariaState, seat: int) -> Mask:
        """The cards this seat may play now: MA-R4, MA-R5."""
        if seat not in self.to_act(state):
            return 0
        hand = state.hands[seat]
        if state.table:
            return _ORDER.follow(hand, state.table[0])
        return hand if state.open else hand & ~_HEARTS or hand

    def legal(self, state: MariaState, seat: int) -> Legal:
        """The plays this seat may make now."""
        mask = self._playable(state, seat)
        return Legal(tuple(PLAYS[each] for each in cards_in(mask))) if mask else NOTHING

    def refusal(self, state: MariaState, seat: int, action: Action) -> IllegalAction | None:
        """Why this action is not allowed now, or None if it is."""
        playable = self._playable(state, seat)
        if state.over:
            return IllegalAction(Reason.MATCH_OVER, "the match is over")
        if state.needs_deal:
            return IllegalAction(Reason.NOT_DEALT, "no cards have been dealt yet")
        if not playable:
            return IllegalAction(Reason.NOT_YOUR_TURN, f"it is not the turn of seat {seat}")
        if action.verb != "play":
            return IllegalAction(Reason.WRONG_VERB, f"{action.verb!r} is nothing to do now: play", verb=action.verb)
        if len(action.cards) != 1 or action.number is not None:
            return IllegalAction(Reason.ONE_CARD, "play exactly one card")
        chosen = action.cards[0]
        if chosen not in cards_in(state.hands[seat]):
            return IllegalAction(Reason.NOT_IN_HAND, "that card is not in hand", card=chosen)
        if playable >> chosen & 1:
            return None
        if state.table:
            return IllegalAction(Reason.MUST_FOLLOW, "the suit led must be followed", suit=suit_of(state.table[0]))
        return IllegalAction(MariaReason.HEARTS_CLOSED, "no heart has been played yet", card=chosen)

    def play(self, state: MariaState, seat: int, action: Action, facts: list[Fact] | None = None) -> None:
        """A card: the trick, the deal and the match, as far as they end with it."""
        facts = [] if facts is None else facts
        played = action.cards[0]
        state.hands[seat] &= ~(1 << played)
        state.table += (played,)
        facts.append(CardPlayed(seat, played))
        if suit_of(played) == HEARTS and not state.open:
            state.open = True
            facts.append(HeartsOpened(seat))
        if len(state.table) == state.seats:
            self._end_trick(state, facts)
            if not any(state.hands):
                self._end_deal(state, facts)

    def _end_trick(self, state: MariaState, facts: list[Fact]) -> None:
        """MA-R4: the highest card of the suit led takes the trick; MA-R6: what it counts."""
        winner = (state.leader + _ORDER.winner(state.table)) % state.seats
        points = sum(suit_of(each) == HEARTS for each in state.table)
        points += int(state.options["queen"]) if MARIA in state.table else 0
        facts.append(TrickTaken(winner, state.table, points))
        plays = tuple(((state.leader + place) % state.seats, each) for place, each in enumerate(state.table))
        state.tricks += (TakenTrick(state.leader, plays, winner, points),)
        state.points[winner] += points
        state.scores[winner] += points
        state.leader, state.table = winner, ()

    def _end_deal(self, state: MariaState, facts: list[Fact]) -> None:
        """MA-R7: the match ends with the deal in which somebody reaches the limit."""
        state.over = max(state.scores) >= int(state.options["limit"])
        state.needs_deal = not state.over
        facts.append(DealEnded(tuple(state.points), tuple(state.scores)))
        if state.over:
            fewest = min(state.scores)
            state.winners = tuple(seat for seat, score in enumerate(state.scores) if score == fewest)
            facts.append(MatchEnded(state.winners, tuple(state.scores)))

    def view(self, state: MariaState, seat: int | None) -> MariaView:
        """What this seat, or for None the public, may know."""
        playing = bool(self.to_act(state))
        on_table = tuple(((state.leader + place) % state.seats, each) for place, each in enumerate(state.table))
        return MariaView(
            game=self.key,
            options=state.options,
            seats=state.seats,
            seat=seat,
            phase="play" if playing else "over" if state.over else "deal",
            deal_no=state.deal_no,
            dealer=state.dealer,
            needs_deal=state.needs_deal,
            over=state.over,
            winners=state.winners,
            to_act=self.to_act(state),
            legal=NOTHING if seat is None else self.legal(state, seat),
            hand=() if seat is None else tuple(cards_in(state.hands[seat])),
            hand_sizes=tuple(each.bit_count() for each in state.hands),
            trump=None,
            trick=Trick(state.leader, on_table) if playing else None,
            tricks=state.tricks,
            points=tuple(state.points),
            scores=tuple(state.scores),
            open=state.open,
        )

    def deal_again(self, view: MariaView, source: Source) -> MariaState:
        """One full state that fits the view."""
        state = MariaState(view.options, view.seats)
        state.dealer, state.deal_no, state.needs_deal = view.dealer, view.deal_no, view.needs_deal
        state.over, state.winners = view.over, view.winners
        state.points, state.scores = list(view.points), list(view.scores)
        state.tricks, state.open = view.tricks, view.open
        state.leader = view.tricks[-1].winner if view.tricks else (view.dealer + 1) % view.seats
        if view.deal_no == 0:
            return self.start(view.options, view.seats)
        if view.trick is not None:
            state.table = tuple(each for _, each in view.trick.plays)
        hidden, may_hold = _known(view)
        sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]
        *state.hands, state.aside = deal_hidden(
            hidden, [*sizes, hidden.bit_count() - sum(sizes)], [*may_hold, hidden], source
        )
        if view.seat is not None:
            state.hands[view.seat] = mask_of(view.hand)
        return state

    def question(self, state: MariaState, seat: int) -> Hashable:
        """The trick to which this seat is to play."""
        return (state.deal_no, len(state.tricks)) if seat in self.to_act(state) else None

    def deal_stats(self, state: MariaState) -> tuple[dict[str, int], ...]:
        """``hearts`` and ``marias`` taken."""
        stats = tuple({"hearts": 0, "marias": 0} for _ in range(state.seats))
        for trick in state.tricks:
            cards = [each for _, each in trick.plays]
            stats[trick.winner]["hearts"] += sum(suit_of(each) == HEARTS for each in cards)
            stats[trick.winner]["marias"] += MARIA in cards
        return stats

    def ledger_points(self, state: MariaState) -> tuple[int, ...]:
        """Points are paid for: in running scores they count down."""
        return tuple(-each for each in state.points)


def _known(view: MariaView) -> tuple[Mask, list[Mask]]:
    """The cards this view does not show, and which of them each seat may hold."""
    hidden = mask_of(PACK) & ~mask_of(view.hand)
    may_hold, opened = [hidden] * view.seats, False
    for trick in (*view.tricks, *([view.trick] if view.trick else [])):
        for place, (seat, played) in enumerate(trick.plays):
            hidden &= ~(1 << played)
            led = SUIT_MASKS[suit_of(trick.plays[0][1])]
            if place and not led >> played & 1:
                may_hold[seat] &= ~led  # MA-R4: it had none
            elif not place and led == _HEARTS and not opened:
                may_hold[seat] &= _HEARTS  # MA-R5: it had nothing else
        opened = opened or any(suit_of(played) == HEARTS for _, played in trick.plays)
    return hidden, [each & hidden for each in may_hold]


GAME = Maria()
