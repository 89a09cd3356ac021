"""The panel of a server's settings, from `/table-setup` to the tables that follow it."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot import texts
from bot.store import audit, people, scores
from bot.store.people import ServerRow
from bot.store.records import Counting
from tests.bot.club import Answer, Club
from tests.bot.messages import Seen
from tests.bot.player import Player, member, members, play_out, started

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


async def sends(player: Player, on: Seen, custom_id: str, given: dict[str, Any]) -> Answer:
    return await player.sends(custom_id, on=on, **given)


async def test_every_setting_is_saved_at_once_and_told(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot.tables.setup")
    ann = member(club, "Ann", manager=True)
    shown = await panel(ann)
    assert "Nothing has been changed yet." in shown.text
    assert {name: chosen(shown, f"setting:{name}") for name in ("counting", "clock", "place", "computers")} == {
        "counting": ["strict"],
        "clock": ["live"],
        "place": ["here"],
        "computers": ["on"],
    }
    # With one language there is nothing to choose.
    assert not [part for part in shown.parts if "language" in str(part.get("custom_id"))]
    for name, value in (("counting", "two"), ("clock", "slow"), ("place", "thread"), ("computers", "off")):
        answer = await ann.chooses(value, on=shown, verb=f"setting:{name}")
        assert answer.private
        shown = ann.again(shown)
        assert chosen(shown, f"setting:{name}") == [value]
    kept = await row(club)
    assert kept.counting == Counting.TWO
    assert kept.settings == {"clock": "slow", "place": "thread", "computers": "off"}
    assert await changes(club) == [
        ("counting", "strict", "two"),
        ("clock", "live", "slow"),
        ("place", "here", "thread"),
        ("computers", "on", "off"),
    ]
    assert f"<@{ann.id}> · Clock: Live: 60 seconds a turn → Slow: 24 hours a turn" in shown.text
    assert "What counts: Strict → Two people" in shown.text
    assert f"server {club.guild.id}: clock was changed from live to slow" in caplog.messages
    assert str(ann.id) not in caplog.text
    # The usual again leaves nothing behind; the same again is no change.
    await ann.chooses("live", on=shown, verb="setting:clock")
    await ann.chooses("live", on=ann.again(shown), verb="setting:clock")
    assert "clock" not in (await row(club)).settings
    assert len(await changes(club)) == 5
    # Only the newest five are shown.
    await ann.chooses("on", on=ann.again(shown), verb="setting:computers")
    last = ann.again(shown).text
    assert last.count(f"<@{ann.id}>") == 5
    assert "What counts: Strict" not in last
    await club.restart()
    assert chosen(await panel(ann), "setting:place") == ["thread"]


async def test_house_rules_of_a_game_are_chosen_like_those_of_a_lobby(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    shown = await panel(ann)
    assert {each["value"]: each["description"] for each in menu(shown, "houserules")}["phat"] == "As on the sheet"
    rules = (await ann.chooses("phat", on=shown, verb="houserules")).seen
    assert rules.id == shown.id
    assert "Phat: the house rules of this server\nEverything is played as on the sheet." in rules.text
    assert "As on the sheet" not in rules.able
    values = (await ann.chooses("muck_tie", on=rules)).seen
    assert "Now: Muck 40–40: the 8 points are carried over." in values.text
    assert "Another number" not in values.labels
    rules = (await ann.chooses("split", on=values)).seen
    assert "This differs from the sheet:\n- Muck 40–40: 4 points for each side." in rules.text
    values = (await ann.chooses("target", on=rules)).seen
    refused = await ann.fills("Another number", "many", on=values)
    assert refused.text.startswith("**That takes a whole number from 1 to 1000, and nothing else.**")
    rules = (await ann.fills("Another number", " 150 ", on=refused.seen)).seen
    assert "First to 150 points." in rules.text
    assert (await row(club)).settings == {"house_rules": {"phat": {"muck_tie": "split", "target": 150}}}
    values = (await ann.chooses("target", on=rules)).seen
    assert chosen(values, "housevalue") == ["150"]
    rules = (await ann.clicks("Back to the rules", on=values)).seen
    shown = (await ann.clicks("Back to the settings", on=rules)).seen
    assert {each["value"]: each["description"] for each in menu(shown, "houserules")}[
        "phat"
    ] == "2 rules differ from the sheet"
    assert "Phat: Target: First to 181 points. → First to 150 points." in shown.text
    assert await changes(club) == [("phat.muck_tie", "carry", "split"), ("phat.target", "181", "150")]
    # A lobby takes them over, and deals by them count.
    (bo,) = members(club, "Bo")
    await ann.opens()
    more = (await ann.clicks("More", on=club.board())).seen
    options = (await ann.clicks("Options", on=more)).seen
    await ann.clicks("This server's house rules", on=options)
    await bo.clicks("Join")
    await ann.clicks("Start")
    assert (await club.table()).row.house_rules
    rules = (await ann.chooses("phat", on=ann.again(shown), verb="houserules")).seen
    rules = (await ann.clicks("As on the sheet", on=rules)).seen
    assert "Everything is played as on the sheet." in rules.text
    assert (await row(club)).settings == {}
    assert set((await changes(club))[2:]) == {("phat.muck_tie", "split", "carry"), ("phat.target", "150", "181")}
    # The match that has begun goes on counting by what it began with.
    assert (await club.table()).row.house_rules


async def test_a_new_season_takes_two_steps_and_loses_nothing(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    (bo,) = members(club, "Bo")
    await started(club, ann, bo)
    await play_out(club, [ann, bo])
    shown = await panel(ann)
    asked = (await ann.clicks("New season", on=shown)).seen
    assert "Begin season 2?" in asked.text
    assert "Those of season 1 stay as they are" in asked.text
    assert "season 1" not in str((await bo.types("leaderboard")).seen.parts)
    assert (await row(club)).season == 1
    back = (await ann.clicks("Back to the settings", on=asked)).seen
    asked = (await ann.clicks("New season", on=back)).seen
    begun = await club.at_once(
        ann.click("Begin season 2", on=asked),
        ann.click("Begin season 2", on=asked),
    )
    # Pressed twice, it is begun once.
    assert sorted("ended already" in answer.text for answer in begun) == [False, True]
    assert "Season 2" in ann.again(shown).text
    assert (await row(club)).season == 2
    assert await changes(club) == [("season", "1", "2")]
    assert "Nobody has finished a deal here this season" in (await bo.types("leaderboard", game="phat")).text
    # What was scored before is one choice away.
    board = (await bo.types("leaderboard", game="phat")).seen
    earlier = await bo.chooses("score.season1", on=board)
    assert earlier.kind == "update"
    assert "Running score · season 1" in earlier.text
    for name in ("Ann", "Bo (you)"):
        assert f" {name} **" in earlier.text
    for forged in ("score.season2", "score.season0", "wins.season1", "score.season999999", "score.season"):
        answer = await bo.sends("t:0:0:order:phat", on=board, kind=3, values=[forged])
        assert ("no such leaderboard" in answer.text.lower()) is (forged != "score.season"), (forged, answer.text)
    # The table that is open belongs to the season it was opened in; the next one to the new one.
    await ann.types("table end")
    await bo.types("table end")
    await started(club, ann, bo)
    assert [(await club.table(number)).row.season for number in (1, 2)] == [1, 2]


async def test_what_is_counted_judges_old_and_new_deals(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    (bo,) = members(club, "Bo")
    await started(club, ann, bo, target=40)
    await play_out(club, [ann, bo])
    assert "this is practice" in (await bo.types("leaderboard")).text
    shown = await panel(ann)
    answer = await ann.chooses("two", on=shown, verb="setting:counting")
    assert "What counts: Strict → Two people" in ann.again(shown).text
    assert answer.private
    assert "this is practice" not in (await bo.types("leaderboard")).text
    await ann.chooses("strict", on=ann.again(shown), verb="setting:counting")
    assert "this is practice" in (await bo.types("leaderboard")).text
    await ann.chooses("everything", on=ann.again(shown), verb="setting:counting")
    assert {each.counted for each in await scores.standing(club.database, club.guild.id, ann.id)} == {True}


async def test_the_lobbys_panel_says_practice_only_where_it_is(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    await ann.opens()
    for counting, said in (("strict", True), ("two", False)):
        await ann.chooses(counting, on=await panel(ann), verb="setting:counting")
        more = (await ann.clicks("More", on=club.board())).seen
        options = (await ann.clicks("Options", on=more)).seen
        values = (await ann.chooses("muck_tie", on=options, verb="option:")).seen
        shown = (await ann.chooses("none" if said else "split", on=values)).seen
        assert ("are practice" in shown.text) is said


async def test_without_computers_a_table_waits_for_people(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    bo, cleo, dana = members(club, "Bo", "Cleo", "Dana")
    await ann.opens()
    lobby = club.board()
    assert "Play now with computers" in lobby.labels
    more = (await ann.clicks("More", on=lobby)).seen
    await ann.clicks("Add computer: normal", on=more)
    shown = await panel(ann)
    assert "minded by a computer all the same" in shown.text
    await ann.chooses("off", on=shown, verb="setting:computers")
    # The lobby that stands follows at once.
    lobby = club.board()
    assert "Play now with computers" not in lobby.labels
    assert "3 more people have to join: this server plays without computers." in lobby.text
    for custom_id in ("t:1:0:playnow:", "t:1:0:start:"):
        refused = await ann.sends(custom_id, on=lobby)
        assert refused.private
        assert "3 more people have to take a seat first" in refused.text
    assert "plays without computer players" in (await ann.sends("t:1:0:addcomputer:hard", on=lobby)).text
    more = (await ann.clicks("More", on=lobby)).seen
    assert not [label for label in more.labels if label.startswith("Add computer")]
    (remove,) = [label for label in more.labels if label.startswith("Remove")]
    await ann.clicks(remove, on=more)
    for player in (bo, cleo, dana):
        assert "more p" in (await ann.clicks("Start")).text
        await player.clicks("Join")
    assert "Everybody is here: press Start." in club.board().text
    await ann.clicks("Start")
    table = await club.table()
    assert table.row.phase == "playing"
    assert not any(seat.computer for seat in table.seats)
    # Who leaves is stood in for, or the match would hang.
    await bo.types("table leave")
    assert [seat.computer for seat in (await club.table()).seats].count("normal") == 1


async def test_a_game_for_fewer_starts_with_the_people_there_are(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    (bo,) = members(club, "Bo")
    await ann.chooses("off", on=await panel(ann), verb="setting:computers")
    await ann.opens("knektpass")
    assert "One more person has to join" in club.board().text
    assert "one more person has to take a seat" in (await ann.clicks("Start")).text
    await bo.clicks("Join")
    assert "Start begins with the 2 who sit here" in club.board().text
    await ann.clicks("Start")
    assert [seat.person_id for seat in (await club.table()).seats] == [ann.id, bo.id]


async def test_a_table_is_opened_as_the_server_has_set_where_nothing_is_said(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    shown = await panel(ann)
    await ann.chooses("relaxed", on=shown, verb="setting:clock")
    await ann.chooses("thread", on=ann.again(shown), verb="setting:place")
    await ann.opens()
    first = (await club.table(1)).row
    assert first.clock == "relaxed"
    assert first.channel_id != club.channel.id
    await ann.opens(clock="live", place="here")
    second = (await club.table(2)).row
    assert (second.clock, second.channel_id) == ("live", club.channel.id)
    await ann.chooses("none", on=ann.again(shown), verb="setting:clock")
    await ann.chooses("here", on=ann.again(shown), verb="setting:place")
    await ann.opens()
    # A table that lasts for days gets its thread all the same.
    third = (await club.table(3)).row
    assert third.clock == "none"
    assert third.channel_id not in (club.channel.id, first.channel_id)


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


async def test_two_changes_at_once_both_stand(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    on = await panel(ann)
    await club.at_once(
        ann.send("t:0:0:setting:clock", on=on, kind=3, values=["slow"]),
        ann.send("t:0:0:housevalue:phat.target", on=on, kind=3, values=["121"]),
        ann.send("t:0:0:setting:counting", on=on, kind=3, values=["everything"]),
        ann.send("t:0:0:housevalue:phat.muck_tie", on=on, kind=3, values=["split"]),
    )
    kept = await row(club)
    assert kept.counting == Counting.EVERYTHING
    assert kept.settings == {"clock": "slow", "house_rules": {"phat": {"muck_tie": "split", "target": 121}}}
    assert len(await changes(club)) == 4


async def test_servers_are_apart(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    elsewhere = member(club, "Zoe", guild=club.env.create_guild("Another club"), manager=True)
    there = elsewhere.actor.guild.create_text_channel("there")
    await ann.chooses("slow", on=await panel(ann), verb="setting:clock")
    shown = (await elsewhere.types("table-setup", channel=there)).seen
    assert "Nothing has been changed yet." in shown.text
    await elsewhere.chooses("two", on=shown, verb="setting:counting")
    assert (await row(club)).counting == Counting.STRICT
    assert [each[0] for each in await changes(club)] == ["clock"]


async def test_with_more_languages_the_public_one_is_the_servers(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    english = texts.catalogue("en")

    def catalogue(language: str) -> texts.Catalogue:
        return english if language == "en" else {**english, "language.name": "Svenska", "button.join": "Sitt ner"}

    for module in (
        "bot.texts",
        "bot.screen.setup",
        "bot.screen.preferences",
        "bot.setup_clicks",
        "bot.preference_clicks",
    ):
        monkeypatch.setattr(f"{module}.languages", lambda: ("en", "sv"))
    monkeypatch.setattr(texts, "catalogue", catalogue)
    ann = member(club, "Ann", manager=True)
    shown = await panel(ann)
    assert [each["label"] for each in menu(shown, "setting:language")] == [
        "As the server's language in Discord",
        "English",
        "Svenska",
    ]
    await ann.chooses("sv", on=shown, verb="setting:language")
    assert (await row(club)).language == "sv"
    assert "Language: As the server's language in Discord → Svenska" in ann.again(shown).text
    await ann.opens()
    assert "Sitt ner" in club.board().labels
    await ann.chooses("discord", on=ann.again(shown), verb="setting:language")
    assert (await row(club)).language is None
