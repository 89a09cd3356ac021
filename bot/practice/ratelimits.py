"""Rate limits as Discord keeps them: a bucket a route and channel, and one over all."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass

from bot.practice.clock import Clock
from bot.practice.limits import numbers
from bot.practice.refusals import Refusal


@dataclass
class _Window:
    """One bucket's present window of time."""

    started: float = -math.inf
    used: int = 0


class RateLimits:
    """Counts requests in fixed windows that start with their first request. Off when `enabled` is False."""

    def __init__(self, clock: Clock, enabled: bool = True) -> None:
        self._clock = clock
        self.enabled = enabled
        self._windows: dict[Hashable, _Window] = {}

    def take(self, name: str, major: str, limit: tuple[int, float]) -> dict[str, str]:
        """Count one request of a bucket; gives back the X-RateLimit headers. Raises a 429."""
        if not self.enabled:
            return {}
        window, wait = self._count((name, major), limit)
        reset = window.started + limit[1]
        headers = {
            "X-RateLimit-Limit": str(limit[0]),
            "X-RateLimit-Remaining": str(max(limit[0] - window.used, 0)),
            "X-RateLimit-Reset": f"{reset:.3f}",
            "X-RateLimit-Reset-After": f"{max(reset - self._clock.now(), 0.0):.3f}",
            "X-RateLimit-Bucket": f"practice-{name}",
        }
        if wait > 0:
            raise _too_many("You are being rate limited.", wait, headers | {"X-RateLimit-Scope": "user"})
        return headers

    def take_global(self) -> None:
        """Count one request against the limit over all routes. Raises a global 429."""
        if not self.enabled:
            return
        _, wait = self._count("global", numbers.GLOBAL_REQUESTS)
        if wait > 0:
            headers = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            raise _too_many("You are being rate limited.", wait, headers, is_global=True)

    def take_old_edit(self, channel_id: str) -> None:
        """Count one edit of a message older than an hour. Raises a 429 with code 30046."""
        if not self.enabled:
            return
        _, wait = self._count(("old", channel_id), numbers.OLD_MESSAGE_EDITS)
        if wait > 0:
            sentence = "Maximum number of edits to messages older than 1 hour reached. Try again later."
            raise _too_many(sentence, wait, {"X-RateLimit-Scope": "shared"}, code=30046)

    def _count(self, key: Hashable, limit: tuple[int, float]) -> tuple[_Window, float]:
        """Use one request of a window; also the seconds to wait, 0 when it was free."""
        now = self._clock.now()
        if len(self._windows) > 1000:
            longest = 10.0
            self._windows = {k: w for k, w in self._windows.items() if now - w.started < longest}
        window = self._windows.setdefault(key, _Window())
        if now - window.started >= limit[1]:
            window.started, window.used = now, 0
        if window.used >= limit[0]:
            return window, window.started + limit[1] - now
        window.used += 1
        return window, 0.0


def _too_many(sentence: str, wait: float, headers: dict[str, str], is_global: bool = False, code: int = 0) -> Refusal:
    headers = {**headers, "Retry-After": str(math.ceil(wait))}
    return Refusal(429, code, sentence, headers=headers, extra={"retry_after": round(wait, 3), "global": is_global})
