"""While a click is answered with a hand or the table's message, the same change is not sent there a second time."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables import show
from bot.tables.commands import Join, Leave, Start
from bot.tables.screen import Handle, Place
from bot.tables.views import GoneView, HandView, Note, OwnView, PublicView
from tests.tables.house import ANN, BO, CLEO, House
from tests.tables.recorder import Hand


async def test_the_hand_that_is_the_answer_gets_no_push_of_its_own_and_the_others_do(house: House) -> None:
    table = await house.open(ANN, BO)
    for person, message in ((ANN, 1), (BO, 2)):
        house.publisher.hold(table, person.id, Hand(message), show.hand(table, person.id))
    await house.settle()
    with house.publisher.answering(table.id, ANN.id):
        table = (await house.service.submit(table.id, ANN, 0, Join(seat=3))).after
        await house.settle()
        assert set(house.screen.pushed) == {2}
        house.publisher.hold(table, ANN.id, Hand(1), show.hand(table, ANN.id))
    await house.settle()
    assert set(house.screen.pushed) == {2}


def sees_cleo(house: House, message: int) -> None:
    """The one push to this hand shows her on her seat."""
    (pushed,) = house.screen.pushed[message]
    assert isinstance(pushed, HandView)
    assert pushed.seats[2].person == CLEO.id


async def test_what_changed_while_the_answer_was_on_its_way_is_pushed_after_it(house: House) -> None:
    table = await house.open(ANN, BO)
    answered = show.hand(table, ANN.id)
    house.publisher.hold(table, ANN.id, Hand(1), answered)
    await house.settle()
    with house.publisher.answering(table.id, ANN.id):
        await house.service.submit(table.id, CLEO, 0, Join())
        await house.settle()
        house.publisher.hold(table, ANN.id, Hand(1), answered)
    await house.settle()
    sees_cleo(house, 1)


async def test_what_changed_before_a_first_hand_was_there_is_pushed_to_it(house: House) -> None:
    """As at a rematch: computers act while the answer, which is the first hand of the new table, is on its way."""
    table = await house.open(ANN, BO)
    answered = show.hand(table, ANN.id)
    await house.service.submit(table.id, CLEO, 0, Join())
    await house.settle()
    house.publisher.hold(table, ANN.id, Hand(1), answered)
    await house.settle()
    sees_cleo(house, 1)


async def test_a_refusal_stays_until_something_changes(house: House) -> None:
    table = await house.open(ANN, BO)
    with house.publisher.answering(table.id, ANN.id):
        house.publisher.hold(table, ANN.id, Hand(1), show.hand(table, ANN.id, Note("refusal.stale")))
    await house.settle()
    assert house.screen.pushed == {}
    await house.service.submit(table.id, CLEO, 0, Join())
    await house.settle()
    (pushed,) = house.screen.pushed[1]
    assert isinstance(pushed, HandView)
    assert pushed.note is None


async def test_what_changes_nothing_on_a_hand_leaves_its_note(house: House) -> None:
    """As when a table is opened: its message is posted, and noted, while the answer is on its way."""
    table = await house.open(ANN, BO)
    await house.settle()
    now = await house.service.table(table.id)
    assert now is not table
    note = Note("note.opened", {"channel": "<#5>"})
    house.publisher.hold(table, ANN.id, Hand(1), show.hand(table, ANN.id, note))
    await house.settle()
    assert house.screen.pushed == {}


async def test_a_push_on_its_way_when_a_click_is_answered_does_not_have_the_last_word(house: House) -> None:
    table = await house.open(ANN, BO)
    house.publisher.hold(table, ANN.id, Hand(1), show.hand(table, ANN.id))
    on_its_way, arrived = asyncio.Event(), asyncio.Event()
    push = house.screen.push
    messages: dict[int, OwnView] = {}

    async def slow(handle: Handle, view: OwnView) -> None:
        on_its_way.set()
        await arrived.wait()
        messages[handle.message] = view
        await push(handle, view)

    house.screen.push = slow  # type: ignore[method-assign]
    await house.service.submit(table.id, CLEO, 0, Join())
    await on_its_way.wait()
    with house.publisher.answering(table.id, ANN.id):
        table = (await house.service.submit(table.id, ANN, 0, Join(seat=3))).after
        messages[1] = show.hand(table, ANN.id)
        house.publisher.hold(table, ANN.id, Hand(1), messages[1])
    arrived.set()
    await house.settle()
    assert messages[1] == show.hand(table, ANN.id)


async def test_an_answer_that_shows_no_hand_leaves_the_change_to_the_push(house: House) -> None:
    table = await house.open(ANN, BO)
    house.publisher.hold(table, BO.id, Hand(2), show.hand(table, BO.id))
    with house.publisher.answering(table.id, BO.id):
        await house.service.submit(table.id, BO, 0, Leave())
    await house.settle()
    assert isinstance(house.screen.pushed[2][-1], GoneView)


async def test_the_tables_message_waits_for_the_answer_that_shows_it(house: House) -> None:
    table = await house.open(ANN, BO)
    await house.settle()
    before = len(house.screen.log)
    with house.publisher.answering(table.id, ANN.id, public=True):
        table = (await house.service.submit(table.id, CLEO, 0, Join())).after
        await house.settle()
        assert len(house.screen.log) == before
        house.publisher.shown(table.id, show.public(table))
    await house.settle()
    assert len(house.screen.log) == before
    with house.publisher.answering(table.id, ANN.id, public=True):
        await house.service.submit(table.id, CLEO, 0, Leave())
    await house.settle()
    assert [kind for kind, _, _ in house.screen.log[before:]] == ["edit"]


async def test_an_edit_on_its_way_when_a_click_shows_something_newer_does_not_have_the_last_word(house: House) -> None:
    table = await house.open(ANN, BO)
    await house.settle()
    (message,) = house.screen.messages
    on_its_way, arrived = asyncio.Event(), asyncio.Event()
    edit = house.screen.edit

    async def slow(place: Place, number: int, view: PublicView) -> None:
        on_its_way.set()
        await arrived.wait()
        await edit(place, number, view)

    house.screen.edit = slow  # type: ignore[method-assign, assignment]
    await house.service.submit(table.id, CLEO, 0, Join())
    await on_its_way.wait()
    with house.publisher.answering(table.id, BO.id, public=True):
        table = (await house.service.submit(table.id, BO, 0, Leave())).after
        house.screen.messages[message] = show.public(table)
        house.publisher.shown(table.id, show.public(table))
    arrived.set()
    await house.settle()
    assert house.screen.messages[message] == show.public(table)


async def test_a_click_that_changes_nothing_shows_nothing_even_for_a_table_that_never_was(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    table = await house.open(ANN, BO)
    await house.settle()
    before = len(house.screen.log)
    for number in (table.id, 999):
        with house.publisher.answering(number, ANN.id, public=True):
            pass
        assert not house.publisher.busy
    assert len(house.screen.log) == before
    assert caplog.records == []


async def test_an_answer_on_its_way_when_the_bot_is_stopped_has_nothing_follow(house: House) -> None:
    """Discord is left, and the connection to it closed, while a click is being answered: nothing more is sent."""
    table = await house.open(ANN)
    house.publisher.hold(table, ANN.id, Hand(1), show.hand(table, ANN.id))
    await house.settle()
    await house.computers.stop()
    await house.publisher.stop()
    sent = len(house.screen.log)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    house.publisher.hold(table, ANN.id, Hand(2), show.hand(table, ANN.id))
    assert not house.publisher.busy
    assert not house.computers.busy
    await house.settle()
    assert len(house.screen.log) == sent


async def test_of_two_answers_that_overtake_each_other_the_hand_asked_for_last_stays(house: House) -> None:
    table = await house.open(ANN)
    for message, asked in ((2, 20.0), (1, 10.0)):
        house.publisher.hold(table, ANN.id, Hand(message, house.time[0] + 900 + asked), show.hand(table, ANN.id))
    await house.settle()
    assert [each for each in house.screen.log if each[0] == "retire hand"] == [("retire hand", 1, None)]
    await house.service.submit(table.id, CLEO, 0, Join())
    await house.settle()
    assert set(house.screen.pushed) == {2}
    # Who clicks on the older one of two that stand has asked for it last.
    house.publisher.hold(table, ANN.id, Hand(1, house.time[0] + 930), show.hand(table, ANN.id))
    await house.settle()
    assert ("retire hand", 2, None) in house.screen.log
