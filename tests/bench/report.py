"""What benchmarks have found, as lines of one table: figures beside their aims, and whether these are kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One figure. ``aim``: what it is to be, or what it stands beside, empty where there is nothing; ``kept``: whether
    it is as it is to be, None where it has no aim.
    """

    name: str
    figure: str
    aim: str
    kept: bool | None = None

    @property
    def verdict(self) -> str:
        """The last column."""
        return "" if self.kept is None else "kept" if self.kept else "MISSED"


def print_table(rows: Iterable[Row]) -> None:
    """Print the rows in columns."""
    head = Row("", "figure", "aim")
    lines = [head, *rows]
    name, figure, aim = (max(len(getattr(each, column)) for each in lines) for column in ("name", "figure", "aim"))
    for each in lines:
        line = f"{each.name:<{name}}  {each.figure:<{figure}}  {each.aim:<{aim}}  {each.verdict}"
        print(line.rstrip(), flush=True)
