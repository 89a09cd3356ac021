"""Hints: what a hard player would do, shown to somebody who plays alone with computers.

A setting of the table, not a rule of its game: the host turns it on before the start. While a second person sits at the
table it does nothing.
"""

from __future__ import annotations

from typing import Final

from bot.tables.commands import Refused, Why
from bot.tables.deciding import Deciding
from bot.tables.model import Table
from bot.tables.views import Hint
from engine.actions import Reason

#: The setting's name among the table's settings.
SETTING: Final = "hints"
#: Who is asked.
LEVEL: Final = "hard"


def may_be_had(table: Table) -> bool:
    """Whether hints could be turned on: one person sits here, and nobody else was dealt cards in this deal."""
    holders = [] if table.deal is None else [each for each in table.deal.holders if each is not None]
    return len(table.persons) == 1 and len(holders) < 2


def are_given(table: Table) -> bool:
    """Whether the person at the table may ask for hints."""
    return bool(table.row.settings.get(SETTING)) and may_be_had(table)


def are_given_to(table: Table, seat: int) -> bool:
    """Whether this seat's person may ask for one now: they are asked, and there is more than one answer."""
    if not are_given(table) or seat not in table.awaited() or table.seats[seat].computer is not None:
        return False
    legal = table.game.legal(table.match, seat)
    return len(legal.actions) > 1 or legal.choice is not None


async def hint(table: Table, person: int, decision: int, deciding: Deciding) -> Hint:
    """A hint for what this person is asked, from what they themselves may know; `Refused` where there is none."""
    seat = table.held_by(person).seat
    if not are_given(table):
        raise Refused(Why.NO_HINTS)
    if decision != table.decision(seat):
        raise Refused(Why.STALE)
    if not are_given_to(table, seat):
        raise Refused(Reason.NOT_YOUR_TURN)
    choice = await deciding.choice(table, seat, LEVEL)
    return Hint(choice.action.code, choice.reason)
