"""Computer players at Phat: what people complain about in such players, each complaint a position.

Seats 0 and 2 are partners; unless said otherwise seat 0 leads and spades are trumps.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import code
from engine.games.phat import PhatView
from engine.players.phat import choose
from tests.engine.phat_positions import seen
from tests.engine.walking import source


def chosen(view: PhatView) -> str:
    return code(choose(view, source(1)).action.cards[0])


@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        # Points for the partner's sure trick: seat 1 has played the ace of trumps, seat 3 is last.
        ("9S 5S KS 2S", "3S AS 4S", "9S"),
        ("9H TH 2H", "3H AS 4H", "9H"),
        ("TH 8H 2H", "3H AS 4H", "TH"),
        # Last to play, points on the table: take them, with no more than it needs.
        ("KH QH 3H", "TH 2H 9H", "QH"),
        # The partner has it: kings are kept.
        ("KH 3H", "2H TH 7H", "3H"),
        # Last to play: bring home the nine of trumps itself.
        ("9S AS 2S", "3S 4S 5S", "9S"),
        # The other side has it: give away as little as possible.
        ("9H TH 2H", "3H 4H AH", "2H"),
        ("9H TH 4D 3C", "3S 4S AS", "3C"),
        # Do not trump a worthless trick that the partner has.
        ("2S 3D", "3H AH 4H", "3D"),
    ],
)
def test_last_to_play(hand: str, table: str, expected: str) -> None:
    assert chosen(seen(hand, table)) == expected


def test_lead_sure_trumps_towards_the_nine_and_five() -> None:
    assert chosen(seen("AS 3S KD 2D", "")) == "AS"
    assert chosen(seen("KS 3S KD 2D", "")) != "KS"
    assert chosen(seen("KS 3S KD 2D", "", gone="AS 2S 4S 6S")) == "KS"


def test_the_first_lead_is_from_the_strongest_suit() -> None:
    view = seen("AS KS QS 9S 5S 2S 2H 3H 4H 2D 3D 2C 3C", "")
    assert chosen(replace(view, trump=None)).endswith("S")


def test_every_answer_has_words() -> None:
    assert choose(seen("AS", ""), source(1)).reason == "the only card allowed"
    assert choose(seen("9S 5S", "3S AS 4S"), source(1)).reason == "points for the partner's sure trick"
