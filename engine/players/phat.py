"""A computer player's policy for Phat: fair, from the view alone, and able to say why.

It takes tricks with points in them unless the partner does, gives points to tricks the partner is sure of, leads
trumps while the trump nine or five is out, and else gives away as little as it can. It draws conclusions from the cards
played and from suits not followed; it does not guess.
"""

from __future__ import annotations

from engine.actions import PLAYS, Choice
from engine.cards import FIVE, NINE, RANK_LETTERS, SUIT_LETTERS, SUITS, TEN, Card, Mask, cards_in, mask_of, rank_of
from engine.games.phat import GAME, MUCK, ORDERS, PHAT, PhatView
from engine.tricks import TrickOrder

#: What a point of muck is worth in Phat points: 8 for a majority of 80, so a little more than a tenth.
MUCK_WORTH = 0.2
#: What a step in rank is worth, and what a trump is worth beside its points: keep the better card for later.
RANK_WORTH = 0.05
TRUMP_WORTH = 1.5


def choose(view: PhatView) -> Choice:
    """The policy's card for the seat of this view, which is to act, and why."""
    cards = view.legal.cards
    if len(cards) == 1:
        return Choice(PLAYS[cards[0]], "the only card allowed")
    if view.trump is None:
        return _pitch(cards)
    table = _Table(view, view.trump)
    return table.follow(cards) if view.trick is not None and view.trick.plays else table.lead(cards)


def _pitch(cards: tuple[Card, ...]) -> Choice:
    """The first lead makes trumps: the suit with most cards and honours, from its top."""

    def strength(suit: int) -> float:
        held = [rank_of(card) for card in cards if card // 13 == suit]
        return 2 * len(held) + sum(max(0, rank - NINE + 1) / 2 for rank in held)

    best = max(SUITS, key=strength)
    card = max(card for card in cards if card // 13 == best)
    return Choice(PLAYS[card], "my strongest suit is to be trumps")


class _Table:
    """What a seat can conclude from its view, and what it makes of it."""

    def __init__(self, view: PhatView, trump: int) -> None:
        assert view.seat is not None
        self.seat = view.seat
        self.trump = trump
        self.order: TrickOrder = ORDERS[trump]
        self.plays = () if view.trick is None else view.trick.plays
        #: Which unseen cards each seat may still hold.
        self.may_hold, self.unseen = GAME.hidden(view)

    def worth(self, card: Card) -> float:
        """What taking this card counts."""
        return PHAT[self.trump][card] + MUCK_WORTH * MUCK[card]

    def cost(self, card: Card) -> float:
        """What parting with this card costs when the trick is lost."""
        keep = TRUMP_WORTH if self.order.suit[card] == self.trump else 0.0
        return self.worth(card) + RANK_WORTH * rank_of(card) + keep

    def gift(self, card: Card) -> float:
        """What giving this card to the partner's trick counts: nines, fives and tens; honours are kept to win with."""
        return self.worth(card) if rank_of(card) in (NINE, FIVE, TEN) else 0.0

    def beaten_by(self, card: Card, led: Card, others: Mask) -> Mask:
        """Which of these cards beat the card in a trick where ``led`` was led."""
        strength = self.order.strength[self.order.suit[led]]
        return mask_of(other for other in cards_in(others) if strength[other] > strength[card])

    def is_safe(self, card: Card, led: Card, opponents: tuple[int, ...]) -> bool:
        """Whether none of these opponents, still to play, can beat the card for all that is known."""
        # A trump counts as a threat unless the seat is known to have none: it may be out of the suit led.
        return not any(self.beaten_by(card, led, self.may_hold[seat]) for seat in opponents)

    def lead(self, cards: tuple[Card, ...]) -> Choice:
        opponents = ((self.seat + 1) % 4, (self.seat + 3) % 4)
        trumps = [card for card in cards if self.order.suit[card] == self.trump]
        out = self.may_hold[opponents[0]] | self.may_hold[opponents[1]]
        prizes = mask_of((13 * self.trump + NINE, 13 * self.trump + FIVE))
        if trumps and out & prizes and not self.beaten_by(trumps[-1], trumps[-1], self.unseen):
            return Choice(PLAYS[trumps[-1]], "a sure trump, towards the nine and five of trumps")
        sure = [card for card in cards if self.is_safe(card, card, opponents)]
        side_suits = [card for card in sure if card not in trumps]
        if sure:
            return Choice(PLAYS[max(side_suits or sure, key=self.worth)], "nobody can beat it")
        masters = [card for card in cards if not self.beaten_by(card, card, self.unseen & self.order.same[card])]
        side_masters = [card for card in masters if card not in trumps and PHAT[self.trump][card] == 0]
        if side_masters:
            return Choice(PLAYS[side_masters[0]], f"the highest {SUIT_LETTERS[side_masters[0] // 13]} still out")
        return Choice(PLAYS[min(cards, key=self.cost)], "nothing sure to lead, so the cheapest card")

    def follow(self, cards: tuple[Card, ...]) -> Choice:
        led = self.plays[0][1]
        place = self.order.winner([card for _, card in self.plays])
        winner, best = self.plays[place]
        played = {seat for seat, _ in self.plays}
        opponents = tuple(seat for seat in ((self.seat + 1) % 4, (self.seat + 3) % 4) if seat not in played)
        partner_wins = winner == (self.seat + 2) % 4
        if partner_wins and self.is_safe(best, led, opponents):
            card = max(cards, key=lambda card: (self.gift(card), -self.cost(card)))
            if self.gift(card) > 0:
                return Choice(PLAYS[card], "points for the partner's sure trick")
            return Choice(PLAYS[min(cards, key=self.cost)], "the partner has the trick: the cheapest card")
        pot = sum(self.worth(card) for _, card in self.plays)
        winning = [card for card in cards if self.beaten_by(best, led, 1 << card)]
        sure = [card for card in winning if self.is_safe(card, led, opponents)]
        if sure and not (partner_wins and pot < 5):
            card = max(sure, key=lambda card: (PHAT[self.trump][card], -self.cost(card)))
            if pot + self.worth(card) >= (TRUMP_WORTH if self.order.suit[card] == self.trump else 0):
                return Choice(PLAYS[card], f"the {RANK_LETTERS[rank_of(card)]} is sure to take the trick")
        if winning and not partner_wins and pot >= 5:
            card = min(winning, key=lambda card: (PHAT[self.trump][card], -rank_of(card)))
            if PHAT[self.trump][card] <= 4:
                return Choice(PLAYS[card], "there are points in it, and this may take them")
        return Choice(PLAYS[min(cards, key=self.cost)], "the trick is not mine: the cheapest card")
