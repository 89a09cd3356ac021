"""The deals written out in docs/rules/pitch.md: PI-E1, PI-E3, PI-E4, PI-E5, and rare ones."""

from __future__ import annotations

from engine.actions import DealEnded, Folded, TrickTaken
from engine.cards import card, cards
from engine.games.pitch import GAME
from engine.games.pitch_table import PitchResult, PitchState
from tests.engine.pitch_positions import do, in_play, play


def tricks(state: PitchState, table: str) -> PitchState:
    """Play trick after trick, a line each: who leads, the cards, who wins, the points."""
    for line in table.strip().splitlines():
        leader, played, winner, points = [each.strip() for each in line.split("|")]
        assert GAME.to_act(state) == (int(leader),)
        state, facts = do(state, *(f"play {each}" for each in played.split()))
        assert TrickTaken(int(winner), tuple(cards(played)), int(points)) in facts
    return state


def test_PI_E1_made() -> None:
    hands = ("JC 8S 2S", "J+ 6S", "KS QS JS TS 7S 3S", "9S 4S", "AS J- 5S")
    state = tricks(
        in_play(hands, "AS", 2, 6),
        """
        4 | AS 2S 6S 3S 4S | 4 | 3
        4 | J- JC J+ QS 9S | 2 | 3
        2 | KS 5S 8S       | 2 | 0
        2 | JS             | 2 | 1
        2 | TS             | 2 | 1
        2 | 7S             | 2 | 0
        """,
    )
    assert state.result == PitchResult(2, 4, 6, (9, 1), (4, card("AS")), (0, card("2S")))
    assert state.result.made
    assert state.points == state.scores == [1, 1, 9, 1, 9]
    assert GAME.view(state, None).folded == (0, 1, 3, 4)
    empty = dict.fromkeys(GAME.deal_stats(state)[0], 0)
    assert GAME.deal_stats(state) == (
        {**empty, "low": 1},
        empty,
        {**empty, "bids": 1, "bids_made": 1, "tricks": 5, "points": 5},
        empty,
        {**empty, "partner": 1, "tricks": 1, "points": 3, "high": 1},
    )


def test_PI_E3_low_moves_up_and_a_full_ten() -> None:
    hands = ("KS QS JS TS J+ 3S", "AS 4S", "JC 5S", "9S 6S", "J- 7S")
    state = in_play(hands, "AS", 0, trumps_gone={0: "8S 2S"})
    assert GAME.view(state, 3).announced == (tuple(cards("2S 8S")), (), (), (), ())
    state = tricks(
        state,
        """
        1 | AS 5S 6S 7S 3S | 1 | 3
        1 | 4S JC 9S J- QS | 0 | 2
        0 | KS             | 0 | 0
        0 | JS             | 0 | 1
        0 | TS             | 0 | 1
        0 | J+             | 0 | 1
        """,
    )
    assert state.result == PitchResult(0, 1, 5, (10, 0), (1, card("AS")), (0, card("3S")))


def test_PI_E4_the_winner_has_no_trump() -> None:
    hands = ("AS", "KS QS JS TS 9S", "4S 3S", "J+ J-", "JC 5S 2S")
    state = tricks(
        in_play(hands, "AS", 1),
        """
        0 | AS JS 3S J- 2S | 0 | 5
        1 | KS 4S J+ 5S    | 1 | 1
        1 | QS JC          | 1 | 1
        1 | TS             | 1 | 1
        1 | 9S             | 1 | 0
        """,
    )
    assert state.result == PitchResult(1, 0, 5, (9, 1), (0, card("AS")), (4, card("2S")))
    assert len(state.tricks) == 5


def test_PI_E5_alone() -> None:
    hands = ("KH 9H 8H", "AH QH JH TH 7H 3H", "J+ 4H", "JD 6H", "J- 5H 2H")
    state = in_play(hands, "AH", 1)
    assert GAME.view(state, 1).widow[-1] == card("AH")
    state = tricks(
        state,
        """
        1 | AH 4H 6H 2H 8H | 1 | 0
        1 | QH J+ JD J- KH | 0 | 3
        0 | 9H TH 5H       | 1 | 1
        1 | JH             | 1 | 1
        1 | 7H             | 1 | 0
        1 | 3H             | 1 | 3
        """,
    )
    assert state.result == PitchResult(1, None, 5, (6, 4), (1, card("AH")), (4, card("2H")))
    assert state.scores == [4, 6, 4, 4, 4]
    stats = GAME.deal_stats(state)[1]
    assert (stats["bids"], stats["alone"], stats["bids_made"]) == (1, 1, 1)
    assert sum(each["partner"] for each in GAME.deal_stats(state)) == 0


