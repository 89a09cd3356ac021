"""Dealing the hidden cards of Pitch again, so that they fit all that a view knows.

Before play the hidden cards are those of the other hands and the widow; whoever has discarded then discards anew. Once
the discards are announced every trump is played, announced or in a hand, and plain cards are in hands and discards.
"""

from __future__ import annotations

from typing import Final

from engine.actions import Legal
from engine.cards import PACK_54, Mask, cards_in, mask_of, shuffled
from engine.game import Source, by_chance
from engine.games.pitch_cards import KEPT, TRUMPS, discard_choice, may_be_kept
from engine.games.pitch_table import NO_CARD, NO_TRUMP, NOBODY, SEATS, PitchState, PitchView
from engine.hidden import deal_hidden

_PACK: Final = mask_of(PACK_54)
#: How many cards a hand and the widow have at first (PI-R4).
_DEALT: Final = 10
_WIDOW: Final = 4
#: How often chance may try to give the seat on turn a trump before it is simply given one.
_TRIES: Final = 20


def deal_again(view: PitchView, source: Source) -> PitchState:
    """One full state that fits the view, hidden cards dealt anew."""
    state = _what_is_public(view)
    if not view.deal_no:
        return state
    if view.announced:
        _deal_in_play(state, view, source)
    else:
        _deal_before_play(state, view, source)
    if state.called != NO_CARD:
        holder = _holder(state, view)
        state.partner = NOBODY if holder == state.bidder else holder
    return state


def _what_is_public(view: PitchView) -> PitchState:
    state = PitchState(view.options, view.seats)
    state.take_up(view)
    state.phase = view.phase
    state.turn = view.to_act[0] if view.to_act and view.phase != "discard" else NOBODY
    state.bids = view.bids
    state.bid = view.bid or 0
    state.bidder = NOBODY if view.bidder is None else view.bidder
    state.passed = mask_of(view.passed)
    state.called = NO_CARD if view.called is None else view.called
    state.trump = NO_TRUMP if view.trump is None else view.trump
    state.folded = mask_of(view.folded)
    if view.trick is not None:
        state.leader, state.table = view.trick.leader, view.trick.plays
    state.tricks = tuple([(trick.leader, trick.plays, trick.winner, trick.points) for trick in view.tricks])
    state.taken = view.taken
    state.result = view.result
    return state


def _deal_before_play(state: PitchState, view: PitchView, source: Source) -> None:
    """The cards as dealt, with the called card where it may lie; then what has been done with them since."""
    own = mask_of((*view.hand, *view.laid_away))
    widow = mask_of(view.widow)
    sizes = [_DEALT] * SEATS + [0 if widow else _WIDOW]
    unseen = _PACK & ~own
    may_hold = [unseen] * (SEATS + 1)
    if view.seat is not None:
        sizes[view.seat] = 0
    if view.called is not None and view.options["call"] == "not_in_hand" and view.bidder is not None:
        may_hold[view.bidder] &= ~(1 << view.called)  # PI-R17
    *hands, widow_again = deal_hidden(unseen, sizes, may_hold, source)
    state.hands, state.widow = hands, widow or widow_again
    if view.seat is not None:
        state.hands[view.seat] = own
    if view.called is None:
        return
    state.hands[state.bidder] |= state.widow
    for seat in view.discarded:
        discards = mask_of(view.laid_away)
        if seat != view.seat:
            choice = discard_choice(state.hands[seat], state.trump, view.called)
            discards = mask_of(by_chance(Legal(choice=choice), source).action.cards)
        state.discards[seat] = discards
        state.hands[seat] &= ~discards


