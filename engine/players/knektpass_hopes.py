"""What a hand of Knektpass may hope for before the first lead: the policy's reckoning, for views and rollouts alike.

It gives each card a chance of taking a trick, and from these the chances of every number of tricks. With them it weighs
what the rules make of it. Only whole numbers decide, because sums of others are not quite the same on every Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.cards import Card, Mask, cards_in
from engine.games.knektpass_cards import BEATS, ORDERS
from engine.games.knektpass_state import HAND
from engine.options import Options

#: A whole chance.
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

#: ``_HIGHER[trump][card]``: the cards that beat this one where its own suit was led, without those that trump it.
_HIGHER: Final = tuple(
    tuple(BEATS[trump][order.suit[card]][card] & order.same[card] for card in range(52))
    for trump, order in enumerate(ORDERS)
)


@cache
def _chance(is_trump: bool, higher: int, near: int, opponents: int) -> int:
    """How likely a card is to take a trick, in thousandths, when so many higher ones of its suit are unseen."""
    higher *= near
    if is_trump:
        return SURE * SURE // (SURE + TRUMP_FALL * higher // SURE)
    once, square, cube = HIGHER
    fall = SURE + once * higher // SURE + square * higher**2 // SURE**2 + cube * higher**3 // SURE**3
    return SURE**3 // (fall * (SURE + SUIT_FALL * opponents))


class Hopes:
    """A hand before play. ``opponents``: how many others are in; ``unseen``: all cards this seat has not seen."""

    __slots__ = ("by_card", "opponents", "options", "score")

    def __init__(
        self, options: Options, trump: int, hand: Mask, turn_up: Card, score: int, opponents: int, unseen: Mask
    ) -> None:
        self.options = options
        self.score = score
        self.opponents = max(1, opponents)
        #: The chance that an unseen card is in an opponent's hand.
        near = min(SURE, SURE * HAND * self.opponents // max(1, unseen.bit_count()))
        suit, higher = ORDERS[trump].suit, _HIGHER[trump]
        #: How likely each card of the hand, and the turn-up, is to take a trick, in thousandths.
        self.by_card = {
            card: _chance(suit[card] == trump, (higher[card] & unseen).bit_count(), near, self.opponents)
            for card in cards_in(hand | 1 << turn_up)
        }

    def worst(self, hand: Mask, count: int) -> list[Card]:
        """The cards that promise least, in the order of the pack."""
        return sorted(sorted(cards_in(hand), key=self.by_card.__getitem__)[:count])

    def outlook(self, chances: Sequence[int], promised: int) -> int:
        """The change of the score to be expected with these chances and so many tricks promised, on any one scale."""
        options = self.options
        promised = max(promised, int(options["min_tricks"]))
        penalty = int(options["penalty_per_missing_trick"])
        stops_at_zero, score = options["exact_zero"], self.score
        total = 0
        for tricks, chance in enumerate(_distribution(chances)):
            change = penalty * (promised - tricks) if tricks < promised else -tricks
            if stops_at_zero and score + change < 0:
                change = 0
            total += chance * change
        return total

    def gives_up(self, hand: Mask, turn_up: Card) -> Card | None:
        """The card to put away for the turn-up, or None to leave it."""
        (worst,) = self.worst(hand, 1)
        chance, rob = self.by_card, self.options["rob"]
        kept = [chance[card] for card in cards_in(hand) if card != worst]
        leave = min(0, self.outlook([*kept, chance[worst]], 0))
        take = self.outlook([*kept, chance[turn_up]], int(rob == "rob_counts"))
        if rob != "rob_obliges":
            take = min(0, take)
        return worst if take < leave else None

    def plays(self, hand: Mask, done: int) -> bool:
        """Whether to stay in, with ``done`` cards counted as exchanged already."""
        if not max(done, int(self.options["min_tricks"])):
            return True
        return self.outlook([self.by_card[card] for card in cards_in(hand)], done) <= 0

    def exchanges(self, hand: Mask, done: int, most: int) -> int:
        """How many cards to exchange, of ``most`` at most: one more as long as that promises more than it costs."""
        chances = sorted([self.by_card[card] for card in cards_in(hand)])
        fresh = SURE // (1 + self.opponents)  # a card from the talon takes its share
        best, hoped = 0, self.outlook(chances, done)
        for count in range(1, most + 1):
            after = self.outlook([*chances[count:], *[fresh] * count], done + count)
            if after >= hoped:
                break
            best, hoped = count, after
        return best


def _distribution(chances: Sequence[int]) -> list[int]:
    """How likely each number of successes is when these are the single chances, in parts of `SURE` to their number."""
    result = [1]
    for chance in chances:
        fail = SURE - chance
        before = 0
        after = []
        for each in result:
            after.append(each * fail + before * chance)
            before = each
        after.append(before * chance)
        result = after
    return result
