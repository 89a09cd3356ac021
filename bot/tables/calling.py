"""Who has to be called to a table, and when: pure rules. Nobody is called who is looking, or has acted.

Edits notify nobody, so whoever does not act has to be called by a line of their own (`bot.tables.call_lines`). An open
hand does not mean that its player watches: what counts is when they last clicked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.tables import due
from bot.tables.model import Table
from bot.tables.preferences import Preferences

#: Whoever clicked within so many seconds is taken to be looking.
FRESH = 120.0
#: How far somebody has been called for one question.
CALLED, REMINDED = 1, 2


@dataclass(frozen=True, slots=True)
class Missing:
    """A person whose action a table waits for. ``origin``: of their question, which stays the same
    when others take something back and do it again (`bot.tables.model.Asked`).

    ``call_at``: when they are to be called, ``remind_at``: and reminded, ``until``: when their time is up. None: never.
    """

    seat: int
    person: int
    origin: int
    call_at: float | None
    remind_at: float | None
    until: float | None

    def stage(self, now: float) -> int:
        """How far they have to be called by now: 0 (not at all), `CALLED` or `REMINDED`."""
        if self.remind_at is not None and now >= self.remind_at:
            return REMINDED
        return CALLED if self.call_at is not None and now >= self.call_at else 0

    def next_after(self, now: float) -> float | None:
        """When they have to be called further than by now."""
        return min((at for at in (self.call_at, self.remind_at) if at is not None and at > now), default=None)


def missing(table: Table, clicked: Mapping[int, float]) -> tuple[Missing, ...]:
    """Everybody a table waits for who plays themselves.

    ``clicked``: by person, their last click at this table, of those who hold a hand that follows it. The others are
    called at once; those when their click is `FRESH` no more or a third of their time has gone, whichever is first.
    After two thirds everybody is reminded. Who plays with computers alone keeps nobody waiting, and is only reminded.
    """
    alone = len(table.present) < 2
    return tuple(
        _missing(table, seat.seat, seat.person_id, clicked, alone=alone)
        for seat in table.present
        if seat.seat in table.awaited() and seat.person_id is not None
    )


def asked_at(table: Table, seat: int) -> float:
    """When a seat was asked what it is asked now. A clock says so; without one it is when anybody last acted."""
    until, seconds = table.due_at("turn", seat), due.limit(table, seat)
    return table.row.last_act_at if until is None or seconds is None else until - seconds


def wants_calls(preferences: Preferences, clock: str) -> bool:
    """Whether somebody of these preferences wants to be called to tables of this clock."""
    return preferences.calls == "always" or (preferences.calls == "slow" and clock in due.LASTING)


def _missing(table: Table, seat: int, person: int, clicked: Mapping[int, float], *, alone: bool) -> Missing:
    asked, until, seconds = asked_at(table, seat), table.due_at("turn", seat), due.limit(table, seat)
    call_at: float | None = asked
    if alone:
        call_at = None
    elif person in clicked:
        stale = clicked[person] + FRESH
        call_at = max(asked, stale if seconds is None else min(stale, asked + seconds / 3))
    return Missing(
        seat=seat,
        person=person,
        origin=table.origin(seat),
        call_at=call_at,
        remind_at=None if seconds is None else asked + seconds * 2 / 3,
        until=until,
    )
