"""What an action shows its player that they could not have foreseen: `Game.reveals`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.game import Game
from engine.games import find_game
from tests.engine.walking import TABLES, Step, snapshot, source, walk


def steps(key: str, seats: int, matches: int, deals: int = 2) -> Iterator[tuple[Step, bool]]:
    game = find_game(key)
    for seed in range(matches):
        for step in walk(game, seats, source(seed), deals=deals):
            yield step, game.reveals(step.before, step.seat, step.action, source(seed + 100))


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_asking_changes_nothing_and_has_one_answer(key: str, seats: int) -> None:
    game = find_game(key)
    for step in walk(game, seats, source(3), deals=1):
        before = snapshot(step.before)
        answers = {game.reveals(step.before, step.seat, step.action, source(8)) for _ in range(2)}
        assert len(answers) == 1
        assert snapshot(step.before) == before


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_cards_drawn_unseen_are_news(key: str, seats: int) -> None:
    game = find_game(key)
    for step, news in steps(key, seats, 1):
        before, after = (game.view(state, step.seat) for state in (step.before, step.after))
        other = game.deal_again(before, source(step.after.deal_no))
        drawn = set(after.hand) - set(before.hand)
        # A card that lies open, such as a turn-up that is taken, is drawn in any deal that looks the same.
        also = set(game.view(game.apply(other, step.seat, step.action)[0], step.seat).hand) - set(before.hand)
        if drawn and drawn != also:
            assert news, f"{step.action.code} drew {drawn}"


def test_in_phat_a_card_never_shows_its_player_anything_but_what_follows_from_it() -> None:
    assert not any(news for _, news in steps("phat", 4, 1))


def test_in_knektpass_only_an_exchange_of_cards_is_news() -> None:
    seen = set()
    for step, news in steps("knektpass", 4, 5):
        kind = (step.action.verb, bool(step.action.cards), news)
        seen.add(kind)
        assert news == (step.action.verb == "exchange" and bool(step.action.cards)), step.action.code
    assert {("exchange", True, True), ("exchange", False, False), ("rob", True, False)} <= seen


def test_in_pitch_a_bid_is_no_news_and_the_last_discard_is() -> None:
    for step, news in steps("pitch", 5, 2):
        if step.action.verb in ("bid", "pass"):
            assert not news
        if step.action.verb == "discard" and len(find_game("pitch").to_act(step.before)) == 1:
            assert news


def test_no_game_has_to_say_anything_of_its_own() -> None:
    assert all(type(find_game(key)).reveals is Game.reveals for key, _ in TABLES)
