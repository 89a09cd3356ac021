"""What can be asked of a table, and by whom: the vocabulary of the one door (`TableService.submit`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from bot.store.records import Clock as Pace
from bot.store.records import DeadlineKind, EndReason

# --- Who asks ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in Discord. ``moderator``: may manage the server's messages or the server; ``manager``: the server."""

    id: int
    name: str
    moderator: bool = False
    manager: bool = False


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player that answers for a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Clock:
    """Time itself: deadlines that have come."""


Actor: TypeAlias = Person | Computer | Clock


# --- What is asked -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down in a lobby, at ``seat`` or at the first free one; a seated person moves to ``seat``."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Invite:
    """Invite a person, who is called so in this server, to the table."""

    person: int
    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Stand up; in a match the seat goes to a computer."""


@dataclass(frozen=True, slots=True)
class AddComputer:
    """Put a computer player of this level on the first free seat of a lobby."""

    level: str


@dataclass(frozen=True, slots=True)
class RemoveComputer:
    """Take the computer player off a seat of a lobby."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Seat everybody in a lobby anew, by chance."""


@dataclass(frozen=True, slots=True)
class SetOption:
    """Play a lobby's match by this value of one rule; texts such as ``on`` and ``121`` are read."""

    name: str
    value: int | bool | str


@dataclass(frozen=True, slots=True)
class SetOptions:
    """Play a lobby's match by exactly these rules; those not named are the sheet's."""

    options: Mapping[str, int | bool | str]


@dataclass(frozen=True, slots=True)
class SetClock:
    """Give a lobby's match this clock."""

    clock: str


@dataclass(frozen=True, slots=True)
class SetTakeBack:
    """Let actions be taken back at a lobby's match, or not."""

    on: bool


@dataclass(frozen=True, slots=True)
class SetHints:
    """Have a lobby's host, alone with computers, be helped with hints, or not."""

    on: bool


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the match; free seats go to computers. ``join``: take a seat first, if not seated (Play now)."""

    join: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """A game action by its code (``play AS``), for the actor's seat.

    Before the turn it is a promise, where the game allows one; with ``standing`` it is meant for all turns to come too.
    """

    code: str
    standing: bool = False


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back what was chosen and not played yet."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back one's own last action, while nobody has acted after it."""


@dataclass(frozen=True, slots=True)
class Next:
    """Ready for the next deal. ``after``: the deal that has ended, so that an old button does nothing."""

    after: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the game for a while: the host alone for a time, all who are here until somebody resumes."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on after a pause, whoever began it."""


@dataclass(frozen=True, slots=True)
class Kick:
    """Send a person away: their seat goes to a computer, in a lobby it is free again. The host and moderators may."""

    person: int


@dataclass(frozen=True, slots=True)
class Mind:
    """Let a computer mind the own seat until one is back."""


@dataclass(frozen=True, slots=True)
class Back:
    """The person is here again: a computer that minds their seat hands it back."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Take a computer's seat: the one who left it at any time, anybody else between deals."""

    seat: int


@dataclass(frozen=True, slots=True)
class End:
    """End the table: a moderator; the host before the first deal's end; later a majority of the seated."""


@dataclass(frozen=True, slots=True)
class Close:
    """End the table from outside, with a reason: its channel is gone, its rules have changed."""

    reason: EndReason


@dataclass(frozen=True, slots=True)
class Again:
    """Wants a rematch with the same seats."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A deadline has come: ``kind`` and ``seat`` as in its row."""

    kind: DeadlineKind
    seat: int | None = None


Command: TypeAlias = (
    Join
    | Invite
    | Leave
    | AddComputer
    | RemoveComputer
    | Shuffle
    | SetOption
    | SetOptions
    | SetClock
    | SetTakeBack
    | SetHints
    | Start
    | Play
    | Withdraw
    | TakeBack
    | Next
    | Pause
    | Resume
    | Kick
    | Mind
    | Back
    | TakeSeat
    | End
    | Close
    | Again
    | TimeUp
)


# --- Why not -------------------------------------------------------------------------------------


