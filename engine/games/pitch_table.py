"""A table of Pitch: the truth, how a deal ended, and what each seat may know of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from engine.actions import Legal, value
from engine.cards import Card, Mask, Suit, cards_in
from engine.game import TRICKS_KEPT, State, TakenTrick, Trick, View
from engine.games.pitch_cards import TRUMPS
from engine.options import Options

#: Points of the bidder's side and of the other side.
BySide: TypeAlias = tuple[int, int]
#: Cards of a trick in the order played, each with its seat.
Plays: TypeAlias = tuple[tuple[int, Card], ...]

SEATS: Final = 5
MOON: Final = 10
NOBODY: Final = -1
NO_CARD: Final = -1
NO_TRUMP: Final = -1


@value
class PitchResult:
    """How a deal ended: the bid, the points of the bidder's side (B) and of the other (O), and High and Low.

    ``partner`` is None for a bidder who played alone. ``high``, ``low``: (seat, card). The seat is the holder's;
    where the house rule ``low_goes_to`` gives Low to the trick's winner, that one's.
    """

    bidder: int
    partner: int | None
    bid: int
    points: BySide
    high: tuple[int, Card]
    low: tuple[int, Card]

    @property
    def made(self) -> bool:
        """PI-R26, PI-R27: whether the bidder's side took what was bid."""
        return self.points[0] >= self.bid

    @property
    def moon(self) -> bool:
        """PI-R15: whether the bidder shot the moon."""
        return self.bid == MOON


class PitchState(State):
    """The truth of a match of Pitch.

    ``phase``: "deal" (cards are due), "auction", "call", "discard", "play", "over". ``turn``: the seat to act, `NOBODY`
    while all discard. ``bids``: (seat, number or None for a pass) in order; ``bid`` and ``bidder``: the standing bid, 0
    and `NOBODY` before one. ``passed``, ``folded``: seats as masks. ``partner``: the other seat that holds the called
    card, `NOBODY` for a bidder alone. ``discards``: by seat, 0 before. ``table``: the trick on the table. ``tricks``:
    (leader, plays, winner, points). ``taken``: points won in tricks. ``widow`` is still known when it has been taken.

    ``hands`` and ``discards`` are changed in place; everything else is replaced, so a copy may share it.
    """

    __slots__ = (
        "bid", "bidder", "bids", "called", "discards", "folded", "hands", "leader", "partner", "passed", "phase",
        "result", "table", "taken", "tricks", "trump", "turn", "widow",
    )  # fmt: skip

    def __init__(self, options: Options, seats: int) -> None:
        super().__init__(options, seats)
        self.phase = "deal"
        self.hands: list[Mask] = [0] * SEATS
        self.widow: Mask = 0
        self.turn = NOBODY
        self.bids: tuple[tuple[int, int | None], ...] = ()
        self.bid = 0
        self.bidder = NOBODY
        self.passed: Mask = 0
        self.called: Card = NO_CARD
        self.trump: Suit = NO_TRUMP
        self.partner = NOBODY
        self.discards: list[Mask] = [0] * SEATS
        self.folded: Mask = 0
        self.leader = NOBODY
        self.table: Plays = ()
        self.tricks: tuple[tuple[int, Plays, int, int], ...] = ()
        self.taken: BySide = (0, 0)
        self.result: PitchResult | None = None

    @property
    def discards_done(self) -> bool:
        """Whether everybody has discarded, so that play has begun."""
        return 0 not in self.discards

    @property
    def holder(self) -> int:
        """Who holds, or held, the called card: the partner, or a bidder alone. Only once a card has been called."""
        return self.bidder if self.partner == NOBODY else self.partner


