"""The weights of Phat's policy, found by self-play (docs/players.md tells how), and the tables made of them.

All in hundredths of a point, unless said otherwise; chances are in thousandths. Only whole numbers, so that every
machine chooses alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.cards import ACE, FIVE, JACK, KING, NINE, PACK_52, QUEEN, TEN, Card, Suit
from engine.games.phat import MUCK, MUCK_BONUS, MUCK_HALF, PHAT, BySide

#: A point of muck: usually; when a side has `MUCK_NEAR` of it; and when one has its majority, or nobody can have it.
MUCK_WORTH: Final = (13, 14, 0)
MUCK_NEAR: Final = 30
#: The cost of spending a card of a side suit or a trump, by rank, beside the points it carries; less than nothing:
#: it is better gone.
SIDE_COST: Final = {ACE: 180, KING: 96, QUEEN: -8, JACK: -6, TEN: -60, NINE: -146, FIVE: -230}
TRUMP_COST: Final = {ACE: 1478, KING: 960, QUEEN: 430, JACK: 336, TEN: 326, NINE: 1335, FIVE: 297}
#: The cost of any other card: at the two, and more for each step in rank.
SIDE_LOW, SIDE_STEP = -67, 5
TRUMP_LOW, TRUMP_STEP = 82, 9
#: What it is worth to be rid of the only card of a side suit while there are trumps in the hand.
SINGLETON: Final = 299
#: What leading a nine or five of a side suit costs more.
LED_PRIZE: Final = 180
#: What bringing home the trump nine or five in a trick that is surely ours is worth beside its points. (Set by hand: it
#: costs nothing against waiting for a better trick, and partners expect it.)
BANKED: Final = {NINE: 900, FIVE: 300}
#: What is still expected in a trick when others are to play after us: in all; and of the average card of the suit led,
#: for each of them, in thousandths.
STILL_TO_COME: Final = 90
FROM_SUIT: Final = 260
#: When leading: the part of the average card of the suit that each follower is expected to add, in thousandths.
FROM_FOLLOWER: Final = 688
#: How far a partner who may have the highest card, or may trump, is relied on, in thousandths.
RELY_ON_PARTNER: Final = 922
RELY_ON_RUFF: Final = 689
#: The first lead makes trumps: what each card of the suit, and each of these ranks in it, is worth then.
PITCH_LENGTH: Final = 833
PITCH_RANK: Final = {ACE: 738, KING: 389, QUEEN: 210, JACK: 58, NINE: 809, FIVE: 149}
#: Winning the match with this trick, or losing it, outweighs any points.
MATCH: Final = 50_000


@dataclass(frozen=True, slots=True)
class Scale:
    """What cards count for one trump suit and one state of the muck.

    ``worth[card]``: taking it. ``cost[card]``: spending it, in hundredths × thousandths. ``sums[suit][ranks]``: the
    worths of a suit's cards, given as 13 bits, together.
    """

    worth: tuple[int, ...]
    cost: tuple[int, ...]
    sums: tuple[tuple[int, ...], ...]


@cache
def scales(carry: int) -> tuple[tuple[Scale, ...], ...]:
    """All scales by state of the muck (see `muck_stage`) and trump suit, for a muck bonus carried over."""
    return tuple(
        tuple(_scale(muck * (MUCK_BONUS + carry) // MUCK_BONUS, trump) for trump in range(4)) for muck in MUCK_WORTH
    )


def _scale(muck: int, trump: Suit) -> Scale:
    worth = tuple(100 * PHAT[trump][card] + muck * MUCK[card] for card in PACK_52)
    sums = []
    for suit in range(4):
        of_suit = [0]
        for rank in range(13):
            of_suit += [each + worth[13 * suit + rank] for each in of_suit]
        sums.append(tuple(of_suit))
    return Scale(worth, tuple(1000 * _cost(card, trump) for card in PACK_52), tuple(sums))


def _cost(card: Card, trump: Suit) -> int:
    suit, rank = divmod(card, 13)
    by_rank, low, step = (TRUMP_COST, TRUMP_LOW, TRUMP_STEP) if suit == trump else (SIDE_COST, SIDE_LOW, SIDE_STEP)
    return by_rank.get(rank, low + step * rank)


def muck_stage(muck: BySide) -> int:
    """Which of `MUCK_WORTH` holds."""
    ours, theirs = muck
    if ours > MUCK_HALF or theirs > MUCK_HALF:
        return 2
    return 1 if ours >= MUCK_NEAR or theirs >= MUCK_NEAR else 0
