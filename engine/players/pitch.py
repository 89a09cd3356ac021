"""A computer player's policy for Pitch: fair, from the view alone, and able to say why.

It bids what its best suit should bring with a partner's help, calls the best card it lacks, keeps its trumps, and in
play weighs for each trump how likely its side wins the trick against what lies in it and what the card is worth later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.actions import PLAYS, Action, Choice, SetChoice
from engine.cards import (
    ACE,
    JACK,
    KING,
    QUEEN,
    SUIT_LETTERS,
    SUITS,
    TEN,
    THREE,
    TWO,
    Card,
    Mask,
    Suit,
    cards_in,
    mask_of,
)
from engine.game import Source
from engine.games.pitch import PASS
from engine.games.pitch_cards import ORDERS, POINTS, STRENGTH, TRUMPS
from engine.games.pitch_table import MOON, SEATS, PitchView

#: How many hundredths of a point a bidder's side takes: a base, and what each trump in hand adds, by its place in the
#: order from the two to the ace. Fitted by least squares to 12,000 deals that this policy played against itself. (Whole
#: numbers, because sums of others are not quite the same on every Python.)
_BASE: Final = 470
_ADDS: Final = (105, 75, 35, 35, 35, 35, 35, 35, 35, 40, 55, 70, 110, 120, 150, 155)
#: What parting with a trump costs beside its points, by its place: the high ones take later tricks, and those that
#: count are not to be wasted. Found by trying changes in duplicate deals, one side with them and one without.
_COSTS: Final = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.05, 0.1, 1.0, 0.6, 1.0, 1.2, 1.3, 0.6, 0.7, 0.9)
#: Points to be expected from a seat still to play to a trick: an opponent, and a partner when the trick is ours.
_FROM_OPPONENT: Final = 0.35
_FROM_PARTNER: Final = 0.8


def choose(view: PitchView, source: Source) -> Choice:
    """The policy's answer for the seat of this view, which is to act, and why."""
    if view.phase == "auction":
        return _bid(view)
    if view.phase == "call":
        return _call(view)
    if view.phase == "discard":
        return _discard(view)
    return _Table(view).choose()


# --- Auction and call -------------------------------------------------------------------------------


def expected(hand: Mask, trump: Suit) -> int:
    """Hundredths of points that a bidder's side should take with this hand, these trumps and a good card called."""
    return _BASE + sum([add for card, add in zip(ORDERS[trump], _ADDS, strict=True) if hand >> card & 1])


def _best_suit(hand: Mask) -> tuple[int, Suit]:
    suit = max(SUITS, key=lambda each: expected(hand, each))
    return expected(hand, suit), suit


def _bid(view: PitchView) -> Choice:
    hand = mask_of(view.hand)
    points, suit = _best_suit(hand)
    bids = [action for action in view.legal.actions if action.number is not None]
    if bids and bids[-1].number == MOON and _shoots(hand, suit):
        return Choice(bids[-1], f"the top of {SUIT_LETTERS[suit]} and its two: every point can be had")
    if len(bids) == len(view.legal.actions):
        return Choice(bids[0], "the dealer must bid, so as little as possible")
    if not any(hand >> 13 * suit + rank & 1 for rank in (ACE, KING, QUEEN)):
        return Choice(PASS, "no ace, king or queen of the suit I would call")
    # Never more than it takes, and the moon only as above.
    if bids and bids[0].number != MOON and points >= 100 * (bids[0].number or MOON):
        return Choice(bids[0], f"about {points / 100:.1f} points to be had in {SUIT_LETTERS[suit]}")
    return Choice(PASS, f"no more than about {points / 100:.1f} points to be had")


def _shoots(hand: Mask, suit: Suit) -> bool:
    """Three of A K Q J, so that the called card makes them four, and the two: in six of seven such deals all ten."""
    low = 13 * suit
    return bool(hand >> low & 1) and sum([hand >> low + rank & 1 for rank in (ACE, KING, QUEEN, JACK)]) >= 3


def _call(view: PitchView) -> Choice:
    suit = _best_suit(mask_of(view.hand))[1]
    missing = _missing(view, suit)
    if missing:
        return Choice(Action("call", (missing[0],)), f"the best card I lack in {SUIT_LETTERS[suit]}")
    return Choice(view.legal.actions[-1], "I hold every card that matters")


def _missing(view: PitchView, suit: Suit) -> list[Card]:
    """The cards worth calling in a suit, best first: in deals played out this order brought the most."""
    named = [13 * suit + rank for rank in (ACE, KING, QUEEN, JACK, TWO, THREE, TEN)]
    return [card for card in named if card not in view.hand]


def _discard(view: PitchView) -> Choice:
    choice = view.legal.choice
    assert choice is not None
    assert view.trump is not None
    strength = STRENGTH[view.trump]
    free = sorted(choice.free, key=lambda card: (strength[card], card))
    chosen = (*free, *_in_need(choice, view.trump))[: choice.least]
    return Choice(Action(choice.verb, tuple(sorted(chosen))), "plain cards first, then the lowest trumps")


