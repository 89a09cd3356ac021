"""The tricks of Knektpass, its scores and its end, rule by rule: KN-R17 to KN-R21."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.actions import (
    NOTHING,
    Action,
    Reason,
    TrickTaken,
)
from engine.cards import PACK_52, Suit, cards, code
from engine.games.knektpass import GAME, SeatResult
from engine.games.knektpass_cards import lacks, playable
from engine.simulate import play_match
from tests.engine.invariants_knektpass import may_be_played
from tests.engine.knektpass_positions import (
    last_trick,
    legal_codes,
    playing,
    position,
    refused,
    run,
    winner,
)
from tests.engine.walking import source

SETTLED = GAME.settle({})


# Tricks


@pytest.mark.parametrize(
    ("dealer", "plays", "leader"),
    [(0, (1, 2, 3), 3), (0, (0, 1, 2), 2), (2, (0, 2, 3), 0), (1, (1, 3), 3), (3, (0, 3), 0)],
)
def test_KN_R17_the_player_nearest_the_dealers_right_leads_never_the_dealer(
    dealer: int, plays: Sequence[int], leader: int
) -> None:
    state = playing(dealer, plays)
    assert GAME.to_act(state) == (leader,)
    assert GAME.legal(state, leader).cards == GAME.view(state, leader).hand, "any card"


def test_KN_R17_five_tricks_the_winner_leads_next_passers_are_skipped() -> None:
    state = playing(0, (1, 3))
    leaders = []
    while GAME.to_act(state):
        (seat,) = GAME.to_act(state)
        if not state.table:
            leaders.append(seat)
        state, _ = GAME.apply(state, seat, GAME.legal(state, seat).actions[0])
    assert len(state.tricks) == 5
    assert leaders[1:] == [winner for _, _, winner in state.tricks[:-1]]
    assert all(set(order) == {1, 3} for order, _, _ in state.tricks)


def test_KN_R18_follow_else_trump_and_beat_if_you_can() -> None:
    assert legal_codes("AS 9S 7H JD", "TS") == {"AS"}
    assert legal_codes("9S 7S 7H JD", "TS") == {"9S", "7S"}
    assert legal_codes("7H JD AD", "TS") == {"7H", "JD"}
    assert legal_codes("7H JD AD", "TS 9H") == {"JD"}
    assert legal_codes("7H AD", "TS 9H") == {"7H"}, "trump, though it cannot win"
    assert legal_codes("AD 2C", "TS 9H") == {"AD", "2C"}
    assert legal_codes("AS 2S", "TS 9H") == {"AS", "2S"}, "no spade can win any more"


def test_KN_R18_exact_in_10000_random_positions() -> None:
    chance = source(18)
    for _ in range(10_000):
        trump = chance(4)
        seats = 2 + chance(6)
        pile = random_cards(chance, 52)
        table = pile[: chance(seats)]
        hand = pile[seats : seats + 1 + chance(5)]
        state = position([code(each) for each in table] + [" ".join(map(code, hand))], trump, seats=seats)
        for each in table:
            GAME.play(state, state.turn, Action("play", (each,)))
        expected = may_be_played([*map(code, hand)], [*map(code, table)], "SHDC"[trump], SETTLED)
        assert {code(each) for each in GAME.legal(state, len(table)).cards} == expected


def random_cards(chance: object, count: int) -> list[int]:
    assert callable(chance)
    pile = list(PACK_52)
    for last in range(51, 0, -1):
        other = chance(last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return pile[:count]


def test_KN_R18_a_card_shows_exactly_the_cards_that_would_have_forbidden_it() -> None:
    chance = source(19)
    for _ in range(600):
        options = GAME.settle(
            {"must_trump": bool(chance(2)), "must_beat": bool(chance(2)), "undertrump": ("forced", "free")[chance(2)]}
        )
        trump, (led, second, played, *others) = chance(4), random_cards(chance, 52)
        best = second if playing_on(led, second, trump) else led
        missing = lacks(options, trump, led, best, played)
        for other in others:
            may = playable(options, trump, 1 << played | 1 << other, led, best) >> played & 1
            assert bool(may) != bool(missing >> other & 1)


def playing_on(led: int, card: int, trump: Suit) -> bool:
    """Whether this card beats the card led."""
    return winner(f"{code(led)} {code(card)}", trump) == 1


# Score and end


def test_KN_R19_as_many_tricks_as_cards_exchanged_or_5_for_each_missing() -> None:
    for n in range(6):
        for t in range(6):
            state = last_trick((n, 0), (t, 5 - t))
            assert state.points == [-t if t >= n else 5 * (n - t), t - 5]
            assert state.result == (SeatResult(n, t, state.points[0]), SeatResult(0, 5 - t, t - 5))


def test_KN_R20_who_exchanged_nothing_cannot_lose_points() -> None:
    for t in range(6):
        assert last_trick((0, 0), (t, 5 - t)).points == [-t, t - 5]


def test_KN_R21_the_match_ends_after_a_deal_in_which_somebody_is_at_0_or_below() -> None:
    state = last_trick((0, 0), (3, 2), scores=(4, 3))
    assert (state.over, state.needs_deal, state.scores) == (False, True, [1, 1])
    state = last_trick((0, 0), (3, 2), scores=(3, 3))
    assert (state.over, state.needs_deal, state.winners, state.scores) == (True, False, (0,), [0, 1])
    state = last_trick((0, 0), (3, 2), scores=(1, 9))
    assert (state.winners, state.points, state.scores) == ((0,), [-3, -2], [0, 7]), "points unfloored, scores floored"
    state = last_trick((0, 0), (4, 1), scores=(2, 1))
    assert (state.winners, state.scores) == ((0,), [0, 0]), "the lower total, -2 against 0"
    state = last_trick((0, 0), (3, 2), scores=(2, 1))
    assert (state.winners, state.scores) == ((0, 1), [0, 0]), "-1 each"


def test_KN_R21_not_before_the_deal_is_over() -> None:
    state = position(["JC 6S", "6H 7H"], scores=(1, 9), tricks_done=3)
    state, facts = run(state, "play JC", "play 6H")
    assert facts[-1] == TrickTaken(0, tuple(cards("JC 6H")), 0)
    assert not state.over


def test_KN_R21_after_the_match_nothing_can_be_done() -> None:
    state = last_trick((0, 0), (3, 2), scores=(1, 9))
    for seat in range(2):
        assert GAME.legal(state, seat) == NOTHING
        assert refused(state, seat, "play 2D").reason == Reason.MATCH_OVER
    assert GAME.view(state, None).phase == "over"
    with pytest.raises(ValueError, match="the match is over"):
        GAME.deal(state, 0, *GAME.dealt(state, source(1))[1:])


# Computer players to the end, records


@pytest.mark.parametrize("matches", [8, pytest.param(100, marks=pytest.mark.soak)])
@pytest.mark.parametrize("min_tricks", [0, 1])
@pytest.mark.parametrize("seats", GAME.seats_allowed)
def test_normal_players_end_their_matches(seats: int, min_tricks: int, matches: int) -> None:
    options = GAME.settle({"min_tricks": min_tricks})
    for match in range(matches):
        record = play_match(GAME, options, seats, ["normal"] * seats, 8, match)
        assert record.result is not None
        assert len(record.deals) < 60
