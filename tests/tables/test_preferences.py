"""Preferences: kept in memory as they are stored, and forced cards that wait for those who want them to."""

from __future__ import annotations

import asyncio

import pytest

from bot.store import people
from bot.tables.commands import Mind, Refused, Start, Why
from bot.tables.erasing import erase
from bot.tables.play import BY_ITSELF
from bot.tables.preference_book import PreferenceBook
from bot.tables.preferences import Preferences, read
from tests.store.making import preferences
from tests.tables.house import ANN, FOUR, House, source


@pytest.mark.parametrize(
    "settings",
    [{}, {"order": "sideways"}, {"ranks": 7}, {"taps": ["two"]}, {"language": None}, {"nothing": "known"}],
    ids=str,
)
def test_what_is_not_understood_is_the_usual(settings: dict[str, object]) -> None:
    assert read(settings) == Preferences()


def test_what_is_stored_is_read() -> None:
    assert read({"order": "suits", "autoplay": "off", "language": "sv"}) == Preferences(
        order="suits", autoplay="off", language="sv"
    )


async def test_they_are_read_once_and_changes_are_known_at_once(house: House) -> None:
    await people.change_preferences(house.database, ANN.id, {"taps": "two"})
    book = PreferenceBook(house.database)
    assert (await book.of(ANN.id)).taps == "two"
    await people.change_preferences(house.database, ANN.id, {"taps": None})
    assert (await book.of(ANN.id)).taps == "two", "what is in memory is not asked for again"
    book.forget(ANN.id)
    assert (await book.of(ANN.id)).taps == "one"
    assert await book.change(ANN.id, "ranks", "low", ()) == Preferences(ranks="low") == await book.of(ANN.id)
    assert await preferences(house.database, ANN.id) == {"ranks": "low"}


async def test_a_change_while_they_are_read_is_not_lost(house: House) -> None:
    for _ in range(20):
        book = PreferenceBook(house.database)
        await asyncio.gather(book.of(ANN.id), book.change(ANN.id, "taps", "two", ()), book.of(ANN.id))
        assert (await book.of(ANN.id)).taps == "two"
        await book.change(ANN.id, "taps", "one", ())


async def test_what_there_is_not_is_refused(house: House) -> None:
    book = PreferenceBook(house.database)
    for name, value in (("taps", "three"), ("calls", "sometimes"), ("language", "sv"), ("", "")):
        with pytest.raises(Refused) as caught:
            await book.change(ANN.id, name, value, ("en",))
        assert caught.value.reason == Why.BAD_SETTING
    assert await preferences(house.database, ANN.id) == {}


async def test_an_erasure_forgets_them(house: House) -> None:
    book = house.service.preferences
    await book.change(ANN.id, "taps", "two", ())
    await erase(house.service, ANN)
    assert await book.of(ANN.id) == Preferences()


@pytest.mark.parametrize(("clock", "seed"), [("relaxed", 4), ("none", 5)])
async def test_a_forced_card_waits_for_those_who_want_it_to(house: House, clock: str, seed: int) -> None:
    """Ann plays every card of hers but the last herself; for the others forced ones play themselves, as is usual."""
    await house.service.preferences.change(ANN.id, "autoplay", "off", ())
    table = await house.open(*FOUR, clock=clock)
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance, asked_with_one_legal = source(seed), 0
    while table.row.phase == "playing":
        (seat,) = table.to_act()
        if len(table.game.legal(table.match, seat).actions) == 1:
            assert table.seats[seat].person_id == ANN.id
            asked_with_one_legal += 1
        table = await house.play_one(table.id, FOUR, chance)
    found = await house.database.rows("SELECT seat, no FROM actions WHERE actor = ?", (BY_ITSELF,))
    own = table.held_by(ANN.id).seat
    assert [row["seat"] for row in found].count(own) <= 1, "only the last card of a deal plays itself"
    assert {row["seat"] for row in found} - {own}
    assert asked_with_one_legal


async def test_a_minded_seat_does_not_wait(house: House) -> None:
    """A computer that minds the seat of somebody who plays by hand is not asked what has only one answer."""
    await house.service.preferences.change(ANN.id, "autoplay", "off", ())
    table = await house.open(*FOUR, clock="relaxed")
    await house.service.submit(table.id, ANN, 0, Start())
    table = (await house.service.submit(table.id, ANN, 0, Mind())).after
    chance = source(4)
    while table.row.phase == "playing":
        await house.settle()
        table = await house.service.table(table.id)
        if table.row.phase == "playing":
            assert len(table.game.legal(table.match, table.to_act()[0]).actions) > 1
            table = await house.play_one(table.id, FOUR, chance)
