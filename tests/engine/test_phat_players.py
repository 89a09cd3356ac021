"""Computer players at Phat: what people complain about in such players, each complaint a position.

Seats 0 and 2 are partners; unless said otherwise seat 0 leads and spades are trumps.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import code
from engine.games.phat import GAME, BySide, PhatView
from engine.players.phat import candidates, choose, surprises, worth
from engine.players.phat_match import CERTAIN, chance_to_win
from tests.engine.phat_positions import position, seen
from tests.engine.walking import source


def chosen(view: PhatView) -> str:
    return code(choose(view, source(1)).action.cards[0])


def why(view: PhatView) -> str:
    return choose(view, source(1)).reason


def at(view: PhatView, scores: BySide = (0, 0), muck: BySide = (0, 0)) -> PhatView:
    """The same with the sides' scores and the muck of the round."""
    return replace(view, scores=scores * 2, side_scores=scores, muck=muck)


@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        # Points for the partner's sure trick: seat 1 has played the ace of trumps, seat 3 is last.
        ("9S 5S KS 2S", "3S AS 4S", "9S"),
        ("5S KS 2S", "3S AS 4S", "5S"),
        ("9H TH 2H", "3H AS 4H", "9H"),
        ("TH 8H 2H", "3H AS 4H", "TH"),
        ("9D 5D KC 4C", "3H AS 4H", "9D"),
        # The partner has it: aces and kings are kept.
        ("KH 3H", "2H TH 7H", "3H"),
        ("AH 2H", "3H KH 4H", "2H"),
        ("AS 3S", "4S QS 2S", "3S"),
        # And it is not trumped.
        ("2S 3D", "3H AH 4H", "3D"),
        ("2S 3D", "9H AH 4H", "3D"),
        # Points on the table: take them, with no more than it needs.
        ("KH QH 3H", "TH 2H 9H", "QH"),
        ("AS 2S 3D", "TH 2H 9H", "2S"),
        # Bring home the nine and five of trumps.
        ("9S AS 2S", "3S 4S 5S", "9S"),
        ("9S KD 3D", "4H TH JH", "9S"),
        ("5S KD 3D", "4H TH JH", "5S"),
        # No trump for a trick with nothing in it.
        ("2S 3S 4D 6C", "3H 4H 6H", "4D"),
        ("AS KS 4D 6C", "3H 4H 6H", "4D"),
        # The other side has it: give away as little as possible.
        ("9H TH 2H", "3H 4H AH", "2H"),
        ("9H TH 4D 3C", "3S 4S AS", "3C"),
        ("9D 5D TD 4C", "3H 4H AH", "4C"),
    ],
)
def test_last_to_play(hand: str, table: str, expected: str) -> None:
    assert chosen(seen(hand, table)) == expected


@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        # The partner's ace has it for all that is known: neither king nor trump on it, but a nine.
        ("KH 2H", "AH 3H", "2H"),
        ("2S KD 3D", "AH 3H", "3D"),
        ("9H 2H", "AH 3H", "9H"),
        # Third hand plays high where the partner led low.
        ("KH 3H", "4H 6H", "KH"),
        # A trump where the partner has nothing, the lowest.
        ("5D 2S 7S", "4H 9H", "2S"),
        # The five led by an opponent is worth an ace; no nine goes where the other side has it.
        ("AC 2C", "5C", "AC"),
        ("9C 2C", "AC", "2C"),
        ("9C 2C", "3C AC", "2C"),
    ],
)
def test_others_still_to_play(hand: str, table: str, expected: str) -> None:
    assert chosen(seen(hand, table)) == expected


def test_lead_sure_trumps_towards_the_nine_and_five_and_bleed_none_for_nothing() -> None:
    strong = seen("AS KS QS 3S 2D", "")
    assert chosen(strong) == "QS"
    assert why(strong) == "a sure trump, towards the nine and five of trumps"
    assert chosen(seen("KS 3S KD 2D", "", gone="AS 2S 4S 6S")) == "KS"
    assert chosen(seen("KS 3S KD 2D", "")) not in ("KS", "3S")
    # Nobody else has a trump left: trumps win whenever they are played, so others go first.
    gone = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 2D"
    assert chosen(seen("3S 2S AD", "", gone=gone)) == "AD"


