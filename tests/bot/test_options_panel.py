"""The lobby's rules and clock, as people click them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.games import faces
from bot.games.phat import PhatFace
from bot.texts import Texts
from engine.options import Options
from tests.bot.club import Answer, Club
from tests.bot.messages import Seen
from tests.bot.player import Player, member, members
from tests.store.making import change_settings

SHEET, HOUSE = "The standard rules", "This server's house rules"


async def panel(player: Player) -> Seen:
    """The panel of the rules, opened by way of More."""
    more = (await player.clicks("More", on=player.club.board())).seen
    answer = await player.clicks("Options", on=more)
    assert answer.private
    assert answer.kind == "update"
    assert answer.seen.id == more.id
    return answer.seen


def menu(message: Seen, verb: str) -> list[dict[str, Any]]:
    """The options of the select with this verb."""
    (found,) = (part for part in message.parts if part["type"] == 3 and f":{verb}:" in part["custom_id"])
    return list(found["options"])


def chosen(message: Seen, verb: str) -> list[str]:
    return [option["value"] for option in menu(message, verb) if option.get("default")]


async def options(club: Club) -> dict[str, Any]:
    return dict((await club.table()).row.options)


async def set_house_rules(club: Club, rules: dict[str, Any]) -> None:
    with club.env._bot_scope():
        change = asyncio.create_task(change_settings(club.database, club.guild.id, {"house_rules": {"phat": rules}}))
    await change
    club.client.service.servers.forget(club.guild.id)


async def rule(player: Player, on: Seen, name: str) -> Seen:
    """Choose a rule from the list."""
    answer = await player.chooses(name, on=on, verb="option:")
    assert answer.kind == "update"
    return answer.seen


async def test_a_rule_is_chosen_and_then_its_value(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    await bo.clicks("Join")
    shown = await panel(ann)
    assert "Phat: the rules of this table" in shown.text
    assert "Everything is played by the standard rules." in shown.text
    assert "60 seconds a turn" in shown.text
    assert SHEET not in shown.able
    assert HOUSE not in shown.able
    listed = {each["value"]: (each["label"], each["description"]) for each in menu(shown, "option")}
    assert listed["muck_tie"] == ("When the muck is tied", "Muck 40–40: the 8 points are carried over.")
    assert len(listed) == 5
    values = await rule(ann, shown, "muck_tie")
    assert "Now: Muck 40–40: the 8 points are carried over." in values.text
    assert [each.get("description") for each in menu(values, "value")] == ["Standard rule", None, None]
    assert chosen(values, "value") == ["carry"]
    assert "Another number" not in values.labels
    answer = await ann.chooses("split", on=values)
    assert answer.kind == "update"
    assert "This differs from the standard rules:\n- Muck 40–40: 4 points for each side." in answer.text
    assert "are practice" in answer.text
    assert await options(club) == {"muck_tie": "split"}
    assert "House rules:** Muck 40–40: 4 points for each side." in club.board().text
    assert [seat.person_id for seat in (await club.table()).seats[:2]] == [ann.id, bo.id]
    # A rule that is a switch, and the way back.
    values = await rule(ann, answer.seen, "partner_blind")
    assert chosen(values, "value") == ["off"]
    back = (await ann.clicks("Back to the rules", on=values)).seen
    assert menu(back, "option")
    await ann.chooses("on", on=await rule(ann, back, "partner_blind"))
    assert await options(club) == {"muck_tie": "split", "partner_blind": True}
    answer = await ann.clicks(SHEET, on=ann.again(shown))
    assert "Everything is played by the standard rules." in answer.text
    assert await options(club) == {}
    assert "House rules" not in club.board().text
    more = await ann.clicks("Back", on=answer.seen)
    assert "Shuffle seats" in more.seen.labels
    await ann.clicks("Start")
    assert (await club.table()).row.phase == "playing"


async def test_another_number_by_a_form(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    values = await rule(ann, await panel(ann), "target")
    opened = await ann.clicks("Another number", on=values)
    assert opened.kind == "modal"
    assert opened.form is not None
    assert opened.form["title"] == "Target"
    (label,) = opened.form["components"]
    assert label["label"] == "A whole number from 1 to 1000"
    assert (label["component"]["value"], label["component"]["required"]) == ("181", True)
    answer = await ann.fills("Another number", " 250 ", on=values)
    assert answer.kind == "update"
    assert answer.seen.id == values.id
    assert "First to 250 points." in answer.text
    assert "first to 250" in club.board().text
    assert await options(club) == {"target": 250}
    # The number is among the values afterwards, and chosen.
    values = await rule(ann, answer.seen, "target")
    assert [each["value"] for each in menu(values, "value")] == ["181", "121", "91", "250"]
    assert chosen(values, "value") == ["250"]


@pytest.mark.parametrize("text", ["0", "1001", "-5", "many", "12.5", "1 000", "٣", "on", "999999999"])
async def test_a_number_that_cannot_be_is_refused_above_the_values(club: Club, text: str) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    values = await rule(ann, await panel(ann), "target")
    answer = await ann.fills("Another number", text, on=values)
    assert answer.kind == "update"
    assert answer.text.startswith("**That takes a whole number from 1 to 1000, and nothing else.**")
    assert "Another number" in answer.seen.able
    assert await options(club) == {}


async def test_the_servers_house_rules_in_one_click(club: Club) -> None:
    await set_house_rules(club, {"target": 121, "muck_tie": "none"})
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    shown = await panel(ann)
    assert HOUSE in shown.able
    values = await rule(ann, shown, "target")
    assert {each["value"]: each.get("description") for each in menu(values, "value")} == {
        "181": "Standard rule",
        "121": "This server's house rule",
        "91": None,
    }
    answer = await ann.clicks(HOUSE, on=(await ann.clicks("Back to the rules", on=values)).seen)
    assert "This table plays by this server's house rules:" in answer.text
    assert "practice" not in answer.text
    assert HOUSE not in answer.seen.able
    assert await options(club) == {"target": 121, "muck_tie": "none"}
    await bo.clicks("Join")
    await ann.clicks("Start")
    assert (await club.table()).row.house_rules
    await club.restart()
    assert (await club.table()).row.house_rules


async def test_a_house_button_of_a_server_that_has_none_any_more(club: Club) -> None:
    await set_house_rules(club, {"target": 121})
    (ann,) = members(club, "Ann")
    await ann.opens()
    shown = await panel(ann)
    await set_house_rules(club, {})
    answer = await ann.clicks(HOUSE, on=shown)
    assert "The game cannot be played that way" in answer.text
    assert await options(club) == {}


async def test_the_clock_is_changed_and_the_lobbys_end_with_it(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    shown = await panel(ann)
    # Tables that last for days have a thread of their own.
    assert [each["value"] for each in menu(shown, "clock")] == ["live", "relaxed"]
    assert "so they stand in a thread" in shown.text
    answer = await ann.chooses("relaxed", on=shown, verb="clock")
    assert answer.kind == "update"
    assert chosen(answer.seen, "clock") == ["relaxed"]
    assert "10 minutes a turn" in club.board().text
    forged = await ann.sends(
        next(part["custom_id"] for part in shown.parts if ":clock:" in str(part.get("custom_id"))),
        on=shown,
        kind=3,
        values=["slow"],
    )
    assert "has a thread of its own" in forged.text
    assert (await club.table()).row.clock == "relaxed"


async def test_in_a_thread_every_clock_is_offered(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens(place="thread")
    thread = club.place((await club.table()).row.channel_id)
    more = (await ann.clicks("More", on=club.board(thread), channel=thread)).seen
    shown = (await ann.clicks("Options", on=more)).seen
    assert [each["value"] for each in menu(shown, "clock")] == ["live", "relaxed", "slow", "none"]
    assert "stand in a thread" not in shown.text
    await ann.chooses("slow", on=shown, verb="clock")
    assert "24 hours a turn" in club.board(thread).text
    await club.passes(3600)
    assert (await club.table()).row.phase == "lobby"


async def test_whoever_sits_here_may_look_and_only_the_host_changes(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    await ann.opens()
    await bo.clicks("Join")
    hosts = await panel(ann)
    await ann.chooses("split", on=await rule(ann, hosts, "muck_tie"))
    seen = await panel(bo)
    assert "Ann is the host and may change these" in seen.text
    assert "**Muck 40–40: 4 points for each side.** This differs from the standard rules." in seen.text
    assert "First to 181 points." in seen.text
    assert seen.labels == ["Back"]
    assert [part["type"] for part in seen.parts if part["type"] == 3] == []
    strangers = (await eve.clicks("More", on=club.board())).seen
    assert "You have no seat here" in (await eve.clicks("Options", on=strangers)).text
    for person, sentence in ((bo, "Only the host"), (eve, "You have no seat here")):
        for answer in await _everything(person, seen if person is bo else strangers):
            assert answer.private
            assert sentence in answer.text
    assert await options(club) == {"muck_tie": "split"}
    assert (await club.table()).row.clock == "live"


async def _everything(player: Player, on: Seen) -> list[Answer]:
    """Every change of rules and clock, as a modified client may send it."""
    return [
        await player.sends("t:1:0:option:", on=on, kind=3, values=["target"]),
        await player.sends("t:1:0:value:target", on=on, kind=3, values=["121"]),
        await player.sends("t:1:0:other:target", on=on),
        await player.submits("t:1:0:number:target", {"number": "121"}, on=on),
        await player.sends("t:1:0:sheet:", on=on),
        await player.sends("t:1:0:house:", on=on),
        await player.sends("t:1:0:clock:", on=on, kind=3, values=["relaxed"]),
    ]


async def test_after_the_start_the_old_panel_changes_nothing(club: Club) -> None:
    await set_house_rules(club, {"target": 121})
    (ann,) = members(club, "Ann")
    await ann.opens()
    shown = await panel(ann)
    await ann.clicks("Play now with computers")
    before = (await club.table()).row
    for answer in [await ann.clicks("Back", on=shown), *await _everything(ann, shown)][1:]:
        assert answer.kind == "update", "it stands in place of the panel"
        assert answer.private
        assert answer.text == "This table has started already."
        assert not answer.seen.able
    assert ((await club.table()).row.options, (await club.table()).row.clock) == (before.options, before.clock)


async def test_what_no_menu_offers_is_refused_in_a_sentence(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    on = await panel(ann)
    for answer in (
        await ann.sends("t:1:0:option:", on=on, kind=3, values=["big_phat"]),
        await ann.sends("t:1:0:option:", on=on, kind=3, values=[]),
        await ann.sends("t:1:0:value:big_phat", on=on, kind=3, values=["1"]),
        await ann.sends("t:1:0:value:muck_tie", on=on, kind=3, values=["x" * 500]),
        await ann.sends("t:1:0:value:muck_tie", on=on, kind=3, values=[]),
        await ann.sends("t:1:0:other:muck_tie", on=on),
        await ann.sends("t:1:0:other:big_phat", on=on),
        await ann.submits("t:1:0:number:muck_tie", {"number": "1"}, on=on),
        await ann.sends("t:1:0:clock:", on=on, kind=3, values=["sundial"]),
    ):
        assert answer.private
        assert "The game cannot be played that way; nothing was changed." in answer.text
    for fields in ({}, {"other": "7"}, {"number": ""}):
        assert "a whole number" in (await ann.submits("t:1:0:number:target", fields, on=on)).text
    elsewhere = member(club, "Zoe", guild=club.env.create_guild("Another club"))
    other = elsewhere.actor.guild.create_text_channel("there")
    await elsewhere.opens(channel=other)
    answer = await elsewhere.sends("t:1:0:value:target", on=club.board(other), kind=3, values=["121"])
    assert "There is no such table" in answer.text
    assert await options(club) == {}


async def test_the_panel_works_after_a_restart_and_for_the_next_host(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    await bo.clicks("Join")
    shown = await panel(ann)
    await ann.chooses("121", on=await rule(ann, shown, "target"))
    await club.restart()
    assert await options(club) == {"target": 121}
    values = await rule(ann, ann.again(shown), "target")
    await ann.clicks("Leave", on=club.board())
    assert "You have no seat here" in (await ann.chooses("91", on=values)).text
    await bo.chooses("91", on=await rule(bo, await panel(bo), "target"))
    assert "first to 91" in club.board().text


async def test_two_changes_at_once_both_stand(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    shown = await panel(ann)
    await club.at_once(
        ann.send("t:1:0:value:target", on=shown, kind=3, values=["121"]),
        ann.send("t:1:0:value:muck_tie", on=shown, kind=3, values=["none"]),
        ann.send("t:1:0:clock:", on=shown, kind=3, values=["relaxed"]),
    )
    assert await options(club) == {"target": 121, "muck_tie": "none"}
    assert (await club.table()).row.clock == "relaxed"
    for piece in ("first to 121", "nobody scores", "10 minutes"):
        assert piece in club.board().text


class Asking(PhatFace):
    """Phat, as if its lobby asked for one rule at once and had a line of its own."""

    first_choice = "muck_tie"

    def lobby_lines(self, options: Options, texts: Texts) -> tuple[str, ...]:
        return (f"Ties: {options['muck_tie']}",)


async def test_a_face_may_have_the_lobby_ask_for_one_rule(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(faces(), "phat", Asking())
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    lobby = club.board()
    assert "Ties: carry" in lobby.text
    assert chosen(lobby, "value") == ["carry"]
    refused = await bo.chooses("split", on=lobby, verb="value")
    assert refused.private
    assert "You have no seat here" in refused.text
    await bo.clicks("Join")
    assert "Only the host" in (await bo.chooses("split", on=lobby, verb="value")).text
    answer = await ann.chooses("split", on=lobby, verb="value")
    assert answer.kind == "update"
    assert answer.seen.id == lobby.id
    assert "Ties: split" in answer.text
    assert chosen(club.board(), "value") == ["split"]
    assert len([each for each in club.messages() if not each.private]) == 1
    assert await options(club) == {"muck_tie": "split"}
