"""Rules and clock of a lobby: who may set them, what they take, and whether the deals then count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.store import boards
from bot.store.tables import load
from bot.tables import lobby, show
from bot.tables.commands import (
    AddComputer,
    Command,
    Join,
    Leave,
    Person,
    Refused,
    SetClock,
    SetOption,
    SetOptions,
    Start,
    Why,
)
from bot.tables.model import Table
from bot.tables.options import house_rules
from bot.tables.views import LobbyView
from engine.game import Layout
from engine.games import find_game
from tests.store.making import change_settings
from tests.tables.house import ANN, BO, EVE, FOUR, GUILD, House, build, source
from tests.tables.recorder import Recorder

HOUSE_RULES: dict[str, int | bool | str] = {"target": 121, "muck_tie": "split"}


async def set_house_rules(house: House, rules: object) -> None:
    await change_settings(house.database, GUILD, {"house_rules": rules})


async def submitted(house: House, table: Table, person: Person, command: Command) -> Table:
    return (await house.service.submit(table.id, person, 0, command)).after


async def test_the_host_sets_rules_one_by_one_and_all_at_once(house: House) -> None:
    table = await house.open(ANN, BO)
    for name, value, taken in (
        ("muck_tie", "split", "split"),
        ("partner_blind", "on", True),
        ("target", "121", 121),
        ("target", 7, 7),
    ):
        table = await submitted(house, table, ANN, SetOption(name, value))
        assert table.options[name] == taken
    assert dict(table.row.options) == {"muck_tie": "split", "partner_blind": True, "target": 7}
    assert [seat.person_id for seat in table.seats[:2]] == [ANN.id, BO.id]
    table = await submitted(house, table, ANN, SetOptions({"end": "finish_round"}))
    assert dict(table.row.options) == {"end": "finish_round"}
    table = await submitted(house, table, ANN, SetOptions({}))
    assert dict(table.row.options) == {}
    view = show.public(table)
    assert isinstance(view, LobbyView)
    assert not view.differing


async def test_setting_what_is_set_changes_nothing(house: House) -> None:
    table = await house.open(ANN)
    for command in (SetOption("target", 181), SetOptions({}), SetClock("live")):
        assert (await submitted(house, table, ANN, command)).row.version == table.row.version


async def test_nobody_but_the_host_sets_anything_and_only_before_the_start(house: House) -> None:
    table = await house.open(ANN, BO)
    commands: tuple[Command, ...] = (SetOption("target", 121), SetOptions({}), SetClock("slow"))
    for command in commands:
        assert await house.why(table, BO, command) == Why.NOT_HOST
        assert await house.why(table, EVE, command) == Why.NOT_SEATED
    await submitted(house, table, ANN, Leave())
    for command in commands:
        assert await house.why(table, ANN, command) == Why.NOT_SEATED
    assert (await submitted(house, table, BO, commands[0])).options["target"] == 121
    await submitted(house, table, BO, Start())
    for command in commands:
        assert await house.why(table, BO, command) == Why.ALREADY_STARTED
    await submitted(house, table, BO, Leave())
    for command in commands:
        assert await house.why(table, BO, command) == Why.GONE


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (SetOption("big_phat", 18), Why.BAD_OPTION),
        (SetOption("", ""), Why.BAD_OPTION),
        (SetOption("muck_tie", "both"), Why.BAD_OPTION),
        (SetOption("muck_tie", True), Why.BAD_OPTION),
        (SetOption("partner_blind", 1), Why.BAD_OPTION),
        (SetOption("target", 0), Why.BAD_NUMBER),
        (SetOption("target", 1001), Why.BAD_NUMBER),
        (SetOption("target", "١٢١"), Why.BAD_NUMBER),
        (SetOption("target", "9" * 5000), Why.BAD_NUMBER),
        (SetOption("target", True), Why.BAD_NUMBER),
        (SetOptions({"target": 121, "big_phat": 1}), Why.BAD_OPTION),
        (SetOptions({"target": -1}), Why.BAD_OPTION),
        (SetClock("sundial"), Why.BAD_OPTION),
    ],
)
async def test_what_the_game_does_not_take_is_refused(house: House, command: Command, reason: Why) -> None:
    table = await house.open(ANN)
    assert await house.why(table, ANN, command) == reason
    assert dict((await house.service.table(table.id)).row.options) == {}


async def test_a_refused_number_is_told_its_bounds(house: House) -> None:
    table = await house.open(ANN)
    with pytest.raises(Refused) as caught:
        await house.service.submit(table.id, ANN, 0, SetOption("target", "many"))
    assert caught.value.params == {"least": 1, "most": 1000}


async def test_a_new_clock_moves_the_lobbys_end(house: House) -> None:
    table = await house.open(ANN)
    house.time[0] += 60
    for clock, seconds in (("slow", 86_400), ("none", 86_400), ("relaxed", 1800), ("live", 1800)):
        table = await submitted(house, table, ANN, SetClock(clock))
        assert table.row.clock == clock
        assert [row.due_at for row in table.deadlines] == [house.time[0] + seconds]
    table = await submitted(house, table, ANN, SetClock("slow"))
    await house.pass_time(1801)
    assert (await house.service.table(table.id)).row.phase == "lobby"


async def test_a_restart_keeps_rules_and_clock(tmp_path: Path) -> None:
    time = [1_000_000.0]
    house = await build(tmp_path / "t.sqlite3", time, Recorder())
    await set_house_rules(house, {"phat": HOUSE_RULES})
    table = await house.open(*FOUR)
    await submitted(house, table, ANN, SetOptions(HOUSE_RULES))
    before = await submitted(house, table, ANN, SetClock("relaxed"))
    await house.close()
    house = await build(tmp_path / "t.sqlite3", time, Recorder())
    again = await house.service.table(table.id)
    assert (again.options, again.row.clock, again.deadlines) == (before.options, "relaxed", before.deadlines)
    assert not again.row.house_rules
    started = await submitted(house, table, ANN, Start())
    assert started.match.options == before.options
    await house.close()
    house = await build(tmp_path / "t.sqlite3", time, Recorder())
    assert (await house.service.table(table.id)).row.house_rules
    await house.close()


@pytest.mark.parametrize(
    ("server", "at_table", "counts"),
    [
        (None, {}, True),
        (None, {"muck_tie": "split"}, False),
        (HOUSE_RULES, HOUSE_RULES, True),
        (HOUSE_RULES, {"target": 121}, False),
        (HOUSE_RULES, {**HOUSE_RULES, "end": "finish_round"}, False),
        (HOUSE_RULES, {}, True),
        ({"target": 121, "no_such_rule": 1}, {"target": 121}, False),
    ],
)
async def test_deals_by_the_servers_house_rules_count(
    house: House, server: dict[str, Any] | None, at_table: dict[str, Any], counts: bool
) -> None:
    await set_house_rules(house, {"phat": server} if server else None)
    table = await house.open(*FOUR)
    await submitted(house, table, ANN, SetOptions(at_table))
    table = await submitted(house, table, ANN, Start())
    # What the server decides afterwards is for later matches.
    await set_house_rules(house, {"phat": {"target": 91}})
    chance = source(3)
    while table.row.phase == "playing":
        table = await house.play_one(table.id, FOUR, chance)
    for each in (True, False):
        page = await boards.page(house.database, boards.Scope(guild_id=GUILD, game="phat", counted=each))
        assert bool(page.rows) is (each is counts)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"house_rules": None},
        {"house_rules": []},
        {"house_rules": {"pitch": {"target": 31}}},
        {"house_rules": {"phat": 121}},
        {"house_rules": {"phat": {}}},
        {"house_rules": {"phat": {"target": 181}}},
        {"house_rules": {"phat": {"target": 0}}},
    ],
)
def test_a_server_without_house_rules_of_its_own(settings: dict[str, object]) -> None:
    assert house_rules(find_game("phat"), settings) is None


def test_house_rules_are_all_options() -> None:
    found = house_rules(find_game("phat"), {"house_rules": {"phat": HOUSE_RULES}})
    assert found == find_game("phat").settle(HOUSE_RULES)


async def test_more_players_than_the_rules_have_cards_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a toy rule of Phat, whose pack is too small for four where muck ties are split."""
    game = find_game("phat")

    def layout(options: Any, seats: int) -> Layout:
        if options["end"] == "finish_round":
            raise ValueError("no such pack")
        return Layout(tuple(range(36 if options["muck_tie"] == "split" else 52)), 13)

    table = await house.open(ANN, BO)
    monkeypatch.setattr(game, "layout", layout)
    with pytest.raises(Refused) as caught:
        await house.service.submit(table.id, ANN, 0, SetOption("muck_tie", "split"))
    assert (caught.value.reason, caught.value.params) == (Why.NOT_ENOUGH_CARDS, {"n": 4})
    assert await house.why(table, ANN, SetOption("end", "finish_round")) == Why.NOT_ENOUGH_CARDS
    # For fewer seats it would do; then those who come later are refused.
    monkeypatch.setattr(type(game), "seats_allowed", (4, 2))
    table = await submitted(house, table, ANN, SetOption("muck_tie", "split"))
    for command in (Join(), Join(seat=3)):
        assert await house.why(table, EVE, command) == Why.NOT_ENOUGH_CARDS
    assert await house.why(table, ANN, AddComputer("hard")) == Why.NOT_ENOUGH_CARDS
    assert (await submitted(house, table, BO, Join(seat=2))).seats[2].person_id == BO.id
    with pytest.raises(Refused):
        lobby.check_cards(replace(table, seats=tuple(replace(seat, computer="normal") for seat in table.seats)))


async def test_the_store_keeps_what_the_match_was_started_by(house: House) -> None:
    await set_house_rules(house, {"phat": HOUSE_RULES})
    table = await house.open(*FOUR)
    await submitted(house, table, ANN, SetOptions(HOUSE_RULES))
    await submitted(house, table, ANN, Start())
    loaded = await load(house.database, table.id)
    assert loaded is not None
    assert loaded.table.house_rules
    assert dict(loaded.table.options) == HOUSE_RULES