def test_never_a_nine_into_the_others_hands() -> None:
    assert chosen(seen("9D 9C 9H 4C", "")) == "4C"
    assert chosen(seen("9D 9C 9H 4C", "", leader=2)) == "4C"


def test_who_is_out_of_a_suit_is_remembered() -> None:
    # Seat 1 had no diamond; seat 3 follows. From now on the ace of diamonds is trumped.
    known = "KD 2H 3D 4D"
    trumped, free = seen("AD 4C 2C 8S", "", gone=known), seen("AD 4C 2C 8S", "", gone="KD 5D 3D 4D")
    assert chosen(free) == "AD"
    assert chosen(trumped) != "AD"


@pytest.mark.parametrize(("muck", "expected"), [((0, 0), "TH"), ((30, 30), "TH"), ((45, 10), "2H")])
def test_tens_are_given_while_the_muck_is_open(muck: BySide, expected: str) -> None:
    assert chosen(at(seen("TH 2H", "3H QH 4H"), muck=muck)) == expected


def test_the_target_within_reach_is_worth_an_ace_of_trumps() -> None:
    # A five lies there: for our side it would be the match, or for theirs.
    view = seen("AS 3D 4D", "2C 5C 7C")
    assert chosen(at(view)) != "AS"
    assert chosen(at(view, (171, 176))) == "AS"
    assert chosen(at(view, (176, 171))) == "AS"


def test_the_first_lead_is_from_the_strongest_suit() -> None:
    view = replace(seen("AS KS QS 9S 5S 2S 2H 3H 4H 2D 3D 2C 3C", ""), trump=None)
    assert chosen(view).endswith("S")
    assert why(view) == "my strongest suit is to be trumps"
    view = replace(seen("2S 3S 2H 3H 4H KD QD JD 9D TD 8D AC 3C", ""), trump=None)
    assert chosen(view).endswith("D")


def test_every_answer_has_words() -> None:
    assert why(seen("AS", "")) == "the only card allowed"
    assert why(seen("9S 5S", "3S AS 4S")) == "points for the partner's sure trick"
    assert why(seen("KH QH 3H", "TH 2H 9H")) == "the Q is sure to take the trick"
    assert why(seen("9H TH 2H", "3H 4H AH")) == "the trick is not ours: give away little"


def test_cards_that_count_alike_are_tried_once() -> None:
    view = seen("2H 3H 4H 9H TH JH QH 2D", "5H")
    assert [each.code for each in candidates(view)] == ["play 2H", "play 9H", "play TH", "play JH", "play QH"]
    # The five between them lies on the table, and will not come back; the eight may.
    assert [each.code for each in candidates(seen("2H 4H 6H 7H", "AH", gone="3H 5H KH 8S"))] == ["play 2H"]
    assert [each.code for each in candidates(seen("7H 2H", "AH 3H"))] == ["play 2H", "play 7H"]


def test_the_chance_to_win_a_match() -> None:
    assert abs(2 * chance_to_win(181, 181) - CERTAIN) <= 20
    assert chance_to_win(0, 5) == CERTAIN
    assert chance_to_win(5, 0) == 0
    assert chance_to_win(30, 90) > CERTAIN * 9 // 10
    assert abs(chance_to_win(60, 100) + chance_to_win(100, 60) - CERTAIN) <= 20
    assert chance_to_win(50, 100) > chance_to_win(60, 100) > chance_to_win(100, 100)


def test_a_deal_is_worth_its_points_until_it_may_decide_the_match() -> None:
    state = position(scores=(50, 30))
    state.points = [50, 30, 50, 30]
    assert worth(state, 0) == 20
    assert worth(state, 3) == -20
    state.scores, state.points = [170, 150, 170, 150], [50, 30, 50, 30]
    assert worth(state, 0) > CERTAIN // 2 > worth(state, 1)


def test_a_deal_surprises_where_the_others_would_have_played_otherwise() -> None:
    """Seat 3 gave a two to its partner's sure ace of trumps, so it hardly has the nine."""
    state = position(("3H 4H", "5H 6H", "7H 8H", "9S 9H"), tricks_done=0)
    state.tricks = ((0, (2, 12, 1, 0), 1, 4),)  # 4S, A♠, 3S, 2S
    likely = GAME.copy(state)
    likely.hands[3], likely.hands[2] = state.hands[2], state.hands[3]
    assert surprises(state, 0) > surprises(likely, 0)
