"""``/table pause``, ``resume`` and ``kick``, the same under More, and what is shown meanwhile."""

from __future__ import annotations

import pytest

from bot.tables import due
from tests.bot.club import Club
from tests.bot.player import member, members, on_turn, started


async def test_the_host_pauses_and_everybody_sees_whose_pause_it_is_and_until_when(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    await started(club, ann, bo)
    answer = await ann.types("table pause")
    assert answer.private
    assert "The table is paused" in answer.text
    board = club.board()
    assert "**Paused** by Ann" in board.text
    assert "<t:" in board.text
    assert board.able == ["Resume", "My hand", "Rules", "More"]
    hand = bo.hand()
    assert "**Paused** by Ann" in hand.text
    assert "Resume" in hand.able
    assert hand.cards == []
    assert "You have no seat here" in (await eve.clicks("Resume", on=board)).text
    resumed = await bo.clicks("Resume", on=hand)
    assert resumed.kind == "update"
    assert "Paused" not in club.board().text
    assert (await club.table()).row.phase == "playing"
    late = await bo.sends("t:1:0:resume:", on=hand)
    assert "The table is not paused" in late.text


async def test_a_pause_under_more_and_by_all_together(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    panel = await bo.clicks("More", on=club.board())
    asked = await bo.clicks("Pause", on=panel.seen)
    assert asked.kind == "update"
    assert "You ask for a pause" in asked.text
    assert "Bo asks for a pause" in club.board().text
    panel = await ann.clicks("More", on=club.board())
    assert "The table is paused" in (await ann.clicks("Pause", on=panel.seen)).text
    assert "**Paused** by Ann, until somebody here presses Resume" in club.board().text
    await club.passes(due.PAUSE["live"] + 10)
    assert (await club.table()).row.phase == "paused"
    panel = await ann.clicks("More", on=club.board())
    assert "Pause" not in panel.seen.able
    hand = await ann.clicks("Resume", on=panel.seen)
    assert any(symbol in hand.text for symbol in "♠♥♦♣")
    assert "Paused" not in club.board().text


async def test_the_hosts_pause_ends_by_itself_and_a_restart_does_not_lose_it(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    player = await on_turn(club, everybody)
    hand = player.hand()
    await everybody[0].types("table pause")
    await club.restart(away=30)
    assert "**Paused** by Ann" in club.board().text
    await club.passes(due.PAUSE["live"] + 5)
    assert "Paused" not in club.board().text
    assert (await club.table()).row.phase == "playing"
    # What was asked before the pause is still the same question.
    await player.sends(next(each for each in hand.ids.values() if each.endswith(f":play {hand.cards[0]}")), on=hand)
    assert (await club.table()).last_no == 1


async def test_pause_and_resume_where_there_is_nothing_to_pause(club: Club) -> None:
    (ann,) = members(club, "Ann")
    assert "There is no table in this channel" in (await ann.types("table pause")).text
    await ann.opens()
    assert "This table has not started yet" in (await ann.types("table pause")).text
    await ann.clicks("Start")
    assert "The table is not paused" in (await ann.types("table resume")).text
    await ann.types("table pause")
    assert "The game goes on" in (await ann.types("table resume")).text


async def test_the_host_sends_somebody_away_whose_hand_says_so(club: Club) -> None:
    ann, bo, cleo = members(club, "Ann", "Bo", "Cleo")
    await started(club, ann, bo, cleo)
    hand = bo.hand()
    assert "Only the host of this table and moderators" in (await bo.types("table kick", person=cleo.actor.user)).text
    assert "leave the table instead" in (await ann.types("table kick", person=ann.actor.user)).text
    answer = await ann.types("table kick", person=bo.actor.user)
    assert answer.private
    assert "Bo has no seat here any more" in answer.text
    assert "You were sent away from this table" in bo.again(hand).text
    assert bo.again(hand).able == []
    assert (await club.table()).seats[1].computer == "normal"
    assert "That person has no seat at this table" in (await ann.types("table kick", person=bo.actor.user)).text
    taken = await bo.sends("t:1:0:take:1", on=club.board())
    assert "You were sent away from this table" in taken.text


async def test_a_moderator_frees_a_seat_in_a_lobby(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    moderator = member(club, "Mo", moderator=True)
    await ann.opens()
    await bo.clicks("Join")
    await moderator.types("table kick", person=bo.actor.user)
    assert "Bo" not in club.board().text
    assert "You were sent away from this table" in (await bo.clicks("Join")).text


async def test_a_table_without_anybody_is_warned_by_an_edit_and_ends_by_another(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(due.WARNING, "live", 300.0)
    monkeypatch.setattr(due, "END", 200.0)
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    for player in (ann, bo):
        panel = await player.clicks("More", on=club.board())
        await player.clicks("Computer takes my seat", on=panel.seen)
    board = club.board()
    await club.passes(due.WARNING["live"] + 1)
    assert "Nobody has played here for days" in club.board().text
    assert "This table ends <t:" in club.board().text
    assert "I am back" in club.board().able
    await club.passes(due.END + 1)
    assert "Nobody was left at this table" in club.board().text
    assert [each.id for each in club.messages() if not each.private] == [board.id]
