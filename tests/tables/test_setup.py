"""A server's settings without Discord: what they take, who changed them, and that the books follow what counts."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from bot.store import audit, maintenance, people
from bot.store.people import ServerRow
from bot.store.records import Counting
from bot.store.sums import COUNTING
from bot.tables import setup
from bot.tables.commands import (
    AddComputer,
    Again,
    End,
    Leave,
    Next,
    Person,
    Play,
    Refused,
    SetOption,
    Start,
    Why,
)
from bot.tables.due import CLOCKS
from bot.tables.model import Table
from bot.tables.setup import Setup
from bot.tables.setup_view import SETTINGS
from engine.game import by_chance
from tests.store.making import change_settings
from tests.tables.house import ANN, BO, CLEO, DANA, FOUR, GUILD, House

MANAGER = Person(77, "Mia", manager=True)
MODERATOR = Person(50, "Mo", moderator=True)


async def change(house: House, name: str, value: str) -> None:
    await Setup(house.service).change(GUILD, MANAGER, setup.setting(name, value, ("en",)))


def test_what_the_panel_offers_is_what_there_is() -> None:
    assert SETTINGS["clock"] == CLOCKS
    assert SETTINGS["counting"] == tuple(each.name.lower() for each in Counting)


def test_settings_nobody_understands_any_more_are_the_usual_ones() -> None:
    odd = ServerRow(guild_id=1, settings={"clock": "sundial", "place": 7, "computers": None, "house_rules": [1]})
    assert setup.values(odd) == {
        "counting": "strict",
        "clock": "live",
        "place": "here",
        "computers": "on",
        "language": "discord",
        "pictures": "off",
    }


async def test_only_managers_read_and_change(house: House) -> None:
    book = Setup(house.service)
    for person in (ANN, Person(5, "Mo", moderator=True)):
        with pytest.raises(Refused) as caught:
            await book.view(GUILD, person)
        assert caught.value.reason == Why.NOT_MANAGER
        with pytest.raises(Refused) as caught:
            await book.change(GUILD, person, setup.setting("clock", "slow", ()))
        assert caught.value.reason == Why.NOT_MANAGER
    assert await people.server(house.database, GUILD) == ServerRow(guild_id=GUILD)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: setup.setting("counting", "nothing", ()), Why.BAD_SETTING),
        (lambda: setup.setting("weather", "on", ()), Why.BAD_SETTING),
        (lambda: setup.setting("language", "sv", ("en",)), Why.BAD_SETTING),
        (lambda: setup.house_rule("phat", "muck_tie", "sideways"), Why.BAD_OPTION),
        (lambda: setup.house_rule("phat", "weather", "on"), Why.BAD_OPTION),
        (lambda: setup.house_rule("phat", "target", "0"), Why.BAD_NUMBER),
        (lambda: setup.house_rule("poker", "target", "1"), Why.UNKNOWN_GAME),
        (lambda: setup.as_on_the_sheet("poker"), Why.UNKNOWN_GAME),
    ],
)
def test_a_bad_change_cannot_even_be_made(make: Any, reason: str) -> None:
    with pytest.raises(Refused) as caught:
        make()
    assert caught.value.reason == reason


async def test_house_rules_replace_what_is_no_rule_any_more(house: House) -> None:
    await change_settings(house.database, GUILD, {"house_rules": {"phat": {"gone": 1}, "pitch": {"target": 21}}})
    view = await Setup(house.service).change(GUILD, MANAGER, setup.house_rule("phat", "target", "121"))
    assert view.house["phat"]["target"] == 121
    kept = (await people.server(house.database, GUILD)).settings["house_rules"]
    assert kept == {"phat": {"target": 121}, "pitch": {"target": 21}}
    told = await audit.latest(house.database, GUILD, 9)
    assert [(each.setting, each.was, each.now, each.person_id) for each in told] == [
        ("phat.target", "181", "121", MANAGER.id)
    ]
    assert told[0].at == house.time[0]


async def test_computers_already_seated_do_not_start_where_there_are_to_be_none(house: House) -> None:
    table = await house.open(ANN, BO, game="knektpass")
    await house.service.submit(table.id, ANN, 0, AddComputer("normal"))
    await change(house, "computers", "off")
    assert await house.why(table, ANN, Start()) == Why.NO_COMPUTERS
    assert await house.why(table, ANN, AddComputer("easy")) == Why.NO_COMPUTERS
    assert await house.why(table, CLEO, Start(join=True)) in (Why.NOT_HOST, Why.NO_COMPUTERS)
    await change(house, "computers", "on")
    assert (await house.service.submit(table.id, ANN, 0, Start())).after.row.phase == "playing"


async def test_play_now_of_an_old_message_brings_no_computers(house: House) -> None:
    table = await house.open(ANN, BO, game="knektpass")
    await change(house, "computers", "off")
    table = (await house.service.submit(table.id, ANN, 0, Start(join=True))).after
    assert [seat.person_id for seat in table.seats] == [ANN.id, BO.id]


async def test_there_is_no_rematch_with_a_computer_where_there_are_to_be_none(house: House) -> None:
    table = await house.open(*FOUR)
    await house.service.submit(table.id, ANN, 0, Start())
    await house.service.submit(table.id, DANA, 0, Leave())
    chance = Random(3)
    while (table := await house.service.table(table.id)).row.phase != "over":
        await one_step(house, table, chance)
    await change(house, "computers", "off")
    assert await house.why(table, ANN, Again()) == Why.PERSONS_MISSING
    await change(house, "computers", "on")
    await house.service.submit(table.id, ANN, 0, Again())


async def one_step(house: House, table: Table, chance: Random) -> None:
    """The computers play, then whoever is asked by chance; between deals everybody is ready."""
    await house.settle()
    table = await house.service.table(table.id)
    if table.row.phase == "between":
        for seat in table.present:
            assert seat.person_id is not None
            if (await house.service.table(table.id)).row.phase == "between":
                person = Person(seat.person_id, str(seat.person_id))
                await house.service.submit(table.id, person, 0, Next(table.row.deal_no))
        return
    for number in table.awaited()[:1]:
        person = Person(table.seats[number].person_id or 0, "")
        code = by_chance(table.game.legal(table.match, number), chance.randrange).action.code
        await house.service.submit(table.id, person, table.decision(number), Play(code))


async def sums_by_hand(house: House) -> dict[tuple[Any, ...], tuple[int, int, int, int]]:
    """Points, deals, matches and wins by class and person, added up in the plainest way by the present setting."""
    counting = (await people.server(house.database, GUILD)).counting
    found: Counter[tuple[Any, ...]] = Counter()
    for row in await house.database.rows("SELECT * FROM ledger"):
        key = (row["game"], row["season"], row["reach"] <= counting, row["person_id"])
        found[*key, "points"] += row["points"]
        found[*key, "deals"] += 1
    for row in await house.database.rows(
        "SELECT p.*, r.game, r.season FROM result_people p JOIN results r ON r.table_id = p.table_id"
    ):
        key = (row["game"], row["season"], row["reach"] <= counting, row["person_id"])
        found[*key, "matches"] += row["won"] + row["lost"]
        found[*key, "wins"] += row["won"]
    names = ("points", "deals", "matches", "wins")
    sums = {key: tuple(found[*key, name] for name in names) for key in {key[:4] for key in found}}
    return {key: each for key, each in sums.items() if any(each[1:])}  # type: ignore[misc]


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_is_played_and_counted_the_totals_are_the_ledgers_sums(house: House, seed: int) -> None:
    """Matches of all kinds, a changed setting or a new season in between: nothing is lost, nothing counted twice."""
    chance = Random(seed)
    for number in range(4):
        people_here = chance.sample(FOUR, chance.randrange(1, 5))
        table = await house.open(*people_here, channel=100 + number)
        if chance.random() < 0.5 and len(people_here) < 4:
            await house.service.submit(table.id, people_here[0], 0, AddComputer(chance.choice(("easy", "normal"))))
        if chance.random() < 0.5:
            await change_settings(house.database, GUILD, {"house_rules": {"phat": {"target": 60}}})
        await house.service.submit(table.id, people_here[0], 0, SetOption("target", "60"))
        await house.service.submit(table.id, people_here[0], 0, Start())
        while (table := await house.service.table(table.id)).row.phase != "over":
            if chance.random() < 0.02:
                await change(house, "counting", chance.choice(SETTINGS["counting"]))
            if chance.random() < 0.005 and len(table.persons) > 1:
                who = chance.choice(table.persons).person_id or 0
                await house.service.submit(table.id, Person(who, str(who)), 0, Leave())
                continue
            if chance.random() < 0.003:
                await house.service.submit(table.id, MODERATOR, 0, End())
                continue
            await one_step(house, table, chance)
        if chance.random() < 0.3:
            season = (await people.server(house.database, GUILD)).season
            await Setup(house.service).change(GUILD, MANAGER, setup.next_season(season))
        for counting in chance.sample(SETTINGS["counting"], 2):
            await change(house, "counting", counting)
            kept = {
                (row["game"], row["season"], bool(row["counted"]), row["person_id"]): (
                    row["points"],
                    row["deals"],
                    row["matches"],
                    row["wins"],
                )
                for row in await house.database.rows(
                    f"SELECT game, season, reach <= {COUNTING.format('totals.guild_id')} AS counted, person_id,"
                    " SUM(points) AS points, SUM(deals) AS deals, SUM(matches) AS matches, SUM(wins) AS wins"
                    " FROM totals GROUP BY game, season, counted, person_id"
                )
            }
            assert kept == await sums_by_hand(house)
            assert list(maintenance.check(house.database.path)) == []
