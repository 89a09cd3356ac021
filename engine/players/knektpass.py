"""A computer player's policy for Knektpass: fair, from the view alone, and able to say why.

It gives each card of its hand a chance of taking a trick, and from these the chances of every number of tricks. With
them it weighs what the rules make of it: to play or pass, to take the turn-up, how many cards to exchange, since each
one exchanged is a trick promised. In play it takes what it can as cheaply as it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.actions import PLAYS, Action, Choice
from engine.cards import Card, Mask, code, rank_of
from engine.game import Source
from engine.games.knektpass import GAME, IN, LEAVE, PASS, STAND, KnektpassState, KnektpassView
from engine.games.knektpass_cards import BEATS, ORDERS, TRUMPS
from engine.games.knektpass_state import NOBODY

#: A whole chance. (Whole numbers, because sums of others are not quite the same on every Python.)
SURE: Final = 1000
# The numbers below were read off 1,500 deals each among 2, 4 and 6 players of this policy, without exchanges.
#: How fast a trump's chance falls with the higher trumps that opponents are likely to hold: 1 / (1 + 0.55 x). (0.4
#: is nearer to what was found; a little more caution with promises lost fewer points on the same deals.)
TRUMP_FALL: Final = 550
#: The chance of a suit's highest card among n opponents: 1 / (1 + 0.68 n).
SUIT_FALL: Final = 680
#: How fast it falls with the higher cards of the suit that they are likely to hold: about 0.14 to the power of x, as
#: 1 / (1 + 1.966 x + 1.93 x² + 1.27 x³).
HIGHER: Final = (1966, 1930, 1270)


def choose(view: KnektpassView, source: Source) -> Choice:
    """The policy's action for the seat of this view, which is to act, and why."""
    legal = view.legal
    if len(legal.actions) == 1 and legal.choice is None:
        return Choice(legal.actions[0], "nothing else is allowed")
    if view.phase == "play":
        table = _Table(view)
        return table.follow(legal.cards) if table.plays else table.lead(legal.cards)
    hopes = _Hopes(view)
    return {"rob": hopes.rob, "declare": hopes.declare, "exchange": hopes.exchange}[view.phase]()


def candidates(view: KnektpassView) -> Sequence[Action]:
    """The actions worth trying: of the exchanges, those of the cards that promise least."""
    legal = view.legal
    if view.phase == "rob":
        return (LEAVE, Action("rob", tuple(_Hopes(view).worst(1))))
    if legal.choice is None:
        return legal.actions
    hopes = _Hopes(view)
    sets = [Action("exchange", tuple(hopes.worst(count))) for count in range(1, legal.choice.most + 1)]
    return (*legal.actions, *sets)


def play_out(state: KnektpassState, source: Source) -> None:
    """Play the deal to its end in place, every seat as `choose` would; where only one card may be played unasked."""
    while state.turn != NOBODY:
        mask = GAME.legal_mask(state, state.turn)
        if mask and not mask & mask - 1:
            action = PLAYS[mask.bit_length() - 1]
        else:
            action = choose(GAME.view(state, state.turn), source).action
        GAME.play(state, state.turn, action)


def _distribution(chances: Sequence[int]) -> list[int]:
    """How likely each number of successes is when these are the single chances, in parts of `SURE` to their number."""
    result = [1]
    for chance in chances:
        fails = [each * (SURE - chance) for each in result]
        result = [fail + win for fail, win in zip([*fails, 0], [0, *(each * chance for each in result)], strict=True)]
    return result


