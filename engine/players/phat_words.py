"""The policy for Phat in words: why a card was chosen, as a player would put it."""

from __future__ import annotations

from engine.cards import FIVE, NINE, RANK_LETTERS, SUIT_LETTERS, TEN, Card, cards_in, mask_of, rank_of, suit_of
from engine.games.phat import GAME, ORDERS, PHAT, PhatView
from engine.players.phat_judgement import HIGHER


def reason(view: PhatView, card: Card) -> str:
    """Why the policy plays this card from this view."""
    if len(view.legal.cards) == 1:
        return "the only card allowed"
    if view.trump is None:
        return "my strongest suit is to be trumps"
    assert view.seat is not None
    may_hold, unseen = GAME.hidden(view)
    plays = () if view.trick is None else view.trick.plays
    strength = ORDERS[view.trump].strength[suit_of(plays[0][1] if plays else card)]
    played = {seat for seat, _ in plays}
    opponents = [seat for seat in ((view.seat + 1) % 4, (view.seat + 3) % 4) if seat not in played]

    def safe(best: Card) -> bool:
        """Whether no opponent still to play can beat this card, for all that is known."""
        return not any(strength[other] > strength[best] for seat in opponents for other in cards_in(may_hold[seat]))

    if not plays:
        return _leading(view.trump, card, unseen, safe(card))
    winner, best = max(plays, key=lambda each: strength[each[1]])
    if strength[card] > strength[best]:
        if safe(card):
            return f"the {RANK_LETTERS[rank_of(card)]} is sure to take the trick"
        return "this may take the trick"
    if winner != (view.seat + 2) % 4:
        partner_follows = (view.seat + 2) % 4 not in played
        return "left to the partner" if partner_follows else "the trick is not ours: give away little"
    if rank_of(card) in (NINE, FIVE, TEN):
        return "points for the partner's sure trick" if safe(best) else "points for the partner's trick"
    return "the partner has the trick: a card of no use"


def _leading(trump: int, card: Card, unseen: int, safe: bool) -> str:
    suit = suit_of(card)
    if suit == trump:
        if not unseen & HIGHER[card]:
            if unseen & mask_of((13 * trump + NINE, 13 * trump + FIVE)):
                return "a sure trump, towards the nine and five of trumps"
            return "the highest trump still out"
        return "to draw trumps"
    if safe:
        return "nobody can beat it"
    if not unseen & HIGHER[card]:
        return f"the highest {SUIT_LETTERS[suit]} still out"
    if PHAT[trump][card] == 0:
        return "nothing better to lead, so a cheap card"
    return "towards the partner"
