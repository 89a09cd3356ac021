"""The fourth game says nothing about pictures and has them all the same, plain ones."""

from __future__ import annotations

import pytest

from bot.drawing.standing import StandingPicture
from bot.drawing.studio import draw
from bot.drawing.trick import TablePicture
from bot.games import find_drawn
from bot.games.drawn import Drawn
from bot.screen import rules, table_pictures
from bot.texts import Texts
from engine.games import find_game
from tests.bot.screen.test_pictures import view_of
from tests.engine.walking import source, walk
from tests.fourth.adding import KEY

pytestmark = pytest.mark.usefixtures("game")


def test_its_tricks_and_scores_are_drawn() -> None:
    game = find_game(KEY)
    assert type(find_drawn(KEY)) is Drawn
    kinds = set()
    for step in walk(game, game.seats_allowed[0], source(1), deals=1):
        for each in table_pictures.of_table(view_of(game, step.after), "tricks", Texts()):
            kinds.add(type(each.picture))
            if len(kinds) == 1 or isinstance(each.picture, StandingPicture):
                assert draw(each.picture)
            assert not isinstance(each.picture, TablePicture) or not any(place.best for place in each.picture.places)
    assert kinds == {TablePicture, StandingPicture}


def test_its_rule_pages_are_words() -> None:
    assert [each for n in range(6) for each in rules.illustrations(KEY, n, Texts())] == []
