"""The worked examples of docs/rules/knektpass.md: KN-E1 to KN-E20."""

from __future__ import annotations

import pytest

from engine.actions import Action, DealEnded, TrickTaken
from engine.cards import CLUBS, cards
from engine.games.knektpass import GAME, SeatResult
from tests.engine.knektpass_positions import FOUR, dealt, last_trick, legal_codes, position, run


def test_KN_E1_follow_and_beat() -> None:
    assert legal_codes("AS 9S JD", "KS") == {"AS"}


def test_KN_E2_must_follow_cannot_beat() -> None:
    assert legal_codes("9S 7S AH", "AS") == {"9S", "7S"}


def test_KN_E3_void_trump() -> None:
    assert legal_codes("7H JD 9C", "KS") == {"7H", "JD"}


def test_KN_E4_overtrump() -> None:
    assert legal_codes("9H AH JD 6D", "KS TH") == {"AH", "JD"}


def test_KN_E4b_trump_though_it_cannot_win() -> None:
    assert legal_codes("9H 6D 8C", "KS TH") == {"9H"}


def test_KN_E5_a_jack_follows_trumps() -> None:
    assert legal_codes("JD 6H AS", "QH") == {"JD"}


def test_KN_E6_the_jack_of_spades_is_no_spade() -> None:
    assert legal_codes("JS 8D 7H", "9S") == {"JS", "7H"}


def test_KN_E7_neither_beats_the_jack_led() -> None:
    assert legal_codes("AH JH 9C", "JS") == {"AH", "JH"}


def test_KN_E7b_one_beats_the_jack_led() -> None:
    assert legal_codes("AH JC 9C", "JS") == {"JC"}


def test_KN_E8_no_spade_can_win_any_more() -> None:
    assert legal_codes("QS 8S AH", "KS 6H") == {"QS", "8S"}


def test_the_jack_of_diamonds_takes_the_trick() -> None:
    _, facts = run(position(["9S", "AS", "6H", "JD"]), "play 9S", "play AS", "play 6H", "play JD")
    assert facts[1] == TrickTaken(3, tuple(cards("9S AS 6H JD")), 0)


def change(n: int, t: int) -> int:
    """What the deal does to the score of a seat that exchanged n cards and took t tricks."""
    return last_trick((n, 0), (t, 5 - t)).points[0]


def test_KN_E9_two_for_two() -> None:
    assert change(2, 2) == -2


def test_KN_E10_one_missing() -> None:
    assert change(2, 1) == 5


def test_KN_E11_two_missing() -> None:
    assert change(2, 0) == 10


def test_KN_E12_nothing_for_nothing() -> None:
    assert change(0, 0) == 0


def test_KN_E13_three_tricks_for_free() -> None:
    assert change(0, 3) == -3


def test_KN_E14_two_rounds_add_up() -> None:
    hands = ("AS KS QS TS 9S", "AD KD QD TD 9D")
    state, _ = run(dealt(*hands), "leave", "in", "in", "exchange AD KD QD", "exchange", "exchange TD 9D")
    assert state.exchanged == [0, 5]
    assert change(3 + 2, 4) == 5


def test_KN_E15_five_for_five() -> None:
    assert change(5, 5) == -5


def test_KN_E16_more_than_promised() -> None:
    assert change(3, 5) == -5


def test_KN_E17_a_lone_player() -> None:
    state, _ = run(dealt(*FOUR), "leave", "pass", "pass", "in", "pass")
    assert state.scores == [12, 12, 12, 7]


def test_KN_E18_both_exactly_0_share() -> None:
    state = last_trick((1, 0), (2, 3), scores=(2, 3))
    assert (state.over, state.winners, state.scores) == (True, (0, 1), [0, 0])


def test_KN_E19_one_below_0_is_shown_as_0() -> None:
    state = last_trick((0, 0), (3, 2), scores=(2, 3))
    assert (state.over, state.winners, state.scores, state.points) == (True, (0,), [0, 1], [-3, -2])


def test_KN_E20_a_deal() -> None:
    hands = ("AC KD QD 8D 7D", "JS TC 9D 6D 8H", "JD AD TD 9S 7S")
    state = dealt(*hands, turn_up="8C", talon="9H 6S AS 7H 6H 8S", dealer=2)
    assert GAME.view(state, None).trump == CLUBS
    state, _ = run(state, "leave", "in", "in", "in")
    state, _ = run(state, "exchange 8D 7D", "exchange 9D 6D 8H", "exchange 7S", *["exchange"] * 3)
    held = [set(GAME.view(state, seat).hand) for seat in range(3)]
    assert held == [set(cards("AC KD QD 9H 6S")), set(cards("JS TC AS 7H 6H")), set(cards("JD AD TD 9S 8S"))]
    tricks = """
        1 | 7H JD 9H | 2
        2 | AD QD TC | 1
        1 | AS 9S 6S | 1
        1 | JS 8S AC | 1
        1 | 6H TD KD | 1
    """
    for line in tricks.strip().splitlines():
        leader, played, winner = [each.strip() for each in line.split("|")]
        assert GAME.to_act(state) == (int(leader),)
        state, facts = run(state, *(f"play {each}" for each in played.split()))
        assert facts[1] == TrickTaken(int(winner), tuple(cards(played)), 0)
    assert state.taken == [0, 4, 1]
    assert state.result == (SeatResult(2, 0, 10), SeatResult(3, 4, -4), SeatResult(1, 1, -1))
    assert facts[-1] == DealEnded((10, -4, -1), (22, 8, 11))


def test_KN_E20_what_had_to_be_played() -> None:
    hands = ("AC KD QD 8D 7D", "JS TC 9D 6D 8H", "JD AD TD 9S 7S")
    state = dealt(*hands, turn_up="8C", talon="9H 6S AS 7H 6H 8S", dealer=2)
    state, _ = run(state, "leave", "in", "in", "in")
    state, _ = run(state, "exchange 8D 7D", "exchange 9D 6D 8H", "exchange 7S", *["exchange"] * 3)
    for played, legal in [
        ("7H", "JS TC AS 7H 6H"),
        ("JD", "JD"),  # no hearts: must trump
        ("9H", "9H"),  # must follow
        ("AD", "AD TD 9S 8S"),
        ("QD", "KD QD"),  # cannot beat the ace
        ("TC", "JS TC"),  # void: must trump
        ("AS", "JS AS 6H"),
        ("9S", "9S 8S"),
        ("6S", "6S"),
        ("JS", "JS 6H"),
        ("8S", "TD 8S"),  # no trump left
        ("AC", "AC"),  # must follow the jack with a trump
    ]:
        (seat,) = GAME.to_act(state)
        assert set(GAME.legal(state, seat).cards) == set(cards(legal)), played
        state, _ = GAME.apply(state, seat, Action.parse(f"play {played}"))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_talon_arithmetic(seats: int) -> None:
    layout = GAME.layout(GAME.settle({}), seats)
    assert len(layout.pack) - 5 * seats - 1 == {2: 25, 3: 20, 4: 31, 5: 26, 6: 21, 7: 16}[seats]
