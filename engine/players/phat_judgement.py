"""What a card of Phat is worth playing: the core of the policy, one for views and for rollouts.

Each card allowed is scored

    (2p − 1) × (points in the trick + this card's + those still expected) − the cost of spending the card

where p is the chance that our side takes the trick, estimated from the cards not seen and the suits seats are known to
be out of. Points are counted in hundredths, chances in thousandths, scores in their product.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.cards import FIVE, NINE, PACK_52, SUIT_MASKS, Card, Mask, Suit, cards_in, mask_of
from engine.games.phat import PHAT
from engine.players.phat_weights import (
    BANKED,
    FROM_FOLLOWER,
    FROM_SUIT,
    LED_PRIZE,
    MATCH,
    PITCH_LENGTH,
    PITCH_RANK,
    RELY_ON_PARTNER,
    RELY_ON_RUFF,
    SINGLETON,
    STILL_TO_COME,
    Scale,
    scales,
)

#: By suit, the seats that may still hold it, one bit a seat.
Holders: TypeAlias = list[int]
#: The score of a thing done surely, by its points.
SURE: Final = 1000
#: Below every score.
_LEAST: Final = -(1 << 60)

SUIT: Final = tuple(card // 13 for card in PACK_52)
#: ``HIGHER[card]``: the cards of its suit that beat it.
HIGHER: Final = tuple(SUIT_MASKS[card // 13] & (-2 << card) for card in PACK_52)
#: Nines and fives.
PRIZES: Final = mask_of(card for card in PACK_52 if card % 13 in (NINE, FIVE))
_PACK: Final = mask_of(PACK_52)
_COUNT: Final = tuple(mask.bit_count() for mask in range(16))


def _power(part: int, of: int, times: int) -> int:
    """(part / of) ** times, in thousandths."""
    return int(1000 * part**times // of**times)


#: ``NONE[k][m]``: the chance that one of ``k`` seats who may hold ``m`` cards holds none of them.
NONE: Final = tuple(tuple(_power(max(k - 1, 0), max(k, 1), m) for m in range(14)) for k in range(4))
#: ``NEITHER[o][k][m]``: the chance that none of ``m`` cards, held by ``k`` seats, lies with ``o`` of them.
NEITHER: Final = tuple(
    tuple(tuple(_power(max(k - o, 0), max(k, 1), m) for m in range(14)) for k in range(4)) for o in range(3)
)


def first_lead(hand: Mask, carry: int) -> Card:
    """The card to make trumps with (PH-R5), from the full hand."""
    everywhere = [15, 15, 15, 15]
    best, choice = _LEAST, 0
    for suit in range(4):
        held = hand & SUIT_MASKS[suit]
        if held:
            strength = SURE * sum(PITCH_LENGTH + PITCH_RANK.get(card % 13, 0) for card in cards_in(held))
            card, score = lead(0, hand, held, suit, _PACK, everywhere, scales(carry)[0][suit])
            if strength + score > best:
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
    # The chance to have a trump, for a seat that may.
    trumps = 1000 - NONE[_COUNT[with_trump]][(unseen & SUIT_MASKS[trump]).bit_count()]
    own_trumps = hand & SUIT_MASKS[trump]
    best, choice = _LEAST, 0
    for suit in (0, 1, 2, 3):
        held = legal & SUIT_MASKS[suit]
        if not held:
            continue
        of_suit = unseen >> 13 * suit & 0x1FFF
        number = of_suit.bit_count()
        with_suit = holders[suit] & others if number else 0
        k = _COUNT[with_suit]
        opponents = (1 if with_suit & left else 0) + (1 if with_suit & right else 0)
        # The chances that neither opponent trumps it, and that the partner can.
        safe, ruff = 1000, 0
        extra = 0
        if suit != trump:
            void = NONE[k][number]
            if with_trump & left:
                safe = 1000 - (void if with_suit & left else 1000) * trumps // 1000
            if with_trump & right:
                safe = safe * (1000 - (void if with_suit & right else 1000) * trumps // 1000) // 1000
            if with_trump & partner:
                ruff = (void if with_suit & partner else 1000) * trumps // 1000 * RELY_ON_RUFF // 1000
            if own_trumps and not held & (held - 1):
                extra = SURE * SINGLETON
        expected = scale.sums[suit][of_suit] * k * FROM_FOLLOWER // (number * 1000) if number else 0
        top = RELY_ON_PARTNER // k if with_suit & partner else 0
        stands = NEITHER[opponents][k]
        while held:
            low = held & -held
            held ^= low
            card = low.bit_length() - 1
            higher = (unseen & HIGHER[card]).bit_count()
            p = safe
            if higher:
                p = stands[higher]
                p = (p + (1000 - p) * top // 1000) * safe // 1000
            p += (1000 - p) * ruff // 1000
            score = (2 * p - 1000) * (worth[card] + expected) - cost[card] + extra
            if suit != trump and low & PRIZES:
                score -= SURE * LED_PRIZE
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
    top = table[0]
    led = SUIT[top]
    pot = worth[top]
    place = taker = 0
    for card in table[1:]:
        place += 1
        pot += worth[card]
        if (card > top) if SUIT[card] == SUIT[top] else SUIT[card] == trump:
            top, taker = card, place
    top_suit = SUIT[top]
    partner_has = taker == place - 1
    unseen = out & ~hand
    me, left = 1 << seat, 1 << (seat + 1 & 3)
    # The partner, if still to play.
    partner = 0 if place else 1 << (seat + 2 & 3)
    # The chance that our side takes the trick, with a card that does not beat the top one; not yet known.
    otherwise = -1
    if place == 2:
        otherwise = 1000 if partner_has else 0
    else:
        of_suit = unseen >> 13 * led & 0x1FFF
        pot += STILL_TO_COME
        if of_suit:
            pot += scale.sums[led][of_suit] * (2 - place) * FROM_SUIT // (of_suit.bit_count() * 1000)
    singles = 0 if SUIT[(legal & -legal).bit_length() - 1] == led else _singletons(hand, trump)
    best, choice = _LEAST, 0
    while legal:
        low = legal & -legal
        legal ^= low
        card = low.bit_length() - 1
        if (card > top) if SUIT[card] == top_suit else SUIT[card] == trump:
            p = 1000
            if place < 2:
                beaten = beats(left, me, card, led, trump, unseen, holders)
                p -= beaten
                if partner and beaten:
                    p += (
                        beaten * beats(partner, me, card, led, trump, unseen, holders) // 1000 * RELY_ON_PARTNER // 1000
                    )
        else:
            if otherwise < 0:
                otherwise = _left_alone(me, left, partner, partner_has, top, led, trump, unseen, holders)
            p = otherwise
        score = (2 * p - 1000) * (pot + worth[card]) - cost[card]
        if low & singles:
            score += SURE * SINGLETON
        if p == 1000 and low & PRIZES and SUIT[card] == trump:
            score += SURE * BANKED[card % 13]
        if needs is not None:
            score += _match(card, table, trump, p, needs)
        if score > best:
            best, choice = score, card
    return choice


def _left_alone(
    me: int,
    left: int,
    partner: int,
    partner_has: bool,
    top: Card,
    led: Suit,
    trump: Suit,
    unseen: Mask,
    holders: Sequence[int],
) -> int:
    """The chance, in thousandths, that our side takes a trick whose top card we do not beat ourselves."""
    if not partner:
        return 1000 - beats(left, me, top, led, trump, unseen, holders) if partner_has else 0
    # The partner, last, has to beat it, and what the opponent before may put on it.
    beaten = beats(left, me, top, led, trump, unseen, holders)
    return beats(partner, me, top, led, trump, unseen, holders) * (2000 - beaten) // 2000 * RELY_ON_PARTNER // 1000


def beats(who: int, me: int, card: Card, led: Suit, trump: Suit, unseen: Mask, holders: Sequence[int]) -> int:
    """The chance, in thousandths, that a seat can beat a card. Seats are given as bits."""
    with_led = holders[led] & ~me
    if led == trump:
        return 1000 - NONE[_COUNT[with_led]][(unseen & HIGHER[card]).bit_count()] if with_led & who else 0
    void = NONE[_COUNT[with_led]][(unseen & SUIT_MASKS[led]).bit_count()] if with_led & who else 1000
    with_trump = holders[trump] & ~me
    if SUIT[card] == trump:
        if not with_trump & who:
            return 0
        return void * (1000 - NONE[_COUNT[with_trump]][(unseen & HIGHER[card]).bit_count()]) // 1000
    chance = 1000 - NONE[_COUNT[with_led]][(unseen & HIGHER[card]).bit_count()] if with_led & who else 0
    if with_trump & who:
        chance += void * (1000 - NONE[_COUNT[with_trump]][(unseen & SUIT_MASKS[trump]).bit_count()]) // 1000
    return chance


def _singletons(hand: Mask, trump: Suit) -> Mask:
    """The only cards of their side suits in a hand that has trumps."""
    found = 0
    if hand & SUIT_MASKS[trump]:
        for suit in (0, 1, 2, 3):
            held = hand & SUIT_MASKS[suit]
            if suit != trump and not held & (held - 1):
                found |= held
    return found


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
