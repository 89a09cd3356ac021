"""The match record: one match, complete enough to be played again card by card, and how it is written.

What players are handed, what the command line reads and writes, what a bug report holds and what a restart replays.
`engine.reading` makes records from JSON, `engine.replay` plays them again; docs/record.md has the format in full.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine.actions import Action
from engine.cards import CODES, Card
from engine.game import AnyGame
from engine.options import Value

FORMAT = "tricktable-record/1"

Json: TypeAlias = dict[str, Any]


def one_line(text: str, most: int = 300) -> str:
    """The text with everything that is not printable escaped, cut to ``most`` characters: fit for one line."""
    cut = text if len(text) <= most else text[:most] + "..."
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in cut)


class RecordError(ValueError):
    """What is wrong with a record, in one line, and where: ``deal`` and ``action`` count from 0, None if neither."""

    def __init__(self, message: str, deal: int | None = None, action: int | None = None) -> None:
        self.message = one_line(message)
        self.deal = deal
        self.action = action
        super().__init__(self.message, deal, action)

    def __str__(self) -> str:
        place = [f"{word} {at}" for word, at in (("deal", self.deal), ("action", self.action)) if at is not None]
        return f"{', '.join(place)}: {self.message}" if place else self.message


def same_rules(game: AnyGame, rules_version: int) -> None:
    """`RecordError` unless a record of these rules can be played with the rules we have."""
    if rules_version != game.rules_version:
        raise RecordError(f"has rules_version {rules_version}; the rules of {game.title} here are {game.rules_version}")


@dataclass(frozen=True, slots=True)
class StandIn:
    """From which action on (index in the deal) somebody acted for a seat, and who: ``computer normal``."""

    action: int
    seat: int
    who: str


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal: the cards as dealt, one tuple a seat, what was not dealt, and the actions as (seat, action).

    ``points`` and ``scores`` (one a seat) are None where they are unknown or the deal is still going on. ``extra`` are
    keys that this program does not know: they are kept.
    """

    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    rest: tuple[Card, ...]
    actions: tuple[tuple[int, Action], ...] = ()
    salt: str | None = None
    commitment: str | None = None
    stand_ins: tuple[StandIn, ...] = ()
    points: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished match ended: all winning seats, ascending, and each seat's score."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """One match. ``options`` are those that were given: a missing one has its default.

    ``players`` has one name a seat, or is empty. ``result`` is None while the match goes on, or where it is unknown.
    """

    game: str
    rules_version: int
    options: Mapping[str, Value]
    seats: int
    deals: tuple[DealRecord, ...] = ()
    players: tuple[str, ...] = ()
    result: Result | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


def write(record: Record) -> str:
    """The record as one line of JSON without its line end: ASCII, no spaces, always the same order of keys."""
    whole: Json = {
        "format": FORMAT,
        "game": record.game,
        "rules_version": record.rules_version,
        "options": dict(sorted(record.options.items())),
        "seats": record.seats,
        "players": list(record.players) or None,
        "deals": [_plain_deal(deal) for deal in record.deals],
        "result": {"finished": False},
        **record.extra,
    }
    if record.result is not None:
        whole["result"] = {"finished": True, "winners": record.result.winners, "scores": record.result.scores}
    return json.dumps(_without_none(whole, record.extra), separators=(",", ":"), allow_nan=False)


def _plain_deal(deal: DealRecord) -> Json:
    plain: Json = {
        "dealer": deal.dealer,
        "hands": [[CODES[each] for each in hand] for hand in deal.hands],
        "rest": [CODES[each] for each in deal.rest],
        "salt": deal.salt,
        "commitment": deal.commitment,
        "actions": [[seat, action.code] for seat, action in deal.actions],
        "stand_ins": [[each.action, each.seat, each.who] for each in deal.stand_ins] or None,
        "points": deal.points,
        "scores": deal.scores,
        **deal.extra,
    }
    return _without_none(plain, deal.extra)


def _without_none(plain: Json, extra: Mapping[str, object]) -> Json:
    return {key: value for key, value in plain.items() if value is not None or key in extra}
