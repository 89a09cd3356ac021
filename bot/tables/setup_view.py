"""A server's settings as plain values: which there are, and what their panel shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.options import Options

#: Each setting that a select changes, but the language, with the values it takes, the usual one first.
SETTINGS: Mapping[str, tuple[str, ...]] = {
    "counting": ("strict", "two", "everything"),
    "clock": ("live", "relaxed", "slow", "none"),
    "place": ("here", "thread"),
    "computers": ("on", "off"),
    "pictures": ("off", "results", "tricks"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """One change of a setting: ``setting`` by name, or ``game.option``, with its values as texts.

    ``person``: None when that person's data was erased. ``at`` in UNIX seconds.
    """

    person: int | None
    at: float
    setting: str
    was: str
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupView:
    """A server's settings. ``values``: by setting, as in `bot.tables.setup`; ``house``: by game, its options in force.

    ``last``: the last changes, the newest first.
    """

    values: Mapping[str, str]
    season: int
    house: Mapping[str, Options]
    last: tuple[Changed, ...] = ()
