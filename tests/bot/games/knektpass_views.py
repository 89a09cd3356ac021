"""Positions of Knektpass as tables hand them to the screens: two to seven people, whose names go round the table."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from discord import ui

from bot.screen import hand, summary, table
from bot.tables.views import HandView, SeatView, SummaryView, TableView
from engine.cards import CODES
from engine.game import by_chance
from engine.games.knektpass import GAME, KnektpassState, KnektpassView
from tests.bot.screen.positions import ENGLISH, SEAL, seats

NAMES = ("Ann", "Bo", "Cleo", "Dana", "Eve", "Finn", "Gus")


def people(count: int) -> tuple[SeatView, ...]:
    """So many persons at a table."""
    return seats(*NAMES[:count])


def match(seed: int, count: int, options: Mapping[str, object] | None = None) -> Iterator[KnektpassState]:
    """Every state of a short match in which everybody plays by chance, more often in than not."""
    chance = random.Random(seed)
    state = GAME.start(GAME.settle({"max_deals": 5, **(options or {})}), count)
    while not state.over:
        state = GAME.deal(state, *GAME.dealt(state, chance.randrange))
        yield state
        while not state.needs_deal and not state.over:
            (seat,) = GAME.to_act(state)
            legal = GAME.legal(state, seat)
            action = by_chance(legal, chance.randrange).action
            if action.verb == "pass" and chance.random() < 0.5:
                action = legal.actions[0]
            state, _ = GAME.apply(state, seat, action)
            yield state


def table_view(state: KnektpassState, seated: tuple[SeatView, ...] | None = None, **changes: Any) -> TableView:
    """The table as it stands in this state."""
    public = GAME.view(state, None)
    view = TableView(
        table=5,
        clock="live",
        phase="between" if state.needs_deal else "playing",
        seats=seated or people(state.seats),
        host=101,
        public=public,
        due=dict.fromkeys(public.to_act, 1_900_000_000.0),
        next_deal_at=None,
        commitment=SEAL,
        free=(),
    )
    return replace(view, **changes)


def hand_view(state: KnektpassState, seat: int, seated: tuple[SeatView, ...] | None = None, **changes: Any) -> HandView:
    """One seat's hand in this state."""
    view = HandView(
        table=5,
        game="knektpass",
        clock="live",
        phase="between" if state.needs_deal else "playing",
        seat=seat,
        seats=seated or people(state.seats),
        own=GAME.view(state, seat),
        decision=100_007,
    )
    return replace(view, **changes)


def at_table(state: KnektpassState, seated: tuple[SeatView, ...] | None = None, **changes: Any) -> ui.LayoutView:
    """The table's message in this state."""
    return table.table(table_view(state, seated, **changes), ENGLISH)


def in_hand(
    state: KnektpassState, seat: int, seated: tuple[SeatView, ...] | None = None, **changes: Any
) -> ui.LayoutView:
    """A seat's hand message in this state."""
    return hand.hand(hand_view(state, seat, seated, **changes), ENGLISH)


def at_end(state: KnektpassState, seated: tuple[SeatView, ...] | None = None) -> ui.LayoutView:
    """The summary of the deal that has just ended, or of the match."""
    public = GAME.view(state, None)
    return summary.summary(
        SummaryView(table=5, seats=seated or people(state.seats), public=public, commitment=SEAL, final=state.over),
        ENGLISH,
    )


def public_cards(view: KnektpassView) -> set[str]:
    """The codes of the cards that everybody has seen in this deal."""
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    shown = {CODES[card] for trick in tricks for _, card in trick.plays}
    return shown if view.turn_up is None else shown | {CODES[view.turn_up]}


def own_cards(view: KnektpassView) -> set[str]:
    """The codes of the cards that this seat has held in this deal."""
    drawn = [card for each in view.exchanges for card in each.drawn]
    return {CODES[card] for card in (*view.hand, *view.laid_away, *drawn)}
