"""No message gives away a card that its reader may not see, through whole matches played by chance."""

from dataclasses import replace

import pytest

from bot.screen import hand, lobby, summary, table
from bot.tables.views import Note, SummaryView
from engine.cards import CODES
from tests.bot.screen.positions import (
    ENGLISH,
    SEAL,
    cards_in,
    hand_view,
    labels,
    lobby_view,
    payload,
    phat,
    played,
    random_match,
    seats,
    table_view,
    text,
)

HOUSES: tuple[dict[str, object], ...] = (
    {},
    {"last_trick_view": "all", "muck_tie": "split", "end": "finish_round"},
    {"last_trick_view": "none", "partner_blind": True, "target": 91},
)


@pytest.mark.parametrize("given", HOUSES, ids=str)
async def test_public_messages_show_played_cards_only(given: dict[str, object]) -> None:
    people = seats(computers=(3,))
    for state in random_match(7, given):
        view = table_view(state, people, free=(3,) if state.needs_deal else ())
        assert cards_in(table.table(view, ENGLISH)) <= played(view.public)
        for seat in (None, 0):
            assert not cards_in(table.more(view, seat, ENGLISH))
        for phase in ("paused", "between"):
            assert cards_in(table.table(replace(view, phase=phase), ENGLISH)) <= played(view.public)
        if state.needs_deal or state.over:
            for final in (False, True):
                end = SummaryView(table=5, seats=people, public=view.public, commitment=SEAL, final=final)
                assert cards_in(summary.summary(end, ENGLISH)) <= played(view.public)


@pytest.mark.parametrize("given", HOUSES, ids=str)
async def test_a_hand_shows_its_own_cards_and_played_ones_only(given: dict[str, object]) -> None:
    for state in random_match(8, given):
        for seat in range(4):
            view = hand_view(state, seat)
            assert view.own is not None
            own = {CODES[card] for card in view.own.hand}
            shown = cards_in(hand.hand(view, ENGLISH))
            assert shown <= own | played(view.own)
            if view.phase == "playing" and not view.own.withheld and not view.own.over:
                assert own <= shown


async def test_a_match_that_is_ended_in_the_middle_keeps_its_hands_hidden() -> None:
    for state in random_match(9):
        end = SummaryView(
            table=5, seats=seats(), public=phat().view(state, None), commitment=SEAL, final=True, ended="vote"
        )
        assert cards_in(summary.summary(end, ENGLISH)) <= played(end.public)


@pytest.mark.parametrize("given", HOUSES, ids=str)
async def test_buttons_offer_exactly_what_is_legal(given: dict[str, object]) -> None:
    game = phat()
    for state in random_match(10, given):
        for seat in range(4):
            view = hand_view(state, seat)
            legal = [ENGLISH.card(card) for card in game.legal(state, seat).cards]
            on = labels(hand.hand(view, ENGLISH), off=False)
            if legal:
                assert sorted(on) == sorted(legal)
            else:
                assert on in ([], ["Next deal"])


async def test_tricks_may_be_looked_at_as_the_house_rule_says() -> None:
    for option, most in (("last", 2), ("none", 1), ("all", 14)):
        lines: set[int] = set()
        for state in random_match(11, {"last_trick_view": option}):
            if not state.needs_deal and not state.over:
                view = table_view(state)
                shown = [line for line in text(table.table(view, ENGLISH)).split("\n") if line.startswith("Trick ")]
                expected = min(most, 1 + len(view.public.tricks))
                assert len(shown) == expected
                lines.add(len(shown))
        assert max(lines) == min(most, 13)


async def test_the_lobby_has_no_cards() -> None:
    view = lobby_view(seats("Ann", "Bo", "Cleo", "Dana"))
    for built in (lobby.lobby(view, ENGLISH), lobby.more(view, ENGLISH)):
        assert not cards_in(built)
    assert not cards_in(hand.hand(hand_view(None, 2, note=Note("note.shown")), ENGLISH))
    payload(hand.hand(hand_view(None, 2), ENGLISH))
