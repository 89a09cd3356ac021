"""Whom a table waits for, and until when: a pure function of the table and the present moment."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.store.records import DeadlineKind, DeadlineRow
from bot.tables.model import Table

MINUTE, DAY = 60.0, 86400.0

#: The kinds of rows that remember the time for a question whose seat is not waited for just now, but may be again: its
#: person has gone or has chosen, or has acted last and may take that back. Nothing happens when that time comes.
KEPT: Final = "kept"
PLAYED: Final = "played"
REMEMBERED: Final[tuple[DeadlineKind, ...]] = (KEPT, PLAYED)

#: Seconds a person has for one decision, by the table's clock; ``none`` has no limit.
TURN: dict[str, float | None] = {"live": MINUTE, "relaxed": 10 * MINUTE, "slow": DAY, "none": None}
#: An untouched lobby closes after this long.
LOBBY: dict[str, float] = {"live": 30 * MINUTE, "relaxed": 30 * MINUTE, "slow": DAY, "none": DAY}
#: Who is asked again what they were asked before, after a pause, an absence or a change of mind, has what was left of
#: the time for it: so much at least, once a question.
LEAST_LEFT = 10.0
NEXT_DEAL = 15.0
#: A finished match may be played again for so long.
REMATCH_OFFER = 5 * MINUTE
#: A lobby keeps a seat for somebody invited.
INVITATION = 10 * MINUTE
#: What the host alone may pause.
PAUSE: dict[str, float] = {"live": 10 * MINUTE, "relaxed": 10 * MINUTE, "slow": DAY, "none": DAY}
#: A table at which no person has done anything for so long is warned, and a day later it ends.
WARNING: dict[str, float] = {"live": 3 * DAY, "relaxed": 3 * DAY, "slow": 3 * DAY, "none": 7 * DAY}
END = DAY
#: The same for a pause that everybody agreed to.
LONGEST_PAUSE = 30 * DAY

CLOCKS = tuple(TURN)
#: Tables of these clocks last for days, and stand in a thread of their own wherever there can be one.
LASTING = frozenset({"slow", "none"})


def due(before: Table | None, after: Table, now: float, *, warned: bool = False) -> tuple[DeadlineRow, ...]:
    """The deadlines of ``after``. A question that is the same as in ``before`` keeps its time, whoever went meanwhile.

    ``warned`` as in `bot.tables.step.Step`.
    """
    phase, clock = after.row.phase, after.row.clock
    if phase == "lobby":
        return (*_lobby(before, clock, now), *_invitations(before, after, now))
    if phase == "paused":
        return _paused(before, after, now, warned=warned)
    if phase == "between":
        return _kept(before, "deal") or (_whole("deal", now + NEXT_DEAL),)
    if phase == "over":
        return _rematch(before, after, now)
    turns = _turns(before, after, now)
    # Without a clock nobody is ever taken for absent: there a table that stands still is a deserted one.
    return (*turns, *_stillness(now, WARNING[clock], warned=warned)) if TURN[clock] is None else tuple(turns)


def limit(table: Table, seat: int) -> float | None:
    """Seconds that this seat has for what it is asked now; None without a clock."""
    seconds = TURN[table.row.clock]
    return None if seconds is None else seconds * _patience(table, seat)


def time_is_up(table: Table, seat: int, question: int, now: float) -> bool:
    """Whether nothing is left of a seat's time for a question that it might be asked again."""
    row = _running(table, seat, question)
    return table.row.phase == "playing" and row is not None and row.eased and row.due_at <= now


def opening_deadlines(clock: str, now: float) -> tuple[DeadlineRow, ...]:
    """The deadlines of a new lobby."""
    return (_whole("lobby", now + LOBBY[clock]),)


def _lobby(before: Table | None, clock: str, now: float) -> tuple[DeadlineRow, ...]:
    """Whatever somebody does keeps a lobby open; that a kept seat is free again is nobody's doing."""
    lapsed = before is not None and any(row.kind == "invitation" and row.due_at <= now for row in before.deadlines)
    return (_kept(before, "lobby") if lapsed else ()) or opening_deadlines(clock, now)


def _invitations(before: Table | None, after: Table, now: float) -> list[DeadlineRow]:
    """By person, since seats may be shuffled meanwhile."""
    until = {
        before.seats[row.seat].kept_for: row.due_at
        for row in (before.deadlines if before is not None else ())
        if before is not None and row.kind == "invitation" and row.seat is not None
    }
    return [
        DeadlineRow(kind="invitation", seat=seat.seat, due_at=until.get(seat.kept_for, now + INVITATION))
        for seat in after.seats
        if seat.kept_for is not None
    ]


