"""The yardsticks of the engine: each game's cards played by chance in one bare loop over bitmasks.

No states, no options, no points, no facts, no checks: what is left is what plain Python takes to shuffle, choose by
chance, follow the rules of play and find each trick's winner.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.cards import LOW_JOKER, PACK_52, PACK_54, SUIT_MASKS, mask_of, shuffled
from engine.games.knektpass_cards import BEATS, ORDERS
from engine.games.knektpass_cards import TRUMPS as KNEKTPASS_TRUMPS
from engine.games.pitch_cards import FREE, IN_NEED, LAST_RESORT, STRENGTH
from engine.games.pitch_cards import TRUMPS as PITCH_TRUMPS

#: A number from 0 up to 1, as `random.random` gives.
Chance = Callable[[], float]


def some(mask: int, chance: Chance) -> int:
    """A uniformly random card of a mask."""
    for _ in range(int(chance() * mask.bit_count())):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def phat(chance: Chance) -> None:
    """Shuffle, follow suit, find the winner."""
    pack = shuffled(PACK_52, lambda n: int(chance() * n))
    hands = [mask_of(pack[13 * seat : 13 * seat + 13]) for seat in range(4)]
    seat, trump = 0, -1
    for _ in range(13):
        best, winner, suit = -1, 0, -1
        for _ in range(4):
            hand = hands[seat]
            legal = hand if suit < 0 else hand & SUIT_MASKS[suit] or hand
            card = some(legal, chance)
            hands[seat] ^= 1 << card
            own = card // 13
            if suit < 0:
                suit = own
                if trump < 0:
                    trump = own
            strength = card + (100 if own == trump else 0 if own == suit else -100)
            if strength > best:
                best, winner = strength, seat
            seat = (seat + 1) & 3
        seat = winner


def pitch(chance: Chance) -> None:
    """Bid until one is left, call a card, take the widow, discard to six, play trumps until nobody has one."""
    pack = shuffled(PACK_54, lambda n: int(chance() * n))
    hands = [mask_of(pack[10 * seat : 10 * seat + 10]) for seat in range(5)]
    bid, bidder, passed, seat = 4, -1, 0, 0
    while bid < 10 and passed.bit_count() < 4:
        if not passed >> seat & 1:
            more = int(chance() * (11 - bid))
            if more:
                bid, bidder = bid + more, seat
            else:
                passed |= 1 << seat
        seat = (seat + 1) % 5
    if bidder < 0:
        bidder = 4
    called = some(((1 << LOW_JOKER) - 1) & ~hands[bidder], chance)
    trump = called // 13
    trumps, strength = PITCH_TRUMPS[trump], STRENGTH[trump]
    hands[bidder] |= mask_of(pack[50:])
    for seat in range(5):
        hand = hands[seat]
        for may in (FREE[trump], IN_NEED[trump], LAST_RESORT[trump]):
            may &= ~(1 << called)
            while hand.bit_count() > 6 and hand & may:
                hand ^= 1 << some(hand & may, chance)
        hands[seat] = hand & trumps
        if hand >> called & 1:
            leader = seat
    first = True
    while any(hands):
        best, winner = 0, leader
        for place in range(5):
            seat = (leader + place) % 5
            hand = hands[seat]
            if hand:
                card = called if first and hand >> called & 1 else some(hand, chance)
                hands[seat] ^= 1 << card
                if strength[card] > best:
                    best, winner = strength[card], seat
        leader, first = winner, False


def knektpass(chance: Chance) -> None:
    """Four players: rob, declare, exchange, and five tricks with the duty to follow, trump and beat."""
    pack = shuffled(PACK_52, lambda n: int(chance() * n))
    hands = [mask_of(pack[5 * seat : 5 * seat + 5]) for seat in range(4)]
    trump, talon = pack[20] // 13, 21
    give = int(chance() * 6)
    if give:
        hands[3] ^= 1 << some(hands[3], chance) | 1 << pack[20]
    playing = [seat for seat in range(4) if chance() < 0.5]
    if len(playing) < 2:
        return
    exchanged = [0] * 4
    for _ in range(3):
        anybody = False
        for seat in playing:
            count = int(chance() * (min(5 - exchanged[seat], len(pack) - talon) + 1))
            for _ in range(count):
                hands[seat] ^= 1 << some(hands[seat], chance)
            hands[seat] |= mask_of(pack[talon : talon + count])
            talon += count
            exchanged[seat] += count
            anybody = anybody or count > 0
        if not anybody or talon == len(pack):
            break
    order, beats, trumps = ORDERS[trump], BEATS[trump], KNEKTPASS_TRUMPS[trump]
    leader = len(playing) - 1
    for _ in range(5):
        led = best = winner = -1
        for place in range(len(playing)):
            at = (leader + place) % len(playing)
            hand = hands[playing[at]]
            if led < 0:
                card = led = best = some(hand, chance)
                winner = at
            else:
                beating = beats[order.suit[led]][best]
                asked = hand & order.same[led] or hand & trumps
                card = some(asked & beating or asked or hand, chance)
                if beating >> card & 1:
                    best, winner = card, at
            hands[playing[at]] ^= 1 << card
        leader = winner


LOOPS: dict[str, Callable[[Chance], None]] = {"phat": phat, "pitch": pitch, "knektpass": knektpass}
