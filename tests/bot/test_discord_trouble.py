"""What Discord refuses or loses, and that no table is lost with it."""

from __future__ import annotations

import logging

import pytest

from bot.store import meta
from bot.store.errors import StoreError
from tests.bot.club import Club
from tests.bot.player import members, on_turn, started


async def test_a_deleted_table_message_is_posted_anew(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    old = club.board()
    club.delete(old)
    await (await on_turn(club, everybody)).plays()
    new = club.board()
    assert new.id != old.id
    assert "deal 1" in new.text
    assert (await club.table()).row.message_id == new.id
    await (await on_turn(club, everybody)).plays()
    assert club.board().id == new.id


@pytest.mark.parametrize("code", [30046, 50083])
async def test_a_message_that_takes_no_more_edits_is_posted_anew_and_the_old_one_deleted(club: Club, code: int) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    old = club.board()
    club.fail("PATCH", f"/channels/*/messages/{old.id}", code)
    await (await on_turn(club, everybody)).plays()
    assert club.board().id != old.id
    assert old.id not in [each.id for each in club.messages()]
    assert len([each for each in club.messages() if not each.private]) == 1


async def test_a_channel_that_refuses_us_is_left_alone_and_the_game_goes_on_in_the_hands(club: Club) -> None:
    for code, status in ((50013, 403), (10003, 404), (50001, 403)):
        await _left_alone(club, code, status)


async def _left_alone(club: Club, code: int, status: int) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    channel = club.channel = club.guild.create_text_channel(f"refuses-{code}")
    await started(club, *everybody)
    number = (await club.client.service.open_tables())[-1]
    club.fail("*", f"/channels/{channel.id}/messages*", code, status=status, times=None)
    before = len(club.requests("", f"/channels/{channel.id}/messages"))
    for _ in range(3):
        await club.passes(150)
    assert (await club.table(number)).row.phase in ("playing", "paused")
    # Once for the table's message, and once for the line that calls.
    assert len(club.requests("", f"/channels/{channel.id}/messages")) - before <= 2
    club.env.backend.faults.clear()
    await everybody[0].clicks("My hand")
    assert (await club.table(number)).row.message_id == club.board().id
    assert "A computer minds" in club.board().text
    await everybody[0].types("table end")


async def test_when_discord_is_out_of_order_the_message_follows_later(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    club.fail("PATCH", "/channels/*", 0, status=503)
    shown = club.board().text
    await (await on_turn(club, everybody)).plays()
    assert club.board().text == shown
    await club.passes(6)
    assert club.board().text != shown


async def test_an_answer_that_comes_too_late_is_no_error_and_the_card_counts(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    player = await on_turn(club, everybody)
    hand = player.hand()
    club.unanswered = True
    club.fail("POST", "/interactions/*/callback", 10062, status=404)
    await player.plays()
    assert (await club.table()).last_no == 1
    assert club.logged(logging.WARNING) == []
    # What the answer could not show comes over the token of the click before.
    assert "Your buttons come with your turn" in player.again(hand).text


async def test_an_interaction_that_another_process_has_answered_is_no_error(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    club.unanswered = True
    club.fail("POST", "/interactions/*/callback", 40060)
    await bo.clicks("Join")
    assert (await club.table()).seat_of(bo.id) is not None
    assert club.logged(logging.WARNING) == []


async def test_a_dead_hand_token_costs_nothing_and_the_next_click_brings_a_new_one(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    player = await on_turn(club, everybody)
    club.fail("PATCH", "/webhooks/*", 50027, status=401, times=3)
    await player.plays()
    following = await on_turn(club, everybody)
    await following.clicks("My hand", on=club.board())
    await following.plays()
    assert club.logged(logging.WARNING) == []


async def test_an_older_hand_that_cannot_be_taken_away_does_not_spoil_the_new_one(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    for code, status in ((10008, 404), (10015, 404), (50013, 403), (0, 500)):
        club.fail("DELETE", "/webhooks/*", code, status=status)
        answer = await ann.clicks("My hand", on=club.board())
        assert answer.private
        assert answer.followups == ()
    assert club.logged(logging.WARNING) == []


async def test_something_wrong_on_our_side_is_logged_and_told_in_a_sentence(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()

    async def broken(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    club.client.router._routes["join"] = broken
    club.expected.append("an interaction failed")
    answer = await bo.clicks("Join")
    assert answer.private
    assert "Something went wrong on our side" in answer.text
    assert "a fault of ours" not in answer.text
    assert any("an interaction failed" in each for each in club.logged(logging.ERROR))


async def test_a_disk_that_does_not_write_is_told_and_changes_nothing(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    before = await club.table()
    club.expected += ["could not be written", "heartbeat"]
    original = club.database.write

    async def full(work: object) -> None:
        raise StoreError("The disk is full.")

    club.database.write = full  # type: ignore[assignment, method-assign]
    answer = await bo.clicks("Join")
    club.database.write = original  # type: ignore[method-assign]
    assert "nothing was changed" in answer.text
    assert (await club.table()).row.version == before.row.version
    assert "Your cards come here" in (await bo.clicks("Join")).text


async def test_a_table_that_cannot_be_read_at_the_start_goes_on_when_it_can(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    before = await club.table()
    await club.leave()

    async def failing(*_: object) -> None:
        raise StoreError("The disk failed.")

    club.expected.append("The disk failed.")
    with monkeypatch.context() as broken:
        broken.setattr("bot.store.tables.load", failing)
        # Longer than a test waits for the bot to come to rest.
        for module in ("client", "tables.call_lines"):
            monkeypatch.setattr(f"bot.{module}.RETRY", 2 * club.env.settle_timeout)
        await club.come_back()
    await club.passes(2 * club.env.settle_timeout + 1)
    await club.passes(150)
    assert (await club.table()).row.version > before.row.version, "its clock goes on"


async def test_a_mistake_in_what_is_done_now_and_then_does_not_stop_the_heart(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def mistaken() -> None:
        raise ValueError("who has written this?")

    monkeypatch.setattr(club.client.upkeep, "run_due", mistaken)
    club.expected.append("the heartbeat failed")
    for _ in range(2):
        await club.passes(301)
        beat = await meta.last_beat(club.database)
        assert beat is not None
        assert club.client.service.now() - beat < 10


async def test_a_deleted_channel_a_deleted_thread_or_the_bot_removed_ends_the_table(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    await ann.opens(place="thread")
    (thread,) = club.channel.threads
    other = club.guild.create_text_channel("other")
    await ann.opens(channel=other)
    club.env.backend.delete_channel(thread.id)
    await club.env.settle()
    assert (await club.table(2)).row.end_reason == "channel"
    club.env.backend.delete_channel(other.id)
    await club.env.settle()
    assert (await club.table(3)).row.end_reason == "channel"
    assert (await club.table(1)).row.phase == "playing"
    club.env.backend.remove_guild(club.guild.id)
    await club.env.settle()
    assert (await club.table(1)).row.end_reason == "channel"
    assert await club.client.service.open_tables() == []


async def test_a_thread_goes_with_its_channel(club: Club) -> None:
    (ann,) = members(club, "Ann")
    parent = club.guild.create_text_channel("parent")
    await ann.opens(channel=parent, place="thread")
    await ann.opens(channel=parent, place="thread")
    # Of an archived one nobody tells the bot, and the library does not know it.
    (first, _) = parent.threads
    club.client.get_guild(club.guild.id)._remove_thread(first)  # type: ignore[union-attr, arg-type]
    del club.env.backend.channels[first.id]
    club.env.backend.get_guild(club.guild.id).thread_ids.remove(first.id)
    club.env.backend.delete_channel(parent.id)
    await club.env.settle()
    for number in (1, 2):
        assert (await club.table(number)).row.end_reason == "channel"
    assert "You have no seat here" in (await ann.types("hand")).text


async def test_closing_the_client_stops_everything_and_can_be_done_twice(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    before = await club.table()
    await club.client.close()
    await club.client.close()
    requests = len(club.requests())
    await club.passes(300)
    assert len(club.requests()) == requests
    assert (await club.table()).row.version == before.row.version
