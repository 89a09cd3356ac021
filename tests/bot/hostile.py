"""Interactions that no honest client sends, and what is answered to them: quick doubles, no Discord at all.

What an interaction holds is what the router and what it calls look at; a first answer is counted, and a second one is
an error, as in Discord.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import discord

from bot.screen.ids import VERBS

_IDS = count(1)
#: What hostile text is made of: ids' own letters, digits of other scripts, control characters, parts of ids.
_LETTERS: list[str] = [
    *string.ascii_letters,
    *string.digits,
    *":. +-_",
    "٣",
    "\n",
    "\0",
    "♠",
    "𝟙",
    "t:",
    "play AS",
    "bid 7",
]


class AnsweredTwice(Exception):
    """Two first answers to one interaction."""


@dataclass
class Response:
    """The first answer."""

    answers: list[str] = field(default_factory=list)

    def is_done(self) -> bool:
        return bool(self.answers)

    def _first(self, kind: str) -> Any:
        if self.answers:
            raise AnsweredTwice(kind)
        self.answers.append(kind)
        return SimpleNamespace(message_id=next(_IDS))

    async def send_message(self, *given: Any, view: Any = None, **named: Any) -> Any:
        if view is not None:
            view.to_components()
        return self._first("message")

    async def edit_message(self, *given: Any, view: Any = None, **named: Any) -> Any:
        if view is not None:
            view.to_components()
        return self._first("update")

    async def defer(self, **named: Any) -> Any:
        return self._first("defer")

    async def send_modal(self, modal: Any) -> Any:
        modal.to_dict()
        return self._first("form")


@dataclass
class Followup:
    """Answers after the first."""

    async def send(self, *given: Any, **named: Any) -> Any:
        return SimpleNamespace(id=next(_IDS))


def interaction(
    custom_id: str,
    person: int,
    *,
    guild: int | None,
    channel: int,
    own: bool,
    values: Sequence[str] = (),
    fields: Sequence[tuple[str, str]] = (),
    message: int | None = None,
) -> Any:
    """A click (or with ``fields`` a form) as the router sees it; ``own``: on a message that only this person sees."""
    number = next(_IDS)
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
    if values:
        data["values"] = list(values)
    if fields:
        data["components"] = [
            {"type": 18, "component": {"type": 4, "custom_id": name, "value": value}} for name, value in fields
        ]

    async def edit_original_response(**named: Any) -> Any:
        return SimpleNamespace(id=number)

    async def delete_original_response() -> None:
        return None

    return SimpleNamespace(
        id=number,
        type=discord.InteractionType.modal_submit if fields else discord.InteractionType.component,
        data=data,
        token=f"token {number}",
        user=SimpleNamespace(id=person, display_name=f"person {person}", bot=False),
        guild_id=guild,
        guild=None,
        channel_id=channel,
        channel=None,
        permissions=discord.Permissions.none(),
        app_permissions=discord.Permissions.all(),
        locale="en-US",
        guild_locale="en-US",
        message=SimpleNamespace(
            id=message or number, flags=SimpleNamespace(ephemeral=own), created_at=discord.utils.utcnow()
        ),
        response=Response(),
        followup=Followup(),
        extras={},
        created_at=discord.utils.utcnow(),
        expires_at=discord.utils.utcnow(),
        edit_original_response=edit_original_response,
        delete_original_response=delete_original_response,
    )


def nonsense(chance: Random, longest: int = 130) -> str:
    """Text that means nothing, or nearly something."""
    return "".join(chance.choices(_LETTERS, k=chance.randrange(longest)))[:longest]


def any_id(chance: Random, tables: Sequence[int]) -> str:
    """An id that was not made here, or with a form of ours and contents that may be anything."""
    kind = chance.randrange(4)
    if kind == 0:
        return nonsense(chance)
    table = chance.choice([*tables, 0, 999, -1, 10**17, 10**25])
    # Not the first deal's own number: with it, whoever leads and holds that ace would simply play it.
    decision = chance.choice([0, 200_000, 100_001, 10**13, -5])
    verb = chance.choice([*VERBS, nonsense(chance, 10)])
    arg = chance.choice(
        ["", "0", "7", "play AS", "play", "bid 999", "call S", "phat.1", "phat.0", nonsense(chance, 70)]
    )
    made = f"t:{table}:{decision}:{verb}:{arg}"
    if kind == 1:
        return made
    place = chance.randrange(len(made))
    letter = chance.choice(_LETTERS)
    return made[:place] + letter + made[place + (kind == 2) :]


def many_values(chance: Random) -> Iterator[str]:
    """What a select may be said to have been set to: too many, too long, out of range."""
    for _ in range(chance.choice([0, 1, 1, 2, 30])):
        yield chance.choice(["0", "-1", "99", "9" * 50, "on", "slow", "house", "play AS", nonsense(chance, 60)])
