"""``/table record``, ``/replay`` and their buttons: for those who played; everybody else meets a sentence."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bot.tables.match_ids import match_id
from engine.reading import read
from engine.replay import verify
from tests.bot.club import Answer, Club
from tests.bot.player import Player, member, members, play_out, started

_FILE = 13


def file_of(club: Club, answer: Answer) -> tuple[str, bytes]:
    """The file that came with an answer, by the message's own component: its name and what is in it."""
    (part,) = (part for part in answer.seen.parts if part["type"] == _FILE)
    stored = club.env.backend.messages[answer.seen.channel][answer.seen.id]
    (attachment,) = stored.attachments
    assert part["file"]["url"].endswith(attachment["filename"]) or part["name"] == attachment["filename"]
    content = club.env.backend.cdn.get(attachment["url"])
    assert content is not None
    return attachment["filename"], content


def record_in(club: Club, answer: Answer) -> dict[str, Any]:
    """The record that came with an answer, which has to be a good one."""
    assert answer.private
    name, content = file_of(club, answer)
    assert name.endswith(".json")
    verify(read(content))
    whole: dict[str, Any] = json.loads(content)
    return whole


async def finished(club: Club, *names: str) -> list[Player]:
    """A finished match of these people."""
    players = members(club, *names)
    await started(club, *players, target=30)
    await play_out(club, players)
    return players


async def test_the_record_of_a_finished_match_by_command_and_by_button(club: Club) -> None:
    ann, bo = await finished(club, "Ann", "Bo")
    word = match_id(1)
    summary = club.board()
    assert f"match {word}" in summary.text
    answers = [
        await ann.types("table record"),
        await bo.types("table record", match=word),
        await bo.types("table record", match=f" {word[:2].upper()}-{word[2:]} "),
        await ann.clicks("Record", on=summary),
    ]
    records = [record_in(club, each) for each in answers]
    assert all(each == records[0] for each in records)
    assert records[0]["result"]["finished"]
    assert records[0]["players"] == ["Ann", "Bo", "computer normal", "computer normal"]
    assert file_of(club, answers[0])[0] == f"phat-{word}.json"
    assert f"record of match {word}" in answers[0].text
    assert "The deal that goes on" not in answers[0].text
    assert str(ann.id) not in json.dumps(records[0])


