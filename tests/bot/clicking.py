"""A whole match by clicks alone, whatever language its buttons speak: controls are found by their ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from bot.tables.commands import Opening, Person
from tests.bot.club import Answer, Club
from tests.bot.messages import Seen, buttons_of
from tests.bot.player import Player

_SELECT = 3
#: More clicks than any match takes that still moves.
_MOST = 4_000


def control(message: Seen, piece: str) -> str | None:
    """The id of the first button on a message, not off, in whose id this piece stands; None if there is none."""
    able = [part["custom_id"] for part in buttons_of(message) if not part.get("disabled")]
    return next((each for each in able if piece in each), None)


async def press(player: Player, on: Seen, piece: str) -> Answer:
    """Press the button whose id has this piece."""
    found = control(on, piece)
    assert found is not None, f"{player.name} has no {piece}: {[part['custom_id'] for part in buttons_of(on)]}"
    return await player.sends(found, on=on)


async def open_table(club: Club, host: Player, game: str, options: Mapping[str, Any] | None = None) -> int:
    """Open a table, by its command or, with other rules than the usual ones, through the service; its number."""
    if options is None:
        await host.opens(game)
    else:
        opening = Opening(club.guild.id, club.channel.id, game, options=options)
        await club.inside(club.client.service.open(Person(host.id, host.name), opening))
    return (await club.client.service.open_tables())[-1]


async def click_through(
    club: Club, players: Sequence[Player], number: int, chance: Random, *, hints: bool = False, most: int | None = None
) -> int:
    """Play the match to its end, each person by what their own hand offers; the clicks it took.

    ``hints``: ask for one before each of them, where there is a choice. ``most``: stop after so many.
    """
    for clicks in range(most or _MOST):
        table = await club.table(number)
        if table.row.phase == "over":
            return clicks
        if table.row.phase == "between":
            waiting = [player for player in players if control(player.hand(), ":next:")]
            await press(waiting[0], waiting[0].hand(), ":next:")
            continue
        asked = {table.seats[seat].person_id for seat in table.to_act()}
        able = [player for player in players if player.id in asked]
        # Of several who choose at the same time, those come first who have not chosen yet.
        player = next((each for each in able if control(each.hand(), ":do:")), chance.choice(able))
        if hints and control(player.hand(), ":hint:"):
            await press(player, player.hand(), ":hint:")
        await _act(player, chance)
    assert most, "the match does not end"
    return most


async def _act(player: Player, chance: Random) -> None:
    """Do something of what the hand asks for, mostly the first thing: wild bids would never end a match."""
    hand = player.hand()
    able = [part["custom_id"] for part in buttons_of(hand) if not part.get("disabled")]
    doing = [each for each in able if ":do:" in each or ":stand:" in each]
    drafting = [each for each in able if ":draft:" in each]
    menu = next((part for part in hand.parts if part["type"] == _SELECT and ":draft:" in part["custom_id"]), None)
    if menu is not None and not doing:
        values = [option["value"] for option in menu["options"]][: menu["min_values"] or 1]
        await player.sends(menu["custom_id"], on=hand, kind=_SELECT, values=values)
    elif drafting and (not doing or chance.random() < 0.2):
        await player.sends(chance.choice(drafting), on=hand)
    else:
        await player.sends(chance.choice(doing) if chance.random() < 0.3 else doing[0], on=hand)
