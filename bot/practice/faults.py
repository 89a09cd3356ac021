"""Troubles that a test orders: answers that fail, and answers that come late."""

import re
from dataclasses import dataclass

from bot.practice.refusals import Refusal


@dataclass
class _Failure:
    method: str
    path: re.Pattern[str]
    times: int
    refusal: Refusal | None
    delay: float


class Faults:
    """Ordered troubles, used up one request at a time. Paths are regular expressions, searched below `/api/v10`."""

    def __init__(self) -> None:
        self._ordered: list[_Failure] = []

    def fail(
        self,
        method: str,
        path: str,
        *,
        status: int,
        code: int = 0,
        message: str = "A fault that was ordered",
        times: int = 1,
    ) -> None:
        """Let the next requests of a route fail with a status and Discord's code."""
        refusal = Refusal(status, code, message)
        if status == 429:
            extra = {"retry_after": 0.05, "global": False}
            refusal = Refusal(status, code, message, headers={"Retry-After": "1"}, extra=extra)
        self._ordered.append(_Failure(method, re.compile(path), times, refusal, 0.0))

    def delay(self, method: str, path: str, seconds: float, times: int = 1) -> None:
        """Let the next requests of a route wait so many real seconds before they are carried out."""
        self._ordered.append(_Failure(method, re.compile(path), times, None, seconds))

    def clear(self) -> None:
        """Take back what is still ordered."""
        self._ordered.clear()

    def next(self, method: str, path: str) -> tuple[float, Refusal | None]:
        """What this request meets: seconds to wait, and a refusal or None."""
        for failure in self._ordered:
            if failure.method == method and failure.path.search(path):
                failure.times -= 1
                if failure.times <= 0:
                    self._ordered.remove(failure)
                return failure.delay, failure.refusal
        return 0.0, None
