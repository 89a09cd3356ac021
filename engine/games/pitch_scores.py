"""What a deal of Pitch counts, and who has won the match: PI-R25 to PI-R32 with their house rules."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.pitch_cards import STRENGTH
from engine.games.pitch_table import NOBODY, SEATS, PitchResult, PitchState


def result_of(state: PitchState) -> PitchResult:
    """B and O (PI-R25), with High and Low (PI-R8, PI-R9): every trump in play has been played by its holder."""
    strength = STRENGTH[state.trump]
    # The highest and the lowest trump by hand, as a trick's winner is found: every rollout comes through here.
    most, least = 0, 1000
    for _, plays, winner, _ in state.tricks:
        for play in plays:
            place = strength[play[1]]
            if place > most:
                most, high = place, play
            if place < least:
                least, low, low_winner = place, play, winner
    if state.options["low_goes_to"] == "trick_winner":
        low = (low_winner, low[1])
    ours, theirs = state.taken
    side = (state.bidder, state.partner)
    won = (high[0] in side) + (low[0] in side)
    partner = None if state.partner == NOBODY else state.partner
    return PitchResult(state.bidder, partner, state.bid, (ours + won, theirs + 2 - won), high, low)


def scored(state: PitchState, result: PitchResult) -> list[int]:
    """The change of each seat's score (PI-R26 to PI-R29)."""
    options, (ours, theirs) = state.options, result.points
    points = [theirs] * SEATS  # PI-R28
    if options["opponents_score"] == "own":
        points = [(result.high[0] == seat) + (result.low[0] == seat) for seat in range(SEATS)]
        for _, _, winner, value in state.tricks:
            points[winner] += value
    twenty = result.moon and options["moon"] == "scores_20"
    if result.made:  # PI-R26
        bidder = 20 if twenty else ours
        partner = bidder if options["partner_wins_with_moon"] else ours
    else:  # PI-R27
        twenty = twenty or (result.moon and options["moon_fail"] == "minus_20")
        bidder = -20 if twenty else -result.bid
        partner = bidder if options["partner_on_set"] == "loses" else 0
    points[result.bidder] = bidder
    if result.partner is not None:
        points[result.partner] = partner
    return points


def winners_of(state: PitchState, result: PitchResult) -> tuple[int, ...]:
    """Who has won the match with this deal, ascending; empty if it goes on (PI-R29, PI-R31, PI-R32)."""
    options, scores = state.options, state.scores
    if result.moon and result.made and options["moon"] == "wins":
        together = options["partner_wins_with_moon"] and result.partner is not None
        return tuple(sorted((result.bidder, state.partner))) if together else (result.bidder,)
    if result.moon and not result.made and options["moon_fail"] == "lose_game":
        return _best(scores, [seat for seat in range(SEATS) if seat != result.bidder])
    target = int(options["target"])
    if max(scores) < target:
        return ()
    there = [seat for seat, score in enumerate(scores) if score >= target]
    if options["end_rule"] == "own_made_bid":
        return (result.bidder,) if result.made and result.bidder in there else ()
    if options["end_rule"] == "bidder_partner_best" and result.made:
        for seat in (result.bidder, result.partner):
            if seat in there:
                return (seat,)
    return _best(scores, there)


def _best(scores: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """Those of these seats that have the highest score: equal scores share (PI-R32)."""
    best = max([scores[seat] for seat in seats])
    return tuple([seat for seat in seats if scores[seat] == best])