async def test_while_a_match_goes_on_its_record_holds_the_deals_that_are_over(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    ann = everybody[0]
    await started(club, *everybody)
    assert "You have not finished a deal in this server yet" in (await ann.types("table record")).text
    panel = await ann.clicks("More", on=club.board())
    assert "Record" not in panel.seen.labels
    early = await ann.sends("t:1:0:record:", on=club.board())
    assert "No deal of this match is over yet" in early.text
    await play_out(club, everybody)
    for player in everybody:
        await player.clicks("Next deal", on=club.board())
    table = await club.table()
    assert table.deal is not None
    assert (table.deal.no, table.row.phase) == (2, "playing")
    panel = await ann.clicks("More", on=club.board())
    assert f"match {match_id(1)}" in panel.text
    answer = await ann.clicks("Record", on=panel.seen)
    assert answer.kind == "message"
    assert "The deal that goes on is not in it" in answer.text
    whole = record_in(club, answer)
    assert len(whole["deals"]) == 1
    assert whole["result"] == {"finished": False}
    _, content = file_of(club, answer)
    assert table.deal.salt.encode() not in content
    assert table.deal.commitment.encode() not in content
    replay = await ann.clicks("Replay", on=answer.seen)
    assert replay.kind == "message", "the file stays where it is"
    assert "deal 1 of 1" in replay.text
    assert "Deal after" not in replay.seen.able


async def test_only_players_are_handed_a_record_or_its_steps(club: Club) -> None:
    await finished(club, "Ann", "Bo")
    eve = member(club, "Eve", moderator=True)
    summary, word = club.board(), match_id(1)
    tries = [
        eve.types("table record", match=word),
        eve.types("replay", match=word),
        eve.clicks("Record", on=summary),
        eve.clicks("Replay", on=summary),
        eve.sends("t:1:0:replay:1.5.next", on=summary),
    ]
    for each in tries:
        answer = await each
        assert answer.private
        assert answer.text == "Only those who held a seat in this match may look back at it."
    for command in ("table record", "replay"):
        assert "You have not finished a deal in this server yet" in (await eve.types(command)).text
    assert "seal" in (await eve.clicks("Fairness proof", on=summary)).text


@pytest.mark.parametrize("typed", ["", "x", "1", "gubanu", "**@everyone**", "bebab", "z" * 100])
async def test_a_word_that_names_no_match_is_told_in_a_sentence(club: Club, typed: str) -> None:
    ann, _ = await finished(club, "Ann", "Bo")
    for command in ("table record", "replay"):
        answer = await ann.forges(command, match=typed)
        assert answer.private
        assert answer.text.startswith("There is no match ")
        assert "@everyone" not in answer.text.replace("@\u200beveryone", "")
    nobodys = await ann.types("replay", match=match_id(2))
    assert f"There is no match {match_id(2)}." in nobodys.text


async def test_another_servers_match_is_none_here(club: Club) -> None:
    ann, _ = await finished(club, "Ann", "Bo")
    elsewhere = club.env.create_guild("Another club")
    channel = elsewhere.create_text_channel("cards")
    guest = Player(club, elsewhere.add_member(ann.actor.user))
    await guest.opens(channel=channel)
    assert "You have not finished a deal in this server yet" in (await guest.types("replay", channel=channel)).text
    assert "There is no match" in (await guest.types("replay", channel=channel, match=match_id(1))).text
    for forged in ("t:1:0:replay:1.0.next", "t:1:0:replay:", "t:1:0:record:"):
        assert "There is no such table" in (await guest.sends(forged, on=club.board(channel))).text
    assert await guest.actor.autocomplete(channel, "replay", "match", "") == []


async def test_the_list_offers_ones_own_matches_the_latest_first(club: Club) -> None:
    ann, bo, _ = await finished(club, "Ann", "Bo", "[Cleo](https://a.b)")
    await started(club, bo, target=30)
    await play_out(club, [bo], 2)
    await ann.opens()
    for command in ("table record", "replay"):
        offered = await bo.actor.autocomplete(club.channel, command, "match", "")
        assert [each["value"] for each in offered] == [match_id(2), match_id(1)]
        assert re.fullmatch(rf"{match_id(2)} · Phat · \d{{4}}-\d\d-\d\d · \w+ deals?", offered[0]["name"])
        assert offered[1]["name"].endswith("· Ann and [Cleo](https://a.b)")
    assert [each["value"] for each in await ann.actor.autocomplete(club.channel, "replay", "match", "")] == [
        match_id(1)
    ]
    for typed in (match_id(1)[:4].upper(), "ann", "phat"):
        found = await bo.actor.autocomplete(club.channel, "replay", "match", typed)
        assert match_id(1) in [each["value"] for each in found]
    assert await bo.actor.autocomplete(club.channel, "replay", "match", "no such thing") == []


async def test_without_a_word_it_is_the_last_match_and_in_a_channel_of_matches_the_last_one_there(club: Club) -> None:
    ann, _ = await finished(club, "Ann", "Bo")
    other, third = (club.guild.create_text_channel(name) for name in ("other", "third"))
    await ann.opens(channel=other)
    await ann.clicks("Play now with computers", channel=other)
    await play_out(club, [ann], 2)
    for channel, number in ((club.channel, 1), (other, 2), (third, 2)):
        assert f"match {match_id(number)}" in (await ann.types("replay", channel=channel)).text


async def test_in_the_first_deal_of_a_match_here_no_other_match_is_given_in_its_place(club: Club) -> None:
    ann, bo = await finished(club, "Ann", "Bo")
    for player in (ann, bo):
        await player.clicks("Rematch")
    sentence = "No deal at this table is over yet. To look back at an earlier match, choose it from the list."
    other = club.guild.create_text_channel(name="other")
    for command in ("table record", "replay"):
        assert (await ann.types(command)).text == sentence
        # By its word, elsewhere, and for whoever does not play here it is the earlier one.
        assert match_id(1) in (await ann.types(command, match=match_id(1))).text
        assert match_id(1) in (await ann.types(command, channel=other)).text
    await play_out(club, [ann, bo], 2)
    assert match_id(2) in (await ann.types("replay")).text


async def test_a_pause_after_the_first_deal_leaves_it_to_be_looked_back_at(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    await ann.types("table pause")
    assert "You have not finished a deal" in (await ann.types("replay")).text
    await ann.types("table resume")
    await play_out(club, [ann, bo])
    await ann.types("table pause")
    assert (await club.table()).row.phase == "paused"
    for player in (ann, bo):
        assert match_id(1) in (await player.types("replay")).text
        assert "One deal is over" in (await player.types("table record")).text


async def test_tens_of_steps_through_a_match(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    ann = everybody[0]
    await started(club, *everybody, target=100)
    await play_out(club, everybody)
    while (await club.table()).row.phase == "between":
        for player in everybody:
            await player.clicks("Next deal", on=club.board())
        await play_out(club, everybody)
    deals = record_in(club, await ann.types("table record"))["deals"]
    first, steps = deals[0]["actions"], len(deals[0]["actions"])
    assert steps == 52
    opened = await ann.clicks("Replay", on=club.board())
    assert opened.private
    assert opened.kind == "message"
    assert f"deal 1 of {len(deals)}" in opened.text
    assert "The cards are dealt" in opened.text
    assert opened.seen.able == ["Next", "Next trick", "End of deal", "Deal after"]
    assert sum(opened.text.count(suit) for suit in "♠♥♦♣") == 52
    seen = opened.seen
    for step, (seat, code) in enumerate(first[:30], 1):
        answer = await ann.clicks("Next", on=seen)
        assert answer.kind == "update"
        assert answer.seen.id == seen.id
        seen = answer.seen
        card = code.removeprefix("play ").replace("T", "10")
        shown = card[:-1] + "♠♥♦♣"["SHDC".index(card[-1])]
        assert f"{step} of {steps} · {everybody[seat].name}: **{shown}**" in seen.text
    for step in range(29, 24, -1):
        seen = (await ann.clicks("Back", on=seen)).seen
        assert f"{step} of {steps}" in seen.text
    trick = (await ann.clicks("Next trick", on=seen)).seen
    assert f"28 of {steps}" in trick.text
    assert "Trick 7: " in trick.text
    end = (await ann.clicks("End of deal", on=trick)).seen
    assert "Big Phat" in end.text
    assert "End of deal" not in end.able
    after = (await ann.clicks("Next", on=end)).seen
    assert f"deal 2 of {len(deals)}" in after.text
    assert (await ann.clicks("Back", on=after)).text == end.text
    start = await ann.clicks("Deal before", on=after)
    assert start.text == opened.text
    seen = after
    while "Deal after" in seen.able:
        seen = (await ann.clicks("Deal after", on=seen)).seen
    last = (await ann.clicks("End of deal", on=seen)).seen
    assert f"deal {len(deals)} of {len(deals)}" in last.text
    assert last.able == ["Back", "Deal before", "Start of deal"]


async def test_the_same_click_twice_leads_to_the_same_moment(club: Club) -> None:
    ann, _ = await finished(club, "Ann", "Bo")
    opened = await ann.types("replay")
    first, second = await club.at_once(ann.click("Next", on=opened.seen), ann.click("Next", on=opened.seen))
    assert first.text == second.text
    assert "1 of " in first.text


@pytest.mark.parametrize(
    ("custom_id", "sentence"),
    [
        ("t:1:0:replay:9.0.next", "This match has no such moment."),
        ("t:1:0:replay:1.9999.back", "This match has no such moment."),
        ("t:1:0:replay:0.0.next", "This match has no such moment."),
        ("t:1:0:replay:99999.9999.last", "This match has no such moment."),
        ("t:2:0:replay:1.0.next", "There is no such table."),
        ("t:2:0:record:", "There is no such table."),
        ("t:1:0:replay:1.0", "This table has ended."),
        ("t:1:0:replay:1.-1.next", "This table has ended."),
        ("t:1:0:replay:01.0.next", "This table has ended."),
        ("t:1:0:replay:1.0.next.next", "This table has ended."),
        ("t:1:0:record:1", "This table has ended."),
    ],
)
async def test_a_forged_moment_meets_one_sentence(club: Club, custom_id: str, sentence: str) -> None:
    ann, _ = await finished(club, "Ann", "Bo")
    answer = await ann.sends(custom_id, on=club.board())
    assert answer.private
    assert answer.text == sentence


async def test_looking_back_goes_on_after_a_restart(club: Club) -> None:
    ann, _ = await finished(club, "Ann", "Bo")
    opened = await ann.types("replay")
    await club.restart()
    assert "1 of " in (await ann.clicks("Next", on=opened.seen)).text
    assert record_in(club, await ann.clicks("Record", on=club.board()))["result"]["finished"]


async def test_in_direct_messages_a_server_is_needed(club: Club) -> None:
    (ann,) = members(club, "Ann")
    for command in ("table record", "replay"):
        assert "server" in (await ann.forges(command, private=True)).text
