"""A member of the club, with verbs that read like a story: ``await ann.opens()``, ``await bo.clicks("Join")``."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle

from bot.practice.limits import modal_problems
from bot.tables.commands import Opening, Person, Play
from bot.tables.model import Table
from tests.bot.club import Answer, Club, Deed
from tests.bot.messages import Seen, buttons_of

_BUTTON, _SELECT = 2, 3
#: The kind of interaction that sends off a form.
_FORM = 5


class Player:
    """One member of the server."""

    def __init__(self, club: Club, actor: MemberActor) -> None:
        self.club = club
        self.actor = actor
        self.id = actor.id
        self.name = str(actor.user.global_name)

    # --- What they see ----------------------------------------------------------------------------

    def sees(self, channel: ChannelHandle | None = None) -> list[Seen]:
        """The messages of a channel that this person sees, oldest first."""
        return self.club.messages(channel, viewer=self.id)

    def newest(self, text: str = "", *, private: bool | None = None, channel: ChannelHandle | None = None) -> Seen:
        """The newest message with this text that this person sees."""
        found = [
            each for each in self.sees(channel) if text in each.text and (private is None or each.private is private)
        ]
        assert found, f"{self.name} sees no message with {text!r}"
        return found[-1]

    def again(self, message: Seen) -> Seen:
        """The same message as it is now."""
        return next(each for each in self.sees(self.club.place(message.channel)) if each.id == message.id)

    def hand(self, channel: ChannelHandle | None = None) -> Seen:
        """Their hand: the newest private message that a table keeps in step."""
        ids = {hand.handle.message for hand in self.club.client.publisher.hands.open.of(self.id)}
        found = [each for each in self.sees(channel) if each.id in ids]
        assert found, f"{self.name} has no open hand"
        return found[-1]

    # --- What they do -----------------------------------------------------------------------------

    async def types(self, command: str, *, channel: ChannelHandle | None = None, **options: Any) -> Answer:
        """Use a slash command: ``types("table open", game="phat")``."""
        result = await self.actor.slash(channel or self.club.channel, command, **options)
        return self.club.answer_of(result._interaction)

    async def opens(self, game: str = "phat", *, channel: ChannelHandle | None = None, **options: Any) -> Answer:
        """Open a table."""
        return await self.types("table open", channel=channel, game=game, **options)

    async def forges(self, command: str, *, private: bool = False, **options: Any) -> Answer:
        """A slash command as a modified client may send it: any options, in direct messages too (``private``)."""
        club = self.club
        leaves = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        first, *rest = command.split()
        for word in reversed(rest):
            leaves = [{"name": word, "type": 1, "options": leaves}]
        root = next(each for each in club.commands() if each["name"] == first)
        data = {"id": root["id"], "name": first, "type": 1, "options": leaves}
        where = self.actor.user.dm_channel if private else club.channel
        return await club.forged_command(self.id, None if private else self.actor.guild.id, where.id, data)

    async def suggestions(self, typed: str = "", *, channel: ChannelHandle | None = None) -> list[str]:
        """The codes that ``/play move`` offers."""
        offered = await self.actor.autocomplete(channel or self.club.channel, "play", "move", typed)
        return [each["value"] for each in offered]

    async def clicks(self, label: str, *, on: Seen | None = None, channel: ChannelHandle | None = None) -> Answer:
        """Press the newest button they see with this label, or the one on a message."""
        return (await self.club.at_once(self.click(label, on=on, channel=channel)))[0]

    async def chooses(self, value: str, *, on: Seen, verb: str = "") -> Answer:
        """Choose an option of the message's only select, or of the one with this verb."""
        return await self.picks(value, on=on, verb=verb)

    async def picks(self, *values: str, on: Seen, verb: str = "") -> Answer:
        """Choose several options, as in `chooses`."""
        (menu,) = (part for part in on.parts if part["type"] == _SELECT and f":{verb}" in part["custom_id"])
        offered = [option["value"] for option in menu["options"]]
        assert all(value in offered for value in values), f"{values} are not all offered"
        assert menu.get("min_values", 1) <= len(values) <= menu.get("max_values", 1), "so many cannot be chosen"
        return await self.sends(menu["custom_id"], on=on, kind=_SELECT, values=values)

    async def fills(self, label: str, text: str, *, on: Seen) -> Answer:
        """Press a button that opens a form of one field, and send the form off with this text in it."""
        opened = await self.clicks(label, on=on)
        assert opened.form is not None, "no form was opened"
        assert not modal_problems(opened.form)
        (field,) = (part["component"] for part in opened.form["components"])
        return await self.submits(opened.form["custom_id"], {field["custom_id"]: text}, on=on)

    async def submits(self, custom_id: str, fields: Mapping[str, str], *, on: Seen) -> Answer:
        """What a modified client can do: send off any form, as if it had been opened from this message."""
        parts = [
            {"type": 18, "id": number, "component": {"type": 4, "id": 10 + number, "custom_id": name, "value": text}}
            for number, (name, text) in enumerate(fields.items(), 1)
        ]
        data = {"custom_id": custom_id, "components": parts}
        return (await self.club.at_once(Deed(self.id, self.actor.guild.id, on.channel, on.id, data, _FORM)))[0]

    async def plays(self, code: str | None = None) -> Answer:
        """Press the button of a card on their hand: of this code, or the first that may be played."""
        hand = self.hand()
        code = code or next(iter(hand.cards), "any card")
        assert code in hand.cards, f"{self.name} cannot press {code}: {hand.able}"
        return await self.sends(next(each for each in hand.ids.values() if each.endswith(f":play {code}")), on=hand)

    async def sends(self, custom_id: str, *, on: Seen, kind: int = _BUTTON, values: Sequence[str] = ()) -> Answer:
        """What a modified client can do: send any id, as if it stood on this message."""
        return (await self.club.at_once(self.send(custom_id, on=on, kind=kind, values=values)))[0]

    # --- What they are about to do, for `Club.at_once` --------------------------------------------

    def click(self, label: str, *, on: Seen | None = None, channel: ChannelHandle | None = None) -> Deed:
        """A press of a button, as in `clicks`."""
        if on is None:
            able = [each for each in self.sees(channel) if label in each.able]
            assert able, f"{self.name} sees no button {label!r}"
            on = able[-1]
        pressed = [part for part in buttons_of(on) if part.get("label") == label]
        assert len(pressed) == 1, f"{label!r} is on this message {len(pressed)} times: {on.labels}"
        assert not pressed[0].get("disabled"), f"{label!r} is off"
        return self.send(pressed[0]["custom_id"], on=on)

    def send(self, custom_id: str, *, on: Seen, kind: int = _BUTTON, values: Sequence[str] = ()) -> Deed:
        """Any component interaction, as in `sends`."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind}
        if kind == _SELECT:
            data["values"] = list(values)
        return Deed(self.id, self.actor.guild.id, on.channel, on.id, data)


def member(
    club: Club, name: str, *, guild: GuildHandle | None = None, moderator: bool = False, manager: bool = False
) -> Player:
    """A new member of the club, or of another server."""
    guild = guild or club.guild
    roles = []
    if manager:
        roles.append(guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True)))
    if moderator:
        roles.append(guild.create_role("Moderators", permissions=discord.Permissions(manage_messages=True)))
    return Player(club, guild.add_member(club.env.create_user(name.lower(), global_name=name), roles=roles))


def members(club: Club, *names: str) -> list[Player]:
    """Several new members."""
    return [member(club, name) for name in names]


async def started(club: Club, *players: Player, target: int | None = None, game: str = "phat") -> Table:
    """A table with these people in their order and computers on the other seats, begun, and everybody's hand open.

    ``target`` makes the match short, which no command does yet, so then the table is opened through the service.
    """
    host, *others = players
    if target is None:
        await host.opens(game)
    else:
        opening = Opening(club.guild.id, club.channel.id, game, options={"target": target})
        await club.inside(club.client.service.open(Person(host.id, host.name), opening))
    for player in others:
        await player.clicks("Join")
    await host.clicks("Start")
    number = (await club.client.service.open_tables())[-1]
    return await club.table(number)


async def on_turn(club: Club, players: Iterable[Player], number: int = 1) -> Player:
    """Who of these is asked now."""
    table = await club.table(number)
    asked = {table.seats[seat].person_id for seat in table.to_act()}
    return next(player for player in players if player.id in asked)


async def play_out(club: Club, players: Iterable[Player], number: int = 1) -> None:
    """The persons play legal cards until the deal, or with it the match, is over. Not by clicks, which take longer."""
    names = {player.id: player.name for player in players}
    service = club.client.service

    async def play() -> None:
        while (table := await service.table(number)).row.phase == "playing":
            for seat in table.to_act():
                who, code = table.seats[seat].person_id, table.game.legal(table.match, seat).actions[0].code
                if who is not None and table.seats[seat].computer is None:
                    await service.submit(number, Person(who, names[who]), None, Play(code))
            await asyncio.sleep(0)

    await club.inside(play())
