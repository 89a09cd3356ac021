"""Being called to a table, as Discord sees it: who is mentioned, by which message, and that nobody else is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.tables import calling
from tests.bot.club import Club
from tests.bot.player import Player, members, on_turn, play_out, started

MENTION = re.compile(r"<@!?(\d+)>")


async def away(club: Club, *names: str) -> list[Player]:
    """A table where everybody has just begun, and then looks away for a quarter of an hour: hands are lost."""
    everybody = members(club, *names)
    await everybody[0].opens(clock="relaxed")
    for player in everybody[1:]:
        await player.clicks("Join")
    await everybody[0].clicks("Start")
    await (await on_turn(club, everybody)).plays()
    return everybody


def mentioned(request: Any) -> set[int]:
    """Whom a request may notify."""
    allowed = request.json.get("data", request.json).get("allowed_mentions") or {"parse": ["everyone"]}
    assert allowed["parse"] == []
    assert not allowed.get("roles")
    assert not allowed.get("replied_user")
    return {int(person) for person in allowed.get("users", [])}


def shown_mentions(request: Any) -> set[int]:
    """Everybody whose mention stands anywhere in a request."""
    return {int(person) for person in MENTION.findall(str(request.json))}


async def test_who_does_not_act_is_called_by_a_plain_line_that_mentions_them_alone(club: Club) -> None:
    everybody = await away(club, "Ann", "Bo", "Cleo", "Dana")
    player = await on_turn(club, everybody)
    assert club.calls() == []
    await club.passes(121)
    (line,) = club.calls()
    assert line.content.startswith(f"<@{player.id}>: it is your turn at Phat. Time is up <t:")
    assert line.labels == ["My hand"]
    (request,) = [each for each in club.requests("POST", "/messages") if each.json.get("content")]
    assert mentioned(request) == {player.id}


async def test_my_hand_on_the_line_opens_the_hand_and_the_line_goes_with_the_card(club: Club) -> None:
    everybody = await away(club, "Ann", "Bo", "Cleo", "Dana")
    player = await on_turn(club, everybody)
    await club.passes(121)
    (line,) = club.calls()
    answer = await player.clicks("My hand", on=line)
    assert answer.private
    assert answer.seen.cards
    assert club.calls() == [line]
    await player.plays()
    assert line.id not in [each.id for each in club.calls()]


async def test_others_who_click_the_line_meet_their_own_hand_or_a_sentence(club: Club) -> None:
    everybody = await away(club, "Ann", "Bo", "Cleo", "Dana")
    player = await on_turn(club, everybody)
    other = next(each for each in everybody if each is not player)
    (stranger,) = members(club, "Sam")
    await club.passes(121)
    (line,) = club.calls()
    assert not (await other.clicks("My hand", on=line)).seen.cards
    assert "no seat" in (await stranger.clicks("My hand", on=line)).text


async def test_a_restart_in_between_finds_the_line_and_calls_nobody_twice(club: Club) -> None:
    everybody = await away(club, "Ann", "Bo", "Cleo", "Dana")
    player = await on_turn(club, everybody)
    await club.passes(121)
    (line,) = club.calls()
    await club.restart(away=300)
    (after,) = club.calls()
    assert after.id == line.id
    assert after.content != line.content, "the time that the bot was away is added"
    await player.clicks("My hand", on=after)
    await player.plays()
    assert line.id not in [each.id for each in club.calls()]


async def test_who_never_wants_to_be_called_is_not(club: Club) -> None:
    everybody = await away(club, "Ann", "Bo", "Cleo", "Dana")
    player = await on_turn(club, everybody)
    panel = (await player.types("table preferences")).seen
    (menu,) = (part for part in panel.parts if part.get("custom_id", "").endswith(":calls"))
    await player.sends(menu["custom_id"], on=panel, kind=3, values=["never"])
    await club.passes(599)
    assert club.calls() == []


async def test_alone_with_computers_only_the_reminder_comes(club: Club) -> None:
    (ann,) = members(club, "Ann")
    table = await started(club, ann)
    await club.client.publisher.idle()
    table = await club.table(table.id)
    (seat,) = table.awaited()
    reminded = calling.missing(table, {})[0].remind_at
    assert reminded is not None
    assert table.seats[seat].person_id == ann.id
    await club.passes(reminded - club.env.now().timestamp() - 1)
    assert club.calls() == []
    await club.passes(2)
    assert len(club.calls()) == 1


@pytest.mark.parametrize("code", [10008, 50001, 50013])
async def test_a_line_that_cannot_be_edited_or_deleted_stops_no_game(club: Club, code: int) -> None:
    everybody = await away(club, "Ann", "Bo", "Cleo", "Dana")
    player = await on_turn(club, everybody)
    await club.passes(121)
    (line,) = club.calls()
    club.fail("*", f"/channels/*/messages/{line.id}", code, status=404 if code == 10008 else 403, times=None)
    await player.clicks("My hand", on=line)
    await player.plays()
    await (await on_turn(club, everybody)).clicks("My hand", on=club.board())


async def test_nobody_but_the_missing_is_ever_mentioned(club: Club) -> None:
    """Everything that is sent in a match of two deals with calls, a leaver, a rematch and a leaderboard."""
    everybody = await away(club, "Ann", "Bo", "Cleo", "Dana")
    await club.passes(121)
    await everybody[1].types("table leave")
    await play_out(club, everybody)
    await club.passes(20)
    await (await on_turn(club, everybody)).clicks("My hand")
    await play_out(club, everybody)
    await everybody[0].types("leaderboard")
    await everybody[0].clicks("Show here")
    await everybody[0].types("table end")
    calls = 0
    for request in [*club.requests("POST"), *club.requests("PATCH")]:
        if not isinstance(request.json, dict) or not shown_mentions(request):
            continue
        data = request.json.get("data", request.json)
        named = {int(person) for person in MENTION.findall(data.get("content") or "")}
        assert mentioned(request) == named
        calls += bool(named) and request.method == "POST"
    assert calls
    posted = [each for each in club.requests("POST", "/messages") if each.json.get("content")]
    assert len(posted) == calls
