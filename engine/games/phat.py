"""Phat: two partnerships, thirteen tricks, the first card led makes trumps. The rules are in docs/rules/phat.md."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

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
from engine.cards import (
    CODES,
    FIVE,
    NINE,
    PACK_52,
    RANK_LETTERS,
    SUIT_MASKS,
    SUITS,
    Card,
    Mask,
    Suit,
    cards_in,
    mask_of,
    rank_of,
    suit_of,
)
from engine.game import TRICKS_KEPT, Game, Layout, Source, State, TakenTrick, Trick, View
from engine.hidden import deal_hidden
from engine.options import Option, Options
from engine.tricks import plain_order

#: A pair of numbers by side: side 0 is seats 0 and 2, side 1 is seats 1 and 3.
BySide: TypeAlias = tuple[int, int]

MUCK_BONUS: Final = 8
MUCK_HALF: Final = 40
TRICKS: Final = 13
NOBODY: Final = -1
NO_TRUMP: Final = -1

# PH-R9: muck in all four suits alike, trumps included: 80 a round.
_MUCK_OF = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
#: ``MUCK[card]``: what a card counts as muck.
MUCK: Final = tuple(_MUCK_OF.get(RANK_LETTERS[rank_of(card)], 0) for card in PACK_52)

# PH-R8: what trumps count as Phat, and what the other suits do: 80 a round.
_PHAT_OF_TRUMPS = {"9": 18, "5": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
_PHAT_OF_OTHERS = {"9": 9, "5": 5}


def _phat(card: Card, trump: Suit) -> int:
    return (_PHAT_OF_TRUMPS if suit_of(card) == trump else _PHAT_OF_OTHERS).get(RANK_LETTERS[rank_of(card)], 0)


#: ``PHAT[trump][card]``: what a card counts at once for the side that takes it.
PHAT: Final = tuple(tuple(_phat(card, trump) for card in PACK_52) for trump in SUITS)
#: More than all muck together: Phat and muck of a trick are added up in one go, as ``Phat * _APART + muck``.
_APART: Final = 1000
_COUNTS: Final = tuple(tuple(phat * _APART + muck for phat, muck in zip(row, MUCK, strict=True)) for row in PHAT)
#: ``ORDERS[trump]``: what follows and what wins (PH-R2, PH-R6, PH-R7); the last, `NO_TRUMP`, before the first lead.
ORDERS: Final = (*(plain_order(suit) for suit in SUITS), plain_order(None))

_LAYOUT: Final = Layout(PACK_52, TRICKS)
_BITS: Final = tuple(1 << card for card in PACK_52)
#: By card: all cards of its suit. Here a card always counts as its printed suit (PH-R2), whatever is trump.
_SAME_SUIT: Final = tuple(SUIT_MASKS[suit_of(card)] for card in PACK_52)
_PLAYED: Final = tuple(tuple(CardPlayed(seat, card) for card in PACK_52) for seat in range(4))
_PLAYS: Final = tuple(tuple((seat, card) for card in PACK_52) for seat in range(4))
_SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended, by side: Phat and muck taken, the muck bonus, and the carry into the next round.

    ``counted`` is False when the match ended before the muck was counted (PH-R13): no bonus then.
    """

    phat: BySide
    muck: BySide
    bonus: BySide
    carry: int
    counted: bool


