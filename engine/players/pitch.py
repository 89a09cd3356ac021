"""The policy for Pitch: the judgement of `engine.players.pitch_judgement` and of `engine.players.pitch_moment`.

It bids what its best suit should bring with a partner's help, calls the best card it lacks, keeps its trumps, and in
play weighs for each trump how likely its side wins the trick against what lies in it and what the card is worth later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.actions import PLAYS, Action, Choice
from engine.cards import SUIT_LETTERS, SUITS, Card, cards_in, mask_of
from engine.game import Source
from engine.games.pitch import BIDS, CALLS, GAME, PASS
from engine.games.pitch_cards import POINTS, STRENGTH, TRUMPS
from engine.games.pitch_table import MOON, NOBODY, SEATS, PitchState, PitchView
from engine.players.pitch_judgement import CALLED, best_suit, bid, call, covered, discards, expected, in_need, shoots
from engine.players.pitch_match import is_near, worth
from engine.players.pitch_moment import SURE, Moment, card_of, side_of
from engine.players.pitch_surprises import surprises

__all__ = ["DARES", "candidates", "choose", "play_out", "surprises", "worth"]

#: How far beyond what its hand is worth to the policy a search may bid where the deal may end the match, in hundredths
#: of a point. (Earlier half a point made no stronger player, but one who was set more often.)
DARES: Final = 100


def choose(view: PitchView, source: Source) -> Choice:
    """The policy's answer for the seat of this view, which is to act, and why."""
    if view.phase == "auction":
        return _bid(view)
    if view.phase == "call":
        return _call(view)
    if view.phase == "discard":
        assert view.trump is not None
        assert view.called is not None
        cards = discards(mask_of(view.hand), view.trump, view.called)
        return Choice(Action("discard", tuple(cards_in(cards))), "plain cards first, then the lowest trumps")
    legal = view.legal.cards
    if len(legal) == 1:
        return Choice(PLAYS[legal[0]], "the only card allowed")
    moment = _moment(view)
    card = moment.choose(mask_of(legal))
    return Choice(PLAYS[card], _reason(moment, card))


def candidates(view: PitchView) -> Sequence[Action]:
    """What is worth trying in a search: sound bids, a few calls, discards that keep other trumps, and every card."""
    if view.phase == "auction":
        return _sound_bids(view)
    if view.phase == "call":
        hand = mask_of(view.hand)
        suits = [suit for suit in SUITS if expected(hand, suit) > best_suit(hand)[0] - 150]
        return [CALLS[card] for suit in suits for card in [each for each in CALLED[suit] if not hand >> each & 1][:2]]
    choice = view.legal.choice
    if choice is None or view.trump is None:
        return view.legal.actions
    strength = STRENGTH[view.trump]
    highest_first = sorted(choice.free, key=lambda card: (strength[card] > 0, -strength[card], card))
    sets = [(*highest_first, *in_need(choice, view.trump))[: choice.least]]
    if len(choice.free) == choice.least - 1:
        sets += [(*choice.free, card) for card in choice.in_need]
    return [Action(choice.verb, tuple(sorted(each))) for each in sets]


def _sound_bids(view: PitchView) -> Sequence[Action]:
    """To pass, to bid as little as is allowed, and the moon with the top of a suit.

    Nothing without cover, or that is far beyond what the hand is worth: in rollouts the best of several bids looks
    better than it is.
    """
    hand = mask_of(view.hand)
    points, suit = best_suit(hand)
    if is_near(view.scores, view.options):
        points += DARES
    bids = [action for action in view.legal.actions if action.number is not None]
    found = [action for action in view.legal.actions if action.number is None]
    for action in bids[:1]:
        number = action.number or 0
        dares = covered(hand, suit) and points >= 100 * number
        if number != MOON and (dares or not found):
            found.append(action)
    if bids and bids[-1].number == MOON and (shoots(hand, suit, 1) or not found):
        found.append(bids[-1])
    return found


def play_out(state: PitchState, source: Source) -> None:
    """Play the deal to its end in place: every seat as the policy would from its own view."""
    hands, play = state.hands, GAME.play
    while state.phase == "auction":
        seat = state.turn
        number = bid(hands[seat], GAME.bids_open(state, seat), GAME.must_bid(state))
        play(state, seat, PASS if number is None else BIDS[number])
    if state.phase == "call":
        card = call(hands[state.turn])
        play(state, state.turn, GAME.legal(state, state.turn).actions[-1] if card is None else CALLS[card])
    if state.phase == "discard":
        for seat in GAME.to_act(state):
            cards = discards(hands[seat], state.trump, state.called)
            play(state, seat, Action("discard", tuple(cards_in(cards))))
    while state.phase == "play":
        seat = state.turn
        play(state, seat, PLAYS[card_of(state, seat)])


def _moment(view: PitchView) -> Moment:
    """The moment of play that a view shows."""
    assert view.seat is not None
    assert view.trump is not None
    assert view.trick is not None
    assert view.bidder is not None
    played = {seat for seat, _ in view.trick.plays}
    active = [seat for seat in range(SEATS) if seat not in view.folded and seat != view.seat]
    later = [(seat, view.hand_sizes[seat]) for seat in active if seat not in played]
    gone = mask_of((*view.hand, *view.laid_away))
    for trick in (*view.tricks, view.trick):
        gone |= mask_of([card for _, card in trick.plays])
    for cards in view.announced:
        gone |= mask_of(cards)
    ours = side_of(view.seat, view.bidder, NOBODY if view.partner is None else view.partner)
    places = sum([view.hand_sizes[seat] for seat in active])
    return Moment(view.trump, view.trick.plays, ours, later, places, TRUMPS[view.trump] & ~gone)


# --- Words ------------------------------------------------------------------------------------------


def _bid(view: PitchView) -> Choice:
    hand = mask_of(view.hand)
    bids = [action.number for action in view.legal.actions if action.number is not None]
    must = len(bids) == len(view.legal.actions)
    number = bid(hand, range(bids[0], bids[-1] + 1) if bids else range(0), must)
    points, suit = best_suit(hand)
    if number is None:
        if not covered(hand, suit):
            return Choice(PASS, "no ace, king or queen of the suit I would call")
        return Choice(PASS, f"no more than about {points // 100}.{points % 100 // 10} points to be had")
    if number == MOON and number != bids[0]:
        reason = f"the top of {SUIT_LETTERS[suit]} and its two: every point can be had"
    elif must:
        reason = "the dealer must bid, so as little as possible"
    else:
        reason = f"about {points // 100}.{points % 100 // 10} points to be had in {SUIT_LETTERS[suit]}"
    return Choice(BIDS[number], reason)


def _call(view: PitchView) -> Choice:
    hand = mask_of(view.hand)
    card = call(hand)
    if card is None:
        return Choice(view.legal.actions[-1], "I hold every card that matters")
    return Choice(CALLS[card], f"the best card I lack in {SUIT_LETTERS[best_suit(hand)[1]]}")


def _reason(moment: Moment, card: Card) -> str:
    chance = moment.chance(card)
    if moment.best < 0:
        return (
            "nobody can beat it" if chance == SURE else "likely to win" if chance > SURE // 2 else "the least to lose"
        )
    strength = STRENGTH[moment.trump]
    if strength[card] > strength[moment.best] and not moment.winning:
        return "takes the trick" if chance == SURE else "may take the trick"
    if chance > SURE // 2:
        scores = POINTS[moment.trump][card]
        return "points for our side's trick" if scores else "our side has the trick: the cheapest trump"
    return "the trick is theirs: the cheapest trump"
