"""Where the database fails after what somebody asked for was written, nobody is told that nothing has changed."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

from bot import client
from bot.store import erase as store
from bot.store.errors import StoreError
from tests.bot.club import Club
from tests.bot.player import Player, member, members, play_out, started
from tests.bot.setup_panel import panel, row

NOTHING, AFTER = "nothing was changed", "after a change was made"


async def fails(*_: object, **__: object) -> NoReturn:
    raise StoreError("The disk failed.")


async def at_rematch(club: Club) -> tuple[Player, Player]:
    """Two at a match that is over; the first has pressed for a rematch."""
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo, target=30)
    await play_out(club, [ann, bo])
    await ann.clicks("Rematch", on=club.board())
    return ann, bo


async def test_the_last_press_for_a_rematch_is_not_said_to_have_changed_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo = await at_rematch(club)
    club.expected += ["The disk failed."]
    with monkeypatch.context() as broken:
        broken.setattr("bot.store.tables.load", fails)
        answer = await bo.clicks("Rematch", on=club.board())
        assert AFTER in answer.text
        assert NOTHING not in answer.text
    assert "Phat · deal 1" not in club.board().text
    # The new table is taken up when it can be read, though nobody clicks.
    await club.passes(client.HEARTBEAT + 1)
    assert "Phat · deal 1" in club.board().text
    assert (await club.table(2)).row.phase == "playing"


async def test_the_last_press_shows_the_new_hand_if_only_taking_it_up_failed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo = await at_rematch(club)
    club.expected += ["The disk failed."]
    original = club.client.service.table
    failed: list[int] = []

    async def once(number: int) -> Any:
        if number == 2 and not failed:
            failed.append(number)
            raise StoreError("The disk failed.")
        return await original(number)

    monkeypatch.setattr(club.client.service, "table", once)
    assert "♠" in (await bo.clicks("Rematch", on=club.board())).text


async def test_a_setting_that_was_made_is_not_said_to_be_unchanged(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = member(club, "Ann", manager=True)
    shown = await panel(ann)
    club.expected += ["The disk failed."]
    with monkeypatch.context() as broken:
        broken.setattr("bot.store.audit.latest", fails)
        answer = await ann.chooses("slow", on=shown, verb="setting:clock")
        assert AFTER in answer.text
        assert NOTHING in (await ann.types("table-setup")).text, "there nothing was asked for but to look"
    assert (await row(club)).settings == {"clock": "slow"}


async def test_what_fails_without_the_database_after_a_card_is_told_likewise(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    club.expected += ["an interaction failed", "hand 1 failed"]

    def mistaken(*_: object, **__: object) -> NoReturn:
        raise RuntimeError("as the test wants it")

    with monkeypatch.context() as broken:
        broken.setattr("bot.tables.show.hand", mistaken)
        assert AFTER in (await bo.clicks("Join")).text
        assert NOTHING in (await bo.types("hand")).text
    assert (await club.table()).seat_of(bo.id) is not None


@pytest.mark.parametrize("seated", [True, False])
async def test_an_erasure_that_fails_does_not_say_that_nothing_was_changed(
    club: Club, monkeypatch: pytest.MonkeyPatch, seated: bool
) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    club.expected += ["could not be erased"]
    original = store.erase_person

    async def failing(*given: Any) -> bool:
        if seated:
            raise StoreError("The disk failed.")
        # They have left by the time it fails.
        if (await club.table()).seat_of(ann.id) is None:
            raise StoreError("The disk failed.")
        return await original(*given)

    monkeypatch.setattr(store, "erase_person", failing)
    question = await ann.types("my-data delete")
    again = await ann.clicks("Delete my data", on=question.seen)
    answer = await ann.clicks("Delete for good", on=again.seen)
    assert "cannot be deleted just now" in answer.followups[0].text
    assert ((await club.table()).seat_of(ann.id) is not None) is seated


async def test_an_erasure_whose_log_could_not_be_emptied_is_an_erasure(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    club.expected += ["could not be emptied"]
    monkeypatch.setattr(club.database, "fold", fails)
    question = await ann.types("my-data delete")
    again = await ann.clicks("Delete my data", on=question.seen)
    answer = await ann.clicks("Delete for good", on=again.seen)
    assert "deleted" in ann.again(answer.seen).text
    assert not await store.knows(club.database, ann.id)
    assert ann.id not in (await club.table()).names


async def test_an_invitation_that_went_out_has_gone_out(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    club.expected += ["will stay"]
    monkeypatch.setattr("bot.store.leftovers.leave", fails)
    answer = await ann.types("table invite", person=bo.actor.user)
    assert not answer.private
    assert answer.followups == ()
