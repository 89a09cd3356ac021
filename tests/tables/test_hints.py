"""Hints for who plays alone with computers: when they are given, what they say, and that such deals do not count."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.store.records import Counting
from bot.tables import hints, show
from bot.tables.commands import Again, Back, Join, Leave, Mind, Play, Refused, SetHints, Start, TakeSeat, Why
from bot.tables.deciding import Deciding
from bot.tables.model import Table
from bot.tables.open_hands import going_on
from bot.tables.scoring import reach_of
from bot.tables.views import HandView, Hint, LobbyView
from bot.tables.workers import Workers
from engine.actions import Reason
from engine.cards import CODES
from tests.tables.house import ANN, BO, CLEO, House, build, source
from tests.tables.recorder import Recorder

THINKING = Deciding()


async def alone(house: House, *, game: str = "phat") -> Table:
    """Ann's lobby with hints on."""
    table = await house.open(ANN, game=game)
    return (await house.service.submit(table.id, ANN, 0, SetHints(True))).after


async def begun(house: House, *, game: str = "phat") -> Table:
    """The same table, begun and waiting for Ann."""
    table = await alone(house, game=game)
    await house.service.submit(table.id, ANN, 0, Start(join=True))
    return await waiting_for_ann(house, table)


async def waiting_for_ann(house: House, table: Table) -> Table:
    await house.settle()
    table = await house.service.table(table.id)
    while not hints.are_given_to(table, 0) and table.row.phase == "playing":
        await house.play_one(table.id, (ANN,), source(1))
        await house.settle()
        table = await house.service.table(table.id)
    return table


def hand(table: Table) -> HandView:
    view = show.hand(table, ANN.id)
    assert isinstance(view, HandView)
    return view


async def asking(table: Table, decision: int | None = None, person: int = ANN.id) -> Hint:
    return await hints.hint(table, person, table.decision(0) if decision is None else decision, THINKING)


async def test_they_are_off_until_the_host_turns_them_on(house: House) -> None:
    table = await house.open(ANN)
    view = show.public(table)
    assert isinstance(view, LobbyView)
    assert view.hints is False
    table = (await house.service.submit(table.id, ANN, 0, SetHints(True))).after
    assert dict(table.row.settings) == {"hints": True}
    view = show.public(table)
    assert isinstance(view, LobbyView)
    assert view.hints is True
    assert not table.row.options, "they are no rule of the game"
    version = table.row.version
    assert (await house.service.submit(table.id, ANN, 0, SetHints(True))).after.row.version == version
    table = (await house.service.submit(table.id, ANN, 0, SetHints(False))).after
    assert dict(table.row.settings) == {}


async def test_only_the_host_of_a_lobby_turns_them_on_and_only_alone(house: House) -> None:
    table = await house.open(ANN, BO)
    assert await house.why(table, ANN, SetHints(True)) == Why.NO_HINTS
    assert await house.why(table, BO, SetHints(True)) == Why.NOT_HOST
    assert await house.why(table, CLEO, SetHints(True)) == Why.NOT_SEATED
    await house.service.submit(table.id, BO, 0, Leave())
    await house.service.submit(table.id, ANN, 0, SetHints(True))
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    assert await house.why(table, ANN, SetHints(False)) == Why.ALREADY_STARTED


async def test_a_second_person_ends_them_while_they_sit(house: House) -> None:
    table = await alone(house)
    table = (await house.service.submit(table.id, BO, 0, Join())).after
    view = show.public(table)
    assert isinstance(view, LobbyView)
    assert view.hints is None
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    await house.settle()
    table = await house.service.table(table.id)
    assert not hand(table).hints
    with pytest.raises(Refused) as refused:
        await asking(table)
    assert refused.value.reason == Why.NO_HINTS
    # Even when they leave: they were dealt cards, and the deal might still count if they come back.
    table = (await house.service.submit(table.id, BO, 0, Leave())).after
    assert not hints.are_given(table)


async def test_a_newcomer_ends_them_from_the_next_deal_on(house: House) -> None:
    table = await begun(house)
    while table.row.phase == "playing":
        await house.play_one(table.id, (ANN,), source(2))
        table = await waiting_for_ann(house, table)
    table = (await house.service.submit(table.id, BO, 0, TakeSeat(1))).after
    assert not hints.are_given(table)


@pytest.mark.parametrize("game", ["phat", "pitch", "knektpass"])
async def test_a_hint_is_a_legal_action_with_a_reason_and_the_same_again(house: House, game: str) -> None:
    table = await begun(house, game=game)
    assert hand(table).hints
    first = await asking(table)
    assert first.reason
    assert await asking(table) == first
    after = (await house.service.submit(table.id, ANN, table.decision(0), Play(first.code))).after
    assert after.decision(0) != table.decision(0) or after.row.phase != "playing"


async def test_it_is_what_a_hard_player_with_workers_does(tmp_path: Path) -> None:
    async with Workers(1, patience=60, rollouts=100, timed=False) as workers:
        await workers.until_up(1)
        house = await build(tmp_path / "tables.sqlite3", [1e6], Recorder())
        table = await begun(house)
        searched = Deciding(workers)
        hint = await hints.hint(table, ANN.id, table.decision(0), searched)
        choice = await searched.choice(table, 0, "hard")
        assert (hint.code, hint.reason) == (choice.action.code, choice.reason)
        await house.close()


