"""Positions of Pitch as tables hand them to the screens: five people, whose names go round the table."""

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
from engine.games.pitch import GAME
from engine.games.pitch_table import PitchState
from tests.bot.screen.positions import ENGLISH, SEAL, seats

NAMES = ("Ann", "Bo", "Cleo", "Dana", "Eve")
FIVE = seats(*NAMES)
LABELS = {ENGLISH.card(card): CODES[card] for card in range(54)}


def match(seed: int, options: Mapping[str, object] | None = None) -> Iterator[PitchState]:
    """Every state of a match in which everybody plays by chance; a bid of 10 is rare enough to let it go on."""
    chance = random.Random(seed)
    state = GAME.start(GAME.settle(options or {}), 5)
    while not state.over:
        state = GAME.deal(state, *GAME.dealt(state, chance.randrange))
        yield state
        while not state.needs_deal and not state.over:
            seat = chance.choice(GAME.to_act(state))
            action = by_chance(GAME.legal(state, seat), chance.randrange).action
            if action.number is not None and chance.random() < 0.7:
                action = GAME.legal(state, seat).actions[0]
            state, _ = GAME.apply(state, seat, action)
            yield state


def table_view(state: PitchState, people: tuple[SeatView, ...] = FIVE, **changes: Any) -> TableView:
    """The table as it stands in this state."""
    public = GAME.view(state, None)
    view = TableView(
        table=5,
        clock="live",
        phase="between" if state.needs_deal else "playing",
        seats=people,
        host=101,
        public=public,
        due=dict.fromkeys(public.to_act, 1_900_000_000.0),
        next_deal_at=None,
        commitment=SEAL,
        free=(),
    )
    return replace(view, **changes)


def hand_view(state: PitchState, seat: int, people: tuple[SeatView, ...] = FIVE, **changes: Any) -> HandView:
    """One seat's hand in this state."""
    view = HandView(
        table=5,
        game="pitch",
        clock="live",
        phase="between" if state.needs_deal else "playing",
        seat=seat,
        seats=people,
        own=GAME.view(state, seat),
        decision=100_007,
    )
    return replace(view, **changes)


def at_table(state: PitchState, people: tuple[SeatView, ...] = FIVE, **changes: Any) -> ui.LayoutView:
    """The table's message in this state."""
    return table.table(table_view(state, people, **changes), ENGLISH)


def in_hand(state: PitchState, seat: int, people: tuple[SeatView, ...] = FIVE, **changes: Any) -> ui.LayoutView:
    """A seat's hand message in this state."""
    return hand.hand(hand_view(state, seat, people, **changes), ENGLISH)


def at_end(state: PitchState, people: tuple[SeatView, ...] = FIVE) -> ui.LayoutView:
    """The summary of the deal that has just ended, or of the match."""
    public = GAME.view(state, None)
    return summary.summary(
        SummaryView(table=5, seats=people, public=public, commitment=SEAL, final=state.over), ENGLISH
    )
