"""What holds for every game of the registry, with every number of seats it allows.

A game's own invariants are found by its key: ``tests/engine/invariants_<key>.py`` with ``ENDS`` (whether random players
always come to an end), ``check_step(step)`` and ``deal_behind(state, step)``; where needed also ``OPTIONS_FOR_RANDOM``
(options that bring matches of random players to an end), ``OPTIONS_FOR_GOLDEN`` (options that suit the golden match),
``OPTIONS_FOR_SHORT`` (options for a whole match of a few deals, where those of the golden match will not do), and
``actions_behind(state, step)`` (what the seats did in another state that looks the same, where actions name hidden
cards).
"""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from engine.actions import NOTHING, DealEnded, IllegalAction, MatchEnded, Reason
from engine.game import AnyGame, State
from engine.games import find_game, games
from tests.engine.walking import (
    TABLES,
    Step,
    all_sorts_of_actions,
    allows,
    invariants,
    random_options,
    snapshot,
    source,
    walk,
)

MATCHES = 500
every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


def viewers(state: State) -> list[int | None]:
    return [None, *range(state.seats)]


def check_state(game: AnyGame, state: State) -> None:
    """What every state of every game shows."""
    acting = game.to_act(state)
    assert bool(acting) != (state.needs_deal or state.over)
    assert acting == tuple(sorted(set(acting)))
    assert not (state.needs_deal and state.over)
    assert bool(state.winners) == state.over
    assert len(state.points) == len(state.scores) == state.seats
    for seat in range(state.seats):
        assert bool(game.legal(state, seat)) == (seat in acting)
        assert (game.question(state, seat) is not None) == (seat in acting)
    for partners in game.partnerships:
        assert len({state.scores[seat] for seat in partners}) == 1
        assert len({seat in state.winners for seat in partners}) == 1


def check_step(game: AnyGame, step: Step) -> None:
    """What every action of every game does."""
    after = step.after
    check_state(game, after)
    assert step.action.verb in game.verbs
    ends = [each for each in step.facts if isinstance(each, DealEnded)]
    assert len(ends) == (after.needs_deal or after.over)
    assert len([each for each in step.facts if isinstance(each, MatchEnded)]) == after.over
    if ends:
        assert ends == [DealEnded(tuple(after.points), tuple(after.scores))]
        stats = game.deal_stats(after)
        assert len(stats) == after.seats
        assert len({tuple(each) for each in stats}) == 1
        assert all(type(count) is int for each in stats for count in each.values())


def check_views(game: AnyGame, step: Step) -> None:
    """Views agree with the state, and with any other state that looks the same from that seat.

    The second state is not only made from the view: the deal behind it is dealt and played again, so that a hidden
    card in a view shows even where `deal_again` would copy it.
    """
    state = step.after
    public = game.view(state, None)
    for viewer in viewers(state):
        view = game.view(state, viewer)
        # All who look at a table are shown one and the same trick: it is in memory once.
        assert [*map(id, view.tricks)] == [*map(id, public.tricks)]
        assert pickle.loads(pickle.dumps(view)) == view  # computer players may think in another process
        assert view.legal == (NOTHING if viewer is None else game.legal(state, viewer))
        assert view.to_act == game.to_act(state)
        assert (view.scores, view.points) == (tuple(state.scores), tuple(state.points))
        assert viewer is not None or view.hand == ()
        other = game.deal_again(view, source(len(step.actions)))
        assert game.view(other, viewer) == view
        own = invariants(game)
        hands, rest = own.deal_behind(other, step)
        actions = own.actions_behind(other, step) if hasattr(own, "actions_behind") else step.actions
        if viewer is not None and not view.withheld:
            assert hands[viewer] == step.hands[viewer]
        again = game.deal(step.undealt, step.dealer, hands, rest)
        for seat, action in actions:
            again, _ = game.apply(again, seat, action)
        assert game.view(again, viewer) == view


def test_games_stand_in_the_order_in_which_the_readme_names_them() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    named = re.findall(r"^\| \*\*(?:.+ )?(\w+)\*\* \|", readme, re.MULTILINE)
    assert named[0] == "Phat"
    assert list(games()) == [name.lower() for name in named]


@every_table
def test_random_matches_keep_the_rules(key: str, seats: int) -> None:
    game, ended = find_game(key), 0
    own = invariants(game)
    for seed in range(MATCHES):
        # Every other match by the sheet, the rest under house rules by chance.
        chance = source(seed)
        options = random_options(game, chance) if seed % 2 else {}
        for step in walk(game, seats, chance, {**options, **getattr(own, "OPTIONS_FOR_RANDOM", {})}):
            check_step(game, step)
            own.check_step(step)
        ended += step.after.over
    assert ended == MATCHES or not own.ENDS


@every_table
def test_a_match_begins_without_cards(key: str, seats: int) -> None:
    game = find_game(key)
    state = game.start(game.settle({}), seats)
    check_state(game, state)
    assert state.needs_deal
    assert game.next_dealer(state) is None
    for viewer in viewers(state):
        view = game.view(state, viewer)
        assert (view.hand, view.trick, view.tricks, view.needs_deal) == ((), None, (), True)
        assert game.view(game.deal_again(view, source(0)), viewer) == view


@every_table
def test_views_hold_no_hidden_card(key: str, seats: int) -> None:
    game = find_game(key)
    for seed in range(12):
        chance = source(1000 + seed)
        for step in walk(game, seats, chance, random_options(game, chance), deals=4):
            if chance(5) == 0 or step.after.over or step.after.needs_deal:
                check_views(game, step)


