"""Troubles that a test orders: answers that fail, come late, come when the test says so, or never come."""

from __future__ import annotations

import asyncio
import math
import re
from dataclasses import dataclass, field
from typing import Any

from bot.practice.refusals import Refusal


@dataclass
class Held:
    """A request that waits until the test lets it go on. ``met`` is set when it has come.

    ``carried_out``: it is done at once, and only its answer waits.
    """

    carried_out: bool = False
    met: asyncio.Event = field(default_factory=asyncio.Event)
    _free: asyncio.Event = field(default_factory=asyncio.Event)

    def let_go(self) -> None:
        """Let the request, or its answer, go on."""
        self._free.set()

    async def wait(self) -> None:
        """Wait to be let go."""
        self.met.set()
        await self._free.wait()


@dataclass(frozen=True)
class Trouble:
    """What one request meets. ``lost``: it is carried out, and then the socket is cut instead of an answer."""

    refusal: Refusal | None = None
    delay: float = 0.0
    held: Held | None = None
    lost: bool = False

    async def before(self) -> None:
        """What happens before the request is carried out. Raises the refusal."""
        if self.delay:
            await asyncio.sleep(self.delay)
        if self.held is not None and not self.held.carried_out:
            await self.held.wait()
        if self.refusal is not None:
            raise self.refusal

    async def after(self) -> None:
        """What happens to an answer before it is given."""
        if self.held is not None and self.held.carried_out:
            await self.held.wait()


@dataclass
class _Order:
    method: str
    path: re.Pattern[str]
    times: float
    trouble: Trouble


NO_TROUBLE = Trouble()


class Faults:
    """Ordered troubles, used up one request at a time. Paths are regular expressions, searched below `/api/v10`.

    ``times`` may be `math.inf`: until `clear`.
    """

    def __init__(self) -> None:
        self._ordered: list[_Order] = []

    def fail(
        self,
        method: str,
        path: str,
        *,
        status: int,
        code: int = 0,
        message: str = "A fault that was ordered",
        times: float = 1,
        retry_after: float = 0.05,
        is_global: bool = False,
    ) -> None:
        """Let the next requests of a route fail with a status and Discord's code; `retry_after` is a 429's."""
        refusal = Refusal(status, code, message)
        if status == 429:
            extra: dict[str, Any] = {"retry_after": retry_after, "global": is_global}
            headers = {"Retry-After": str(math.ceil(retry_after))}
            headers |= {"X-RateLimit-Global": "true"} if is_global else {}
            refusal = Refusal(status, code, message, headers=headers, extra=extra)
        self._order(method, path, times, Trouble(refusal))

    def delay(self, method: str, path: str, seconds: float, times: float = 1) -> None:
        """Let the next requests of a route wait so many real seconds before they are carried out."""
        self._order(method, path, times, Trouble(delay=seconds))

    def hold(self, method: str, path: str, *, carried_out: bool = False) -> Held:
        """Let the next request of a route wait, or, if it is to be carried out at once, its answer."""
        held = Held(carried_out)
        self._order(method, path, 1, Trouble(held=held))
        return held

    def lose(self, method: str, path: str, times: float = 1) -> None:
        """Carry out the next requests of a route, and lose their answers: the socket is cut."""
        self._order(method, path, times, Trouble(lost=True))

    def clear(self) -> None:
        """Take back what is still ordered."""
        self._ordered.clear()

    def meet(self, method: str, path: str) -> Trouble:
        """What this request meets."""
        for order in self._ordered:
            if order.method == method and order.path.search(path):
                order.times -= 1
                if order.times <= 0:
                    self._ordered.remove(order)
                return order.trouble
        return NO_TROUBLE

    def _order(self, method: str, path: str, times: float, trouble: Trouble) -> None:
        self._ordered.append(_Order(method, re.compile(path), times, trouble))
