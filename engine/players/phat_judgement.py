"""What a card of Phat is worth playing: the core of the policy, one for views and for rollouts.

Each card allowed is scored

    (2p − 1) × (points in the trick + this card's + those still expected) − the cost of spending the card

where p is the chance that our side takes the trick, estimated from the cards not seen and the suits seats are known to
be out of. Points are counted in hundredths, chances in thousandths, all in whole numbers, so that every machine
chooses alike. How the weights were found is told in docs/players.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from engine.cards import ACE, FIVE, JACK, KING, NINE, PACK_52, QUEEN, SUIT_MASKS, TEN, Card, Mask, Suit, cards_in
from engine.games.phat import MUCK, MUCK_BONUS, MUCK_HALF, PHAT, BySide

#: By suit, the seats that may still hold it, one bit a seat.
Holders: TypeAlias = list[int]

# --- the weights, in hundredths of a point unless they are chances -------------------------------------------------

#: A point of muck: usually; when a side has `MUCK_NEAR` of it; and when one has its majority, or can have none.
MUCK_WORTH: Final = (22, 40, 0)
MUCK_NEAR: Final = 30
#: The cost of spending a card of a side suit or a trump, by rank, beside the points it carries.
SIDE_COST: Final = {ACE: 300, KING: 200, QUEEN: 100, JACK: 60, TEN: 0, NINE: -100, FIVE: -50}
TRUMP_COST: Final = {ACE: 700, KING: 500, QUEEN: 400, JACK: 350, TEN: 300, NINE: 0, FIVE: 0}
#: The cost of any other card: at the two, and more for each step in rank.
SIDE_LOW, SIDE_STEP = 0, 5
TRUMP_LOW, TRUMP_STEP = 150, 15
#: What the highest card still out of a side suit costs more.
MASTER_COST: Final = 100
#: Points expected from the partner and from an opponent still to play.
FROM_PARTNER: Final = 250
FROM_OPPONENT: Final = 120
#: When leading: the part of the average card of the suit that each follower is expected to add, in thousandths.
FROM_FOLLOWER: Final = 700
#: When leading a trump: what drawing trumps is worth by itself.
DRAWING: Final = 0
#: How far a partner who may have the highest card, or a trump, is relied on, in thousandths.
RELY_ON_PARTNER: Final = 700
RELY_ON_RUFF: Final = 700
#: The first lead makes trumps: what each card of the suit, and each of these ranks in it, is worth then.
PITCH_LENGTH: Final = 600
PITCH_RANK: Final = {ACE: 700, KING: 500, QUEEN: 300, JACK: 200, NINE: 300, FIVE: 100}
#: Winning the match with this trick, or losing it, outweighs any points.
MATCH: Final = 50_000

# --- tables --------------------------------------------------------------------------------------------------------

SUIT: Final = tuple(card // 13 for card in PACK_52)
#: ``HIGHER[card]``: the cards of its suit that beat it.
HIGHER: Final = tuple(SUIT_MASKS[card // 13] & (-2 << card) for card in PACK_52)
_MASTER: Final = 1000 * MASTER_COST
COUNT: Final = tuple(mask.bit_count() for mask in range(16))


def _power(part: int, of: int, times: int) -> int:
    """(part / of) ** times, in thousandths."""
    return int(1000 * part**times // of**times)


#: ``NONE[k][m]``: the chance that one of ``k`` seats who may hold ``m`` cards holds none of them.
NONE: Final = tuple(tuple(_power(max(k - 1, 0), max(k, 1), m) for m in range(14)) for k in range(4))
#: ``PARTNERS[o][k][m]``: the chance that none of ``m`` cards, held by ``k`` seats, lies with ``o`` of them.
PARTNERS: Final = tuple(
    tuple(tuple(_power(max(k - o, 0), max(k, 1), m) for m in range(14)) for k in range(4)) for o in range(3)
)


@dataclass(frozen=True, slots=True)
class Scale:
    """What cards count for one trump suit and one state of the muck, in hundredths of a point.

    ``worth[card]``: taking it. ``cost[card]``: spending it, in hundredths × thousandths. ``sums[suit][ranks]``: the
    worths of a suit's cards, given as 13 bits, together.
    """

    worth: tuple[int, ...]
    cost: tuple[int, ...]
    sums: tuple[tuple[int, ...], ...]


@cache
def scales(carry: int) -> tuple[tuple[Scale, ...], ...]:
    """All scales by state of the muck (see `MUCK_WORTH`) and trump suit, for a muck bonus carried over."""
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


# --- scoring -------------------------------------------------------------------------------------------------------


def first_lead(hand: Mask, carry: int) -> Card:
    """The card to make trumps with (PH-R5), from the full hand."""
    everywhere = [15, 15, 15, 15]
    out = (1 << 52) - 1
    best, choice = None, 0
    for suit in range(4):
        held = hand & SUIT_MASKS[suit]
        if held:
            strength = 1000 * sum(PITCH_LENGTH + PITCH_RANK.get(card % 13, 0) for card in cards_in(held))
            card, score = lead(0, hand, held, suit, out, everywhere, scales(carry)[0][suit])
            if best is None or strength + score > best:
                best, choice = strength + score, card
    return choice


def lead(
    seat: int, hand: Mask, legal: Mask, trump: Suit, out: Mask, holders: Sequence[int], scale: Scale
) -> tuple[Card, int]:
    """The best card to lead and its score. ``out``: all cards not yet played, the own hand among them."""
    unseen = out & ~hand
    left, partner, right = 1 << (seat + 1 & 3), 1 << (seat + 2 & 3), 1 << (seat + 3 & 3)
    others = left | partner | right
    worth, cost = scale.worth, scale.cost
    with_trump = holders[trump] & others
    trumps = (unseen & SUIT_MASKS[trump]).bit_count()
    # The chance to be out of trumps, for a seat that may have some.
    no_trump = NONE[COUNT[with_trump]][trumps]
    best, choice = -(1 << 60), 0
    for suit in (0, 1, 2, 3):
        held = legal & SUIT_MASKS[suit]
        if not held:
            continue
        of_suit = unseen >> 13 * suit & 0x1FFF
        number = of_suit.bit_count()
        with_suit = holders[suit] & others if number else 0
        k = COUNT[with_suit]
        opponents = (1 if with_suit & left else 0) + (1 if with_suit & right else 0)
        safe, ruff = 1000, 0
        bonus = 0
        if suit == trump:
            bonus = 1000 * DRAWING
        else:
            none = NONE[k][number]
            if with_trump & left:
                safe = 1000 - (none if with_suit & left else 1000) * (1000 - no_trump) // 1000
            if with_trump & right:
                safe = safe * (1000 - (none if with_suit & right else 1000) * (1000 - no_trump) // 1000) // 1000
            if with_trump & partner:
                ruff = (none if with_suit & partner else 1000) * (1000 - no_trump) // 1000 * RELY_ON_RUFF // 1000
        expected = scale.sums[suit][of_suit] * k * FROM_FOLLOWER // (number * 1000) if number else 0
        top = RELY_ON_PARTNER // k if with_suit & partner else 0
        stands = PARTNERS[opponents][k]
        while held:
            low = held & -held
            held ^= low
            card = low.bit_length() - 1
            higher = (unseen & HIGHER[card]).bit_count()
            if higher:
                p = stands[higher]
                p += (1000 - p) * top // 1000
                p = p * safe // 1000
                p += (1000 - p) * ruff // 1000
                score = (2 * p - 1000) * (worth[card] + expected) - cost[card] + bonus
            else:
                p = safe + (1000 - safe) * ruff // 1000
                score = (
                    (2 * p - 1000) * (worth[card] + expected) - cost[card] + bonus - (0 if suit == trump else _MASTER)
                )
            if score > best:
                best, choice = score, card
    return choice, best


def follow(
    seat: int,
    hand: Mask,
    legal: Mask,
    table: tuple[Card, ...],
    trump: Suit,
    out: Mask,
    holders: Sequence[int],
    scale: Scale,
    needs: tuple[int, int] | None = None,
) -> Card:
    """The best card to play to a trick. ``needs``: what our side and theirs lack of the target, if in reach."""
    worth, cost = scale.worth, scale.cost
    led = SUIT[table[0]]
    top = table[0]
    pot = worth[top]
    place = taker = 0
    for card in table[1:]:
        place += 1
        pot += worth[card]
        if (card > top) if SUIT[card] == SUIT[top] else SUIT[card] == trump:
            top, taker = card, place
    partner_has = taker == place - 1
    unseen = out & ~hand
    best, choice = -(1 << 60), 0
    top_suit = SUIT[top]
    if place == 2:  # three cards lie there: nothing is uncertain
        while legal:
            low = legal & -legal
            legal ^= low
            card = low.bit_length() - 1
            score = 1000 * (pot + worth[card])
            wins = partner_has or ((card > top) if SUIT[card] == top_suit else SUIT[card] == trump)
            score = score - cost[card] if wins else -score - cost[card]
            if SUIT[card] != trump and not unseen & HIGHER[card]:
                score -= _MASTER
            if needs is not None:
                score += _match(card, table, trump, 1000 if wins else 0, needs)
            if score > best:
                best, choice = score, card
        return choice
    left = 1 << (seat + 1 & 3)
    me = 1 << seat
    after = 2 if place == 0 else 1
    pot += FROM_OPPONENT + FROM_PARTNER if after == 2 else FROM_OPPONENT
    p_lost: int | None = None  # the chance of taking the trick with a card that does not beat the top one
    partner = 1 << (seat + 2 & 3) if after == 2 else 0
    while legal:
        low = legal & -legal
        legal ^= low
        card = low.bit_length() - 1
        if (card > top) if SUIT[card] == top_suit else SUIT[card] == trump:
            beaten = beats(left, me, card, led, trump, unseen, holders)
            p = 1000 - beaten
            if partner and beaten:
                p += beaten * beats(partner, me, card, led, trump, unseen, holders) // 1000 * RELY_ON_PARTNER // 1000
        else:
            if p_lost is None:
                if not partner:
                    p_lost = 1000 - beats(left, me, top, led, trump, unseen, holders) if partner_has else 0
                else:
                    beaten = beats(left, me, top, led, trump, unseen, holders)
                    p_lost = beats(partner, me, top, led, trump, unseen, holders) * (2000 - beaten) // 2000
                    p_lost = p_lost * RELY_ON_PARTNER // 1000
            p = p_lost
        score = (2 * p - 1000) * (pot + worth[card]) - cost[card]
        if SUIT[card] != trump and not unseen & HIGHER[card]:
            score -= _MASTER
        if needs is not None:
            score += _match(card, table, trump, p, needs)
        if score > best:
            best, choice = score, card
    return choice


def beats(who: int, me: int, card: Card, led: Suit, trump: Suit, unseen: Mask, holders: Sequence[int]) -> int:
    """The chance, in thousandths, that a seat can beat a card. Seats are given as bits."""
    with_led = holders[led] & ~me
    if led == trump:
        return 1000 - NONE[COUNT[with_led]][(unseen & HIGHER[card]).bit_count()] if with_led & who else 0
    none = NONE[COUNT[with_led]][(unseen & SUIT_MASKS[led]).bit_count()] if with_led & who else 1000
    with_trump = holders[trump] & ~me
    if SUIT[card] == trump:
        if not with_trump & who:
            return 0
        return none * (1000 - NONE[COUNT[with_trump]][(unseen & HIGHER[card]).bit_count()]) // 1000
    higher = 1000 - NONE[COUNT[with_led]][(unseen & HIGHER[card]).bit_count()] if with_led & who else 0
    if with_trump & who:
        higher += none * (1000 - NONE[COUNT[with_trump]][(unseen & SUIT_MASKS[trump]).bit_count()]) // 1000
    return higher


def _match(card: Card, table: tuple[Card, ...], trump: Suit, p: int, needs: tuple[int, int]) -> int:
    """What it counts that this trick may end the match (PH-R13)."""
    phat = PHAT[trump]
    points = phat[card] + sum([phat[each] for each in table])
    score = 0
    if points >= needs[0]:
        score += p * MATCH
    if points >= needs[1]:
        score -= (1000 - p) * MATCH
    return score
