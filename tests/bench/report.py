"""What benchmarks have found, as lines of one table: figures beside their aims."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One figure. ``aim``: what it is to be, empty where it has none."""

    name: str
    figure: str
    aim: str


def print_table(rows: Iterable[Row]) -> None:
    """Print the rows in columns."""
    head = Row("", "figure", "aim")
    lines = [head, *rows]
    name, figure = (max(len(getattr(each, column)) for each in lines) for column in ("name", "figure"))
    for each in lines:
        print(f"{each.name:<{name}}  {each.figure:<{figure}}  {each.aim}".rstrip(), flush=True)
