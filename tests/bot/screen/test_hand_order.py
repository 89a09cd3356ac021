"""The rows of a hand as its player prefers them, trumps of other suits among them."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.games import find_face
from bot.screen import hand, hand_order
from bot.tables.preferences import Preferences
from engine.cards import cards
from engine.game import View
from tests.bot.screen.positions import ENGLISH, labels, text
from tests.bot.screen.test_hand import holding


def shown(game: str, held: str, trump: int | None, **preferred: str) -> list[str]:
    own = cast(View, SimpleNamespace(hand=tuple(cards(held)), trump=trump))
    return [ENGLISH.cards(row) for row in hand_order.groups(own, find_face(game), Preferences(**cast(Any, preferred)))]


def test_suits_always_in_the_same_order() -> None:
    held = "KD 9D QS 8S AH 7H JC"
    for trump in (None, 0, 1, 2, 3):
        assert shown("phat", held, trump, order="suits") == ["Q♠ 8♠", "A♥ 7♥", "J♣", "K♦ 9♦"]
    assert shown("phat", held, 2) == ["K♦ 9♦", "Q♠ 8♠", "A♥ 7♥", "J♣"]
    assert shown("phat", held, 2, ranks="low") == ["9♦ K♦", "8♠ Q♠", "7♥ A♥", "J♣"]
    assert shown("phat", held, 2, order="suits", ranks="low") == ["8♠ Q♠", "7♥ A♥", "J♣", "9♦ K♦"]


@pytest.mark.parametrize(
    ("game", "held", "trump", "rows"),
    [
        # Pitch: the off-jack and the jokers are trumps, and stand where the trumps stand.
        ("pitch", "AC JS J+ J- 9H 4H", 3, ["9♥ 4♥", "A♣ J♠ J+ J−"]),
        ("pitch", "J+ AS 9H", 3, ["A♠", "9♥", "J+"]),
        ("pitch", "J+ AS 9H", None, ["A♠", "9♥", "J+"]),
        # Knektpass: every jack is a trump.
        ("knektpass", "AC JS JH 9H 4S", 3, ["4♠", "9♥", "J♠ J♥ A♣"]),
    ],
)
def test_trumps_of_other_suits_stay_with_the_trumps(game: str, held: str, trump: int | None, rows: list[str]) -> None:
    found = shown(game, held, trump, order="suits")
    assert [set(row.split()) for row in found] == [set(row.split()) for row in rows]
    assert sorted(" ".join(found).split()) == sorted(" ".join(rows).split())


def test_no_card_is_lost_or_doubled_whatever_is_preferred() -> None:
    held = "KD 9D 5D QS 8S AH 7H 2H JC TC"
    for game in ("phat", "pitch", "knektpass"):
        for trump in (None, 0, 1, 2, 3):
            for order in ("trumps", "suits"):
                for ranks in ("high", "low"):
                    rows = shown(game, held, trump, order=order, ranks=ranks)
                    assert sorted(" ".join(rows).split()) == sorted(ENGLISH.cards(cards(held)).split())


async def test_text_and_buttons_follow_the_same_order() -> None:
    view = replace(holding("9S", "QS 8S"), preferences=Preferences(order="suits", ranks="low"))
    built = hand.hand(view, ENGLISH)
    assert text(built).split("\n")[0] == "### 8♠ Q♠\u20032♥ 7♥ A♥\u200310♣ J♣\u20035♦ 9♦ K♦"
    # The suit that may be played still comes first among the buttons.
    assert labels(built)[:2] == ["8♠", "Q♠"]


async def test_with_two_taps_only_what_may_be_played_asks() -> None:
    view = replace(holding("9S", "QS 8S"), preferences=Preferences(taps="two"))
    assert not [each for each in labels(hand.hand(view, ENGLISH)) if each.startswith("Play")]
    asked = hand.hand(replace(view, draft="play QS"), ENGLISH)
    assert "Play **Q♠**? Time is up" in text(asked)
    assert labels(asked)[-1] == "Play Q♠"
    for draft in ("play KD", "play AS", "play", "discard QS", "S"):
        assert "Play **" not in text(hand.hand(replace(view, draft=draft), ENGLISH))
    once = replace(view, preferences=Preferences(), draft="play QS")
    assert "Play **" not in text(hand.hand(once, ENGLISH))