#: PI-E1 and PI-E3 once more: what is left of trumps, and the cards in the order played.
E1 = ("JC 8S 2S", "J+ 6S", "KS QS JS TS 7S 3S", "9S 4S", "AS J- 5S")
E1_PLAY = "AS 2S 6S 3S 4S J- JC J+ QS 9S KS 5S 8S JS TS 7S"
E3 = ("KS QS JS TS J+ 3S", "AS 4S", "JC 5S", "9S 6S", "J- 7S")
E3_PLAY = "AS 5S 6S 7S 3S 4S JC 9S J- QS KS JS TS J+"


def test_a_moon_made_from_the_deal_to_the_end_of_the_match() -> None:
    state = play(in_play(E3, "AS", 0, 10, trumps_gone={0: "8S 2S"}, scores=(0, 30, 41, 0, 0)), E3_PLAY)
    assert (state.over, state.winners, state.scores) == (True, (0,), [10, 40, 41, 0, 0])
    assert GAME.deal_stats(state)[0]["moons_made"] == 1


def test_a_moon_failed_from_the_deal_on() -> None:
    state = play(in_play(E1, "AS", 2, 10), E1_PLAY)
    assert (state.over, state.scores) == (False, [1, 1, -10, 1, 0])
    assert GAME.deal_stats(state)[2]["moons_failed"] == 1


def test_several_at_42_and_a_shared_win_from_the_deal_on() -> None:
    assert play(in_play(E1, "AS", 2, scores=(41, 41, 33, 41, 40)), E1_PLAY).winners == (2,)
    assert play(in_play(E1, "AS", 2, scores=(41, 41, 32, 41, 40)), E1_PLAY).winners == (4,)
    assert play(in_play(E1, "AS", 2, scores=(41, 41, 32, 40, 32)), E1_PLAY).winners == (0, 1)


def test_the_last_resort_costs_everybody_a_point() -> None:
    # PI-R20, PI-R25: seat 3 had seven cards that never go, and gave up the ten.
    hands = ("KS 9S", "QS 4S", "8S 2S", "AS JS JC J+ J- 3S", "7S 5S")
    state = in_play(hands, "AS", 2, trumps_gone={3: "TS"})
    state = tricks(state, "3 | AS 5S 9S 4S 2S | 3 | 0")
    state = tricks(
        state,
        """
        3 | JS 7S KS QS 8S | 0 | 1
        3 | JC             | 3 | 1
        3 | J+             | 3 | 1
        3 | J-             | 3 | 1
        3 | 3S             | 3 | 3
        """,
    )
    assert state.result == PitchResult(2, 3, 5, (8, 1), (3, card("AS")), (2, card("2S")))
    assert sum(state.result.points) == 9


def test_a_moon_cannot_be_made_when_a_point_was_given_up() -> None:
    hands = ("9S", "QS 4S", "KS 8S 2S", "AS JS JC J+ J- 3S", "7S 5S")
    state = in_play(hands, "AS", 2, 10, trumps_gone={3: "TS"})
    state = tricks(state, "3 | AS 5S 9S 4S 2S | 3 | 0")
    state, facts = do(state, "play JS", "play 7S")
    assert Folded(0) in facts
    state = tricks_of_rest(state)
    assert state.result is not None
    assert sum(state.result.points) == 9
    assert not state.result.made
    assert isinstance(state.points[2], int)
    assert (state.points[2], state.over) == (-10, False)


def tricks_of_rest(state: PitchState) -> PitchState:
    """Play on, everybody the lowest card."""
    while acting := GAME.to_act(state):
        state, facts = GAME.apply(state, acting[0], GAME.legal(state, acting[0]).actions[0])
    assert any(isinstance(each, DealEnded) for each in facts)
    return state
