"""``/table open|show|leave|end|help``."""

from __future__ import annotations

import discord
import pytest

from tests.bot.club import Club
from tests.bot.player import member, members, started


async def test_open_here_shows_the_lobby_and_answers_with_the_own_hand(club: Club) -> None:
    (ann,) = members(club, "Ann")
    answer = await ann.opens()
    assert answer.private
    assert "Your cards come here" in answer.text
    lobby = club.board()
    assert "Phat · lobby" in lobby.text
    assert "Ann (host)" in lobby.text
    assert lobby.able == ["Join", "Leave", "Start", "Rules", "More", "Play now with computers"]
    assert len(club.messages()) == 1


async def test_a_second_table_in_a_channel_is_refused_and_a_thread_takes_it(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    answer = await bo.opens()
    assert answer.private
    assert "There is a table in this channel already" in answer.text
    elsewhere = await bo.opens(place="thread")
    (thread,) = club.channel.threads
    assert f"<#{thread.id}>" in elsewhere.text
    assert "Bo (host)" in club.board(thread).text


@pytest.mark.parametrize("option", [("place", "thread"), ("clock", "slow"), ("clock", "none")])
async def test_a_thread_is_made_when_asked_for_and_for_tables_that_last(club: Club, option: tuple[str, str]) -> None:
    (ann,) = members(club, "Ann")
    answer = await ann.types("table open", game="phat", **dict([option]))  # type: ignore[arg-type]
    (made,) = club.channel.threads
    assert made.name == "Phat · Ann"
    assert answer.private
    assert f"The table is open: <#{made.id}>" in answer.text
    assert "Phat · lobby" in club.board(made).text
    assert not [each for each in club.messages() if "lobby" in each.text and not each.private]
    # The answer is the hand itself: it follows the table in the thread.
    await ann.clicks("Play now with computers", channel=made)
    table = await club.table()
    assert table.row.channel_id == made.id


async def test_the_answer_to_open_in_a_thread_is_a_hand_that_follows_the_table(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    hand = (await ann.opens(place="thread")).seen
    (thread,) = club.channel.threads
    await bo.chooses("2", on=club.board(thread))
    assert "your partner is Bo" in ann.again(hand).text
    await bo.clicks("Leave", on=club.board(thread))
    await ann.types("table end", channel=thread)
    assert "This table has ended" in ann.again(hand).text


async def test_in_a_thread_the_table_stays_there_whatever_its_clock(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens(place="thread")
    (thread,) = club.channel.threads
    await ann.types("table end", channel=thread)
    answer = await ann.opens(clock="slow", channel=thread)
    assert "Your cards come here" in answer.text
    assert len(club.channel.threads) == 1
    assert (await club.table(2)).row.channel_id == thread.id


async def test_a_voice_channels_chat_is_a_place_like_any_other(club: Club) -> None:
    (ann,) = members(club, "Ann")
    voice = club.guild.create_voice_channel("parlour")
    answer = await ann.opens(clock="slow", channel=voice)
    assert "Your cards come here" in answer.text
    assert "Phat · lobby" in club.board(voice).text


async def test_an_announcement_channel_is_asked_for_its_own_kind_of_thread(club: Club) -> None:
    (ann,) = members(club, "Ann")
    # SimCord knows no such threads and breaks while making one; Discord takes no other kind there.
    club.expected.append("an interaction failed")
    await ann.opens(place="thread", channel=club.guild.create_news_channel("news"))
    (asked,) = club.requests("POST", "/threads")
    assert asked.json["type"] == 10


@pytest.mark.parametrize(
    ("lacking", "names", "options"),
    [
        (("send_messages",), "Send Messages", {}),
        (("embed_links", "attach_files"), "Embed Links and Attach Files", {}),
        (("create_public_threads",), "Create Public Threads", {"clock": "slow"}),
        (
            ("create_public_threads", "send_messages_in_threads"),
            "Create Public Threads and Send Messages in Threads",
            {"place": "thread"},
        ),
    ],
)
async def test_missing_permissions_are_named_exactly_and_nothing_is_opened(
    club: Club, lacking: tuple[str, ...], names: str, options: dict[str, str]
) -> None:
    (ann,) = members(club, "Ann")
    me = club.client.user
    assert me is not None
    closed = club.guild.create_text_channel(
        "closed", overwrites={me: discord.PermissionOverwrite(**dict.fromkeys(lacking, False))}
    )
    answer = await ann.types("table open", channel=closed, game="phat", **options)
    assert answer.private
    assert answer.text == f"I am not allowed to do that in this channel. I need: {names}."
    assert await club.client.service.open_tables() == []
    assert closed.threads == []


async def test_a_thread_that_discord_refuses_is_told_after_the_deferred_answer(club: Club) -> None:
    (ann,) = members(club, "Ann")
    club.fail("POST", "/channels/*/threads", 50013, status=403)
    answer = await ann.opens(place="thread")
    assert "I need: Create Public Threads and Send Messages in Threads." in answer.text
    assert await club.client.service.open_tables() == []


async def test_a_game_nobody_knows_is_refused_with_its_name(club: Club) -> None:
    (ann,) = members(club, "Ann")
    answer = await ann.forges("table open", game="poker@everyone")
    assert answer.private
    assert "There is no game called poker" in answer.text
    assert "@everyone" not in answer.text


async def test_in_direct_messages_one_sentence_says_that_a_server_is_needed(club: Club) -> None:
    (ann,) = members(club, "Ann")
    for command in ("table open", "table show", "table leave", "table end", "hand", "leaderboard"):
        answer = await ann.forges(command, private=True, **({"game": "phat"} if command == "table open" else {}))
        assert "Tables are played in a server's channels" in answer.text


async def test_show_posts_the_table_anew_and_takes_the_old_message_away(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    old = club.board()
    await ann.actor.send(club.channel, "a lot of talk")
    answer = await bo.types("table show")
    assert answer.private
    assert "at the bottom" in answer.text
    assert club.board().id > old.id
    assert old.id not in [each.id for each in club.messages()]
    await bo.clicks("Join", on=club.board())
    assert "Bo" in club.board().text


async def test_show_without_a_table_or_without_the_right_to_post(club: Club) -> None:
    (ann,) = members(club, "Ann")
    assert "There is no table in this channel" in (await ann.types("table show")).text
    await ann.opens()
    club.forbid("send_messages")
    assert "I need: Send Messages" in (await ann.types("table show")).text


async def test_leave_in_a_lobby_and_by_somebody_without_a_seat(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    assert "You have no seat here" in (await bo.types("table leave")).text
    await bo.clicks("Join")
    hand = bo.hand()
    assert "You have left the table" in (await ann.types("table leave")).text
    assert "Bo (host)" in club.board().text
    assert "You have left" in (await bo.types("table leave")).text
    assert "Everybody left this table" in club.board().text
    assert club.board().labels == []
    assert "This table has ended" in bo.again(hand).text


async def test_end_is_the_hosts_before_the_first_deal_is_over(club: Club) -> None:
    ann, bo, cleo = members(club, "Ann", "Bo", "Cleo")
    await started(club, ann, bo)
    assert "You have no seat here" in (await cleo.types("table end")).text
    assert "The host may end the table" in (await bo.types("table end")).text
    assert "The table is ended" in (await ann.types("table end")).text
    assert "The host ended this table" in club.board().text
    assert "There is no table in this channel" in (await ann.types("table end")).text


async def test_a_moderator_ends_any_table(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    moderator = member(club, "Mo", moderator=True)
    await started(club, ann, bo)
    assert "The table is ended" in (await moderator.types("table end")).text
    assert "A moderator ended this table" in club.board().text


async def test_help_links_to_the_commands_by_their_real_ids(club: Club) -> None:
    (ann,) = members(club, "Ann")
    answer = await ann.types("table help")
    assert answer.private
    ids = {command["name"]: command["id"] for command in club.commands()}
    of_tables = [f"table {each}" for each in ("open", "show", "leave", "end", "pause")]
    for words in (*of_tables, "hand", "play", "rules", "leaderboard", "stats", "replay"):
        assert f"</{words}:{ids[words.split()[0]]}>" in answer.text
    assert len(answer.text.splitlines()) <= 12
