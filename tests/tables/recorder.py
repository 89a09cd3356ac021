"""A screen that only remembers: what tables would show, without any Discord."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from bot.tables.screen import Handle, MessageGone, Place, ScreenError
from bot.tables.views import CallView, OwnView, PublicView


@dataclass(frozen=True)
class Hand:
    """A hand message of one person."""

    message: int
    expires_at: float = float("inf")


@dataclass
class Recorder:
    """``messages``: what each message shows now, by id; ``log``: everything in order."""

    messages: dict[int, PublicView] = field(default_factory=dict)
    pushed: dict[int, list[OwnView]] = field(default_factory=dict)
    #: The lines that stand now, and everybody that each new one called.
    lines: dict[int, CallView] = field(default_factory=dict)
    called: list[tuple[int, ...]] = field(default_factory=list)
    log: list[tuple[str, int, PublicView | OwnView | CallView | None]] = field(default_factory=list)
    failures: list[ScreenError] = field(default_factory=list)
    push_failures: list[ScreenError] = field(default_factory=list)
    #: By message, when it was posted; what does not stand here is new.
    times: dict[int, float] = field(default_factory=dict)
    once: dict[str, int] = field(default_factory=dict)

    #: Servers that no connection has told of yet.
    unknown: set[int] = field(default_factory=set)

    call_failures: list[ScreenError] = field(default_factory=list)
    retire_failures: list[ScreenError] = field(default_factory=list)
    _ids: count[int] = field(default_factory=lambda: count(1000))

    def knows(self, guild: int) -> bool:
        return guild not in self.unknown

    async def post(self, place: Place, view: PublicView, once: str) -> int:
        self._fail()
        if once in self.once:
            return self.once[once]
        message = self.once[once] = next(self._ids)
        self.messages[message] = view
        self.log.append(("post", message, view))
        return message

    async def edit(self, place: Place, message: int, view: PublicView) -> None:
        self._fail()
        if message not in self.messages:
            raise MessageGone(str(message))
        self.messages[message] = view
        self.log.append(("edit", message, view))

    async def retire(self, channel: int, message: int) -> None:
        if self.retire_failures:
            raise self.retire_failures.pop(0)
        self.messages.pop(message, None)
        self.lines.pop(message, None)
        self.log.append(("retire", message, None))

    def posted_at(self, message: int) -> float:
        return self.times.get(message, float("inf"))

    async def put_away(self, channel: int) -> None:
        self._fail()
        self.log.append(("put away", channel, None))

    async def call(self, place: Place, view: CallView, once: str) -> int:
        if self.call_failures:
            raise self.call_failures.pop(0)
        if once in self.once:
            return self.once[once]
        message = self.once[once] = next(self._ids)
        self.lines[message] = view
        self.called.append(view.persons)
        self.log.append(("call", message, view))
        return message

    async def edit_call(self, place: Place, message: int, view: CallView) -> None:
        if self.call_failures:
            raise self.call_failures.pop(0)
        if message not in self.lines:
            raise MessageGone(str(message))
        self.lines[message] = view
        self.log.append(("edit_call", message, view))

    async def push(self, handle: Handle, view: OwnView) -> None:
        if self.push_failures:
            raise self.push_failures.pop(0)
        self.pushed.setdefault(handle.message, []).append(view)
        self.log.append(("push", handle.message, view))

    async def retire_hand(self, handle: Handle) -> None:
        self.log.append(("retire hand", handle.message, None))

    def _fail(self) -> None:
        if self.failures:
            raise self.failures.pop(0)