class PhatState(State):
    """The truth of a match of Phat.

    ``hands``: masks by seat. ``turn``: the seat to play or `NOBODY`. ``leader`` and ``table``: the trick on the table,
    its cards from the leader clockwise. ``trump``: the suit or `NO_TRUMP`. ``tricks``: the round's finished tricks as
    (leader, cards, winner, Phat points). ``phat``, ``muck``: of this round, by side. ``carry``: the muck bonus carried
    over. ``result``: the round's end, None while it is played.

    Only ``hands`` is changed in place; everything else is replaced, so a copy may share it.
    """

    __slots__ = ("carry", "hands", "leader", "muck", "phat", "result", "table", "tricks", "trump", "turn")

    def __init__(self, options: Options, seats: int) -> None:
        super().__init__(options, seats)
        self.hands: list[Mask] = [0] * seats
        self.turn = NOBODY
        self.leader = NOBODY
        self.table: tuple[Card, ...] = ()
        self.trump: Suit = NO_TRUMP
        self.tricks: tuple[tuple[int, tuple[Card, ...], int, int], ...] = ()
        self.phat: BySide = (0, 0)
        self.muck: BySide = (0, 0)
        self.carry = 0
        self.result: RoundResult | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhatView(View):
    """What one seat, or the public, may know of a match of Phat. By side: seats 0 and 2, seats 1 and 3.

    ``pitcher``: who leads, or led, the round's first trick; None before the first deal. ``phat`` and ``muck``: taken in
    this round. ``carry``: the muck bonus carried over. ``side_scores``: the match's score. ``result``: how the round
    ended, None while it is played.
    """

    pitcher: int | None
    phat: BySide
    muck: BySide
    carry: int
    side_scores: BySide
    result: RoundResult | None


