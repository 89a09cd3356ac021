"""The rows as the rest of the bot sees them: frozen records. Ids are Discord's or our own, times UNIX seconds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any, Final, Literal, TypeAlias

#: How long a player may think: 60 seconds, 10 minutes, 24 hours, as long as they like.
Clock: TypeAlias = Literal["live", "relaxed", "slow", "none"]

Phase: TypeAlias = Literal["lobby", "playing", "between", "paused", "over"]

#: How a table came to its end. ``finished``: played out; ``rematch``: that too, and played again at a new table;
#: ``expired``: a lobby that nobody started; ``deserted``: nobody was there any more; ``channel``: its place is gone;
#: ``rules``: they were corrected under it. Each but the first two has its sentence under ``[ended]``.
EndReason: TypeAlias = Literal[
    "finished",
    "rematch",
    "host",
    "vote",
    "moderator",
    "empty",
    "left",
    "expired",
    "deserted",
    "channel",
    "rules",
    "other",
]

#: What can be due: a seat's turn, an invited person's seat; of a whole table its next deal, the end of an untouched
#: lobby, of a pause and of the offer of a rematch; a warning where nobody does anything, and the end that follows it.
#: ``kept``, or of what was ``played`` last, is a turn's time of which something may be left: then nothing happens.
DeadlineKind: TypeAlias = Literal[
    "turn", "kept", "played", "invitation", "deal", "lobby", "pause", "rematch", "warning", "deserted"
]

#: The games' options by name, only those that differ from the sheet.
Options: TypeAlias = Mapping[str, int | bool | str]


class Counting(IntEnum):
    """Which deals a server counts, the strictest setting first; a deal's *reach* is the strictest at which it counts.

    What each asks of a deal is said in `bot/tables/scoring.py`.
    """

    STRICT = 0
    TWO = 1
    EVERYTHING = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table: one match of one game in one channel.

    ``version`` counts the commits and is the store's own compare-and-set. ``deal_no`` is the deal being played or, in
    between, played last; 0 before the first. ``season``: the server's when the table was opened. ``message_deal``: the
    deal that the message ``message_id`` shows, 0 before there is one. ``house_rules``: the options were exactly the
    server's house rules when the match was started. ``paused_by``: whose pause it is, in phase ``paused``; None where
    the table stands still because nobody is there. ``settings``: what is set for the table beside its rules.
    """

    id: int
    guild_id: int
    channel_id: int
    game: str
    rules_version: int
    options: Options
    seats: int
    clock: Clock
    phase: Phase
    host_id: int | None
    message_id: int | None
    version: int
    deal_no: int
    created_at: float
    started_at: float | None
    ended_at: float | None
    end_reason: EndReason | None
    last_act_at: float
    season: int = 1
    message_deal: int = 0
    house_rules: bool = False
    paused_by: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rematch_offered(self) -> bool:
        """Whether the match is over and may still be played again."""
        return self.phase == "over" and self.end_reason is None

    @property
    def over_for_good(self) -> bool:
        """Whether nothing will happen at this table any more."""
        return self.phase == "over" and self.end_reason is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """A table about to be opened: it starts in the lobby, without a deal."""

    guild_id: int
    channel_id: int
    game: str
    rules_version: int
    options: Options
    seats: int
    clock: Clock
    host_id: int | None
    created_at: float
    message_id: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """A seat now.

    ``person_id`` holds it; ``computer`` is the level of the computer that plays it, be it the computer's own or a
    person's who is away; ``kept_for`` left and may take it back; ``missed`` counts the times the clock ran out;
    ``ready`` means that Next or Rematch was pressed, ``wants_end`` that its person voted to end the table; ``since``:
    when, and ``since_deal``: from which deal on, its person or computer has sat here. ``promise``: the action that was
    chosen for it and is not played yet, by whom (as in `ActionRow`), and whether it stands for later turns too.
    ``wants_pause``: its person asks for a pause; ``time_left``: the seconds they had left for their turn when it began.
    """

    seat: int
    person_id: int | None = None
    computer: str | None = None
    kept_for: int | None = None
    missed: int = 0
    ready: bool = False
    wants_end: bool = False
    since: float = 0.0
    since_deal: int = 1
    promise: str | None = None
    promised_by: str | None = None
    standing: bool = False
    wants_pause: bool = False
    time_left: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRow:
    """A deal as it was dealt; never changed afterwards.

    ``hands``: card codes, parted by spaces, the seats by ``/``; ``rest``: card codes. By seat: the scores before the
    deal, who held the seat, and the level of the computer that played it. ``carried``: what else the game carries from
    deal to deal, as it stood before this one.
    """

    no: int
    dealer: int
    hands: str
    rest: str
    salt: str
    commitment: str
    scores_before: tuple[int, ...]
    holders: tuple[int | None, ...]
    levels: tuple[str | None, ...]
    dealt_at: float
    carried: Mapping[str, int] = field(default_factory=dict)


#: The verb of a row that takes the action with the number behind it back (``takeback 7``): always the row before it.
TAKE_BACK = "takeback"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRow:
    """One action, in the record's code; ``no`` counts from 1 within the deal, without gaps, and never goes back.

    What was taken back stays, followed by a row that says so; `standing` leaves both out.
    ``actor`` is the person's id as text, or ``computer`` and its level.
    """

    deal_no: int
    no: int
    seat: int
    code: str
    actor: str
    at: float


