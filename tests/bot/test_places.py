"""Threads of tables, and places that went while the bot was away."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.store.errors import StoreError
from tests.bot.club import Club
from tests.bot.player import members, play_out, started


def archived(thread: Any) -> bool:
    return bool(thread._channel.thread_metadata.archived)


async def test_a_tables_thread_is_archived_when_the_table_is_over(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens(place="thread")
    (thread,) = club.channel.threads
    assert not archived(thread)
    await ann.types("table end", channel=thread)
    assert "The host ended this table" in club.board(thread).text
    assert archived(thread)
    # Writing there opens it again, and another table may stand in it.
    await ann.actor.send(thread, "one more?")
    await ann.opens(channel=thread)
    assert "Phat · lobby" in club.board(thread).text


async def test_a_thread_is_left_open_while_a_rematch_is_offered_and_played(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    me = club.client.user
    assert me is not None
    made = club.env.backend.create_thread(club.channel.id, name="Phat", owner_id=me.id)
    thread = club.channel = club.place(made.id)
    await started(club, ann, bo, target=30)
    await play_out(club, [ann, bo])
    assert (await club.table()).row.phase == "over"
    assert not archived(thread)
    summary = club.board()
    await ann.clicks("Rematch", on=summary)
    await bo.clicks("Rematch", on=summary)
    assert (await club.table(2)).row.phase == "playing"
    assert not archived(thread)
    await ann.types("table end")
    assert archived(thread)


async def test_an_end_that_could_not_be_shown_is_shown_to_whoever_clicks_there(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    board = club.board()
    club.fail("*", f"/channels/{club.channel.id}/messages*", 50013, status=403, times=None)
    await ann.types("table end")
    assert club.board().text == board.text
    club.env.backend.faults.clear()
    assert "This table has ended" in (await bo.clicks("Join", on=board)).text
    assert "The host ended this table" in club.board().text
    assert "Join" not in club.board().labels


async def test_a_server_with_as_many_threads_as_discord_allows_is_told_so(club: Club) -> None:
    (ann,) = members(club, "Ann")
    club.fail("POST", "/channels/*/threads", 160006, status=400)
    assert "as many open threads as Discord allows" in (await ann.opens(place="thread")).text
    assert await club.client.service.open_tables() == []


async def test_a_thread_that_people_made_and_a_channel_are_left_alone(club: Club) -> None:
    (ann,) = members(club, "Ann")
    made = club.env.backend.create_thread(club.channel.id, name="ours", owner_id=ann.id)
    thread = club.place(made.id)
    await club.env.settle()
    await ann.opens(channel=thread)
    await ann.types("table end", channel=thread)
    assert not archived(thread)
    await ann.opens()
    await ann.types("table end")
    assert club.requests("PATCH", f"/channels/{club.channel.id}") == [
        each for each in club.requests("PATCH", f"/channels/{club.channel.id}") if "/messages/" in each.path
    ]


async def test_no_empty_thread_stays_open_when_the_table_could_not_be_opened(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = members(club, "Ann")

    async def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    club.expected.append("could not be opened")
    with monkeypatch.context() as patched:
        patched.setattr("bot.tables.service.tables.create", full)
        answer = await ann.opens(place="thread")
    assert "nothing was changed" in answer.text
    (thread,) = club.channel.threads
    assert archived(thread)
    assert await club.client.service.open_tables() == []


async def test_a_place_that_went_while_the_bot_was_away_ends_its_table(club: Club) -> None:
    (ann,) = members(club, "Ann")
    gone, there, hidden = (club.guild.create_text_channel(name) for name in ("gone", "there", "hidden"))
    for channel in (gone, there, hidden):
        await ann.opens(channel=channel)
    await ann.opens(place="thread")
    await ann.opens(channel=there, place="thread")
    (lost,) = club.channel.threads
    (kept,) = there.threads
    assert kept._channel.thread_metadata is not None
    kept._channel.thread_metadata.archived = True
    await club.leave()
    for each in (gone.id, lost.id):
        club.env.backend.delete_channel(each)
    await club.come_back()
    ended = {number: (await club.table(number)).row.end_reason for number in range(1, 6)}
    assert ended == {1: "channel", 2: None, 3: None, 4: "channel", 5: None}


async def test_a_server_that_removed_the_bot_while_it_was_away_ends_its_tables(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    await club.leave()
    club.env.backend.remove_guild(club.guild.id)
    await club.come_back()
    assert (await club.table()).row.end_reason == "channel"


async def test_a_database_that_is_closed_meanwhile_is_no_failure(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot")
    (ann,) = members(club, "Ann")
    await ann.opens()
    await club.leave()
    await club.client.lost.close_unseen()
    assert any("which tables' channels are gone" in each for each in club.logged(logging.INFO))
    assert club.logged() == []
    await club.come_back()
    assert (await club.table()).row.phase == "lobby"
