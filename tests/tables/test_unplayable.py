"""A table that cannot be played again by this code: it is said to people, and it does not hold its place for good."""

from __future__ import annotations

import pytest

from bot.store import leftovers, tables
from bot.store.records import Outline
from bot.tables import show, unplayable
from bot.tables.commands import End, Leave, Opening, Person, Play, Refused, Start, Unplayable, Why
from bot.tables.computers import Computers
from bot.tables.erasing import erase
from bot.tables.matches import Matches
from bot.tables.model import Table
from bot.tables.pacing import SELDOM
from bot.tables.views import GoneView, LobbyView, Note, SummaryView
from tests.tables.house import ANN, BO, CHANNEL, CLEO, EVE, FOUR, GUILD, House, build, source

#: What may be wrong with the rows of a table.
WRONGS = {
    "an action against the rules": "INSERT INTO actions VALUES (1, 1, 1, 0, 'call AS', 'normal', 1)",
    "an option that there is no more": "UPDATE tables SET options = '{\"moon\": 3}' WHERE id = 1",
    "a game that there is no more": "UPDATE tables SET game = 'bridge' WHERE id = 1",
    "no JSON": "UPDATE tables SET options = '{' WHERE id = 1",
}
MODERATOR = Person(77, "Mo", moderator=True)


async def spoilt(house: House, wrong: str) -> Table:
    """A table of four in its first deal that cannot be played again, and is not in memory any more."""
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    await house.settle()
    await house.database.write(lambda connection: connection.execute(WRONGS[wrong]))
    house.service.forget(None, [table])
    return table


@pytest.fixture(params=WRONGS)
async def table(request: pytest.FixtureRequest, house: House) -> Table:
    return await spoilt(house, request.param)


async def refused(house: House, table: Table, actor: Person, command: object) -> str:
    with pytest.raises(Refused) as caught:
        await house.service.submit(table.id, actor, None, command)  # type: ignore[arg-type]
    return str(caught.value.reason)


async def test_whatever_is_asked_of_it_meets_one_sentence(house: House, table: Table) -> None:
    for command in (Play("play AS"), Leave(), End()):
        assert await refused(house, table, ANN, command) == Why.UNPLAYABLE
    assert await tables.outline(house.database, table.id) == Outline(
        guild_id=GUILD, channel_id=CHANNEL, host_id=ANN.id, phase="playing"
    )


async def test_who_opens_another_in_its_place_is_told(house: House, table: Table) -> None:
    with pytest.raises(Unplayable):
        await house.service.open(EVE, Opening(GUILD, CHANNEL, "phat"))
    await house.service.open(EVE, Opening(GUILD, 99, "phat"))
    with pytest.raises(Refused) as caught:
        await house.service.open(EVE, Opening(GUILD, 99, "phat"))
    assert caught.value.reason == Why.CHANNEL_TAKEN
    await house.settle()


@pytest.mark.parametrize("ends", [ANN, MODERATOR])
async def test_host_and_moderators_end_it_and_nobody_else(house: House, table: Table, ends: Person) -> None:
    for other in (BO, EVE):
        with pytest.raises(Unplayable):
            await unplayable.end(house.service, table.id, other)
    await unplayable.end(house.service, table.id, ends)
    await house.settle()
    there = await tables.outline(house.database, table.id)
    assert there is not None
    assert there.phase == "over"
    assert await leftovers.unshown_ends(house.database) == ()
    assert (await house.service.open(EVE, Opening(GUILD, CHANNEL, "phat"))).row.phase == "lobby"
    await house.settle()


