"""The panel of a server's settings: what is chosen there is saved at once, and told."""

from __future__ import annotations

import logging

import pytest

from bot import texts
from bot.store.records import Counting
from tests.bot.club import Club
from tests.bot.player import member, members
from tests.bot.setup_panel import changes, chosen, menu, panel, row
from tests.bot.tongues import another_catalogue


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
    assert chosen(shown, "setting:language") == ["discord"]
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
    assert {each["value"]: each["description"] for each in menu(shown, "houserules")}["phat"] == "The standard rules"
    rules = (await ann.chooses("phat", on=shown, verb="houserules")).seen
    assert rules.id == shown.id
    assert "Phat: the house rules of this server\nEverything is played by the standard rules." in rules.text
    assert "The standard rules" not in rules.able
    values = (await ann.chooses("muck_tie", on=rules)).seen
    assert "Now: Muck 40–40: the 8 points are carried over." in values.text
    assert "Another number" not in values.labels
    rules = (await ann.chooses("split", on=values)).seen
    assert "This differs from the standard rules:\n- Muck 40–40: 4 points for each side." in rules.text
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
    ] == "2 rules differ from the standard rules"
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
    rules = (await ann.clicks("The standard rules", on=rules)).seen
    assert "Everything is played by the standard rules." in rules.text
    assert (await row(club)).settings == {}
    assert set((await changes(club))[2:]) == {("phat.muck_tie", "split", "carry"), ("phat.target", "150", "181")}
    # The match that has begun goes on counting by what it began with.
    assert (await club.table()).row.house_rules


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
    another_catalogue(monkeypatch, {"language.name": "Svenska", "button.join": "Sitt ner"})
    for module in ("bot.screen.setup", "bot.screen.preferences", "bot.setup_clicks", "bot.preference_clicks"):
        monkeypatch.setattr(f"{module}.languages", texts.languages)
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
