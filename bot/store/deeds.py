"""Whether anything has been written for whoever is served just now: what they are told of a failure depends on it."""

from __future__ import annotations

from contextvars import ContextVar


class _Deed:
    """What is being done for somebody, from their click or command to its answer."""

    __slots__ = ("written",)

    def __init__(self) -> None:
        self.written = False


_DEED: ContextVar[_Deed | None] = ContextVar("deed", default=None)


def begin() -> None:
    """From here on, in this task, something is done for somebody; nothing has been written for them yet."""
    _DEED.set(_Deed())


def written() -> None:
    """A transaction asked for in this task has been written."""
    if (deed := _DEED.get()) is not None:
        deed.written = True


def anything_written() -> bool:
    """Whether anything has been written since this task began to do something for somebody."""
    deed = _DEED.get()
    return deed is not None and deed.written
