"""The colours of pictures: readable, and the suits told apart by readers of every kind."""

from __future__ import annotations

import pytest

from bot.drawing import ink
from bot.games import faces
from bot.games.face import Face
from engine.cards import SUITS
from tests.drawing.colour_vision import MACHADO, apart, contrast, nearest, seen

#: Letters have at least this contrast (WCAG, level AA).
READABLE = 4.5
#: So far apart two suits are at least: CIEDE2000, of which about 1 can just be seen.
CLEARLY = 12

FELTS = {key: ink.felt(face.accent) for key, face in faces().items()} | {"plain": ink.felt(Face.accent)}


@pytest.mark.parametrize("game", FELTS)
def test_all_that_is_written_is_readable(game: str) -> None:
    """Every pair of letters and ground that pictures have, with the felt of every game."""
    pairs = ink.written(FELTS[game])
    assert len(pairs) > 15
    assert [(pair, contrast(*pair)) for pair in pairs if contrast(*pair) < READABLE] == []


@pytest.mark.parametrize("accent", [0xFFFFFF, 0xFFFF00, 0x00FF00, 0xFF0000, 0x000000, 0x00FFFF])
def test_any_accent_becomes_a_felt_that_can_be_written_on(accent: int) -> None:
    assert contrast(ink.ON_FELT, ink.felt(accent)) >= READABLE


@pytest.mark.parametrize("kind", MACHADO)
def test_four_suits_are_told_apart(kind: str) -> None:
    assert nearest([ink.suit_ink(suit) for suit in SUITS], kind) >= CLEARLY


@pytest.mark.parametrize("kind", MACHADO)
def test_two_colours_are_told_apart(kind: str) -> None:
    assert nearest(list({ink.suit_ink(suit, 2) for suit in SUITS}), kind) >= CLEARLY


def test_the_distance_is_as_published() -> None:
    """Pairs 1, 7 and 25 of Sharma, Wu and Dalal's test data for CIEDE2000."""
    assert apart((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert apart((50, 0, 0), (50, -1, 2)) == pytest.approx(2.3669, abs=1e-4)
    assert apart((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)


def test_the_simulation_sees_what_it_looks_for() -> None:
    """A red and a green that many cannot tell apart."""
    assert nearest([(160, 80, 0), (100, 110, 0)], "none") > CLEARLY
    assert nearest([(160, 80, 0), (100, 110, 0)], "deutan") < CLEARLY
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert seen((255, 255, 255), "none")[0] == pytest.approx(100)