def takes_back(row: ActionRow) -> bool:
    """Whether this row takes back the one before it."""
    return row.code.startswith(f"{TAKE_BACK} ")


def standing(rows: Iterable[ActionRow]) -> tuple[ActionRow, ...]:
    """The actions that a match is made of: without those that were taken back, and the rows that say so."""
    left: list[ActionRow] = []
    for row in rows:
        if takes_back(row):
            left.pop()
        else:
            left.append(row)
    return tuple(left)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlineRow:
    """Something that happens to a table by itself at ``due_at``: to one seat, or to the whole table (None).

    ``question``: what the seat is asked until then; ``eased``: it has been given its few seconds more for that already.
    """

    kind: DeadlineKind
    seat: int | None
    due_at: float
    question: int | None = None
    eased: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRow:
    """What one deal meant for one person's running score: ``points``, more is better, below zero where so scored.

    ``reach``: the strictest setting of a server at which it counts; at any stricter one it is practice. ``persons``:
    how many persons played the deal. ``won``: where a deal is won or lost. ``stats``: the game's counters, added up for
    the person's record.
    """

    guild_id: int
    game: str
    season: int
    table_id: int
    deal_no: int
    person_id: int
    points: int
    reach: Counting
    persons: int
    at: float
    won: bool | None = None
    stats: Mapping[str, int] = field(default_factory=dict)

    @property
    def day(self) -> str:
        """The UTC date of ``at``, such as ``2024-05-31``: what the totals of a day add up."""
        return day_of(self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonResult:
    """What a match came to for one person. Neither won nor lost: it is no match in their record.

    ``seat``: the one they hold or held last. ``place`` from 1. ``throughout``: held the seat from the first deal to the
    last, which ratings ask for. ``reach``: as in `LedgerRow`, of the match.
    """

    person_id: int
    seat: int
    place: int
    won: bool
    lost: bool
    reach: Counting
    throughout: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """How a match ended: winning seats and scores by seat, and one entry a person. ``finished``: to its rules' end.

    ``sides``: the seats that win and lose together; empty where everybody plays for themselves.
    """

    table_id: int
    guild_id: int
    game: str
    season: int
    finished: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    persons: tuple[PersonResult, ...]
    ended_at: float
    sides: tuple[tuple[int, ...], ...] = ()

    @property
    def day(self) -> str:
        """The UTC date of ``ended_at``."""
        return day_of(self.ended_at)


@dataclass(slots=True, kw_only=True)
class Changes:
    """Everything one step at a table changes, written by ``commit`` in one transaction.

    ``table``: the new values, with ``version`` raised by one over ``before``, the version it was made from.
    ``row_stays``: only version and time of the last act differ from the row of that version. ``seats``: the whole set,
    or None when nothing changed there. ``deadlines``: always the whole set; ``had``: that of the version before, where
    it is known. The rest is added.
    ``sent_away``, ``invited``: the whole set, or None when nothing changed there. ``names``: what people are called in
    this server now, by id.
    """

    table: TableRow
    before: int
    deadlines: tuple[DeadlineRow, ...]
    row_stays: bool = False
    had: tuple[DeadlineRow, ...] | None = None
    seats: tuple[SeatRow, ...] | None = None
    deal: DealRow | None = None
    actions: tuple[ActionRow, ...] = ()
    ledger: tuple[LedgerRow, ...] = ()
    result: ResultRow | None = None
    sent_away: frozenset[int] | None = None
    invited: frozenset[int] | None = None
    names: Mapping[int, str] = field(default_factory=dict)
    successor: Successor | None = None


@dataclass(slots=True, kw_only=True)
class Successor:
    """A table that takes the place of another in the same transaction: as it is opened, and its first step.

    ``changes.table.id`` is not known before, and filled in.
    """

    new: NewTable
    seats: tuple[SeatRow, ...]
    names: Mapping[int, str]
    changes: Changes


#: No persons. One for all tables: each empty set is an object of its own, of 216 bytes.
NOBODY: Final[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A table as it stands: with the deal ``table.deal_no`` (None before the first) and its log in order.

    ``sent_away``: who may not sit down at it again. ``invited``: who was invited to it.
    """

    table: TableRow
    seats: tuple[SeatRow, ...]
    deal: DealRow | None
    actions: tuple[ActionRow, ...]
    deadlines: tuple[DeadlineRow, ...]
    sent_away: frozenset[int] = NOBODY
    invited: frozenset[int] = NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A whole match, for its record: every deal and every standing action, in order; the result once there is one."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    deals: tuple[DealRow, ...]
    actions: tuple[ActionRow, ...]
    result: ResultRow | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """What of a table's row is plain numbers and words: to be had where its options or its deal cannot be read."""

    guild_id: int
    channel_id: int
    host_id: int | None
    phase: Phase


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An open table and what is due at it, for the start-up."""

    table_id: int
    deadlines: tuple[DeadlineRow, ...]


def day_of(at: float) -> str:
    """The UTC date, such as ``2024-05-31``, of a moment in UNIX seconds."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def to_text(value: Any) -> str:
    """JSON in one form, so that equal values are equal texts."""
    if isinstance(value, Mapping):
        value = dict(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def from_text(text: str) -> Any:
    """The value behind a JSON text."""
    return json.loads(text)
