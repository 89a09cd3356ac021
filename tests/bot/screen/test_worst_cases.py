"""What must fit: thirteen cards in every split, seven seats, names made to break things."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.screen import hand, lobby, plain, summary, table
from bot.tables.views import LobbyView, Note, Running, SeatView, SummaryView, TableView
from engine.actions import PLAYS, Legal
from engine.options import Options
from tests.bot.screen.positions import (
    ENGLISH,
    HOSTILE,
    SEAL,
    hand_view,
    labels,
    lobby_view,
    parts,
    payload,
    phat,
    random_match,
    seats,
    table_view,
    toy_hand,
    toy_view,
)

SPLITS = [
    (a, b, c, 13 - a - b - c)
    for a in range(14)
    for b in range(14 - a)
    for c in range(14 - a - b)
    if a >= b >= c >= 13 - a - b - c
]


def split_hand(split: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(13 * suit + rank for suit, length in enumerate(split) for rank in range(length))


@pytest.mark.parametrize("split", SPLITS, ids=str)
async def test_thirteen_cards_in_every_split(split: tuple[int, ...]) -> None:
    cards = split_hand(split)
    first = next(iter(random_match(1)))
    view = hand_view(first, phat().to_act(first)[0])
    assert view.own is not None
    for legal in (cards, cards[:1]):
        own = replace(view.own, hand=cards, legal=Legal(tuple(PLAYS[card] for card in legal)))
        built = hand.hand(replace(view, own=own, newcomer=True, note=Note("refusal.not_your_turn")), ENGLISH)
        assert len(parts(payload(built))) <= 40
        assert len(labels(built)) == 14
        rows = [part for part in parts(payload(built)) if part["type"] == 1]
        assert all(len(row["components"]) <= 5 for row in rows)


@pytest.mark.parametrize("name", HOSTILE)
async def test_seven_seats_with_such_names(name: str) -> None:
    """A game without a face, all its tricks to be looked at, every message it can have."""
    people = seats(*[name] * 7)
    public = toy_view()
    every = tuple(range(7))
    view = TableView(
        table=2**50,
        clock="none",
        phase="playing",
        seats=people,
        host=101,
        public=public,
        due=dict.fromkeys(every, 1_900_000_000.0),
        next_deal_at=None,
        commitment=SEAL,
        free=every,
    )
    options: Options = {"last_trick_view": "all", "odd_rule": True}
    opened = LobbyView(
        table=2**50, game="toy", options=options, differing=options, clock="slow", seats=people, host=101
    )
    free = replace(opened, seats=(*people[:3], *(SeatView(seat) for seat in range(3, 7))))
    end = SummaryView(
        table=5,
        seats=people,
        public=replace(public, over=True, winners=every),
        commitment=SEAL,
        final=True,
        running=tuple(Running(101 + seat, -(10**6), 10**6, False) for seat in every),
        rematch=tuple(101 + seat for seat in every),
    )
    for built in (
        table.table(view, ENGLISH),
        table.table(replace(view, phase="between"), ENGLISH),
        table.table(replace(view, phase="paused", seats=seats(*[name] * 7, away=every)), ENGLISH),
        table.more(view, 6, ENGLISH),
        lobby.lobby(opened, ENGLISH),
        lobby.lobby(free, ENGLISH),
        lobby.more(replace(opened, seats=seats(*[name] * 7, computers=every)), ENGLISH),
        summary.summary(end, ENGLISH),
        summary.summary(replace(end, final=False), ENGLISH),
        hand.hand(toy_hand(public, people, Note("refusal.wrong_move", {"move": name * 20})), ENGLISH),
        plain(Note("refusal.unknown_game", {"game": name * 20}), ENGLISH),
    ):
        payload(built)


@pytest.mark.parametrize("name", HOSTILE)
async def test_phat_with_such_names(name: str) -> None:
    people = seats(name, name, name, name)
    for number, state in enumerate(random_match(3, {"last_trick_view": "all"})):
        if number % 7 == 0 or state.needs_deal or state.over:
            payload(table.table(table_view(state, people), ENGLISH))
            for seat in range(4):
                payload(hand.hand(hand_view(state, seat, people), ENGLISH))
            view = SummaryView(
                table=5, seats=people, public=phat().view(state, None), commitment=SEAL, final=state.over
            )
            payload(summary.summary(view, ENGLISH))
    payload(lobby.lobby(lobby_view(people, {"target": 91, "muck_tie": "none", "partner_blind": True}), ENGLISH))


async def test_bids_stand_beside_cards() -> None:
    own = toy_view(4)
    shown = labels(hand.hand(toy_hand(own, seats()), ENGLISH), off=False)
    assert shown[:7] == ["Pass", "Bid 5", "Bid 6", "Bid 7", "Bid 8", "Bid 9", "Bid 10"]
    assert shown[7] == "A♠"


@settings(max_examples=60)
@given(st.lists(st.text(max_size=40), min_size=4, max_size=4), st.integers(0, 51))
async def test_any_name_fits(given_names: list[str], step: int) -> None:
    people = seats(*given_names)
    for number, state in enumerate(random_match(4)):
        if number == step:
            payload(table.table(table_view(state, people), ENGLISH))
            payload(hand.hand(hand_view(state, 0, people), ENGLISH))
            payload(lobby.lobby(lobby_view(people), ENGLISH))
            break
