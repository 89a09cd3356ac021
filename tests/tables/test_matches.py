"""Records, steps and proofs of matches: for their players, of deals that are over, and never of the one going on."""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.store import erase
from bot.tables import matches as looking
from bot.tables.commands import Back, End, Leave, Mind, Refused, Start, TakeSeat, Why
from bot.tables.matches import Matches
from bot.tables.model import Table
from engine.__main__ import main
from engine.cards import CODES
from engine.games import games
from engine.reading import read
from engine.record import Record, RecordError, write
from engine.replay import verify
from tests.tables.house import ANN, BO, CLEO, DANA, EVE, House
from tests.tables.whole import SEATS, begun, deal_over, next_deal, one_action, whole_match

KEYS = tuple(games())


@pytest.fixture
def matches(house: House) -> Matches:
    return Matches(house.service)


def plain(record: Record) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(write(record))
    return whole


async def why(work: Any) -> str:
    with pytest.raises(Refused) as caught:
        await work
    return caught.value.reason


@pytest.mark.parametrize("making", ["record", "replay"])
async def test_others_go_on_while_a_long_match_is_looked_back_at(
    house: House, matches: Matches, making: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await deal_over(house, await begun(house, "phat"))
    making_it, others_went_on = threading.Event(), threading.Event()
    name = {"record": "fill", "replay": "moved"}[making]
    made = getattr(looking, name)

    def slowly(*given: Any) -> Any:
        making_it.set()
        assert others_went_on.wait(10)
        return made(*given)

    monkeypatch.setattr(looking, name, slowly)
    waiting = asyncio.create_task(getattr(matches, making)(table, ANN.id))
    assert await asyncio.to_thread(making_it.wait, 10)
    others_went_on.set()
    await waiting


@pytest.mark.parametrize("key", KEYS)
async def test_the_record_of_a_finished_match_verifies(
    house: House, matches: Matches, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await whole_match(house, key)
    record = await matches.record(table, ANN.id)
    file = tmp_path / "record.json"
    file.write_text(write(record) + "\n", encoding="ascii")
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out == "ok\n"
    whole = plain(record)
    assert whole["players"] == ["Ann", "Bo", "Cleo", "Dana", "Eve"][: SEATS[key]]
    assert whole["result"] == {"finished": True, "winners": [*table.match.winners], "scores": table.match.scores}
    assert len(whole["deals"]) == table.row.deal_no > 1
    assert all("stand_ins" not in deal for deal in whole["deals"])
    assert all(deal["salt"] and deal["commitment"] for deal in whole["deals"])


@pytest.mark.parametrize("key", KEYS)
async def test_a_record_of_a_match_going_on_holds_nothing_of_the_present_deal(
    house: House, matches: Matches, key: str
) -> None:
    table = await deal_over(house, await begun(house, key))
    between = await matches.record(table, ANN.id)
    table = await next_deal(house, table)
    assert table.row.deal_no == 2
    while table.row.phase == "playing" and table.row.deal_no == 2:
        assert table.deal is not None
        record = await matches.record(table, ANN.id)
        assert record == between
        text = write(record)
        assert table.deal.salt not in text
        assert table.deal.commitment not in text
        assert [seal.deal for seal in await matches.seals(table)] == [1]
        assert await why(matches.replay(table, ANN.id, (2, 0))) == Why.NO_SUCH_STEP
        assert (await matches.replay(table, ANN.id, (1, 0), "after")).deal == 1
        table = await one_action(house, table, 3)
    verify(read(write(between)))
    assert plain(between)["result"] == {"finished": False}
    assert len(between.deals) == 1


async def test_a_deal_dealt_since_the_table_was_looked_at_is_not_shown(house: House, matches: Matches) -> None:
    """Whoever asks between two deals is answered from what was over then, though the next one is dealt meanwhile."""
    seen = await deal_over(house, await begun(house, "phat"))
    assert seen.row.phase == "between"
    now = await next_deal(house, seen)
    assert now.deal is not None
    assert [seal.deal for seal in await matches.seals(seen)] == [1]
    assert now.deal.salt not in write(await matches.record(seen, ANN.id))
    assert (await matches.replay(seen, ANN.id)).deals == 1


async def test_in_the_first_deal_there_is_nothing_to_look_back_at(house: House, matches: Matches) -> None:
    table = await begun(house, "phat")
    for who in (ANN, BO):
        assert await why(matches.record(table, who.id)) == Why.NO_DEAL_OVER
        assert await why(matches.replay(table, who.id)) == Why.NO_DEAL_OVER
    assert await matches.seals(table) == ()
    lobby = await house.open(ANN, channel=77)
    assert await why(matches.record(lobby, ANN.id)) in (Why.NO_DEAL_OVER, Why.NOT_A_PLAYER)


async def test_only_those_who_held_a_seat_may_look_back(house: House, matches: Matches) -> None:
    table = await deal_over(house, await begun(house, "phat"))
    assert await why(matches.record(table, EVE.id)) == Why.NOT_A_PLAYER
    assert await why(matches.replay(table, EVE.id)) == Why.NOT_A_PLAYER
    left = (await house.service.submit(table.id, DANA, 0, Leave())).after
    assert await matches.record(left, DANA.id)
    taken = (await house.service.submit(table.id, EVE, 0, TakeSeat(3))).after
    for who in (DANA, EVE, ANN):
        assert await matches.record(taken, who.id)


async def test_a_match_that_was_broken_off_has_its_last_deal_as_far_as_it_came(house: House, matches: Matches) -> None:
    table = await begun(house, "phat")
    for _ in range(6):
        table = await one_action(house, table, 2)
    ended = (await house.service.submit(table.id, ANN, 0, End())).after
    record = await matches.record(ended, BO.id)
    verify(record)
    (deal,) = record.deals
    assert (len(deal.actions), deal.points, record.result) == (6, None, None)
    assert (await matches.replay(ended, BO.id, (1, 6))).steps == 6


async def test_the_record_tells_who_acted_for_whom_by_name_alone(house: House, matches: Matches) -> None:
    table = await house.open(ANN, BO, CLEO, clock="relaxed")
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    await house.settle()
    table = await house.service.table(table.id)
    while table.last_no < 12:
        table = await _someone(house, table)
    # Bo goes away in the middle of the deal and comes back in the middle of the next one.
    await house.service.submit(table.id, BO, 0, Mind())
    table = await _until_between(house, table)
    table = await next_deal(house, table)
    while table.last_no < 10:
        table = await _someone(house, table)
    await house.service.submit(table.id, BO, 0, Back())
    table = await _until_between(house, table)
    table = (await house.service.submit(table.id, EVE, 0, TakeSeat(3))).after
    table = await next_deal(house, table)
    table = await _until_between(house, table)
    whole = plain(await matches.record(table, ANN.id))
    assert whole["players"] == ["Ann", "Bo", "Cleo", "computer normal"]
    first, second, third = (deal.get("stand_ins", []) for deal in whole["deals"])
    assert [each[1:] for each in first] == [[1, "computer normal"]]
    assert first[0][0] >= 12
    assert second[0] == [0, 1, "computer normal"]
    assert [each[1:] for each in second] == [[1, "computer normal"], [1, "Bo"]]
    assert third == [[0, 3, "Eve"]]
    text = json.dumps(whole)
    assert not any(f'"{person.id}"' in text for person in (ANN, BO, CLEO, EVE))
    verify(read(text))


async def _someone(house: House, table: Table) -> Table:
    """A person who is asked acts, and computers after them."""
    table = await one_action(house, table, 4)
    await house.settle()
    return await house.service.table(table.id)


async def _until_between(house: House, table: Table) -> Table:
    await house.settle()
    table = await house.service.table(table.id)
    while table.row.phase == "playing":
        table = await _someone(house, table)
    return table


async def test_whose_data_was_erased_is_somebody(house: House, matches: Matches) -> None:
    table = await deal_over(house, await begun(house, "phat"))
    await house.service.submit(table.id, DANA, 0, Leave())
    await erase.erase_person(house.database, DANA.id)
    house.service._tables.clear()
    table = await house.service.table(table.id)
    record = await matches.record(table, ANN.id)
    assert record.players == ("Ann", "Bo", "Cleo", "somebody")
    assert "Dana" not in write(record)
    assert (await matches.replay(table, ANN.id)).seats[3].name is None
    assert await why(matches.record(table, DANA.id)) == Why.NOT_A_PLAYER


async def test_a_match_of_older_rules_has_a_record_and_no_steps(
    house: House, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await whole_match(house, "phat")
    monkeypatch.setattr(type(table.game), "rules_version", table.game.rules_version + 1)
    house.service._tables.clear()
    table = await house.service.table(table.id)
    record = await matches.record(table, ANN.id)
    assert record.rules_version == table.game.rules_version - 1
    assert len(record.deals) == table.row.deal_no
    assert record.result is not None
    assert await why(matches.replay(table, ANN.id)) == Why.OLD_RULES


# --- Steps ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
async def test_next_leads_through_every_moment_and_back_leads_back(house: House, matches: Matches, key: str) -> None:
    table = await whole_match(house, key)
    record = await matches.record(table, ANN.id)
    places, place = [], (1, 0)
    while True:
        view = await matches.replay(table, ANN.id, place, "next")
        places.append(place)
        if (view.deal, view.step) == place:
            break
        place = (view.deal, view.step)
    assert places == [
        (number, step) for number, deal in enumerate(record.deals, 1) for step in range(len(deal.actions) + 1)
    ]
    for before, after in pairwise(places[:40]):
        back = await matches.replay(table, ANN.id, after, "back")
        assert (back.deal, back.step) == before
    for number, deal in enumerate(record.deals, 1):
        start = await matches.replay(table, ANN.id, (number, 0))
        end = await matches.replay(table, ANN.id, (number, 0), "last")
        assert start.did is None
        assert [sorted(own.hand) for own in start.open] == [sorted(hand) for hand in deal.hands]
        assert end.did == deal.actions[-1]
        assert (end.public.points, end.public.scores) == (deal.points, deal.scores)


async def test_next_trick_stops_where_tricks_are_taken(house: House, matches: Matches) -> None:
    table = await whole_match(house, "phat")
    steps, place = [], (1, 0)
    for _ in range(14):
        view = await matches.replay(table, ANN.id, place, "trick")
        place = (view.deal, view.step)
        steps.append((view.deal, view.step, len(view.public.tricks)))
    assert steps == [*((1, 4 * n, n) for n in range(1, 14)), (2, 0, 0)]
    assert (await matches.replay(table, ANN.id, (1, 5), "trick")).step == 8


async def test_from_deal_to_deal_and_no_further(house: House, matches: Matches) -> None:
    table = await whole_match(house, "knektpass")
    last = table.row.deal_no
    moves = {
        ((1, 3), "first"): (1, 0),
        ((1, 3), "after"): (2, 0),
        ((2, 3), "before"): (1, 0),
        ((1, 3), "before"): (1, 0),
        ((1, 0), "back"): (1, 0),
        ((1, 3), ""): (1, 3),
        ((1, 3), "sideways"): (1, 3),
    }
    for (place, move), target in moves.items():
        view = await matches.replay(table, ANN.id, place, move)
        assert (view.deal, view.step) == target, move
    end = await matches.replay(table, ANN.id, (last, 0), "last")
    assert end.public.over
    for move in ("next", "trick", "after", "last"):
        assert await matches.replay(table, ANN.id, (last, end.steps), move) == end


@pytest.mark.parametrize("place", [(0, 0), (1, 9999), (99, 0), (99999, 9999)])
async def test_a_moment_that_there_is_not(house: House, matches: Matches, place: tuple[int, int]) -> None:
    table = await whole_match(house, "phat")
    for move in ("", "next", "before"):
        assert await why(matches.replay(table, ANN.id, place, move)) == Why.NO_SUCH_STEP


async def test_a_hand_that_was_withheld_lies_open_afterwards(house: House, matches: Matches) -> None:
    table = await deal_over(house, await begun(house, "phat", options={"partner_blind": True}))
    view = await matches.replay(table, ANN.id, (1, 0))
    assert [len(own.hand) for own in view.open] == [13] * 4
    assert sorted(card for own in view.open for card in own.hand) == list(range(52))


@pytest.mark.parametrize("key", KEYS)
async def test_a_seal_is_the_sha256_of_the_text_shown(house: House, matches: Matches, key: str) -> None:
    table = await whole_match(house, key)
    seals = await matches.seals(table)
    record = await matches.record(table, ANN.id)
    assert len(seals) == table.row.deal_no
    for seal, deal in zip(seals, record.deals, strict=True):
        assert hashlib.sha256(seal.text.encode()).hexdigest() == seal.seal == deal.commitment
        cards = [CODES[card] for hand in (*deal.hands, deal.rest) for card in hand]
        assert seal.text == f"{deal.salt}:{' '.join(cards)}"


@pytest.mark.parametrize("key", KEYS)
async def test_a_changed_card_salt_or_seal_in_any_deal_of_a_record_is_found(
    house: House, matches: Matches, key: str
) -> None:
    text = write(await matches.record(await whole_match(house, key), ANN.id))
    for number in range(len(json.loads(text)["deals"])):
        for change in ("card", "salt", "commitment"):
            whole = json.loads(text)
            deal = whole["deals"][number]
            if change == "card":
                one, other = deal["hands"][0], deal["hands"][-1]
                one[0], other[-1] = other[-1], one[0]
            else:
                deal[change] = deal[change][:-1] + ("0" if deal[change][-1] != "0" else "1")
            with pytest.raises(RecordError, match="the commitment does not fit the salt and the cards") as caught:
                verify(read(json.dumps(whole)))
            assert caught.value.deal == number
