"""One's own preferences: the panel, and the hand that follows it."""

from __future__ import annotations

import pytest

from bot import texts
from bot.store.errors import StoreError
from bot.tables.preferences import CHOICES, Preferences
from tests.bot.club import Club
from tests.bot.messages import Seen
from tests.bot.player import Player, members, on_turn, started
from tests.bot.setup_panel import chosen, menu
from tests.bot.tongues import another_catalogue
from tests.store.making import preferences


async def panel(player: Player) -> Seen:
    answer = await player.types("table preferences")
    assert answer.private
    return answer.seen


async def prefers(player: Player, name: str, value: str) -> Seen:
    answer = await player.chooses(value, on=await panel(player), verb=f"preference:{name}")
    assert answer.kind == "update"
    assert chosen(answer.seen, f"preference:{name}") == [value]
    return answer.seen


async def test_each_choice_is_saved_at_once_and_is_ones_own(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    shown = await panel(ann)
    assert {name: chosen(shown, f"preference:{name}") for name in CHOICES} == {
        "order": ["trumps"],
        "ranks": ["high"],
        "cards": ["two"],
        "autoplay": ["on"],
        "taps": ["one"],
        "calls": ["always"],
    }
    assert chosen(shown, "preference:language") == ["discord"]
    for name, values in CHOICES.items():
        await prefers(ann, name, values[1])
    stored = {"order": "suits", "ranks": "low", "cards": "four", "autoplay": "off", "taps": "two", "calls": "slow"}
    assert await preferences(club.database, ann.id) == stored
    # The usual is stored as nothing.
    await prefers(ann, "ranks", "high")
    assert "ranks" not in await preferences(club.database, ann.id)
    assert await preferences(club.database, bo.id) == {}
    assert chosen(await panel(bo), "preference:taps") == ["one"]
    await club.restart()
    assert chosen(await panel(ann), "preference:taps") == ["two"]
    # In another server they are the same.
    elsewhere = club.env.create_guild("Another club")
    guest = Player(club, elsewhere.add_member(ann.actor.user))
    there = elsewhere.create_text_channel("there")
    shown = (await guest.types("table preferences", channel=there)).seen
    assert chosen(shown, "preference:order") == ["suits"]


async def test_what_no_menu_offers_is_refused(club: Club) -> None:
    (ann,) = members(club, "Ann")
    on = await panel(ann)
    for name, values in (
        ("order", ["sideways"]),
        ("order", []),
        ("taps", ["x" * 500]),
        ("calls", ["sometimes"]),
        ("language", ["tlh"]),
        ("settings", ["on"]),
    ):
        answer = await ann.sends(f"t:0:0:preference:{name}", on=on, kind=3, values=values)
        assert answer.private
        assert "That cannot be chosen; nothing was changed." in answer.text
    assert await preferences(club.database, ann.id) == {}


async def test_the_hand_is_ordered_as_its_player_prefers(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    before = ann.hand()
    rows = before.text.split("\n")[0].removeprefix("### ").split("\u2003")
    await prefers(ann, "ranks", "low")
    await ann.clicks("My hand", on=club.board())
    low = ann.hand().text.split("\n")[0].removeprefix("### ").split("\u2003")
    assert low == [" ".join(reversed(row.split(" "))) for row in rows]
    # The buttons stand in the same order, and another's hand stays as it was.
    player = await on_turn(club, [ann, bo])
    assert player.hand().able
    assert bo.hand().text.split("\n")[0] != ann.hand().text.split("\n")[0]


async def test_with_two_taps_the_first_asks_and_the_second_plays(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    for each in (ann, bo):
        await prefers(each, "taps", "two")
    player = await on_turn(club, [ann, bo])
    await player.clicks("My hand", on=club.board())
    table = await club.table()
    hand = player.hand()
    first, second = [label for label in hand.able if "draft:play" in hand.ids[label]][:2]
    assert not hand.cards
    asked = await player.clicks(first, on=hand)
    assert asked.kind == "update"
    assert f"Play **{first}**?" in asked.text
    assert (await club.table()).last_no == table.last_no
    # Another card may be tapped instead, and then the question is about that one.
    asked = await player.clicks(second, on=asked.seen)
    assert f"Play **{second}**?" in asked.text
    assert f"Play {first}" not in asked.seen.able
    # The answer stands below all cards, where the second of two nervous taps does not hit it.
    assert [label for label in asked.seen.labels if label != "Rules"][-1] == f"Play {second}"
    played = await player.clicks(f"Play {second}", on=asked.seen)
    assert played.kind == "update"
    assert second not in played.seen.labels
    assert (await club.table()).last_no > table.last_no


async def test_a_forged_first_tap_asks_nothing_it_may_not(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    player = await on_turn(club, [ann, bo])
    number = (await club.table()).decision((await club.table()).held_by(player.id).seat)
    # With one tap a draft of a card is nothing; with two, only of a card that may be played.
    answer = await player.sends(f"t:1:{number}:draft:play AS", on=player.hand())
    assert "?**" not in answer.text
    assert "Play **" not in answer.text
    await prefers(player, "taps", "two")
    await player.clicks("My hand", on=club.board())
    held = {custom_id.rpartition("play ")[2] for custom_id in player.hand().ids.values()}
    foreign = next(code for code in ("AS", "AH", "AD", "AC", "KS") if code not in held)
    answer = await player.sends(f"t:1:{number}:draft:play {foreign}", on=player.hand())
    assert "Play **" not in answer.text


async def test_with_more_languages_one_may_be_preferred(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    swedish = {"language.name": "Svenska", "button.hand": "Min hand", "note.shown": "Bordet står längst ner."}
    another_catalogue(monkeypatch, swedish)
    for module in ("bot.screen.preferences", "bot.preference_clicks"):
        monkeypatch.setattr(f"{module}.languages", texts.languages)
    ann, bo = members(club, "Ann", "Bo")
    shown = await panel(ann)
    assert [each["label"] for each in menu(shown, "preference:language")] == ["As your Discord", "English", "Svenska"]
    await prefers(ann, "language", "sv")
    await started(club, ann, bo)
    assert "längst ner" in (await ann.types("table show")).text
    assert "längst ner" not in (await bo.types("table show")).text
    # What everybody sees is not hers to choose.
    assert "My hand" in club.board().labels
    await prefers(ann, "language", "discord")
    assert await club.client.service.preferences.of(ann.id) == Preferences()
    assert "längst ner" not in (await ann.types("table show")).text


async def test_what_needs_no_preferences_works_while_they_cannot_be_read(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreadable(person: int) -> Preferences:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(club.client.service.preferences, "of", unreadable)
    club.expected.append("preferences could not be read")
    (ann,) = members(club, "Ann")
    shown = await ann.types("rules", game="phat")
    assert "Phat" in shown.text
    turned = await ann.clicks("House rules", on=shown.seen)
    assert turned.kind == "update"