def _deal_in_play(state: PitchState, view: PitchView, source: Source) -> None:
    """Hands and discards; the bidder's fourteen cards tell what may have been the widow."""
    assert view.bidder is not None
    unseen, sizes, may_hold = hidden(view)
    turn = NOBODY if state.turn == view.seat else state.turn
    masks = _with_a_trump(turn, TRUMPS[state.trump], unseen, sizes, may_hold, source)
    for seat in range(SEATS):
        if seat == view.seat:
            state.hands[seat], state.discards[seat] = mask_of(view.hand), mask_of(view.laid_away)
        else:
            state.hands[seat] = masks[seat]
            state.discards[seat] = masks[SEATS + seat] | mask_of(view.announced[seat])
    state.widow = mask_of(view.widow)
    if not state.widow:
        bidders = _played(view)[view.bidder] | state.hands[view.bidder] | state.discards[view.bidder]
        # PI-R17, PI-R18: a called card that the bidder has came with the widow.
        came = bidders & 1 << state.called if view.options["call"] == "not_in_hand" else 0
        others = shuffled(list(cards_in(bidders & ~came)), source)
        state.widow = came | mask_of(others[: _WIDOW - came.bit_count()])


def hidden(view: PitchView) -> tuple[Mask, list[int], list[Mask]]:
    """What a view of play leaves open: the hidden cards, and for each holder the number and which it may hold.

    Holders are the seats' hands and then the seats' discards, announced trumps aside; the viewer's own are not hidden.
    The seat on turn has a trump besides, which these masks do not say.
    """
    assert view.called is not None
    assert view.trump is not None
    assert view.bidder is not None
    trumps, called = TRUMPS[view.trump], 1 << view.called
    played = _played(view)
    announced = [mask_of(each) for each in view.announced]
    unseen = _PACK & ~mask_of((*view.hand, *view.laid_away))
    for cards in (*played, *announced):
        unseen &= ~cards
    sizes = list(view.hand_sizes)
    may_hold = []
    for seat in range(SEATS):
        cards = may_be_kept(announced[seat], view.trump, view.called)
        if view.phase != "play" or seat in view.folded:
            cards &= ~trumps  # PI-R22
        if not _may_hold_called(view, seat):
            cards &= ~called
        may_hold.append(cards & unseen)
    for seat in range(SEATS):
        dealt = _DEALT + (_WIDOW if seat == view.bidder else 0)
        sizes.append(dealt - KEPT - announced[seat].bit_count())
        may_hold.append(unseen & ~trumps)  # PI-R21
    if view.seat is not None:
        sizes[view.seat] = sizes[SEATS + view.seat] = 0
    return unseen, sizes, may_hold


def _may_hold_called(view: PitchView, seat: int) -> bool:
    """Whether this seat may still hold the called card, for all that the view tells of its holder (PI-R18)."""
    if view.alone:
        return seat == view.bidder
    if view.partner is not None:
        return seat == view.partner
    # It is in the first trick at the latest: whoever has played another card to it has not got it.
    played = view.trick is not None and any(seat == each for each, _ in view.trick.plays)
    return not played and not (view.alone is False and seat == view.bidder)


def _with_a_trump(
    turn: int, trumps: Mask, unseen: Mask, sizes: list[int], may_hold: list[Mask], source: Source
) -> list[Mask]:
    """The hidden cards dealt so that the seat on turn (or `NOBODY`) gets a trump: else it would have folded."""
    for _ in range(_TRIES):
        masks = deal_hidden(unseen, sizes, may_hold, source)
        if turn == NOBODY or masks[turn] & trumps:
            return masks
    sizes = [size - (seat == turn) for seat, size in enumerate(sizes)]
    for card in shuffled(list(cards_in(may_hold[turn] & trumps)), source):
        try:
            masks = deal_hidden(unseen & ~(1 << card), sizes, may_hold, source)
        except ValueError:
            continue  # another seat must have this one
        masks[turn] |= 1 << card
        return masks
    raise ValueError("the seat on turn cannot have a trump")


def _holder(state: PitchState, view: PitchView) -> int:
    """Who has, or had, the called card."""
    played = _played(view)
    return next(seat for seat in range(SEATS) if (state.hands[seat] | played[seat]) >> state.called & 1)


def _played(view: PitchView) -> list[Mask]:
    """What each seat has played in this deal."""
    played = [0] * SEATS
    for trick in (*view.tricks, *([view.trick] if view.trick else [])):
        for seat, card in trick.plays:
            played[seat] |= 1 << card
    return played
