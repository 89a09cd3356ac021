"""The one door: what counts, what is refused, and that nothing is half done."""

from __future__ import annotations

import asyncio

import pytest

from bot.store import scores
from bot.store import tables as rows
from bot.tables.commands import (
    Computer,
    Next,
    Play,
    Refused,
    Start,
    Why,
)
from bot.tables.model import Table
from bot.tables.views import SummaryView
from tests.tables.house import ANN, EVE, FOUR, GUILD, House, source


async def test_a_hundred_starts_at_once_count_once(house: House) -> None:
    table = await house.open(*FOUR)
    tries = [house.service.submit(table.id, FOUR[n % 4], 0, Start()) for n in range(100)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    counted = [each for each in results if not isinstance(each, BaseException)]
    assert len(counted) == 1
    assert {each.reason for each in results if isinstance(each, Refused)} == {Why.ALREADY_STARTED}
    recorded = await rows.record_rows(house.database, table.id)
    assert recorded is not None
    assert len(recorded.deals) == 1


async def test_a_hundred_clicks_on_one_card_count_once(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    (seat,) = table.to_act()
    person = next(each for each in FOUR if each.id == table.seats[seat].person_id)
    cards = table.game.legal(table.match, seat).actions
    decision = table.decision(seat)
    tries = [house.service.submit(table.id, person, decision, Play(cards[n % len(cards)].code)) for n in range(100)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(not isinstance(each, BaseException) for each in results) == 1
    assert {each.reason for each in results if isinstance(each, Refused)} == {Why.STALE}
    loaded = await rows.load(house.database, table.id)
    assert loaded is not None
    assert len(loaded.actions) == 1


async def test_cards_out_of_turn_out_of_hand_or_out_of_nothing_are_refused(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    (seat,) = table.to_act()
    holder = next(each for each in FOUR if each.id == table.seats[seat].person_id)
    other = next(each for each in FOUR if each.id != holder.id)
    foreign = (
        next(code for code in ("play AS", "play KS") if code not in _legal(table, seat))
        if not all(code in _legal(table, seat) for code in ("play AS", "play KS"))
        else None
    )
    assert await house.why(table, other, Play("play AS"), None) == "not_your_turn"
    if foreign:
        assert await house.why(table, holder, Play(foreign), None) == "not_in_hand"
    assert await house.why(table, holder, Play("play XX"), None) == Why.WRONG_MOVE
    assert await house.why(table, holder, Play("\x00"), None) == Why.WRONG_MOVE
    assert await house.why(table, holder, Play("bid 7"), None) == "wrong_verb"
    assert await house.why(table, EVE, Play("play AS"), None) == Why.NOT_SEATED
    assert await house.why(table, holder, Play(_legal(table, seat)[0]), 1) == Why.STALE
    assert await house.why(table, Computer(seat), Play(_legal(table, seat)[0]), None) == Why.STALE


async def test_a_whole_match_of_four_people_is_in_the_books_as_it_was_played(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance = source(3)
    while table.row.phase != "over":
        if table.row.phase == "between":
            deal = table.row.deal_no
            for person in FOUR:
                table = (await house.service.submit(table.id, person, 0, Next(deal))).after
            assert table.row.deal_no == deal + 1
        else:
            table = await house.play_one(table.id, FOUR, chance)
    await house.settle()
    running = {row.person_id: row for row in await scores.running(house.database, table.id)}
    for seat, person in enumerate(FOUR):
        assert running[person.id].after == table.match.scores[seat]
        assert running[person.id].counted
        (standing,) = await scores.standing(house.database, GUILD, person.id, "phat")
        assert standing.points == table.match.scores[seat]
        assert standing.wins == int(seat in table.match.winners)
    recorded = await rows.record_rows(house.database, table.id)
    assert recorded is not None
    assert recorded.result is not None
    assert recorded.result.winners == table.match.winners
    # One message a deal: each deal's summary, the last one with the match's.
    summaries = [view for view in house.screen.messages.values() if isinstance(view, SummaryView)]
    assert [view.public.deal_no for view in summaries] == list(range(1, table.row.deal_no + 1))
    assert [view.final for view in summaries] == [False] * (table.row.deal_no - 1) + [True]
    assert len(summaries) == len(house.screen.messages)


async def test_one_person_plays_a_match_against_computers(house: House) -> None:
    table = await house.open(ANN)
    table = (await house.service.submit(table.id, ANN, 0, Start(join=True))).after
    chance = source(5)
    while table.row.phase != "over":
        await house.settle()
        table = await house.service.table(table.id)
        if table.row.phase == "between":
            await house.service.submit(table.id, ANN, 0, Next(table.row.deal_no))
        elif table.row.phase == "playing":
            table = await house.play_one(table.id, (ANN,), chance)
    (row,) = await scores.running(house.database, table.id)
    assert not row.counted
    assert row.after == table.match.scores[0]


async def test_decision_numbers_change_only_with_ones_own_question(house: House) -> None:
    table = await house.open(*FOUR)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    first = table.to_act()[0]
    order = [(first + n) % 4 for n in range(4)]
    before = table
    table = await house.play_one(table.id, FOUR, source(1))
    changed = [seat for seat in range(4) if table.decision(seat) != before.decision(seat)]
    assert sorted(changed) == sorted(order[:2])


async def test_a_store_that_fails_changes_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.store.errors import StoreError

    table = await house.open(*FOUR)

    async def fails(*_: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr("bot.tables.service.tables.commit", fails)
        assert await house.why(table, ANN, Start()) == Why.STORAGE
    assert (await house.service.submit(table.id, ANN, 0, Start())).after.row.phase == "playing"


def _legal(table: Table, seat: int) -> list[str]:
    return [action.code for action in table.game.legal(table.match, seat).actions]
