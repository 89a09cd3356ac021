"""House rules of a game: named options with the values they take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

Value: TypeAlias = int | bool | str
Options: TypeAlias = Mapping[str, Value]


class Settled(dict[str, Value]):
    """A match's options with their values: read like any dict, never changed, and fit to go to another process.

    (A mapping proxy would do for the first two, but cannot be pickled.)
    """

    def __reduce__(self) -> tuple[type[Settled], tuple[dict[str, Value]]]:
        return Settled, (dict(self),)

    def _refuse(self, *given: object, **named: object) -> NoReturn:
        raise TypeError("the options of a match do not change")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


class BadOption(ValueError):
    """An option that the game does not have, or a value it does not take. ``name`` and ``value`` say which."""

    def __init__(self, message: str, name: str, value: object) -> None:
        super().__init__(message)
        self.name = name
        self.value = value


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule of a game: its default is the sheet's rule.

    ``offered`` are the values a lobby offers, the default first. Where ``bounds`` is set, any whole number in it is
    taken as well (both ends included).
    """

    name: str
    offered: tuple[Value, ...]
    bounds: tuple[int, int] | None = None

    @property
    def default(self) -> Value:
        """The sheet's value."""
        return self.offered[0]

    def take(self, value: object) -> Value:
        """The value as the game uses it; texts such as ``on``, ``181`` are read. `BadOption` if not allowed."""
        plain = _plain(value)
        for offered in self.offered:
            for given in (value, plain):  # where "off" is itself one of several texts it stays a text
                if given == offered and type(given) is type(offered):  # 1 is not on, 181.0 not 181
                    return offered
        if self.bounds and type(plain) is int and self.bounds[0] <= plain <= self.bounds[1]:
            return plain
        allowed = ", ".join(_shown(each) for each in self.offered)
        if self.bounds:
            allowed += f", or a whole number from {self.bounds[0]} to {self.bounds[1]}"
        raise BadOption(f"option {self.name} takes {allowed}, not {_shown(value)}", self.name, value)


def text_of(value: Value) -> str:
    """The value as a text that `Option.take` reads as the same value: ``on``, ``off``, ``121``, ``split``."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _plain(value: object) -> object:
    if not isinstance(value, str):
        return value
    if value in ("on", "true"):
        return True
    if value in ("off", "false"):
        return False
    digits = value.removeprefix("-")
    # The length bound keeps a text of a million digits from being turned into a number.
    return int(value) if digits.isdecimal() and digits.isascii() and len(digits) < 10 else value


def _shown(value: object) -> str:
    return text_of(value)[:40] if isinstance(value, int | str) else str(value)[:40]
