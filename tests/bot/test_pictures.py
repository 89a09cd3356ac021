"""Pictures in Discord: where a server wants them, on rule pages, in records; and messages that go without."""

from __future__ import annotations

from typing import Any

import pytest

from bot.drawing.studio import Picture
from tests.bot.club import Club
from tests.bot.messages import Seen
from tests.bot.player import member, members, on_turn, play_out, started
from tests.bot.setup_panel import changes, panel
from tests.bot.test_standings import scored

_GALLERY = 12


def galleries(message: Seen) -> list[dict[str, Any]]:
    """The pictures in a message, each with its description."""
    return [item for part in message.parts if part["type"] == _GALLERY for item in part["items"]]


async def wanting(club: Club, pictures: str) -> None:
    """The server has chosen these pictures."""
    ann = member(club, "Manager", manager=True)
    await ann.chooses(pictures, on=await panel(ann), verb="setting:pictures")


async def test_without_the_setting_tables_have_no_picture(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    await play_out(club, [ann, bo])
    assert not any(galleries(message) for message in ann.sees())


async def test_a_server_that_wants_tricks(club: Club) -> None:
    await wanting(club, "tricks")
    assert await changes(club) == [("pictures", "off", "tricks")]
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    (picture,) = galleries(club.board())
    assert "The table: Phat, deal 1." in picture["description"]
    assert "To play: " in picture["description"]
    assert picture["media"]["url"].startswith("http"), "it stands for the file that came along"
    for player in (ann, bo):
        assert galleries(player.hand()) == [], "a hand has no picture"
    text = club.board().text
    await wanting(club, "off")
    await ann.types("table show")
    assert galleries(club.board()) == []
    assert club.board().text == text


async def test_the_picture_follows_the_trick(club: Club) -> None:
    """Each edit brings its own picture, and the one before it goes."""
    await wanting(club, "tricks")
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    seen = set()
    for _ in range(6):
        await (await on_turn(club, [ann, bo])).plays()
        board = club.board()
        (picture,) = galleries(board)
        seen.add(picture["description"])
        assert len(club.env.backend.get_message(board.channel, board.id).attachments) == 1
    assert len(seen) == 6
    assert any("(led" in each for each in seen)


async def test_the_scores_when_a_deal_has_ended(club: Club) -> None:
    await wanting(club, "results")
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo, target=40)
    assert galleries(club.board()) == []
    await play_out(club, [ann, bo])
    told = [item["description"] for message in ann.sees() for item in galleries(message)]
    assert told
    assert all("Ann" in each and "Bo" in each for each in told)
    assert any(each.startswith("Phat · final: ") for each in told)


async def test_a_message_goes_without_a_picture_that_cannot_be_drawn(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(picture: Picture) -> bytes:
        raise OSError("no paint")

    await wanting(club, "tricks")
    monkeypatch.setattr(club.client.studio, "_drawing", broken)
    club.expected.append("a picture could not be drawn")
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    assert galleries(club.board()) == []
    assert "to play" in club.board().text
    assert "no picture, failed: " in (club.client.tally.line() or "")


async def test_rule_pages_bring_their_picture_and_take_it_away(club: Club) -> None:
    (ann,) = members(club, "Ann")
    first = (await ann.types("rules", game="pitch")).seen
    assert galleries(first) == []
    turned = await ann.clicks("Cards and points", on=first)
    assert turned.kind == "update"
    (picture,) = galleries(ann.again(first))
    assert "J+ 1" in picture["description"]
    await ann.clicks("In short", on=ann.again(first))
    assert galleries(ann.again(first)) == []
    assert club.env.backend.get_message(first.channel, first.id).attachments == []


async def test_a_record_brings_its_running_score_also_when_shown_to_all(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    for points in (22, -4, 30):
        await scored(club, {ann.id: points, bo.id: 1})
    answer = await bo.types("stats", person=ann.actor)
    assert answer.private
    (private,) = galleries(answer.seen)
    assert "of Ann, 3 deals from " in private["description"]
    assert "lowest 0, highest 48, now 48." in private["description"]
    assert "48" in answer.text
    shared = await bo.clicks("Show here", on=answer.seen)
    assert not shared.private
    assert "3 deals" in galleries(shared.seen)[0]["description"]


async def test_an_erasure_takes_kept_pictures_along(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    for points in (22, -4):
        await scored(club, {ann.id: points, bo.id: 1})
    await bo.types("stats", person=ann.actor)
    assert club.client.studio._kept
    await ann.types("my-data delete")
    await ann.clicks("Delete my data")
    await ann.clicks("Delete for good")
    assert not club.client.studio._kept
