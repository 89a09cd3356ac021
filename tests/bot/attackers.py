"""Who sends what no honest client sends: clicks and forms, through the router alone and over the wire."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from bot.screen.ids import VERBS
from tests.bot.hostile import any_id, many_values, nonsense

#: What anybody of the server may do: sit down where a seat is free.
OPEN_TO_ALL = frozenset({"join", "seat", "playnow", "take"})
#: All verbs but the one that may change every table at once, anywhere: erasing one's own data is everybody's right.
HARMLESS = sorted(VERBS.keys() - {"erasenow"})
#: What answers a question of the game.
PLAYING = ("do", "stand", "draft", "withdraw")


@dataclass(frozen=True)
class Sent:
    """A click, or with ``fields`` a form. ``own``: on a message that only this person sees; ``guild`` None: in none."""

    custom_id: str
    person: int
    guild: int | None
    own: bool
    values: Sequence[str] = ()
    fields: Sequence[tuple[str, str]] = ()


class Target(Protocol):
    """The room that is attacked: ``seated``, of whom the second is a guest of every lobby, and a ``stranger``."""

    home: int
    elsewhere: int
    seated: Sequence[int]
    stranger: int
    over: int

    @property
    def tables(self) -> Sequence[int]:
        """All its tables; ``over`` is one of them."""

    async def legal_id(self, chance: Random) -> tuple[str, int]:
        """What somebody could do now at one of the tables, and who that is."""


async def from_elsewhere(room: Target, chance: Random) -> Sent:
    """Another server's people, and people in direct messages, with ids that would do something here."""
    custom_id, _ = await room.legal_id(chance)
    if chance.randrange(2):
        custom_id = f"t:{chance.choice(room.tables)}:0:{chance.choice(HARMLESS)}:{chance.choice(['', '0', '1'])}"
    person = chance.choice(room.seated)
    guild = chance.choice([room.elsewhere, None])
    return Sent(custom_id, person, guild, _coin(chance), values=list(many_values(chance)))


async def by_strangers(room: Target, chance: Random) -> Sent:
    """People without a seat: everything but to sit down."""
    custom_id = any_id(chance, room.tables)
    if chance.randrange(3) == 0:
        custom_id, _ = await room.legal_id(chance)
    verb = custom_id.split(":")[3] if custom_id.count(":") > 3 else ""
    if verb in OPEN_TO_ALL:
        custom_id = custom_id.replace(verb, "leave")
    return Sent(custom_id, room.stranger, room.home, _coin(chance), values=list(many_values(chance)))


async def out_of_turn(room: Target, chance: Random) -> Sent:
    """Seated people whose buttons are old or of another hand, or whose answer is no answer."""
    custom_id, holder = await room.legal_id(chance)
    start, table, decision, verb, arg = custom_id.split(":")
    kind = chance.randrange(3)
    if kind == 2 and arg == "pass":
        kind = 0  # which others may promise
    if kind == 0:
        decision = str(int(decision) + chance.choice([-1, 1, 7, 100_000]))
    elif kind == 1:
        verb, arg = (
            "do",
            chance.choice(["play J+ J- AS", "bid 999", "call XX", "discard AS AS AS", nonsense(chance, 60)]),
        )
    else:
        holder = next(each for each in room.seated if each != holder)
    return Sent(":".join((start, table, decision, verb, arg)), holder, room.home, _coin(chance))


async def over(room: Target, chance: Random) -> Sent:
    """Players of a match that is over, with everything its buttons ever carried."""
    verb = chance.choice(HARMLESS)
    decision, arg = chance.choice([0, 100_000, 100_003]), chance.choice(["", "0", "1", "play AS"])
    person = chance.choice(room.seated)
    values = list(many_values(chance))
    return Sent(f"t:{room.over}:{decision}:{verb}:{arg}", person, room.home, _coin(chance), values=values)


async def forms(room: Target, chance: Random) -> Sent:
    """Forms that nobody opened, with far too much in them, from guests of a lobby."""
    option = chance.choice(["target", "players", "muck", "clock", nonsense(chance, 20)])
    custom_id = f"t:{chance.choice(room.tables)}:0:{chance.choice(['number', 'other', 'value'])}:{option}"
    fields = [
        (chance.choice(["number", "", nonsense(chance, 10)]), chance.choice(["9" * 4000, "-1", nonsense(chance, 4000)]))
        for _ in range(chance.choice([1, 1, 5, 30]))
    ]
    return Sent(custom_id, room.seated[1], room.home, _coin(chance), fields=fields)


ATTACKERS: tuple[Callable[[Target, Random], Awaitable[Sent]], ...] = (
    from_elsewhere,
    by_strangers,
    out_of_turn,
    over,
    forms,
)


def _coin(chance: Random) -> bool:
    return bool(chance.randrange(2))
