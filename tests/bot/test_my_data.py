"""``/my-data export`` and ``delete``, as people meet them."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from bot import my_data_clicks
from bot.store import erase, scores
from tests.bot.club import Answer, Club
from tests.bot.player import Player, members, play_out, started
from tests.store.making import contents


def file_of(club: Club, answer: Answer) -> tuple[str, bytes]:
    """The name and the content of the file that came with an answer."""
    (stored,) = club.env.backend.messages[answer.seen.channel][answer.seen.id].attachments
    content = club.env.backend.cdn.get(stored["url"])
    assert content is not None
    return stored["filename"], content


async def exported(club: Club, player: Player) -> dict[str, Any]:
    """What ``/my-data export`` gives a person."""
    answer = await player.types("my-data export")
    assert answer.private
    name, content = file_of(club, answer)
    assert name == "tricktable-my-data.json"
    found = json.loads(content)
    assert isinstance(found, dict)
    return found


async def test_everything_about_oneself_comes_as_a_file_only_oneself_sees(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    await play_out(club, [ann, bo])
    found = await exported(club, ann)
    assert found["person_id"] == str(ann.id)
    assert found["names"][0]["name"] == "Ann"
    assert [each["deal_no"] for each in found["deals"]] == [1]
    assert len(found["deals"][0]["hand"].split()) == 13
    assert {each["code"].split()[0] for each in found["actions"]} <= {"play", "bid", "call", "pass"}
    assert len(found["scores"]) == len(found["totals"]) == 1
    assert str(bo.id) not in json.dumps(found)
    assert bo.name not in json.dumps(found)
    # Bo sees no file.
    assert not any(each.private for each in bo.sees() if "This file holds" in each.text)


async def test_a_large_file_is_packed_and_one_that_is_too_large_is_refused(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    monkeypatch.setattr(my_data_clicks, "PLAIN_UP_TO", 100)
    answer = await ann.types("my-data export")
    name, content = file_of(club, answer)
    assert name == "tricktable-my-data.json.gz"
    assert "packed with gzip" in answer.text
    assert json.loads(gzip.decompress(content))["person_id"] == str(ann.id)
    monkeypatch.setattr(my_data_clicks, "MOST_BYTES", 100)
    assert "too much for one message" in (await ann.types("my-data export")).text


async def test_an_erasure_asks_twice_says_what_it_does_and_leaves_the_others_their_game(club: Club) -> None:
    everybody = members(club, "Ann Zabriskie", "Bo", "Cleo", "Dana")
    ann, *others = everybody
    await started(club, *everybody)
    await play_out(club, everybody)
    for player in everybody:
        await player.clicks("Next deal", on=player.hand())
    hand = ann.hand()
    first = await ann.types("my-data delete")
    assert first.private
    assert "You sit at one open table" in first.text
    assert "</my-data export:" in first.text
    second = await ann.clicks("Delete my data", on=first.seen)
    assert second.kind == "update"
    assert "no way back" in second.text
    assert await erase.knows(club.database, ann.id)
    done = await ann.clicks("Delete for good", on=second.seen)
    assert "is deleted" in ann.again(first.seen).text
    assert done.followups == ()
    assert not await erase.knows(club.database, ann.id)
    # Her old hand says so, the table goes on without her name, and its file has neither name nor id.
    assert "You have no seat here" in ann.again(hand).text
    assert "Zabriskie" not in club.board().text
    table = await club.table()
    assert table.row.phase == "playing"
    assert table.row.host_id == others[0].id
    for file in club.path.parent.glob(f"{club.path.name}*"):
        assert b"Zabriskie" not in contents(file)
        assert ann.id.to_bytes(8) not in contents(file)
    await play_out(club, others)
    board = await others[0].types("leaderboard")
    assert "Bo" in board.text
    assert "Zabriskie" not in board.text
    assert "Somebody" not in board.text


async def test_who_changes_their_mind_keeps_everything(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    for step in ("Delete my data", None):
        panel = (await ann.types("my-data delete")).seen
        if step is not None:
            panel = (await ann.clicks(step, on=panel)).seen
        kept = await ann.clicks("Keep my data", on=panel)
        assert "Nothing was deleted" in kept.text
        assert kept.seen.labels == []
    assert (await club.table()).seat_of(ann.id) is not None
    assert (await exported(club, ann))["names"] != []


async def test_with_nothing_stored_both_say_so_in_one_sentence_and_a_second_erasure_too(club: Club) -> None:
    ann, eve = members(club, "Ann", "Eve")
    await ann.opens()
    for command in ("my-data export", "my-data delete"):
        answer = await eve.types(command)
        assert answer.private
        assert answer.text == "Nothing is stored about you."
    panel = (await ann.types("my-data delete")).seen
    sure = (await ann.clicks("Delete my data", on=panel)).seen
    await ann.clicks("Delete for good", on=sure)
    again = await ann.sends("t:0:0:erasenow:", on=sure)
    assert "Nothing is stored about you." in ann.again(again.seen).text
    # The lobby, which nobody is left in, is closed.
    assert "Everybody left this table" in club.board().text


async def test_who_plays_again_is_a_newcomer(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo, target=30)
    await play_out(club, [ann, bo])
    panel = (await ann.types("my-data delete")).seen
    await ann.clicks("Delete for good", on=(await ann.clicks("Delete my data", on=panel)).seen)
    await club.passes(400)
    hand = (await ann.opens()).seen
    assert "New to" in hand.text
    found = await exported(club, ann)
    assert len(found["tables"]) == 1
    assert found["scores"] == found["totals"] == found["results"] == []


async def test_a_forged_click_on_a_public_message_answers_privately_and_erases_ones_own_data_only(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    board = club.board()
    answer = await bo.sends("t:0:0:erasenow:", on=board)
    assert answer.private
    assert "is deleted" in answer.text
    assert not await erase.knows(club.database, bo.id)
    assert await erase.knows(club.database, ann.id)
    assert "to play" in club.board().text


async def test_in_direct_messages_one_sentence_says_that_a_server_is_needed(club: Club) -> None:
    (ann,) = members(club, "Ann")
    for command in ("my-data export", "my-data delete"):
        assert "in a server's channels" in (await ann.forges(command, private=True)).text


async def test_whether_somebody_is_new_to_a_game_is_not_kept_who_was_erased_while_it_was_asked(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    original = scores.standing

    async def standing(*given: Any) -> Any:
        found = await original(*given)
        club.client.service.forget(bo.id, [])
        return found

    with monkeypatch.context() as patched:
        patched.setattr(scores, "standing", standing)
        await bo.clicks("Join")
    assert not any(bo.id in known for known in club.client.answer._newcomers.values())