async def test_it_follows_from_the_persons_own_view_alone(house: House) -> None:
    """The others' cards dealt again: the hint does not change."""
    table = await begun(house)
    view = table.game.view(table.match, 0)
    other = table.game.deal_again(view, source(9))
    assert other.hands != table.match.hands  # type: ignore[attr-defined]
    again = table.with_state(other, table.last_no)
    assert await asking(again, again.decision(0)) == await asking(table)


async def test_there_is_none_at_the_wrong_moment(house: House) -> None:
    table = await begun(house)
    for decision, reason in ((table.decision(0) + 1, Why.STALE), (0, Why.STALE)):
        with pytest.raises(Refused) as refused:
            await asking(table, decision)
        assert refused.value.reason == reason
    with pytest.raises(Refused) as refused:
        await asking(table, person=BO.id)
    assert refused.value.reason == Why.NOT_SEATED
    minded = (await house.service.submit(table.id, ANN, 0, Mind())).after
    assert not hand(minded).hints
    with pytest.raises(Refused) as refused:
        await asking(minded)
    assert refused.value.reason == Reason.NOT_YOUR_TURN
    back = (await house.service.submit(table.id, ANN, 0, Back())).after
    assert hand(back).hints


async def test_where_one_thing_can_be_done_none_is_offered(house: House) -> None:
    table = await begun(house)
    seen = set()
    while table.row.phase == "playing":
        legal = table.game.legal(table.match, 0).actions if 0 in table.awaited() else ()
        seen.add(len(legal) > 1)
        assert hand(table).hints is (len(legal) > 1)
        await house.play_one(table.id, (ANN,), source(2))
        await house.settle()
        table = await house.service.table(table.id)
    assert seen == {True, False}


async def test_a_table_without_them_offers_none(house: House) -> None:
    table = await house.open(ANN)
    await house.service.submit(table.id, ANN, 0, Start(join=True))
    await house.settle()
    table = await house.service.table(table.id)
    assert not hand(table).hints
    with pytest.raises(Refused):
        await asking(table)


async def test_deals_with_hints_are_practice(house: House) -> None:
    table = await begun(house)
    while table.row.phase == "playing":
        assert reach_of(table) == Counting.EVERYTHING
        await house.play_one(table.id, (ANN,), source(2))
        await house.settle()
        table = await house.service.table(table.id)
    rows = await house.database.rows("SELECT person_id, reach FROM ledger")
    assert [tuple(row) for row in rows] == [(ANN.id, Counting.EVERYTHING)]


async def test_the_setting_outlives_a_restart_and_a_rematch(tmp_path: Path) -> None:
    time, path = [1_000_000.0], tmp_path / "tables.sqlite3"
    house = await build(path, time, Recorder())
    table = await house.open(ANN, game="knektpass")
    await house.service.submit(table.id, ANN, 0, SetHints(True))
    await house.service.submit(table.id, ANN, 0, Start(join=True))
    await house.close()
    house = await build(path, time, Recorder())
    await house.service.start_up()
    table = await house.service.table(table.id)
    assert dict(table.row.settings) == {"hints": True}
    while table.row.phase != "over":
        await house.settle()
        table = await house.service.table(table.id)
        if table.row.phase == "between":
            await house.pass_time(60)
        elif 0 in table.awaited():
            hint = await asking(table) if hints.are_given_to(table, 0) else None
            code = hint.code if hint else table.game.legal(table.match, 0).actions[0].code
            await house.service.submit(table.id, ANN, None, Play(code))
    await house.service.submit(table.id, ANN, 0, Again())
    async with asyncio.timeout(60):
        await house.settle()
    again = await house.service.table(table.id + 1)
    assert dict(again.row.settings) == {"hints": True}
    await house.close()


async def test_a_hint_says_nothing_of_others_cards(house: House) -> None:
    """Its words name no card but those its person sees, in any decision of a deal."""
    table = await begun(house)
    while table.row.phase == "playing":
        view = hand(table).own
        assert view is not None
        hint = await asking(table)
        shown = {CODES[card] for card in view.hand}
        assert set(hint.code.split()[1:]) <= shown
        assert not {word for word in hint.reason.split() if word in CODES} - shown
        await house.play_one(table.id, (ANN,), source(2))
        table = await waiting_for_ann(house, table)


async def test_it_stays_on_the_hand_as_long_as_the_same_is_asked(house: House) -> None:
    table = await begun(house)
    hint = await asking(table)
    shown = show.hand(table, ANN.id, hint=hint)
    assert isinstance(shown, HandView)
    kept = going_on(shown, hand(table))
    assert isinstance(kept, HandView)
    assert kept.hint == hint
    await house.service.submit(table.id, ANN, table.decision(0), Play(hint.code))
    later = going_on(shown, hand(await waiting_for_ann(house, table)))
    assert isinstance(later, HandView)
    assert later.hint is None