class Why(StrEnum):
    """Why a table refuses. The engine's own reasons (`engine.actions.Reason`) come through as they are."""

    UNKNOWN_TABLE = "unknown_table"
    GONE = "gone"
    STALE = "stale"
    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    SEAT_TAKEN = "seat_taken"
    TABLE_FULL = "table_full"
    SEAT_KEPT = "seat_kept"
    SITS_ALREADY = "sits_already"  # name
    INVITED_ALREADY = "invited_already"  # name
    NOT_WELCOME = "not_welcome"  # name
    INVITES_BOT = "invites_bot"
    CALLED_ALREADY = "called_already"
    NOBODY_TO_CALL = "nobody_to_call"  # game
    NOT_HOST = "not_host"
    ALREADY_STARTED = "already_started"
    NOT_STARTED = "not_started"
    NOT_BETWEEN_DEALS = "not_between_deals"
    NO_COMPUTER_THERE = "no_computer_there"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    MAY_NOT_KICK = "may_not_kick"
    NOT_ONESELF = "not_oneself"
    NO_SUCH_PLAYER = "no_such_player"
    SENT_AWAY = "sent_away"
    MAY_NOT_END = "may_not_end"
    WRONG_MOVE = "wrong_move"  # move
    NO_TAKE_BACK = "no_take_back"
    NOT_THE_LAST = "not_the_last"
    ENDED_TRICK = "ended_trick"
    SHOWED_NEWS = "showed_news"
    TIME_IS_UP = "time_is_up"
    BAD_OPTION = "bad_option"
    BAD_NUMBER = "bad_number"  # least, most
    NOT_ENOUGH_CARDS = "not_enough_cards"  # n
    NO_HINTS = "no_hints"
    NEEDS_THREAD = "needs_thread"
    CHANNEL_TAKEN = "channel_taken"
    NO_OPEN_TABLE = "no_open_table"
    SERVER_NEEDED = "server_needed"
    MISSING_PERMISSIONS = "missing_permissions"  # permissions
    UNKNOWN_GAME = "unknown_game"  # game
    UNKNOWN_BOARD = "unknown_board"
    NO_COMPUTERS = "no_computers"
    PERSONS_MISSING = "persons_missing"  # n
    NOT_MANAGER = "not_manager"
    BAD_SETTING = "bad_setting"
    SEASON_OVER = "season_over"
    STORAGE = "storage"
    STILL_SEATED = "still_seated"
    NOT_ERASED = "not_erased"
    TOO_LARGE = "too_large"
    UNKNOWN_MATCH = "unknown_match"  # match: what was typed
    NO_MATCHES = "no_matches"
    NOT_A_PLAYER = "not_a_player"
    NO_DEAL_OVER = "no_deal_over"
    NO_DEAL_OVER_HERE = "no_deal_over_here"
    NO_SUCH_STEP = "no_such_step"
    OLD_RULES = "old_rules"
    UNPLAYABLE = "unplayable"
    OLD_COMMAND = "old_command"
    DISCORD_BUSY = "discord_busy"
    TOO_MANY_THREADS = "too_many_threads"


class Refused(Exception):
    """The door stays shut; nothing has changed. ``text`` is the catalogue's key for ``reason``, ``params`` fill it.

    ``game``: whose own reason it is, if it is only one game's.
    """

    def __init__(self, reason: str, params: Mapping[str, int | str] | None = None, *, game: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.params: Mapping[str, int | str] = dict(params or {})
        self.text = f"refusal.{reason}" if game is None else f"{game}.refusal.{reason}"


class Unplayable(Refused):
    """An open table's deal cannot be played again by this code, or its rows cannot be read: nothing goes on there.

    It is kept for a code that can; host and moderators may end it (`bot/tables/unplayable.py`).
    """

    def __init__(self, table_id: int) -> None:
        super().__init__(Why.UNPLAYABLE)
        self.table_id = table_id


@dataclass(frozen=True, slots=True)
class Opening:
    """What a new table is to be: where, of which game, with which rules differing from the sheet."""

    guild: int
    channel: int
    game: str
    clock: Pace = "live"
    options: Mapping[str, int | bool | str] = field(default_factory=dict)