class _Hopes:
    """What a seat may hope for before the first card is led."""

    def __init__(self, view: KnektpassView) -> None:
        assert view.seat is not None
        assert view.trump is not None
        assert view.turn_up is not None
        self.view = view
        self.trump = view.trump
        self.hand = view.hand
        self.score = view.scores[view.seat]
        passed = sum(plays is False for plays in view.declared)
        self.opponents = max(1, view.seats - 1 - passed)
        self.unseen = GAME.hidden(view)[1]
        #: The chance that an unseen card is in an opponent's hand.
        self.near = min(SURE, SURE * 5 * self.opponents // max(1, self.unseen.bit_count()))

    def chance(self, card: Card) -> int:
        """How likely this card is to take a trick, in thousandths."""
        order = ORDERS[self.trump]
        higher = (BEATS[self.trump][order.suit[card]][card] & self.unseen & order.same[card]).bit_count() * self.near
        if order.suit[card] == self.trump:
            return SURE * SURE // (SURE + TRUMP_FALL * higher // SURE)
        once, square, cube = HIGHER
        fall = SURE + once * higher // SURE + square * higher**2 // SURE**2 + cube * higher**3 // SURE**3
        return SURE**3 // (fall * (SURE + SUIT_FALL * self.opponents))

    def worst(self, count: int) -> list[Card]:
        """The cards that promise least, in the order of the pack."""
        return sorted(sorted(self.hand, key=self.chance)[:count])

    def outlook(self, chances: Sequence[int], promised: int) -> int:
        """The change of the score to be expected with these chances and so many tricks promised, on any one scale."""
        options = self.view.options
        promised = max(promised, int(options["min_tricks"]))
        penalty = int(options["penalty_per_missing_trick"])
        total = 0
        for tricks, chance in enumerate(_distribution(chances)):
            change = penalty * (promised - tricks) if tricks < promised else -tricks
            if options["exact_zero"] and self.score + change < 0:
                change = 0
            total += chance * change
        return total

    def rob(self) -> Choice:
        view = self.view
        assert view.turn_up is not None
        (worst,) = self.worst(1)
        kept = [self.chance(card) for card in self.hand if card != worst]
        counts = int(view.options["rob"] == "rob_counts")
        leave = min(0, self.outlook([*kept, self.chance(worst)], 0))
        take = self.outlook([*kept, self.chance(view.turn_up)], counts)
        if view.options["rob"] != "rob_obliges":
            take = min(0, take)
        if take < leave:
            return Choice(Action("rob", (worst,)), f"{code(view.turn_up)} is better than {code(worst)}")
        return Choice(LEAVE, "the turn-up does not help")

    def declare(self) -> Choice:
        view = self.view
        assert view.seat is not None
        others = [plays for seat, plays in enumerate(view.declared) if seat != view.seat]
        if not any(plays is not False for plays in others):
            return Choice(IN, "all the others have passed")
        if not max(view.exchanged[view.seat], int(view.options["min_tricks"])):
            return Choice(IN, "staying in costs nothing")
        if self.outlook([self.chance(card) for card in self.hand], view.exchanged[view.seat]) <= 0:
            return Choice(IN, "the hand should be worth it")
        return Choice(PASS, "too little to take a trick with")

    def exchange(self) -> Choice:
        view, choice = self.view, self.view.legal.choice
        assert view.seat is not None
        assert choice is not None
        chances = sorted(self.chance(card) for card in self.hand)
        done = view.exchanged[view.seat]
        fresh = SURE // (1 + self.opponents)  # a card from the talon takes its share

        def hoped(count: int) -> int:
            return self.outlook([*chances[count:], *[fresh] * count], done + count)

        best = min(range(choice.most + 1), key=hoped)
        if not best:
            return Choice(STAND, "every card more would promise a trick more")
        cards = tuple(self.worst(best))
        return Choice(Action("exchange", cards), f"the hand should take {done + best} with better cards")


class _Table:
    """What a seat can conclude from its view while tricks are played, and what it makes of it."""

    def __init__(self, view: KnektpassView) -> None:
        assert view.seat is not None
        assert view.trump is not None
        assert view.trick is not None
        self.view = view
        self.seat = view.seat
        self.trump = view.trump
        self.order = ORDERS[view.trump]
        self.plays = view.trick.plays
        self.may_hold, self.unseen = GAME.hidden(view)
        played = {seat for seat, _ in self.plays}
        #: Who is still to play to this trick after this seat.
        self.later = [
            seat for seat, plays in enumerate(view.declared) if plays and seat != self.seat and seat not in played
        ]
        enough = view.taken[self.seat] >= max(view.scores[self.seat], view.promised[self.seat])
        #: Under ``exact_zero``: one trick more than the score would count for nothing.
        self.full = bool(view.options["exact_zero"]) and enough

    def cost(self, card: Card) -> int:
        """What parting with this card costs: trumps more than others, high cards more than low ones."""
        return self.order.strength[self.trump][card] or rank_of(card)

    def beating(self, card: Card, led: Card) -> Mask:
        return BEATS[self.trump][self.order.suit[led]][card]

    def is_safe(self, card: Card, led: Card) -> bool:
        """Whether nobody still to play can beat the card, for all that is known."""
        return not any(self.may_hold[seat] & self.beating(card, led) for seat in self.later)

    def lead(self, cards: tuple[Card, ...]) -> Choice:
        if self.full:
            return Choice(PLAYS[min(cards, key=self.cost)], "there are tricks enough: the cheapest card")
        sure = [card for card in cards if self.is_safe(card, card)]
        if sure:
            return Choice(PLAYS[max(sure, key=self.cost)], "nobody can beat it")
        trumps = [card for card in cards if TRUMPS[self.trump] >> card & 1]
        if len(trumps) >= 3 or len(trumps) == len(cards):
            return Choice(PLAYS[max(trumps, key=self.cost)], "trumps, to draw the others'")
        masters = [
            card
            for card in cards
            if card not in trumps and not self.beating(card, card) & self.unseen & self.order.same[card]
        ]
        if masters:
            return Choice(PLAYS[max(masters, key=rank_of)], "the highest of its suit still out")
        plain = [card for card in cards if card not in trumps]
        return Choice(PLAYS[min(plain, key=self.cost)], "nothing sure to lead, so the cheapest card")

    def follow(self, cards: tuple[Card, ...]) -> Choice:
        led = self.plays[0][1]
        best = self.plays[self.order.winner([card for _, card in self.plays])][1]
        winning = [card for card in cards if self.beating(best, led) >> card & 1]
        if not winning:
            return Choice(PLAYS[min(cards, key=self.cost)], "the trick is lost: the cheapest card")
        if self.full:
            losing = [card for card in cards if card not in winning]
            return Choice(PLAYS[max(losing or winning, key=self.cost)], "there are tricks enough")
        sure = [card for card in winning if self.is_safe(card, led)]
        if sure:
            return Choice(PLAYS[min(sure, key=self.cost)], "the cheapest card that is sure to take it")
        plain = [card for card in winning if not TRUMPS[self.trump] >> card & 1]
        if plain:
            return Choice(PLAYS[max(plain, key=self.cost)], "the best chance to take it")
        return Choice(PLAYS[min(winning, key=self.cost)], "the lowest trump that takes it so far")
