"""How much happens and how well: what is counted between two lines in the log, every ten minutes."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from typing import Final

import discord

LOG = logging.getLogger(__name__)

#: Seconds between two lines.
LINE_EVERY: Final = 600.0
#: Answers are counted by the first of these that they kept to, in milliseconds; Discord allows three seconds.
BOUNDS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 3000)


class Tally:
    """Counts, by name, and how long answers took. Nothing of it names a person, a table or a server."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._listeners: list[Callable[[discord.HTTPException], None]] = []
        self._answers = [0] * (len(BOUNDS) + 1)

    def answered(self, seconds: float) -> None:
        """An interaction was answered, so long after it came."""
        self._answers[bisect_left(BOUNDS, seconds * 1000)] += 1

    def refused(self, reason: str) -> None:
        """A person was refused something."""
        self._counts[f"refused {reason}"] += 1

    def failed(self) -> None:
        """Something of ours went wrong with an interaction."""
        self._counts["failed"] += 1

    def listen(self, listener: Callable[[discord.HTTPException], None]) -> None:
        """Tell a listener of everything that Discord refuses from now on."""
        self._listeners.append(listener)

    def without_picture(self, why: str) -> None:
        """A message went out without its picture."""
        self._counts[f"no picture, {why}"] += 1

    def discord_said(self, error: discord.HTTPException) -> None:
        """Discord refused a request: counted by its code, or by the status where there is none.

        Once, also where it is told of both where it came up and where it ended.
        """
        if vars(error).setdefault("counted", False):
            return
        vars(error)["counted"] = True
        self._counts[f"discord {error.code or error.status}"] += 1
        for listener in self._listeners:
            listener(error)

    def line(self) -> str | None:
        """All that was counted since the last line, as one; None if nothing was."""
        answers, self._answers = self._answers, [0] * (len(BOUNDS) + 1)
        counts, self._counts = self._counts, Counter()
        said = []
        if number := sum(answers):
            said.append(
                f"interactions {number}, half within {_within(answers, 0.5)}, 99 % within {_within(answers, 0.99)}"
            )
        said += [f"{name}: {count}" for name, count in sorted(counts.items())]
        return "; ".join(said) or None

    async def write_regularly(self, every: float = LINE_EVERY) -> None:
        """Write a line every so many seconds, if there is anything to tell, until cancelled; then the last one."""
        try:
            while True:
                await asyncio.sleep(every)
                self.write()
        finally:
            self.write()

    def write(self) -> None:
        """Write a line now, if there is anything to tell."""
        if (line := self.line()) is not None:
            LOG.info("%s", line)


def _within(answers: list[int], share: float) -> str:
    """The bound that this share of the answers kept to."""
    wanted, seen = share * sum(answers), 0
    for bound, count in zip(BOUNDS, answers, strict=False):
        seen += count
        if seen >= wanted:
            return f"{bound} ms"
    return f"more than {BOUNDS[-1]} ms"
