"""Every message of Knektpass through whole matches: within Discord's limits, and no card for the wrong eyes."""

from __future__ import annotations

import pytest

from bot.screen import lobby
from bot.tables.views import LobbyView, SeatView
from engine.cards import CODES
from engine.games.knektpass import GAME
from tests.bot.games.knektpass_views import (
    at_end,
    at_table,
    in_hand,
    match,
    own_cards,
    people,
    public_cards,
)
from tests.bot.screen.positions import ENGLISH, HOSTILE, cards_in, controls, labels, payload, seats, text

HOUSES: tuple[dict[str, object], ...] = (
    {},
    {"min_tricks": 1, "rob": "rob_counts", "must_beat": False, "exchange_cap_total": "none"},
    {"rob": "off", "must_trump": False, "first_lead": "eldest", "trump_ace_must_play": True, "exchange_rounds": 1},
)


@pytest.mark.parametrize("deals", [2, pytest.param(5, marks=pytest.mark.soak)])
@pytest.mark.parametrize("count", [2, 4, 7])
@pytest.mark.parametrize("given", HOUSES, ids=str)
async def test_no_message_names_a_card_that_its_reader_may_not_know(
    count: int, given: dict[str, object], deals: int
) -> None:
    phases = set()
    for state in match(count, count, {**given, "max_deals": deals}):
        phases.add(state.phase)
        public = GAME.view(state, None)
        known = public_cards(public)
        assert cards_in(at_table(state)) <= known
        if state.needs_deal or state.over:
            assert cards_in(at_end(state)) <= known
        for seat in range(count):
            view = GAME.view(state, seat)
            shown = cards_in(in_hand(state, seat))
            assert shown <= known | own_cards(view)
            if not state.needs_deal and not state.over:
                assert {CODES[card] for card in view.hand} <= shown
            for draft in ("exchange", "exchange AS KS 2H XX"):
                assert cards_in(in_hand(state, seat, draft=draft)) <= known | own_cards(view)
    assert phases >= {"declare", "exchange", "play"}


@pytest.mark.parametrize("count", [2, 4, 7])
async def test_buttons_offer_what_is_legal_and_nothing_else(count: int) -> None:
    for state in match(10 + count, count):
        for seat in range(count):
            legal, ahead = GAME.legal(state, seat), GAME.ahead(state, seat)
            on = in_hand(state, seat)
            able = set(labels(on, off=False))
            offered = {each.partition(":100007:")[2] for each in controls(on) if ":100007:" in each}
            done = {each.partition(":")[2] for each in offered if each.partition(":")[0] in ("do", "stand")}
            if legal.cards:
                assert able == {ENGLISH.card(card) for card in legal.cards}
            elif legal.choice is not None:
                assert all(len(set(code.split()[1:])) <= legal.choice.most for code in done)
                assert {action.code for action in legal.actions} <= done
                assert "draft:exchange" in offered
            else:
                assert done == {action.code for action in (legal or ahead).actions}


@pytest.mark.parametrize("name", HOSTILE)
async def test_seven_people_with_such_names(name: str) -> None:
    seated = seats(*[name] * 7)
    for state in match(3, 7, {"max_deals": 2}):
        payload(at_table(state, seated))
        payload(in_hand(state, 0, seated, newcomer=True))
        if state.needs_deal or state.over:
            payload(at_end(state, seated))
    options = GAME.settle({"min_tricks": 1, "max_deals": 5, "pack": 52})
    view = LobbyView(
        table=5,
        game="knektpass",
        options=options,
        differing=GAME.differing(options),
        clock="live",
        seats=seated,
        host=101,
    )
    payload(lobby.lobby(view, ENGLISH))


async def test_the_decision_is_on_every_playing_button() -> None:
    for state in match(5, 4):
        for seat in range(4):
            for each in controls(in_hand(state, seat)):
                verb = each.split(":")[3]
                assert (":100007:" in each) is (verb in ("do", "stand", "draft", "withdraw")), each


def lobby_of(taken: int, **given: object) -> LobbyView:
    options = GAME.settle(given)
    seated = (*people(7)[:taken], *(SeatView(seat) for seat in range(taken, 7)))
    return LobbyView(
        table=5,
        game="knektpass",
        options=options,
        differing=GAME.differing(options),
        clock="live",
        seats=seated,
        host=101,
    )


async def test_a_lobby_of_any_size() -> None:
    alone = lobby.lobby(lobby_of(1), ENGLISH)
    said = text(alone)
    assert "Two to seven players, no partners · from 12 down to 0 · 60 seconds a turn" in said
    assert "Staying in costs nothing as long as you exchange no card." in said
    assert "6 seats are free. Wait for others, or play now: 3 computers play with you." in said
    assert "-# Start begins with as few computers as the game needs." in said
    assert "seat 2" not in said
    assert labels(alone)[-1] == "Play now with computers"
    two = lobby.lobby(lobby_of(2), ENGLISH)
    assert "Start begins with the 2 who sit here. 5 seats more are free." in text(two)
    assert "Play now with computers" not in labels(two)
    assert "Start begins with the 6 who sit here. One seat more is free." in text(lobby.lobby(lobby_of(6), ENGLISH))
    assert "Everybody is here: press Start." in text(lobby.lobby(lobby_of(7), ENGLISH))


async def test_the_lobby_asks_for_the_sheet_or_the_rams_rule() -> None:
    said = text(lobby.lobby(lobby_of(2, min_tricks=1, penalty_per_missing_trick=3), ENGLISH))
    assert "Whoever stays in must take a trick, or 3 are added." in said
    assert "**House rules:** Each promised trick that is missing adds 3." in said
    assert "t:5:0:value:min_tricks" in controls(lobby.lobby(lobby_of(2), ENGLISH))
