"""Whom a table waits for, and until when: a pure function of the table and the present moment."""

from __future__ import annotations

from bot.store.tables import DeadlineRow
from bot.tables.model import Table

MINUTE, DAY = 60.0, 86400.0

#: Seconds a person has for one decision, by the table's clock; ``none`` has no limit.
TURN: dict[str, float | None] = {"live": MINUTE, "relaxed": 10 * MINUTE, "slow": DAY, "none": None}
#: An untouched lobby closes after this long.
LOBBY: dict[str, float] = {"live": 30 * MINUTE, "relaxed": 30 * MINUTE, "slow": DAY, "none": DAY}
NEXT_DEAL = 15.0
REMATCH = 5 * MINUTE
#: A table without any person is ended after this long: three days and a day, seven and a day when untimed.
DESERTED: dict[str, float] = {"live": 4 * DAY, "relaxed": 4 * DAY, "slow": 4 * DAY, "none": 8 * DAY}

CLOCKS = tuple(TURN)
#: Tables of these clocks last for days, and stand in a thread of their own wherever there can be one.
LASTING = frozenset({"slow", "none"})


def due(before: Table | None, after: Table, now: float) -> tuple[DeadlineRow, ...]:
    """The deadlines of ``after``. A person whose question is the same as in ``before`` keeps the time they had."""
    phase, clock = after.row.phase, after.row.clock
    if phase == "lobby":
        return opening_deadlines(clock, now)
    if phase == "paused":
        return _kept(before, "deserted") or (_whole("deserted", now + DESERTED[clock]),)
    if phase == "between":
        return _kept(before, "deal") or (_whole("deal", now + NEXT_DEAL),)
    if phase == "over":
        return _rematch(before, after, now)
    return tuple(_turns(before, after, now))


def opening_deadlines(clock: str, now: float) -> tuple[DeadlineRow, ...]:
    """The deadlines of a new lobby."""
    return (_whole("lobby", now + LOBBY[clock]),)


def _turns(before: Table | None, after: Table, now: float) -> list[DeadlineRow]:
    limit = TURN[after.row.clock]
    rows = []
    for seat in after.awaited():
        holder = after.seats[seat]
        if limit is None or holder.person_id is None or holder.computer is not None:
            continue
        same = (
            before is not None
            and before.asked
            and before.decision(seat) == after.decision(seat)
            and before.seats[seat].person_id == holder.person_id
        )
        kept = (
            next((row for row in before.deadlines if row.kind == "turn" and row.seat == seat), None)
            if (before is not None and same)
            else None
        )
        rows.append(kept or DeadlineRow(kind="turn", seat=seat, due_at=now + limit * _patience(after, seat)))
    return rows


def _whole(kind: str, at: float) -> DeadlineRow:
    return DeadlineRow(kind=kind, seat=None, due_at=at)


def _patience(table: Table, seat: int) -> float:
    """Twice the time for the first action of a deal, for naming a card and for choosing several."""
    legal = table.game.legal(table.match, seat)
    named = any(action.cards and action.verb != "play" for action in legal.actions)
    return 2.0 if table.last_no == 0 or named or legal.choice is not None else 1.0


def _kept(before: Table | None, kind: str) -> tuple[DeadlineRow, ...]:
    return tuple(row for row in before.deadlines if row.kind == kind) if before is not None else ()


def _rematch(before: Table | None, after: Table, now: float) -> tuple[DeadlineRow, ...]:
    if after.row.end_reason is not None:
        return ()
    if before is None or before.row.phase != "over":
        return (_whole("rematch", now + REMATCH),)
    return _kept(before, "rematch")