async def test_its_message_says_that_it_has_ended(house: House) -> None:
    table = await spoilt(house, "an action against the rules")
    await unplayable.end(house.service, table.id, ANN)
    await house.settle()
    (view,) = house.screen.messages.values()
    assert isinstance(view, LobbyView)
    assert view.closed == "host"
    ended = await house.service.table(table.id)
    assert show.hand(ended, ANN.id) == GoneView(table.id, Note("refusal.gone"))
    # What a report of the mistake needs.
    assert [len(deal.actions) for deal in (await Matches(house.service).record(ended, ANN.id)).deals] == [1]
    with pytest.raises(Refused) as caught:
        await Matches(house.service).replay(ended, ANN.id)
    assert caught.value.reason == Why.OLD_RULES


async def test_of_a_game_that_there_is_no_more_it_says_nothing_and_has_ended(house: House) -> None:
    table = await spoilt(house, "a game that there is no more")
    await unplayable.end(house.service, table.id, ANN)
    with pytest.raises(Refused) as caught:
        await house.service.table(table.id)
    assert caught.value.reason == Why.GONE


async def test_a_code_that_can_play_it_goes_on(house: House) -> None:
    table = await spoilt(house, "an option that there is no more")
    assert await refused(house, table, ANN, Play("play AS")) == Why.UNPLAYABLE
    await house.database.write(lambda connection: connection.execute("UPDATE tables SET options = '{}'"))
    assert await house.play_one(table.id, FOUR, source(1)) is not None
    await house.settle()


async def test_a_computer_asks_it_seldom(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    waits = []

    async def play(computers: Computers, table_id: int, seat: int, wait: float) -> None:
        waits.append(wait)
        if len(waits) == 1:
            raise Unplayable(table_id)

    monkeypatch.setattr(Computers, "_play", play)
    await house.open(ANN)
    await house.service.submit(1, ANN, None, Start())
    await house.settle()
    assert waits[:2] == [0, SELDOM]


async def test_its_clock_asks_it_seldom(house: House, caplog: pytest.LogCaptureFixture) -> None:
    await spoilt(house, "an action against the rules")
    await house.pass_time(130)
    asked = caplog.text.count("deadline failed")
    assert asked == 1
    for _ in range(5):
        await house.pass_time(60)
    assert caplog.text.count("deadline failed") == asked
    await house.pass_time(3600)
    assert caplog.text.count("deadline failed") == asked + 1


async def test_at_a_start_it_stays_as_it_is_and_others_go_on(house: House, caplog: pytest.LogCaptureFixture) -> None:
    table = await spoilt(house, "an action against the rules")
    other = await house.open(EVE, channel=99)
    await house.settle()
    await house.publisher.stop()
    await house.database.close()
    again = await build(house.database.path, house.time, house.screen)
    await again.service.start_up()
    assert "table 1 could not be taken up: unplayable" in caplog.text
    assert (await again.service.table(other.id)).row.phase == "lobby"
    await again.service.show_anew(GUILD)
    there = await tables.outline(again.database, table.id)
    assert there is not None
    assert there.phase == "playing"
    await again.settle()
    await again.close()


async def test_whoever_sits_there_can_have_their_data_erased(house: House, table: Table) -> None:
    assert await erase(house.service, CLEO)
    there = await tables.outline(house.database, table.id)
    assert there is not None
    assert there.phase == "over"
    await house.settle()


async def test_a_match_that_is_over_is_no_lobby_again_for_a_deal_that_cannot_be_played(house: House) -> None:
    table = await house.between_deals()
    await house.service.submit(table.id, ANN, None, End())
    table = (await house.service.submit(table.id, MODERATOR, None, End())).after
    await house.settle()
    assert isinstance(next(iter(house.screen.messages.values())), SummaryView)
    wrong = "INSERT INTO actions SELECT table_id, deal_no, MAX(no) + 1, 0, 'call AS', 'normal', 1 FROM actions"
    await house.database.write(lambda connection: connection.execute(wrong))
    read = await house.service.table(table.id)
    assert (read.row.phase, read.state) == ("over", None)
    view = show.public(read.with_row(end_reason=None))
    assert isinstance(view, LobbyView)
    assert view.closed is not None
