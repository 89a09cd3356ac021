"""Knektpass: five cards, the four jacks above all trumps, scores count down. The rules: docs/rules/knektpass.md."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from operator import add
from typing import Final

from engine.actions import (
    NOTHING,
    PLAYS,
    Action,
    CardPlayed,
    DealEnded,
    Declared,
    Exchanged,
    Fact,
    IllegalAction,
    Legal,
    MatchEnded,
    Reason,
    Robbed,
    SetChoice,
    TrickTaken,
)
from engine.cards import ACE, CODES, PACK_52, Card, Mask, cards_in, mask_of, suit_of
from engine.game import TRICKS_KEPT, Game, Layout, Source, TakenTrick, Trick
from engine.games.knektpass_cards import BEATS, ORDERS, PACK_36, misplay, playable
from engine.games.knektpass_hidden import again, unseen
from engine.games.knektpass_state import (
    DEAL,
    DECLARE,
    EXCHANGE,
    HAND,
    NO_CARD,
    NOBODY,
    OVER,
    PLAY,
    ROB,
    Exchange,
    KnektpassState,
    KnektpassView,
    SeatResult,
    with_seats,
)
from engine.options import BadOption, Option, Options

__all__ = ["GAME", "Exchange", "Knektpass", "KnektpassState", "KnektpassView", "SeatResult"]

IN, PASS, LEAVE, STAND = (Action(verb) for verb in ("in", "pass", "leave", "exchange"))
_ROBS: Final = tuple(Action("rob", (card,)) for card in PACK_52)
_VERBS: Final = {ROB: ("rob", "leave"), DECLARE: ("in", "pass"), EXCHANGE: ("exchange",), PLAY: ("play",)}
_ONE_CARD: Final = {"play": Reason.ONE_CARD, "rob": Reason.GIVE_UP_ONE}
_BIT: Final = {card: 1 << card for card in PACK_52}
_LAYOUT_36, _LAYOUT_52 = Layout(PACK_36, HAND), Layout(PACK_52, HAND)
_PLAYED: Final = tuple(tuple(CardPlayed(seat, card) for card in PACK_52) for seat in range(7))  # KN-R1: seven at most


class Knektpass(Game[KnektpassState, KnektpassView]):
    """Knektpass, also called Rams: everyone for oneself (KN-R1), from 12 down to 0."""

    key = "knektpass"
    title = "Knektpass"
    rules_version = 1
    order = 3
    seats_allowed = (4, 2, 3, 5, 6, 7)
    verbs = ("play", "in", "pass", "rob", "leave", "exchange")
    carried = ("passed_out",)
    counts_down = True
    options = (
        Option("start_score", (12, 7, 10, 15, 20), bounds=(1, 50)),
        Option("min_tricks", (0, 1)),
        Option("penalty_per_missing_trick", (5, 1, 2, 3, 4, 6, 7, 8, 9, 10)),
        Option("lone_player_bonus", (5, 0, 1, 2, 3, 4)),
        Option("exchange_rounds", (3, 1, 2)),
        Option("exchange_cap_total", (5, 3, "none"), bounds=(1, 15)),
        Option("rob", ("dealer_may", "off", "rob_counts", "rob_obliges")),
        Option("first_lead", ("dealers_right", "eldest")),
        Option("must_trump", (True, False)),
        Option("must_beat", (True, False)),
        Option("undertrump", ("forced", "free")),
        Option("exact_zero", (False, True)),
        Option("all_pass", ("same_dealer", "next_dealer")),
        Option("trump_ace_must_play", (False, True)),
        Option("pack", ("by_players", 36, 52)),
        Option("max_deals", ("none", 5, 10, 20), bounds=(1, 1000)),
    )

    def start(self, options: Options, seats: int) -> KnektpassState:
        """A match before its first deal; `ValueError` for a number of seats that is not offered (KN-R1)."""
        if seats not in self.seats_allowed:
            raise ValueError(f"Knektpass is for {min(self.seats_allowed)} to {max(self.seats_allowed)}, not {seats}")
        self.layout(options, seats)
        return KnektpassState(options, seats)

    def layout(self, options: Options, seats: int) -> Layout:
        """KN-R2, KN-R7: 36 or 52 cards, 5 each and one to turn up; `BadOption` if the pack is too small for that."""
        asked = options["pack"]
        layout = _LAYOUT_36 if asked == 36 or (asked == "by_players" and seats <= 3) else _LAYOUT_52
        if HAND * seats + 1 > len(layout.pack):
            raise BadOption(f"{len(layout.pack)} cards are too few for {seats} players", "pack", asked)
        return layout

    def next_dealer(self, state: KnektpassState) -> int | None:
        """KN-R6: the first is drawn, then the next to the left; KN-R11: the same again when all passed."""
        if not state.deal_no:
            return None
        if state.passed_out and state.options["all_pass"] == "same_dealer":
            return state.dealer
        return (state.dealer + 1) % state.seats

    def begin_deal(self, state: KnektpassState, dealer: int, hands: list[Mask], rest: Sequence[Card]) -> KnektpassState:
        """A new state with these cards dealt; ``rest`` is the turn-up, then the talon from its top (KN-R7)."""
        after = KnektpassState(state.options, state.seats)
        after.dealer = dealer
        after.deal_no = state.deal_no + 1
        after.needs_deal = False
        after.scores = state.scores
        after.hands = hands
        after.turn_up = rest[0]
        after.trump = suit_of(after.turn_up)  # KN-R7: also of a jack
        after.talon = tuple(rest[1:])
        robs = state.options["rob"] != "off"
        after.phase = ROB if robs else DECLARE
        after.turn = dealer if robs else (dealer + 1) % state.seats  # KN-R8, KN-R10
        return after

    def copy(self, state: KnektpassState) -> KnektpassState:
        """A state that can be changed without touching the given one."""
        new = KnektpassState.__new__(KnektpassState)
        state.share_with(new)
        new.passed_out = state.passed_out
        new.hands = state.hands[:]
        new.turn = state.turn
        new.phase = state.phase
        new.turn_up = state.turn_up
        new.given_up = state.given_up
        new.trump = state.trump
        new.talon = state.talon
        new.said = state.said
        new.active = state.active
        new.order = state.order
        new.swaps = state.swaps
        new.exchanged = state.exchanged[:]
        new.table = state.table
        new.best = state.best
        new.tricks = state.tricks
        new.taken = state.taken[:]
        return new

    def to_act(self, state: KnektpassState) -> tuple[int, ...]:
        """The seat whose turn it is; empty between deals and at the end."""
        return () if state.turn == NOBODY else (state.turn,)

    def legal_mask(self, state: KnektpassState, seat: int) -> Mask:
        """The cards this seat may play now, as a mask; 0 when it is not its turn to play one (KN-R17, KN-R18)."""
        if seat != state.turn or state.phase != PLAY:
            return 0
        hand, table = state.hands[seat], state.table
        # KN-R17: any card may be led.
        return playable(state.options, state.trump, hand, table[0], state.best) if table else hand

    def legal(self, state: KnektpassState, seat: int) -> Legal:
        """All this seat may do now. To stand is an action of its own, beside the choice of cards to exchange."""
        if seat != state.turn or seat == NOBODY:
            return NOTHING
        if state.phase == PLAY:
            return Legal(tuple([PLAYS[card] for card in cards_in(self.legal_mask(state, seat))]))
        if state.phase == DECLARE:
            return Legal((IN,) if self._bound(state, seat) else (IN, PASS))
        hand = tuple(cards_in(state.hands[seat]))
        if state.phase == ROB:
            return Legal((*(_ROBS[card] for card in hand), LEAVE))
        most = self.most_exchanged(state, seat)
        return Legal((STAND,), SetChoice("exchange", 1, most, hand) if most else None)

    def ahead(self, state: KnektpassState, seat: int) -> Legal:
        """In or pass, before one's turn to declare; to stand, while one is still to be asked in the exchange."""
        if seat == state.turn:
            return NOTHING
        if state.phase == DECLARE:
            spoken = (seat - state.dealer - 1) % state.seats < len(state.said)
            return NOTHING if spoken else Legal((IN,) if self._bound(state, seat) else (IN, PASS))
        if state.phase == EXCHANGE and seat in state.active:
            to_come = int(state.options["exchange_rounds"]) * len(state.order) - len(state.swaps)
            asked_again = to_come >= len(state.order) - state.order.index(seat)
            return Legal((STAND,)) if asked_again else NOTHING
        return NOTHING

    def _bound(self, state: KnektpassState, seat: int) -> Reason | None:
        """Why this seat may not pass, if so: options ``trump_ace_must_play`` and ``rob_obliges``."""
        if state.options["trump_ace_must_play"] and state.hands[seat] >> (13 * state.trump + ACE) & 1:
            return Reason.TRUMP_ACE_PLAYS
        robbed = seat == state.dealer and state.given_up != NO_CARD
        return Reason.ROBBER_PLAYS if robbed and state.options["rob"] == "rob_obliges" else None

    def most_exchanged(self, state: KnektpassState, seat: int) -> int:
        """How many cards this seat, whose turn it is, may exchange: KN-R15 in all, KN-R16 what the talon has."""
        cap = state.options["exchange_cap_total"]
        left = HAND if cap == "none" else int(cap) - state.exchanged[seat]
        return min(left, HAND, len(state.talon))

    def refusal(self, state: KnektpassState, seat: int, action: Action) -> IllegalAction | None:
        """Why this action is not allowed now, or None if it is."""
        mask, cards, verb = self.legal_mask(state, seat), action.cards, action.verb
        if mask and action.number is None and verb == "play" and len(cards) == 1 and mask & _BIT.get(cards[0], 0):
            return None
        if state.over:
            return IllegalAction(Reason.MATCH_OVER, "the match is over")
        if state.needs_deal:
            return IllegalAction(Reason.NOT_DEALT, "no cards have been dealt yet")
        if seat != state.turn:
            return IllegalAction(Reason.NOT_YOUR_TURN, f"it is the turn of seat {state.turn}, not of seat {seat}")
        verbs, with_cards = _VERBS[state.phase], verb in _ONE_CARD or verb == "exchange"
        if verb not in verbs or (cards and not with_cards) or (action.number is not None and verb not in _ONE_CARD):
            message = f"{verb!r} in this form is nothing to do now, but: {', '.join(verbs)}"
            return IllegalAction(Reason.WRONG_VERB, message, verb=verb)
        if verb in _ONE_CARD and (len(cards) != 1 or action.number is not None):
            return IllegalAction(_ONE_CARD[verb], f"{verb} exactly one card of the hand")
        if verb == "pass" and (bound := self._bound(state, seat)):
            why = "holds the ace of trumps" if bound == Reason.TRUMP_ACE_PLAYS else "took the turn-up"
            return IllegalAction(bound, f"seat {seat} {why} and may not pass")
        for card in cards:
            name = CODES[card] if card in range(len(CODES)) else str(card)
            if not state.hands[seat] & _BIT.get(card, 0):
                return IllegalAction(Reason.NOT_IN_HAND, f"{name} is not in the hand of seat {seat}", card=card)
            if cards.count(card) > 1:
                return IllegalAction(Reason.CHOSEN_TWICE, f"{name} is named twice", card=card)
        if verb == "exchange" and len(cards) > (most := self.most_exchanged(state, seat)):
            if not most:
                return IllegalAction(Reason.NO_MORE_CARDS, f"seat {seat} may exchange no more cards")
            return IllegalAction(Reason.TOO_MANY_CARDS, f"seat {seat} may exchange {most} at most", n=most)
        if verb == "play":
            return misplay(state.trump, state.hands[seat], state.table[0], state.best, cards[0])
        return None

    def play(self, state: KnektpassState, seat: int, action: Action, facts: list[Fact] | None = None) -> None:
        """The rules: rob, declare, exchange, play a card, and do what follows."""
        if state.phase == PLAY:
            self._play_card(state, seat, action.cards[0], facts)
        elif state.phase == EXCHANGE:
            self._exchange(state, seat, action.cards, facts)
        elif state.phase == DECLARE:
            self._declare(state, seat, action.verb == "in", facts)
        else:
            self._rob(state, seat, action.cards, facts)

    def _rob(self, state: KnektpassState, seat: int, cards: Sequence[Card], facts: list[Fact] | None) -> None:
        """KN-R8: the dealer takes the turn-up and puts a card away, or leaves it on the table, out of play."""
        if cards:
            state.given_up = cards[0]
            state.hands[seat] ^= _BIT[cards[0]] | _BIT[state.turn_up]
            if state.options["rob"] == "rob_counts":  # KN-R9: by the sheet it does not count
                state.exchanged[seat] += 1
        state.phase = DECLARE
        state.turn = (seat + 1) % state.seats  # KN-R10: forehand
        if facts is not None:
            facts.append(Robbed(seat, bool(cards)))

    def _declare(self, state: KnektpassState, seat: int, plays: bool, facts: list[Fact] | None) -> None:
        """KN-R10: clockwise from forehand, the dealer last."""
        state.said = state.said + (plays,)  # noqa: RUF005 (quicker than unpacking)
        state.turn = (seat + 1) % state.seats
        if facts is not None:
            facts.append(Declared(seat, plays))
        if len(state.said) < state.seats:
            return
        state.order = tuple([(seat + 1 + place) % state.seats for place, said in enumerate(state.said) if said])
        state.active = tuple(sorted(state.order))
        if len(state.active) < 2:
            self._end_deal(state, facts)  # KN-R11, KN-R12
        elif state.talon:
            state.phase = EXCHANGE
            state.turn = state.order[0]  # KN-R13: in the same order
        else:
            self._begin_play(state)

    def _exchange(self, state: KnektpassState, seat: int, cards: Sequence[Card], facts: list[Fact] | None) -> None:
        """KN-R13 to KN-R16: lay cards away, draw as many; then the next seat, the next round, or the first lead."""
        count, laid, drawn = len(cards), 0, state.talon[: len(cards)]
        if count:
            laid = mask_of(cards)
            state.talon = state.talon[count:]
            state.hands[seat] = state.hands[seat] ^ laid | mask_of(drawn)
            state.exchanged[seat] += count
        swaps = state.swaps = state.swaps + ((seat, laid, drawn),)  # noqa: RUF005 (quicker than unpacking)
        if facts is not None:
            facts.append(Exchanged(seat, count))
        players = len(state.order)
        if not state.talon:
            self._begin_play(state)  # KN-R16: at once
            return
        place = len(swaps) % players
        state.turn = state.order[place]
        if not place:  # KN-R14
            rounds = int(state.options["exchange_rounds"])
            if len(swaps) == rounds * players or not any(laid for _, laid, _ in swaps[-players:]):
                self._begin_play(state)

    def _begin_play(self, state: KnektpassState) -> None:
        """KN-R17: of those who play, the seat nearest the dealer's right leads, never the dealer."""
        others = [seat for seat in state.order if seat != state.dealer]
        state.phase = PLAY
        self._lead(state, others[0 if state.options["first_lead"] == "eldest" else -1])

    def _lead(self, state: KnektpassState, leader: int) -> None:
        first = state.active.index(leader)
        state.order = state.active[first:] + state.active[:first]
        state.table = ()
        state.best = NO_CARD
        state.turn = leader

    def _play_card(self, state: KnektpassState, seat: int, card: Card, facts: list[Fact] | None) -> None:
        state.hands[seat] ^= _BIT[card]
        table = state.table = state.table + (card,)  # noqa: RUF005 (quicker than unpacking)
        if len(table) == 1 or BEATS[state.trump][ORDERS[state.trump].suit[table[0]]][state.best] >> card & 1:
            state.best = card
        if facts is not None:
            facts.append(_PLAYED[seat][card])
        if len(table) < len(state.order):
            state.turn = state.order[len(table)]
            return
        winner = state.order[table.index(state.best)]
        state.tricks = state.tricks + ((state.order, table, winner),)  # noqa: RUF005 (quicker than unpacking)
        state.taken[winner] += 1
        if facts is not None:
            facts.append(TrickTaken(winner, table, 0))
        if len(state.tricks) < HAND:
            self._lead(state, winner)  # KN-R17: the winner leads next
        else:
            self._end_deal(state, facts)

    def _end_deal(self, state: KnektpassState, facts: list[Fact] | None) -> None:
        """Score the deal (KN-R11, KN-R12, KN-R19, KN-R20) and end the match if it is time (KN-R21)."""
        options, changes = state.options, self._changes(state)
        if options["exact_zero"]:
            changes = [0 if old + new < 0 else new for old, new in zip(state.scores, changes, strict=True)]
        totals = list(map(add, state.scores, changes))
        best, limit = min(totals), options["max_deals"]
        state.points = changes
        state.scores = totals if best >= 0 else [max(total, 0) for total in totals]
        state.passed_out = int(not state.active)
        state.order = state.table = ()
        state.best = NO_CARD
        state.turn = NOBODY
        state.over = best <= 0 or (limit != "none" and state.deal_no >= int(limit))
        state.needs_deal = not state.over
        state.phase = OVER if state.over else DEAL
        if facts is not None:
            facts.append(DealEnded(tuple(state.points), tuple(state.scores)))
        if state.over:
            state.winners = tuple([seat for seat, total in enumerate(totals) if total == best])
            if facts is not None:
                facts.append(MatchEnded(state.winners, tuple(state.scores)))

    def _changes(self, state: KnektpassState) -> list[int]:
        """KN-R12, KN-R19, KN-R20: what the deal does to each seat's score."""
        options, active, changes = state.options, state.active, [0] * state.seats
        if len(active) == 1:
            changes[active[0]] = -int(options["lone_player_bonus"])
            return changes
        penalty = int(options["penalty_per_missing_trick"])
        for seat in active:
            missing = self._promised(state, seat) - state.taken[seat]
            changes[seat] = penalty * missing if missing > 0 else -state.taken[seat]
        return changes

    def _promised(self, state: KnektpassState, seat: int) -> int:
        """The tricks a seat that plays needs: as many as cards exchanged, and ``min_tricks`` at least."""
        return max(state.exchanged[seat], int(state.options["min_tricks"]))

    def view(self, state: KnektpassState, seat: int | None) -> KnektpassView:
        """What this seat, or for None the public, may know."""
        seats, dealt = state.seats, state.turn_up != NO_CARD
        robbed = state.given_up != NO_CARD
        declared: list[bool | None] = [None] * seats
        for place, said in enumerate(state.said):
            declared[(state.dealer + 1 + place) % seats] = said
        return KnektpassView(
            game=self.key,
            options=state.options,
            seats=seats,
            seat=seat,
            phase=state.phase,
            deal_no=state.deal_no,
            dealer=state.dealer,
            needs_deal=state.needs_deal,
            over=state.over,
            winners=state.winners,
            to_act=self.to_act(state),
            legal=NOTHING if seat is None else self.legal(state, seat),
            ahead=NOTHING if seat is None else self.ahead(state, seat),
            hand=() if seat is None else tuple(cards_in(state.hands[seat])),
            hand_sizes=tuple([hand.bit_count() for hand in state.hands]),
            trump=state.trump if dealt else None,
            trick=Trick(state.order[0], with_seats(state.order, state.table)) if state.phase == PLAY else None,
            tricks=tuple([_taken(*trick) for trick in state.tricks]),
            points=tuple(state.points),
            scores=tuple(state.scores),
            turn_up=state.turn_up if dealt else None,
            robbed=robbed,
            given_up=state.given_up if robbed and seat == state.dealer else None,
            declared=tuple(declared),
            round=len(state.swaps) // len(state.order) + 1 if state.phase == EXCHANGE else 0,
            exchanges=tuple(
                [
                    Exchange(who, len(drawn), tuple(cards_in(laid)), drawn)
                    if who == seat
                    else Exchange(who, len(drawn))
                    for who, laid, drawn in state.swaps
                ]
            ),
            exchanged=tuple(state.exchanged),
            promised=tuple([self._promised(state, each) if declared[each] else 0 for each in range(seats)]),
            taken=tuple(state.taken),
            talon=len(state.talon),
            lone=state.active[0] if len(state.active) == 1 else None,
            passed_out=bool(state.passed_out),
            result=state.result,
        )

    def deal_again(self, view: KnektpassView, source: Source) -> KnektpassState:
        """One full state that fits the view and could have come about, hidden cards dealt anew."""
        return again(view, self.layout(view.options, view.seats).mask, source)

    def hidden(self, view: KnektpassView) -> tuple[list[Mask], Mask]:
        """The cards this view does not show: which of them each seat may hold, and all of them, as masks."""
        return unseen(view, self.layout(view.options, view.seats).mask)

    def question(self, state: KnektpassState, seat: int) -> Hashable:
        """The deal, the phase, and the exchange round or trick; None when it is not this seat's turn."""
        if seat != state.turn or seat == NOBODY:
            return None
        rounds = len(state.swaps) // len(state.order) if state.phase == EXCHANGE else 0
        return state.deal_no, state.phase, rounds + len(state.tricks)

    def ledger_points(self, state: KnektpassState) -> tuple[int, ...]:
        """Points written off count up, penalties down."""
        return tuple([-change for change in state.points])

    def deal_stats(self, state: KnektpassState) -> tuple[dict[str, int], ...]:
        """Counters of the deal, by seat.

        ``tricks``, ``exchanged`` (cards); ``in``, ``passed``, ``lone``: 1 where so; ``penalties``: points added;
        ``written_off``: points taken off.
        """
        said = {(state.dealer + 1 + place) % state.seats: said for place, said in enumerate(state.said)}
        return tuple(
            {
                "tricks": state.taken[seat],
                "exchanged": state.exchanged[seat],
                "in": int(said.get(seat, False)),
                "passed": int(said.get(seat) is False),
                "lone": int(state.active == (seat,)),
                "penalties": max(0, state.points[seat]),
                "written_off": max(0, -state.points[seat]),
            }
            for seat in range(state.seats)
        )


@lru_cache(maxsize=TRICKS_KEPT)
def _taken(order: tuple[int, ...], cards: tuple[Card, ...], winner: int) -> TakenTrick:
    """A finished trick as views have it."""
    return TakenTrick(order[0], with_seats(order, cards), winner)


GAME = Knektpass()
