"""Pitch: an auction, a called partner, and tricks of trumps alone. The rules are in docs/rules/pitch.md."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from operator import add
from typing import Final

from engine.actions import (
    NOTHING,
    PLAYS,
    Action,
    BidMade,
    CardCalled,
    CardPlayed,
    DealEnded,
    Discarded,
    Fact,
    Folded,
    IllegalAction,
    Legal,
    MatchEnded,
    Passed,
    Reason,
    TrickTaken,
    TrumpsAnnounced,
)
from engine.cards import CODES, LOW_JOKER, PACK_54, SUIT_LETTERS, Card, Mask, cards_in, mask_of, suit_of
from engine.game import Game, Layout, Source
from engine.games.pitch_cards import IN_NEED, POINTS, STRENGTH, TRUMPS, discard_choice
from engine.games.pitch_hidden import deal_again
from engine.games.pitch_scores import result_of, scored, winners_of
from engine.games.pitch_table import MOON, NOBODY, SEATS, PitchState, PitchView, view_of
from engine.options import Option, Options

DEALT: Final = 10

PASS: Final = Action("pass")
BIDS: Final = tuple(Action("bid", number=number) for number in range(MOON + 1))
CALLS: Final = tuple(Action("call", (card,)) for card in range(LOW_JOKER))
_LAYOUT: Final = Layout(PACK_54, DEALT)
_PLAYED: Final = tuple(tuple(CardPlayed(seat, card) for card in PACK_54) for seat in range(SEATS))


class Pitch(Game[PitchState, PitchView]):
    """Pawnee ten-point call-your-partner Pitch for five (PI-R1), to 42."""

    key = "pitch"
    title = "Pawnee ten-point Pitch"
    rules_version = 1
    order = 2
    seats_allowed = (SEATS,)
    verbs = ("play", "bid", "pass", "call", "discard")
    options = (
        Option("target", (42, 21, 31, 32, 52), bounds=(1, 1000)),
        Option("min_bid", (5, 4)),
        Option("auction", ("until_one_left", "single_round")),
        Option("dealer_may_match", (False, True)),
        Option("moon", ("wins", "scores_10", "scores_20")),
        Option("moon_needs_nonnegative", (True, False)),
        Option("moon_fail", ("minus_10", "lose_game", "minus_20")),
        Option("partner_wins_with_moon", (False, True)),
        Option("call", ("not_in_hand", "own_card_allowed")),
        Option("first_lead", ("holder_leads_called_card", "bidder_leads")),
        Option("partner_on_set", ("no_change", "loses")),
        Option("opponents_score", ("side_total", "own")),
        Option("low_goes_to", ("holder", "trick_winner")),
        Option("end_rule", ("bidder_partner_best", "highest_score", "own_made_bid")),
    )

    def start(self, options: Options, seats: int) -> PitchState:
        """A match before its first deal; `ValueError` unless there are five seats (PI-R1)."""
        if seats != SEATS:
            raise ValueError(f"Pitch is for {SEATS}, not {seats}")
        return PitchState(options, seats)

    def layout(self, options: Options, seats: int) -> Layout:
        """PI-R2, PI-R4: 54 cards, 10 each; the 4 that are left are the widow."""
        return _LAYOUT

    def next_dealer(self, state: PitchState) -> int | None:
        """PI-R3: the first dealer is drawn, then the deal passes to the left."""
        return (state.dealer + 1) % SEATS if state.deal_no else None

    def begin_deal(self, state: PitchState, dealer: int, hands: list[Mask], rest: Sequence[Card]) -> PitchState:
        """A new state with these cards dealt, the player on the dealer's left to speak (PI-R4, PI-R10)."""
        after = PitchState(state.options, SEATS)
        after.dealer = dealer
        after.deal_no = state.deal_no + 1
        after.needs_deal = False
        after.scores = state.scores
        after.hands = hands
        after.widow = mask_of(rest)
        after.phase = "auction"
        after.turn = (dealer + 1) % SEATS
        return after

    def copy(self, state: PitchState) -> PitchState:
        """A state that can be changed without touching the given one."""
        new = PitchState.__new__(PitchState)
        state.share_with(new)
        new.phase = state.phase
        new.hands = state.hands[:]
        new.widow = state.widow
        new.turn = state.turn
        new.bids = state.bids
        new.bid = state.bid
        new.bidder = state.bidder
        new.passed = state.passed
        new.called = state.called
        new.trump = state.trump
        new.partner = state.partner
        new.discards = state.discards[:]
        new.folded = state.folded
        new.leader = state.leader
        new.table = state.table
        new.tricks = state.tricks
        new.taken = state.taken
        new.result = state.result
        return new

    def to_act(self, state: PitchState) -> tuple[int, ...]:
        """The seat whose turn it is, and while all discard every seat that has not (PI-R19)."""
        if state.turn != NOBODY:
            return (state.turn,)
        return tuple([seat for seat in range(SEATS) if not state.discards[seat]]) if state.phase == "discard" else ()

    # --- What may be done -------------------------------------------------------------------------

    def bids_open(self, state: PitchState, seat: int) -> range:
        """The numbers that this seat, whose turn it is, may bid (PI-R10, PI-R15)."""
        options, lowest = state.options, state.bid
        if not lowest:
            lowest = int(options["min_bid"])
        elif seat != state.dealer or not options["dealer_may_match"]:
            lowest += 1
        may_shoot = state.scores[seat] >= 0 or not options["moon_needs_nonnegative"]
        return range(lowest, MOON + 1 if may_shoot else MOON)

    def must_bid(self, state: PitchState) -> bool:
        """PI-R14: whether the seat on turn is the dealer, and the other four have passed."""
        return not state.bid and state.passed.bit_count() == SEATS - 1

    def legal_mask(self, state: PitchState, seat: int) -> Mask:
        """The cards this seat, whose turn it is, may play: any trump (PI-R22), first of all the called card."""
        hand = state.hands[seat]
        if not state.tricks and hand >> state.called & 1:
            return 1 << state.called  # PI-R18, PI-R22; with ``bidder_leads`` its holder plays it to the first trick
        return hand & TRUMPS[state.trump]

    def legal(self, state: PitchState, seat: int) -> Legal:
        """All that this seat may do now."""
        if seat not in self.to_act(state):
            return NOTHING
        if state.phase == "play":
            return Legal(tuple([PLAYS[card] for card in cards_in(self.legal_mask(state, seat))]))
        if state.phase == "discard":
            return Legal(choice=discard_choice(state.hands[seat], state.trump, state.called))
        if state.phase == "call":  # PI-R16, PI-R17
            own = 0 if state.options["call"] == "own_card_allowed" else state.hands[seat]
            return Legal(tuple([call for card, call in enumerate(CALLS) if not own >> card & 1]))
        bids = tuple([BIDS[number] for number in self.bids_open(state, seat)])
        return Legal(bids if self.must_bid(state) else (PASS, *bids))

    def ahead(self, state: PitchState, seat: int) -> Legal:
        """In the auction a seat that will be asked, or asked again, may promise to pass.

        Not while its own bid stands highest: it is asked only if somebody bids more, and may then want to.
        """
        if state.phase != "auction" or seat in (state.turn, state.bidder) or state.passed >> seat & 1:
            return NOTHING
        spoken = state.options["auction"] == "single_round" and any(seat == each for each, _ in state.bids)
        return NOTHING if spoken else Legal((PASS,))

    def refusal(self, state: PitchState, seat: int, action: Action) -> IllegalAction | None:
        """Why this action is not allowed now, or None if it is."""
        if seat not in self.to_act(state):
            return self._not_asked(state, seat)
        verb, phase = action.verb, state.phase
        if phase == "auction" and (verb == "bid" or action == PASS):
            return self._bid_refusal(state, seat, action)
        if phase == verb == "call":
            return self._call_refusal(state, seat, action)
        if phase == verb == "discard":
            return self._discard_refusal(state, seat, action)
        if phase == verb == "play":
            return self._play_refusal(state, seat, action)
        wanted = {"auction": "bid or pass"}.get(phase, phase)
        return IllegalAction(Reason.WRONG_VERB, f"{verb!r} is nothing to do now: {wanted}", verb=verb)

    def _not_asked(self, state: PitchState, seat: int) -> IllegalAction:
        if state.over:
            return IllegalAction(Reason.MATCH_OVER, "the match is over")
        if state.needs_deal:
            return IllegalAction(Reason.NOT_DEALT, "no cards have been dealt yet")
        if seat in range(SEATS):
            if state.phase == "auction" and state.passed >> seat & 1:
                return IllegalAction(Reason.HAS_PASSED, f"seat {seat} has passed for the whole auction")  # PI-R12
            if state.phase == "discard":
                return IllegalAction(Reason.HAS_DISCARDED, f"seat {seat} has discarded already")
            if state.folded >> seat & 1:
                return IllegalAction(Reason.HAS_FOLDED, f"seat {seat} has folded")  # PI-R22
        return IllegalAction(Reason.NOT_YOUR_TURN, f"it is not the turn of seat {seat}")

    def _bid_refusal(self, state: PitchState, seat: int, action: Action) -> IllegalAction | None:
        bids, number = self.bids_open(state, seat), action.number
        if action == PASS:
            if not self.must_bid(state):
                return None
            text = f"the others have passed: the dealer must bid, at least {bids.start}"
            return IllegalAction(Reason.DEALER_MUST_BID, text, number=bids.start)
        if number is None or action.cards:
            return IllegalAction(Reason.BID_A_NUMBER, "a bid is one number")
        if number in bids:
            return None
        if number > MOON:
            return IllegalAction(Reason.BID_TOO_HIGH, f"the highest bid is {MOON}", number=MOON)
        if number == MOON:
            text = f"only a player with a score of 0 or more may bid {MOON}"
            return IllegalAction(Reason.MOON_NEEDS_NONNEGATIVE, text, number=MOON)
        return IllegalAction(Reason.BID_TOO_LOW, f"a bid must be at least {bids.start}", number=bids.start)

    def _call_refusal(self, state: PitchState, seat: int, action: Action) -> IllegalAction | None:
        if len(action.cards) != 1 or action.number is not None or action.cards[0] not in PACK_54:
            return IllegalAction(Reason.CALL_ONE_CARD, "call exactly one card")
        card = action.cards[0]
        if card >= LOW_JOKER:
            return IllegalAction(Reason.JOKER_CALLED, "a joker names no trump suit: call another card")
        if state.hands[seat] >> card & 1 and state.options["call"] == "not_in_hand":
            return IllegalAction(Reason.OWN_CARD_CALLED, f"{CODES[card]} is in the bidder's own hand", card=card)
        return None

    def _discard_refusal(self, state: PitchState, seat: int, action: Action) -> IllegalAction | None:
        choice, chosen = discard_choice(state.hands[seat], state.trump, state.called), action.cards
        for card in chosen:
            if card not in cards_in(state.hands[seat]):
                return _not_in_hand(card, seat)
            if chosen.count(card) > 1:
                return IllegalAction(Reason.CHOSEN_TWICE, f"{CODES[card]} is named twice", card=card)
        for card in chosen:
            if card not in choice.free and card not in choice.in_need:
                if IN_NEED[state.trump] >> card & 1 and card != state.called:
                    return _free_first(card)
                return IllegalAction(Reason.NEVER_DISCARD, f"{CODES[card]} may not be discarded", card=card)
        if len(chosen) != choice.least or action.number is not None:
            return IllegalAction(Reason.WRONG_DISCARDS, f"discard exactly {choice.least} cards", n=choice.least)
        in_need = [card for card in chosen if card in choice.in_need]
        if in_need and not set(choice.free) <= set(chosen):
            return _free_first(in_need[0])
        return None

    def _play_refusal(self, state: PitchState, seat: int, action: Action) -> IllegalAction | None:
        if len(action.cards) != 1 or action.number is not None:
            return IllegalAction(Reason.ONE_CARD, "play exactly one card")
        card, mask = action.cards[0], self.legal_mask(state, seat)
        if card >= 0 and mask >> card & 1:
            return None
        if card not in cards_in(state.hands[seat]):
            return _not_in_hand(card, seat)
        if mask == 1 << state.called and not state.tricks:
            reason, verb = (Reason.MUST_PLAY_CALLED, "play") if state.table else (Reason.MUST_LEAD_CALLED, "lead")
            return IllegalAction(reason, f"{verb} the called card, {CODES[state.called]}", card=state.called)
        text = f"{CODES[card]} is no trump: trumps are {SUIT_LETTERS[state.trump]}"
        return IllegalAction(Reason.ONLY_TRUMPS, text, card=card)

    # --- The rules --------------------------------------------------------------------------------

    def play(self, state: PitchState, seat: int, action: Action, facts: list[Fact] | None = None) -> None:
        """The rules: speak in the auction, call, discard or play a card, and do what follows."""
        if action.verb == "play":
            self._play_card(state, seat, action.cards[0], facts)
        elif action.verb == "discard":
            self._discard(state, seat, mask_of(action.cards), facts)
        elif action.verb == "call":
            self._call(state, seat, action.cards[0], facts)
        else:
            self._speak(state, seat, action.number, facts)

    def _speak(self, state: PitchState, seat: int, number: int | None, facts: list[Fact] | None) -> None:
        state.bids = state.bids + ((seat, number),)  # noqa: RUF005 (quicker than unpacking)
        if number is None:
            state.passed |= 1 << seat
        else:
            state.bid, state.bidder = number, seat
        if facts is not None:
            facts.append(Passed(seat) if number is None else BidMade(seat, number))
        state.turn = self._next_to_speak(state, seat)
        if state.turn == NOBODY:
            state.phase, state.turn = "call", state.bidder

    def _next_to_speak(self, state: PitchState, seat: int) -> int:
        """Who speaks next; `NOBODY` when the auction is over (PI-R10, PI-R12, PI-R13)."""
        if state.bid == MOON:
            return NOBODY
        if state.options["auction"] == "single_round":
            return NOBODY if len(state.bids) == SEATS else (seat + 1) % SEATS
        if state.bid and state.passed.bit_count() == SEATS - 1:
            return NOBODY
        seat = (seat + 1) % SEATS
        while state.passed >> seat & 1:
            seat = (seat + 1) % SEATS
        return seat

    def _call(self, state: PitchState, seat: int, card: Card, facts: list[Fact] | None) -> None:
        state.called, state.trump = card, suit_of(card)  # PI-R16
        state.hands[seat] |= state.widow  # PI-R19
        state.partner = NOBODY  # PI-R18: who calls a card that is in the own hand or the widow plays alone
        for each, hand in enumerate(state.hands):
            if hand >> card & 1 and each != seat:
                state.partner = each
        state.phase, state.turn = "discard", NOBODY
        if facts is not None:
            facts.append(CardCalled(seat, card))

    def _discard(self, state: PitchState, seat: int, cards: Mask, facts: list[Fact] | None) -> None:
        state.hands[seat] ^= cards
        state.discards[seat] = cards
        if facts is not None:
            facts.append(Discarded(seat, cards.bit_count()))
        if not state.discards_done:
            return
        if facts is not None:  # PI-R21
            trumps = TRUMPS[state.trump]
            facts.append(TrumpsAnnounced(tuple([tuple(cards_in(each & trumps)) for each in state.discards])))
        state.phase = "play"
        bidder_leads = state.options["first_lead"] == "bidder_leads"
        self._lead(state, state.bidder if bidder_leads else state.holder, facts)  # PI-R22

    def _lead(self, state: PitchState, seat: int, facts: list[Fact] | None) -> None:
        """This seat leads, or the next one clockwise that has a trump (PI-R23); somebody has."""
        seat = self._first_with_a_trump(state, seat, NOBODY, facts)
        state.leader = state.turn = seat
        state.table = ()

    def _first_with_a_trump(self, state: PitchState, seat: int, before: int, facts: list[Fact] | None) -> int:
        """The first from this seat clockwise that has a trump, `NOBODY` if ``before`` is reached; the others fold."""
        hands, trumps = state.hands, TRUMPS[state.trump]
        while seat != before:
            if hands[seat] & trumps:
                return seat
            if not state.folded >> seat & 1:  # PI-R22
                state.folded |= 1 << seat
                if facts is not None:
                    facts.append(Folded(seat))
            seat = (seat + 1) % SEATS
        return NOBODY

    def _play_card(self, state: PitchState, seat: int, card: Card, facts: list[Fact] | None) -> None:
        state.hands[seat] ^= 1 << card
        state.table = state.table + ((seat, card),)  # noqa: RUF005 (quicker than unpacking)
        if facts is not None:
            facts.append(_PLAYED[seat][card])
        turn = state.turn = self._first_with_a_trump(state, (seat + 1) % SEATS, state.leader, facts)
        if turn == NOBODY:
            self._take_trick(state, facts)

    def _take_trick(self, state: PitchState, facts: list[Fact] | None) -> None:
        trump, table = state.trump, state.table
        strength, value = STRENGTH[trump], POINTS[trump]
        # By hand, as in `TrickOrder.winner`: the quickest way in plain Python.
        highest = winner = points = 0
        for seat, card in table:
            points += value[card]
            if strength[card] > highest:
                highest, winner = strength[card], seat  # PI-R23
        state.tricks = state.tricks + ((state.leader, table, winner, points),)  # noqa: RUF005 (quicker than unpacking)
        if points:  # PI-R7
            ours, theirs = state.taken
            state.taken = (
                (ours + points, theirs) if winner in (state.bidder, state.partner) else (ours, theirs + points)
            )
        if facts is not None:
            facts.append(TrickTaken(winner, tuple([card for _, card in table]), points))
        for hand in state.hands:
            if hand & TRUMPS[trump]:
                self._lead(state, winner, facts)
                return
        self._end_deal(state, facts)  # PI-R24

    def _end_deal(self, state: PitchState, facts: list[Fact] | None) -> None:
        """Score the deal (PI-R25 to PI-R30), and end the match where it is over."""
        state.leader = NOBODY
        state.table = ()
        result = state.result = result_of(state)
        state.points = scored(state, result)
        state.scores = list(map(add, state.scores, state.points))
        state.winners = winners_of(state, result)
        state.over = bool(state.winners)
        state.needs_deal = not state.over
        state.phase = "over" if state.over else "deal"
        if facts is not None:
            facts.append(DealEnded(tuple(state.points), tuple(state.scores)))
            if state.over:
                facts.append(MatchEnded(state.winners, tuple(state.scores)))

    # --- What is seen -----------------------------------------------------------------------------

    def view(self, state: PitchState, seat: int | None) -> PitchView:
        """What this seat, or for None the public, may know."""
        if seat is None:
            return view_of(state, None, self.key, self.to_act(state), NOTHING, NOTHING)
        return view_of(state, seat, self.key, self.to_act(state), self.legal(state, seat), self.ahead(state, seat))

    def deal_again(self, view: PitchView, source: Source) -> PitchState:
        """One full state that fits the view, hidden cards dealt anew (`engine.games.pitch_hidden`)."""
        return deal_again(view, source)

    def question(self, state: PitchState, seat: int) -> Hashable:
        """What this seat is asked: to speak on what was said, call, discard, or play to a trick; None if nothing."""
        if seat not in self.to_act(state):
            return None
        return (state.deal_no, state.phase, len(state.bids), len(state.tricks))

    def deal_stats(self, state: PitchState) -> tuple[dict[str, int], ...]:
        """Counters of the deal, by seat.

        ``bids``: 1 for the bidder, and so ``bids_made``, ``sets``, ``moons_made``, ``moons_failed`` (a moon is a bid
        too) and ``alone``. ``partner``: 1 for the partner. ``tricks``, ``points``: taken with one's own cards.
        ``high``, ``low``: 1 for whom they counted.
        """
        names = "bids bids_made sets moons_made moons_failed alone partner tricks points high low"
        stats = tuple(dict.fromkeys(names.split(), 0) for _ in range(SEATS))
        for _, _, winner, points in state.tricks:
            stats[winner]["tricks"] += 1
            stats[winner]["points"] += points
        result = state.result
        if result is not None:
            mine = stats[result.bidder]
            mine["bids"] = 1
            mine["bids_made" if result.made else "sets"] = 1
            if result.moon:
                mine["moons_made" if result.made else "moons_failed"] = 1
            mine["alone"] = int(result.partner is None)
            if result.partner is not None:
                stats[result.partner]["partner"] = 1
            stats[result.high[0]]["high"] = stats[result.low[0]]["low"] = 1
        return stats


def _not_in_hand(card: Card, seat: int) -> IllegalAction:
    name = CODES[card] if card in PACK_54 else str(card)
    return IllegalAction(Reason.NOT_IN_HAND, f"{name} is not in the hand of seat {seat}", card=card)


def _free_first(card: Card) -> IllegalAction:
    return IllegalAction(Reason.FREE_CARDS_FIRST, f"{CODES[card]} goes only when no free card is left", card=card)


GAME = Pitch()
