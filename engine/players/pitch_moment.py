"""A seat's turn to play in Pitch, and which trump the policy plays: the same for views and rollouts.

Only whole numbers decide, so that every machine chooses alike: points are in hundredths, chances in thousandths.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import SUITS, Card, Mask, Suit
from engine.games.pitch import GAME
from engine.games.pitch_cards import ORDERS, POINTS, STRENGTH, TRUMPS
from engine.games.pitch_table import NOBODY, SEATS, PitchState, Plays

#: What parting with a trump costs beside its points, by its place in the order from the two to the ace: the high ones
#: take later tricks, and those that count are not to be wasted. Found by trying changes in duplicate deals, one side
#: with them and one without.
COSTS: Final = (0, 0, 0, 0, 0, 0, 5, 10, 90, 60, 90, 120, 130, 60, 70, 90)
#: Points to be expected from a seat still to play to a trick: an opponent, and a partner when the trick is ours.
FROM_OPPONENT: Final = 35
FROM_PARTNER: Final = 80
#: A whole chance.
SURE: Final = 1000

_COST: Final = tuple(
    tuple(SURE * COSTS[order.index(card)] if card in order else 0 for card in range(54)) for order in ORDERS
)
_VALUE: Final = tuple(tuple(100 * each for each in POINTS[suit]) for suit in SUITS)
#: ``_ABOVE[trump][card]``: all trumps that beat this one.
_ABOVE: Final = tuple(
    tuple(
        sum([1 << other for other in ORDERS[suit] if STRENGTH[suit][other] > STRENGTH[suit][card]])
        for card in range(54)
    )
    for suit in SUITS
)


class Moment:
    """A seat's turn to play: what is on the table, who is still to come, and what can be against us.

    ``plays``: the trick so far. ``ours``: the seats of our side, as a mask. ``later``: (seat, cards in hand) of those
    still to play who have not folded. ``places``: cards in the hands of all others who have not. ``out``: the trumps
    that others still hold.
    """

    __slots__ = ("best", "brought", "missed", "others", "out", "partners", "trump", "winning")

    def __init__(
        self,
        trump: Suit,
        plays: Plays,
        ours: Mask,
        later: Sequence[tuple[int, int]],
        places: int,
        out: Mask,
    ) -> None:
        value, strength = _VALUE[trump], STRENGTH[trump]
        self.trump = trump
        self.out = out
        #: The best card so far, -1 before the lead, and whether it is ours.
        self.best, self.winning = -1, False
        #: Hundredths of points in the trick so far.
        self.brought = 0
        for seat, card in plays:
            self.brought += value[card]
            if self.best < 0 or strength[card] > strength[self.best]:
                self.best, self.winning = card, bool(ours >> seat & 1)
        self.partners = self.others = 0
        #: How likely a trump that is out is with none of ours who are still to play, and with none of theirs.
        with_none = [SURE, SURE]
        for seat, size in later:
            mine = ours >> seat & 1
            self.partners += mine
            self.others += 1 - mine
            with_none[1 - mine] = with_none[1 - mine] * (places - size) // places
        self.missed = (with_none[0], with_none[1])

    def chance(self, card: Card) -> int:
        """How likely our side wins the trick if this card is played."""
        above, best, winning = _ABOVE[self.trump], self.best, self.winning
        if best < 0 or above[best] >> card & 1:
            best, winning = card, True
        none_of_ours = none_of_theirs = SURE
        ours, theirs = self.missed
        for _ in range((self.out & above[best]).bit_count()):
            none_of_ours = none_of_ours * ours // SURE
            none_of_theirs = none_of_theirs * theirs // SURE
        return none_of_theirs if winning else (SURE - none_of_ours) * none_of_theirs // SURE

    def worth(self, card: Card) -> int:
        """What playing this card should bring: the points of the trick, won or lost, less what the card is for.

        In hundredths × thousandths.
        """
        chance = self.chance(card)
        points = self.brought + _VALUE[self.trump][card] + FROM_OPPONENT * self.others
        points += FROM_PARTNER * self.partners * chance // SURE
        return (2 * chance - SURE) * points - _COST[self.trump][card]

    def choose(self, legal: Mask) -> Card:
        """The card to play; of equals the lowest."""
        order = [card for card in ORDERS[self.trump] if legal >> card & 1]
        return order[0] if len(order) == 1 else max(order, key=self.worth)


def side_of(seat: int, bidder: int, partner: int) -> Mask:
    """The seats of this seat's side, as a mask; ``partner``: -1 if there is none or it is not known to this seat."""
    side = 1 << bidder | (1 << partner if partner >= 0 else 0)
    return side if side >> seat & 1 else (1 << SEATS) - 1 & ~side


def card_of(state: PitchState, seat: int) -> Card:
    """The policy's card for the seat on turn in a rollout, from what its view would show."""
    legal = GAME.legal_mask(state, seat)
    if not legal & (legal - 1):
        return legal.bit_length() - 1
    partner = state.partner
    if partner != seat and not state.tricks and state.options["first_lead"] == "bidder_leads":
        called = state.called
        if all(card != called for _, card in state.table):
            partner = NOBODY  # not known before the called card is played
    away = state.folded | 1 << seat
    played = 0
    for each, _ in state.table:
        played |= 1 << each
    later, places, out, hands = [], 0, 0, state.hands
    for each in range(SEATS):
        if not away >> each & 1:
            size = hands[each].bit_count()
            places += size
            out |= hands[each]
            if not played >> each & 1:
                later.append((each, size))
    ours = side_of(seat, state.bidder, partner)
    return Moment(state.trump, state.table, ours, later, places, out & TRUMPS[state.trump]).choose(legal)
