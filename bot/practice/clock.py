"""The time of a practice world: the real one, or one that stands still until a test moves it on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

DISCORD_EPOCH = 1420070400.0  # 2015-01-01, where snowflakes start counting


class Timer:
    """A call that is due at a time of the clock; `cancel()` takes it back."""

    def __init__(self, clock: Clock, due: float, call: Callable[[], None]) -> None:
        self.due = due
        self._clock = clock
        self._call = call
        self._handle: asyncio.TimerHandle | None = None

    def arm(self, delay: float) -> None:
        """Let the event loop fire this timer after `delay` real seconds."""
        self.disarm()
        self._handle = asyncio.get_running_loop().call_later(max(delay, 0.0), self.fire)

    def disarm(self) -> None:
        """Take the timer off the event loop, without giving it up."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def fire(self) -> None:
        """Make the call, once."""
        if self._clock.forget(self):
            self.disarm()
            self._call()

    def cancel(self) -> None:
        """Give the call up; harmless when it has been made."""
        self._clock.forget(self)
        self.disarm()


class Clock:
    """Seconds since 1970. With `frozen` it moves by `advance` only, so that no test depends on a busy machine."""

    def __init__(self, frozen: bool = False, start: float | None = None) -> None:
        self.frozen = frozen
        self._fixed = time.time() if start is None else start
        self._ahead = 0.0 if start is None else start - time.time()
        self._timers: set[Timer] = set()

    def now(self) -> float:
        """The present time in seconds since 1970."""
        return self._fixed if self.frozen else time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Jump ahead and make every call that has become due, earliest first."""
        self._fixed += seconds
        self._ahead += seconds
        now = self.now()
        for timer in sorted(self._timers, key=lambda timer: timer.due):
            if timer.due <= now:
                timer.fire()
            elif not self.frozen:
                timer.arm(timer.due - now)

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make a call after so many seconds of this clock."""
        timer = Timer(self, self.now() + seconds, call)
        self._timers.add(timer)
        if not self.frozen:
            timer.arm(seconds)
        return timer

    def forget(self, timer: Timer) -> bool:
        """Take a timer off the list; False when it was off already."""
        if timer in self._timers:
            self._timers.remove(timer)
            return True
        return False

    def stop(self) -> None:
        """Give up every call that is still due."""
        for timer in list(self._timers):
            timer.cancel()


class Snowflakes:
    """Makes Discord's ids: milliseconds since 2015 and a counter, so that later ids are larger."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def new(self) -> str:
        """A new id, larger than every one before."""
        milliseconds = int((self._clock.now() - DISCORD_EPOCH) * 1000)
        self._last = max(self._last + 1, milliseconds << 22)
        return str(self._last)


def iso(seconds: float) -> str:
    """A time as Discord writes it: ISO 8601 in UTC with microseconds."""
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return f"{whole}.{int(seconds % 1 * 1_000_000):06d}+00:00"
