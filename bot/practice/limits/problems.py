"""What is wrong with a payload, and the nested shape in which Discord says so."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
Path = tuple[str | int, ...]

#: Sub-code and sentence for something that should have been an object.
NO_OBJECT = ("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")


@dataclass(frozen=True)
class Problem:
    """One thing Discord would refuse: where (`path`), its sub-code (`code`) and its sentence (`message`)."""

    path: Path
    code: str
    message: str

    def __str__(self) -> str:
        """The problem in one line, as discord.py would show it."""
        return f"{'.'.join(map(str, self.path)) or '(form)'}: {self.code}: {self.message}"


def form_errors(problems: Iterable[Problem]) -> Json:
    """The `errors` object of a 50035 answer: nested by path, each leaf holding `_errors`."""
    errors: Json = {}
    for problem in problems:
        place = errors
        for step in problem.path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return errors


class Findings:
    """Collects problems while a payload is walked through."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, path: Path, code: str, message: str) -> None:
        """Note one problem."""
        self.problems.append(Problem(path, code, message))

    def required(self, path: Path) -> None:
        """Note that a field is missing."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def text(self, holder: Json, key: str, path: Path, longest: int, shortest: int = 0) -> None:
        """Check that a text is present (when `shortest` is above 0), a string, and within its length."""
        value = holder.get(key)
        where = (*path, key)
        if value is None:
            if shortest > 0:
                self.required(where)
            return
        if not isinstance(value, str):
            self.add(where, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        elif not shortest <= len(value) <= longest:
            if shortest:
                sentence = f"Must be between {shortest} and {longest} in length."
                self.add(where, "BASE_TYPE_BAD_LENGTH", sentence)
            else:
                self.add(where, "BASE_TYPE_MAX_LENGTH", f"Must be {longest} or fewer in length.")

    def number(self, holder: Json, key: str, path: Path, least: int, most: int) -> None:
        """Check that a number, where present, is an integer within its range."""
        value = holder.get(key)
        where = (*path, key)
        if value is None:
            return
        if isinstance(value, bool) or not isinstance(value, int):
            self.add(where, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < least:
            self.add(where, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif value > most:
            self.add(where, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")

    def listed(self, holder: Json, key: str, path: Path, most: int, least: int = 0) -> list[Any]:
        """Check the length of a list and give it back; an empty list when it is missing or no list."""
        value = holder.get(key)
        where = (*path, key)
        if value is None:
            if least > 0:
                self.required(where)
            return []
        if not isinstance(value, list):
            self.add(where, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not least <= len(value) <= most:
            self.add(where, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return value

    def one_of(self, value: object, allowed: Collection[int], path: Path, union: bool = False) -> bool:
        """Check that a value is one of those allowed; say whether it is."""
        if isinstance(value, int) and not isinstance(value, bool) and value in allowed:
            return True
        if value is None:
            self.required(path)
        elif union:
            listed = ", ".join(map(str, sorted(allowed)))
            sentence = f'Value of field "{path[-1]}" must be one of ({listed},).'
            self.add(path, "UNION_TYPE_CHOICES", sentence)
        else:
            listed = ", ".join(map(str, sorted(allowed)))
            self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")
        return False

    def unique(self, values: Iterable[tuple[Path, object]], code: str, message: str) -> None:
        """Note every value that stands for a second time."""
        seen: set[object] = set()
        for path, value in values:
            if value is not None and value in seen:
                self.add(path, code, message)
            seen.add(value)