def _paused(before: Table | None, after: Table, now: float, *, warned: bool) -> tuple[DeadlineRow, ...]:
    clock = after.row.clock
    if after.row.paused_by is None:
        # Nobody was there who would have waited: whoever comes back has the whole time again.
        return _stillness(now, WARNING[clock], warned=warned)
    turns = tuple(replace(row, kind=KEPT) for row in _kept(before, "turn"))
    questions = (*turns, *_kept(before, KEPT), *_kept(before, PLAYED))
    if not after.pause_is_wanted():
        if before is None or before.row.phase != "paused":
            return (_whole("pause", now + PAUSE[clock]), *questions)
        if kept := _kept(before, "pause"):
            return (*kept, *questions)
    return (*_stillness(now, LONGEST_PAUSE, warned=warned), *questions)


def _stillness(now: float, span: float, *, warned: bool) -> tuple[DeadlineRow, ...]:
    """Whatever happens at the table starts the span anew; only the warning itself leads to the end."""
    return (_whole("deserted", now + END),) if warned else (_whole("warning", now + span),)


def _turns(before: Table | None, after: Table, now: float) -> list[DeadlineRow]:
    rows: list[DeadlineRow] = []
    if TURN[after.row.clock] is None:
        return rows
    for seat in after.to_act():
        holder, question = after.seats[seat], after.origin(seat)
        known = _going_on(before, seat, question, now)
        here = holder.person_id is not None and holder.computer is None
        if here and seat in after.awaited():
            fresh = _turn(seat, now + (limit(after, seat) or 0.0), question)
            rows.append(fresh if known is None else _again(known, now))
        elif known is not None and (holder.person_id is not None or holder.kept_for is not None):
            rows.append(replace(known, kind=KEPT))
    last = after.last
    if last is not None and after.remembers_last:
        known = _going_on(before, last.seat, last.origin, now)
        if known is not None:
            rows.append(replace(known, kind=PLAYED))
    return rows


def _running(table: Table, seat: int, question: int) -> DeadlineRow | None:
    """Until when a seat's time for a question runs, if any has begun."""
    for row in table.deadlines:
        if row.seat == seat and (row.kind == "turn" or row.kind in REMEMBERED) and row.question in (question, None):
            return replace(row, question=question)
    return None


def _going_on(before: Table | None, seat: int, question: int, now: float) -> DeadlineRow | None:
    """The same now. When a pause has ended just now it is later by that."""
    if before is None:
        return None
    known, left = _running(before, seat, question), before.seats[seat].time_left
    if left is None:
        return known
    rows = [row for kind in REMEMBERED for row in _kept(before, kind) if row.seat == seat]
    if known is None or not rows:
        return replace(_turn(seat, now + left, question), kind=KEPT)
    # What was left is that of the question asked, where there are two.
    return replace(known, kind=KEPT, due_at=known.due_at + now + left - rows[0].due_at)


def _turn(seat: int, until: float, question: int) -> DeadlineRow:
    return DeadlineRow(kind="turn", seat=seat, due_at=until, question=question)


def _again(row: DeadlineRow, now: float) -> DeadlineRow:
    """The time for a question whose seat is waited for, still or again."""
    if row.kind != "turn" and not row.eased and row.due_at < now + LEAST_LEFT:
        return replace(row, kind="turn", due_at=now + LEAST_LEFT, eased=True)
    return replace(row, kind="turn")


def _whole(kind: DeadlineKind, at: float) -> DeadlineRow:
    return DeadlineRow(kind=kind, seat=None, due_at=at)


def _patience(table: Table, seat: int) -> float:
    """Twice the time for the first action of a deal, for naming a card and for choosing several."""
    legal = table.game.legal(table.match, seat)
    named = any(action.cards and action.verb != "play" for action in legal.actions)
    return 2.0 if table.last_no == 0 or named or legal.choice is not None else 1.0


def _kept(before: Table | None, kind: DeadlineKind) -> tuple[DeadlineRow, ...]:
    return tuple(row for row in before.deadlines if row.kind == kind) if before is not None else ()


def _rematch(before: Table | None, after: Table, now: float) -> tuple[DeadlineRow, ...]:
    if after.row.over_for_good:
        return ()
    if before is None or before.row.phase != "over":
        return (_whole("rematch", now + REMATCH_OFFER),)
    return _kept(before, "rematch")