class Phat(Game[PhatState, PhatView]):
    """Phat for four in two partnerships (PH-R1), to 181."""

    key = "phat"
    title = "Phat"
    rules_version = 1
    order = 1
    seats_allowed = (4,)
    partnerships = ((0, 2), (1, 3))
    carried = ("carry",)
    options = (
        Option("target", (181, 121, 91), bounds=(1, 1000)),
        Option("muck_tie", ("carry", "split", "none")),
        Option("end", ("immediate", "finish_round")),
        Option("partner_blind", (False, True)),
        Option("last_trick_view", ("last", "none", "all")),
    )

    def start(self, options: Options, seats: int) -> PhatState:
        """A match before its first deal; `ValueError` unless there are four seats (PH-R1)."""
        if seats != 4:
            raise ValueError(f"Phat is for 4, not {seats}")
        return PhatState(options, seats)

    def layout(self, options: Options, seats: int) -> Layout:
        """PH-R2, PH-R4: 52 cards, 13 each."""
        return _LAYOUT

    def next_dealer(self, state: PhatState) -> int | None:
        """PH-R3: the first pitcher is drawn, and so the dealer on the pitcher's right; PH-R12: then clockwise."""
        return (state.dealer + 1) % 4 if state.deal_no else None

    def begin_deal(self, state: PhatState, dealer: int, hands: list[Mask], rest: Sequence[Card]) -> PhatState:
        """A new state with these cards dealt, the pitcher on the dealer's left to lead (PH-R3 to PH-R5)."""
        after = self.copy(state)
        after.dealer = dealer
        after.deal_no += 1
        after.needs_deal = False
        after.points = [0] * 4
        after.hands = hands
        after.leader = after.turn = (dealer + 1) % 4
        after.table = after.tricks = ()
        after.trump = NO_TRUMP
        after.phat = after.muck = (0, 0)
        after.result = None
        return after

    def copy(self, state: PhatState) -> PhatState:
        """A state that can be changed without touching the given one."""
        new = PhatState.__new__(PhatState)
        # What all states carry is taken over here too (`State.share_with`): a call less for each card.
        new.options = state.options
        new.seats = state.seats
        new.dealer = state.dealer
        new.deal_no = state.deal_no
        new.needs_deal = state.needs_deal
        new.over = state.over
        new.winners = state.winners
        new.points = state.points
        new.scores = state.scores
        new.hands = state.hands[:]
        new.turn = state.turn
        new.leader = state.leader
        new.table = state.table
        new.trump = state.trump
        new.tricks = state.tricks
        new.phat = state.phat
        new.muck = state.muck
        new.carry = state.carry
        new.result = state.result
        return new

    def to_act(self, state: PhatState) -> tuple[int, ...]:
        """The seat whose turn it is; empty between rounds and at the end."""
        return () if state.turn == NOBODY else (state.turn,)

    def legal_mask(self, state: PhatState, seat: int) -> Mask:
        """The cards this seat may play now, as a mask; 0 when it is not its turn (PH-R5, PH-R6)."""
        if seat != state.turn or seat == NOBODY:
            return 0
        hand, table = state.hands[seat], state.table
        # PH-R5, PH-R7: any card may be led. PH-R6: follow suit, or without it play anything.
        return hand & _SAME_SUIT[table[0]] or hand if table else hand

    def legal(self, state: PhatState, seat: int) -> Legal:
        """The plays this seat may make now."""
        mask = self.legal_mask(state, seat)
        return Legal(tuple([PLAYS[card] for card in cards_in(mask)])) if mask else NOTHING

    def refusal(self, state: PhatState, seat: int, action: Action) -> IllegalAction | None:
        """Why this action is not allowed now, or None if it is."""
        mask = self.legal_mask(state, seat)
        cards = action.cards
        if mask and len(cards) == 1 and action.verb == "play" and action.number is None:
            card = cards[0]
            if card >= 0 and mask >> card & 1:
                return None
        if state.over:
            return IllegalAction(Reason.MATCH_OVER, "the match is over")
        if state.needs_deal:
            return IllegalAction(Reason.NOT_DEALT, "no cards have been dealt yet")
        if not mask:
            return IllegalAction(Reason.NOT_YOUR_TURN, f"it is the turn of seat {state.turn}, not of seat {seat}")
        if action.verb != "play":
            return IllegalAction(Reason.WRONG_VERB, f"{action.verb!r} is nothing to do now: play", verb=action.verb)
        if len(cards) != 1 or action.number is not None:
            return IllegalAction(Reason.ONE_CARD, "play exactly one card")
        card = cards[0]
        if card not in cards_in(state.hands[seat]):
            name = CODES[card] if card in range(len(CODES)) else str(card)
            return IllegalAction(Reason.NOT_IN_HAND, f"{name} is not in the hand of seat {seat}", card=card)
        led = ORDERS[state.trump].suit[state.table[0]]
        return IllegalAction(Reason.MUST_FOLLOW, f"{_SUIT_NAMES[led]} were led: follow suit", suit=led)

    def play(self, state: PhatState, seat: int, action: Action, facts: list[Fact] | None = None) -> None:
        """The rules: play a card, and at the end of a trick, a round or the match do what follows."""
        card = action.cards[0]
        state.hands[seat] ^= _BITS[card]
        table = state.table = state.table + (card,)  # noqa: RUF005 (quicker than unpacking)
        if state.trump == NO_TRUMP:
            state.trump = suit_of(card)  # PH-R5: the suit of the round's first card is trump
        if facts is not None:
            facts.append(_PLAYED[seat][card])
        if len(table) < 4:
            state.turn = (seat + 1) & 3  # PH-R6: clockwise
            return
        self._take_trick(state, table, facts)

    def _take_trick(self, state: PhatState, table: tuple[Card, ...], facts: list[Fact] | None) -> None:
        winner = (state.leader + ORDERS[state.trump].winner(table)) & 3  # PH-R7
        side = winner & 1
        first, second, third, fourth = table
        value = _COUNTS[state.trump]
        points, muck = divmod(value[first] + value[second] + value[third] + value[fourth], _APART)
        state.tricks = state.tricks + ((state.leader, table, winner, points),)  # noqa: RUF005 (quicker than unpacking)
        if facts is not None:
            facts.append(TrickTaken(winner, table, points))
        state.table = ()
        state.leader = state.turn = winner  # PH-R7: the winner leads next
        if muck:
            ours, theirs = state.muck
            state.muck = (ours, theirs + muck) if side else (ours + muck, theirs)
        if points:
            ours, theirs = state.phat
            state.phat = (ours, theirs + points) if side else (ours + points, theirs)
            score = _score(state, side, points)  # PH-R8: at once
            if (
                score >= int(state.options["target"])
                and state.options["end"] == "immediate"
                and self._leader_at_target(state) is not None
            ):
                self._end_round(state, None, facts)  # PH-R13: at once, even in mid-round
                return
        if len(state.tricks) == TRICKS:
            self._end_round(state, self._muck_bonus(state), facts)

    def _muck_bonus(self, state: PhatState) -> tuple[BySide, int]:
        """PH-R10, PH-R11: the bonus by side and the new carry, after trick 13."""
        ours, theirs = state.muck
        if ours > MUCK_HALF:
            return (MUCK_BONUS + state.carry, 0), 0
        if theirs > MUCK_HALF:
            return (0, MUCK_BONUS + state.carry), 0
        tie = state.options["muck_tie"]
        if tie == "carry":
            return (0, 0), state.carry + MUCK_BONUS
        return ((MUCK_BONUS // 2, MUCK_BONUS // 2) if tie == "split" else (0, 0)), 0

    def _end_round(self, state: PhatState, muck: tuple[BySide, int] | None, facts: list[Fact] | None) -> None:
        """End the round, and the match if a side is there; ``muck`` is None when it is not counted (PH-R13)."""
        bonus, state.carry = muck or ((0, 0), 0)
        for side in (0, 1):
            if bonus[side]:
                _score(state, side, bonus[side])
        state.turn = state.leader = NOBODY
        ahead = self._leader_at_target(state)
        if ahead is None:
            state.needs_deal = True
        else:
            state.over = True
            state.winners = self.partnerships[ahead]
            state.carry = 0  # PH-R13: an open carry lapses
        state.result = RoundResult(state.phat, state.muck, bonus, state.carry, muck is not None)
        if facts is not None:
            facts.append(DealEnded(tuple(state.points), tuple(state.scores)))
            if state.over:
                facts.append(MatchEnded(state.winners, tuple(state.scores)))

    def _leader_at_target(self, state: PhatState) -> int | None:
        """The side that has reached the target and is ahead, or None.

        PH-R14: under the sheet's rules two sides never pass the target together. With ``split`` or ``finish_round``
        they can: then the higher score wins, and equal scores play on.
        """
        ours, theirs, _, _ = state.scores
        if ours == theirs or max(ours, theirs) < int(state.options["target"]):
            return None
        return 0 if ours > theirs else 1

    def view(self, state: PhatState, seat: int | None) -> PhatView:
        """What this seat, or for None the public, may know."""
        withheld = seat is not None and self._withheld(state, seat)
        playing = state.turn != NOBODY
        return PhatView(
            game=self.key,
            options=state.options,
            seats=state.seats,
            seat=seat,
            phase="over" if state.over else "play" if playing else "deal",
            deal_no=state.deal_no,
            dealer=state.dealer,
            needs_deal=state.needs_deal,
            over=state.over,
            winners=state.winners,
            to_act=self.to_act(state),
            legal=NOTHING if seat is None else self.legal(state, seat),
            hand=() if seat is None or withheld else tuple(cards_in(state.hands[seat])),
            hand_sizes=tuple([hand.bit_count() for hand in state.hands]),
            withheld=withheld,
            trump=None if state.trump == NO_TRUMP else state.trump,
            trick=Trick(state.leader, _around(state.leader, state.table)) if playing else None,
            tricks=tuple([_taken(*trick) for trick in state.tricks]),
            points=tuple(state.points),
            scores=tuple(state.scores),
            pitcher=(state.dealer + 1) % 4 if state.deal_no else None,
            phat=state.phat,
            muck=state.muck,
            carry=state.carry,
            side_scores=(state.scores[0], state.scores[1]),
            result=state.result,
        )

    def _withheld(self, state: PhatState, seat: int) -> bool:
        """PH-A8, option ``partner_blind``: the pitcher's partner sees its hand after the first lead."""
        return bool(
            state.options["partner_blind"]
            and state.turn != NOBODY
            and state.trump == NO_TRUMP
            and seat == (state.dealer + 3) % 4
        )

    def deal_again(self, view: PhatView, source: Source) -> PhatState:
        """One full state that fits the view, hidden cards dealt anew; suits a seat failed to follow stay away."""
        state = PhatState(view.options, view.seats)
        state.take_up(view)
        state.turn = view.to_act[0] if view.to_act else NOBODY
        state.trump = NO_TRUMP if view.trump is None else view.trump
        if view.trick is not None:
            state.leader = view.trick.leader
            state.table = tuple(card for _, card in view.trick.plays)
        state.tricks = tuple(
            (trick.leader, tuple(card for _, card in trick.plays), trick.winner, trick.points) for trick in view.tricks
        )
        state.phat = view.phat
        state.muck = view.muck
        state.carry = view.carry
        state.result = view.result
        may_hold, hidden = self.hidden(view)
        sizes = list(view.hand_sizes)
        own = 0
        if view.seat is not None and not view.withheld:
            own = mask_of(view.hand)
            sizes[view.seat] = 0
        state.hands = deal_hidden(hidden, sizes, may_hold, source)
        if view.seat is not None:
            state.hands[view.seat] |= own
        return state

    def hidden(self, view: PhatView) -> tuple[list[Mask], Mask]:
        """The cards this view does not show: which of them each seat may hold, and all of them, as masks."""
        if not any(view.hand_sizes):
            return [0] * view.seats, 0
        unseen = _LAYOUT.mask & ~mask_of(view.hand)
        may_hold = [unseen] * view.seats
        for trick in (*view.tricks, *([view.trick] if view.trick else [])):
            for seat, card in trick.plays:
                unseen &= ~_BITS[card]
                led = suit_of(trick.plays[0][1])
                if suit_of(card) != led:
                    may_hold[seat] &= ~SUIT_MASKS[led]  # PH-R6: it had none
        return [mask & unseen for mask in may_hold], unseen

    def question(self, state: PhatState, seat: int) -> Hashable:
        """The round and trick for which this seat is to play a card; None when it is not its turn."""
        return (state.deal_no, len(state.tricks)) if seat == state.turn != NOBODY else None

    def deal_stats(self, state: PhatState) -> tuple[dict[str, int], ...]:
        """Counters of the round, by seat.

        ``tricks``, ``phat`` and ``muck``: taken with one's own cards. ``nines_caught`` and ``fives_caught``: those that
        one took from the other side. ``big_phat``, ``little_phat``: the trump nine and five taken, whoever played them.
        ``muck_won``: 1 for both partners when their side had the muck majority.
        """
        names = "tricks phat muck nines_caught fives_caught big_phat little_phat muck_won"
        stats = tuple(dict.fromkeys(names.split(), 0) for _ in range(state.seats))
        for leader, cards, winner, points in state.tricks:
            mine = stats[winner]
            mine["tricks"] += 1
            mine["phat"] += points
            for seat, card in _around(leader, cards):
                rank = rank_of(card)
                mine["muck"] += MUCK[card]
                if rank in (NINE, FIVE) and suit_of(card) == state.trump:
                    mine["big_phat" if rank == NINE else "little_phat"] += 1
                if rank in (NINE, FIVE) and (seat + winner) & 1:
                    mine["nines_caught" if rank == NINE else "fives_caught"] += 1
        if state.result is not None and state.result.counted:
            for seat in range(state.seats):
                stats[seat]["muck_won"] = int(state.muck[seat & 1] > MUCK_HALF)
        return stats


def _score(state: PhatState, side: int, points: int) -> int:
    """Give a side points, which stand at both its seats; returns its score."""
    first, second, _, _ = state.points
    ours, theirs, _, _ = state.scores
    if side:
        second += points
        theirs += points
    else:
        first += points
        ours += points
    state.points = [first, second, first, second]
    state.scores = [ours, theirs, ours, theirs]
    return theirs if side else ours


def _around(leader: int, cards: Sequence[Card]) -> tuple[tuple[int, Card], ...]:
    """Cards played clockwise from the leader, each with its seat."""
    return tuple([_PLAYS[(leader + place) & 3][card] for place, card in enumerate(cards)])


@lru_cache(maxsize=TRICKS_KEPT)
def _taken(leader: int, cards: tuple[Card, ...], winner: int, points: int) -> TakenTrick:
    """A finished trick as views have it."""
    return TakenTrick(leader, _around(leader, cards), winner, points)


GAME = Phat()
