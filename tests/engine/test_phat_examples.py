"""The worked examples of docs/rules/phat.md, each by its name."""

from __future__ import annotations

from engine.actions import DealEnded, TrickTaken
from engine.cards import CLUBS, DIAMONDS, HEARTS, PACK_52, card, cards
from engine.games.phat import GAME, BySide, PhatState, RoundResult
from tests.engine.phat_positions import BLANK, last_trick, play, position, sides, trick
from tests.engine.walking import source


def test_PH_E1_nines_fives_and_the_trump_nine() -> None:
    state, taken = trick("9H AH 5S 9S")  # 9 + 10 + 18
    assert (taken.seat, taken.points) == (3, 37)
    assert state.muck == (0, 4)


def test_PH_E2_a_trick_of_the_suit_led() -> None:
    state, taken = trick("TD KD 5D 9C")
    assert (taken.seat, taken.points, state.muck) == (1, 14, (0, 13))


def test_PH_E3_the_first_trick_is_of_trumps() -> None:
    first = cards("AH KH JH QH")
    others = [each for each in PACK_52 if each not in first]
    hands = [[each, *others[12 * seat : 12 * seat + 12]] for seat, each in enumerate(first)]
    state = GAME.deal(GAME.start(GAME.settle({}), 4), 3, hands, [])
    state, facts = play(state, "AH", "KH", "JH", "QH")
    assert state.trump == HEARTS
    assert facts[-1] == TrickTaken(0, tuple(cards("AH KH JH QH")), 10)
    assert state.muck == (10, 0)


def test_PH_E4_the_only_trump_takes_a_trick_without_points() -> None:
    state, taken = trick("2C 3C 7S 4C")
    assert (taken.seat, taken.points, state.muck) == (2, 0, (0, 0))


def test_PH_E5_a_low_trump_takes_an_ace() -> None:
    state, taken = trick("AS 9D 9C 5H", trump=DIAMONDS)
    assert (taken.seat, taken.points, state.muck) == (1, 32, (0, 4))


def test_PH_E6_legal_cards() -> None:
    state, _ = play(position(["3H", "2H AS 9H", "4H", "5H"], trump=CLUBS), "3H")
    assert GAME.legal(state, 1).cards == tuple(sorted(cards("2H 9H")))
    state, _ = play(position(["3D", "2H AS", "4H", "5H"], trump=CLUBS), "3D")
    assert GAME.legal(state, 1).cards == tuple(sorted(cards("2H AS")))


def test_PH_E7_muck_41_39() -> None:
    state = last_trick(muck=(41, 39))
    assert (sides(state.scores), state.carry) == ((8, 0), 0)


def after_rounds(*mucks: BySide) -> tuple[list[int], PhatState]:
    """The carry after each of these rounds, and the state after the last."""
    carries, state = [], GAME.start(GAME.settle({}), 4)
    for muck in mucks:
        state = GAME.deal(state, *GAME.dealt(state, source(2)))
        last = position(BLANK.split(), scores=sides(state.scores), muck=muck, tricks_done=12, carry=state.carry)
        last.dealer = state.dealer
        state, _ = play(last, *BLANK.split())
        carries.append(state.carry)
    return carries, state


def test_PH_E8_a_carry_goes_to_the_next_majority() -> None:
    carries, state = after_rounds((40, 40), (28, 52))
    assert (carries, sides(state.scores)) == ([8, 0], (0, 16))


def test_PH_E9_two_ties_in_a_row() -> None:
    carries, state = after_rounds((40, 40), (40, 40), (80, 0))
    assert (carries, sides(state.scores)) == ([8, 16, 0], (24, 0))


def test_PH_E10_the_trump_five_ends_the_match() -> None:
    hands = ["AC 2D", "2C 3D", "5S 4D", "3C 6D"]
    state, _ = play(position(hands, scores=(171, 176), muck=(10, 60), tricks_done=8), "AC", "2C", "5S", "3C")
    assert (state.over, state.winners, sides(state.scores)) == (True, (0, 2), (181, 176))


