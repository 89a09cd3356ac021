"""The policy for Phat: the judgement of `engine.players.phat_judgement`, asked from a view or in a rollout.

Both ways call the same functions with the same few facts: hand, cards allowed, trick, cards not yet played, who may
still hold which suit, the muck, and what is lacking to the target.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import PLAYS, Action, Choice
from engine.cards import PACK_52, Card, Mask, mask_of
from engine.game import Source
from engine.games.phat import GAME, MUCK, NO_TRUMP, ORDERS, PHAT, BySide, PhatState, PhatView
from engine.options import Options
from engine.players.phat_judgement import HIGHER, SUIT, Holders, first_lead, follow, lead
from engine.players.phat_match import IN_REACH, chance_to_win
from engine.players.phat_weights import muck_stage, scales
from engine.players.phat_words import reason

_PACK: Mask = mask_of(PACK_52)
#: No trick brings more Phat: both trump prizes and two other nines.
_MOST_IN_A_TRICK = 46
#: Nor does a deal bring more.
_MOST_IN_A_DEAL = 80


def choose(view: PhatView, source: Source) -> Choice:
    """The policy's card for the seat of this view, which is to act, and why."""
    card = _chosen(view)
    return Choice(PLAYS[card], reason(view, card))


def candidates(view: PhatView) -> Sequence[Action]:
    """The cards allowed; of those that touch each other and count alike only the lowest."""
    values = PHAT if view.trump is None else (PHAT[view.trump],)
    table = () if view.trick is None else view.trick.plays
    _, unseen = GAME.hidden(view)
    unseen |= mask_of(card for _, card in table)
    found: list[Card] = []
    below = -1
    for card in view.legal.cards:
        touching = below >= 0 and SUIT[below] == SUIT[card] and not unseen & HIGHER[below] & ~HIGHER[card]
        if not touching or MUCK[below] != MUCK[card] or any(each[below] != each[card] for each in values):
            found.append(card)
        below = card
    return [PLAYS[card] for card in found]


def play_out(state: PhatState, source: Source) -> None:
    """Play the deal to its end in place: every seat as the policy would from its own view."""
    hands, play, legal_mask = state.hands, GAME.play, GAME.legal_mask
    out = hands[0] | hands[1] | hands[2] | hands[3]
    holders = [15, 15, 15, 15]
    for leader, cards, _, _ in state.tricks:
        _note(holders, leader, cards)
    if state.table:
        _note(holders, state.leader, state.table)
    by_muck = scales(state.carry)
    # In most deals nobody comes near the target, and there is nothing to ask before each card.
    near = max(state.scores) + _MOST_IN_A_DEAL + _MOST_IN_A_TRICK >= int(state.options["target"])
    needs = None
    while (seat := state.turn) >= 0:
        table = state.table
        legal = legal_mask(state, seat)
        if not legal & (legal - 1):
            card = legal.bit_length() - 1
        elif state.trump < 0:
            card = first_lead(hands[seat], state.carry)
        else:
            trump = state.trump
            scale = by_muck[muck_stage(state.muck)][trump]
            if table:
                if near:
                    needs = _needs(state.options, state.scores, seat)
                card = follow(seat, hands[seat], legal, table, trump, out, holders, scale, needs)
            else:
                card, _ = lead(seat, hands[seat], legal, trump, out, holders, scale)
        if table and SUIT[card] != SUIT[table[0]]:
            holders[SUIT[table[0]]] &= ~(1 << seat)
        out ^= 1 << card
        play(state, seat, PLAYS[card])


def surprises(state: PhatState, seat: int) -> int:
    """How many cards of the others in this deal are not those the policy would have played from these hands."""
    tricks = [(leader, cards) for leader, cards, _, _ in state.tricks]
    if state.table:
        tricks.append((state.leader, state.table))
    hands, out, holders = state.hands[:], _PACK, [15, 15, 15, 15]
    for leader, cards in tricks:
        for place, card in enumerate(cards):
            hands[leader + place & 3] |= 1 << card
    follows = ORDERS[NO_TRUMP].follow
    found, trump, muck = 0, NO_TRUMP, [0, 0]
    for number, (leader, cards) in enumerate(tricks):
        led = SUIT[cards[0]]
        for place, card in enumerate(cards):
            who = leader + place & 3
            hand = hands[who]
            if who != seat:
                legal = follows(hand, cards[0]) if place else hand
                if legal & (legal - 1):
                    by_side = (muck[0], muck[1])
                    expected = _card(who, hand, legal, cards[:place], trump, out, holders, by_side, state.carry, None)
                    found += expected != card
            hands[who] = hand ^ (1 << card)
            out ^= 1 << card
            if SUIT[card] != led:
                holders[led] &= ~(1 << who)
            trump = SUIT[card] if trump < 0 else trump
        if number < len(state.tricks):
            muck[state.tricks[number][2] & 1] += sum([MUCK[card] for card in cards])
    return found


def worth(state: PhatState, seat: int) -> int:
    """The end of a deal: our lead in its points; or, where it may decide the match, our chance to win that."""
    target = int(state.options["target"])
    ours, theirs = state.scores[seat], state.scores[seat - 1]
    gained, lost = state.points[seat], state.points[seat - 1]
    if max(ours - gained, theirs - lost) + IN_REACH < target:
        return gained - lost
    return chance_to_win(target - ours, target - theirs)


def _chosen(view: PhatView) -> Card:
    """The policy's card as seen from a seat."""
    assert view.seat is not None
    legal = mask_of(view.legal.cards)
    if not legal & (legal - 1):
        return view.legal.cards[0]
    out, holders = _PACK, [15, 15, 15, 15]
    table: tuple[Card, ...] = ()
    for trick in (*view.tricks, *([view.trick] if view.trick else [])):
        table = tuple([card for _, card in trick.plays])
        out &= ~mask_of(table)
        if table:
            _note(holders, trick.leader, table)
    trump = NO_TRUMP if view.trump is None else view.trump
    needs = _needs(view.options, view.scores, view.seat)
    if view.trick is None:
        table = ()
    return _card(view.seat, mask_of(view.hand), legal, table, trump, out, holders, view.muck, view.carry, needs)


def _card(
    seat: int,
    hand: Mask,
    legal: Mask,
    table: tuple[Card, ...],
    trump: int,
    out: Mask,
    holders: Holders,
    muck: BySide,
    carry: int,
    needs: tuple[int, int] | None,
) -> Card:
    """The policy's card among two or more. ``trump``: -1 before the first lead. ``out``: all cards not yet played."""
    if trump < 0:
        return first_lead(hand, carry)
    scale = scales(carry)[muck_stage(muck)][trump]
    if table:
        return follow(seat, hand, legal, table, trump, out, holders, scale, needs)
    return lead(seat, hand, legal, trump, out, holders, scale)[0]


def _note(holders: Holders, leader: int, cards: Sequence[Card]) -> None:
    """Note who did not follow suit in a trick: it has none of that suit (PH-R6)."""
    led = SUIT[cards[0]]
    for place, card in enumerate(cards):
        if SUIT[card] != led:
            holders[led] &= ~(1 << (leader + place & 3))


def _needs(options: Options, scores: Sequence[int], seat: int) -> tuple[int, int] | None:
    """What our side and theirs lack of the target, if a trick can bring it and so end the match (PH-R13)."""
    ours, theirs = scores[seat], scores[seat - 1]
    target = int(options["target"])
    if (ours if ours > theirs else theirs) + _MOST_IN_A_TRICK < target or options["end"] != "immediate":
        return None
    return target - ours, target - theirs
