"""What tables ask of the place where they are shown: Discord in earnest, a recording double in tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.tables.views import CallView, OwnView, PublicView


class ScreenError(Exception):
    """The screen could not do what was asked; the subclasses say what that means for the table."""


class MessageGone(ScreenError):
    """The message is not there any more, or cannot be edited: show the view in a new one."""


class MessageStuck(ScreenError):
    """The message is there but takes no more edits for now (too old): show the view anew, and delete the old one."""


class PlaceGone(ScreenError):
    """The channel is gone, or the bot may no longer write there: nothing can be shown until that changes."""


class ScreenBusy(ScreenError):
    """A passing fault: the view may be shown later. ``after``: seconds to wait."""

    def __init__(self, message: str, after: float = 5.0) -> None:
        super().__init__(message)
        self.after = after


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or thread, and the server that it is in: what is shown there is in its language, with its pictures."""

    guild: int
    channel: int


class Handle(Protocol):
    """The way to one open hand message; opaque to tables. ``expires_at`` in UNIX seconds."""

    @property
    def message(self) -> int:
        """Which message it leads to: a click renews the way to the same one."""

    @property
    def expires_at(self) -> float:
        """When Discord stops taking edits through it."""


class Screen(Protocol):
    """The public message of a table, the line that calls to it, and the open hands of its players."""

    def knows(self, guild: int) -> bool:
        """Whether a server has been told of by now: after a start nobody knows for a moment how it is spoken there."""

    async def post(self, place: Place, view: PublicView, once: str) -> int:
        """Post a new message; its id. `PlaceGone`, `ScreenBusy`.

        ``once``: what was posted by the same word some minutes ago at most is that message, which is left as it is: so
        nothing stands twice where the answer to the first post was lost.
        """

    def posted_at(self, message: int) -> float:
        """When this message was posted, in UNIX seconds."""

    async def edit(self, place: Place, message: int, view: PublicView) -> None:
        """Show the view in this message. `MessageGone`, `MessageStuck`, `PlaceGone`, `ScreenBusy`."""

    async def retire(self, channel: int, message: int) -> None:
        """Delete a message that a newer one replaces; one already gone is no error."""

    async def put_away(self, channel: int) -> None:
        """Close the thread that was made for tables; any other channel is left alone. `PlaceGone`, `ScreenBusy`."""

    async def call(self, place: Place, view: CallView, once: str) -> int:
        """Post a line that notifies exactly those whom it names; its id. ``once`` as in `post`.

        `PlaceGone`, `ScreenBusy`.
        """

    async def edit_call(self, place: Place, message: int, view: CallView) -> None:
        """Have the line name these, which notifies nobody. `MessageGone`, `MessageStuck`, `PlaceGone`, `ScreenBusy`."""

    async def push(self, handle: Handle, view: OwnView) -> None:
        """Show the view in an open hand message. `MessageGone` when that hand cannot be reached any more."""

    async def retire_hand(self, handle: Handle) -> None:
        """Take away a hand message that a newer one replaces. `MessageGone`, `ScreenBusy`."""