@every_table
def test_the_first_views_of_a_deal_hold_no_hidden_card(key: str, seats: int) -> None:
    game = find_game(key)
    for seed in range(20):
        chance = source(2000 + seed)
        start = game.start(game.settle(random_options(game, chance)), seats)
        dealt = game.deal(start, *game.dealt(start, chance))
        for viewer in viewers(dealt):
            view = game.view(dealt, viewer)
            assert game.view(game.deal_again(view, chance), viewer) == view


@every_table
def test_what_is_not_legal_is_refused_and_changes_nothing(key: str, seats: int) -> None:
    game, actions = find_game(key), all_sorts_of_actions()
    for seed in range(4):
        chance = source(3000 + seed)
        for step in walk(game, seats, chance, deals=3):
            if chance(12) and not step.after.over:
                continue
            for state in (step.undealt, step.before, step.after):
                unchanged = snapshot(state)
                for seat in range(-1, seats + 1):
                    legal = game.legal(state, seat) if 0 <= seat < seats else NOTHING
                    for action in actions:
                        refused = game.refusal(state, seat, action)
                        assert (refused is None) == allows(legal, action), (seat, action, legal)
                        if refused is not None:
                            assert refused.reason in (*Reason, *game.own_reasons)
                            assert str(refused)
                            with pytest.raises(IllegalAction, match=r"."):
                                game.apply(state, seat, action)
                assert snapshot(state) == unchanged


@every_table
def test_apply_leaves_the_given_state_alone_and_agrees_with_play(key: str, seats: int) -> None:
    game = find_game(key)
    for seed in range(10):
        chance = source(4000 + seed)
        in_place, deal_no = None, 0
        for step in walk(game, seats, chance, deals=8):
            if in_place is None or step.before.deal_no != deal_no:
                in_place, deal_no = game.copy(step.before), step.before.deal_no
            before, undealt = snapshot(step.before), snapshot(step.undealt)
            again, facts = game.apply(step.before, step.seat, step.action)
            assert snapshot(again) == snapshot(step.after)
            assert facts == step.facts
            game.play(in_place, step.seat, step.action)
            assert snapshot(in_place) == snapshot(step.after)
            assert snapshot(step.before) == before
            assert snapshot(step.undealt) == undealt


@every_table
def test_dealing_leaves_the_given_state_alone_and_checks_the_cards(key: str, seats: int) -> None:
    game = find_game(key)
    start = game.start(game.settle({}), seats)
    untouched = snapshot(start)
    dealer, hands, rest = game.dealt(start, source(1))
    dealt = game.deal(start, dealer, hands, rest)
    assert snapshot(start) == untouched
    assert game.dealt(start, source(1)) == (dealer, hands, rest)
    assert sorted([card for hand in hands for card in hand] + rest) == sorted(game.layout(start.options, seats).pack)
    short = [*hands[:-1], hands[-1][:-1]]
    twice = [*hands[:-1], [hands[0][0], *hands[-1][1:]]]
    long = [*hands[:-1], [*hands[-1], hands[0][0]]]
    bad = [
        (dealer, short, rest),
        (dealer, twice, rest),
        (dealer, long, rest),
        (dealer, hands[:-1], rest),
        (dealer, hands, [*rest, hands[0][0]]),
        (dealer, [*hands[:-1], [99, *hands[-1][1:]]], rest),
        (dealer, [*hands[:-1], [-1, *hands[-1][1:]]], rest),
        (seats, hands, rest),
        (-1, hands, rest),
    ]
    for each in bad:
        with pytest.raises(ValueError, match=r"^\S+ .*\S$"):
            game.deal(start, *each)
    with pytest.raises(ValueError, match=r"."):
        game.deal(dealt, dealer, hands, rest)
    assert snapshot(start) == untouched


@every_table
def test_a_deal_by_chance_is_the_one_that_would_be_recorded(key: str, seats: int) -> None:
    game = find_game(key)
    start = game.start(game.settle({}), seats)
    untouched = snapshot(start)
    for seed in range(5):
        dealt = game.deal(start, *game.dealt(start, source(seed)))
        assert snapshot(game.deal_by_chance(start, source(seed))) == snapshot(dealt)
    assert snapshot(start) == untouched


@every_table
def test_a_match_taken_up_between_two_deals_goes_on_alike(key: str, seats: int) -> None:
    game = find_game(key)
    for seed in range(20):
        chance = source(7000 + seed)
        options = random_options(game, chance)
        for step in walk(game, seats, chance, options, deals=6):
            if step.after.needs_deal:
                resumed = game.resume(game.settle(options), seats, game.standing(step.after))
                dealt = game.dealt(step.after, source(seed))
                assert game.dealt(resumed, source(seed)) == dealt
                assert snapshot(game.deal(resumed, *dealt)) == snapshot(game.deal(step.after, *dealt))


@every_table
def test_a_question_stays_until_it_is_answered_and_never_comes_back(key: str, seats: int) -> None:
    game = find_game(key)
    asked: set[object] = set()
    for step in walk(game, seats, source(6000)):
        question = (step.seat, game.question(step.before, step.seat))
        assert question not in asked
        asked.add(question)
        for seat in set(game.to_act(step.before)) & set(game.to_act(step.after)) - {step.seat}:
            assert game.question(step.after, seat) == game.question(step.before, seat)