def test_PH_E11_the_muck_bonus_ends_the_match() -> None:
    state = last_trick(scores=(173, 174), muck=(45, 35))
    assert (state.over, state.winners, sides(state.scores)) == (True, (0, 2), (181, 174))


def test_PH_E12_a_whole_round() -> None:
    hands = """
        AS TS 9S 4S KH 9H 7H AD 9D 5D TC 5C 3C
        8S 7S 6S 5S TH 5H 3H KD QD 7D 6D QC 8C
        JS 2S 6H JD TD 8D 3D KC JC 9C 7C 6C 4C
        KS QS 3S AH QH JH 8H 4H 2H 4D 2D AC 2C
    """
    tricks = """
        0 | AD 7D 3D 4D | 0 |  4 |  4
        0 | 3C 8C 9C AC | 3 |  9 |  4
        3 | 2H 9H TH 6H | 1 |  9 | 10
        1 | QC KC 2C TC | 2 |  0 | 15
        2 | 8D 2D 9D KD | 1 | 21 |  3
        1 | 8S JS KS AS | 0 |  0 |  8
        0 | KH 3H 6C 8H | 0 |  0 |  3
        0 | 7H 5H 7C QH | 3 |  5 |  2
        3 | AH 4S 7S TD | 2 |  0 | 14
        2 | JC QS 5C 6S | 2 |  5 |  3
        2 | 2S 3S TS 5S | 0 |  5 | 10
        0 | 9S 6D 4C JH | 1 |  9 |  1
        1 | QD JD 4H 5D | 1 | 13 |  3
    """
    dealt = [cards(line) for line in hands.strip().splitlines()]
    state = GAME.deal(GAME.start(GAME.settle({}), 4), 3, dealt, [])
    for line in tricks.strip().splitlines():
        leader, played, winner, phat, muck = [each.strip() for each in line.split("|")]
        assert GAME.to_act(state) == (int(leader),)
        before = sum(state.muck)
        state, facts = play(state, *played.split())
        assert facts[1] == TrickTaken(int(winner), tuple(cards(played)), int(phat))
        assert sum(state.muck) - before == int(muck)
    assert state.trump == DIAMONDS
    assert (state.phat, state.muck) == ((14, 66), (57, 23))
    assert state.result == RoundResult((14, 66), (57, 23), (8, 0), 0, True)
    assert facts[2] == DealEnded((22, 66, 22, 66), (22, 66, 22, 66))
    assert (state.needs_deal, state.points, state.scores) == (True, [22, 66, 22, 66], [22, 66, 22, 66])
    assert GAME.deal_stats(state) == (
        {"tricks": 4, "phat": 9, "muck": 25, "nines_caught": 0, "fives_caught": 1}
        | {"big_phat": 0, "little_phat": 0, "muck_won": 1},
        {"tricks": 4, "phat": 52, "muck": 17, "nines_caught": 3, "fives_caught": 1}
        | {"big_phat": 1, "little_phat": 1, "muck_won": 0},
        {"tricks": 3, "phat": 5, "muck": 32, "nines_caught": 0, "fives_caught": 0}
        | {"big_phat": 0, "little_phat": 0, "muck_won": 1},
        {"tricks": 2, "phat": 14, "muck": 6, "nines_caught": 1, "fives_caught": 0}
        | {"big_phat": 0, "little_phat": 0, "muck_won": 0},
    )
    view = GAME.view(state, None)
    assert (view.phase, view.needs_deal, view.trump) == ("deal", True, DIAMONDS)
    assert (view.phat, view.muck, view.carry, view.side_scores) == ((14, 66), (57, 23), 0, (22, 66))
    assert view.result == state.result
    assert view.tricks[-1].plays == ((1, card("QD")), (2, card("JD")), (3, card("4H")), (0, card("5D")))
    assert (view.tricks[-1].winner, view.tricks[-1].points, view.trick) == (1, 13, None)
    following = GAME.deal(state, *GAME.dealt(state, source(1)))
    assert following.points == [0, 0, 0, 0]
    assert (following.result, following.tricks, following.phat, following.muck) == (None, (), (0, 0), (0, 0))
    assert GAME.view(following, None).trump is None
