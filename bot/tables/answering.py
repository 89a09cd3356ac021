"""What a click is being answered with at this moment: the same change is not sent there a second time meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Answering(Generic[K]):
    """Messages by key. ``mark`` is called for each that was held back, when its answer has been given."""

    def __init__(self, mark: Callable[[K], None]) -> None:
        self._mark = mark
        self._answered: Counter[K] = Counter()
        self._held_back: set[K] = set()

    def __contains__(self, key: K) -> bool:
        return key in self._answered

    @contextmanager
    def during(self, key: K) -> Iterator[None]:
        """From before the table is asked until the answer, which shows it as it then is, has been given."""
        self._answered[key] += 1
        try:
            yield
        finally:
            self._answered[key] -= 1
            self._answered += Counter()
            if key in self._held_back:
                self._held_back.discard(key)
                self._mark(key)

    def is_shown(self, key: K) -> None:
        """The answer shows the message as things stand now, so what was held back needs no second look."""
        self._held_back.discard(key)

    def hold_back(self, key: K) -> bool:
        """Whether an answer is just being given with this message, which is then looked at again."""
        if key in self._answered:
            self._held_back.add(key)
        return key in self._answered
