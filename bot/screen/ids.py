"""The ids that buttons and selects carry: ``t:<table>:<decision>:<verb>:<arg>``, made and read in one place.

They come back from people's own clients, so reading one never trusts it: an id that was not made here is None.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

LONGEST: Final = 100

_NUMBER = "(?:0|[1-9][0-9]{0,%d})"
_GAME = "[a-z][a-z0-9_]{0,30}"
_OPTION = "[a-z][a-z0-9_]{0,40}"
_SEAT = _NUMBER % 1
_DEAL = _NUMBER % 5
_STEP = _NUMBER % 3
_PERSON = "[1-9][0-9]{0,19}"
#: A game's leaderboard: the usual one, or order, period (``season3`` for an earlier season) and page.
_BOARD = rf"{_GAME}(?:\.[a-z]{{1,10}}\.[a-z]{{1,10}}[0-9]{{0,6}}\.{_NUMBER % 5})?"
_NOTHING = ""
_RULE = rf"{_GAME}\.{_OPTION}"
_CARD_OR_NUMBER = r"(?:[2-9TJQKA][SHDC]|J[+-]|[0-9]{1,3})"
_ACTION = rf"[a-z]{{1,16}}(?: {_CARD_OR_NUMBER}){{0,13}}"
_DRAFT = rf"(?:{_ACTION}|[a-z]{{1,16}} [SHDC])?"

#: Every verb, with the form of its argument.
VERBS: Final[dict[str, str]] = {
    # On public messages and panels, decision 0.
    "join": _NOTHING,
    "leave": _NOTHING,
    "start": _NOTHING,
    "playnow": _NOTHING,
    "seat": _NOTHING,  # a select: its value is the seat
    "rules": _NOTHING,
    "more": _NOTHING,
    "hand": _NOTHING,
    "take": f"(?:{_SEAT})?",  # without a seat: ask which
    "next": _DEAL,  # the deal that has ended
    "rematch": _NOTHING,
    "addcomputer": "[a-z]{1,16}",  # the level
    "removecomputer": _SEAT,
    "shuffle": _NOTHING,
    "callplayers": _NOTHING,
    "callme": "on|off",
    "options": _NOTHING,
    "option": _NOTHING,  # a select of the rules
    "value": _OPTION,  # a select of this rule's values
    "other": _OPTION,  # opens the form for another number
    "number": _OPTION,  # the form sent off
    "sheet": _NOTHING,
    "house": _NOTHING,
    "clock": _NOTHING,  # a select of the clocks
    "takingback": "on|off",
    "hints": "on|off",
    "end": _NOTHING,
    "mind": _NOTHING,
    "pause": _NOTHING,
    "resume": _NOTHING,
    "back": _NOTHING,
    "page": rf"{_GAME}\.{_NUMBER % 2}",
    "board": _BOARD,
    "showboard": _BOARD,
    "order": _GAME,  # a select of its leaderboards
    "showstats": rf"{_PERSON}(?:\.{_GAME})?",
    "proof": _NOTHING,
    "record": _NOTHING,
    "replay": rf"(?:{_DEAL}\.{_STEP}\.[a-z]{{1,16}})?",  # the moment one is at, and the way on from it
    # On the panel of a server's settings and that of one's own preferences, table 0.
    "setup": _NOTHING,
    "setting": "[a-z]{1,16}",  # a select of this setting's values
    "houserules": _NOTHING,  # a select of the games
    "backtohouse": _GAME,
    "houserule": _GAME,  # a select of this game's rules
    "housevalue": _RULE,  # a select of this rule's values
    "houseother": _RULE,  # opens the form for another number
    "housenumber": _RULE,  # the form sent off
    "housesheet": _GAME,
    "season": _NOTHING,
    "newseason": _NUMBER % 8,  # the season that ends
    "preference": "[a-z]{1,16}",  # a select of this preference's values
    # On the panels of one's own data, table 0.
    "erase": _NOTHING,
    "erasenow": _NOTHING,
    "keepdata": _NOTHING,
    # On a hand, with its decision: an action's code; the same for this and all later turns; what is being put together
    # (a select adds its values to it); and taking back what was chosen but not played yet.
    "do": _ACTION,
    "stand": _ACTION,
    "draft": _DRAFT,
    "hint": _DRAFT,  # what is being put together stays
    "withdraw": _NOTHING,
    "takeback": _NOTHING,  # with the decision that stands after what was done last
}

_TABLE_DIGITS, _DECISION_DIGITS = 18, 15
_TABLE, _DECISION = _NUMBER % (_TABLE_DIGITS - 1), _NUMBER % (_DECISION_DIGITS - 1)
_FORM = re.compile(rf"t:({_TABLE}):({_DECISION}):([a-z]{{1,16}}):([a-zA-Z0-9_.+\- ]{{0,80}})")
_ARGUMENTS = {verb: re.compile(form) for verb, form in VERBS.items()}


@dataclass(frozen=True, slots=True)
class Click:
    """What an id says: the table (0: none), the decision it answers (0: none), the verb and its argument."""

    table: int
    decision: int
    verb: str
    arg: str = ""


def make(table: int, decision: int, verb: str, arg: str = "") -> str:
    """The id of a control; `ValueError` for one that `parse` would not take."""
    custom_id = f"t:{table}:{decision}:{verb}:{arg}"
    numbers = 0 <= table < 10**_TABLE_DIGITS and 0 <= decision < 10**_DECISION_DIGITS
    if not numbers or not _is_control(verb, arg) or len(custom_id) > LONGEST:
        raise ValueError(f"no such control: {custom_id[:120]!r}")
    return custom_id


@lru_cache(1024)
def _is_control(verb: str, arg: str) -> bool:
    """Whether `parse` takes this verb with this argument: asked for every button of a hand, at every click."""
    return parse(f"t:0:0:{verb}:{arg}") is not None


def takes(verb: str, arg: str) -> bool:
    """Whether an id with this verb may carry this argument."""
    return _ARGUMENTS[verb].fullmatch(arg) is not None


def parse(custom_id: str) -> Click | None:
    """What an id says, or None if it is not one of ours."""
    if len(custom_id) > LONGEST:
        return None
    found = _FORM.fullmatch(custom_id)
    if found is None:
        return None
    table, decision, verb, arg = found.groups()
    form = _ARGUMENTS.get(verb)
    if form is None or form.fullmatch(arg) is None:
        return None
    return Click(int(table), int(decision), verb, arg)