@dataclass(frozen=True, slots=True, kw_only=True)
class PitchView(View):
    """What one seat, or the public, may know of a match of Pitch. ``phase`` is the state's.

    ``bids``: (seat, number or None for a pass) in order. ``bid``, ``bidder``: the standing bid, and after the auction
    the contract. ``passed``: seats. ``called``: the called card. ``partner`` and ``alone`` are None as long as the
    viewer cannot know them, ``partner`` too when the bidder is alone. ``is_partner``: the viewer holds, or held, the
    called card and is not the bidder. ``widow``, ``laid_away``: the viewer's own, the bidder's four cards and the
    discards. ``discarded``: the seats that have. ``announced``: the trumps among the discards, by seat; empty before
    the last discard. ``folded``: seats. ``taken``: points won in tricks by the bidder's side and the other. ``result``:
    how the deal ended, None while it is played.
    """

    bids: tuple[tuple[int, int | None], ...]
    bid: int | None
    bidder: int | None
    passed: tuple[int, ...]
    called: Card | None
    partner: int | None
    alone: bool | None
    is_partner: bool
    widow: tuple[Card, ...]
    laid_away: tuple[Card, ...]
    discarded: tuple[int, ...]
    announced: tuple[tuple[Card, ...], ...]
    folded: tuple[int, ...]
    taken: BySide
    result: PitchResult | None


def view_of(
    state: PitchState, seat: int | None, game: str, to_act: tuple[int, ...], legal: Legal, ahead: Legal
) -> PitchView:
    """What this seat, or for None the public, may know of the state."""
    called = state.called != NO_CARD
    begun = state.discards_done
    mine = called and seat is not None and seat == state.holder
    # PI-R18: its holder knows, and by elimination the bidder, who has the widow, knows about being alone; all others
    # when its holder is named for the lead, or, where the bidder leads, when it is played.
    known = begun and (state.options["first_lead"] == "holder_leads_called_card" or _is_played(state))
    alone = state.partner == NOBODY if called and (known or mine or seat == state.bidder) else None
    return PitchView(
        game=game,
        options=state.options,
        seats=state.seats,
        seat=seat,
        phase=state.phase,
        deal_no=state.deal_no,
        dealer=state.dealer,
        needs_deal=state.needs_deal,
        over=state.over,
        winners=state.winners,
        to_act=to_act,
        legal=legal,
        ahead=ahead,
        hand=() if seat is None else tuple(cards_in(state.hands[seat])),
        hand_sizes=tuple([hand.bit_count() for hand in state.hands]),
        trump=None if state.trump == NO_TRUMP else state.trump,
        trick=Trick(state.leader, state.table) if state.phase == "play" else None,
        tricks=tuple([_taken(*trick) for trick in state.tricks]),
        points=tuple(state.points),
        scores=tuple(state.scores),
        bids=state.bids,
        bid=state.bid or None,
        bidder=None if state.bidder == NOBODY else state.bidder,
        passed=tuple(cards_in(state.passed)),
        called=state.called if called else None,
        partner=state.partner if (known or mine) and state.partner != NOBODY else None,
        alone=alone,
        is_partner=mine and seat != state.bidder,
        widow=tuple(cards_in(state.widow)) if called and seat is not None and seat == state.bidder else (),
        laid_away=() if seat is None else tuple(cards_in(state.discards[seat])),
        discarded=tuple([each for each, cards in enumerate(state.discards) if cards]),
        announced=tuple([tuple(cards_in(each & TRUMPS[state.trump])) for each in state.discards]) if begun else (),
        folded=tuple(cards_in(state.folded)),
        taken=state.taken,
        result=state.result,
    )


def _is_played(state: PitchState) -> bool:
    """Whether the called card has been played; it is in the first trick."""
    first = state.tricks[0][1] if state.tricks else state.table
    return any(card == state.called for _, card in first)


@lru_cache(maxsize=TRICKS_KEPT)
def _taken(leader: int, plays: Plays, winner: int, points: int) -> TakenTrick:
    """A finished trick as views have it."""
    return TakenTrick(leader, plays, winner, points)
