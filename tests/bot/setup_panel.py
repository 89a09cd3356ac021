"""The panel of a server's settings as its tests read it."""

from __future__ import annotations

from typing import Any

from bot.store import audit, people
from bot.store.people import ServerRow
from tests.bot.club import Club
from tests.bot.messages import Seen
from tests.bot.player import Player


async def panel(player: Player) -> Seen:
    answer = await player.types("table-setup")
    assert answer.private
    return answer.seen


def menu(message: Seen, verb: str) -> list[dict[str, Any]]:
    """The options of the select whose id goes on like this."""
    (found,) = (part for part in message.parts if part["type"] == 3 and f":{verb}" in part["custom_id"])
    return list(found["options"])


def chosen(message: Seen, verb: str) -> list[str]:
    return [option["value"] for option in menu(message, verb) if option.get("default")]


async def row(club: Club) -> ServerRow:
    return await people.server(club.database, club.guild.id)


async def changes(club: Club) -> list[tuple[str, str, str]]:
    """All changes so far, the oldest first."""
    return [(each.setting, each.was, each.now) for each in (await audit.latest(club.database, club.guild.id, 99))[::-1]]
