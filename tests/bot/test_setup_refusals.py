"""What the panel of a server's settings refuses: other people, and what no menu offers."""

from __future__ import annotations

from typing import Any

from bot.store.people import ServerRow
from tests.bot.club import Answer, Club
from tests.bot.messages import Seen
from tests.bot.player import Player, member, members
from tests.bot.setup_panel import changes, panel, row

#: What any client can send once it has seen the ids, with what a select or a form would carry.
CHANGES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("t:0:0:setting:counting", {"kind": 3, "values": ["everything"]}),
    ("t:0:0:setting:clock", {"kind": 3, "values": ["slow"]}),
    ("t:0:0:setting:place", {"kind": 3, "values": ["thread"]}),
    ("t:0:0:setting:computers", {"kind": 3, "values": ["off"]}),
    ("t:0:0:setting:language", {"kind": 3, "values": ["en"]}),
    ("t:0:0:houserules:", {"kind": 3, "values": ["phat"]}),
    ("t:0:0:backtohouse:phat", {}),
    ("t:0:0:houserule:phat", {"kind": 3, "values": ["target"]}),
    ("t:0:0:housevalue:phat.muck_tie", {"kind": 3, "values": ["split"]}),
    ("t:0:0:houseother:phat.target", {}),
    ("t:0:0:housesheet:phat", {}),
    ("t:0:0:season:", {}),
    ("t:0:0:newseason:1", {}),
    ("t:0:0:setup:", {}),
)


async def sends(player: Player, on: Seen, custom_id: str, given: dict[str, Any]) -> Answer:
    return await player.sends(custom_id, on=on, **given)


async def test_nobody_else_sees_or_changes_anything(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    moderator = member(club, "Mo", moderator=True)
    (eve,) = members(club, "Eve")
    await panel(ann)
    command = next(each for each in club.commands() if each["name"] == "table-setup")
    assert int(command["default_member_permissions"]) == 1 << 5
    for person in (moderator, eve):
        answer = await person.forges("table-setup")
        assert answer.private
        assert "Only those who may manage this server" in answer.text
        on = answer.seen
        for custom_id, given in CHANGES:
            refused = await sends(person, on, custom_id, given)
            assert refused.private
            assert "Only those who may manage this server" in refused.text, custom_id
        refused = await person.submits("t:0:0:housenumber:phat.target", {"number": "7"}, on=on)
        assert "Only those who may manage this server" in refused.text
    assert await row(club) == ServerRow(guild_id=club.guild.id)
    assert await changes(club) == []
    assert "in a server's channels" in (await ann.forges("table-setup", private=True)).text


async def test_what_no_menu_offers_is_refused_in_a_sentence(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    on = await panel(ann)
    cannot, rules, game = "That cannot be chosen", "The game cannot be played that way", "There is no game called"
    for custom_id, values, sentence in (
        ("t:0:0:setting:counting", ["nothing"], cannot),
        ("t:0:0:setting:counting", [], cannot),
        ("t:0:0:setting:clock", ["sundial"], cannot),
        ("t:0:0:setting:computers", ["x" * 500], cannot),
        ("t:0:0:setting:season", ["7"], cannot),
        ("t:0:0:setting:language", ["tlh"], cannot),
        ("t:0:0:setting:house", ["phat"], cannot),
        ("t:0:0:houserules:", ["poker"], game),
        ("t:0:0:houserules:", [], game),
        ("t:0:0:houserule:poker", ["target"], game),
        ("t:0:0:houserule:phat", ["big_phat"], rules),
        ("t:0:0:housevalue:phat.big_phat", ["1"], rules),
        ("t:0:0:housevalue:phat.muck_tie", ["x" * 500], rules),
        ("t:0:0:housevalue:poker.target", ["1"], game),
        ("t:0:0:houseother:phat.muck_tie", [], rules),
        ("t:0:0:houseother:poker.target", [], game),
        ("t:0:0:housesheet:poker", [], game),
        ("t:0:0:newseason:7", [], "That season has ended already"),
        ("t:0:0:setting:", ["on"], "This table has ended"),
        ("t:0:0:newseason:x", [], "This table has ended"),
    ):
        answer = await ann.sends(custom_id, on=on, kind=3, values=values)
        assert answer.private
        assert sentence in answer.text, (custom_id, answer.text)
    for fields in ({}, {"other": "7"}, {"number": ""}, {"number": "0"}, {"number": "9" * 60}):
        assert "a whole number" in (await ann.submits("t:0:0:housenumber:phat.target", fields, on=on)).text
    assert await row(club) == ServerRow(guild_id=club.guild.id)
    assert await changes(club) == []
