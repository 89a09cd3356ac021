"""A moment of a match looked back at: what it says, that every hand lies open, and that the worst of it fits."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from bot.screen import ids, replay
from bot.screen.record import record
from bot.tables.match_ids import match_id
from bot.tables.views import ReplayView, SeatView
from engine.actions import Action
from engine.game import AnyGame, State, by_chance
from engine.games import find_game, games
from tests.bot.screen.positions import ENGLISH, HOSTILE, labels, parts, payload, seats, text

KEYS = tuple(games())


def moments(game: AnyGame, people: Sequence[SeatView], seed: int = 3) -> Iterator[ReplayView]:
    """Every moment of a first deal that is played by chance."""
    chance = random.Random(seed)
    start: State = game.start(game.settle({}), len(people))
    dealer, hands, rest = game.dealt(start, chance.randrange)
    state: State = game.deal(start, dealer, hands, rest)
    did: tuple[int, Action] | None = None
    for step in range(200):
        yield ReplayView(
            table=2**50,
            deal=1,
            deals=12,
            step=step,
            steps=99,
            seats=tuple(people),
            did=did,
            public=game.view(state, None),
            open=tuple(game.view(state, seat) for seat in range(len(people))),
            rest=tuple(rest),
        )
        if state.needs_deal or state.over:
            return
        seat = game.to_act(state)[0]
        action = by_chance(game.legal(state, seat), chance.randrange).action
        state, _ = game.apply(state, seat, action)
        did = (seat, action)


def people_for(game: AnyGame, name: str | None = None) -> tuple[SeatView, ...]:
    names = ("Ann", "Bo", "Cleo", "Dana", "Eve", "Finn", "Gus")
    count = max(game.seats_allowed) if name else game.seats_allowed[0]
    return seats(*([name] * count if name else names[:count]))


@pytest.mark.parametrize("key", KEYS)
async def test_every_moment_says_what_was_done_and_shows_every_hand(key: str) -> None:
    game = find_game(key)
    for view in moments(game, people_for(game)):
        said = text(replay.replay(view, ENGLISH))
        assert "deal 1 of 12" in said
        assert f"match {match_id(2**50)}" in said
        for own in view.open:
            for card in own.hand:
                assert ENGLISH.card(card) in said
        if view.did is None:
            assert "The cards are dealt; the dealer is " in said
        else:
            assert f"{view.step} of 99 · **" not in said
            assert f"{view.step} of 99 · {('Ann', 'Bo', 'Cleo', 'Dana', 'Eve')[view.did[0]]}: **" in said
    assert view.public.needs_deal or view.public.over


@pytest.mark.parametrize("key", KEYS)
async def test_what_was_not_dealt_is_shown_at_the_start(key: str) -> None:
    game = find_game(key)
    first, second, *_ = moments(game, people_for(game))
    assert ("Not dealt: " in text(replay.replay(first, ENGLISH))) == bool(first.rest)
    assert "Not dealt: " not in text(replay.replay(second, ENGLISH))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", HOSTILE)
async def test_the_worst_of_it_fits(key: str, name: str) -> None:
    game = find_game(key)
    everything = list(moments(game, people_for(game, name)))
    for view in (*everything[:: max(len(everything) // 6, 1)], everything[-1]):
        built = payload(replay.replay(replace(view, deal=99_999, deals=99_999, step=9_999, steps=9_999), ENGLISH))
        assert len(parts(built)) <= 40


@pytest.mark.parametrize(
    ("place", "off"),
    [
        ((1, 0), ["Back", "Deal before", "Start of deal"]),
        ((1, 5), ["Deal before"]),
        ((2, 0), ["Start of deal"]),
        ((2, 9), ["End of deal"]),
        ((3, 4), ["Deal after"]),
        ((3, 9), ["Next", "Next trick", "End of deal", "Deal after"]),
    ],
)
async def test_buttons_that_lead_nowhere_are_off_and_the_others_hold_the_moment(
    place: tuple[int, int], off: list[str]
) -> None:
    game = find_game("phat")
    view = next(moments(game, people_for(game)))
    deal, step = place
    built = replay.replay(replace(view, deal=deal, deals=3, step=step, steps=9), ENGLISH)
    buttons = [part for part in parts(payload(built)) if part["type"] == 2]
    assert [each["label"] for each in buttons if each.get("disabled")] == off
    clicks = [ids.parse(each["custom_id"]) for each in buttons]
    assert all(click is not None and click.arg.startswith(f"{deal}.{step}.") for click in clicks)
    assert len({each["custom_id"] for each in buttons}) == len(buttons)


@pytest.mark.parametrize("over", [True, False])
async def test_a_record_comes_with_a_file_and_a_way_to_look_at_it(over: bool) -> None:
    for deals in (1, 7):
        built = record(77, "phat", deals, ENGLISH, over=over)
        files = [part for part in parts(payload(built)) if part["type"] == 13]
        assert [part["file"]["url"] for part in files] == [f"attachment://phat-{match_id(77)}.json"]
        assert labels(built) == ["Replay"]
        assert ("The deal that goes on is not in it." in text(built)) != over