def _in_need(choice: SetChoice, trump: Suit) -> list[Card]:
    """What goes in need, the queen first, then the two, which is a sure point as long as it is Low."""
    order = [13 * trump + rank for rank in (QUEEN, TWO, KING, ACE)]
    return sorted(choice.in_need, key=lambda card: order.index(card) if card in order else STRENGTH[trump][card])


def candidates(view: PitchView) -> Sequence[Action]:
    """What is worth trying in a search: every bid and card, a few calls, and discards that keep other trumps."""
    if view.phase == "call":
        hand = mask_of(view.hand)
        suits = [suit for suit in SUITS if expected(hand, suit) > _best_suit(hand)[0] - 150]
        return [Action("call", (card,)) for suit in suits for card in _missing(view, suit)[:2]]
    choice = view.legal.choice
    if choice is None or view.trump is None:
        return view.legal.actions
    strength = STRENGTH[view.trump]
    highest_first = sorted(choice.free, key=lambda card: (strength[card] > 0, -strength[card], card))
    sets = [(*highest_first, *_in_need(choice, view.trump))[: choice.least]]
    if len(choice.free) == choice.least - 1:
        sets += [(*choice.free, card) for card in choice.in_need]
    return [Action(choice.verb, tuple(sorted(each))) for each in sets]


# --- Play -------------------------------------------------------------------------------------------


class _Table:
    """What a seat can conclude from its view in play, and what it makes of it."""

    def __init__(self, view: PitchView) -> None:
        assert view.seat is not None
        assert view.trump is not None
        assert view.trick is not None
        assert view.bidder is not None
        self.view = view
        self.seat = view.seat
        self.strength = STRENGTH[view.trump]
        self.value = POINTS[view.trump]
        self.place = {card: place for place, card in enumerate(ORDERS[view.trump])}
        self.plays = view.trick.plays
        side = {view.bidder, view.bidder if view.partner is None else view.partner}
        self.ours = side if view.seat in side else set(range(SEATS)) - side
        played = {seat for seat, _ in self.plays}
        active = [seat for seat in range(SEATS) if seat not in view.folded and seat != view.seat]
        self.later = [seat for seat in active if seat not in played]
        gone = mask_of((*view.hand, *view.laid_away))
        for trick in (*view.tricks, view.trick):
            gone |= mask_of([card for _, card in trick.plays])
        for cards in view.announced:
            gone |= mask_of(cards)
        #: Trumps that others still hold.
        self.out = TRUMPS[view.trump] & ~gone
        #: How likely one of them is with none of ours who are still to play to this trick, and with none of theirs.
        self.without = (1.0, 1.0)
        places = sum([view.hand_sizes[seat] for seat in active]) or 1
        for seat in self.later:
            ours, theirs = self.without
            missed = 1 - view.hand_sizes[seat] / places
            self.without = (ours * missed, theirs) if seat in self.ours else (ours, theirs * missed)

    def choose(self) -> Choice:
        cards = self.view.legal.cards
        if len(cards) == 1:
            return Choice(PLAYS[cards[0]], "the only card allowed")
        best = max(cards, key=lambda card: (self.worth(card), -self.strength[card]))
        return Choice(PLAYS[best], self.reason(best))

    def chance(self, card: Card) -> float:
        """How likely our side wins the trick if this card is played."""
        strength = self.strength
        winner, best = max((*self.plays, (self.seat, card)), key=lambda play: strength[play[1]])
        none_of_ours = none_of_theirs = 1.0
        for _ in range(sum([strength[each] > strength[best] for each in cards_in(self.out)])):
            none_of_ours *= self.without[0]
            none_of_theirs *= self.without[1]
        return none_of_theirs if winner in self.ours else (1 - none_of_ours) * none_of_theirs

    def worth(self, card: Card) -> float:
        """What playing this card should bring: the points of the trick, won or lost, less what the card is for."""
        chance = self.chance(card)
        partners = sum([seat in self.ours for seat in self.later])
        points: float = sum([self.value[each] for _, each in self.plays]) + self.value[card]
        points += _FROM_OPPONENT * (len(self.later) - partners) + _FROM_PARTNER * partners * chance
        return (2 * chance - 1) * points - _COSTS[self.place[card]]

    def reason(self, card: Card) -> str:
        """Why this card, in words."""
        chance = self.chance(card)
        if not self.plays:
            return "nobody can beat it" if chance == 1 else "likely to win" if chance > 0.5 else "the least to lose"
        winner, best = max(self.plays, key=lambda play: self.strength[play[1]])
        if self.strength[card] > self.strength[best] and winner not in self.ours:
            return "takes the trick" if chance == 1 else "may take the trick"
        if chance > 0.5:
            return "points for our side's trick" if self.value[card] else "our side has the trick: the cheapest trump"
        return "the trick is theirs: the cheapest trump"
