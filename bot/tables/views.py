"""What a reader of a table is shown, as plain values: the screens turn these into messages.

They are built from the engine's views, so nothing in here can hold a card its reader may not see. Two equal views look
the same, which is how the publisher knows that there is nothing to send.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.tables.preferences import Preferences
from engine.actions import Action
from engine.cards import Card
from engine.game import View
from engine.options import Options, Value


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence for one reader, by its key in the catalogue: a refusal, or what just happened.

    ``params`` fill its placeholders; a parameter called ``card`` or ``suit`` is the engine's number of it.
    """

    key: str
    params: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatView:
    """Who sits where. A person's seat that a computer minds has both a person and a computer.

    ``chosen``: among those who choose at the same time, this one has; what, nobody is told.
    """

    seat: int
    person: int | None = None
    name: str | None = None
    computer: str | None = None
    ready: bool = False
    wants_end: bool = False
    chosen: bool = False
    wants_pause: bool = False
    kept_for: str | None = None

    @property
    def empty(self) -> bool:
        """Nobody sits here, person or computer (only in a lobby)."""
        return self.person is None and self.computer is None

    @property
    def away(self) -> bool:
        """A person's seat that a computer minds."""
        return self.person is not None and self.computer is not None


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause: whose it is (None: the table stands still because nobody is there), and when it ends by itself."""

    by: int | None = None
    until: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyView:
    """A table before its first deal. ``closed``: it was ended or expired, and its buttons are gone.

    ``computers``: whether computer players may be given seats in its server. ``take_back``: what was done may be taken
    back in its match. ``hints``: whether the one person who sits here is helped with hints; None while others sit too.
    """

    table: int
    game: str
    options: Options
    differing: Mapping[str, Value]
    clock: str
    seats: tuple[SeatView, ...]
    host: int | None
    closed: str | None = None
    take_back: bool = False
    computers: bool = True
    hints: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A match going on, as everybody sees it.

    ``phase``: ``playing``, ``between`` (two deals) or ``paused``. ``due``: by seat, when a person's time is up, in UNIX
    seconds. ``next_deal_at``: when the next deal is dealt. ``free``: seats a newcomer may take now. ``pause``: in phase
    ``paused``. ``took_back``: the seat that has just taken its action back. ``ends_at``: when the table will be ended
    because nobody has been there, once that is near.
    """

    table: int
    clock: str
    phase: str
    seats: tuple[SeatView, ...]
    host: int | None
    public: View
    due: Mapping[int, float]
    next_deal_at: float | None
    commitment: str | None
    free: tuple[int, ...]
    pause: Pause | None = None
    ends_at: float | None = None
    took_back: int | None = None


@dataclass(frozen=True, slots=True)
class Running:
    """A person's running score in this server before and after a match, in the game's ledger points.

    ``name`` as last seen: they may have left before the end, and then no seat has it.
    """

    person: int
    before: int
    after: int
    counted: bool
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryView:
    """A finished deal or, with ``final``, a finished match, as everybody sees it.

    ``ended``: why a match ended without a winner (``host``, ``vote``, ``moderator``, ``expired`` …); None if it was
    played out. ``rematch``: the persons who want to play again, None once that offer has lapsed.
    """

    table: int
    seats: tuple[SeatView, ...]
    public: View
    commitment: str | None
    final: bool
    ended: str | None = None
    running: tuple[Running, ...] = ()
    rematch: tuple[int, ...] | None = None


PublicView: TypeAlias = LobbyView | TableView | SummaryView


@dataclass(frozen=True, slots=True)
class Hint:
    """What a strong player would do, by its code, and why, in the engine's words."""

    code: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """What only its player sees. ``own`` is None in the lobby; ``decision`` goes into every playing button.

    ``due_at``: when this player's time is up, if they are asked. ``note`` stands on the first line. ``promise``: the
    code of the action this player has chosen and that is not played yet, ``promise_stands``: for all its turns to come.
    ``draft``: what they are putting together, before it is confirmed, as clicked so far. ``take_back``: the
    code of what they may take back. ``preferences``: how they want to see it. ``hints``: a hint may be asked for now;
    ``hint``: the one they were given for what they are asked. ``new``: the seat was not theirs when the deal was dealt,
    so its points are not.
    """

    table: int
    game: str
    clock: str
    phase: str
    seat: int
    seats: tuple[SeatView, ...]
    own: View | None
    decision: int
    due_at: float | None = None
    next_deal_at: float | None = None
    note: Note | None = None
    newcomer: bool = False
    promise: str | None = None
    promise_stands: bool = False
    draft: str | None = None
    take_back: str | None = None
    pause: Pause | None = None
    preferences: Preferences = field(default_factory=Preferences)
    hints: bool = False
    hint: Hint | None = None
    new: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CallView:
    """The line that calls persons to a table. ``until``: when the first of them has no more time, in UNIX seconds."""

    table: int
    game: str
    persons: tuple[int, ...]
    until: float | None


@dataclass(frozen=True, slots=True)
class Seal:
    """A deal that is over: the text that was sealed before it (salt and cards), and its SHA-256 in hex."""

    deal: int
    text: str
    seal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayView:
    """A moment of a deal that is over: for those who played in it, with every hand open.

    ``deal`` of ``deals`` counts from 1; ``step`` is the number of actions done, of ``steps`` in this deal. ``seats``:
    who held them when it was dealt. ``did``: the action that led here, None where the cards have just been dealt.
    ``open``: each seat's own view. ``rest``: the cards that were not dealt to anybody.
    """

    table: int
    deal: int
    deals: int
    step: int
    steps: int
    seats: tuple[SeatView, ...]
    did: tuple[int, Action] | None
    public: View
    open: tuple[View, ...]
    rest: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class GoneView:
    """Stands in place of a hand that there is no more: its table is over, or its person has no seat."""

    table: int
    note: Note


OwnView: TypeAlias = HandView | GoneView
