"""The panel of a lobby's rules and clock: what it shows to whom, and that the worst of it fits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from discord import ui

from bot.games import faces
from bot.games.face import Face
from bot.practice.limits import modal_problems
from bot.screen import lobby, options
from bot.tables.due import CLOCKS
from bot.tables.views import LobbyView, Note
from bot.texts import Texts
from engine.games import games
from engine.options import Option, text_of
from engine.options import Options as Values
from tests.bot.screen.positions import ENGLISH, HOSTILE, controls, lobby_view, parts, payload, phat, seats, text

HOUSE = phat().settle({"target": 121, "muck_tie": "split"})


def rules(view: LobbyView, *, host: bool = True, house: Values | None = None, lasting: bool = True) -> ui.LayoutView:
    return options.rules(
        view, ENGLISH, host=host, house=house, strict=True, clocks=CLOCKS if lasting else CLOCKS[:2], lasting=lasting
    )


def menu(view: ui.LayoutView, verb: str) -> list[dict[str, Any]]:
    """What the select with this verb offers."""
    (found,) = (part for part in parts(payload(view)) if part["type"] == 3 and f":{verb}:" in part["custom_id"])
    return list(found["options"])


async def test_the_list_of_rules() -> None:
    built = rules(lobby_view(seats()))
    assert text(built).split("\n") == [
        "### Phat: the rules of this table",
        "Everything is played by the standard rules.",
        "**Clock:** 60 seconds a turn",
        "**Take back:** off",
    ]
    verbs = ("option:", "clock:", "takingback:on", "more:")
    assert controls(built) == [f"t:5:0:{verb}" for verb in verbs]
    assert [each["label"] for each in menu(built, "option")] == [
        "Target",
        "When the muck is tied",
        "When the target is reached",
        "The leader's partner",
        "Tricks that are over",
    ]
    assert [each["label"] for each in menu(built, "clock") if each.get("default")] == ["Live: 60 seconds a turn"]


async def test_what_differs_and_whether_it_counts() -> None:
    changed = lobby_view(seats(), {"muck_tie": "split"})
    assert "practice" in text(rules(changed))
    assert "t:5:0:sheet:" in controls(rules(changed))
    assert "t:5:0:house:" not in controls(rules(changed))
    by_house = lobby_view(seats(), {"target": 121, "muck_tie": "split"})
    said = text(rules(by_house, house=HOUSE))
    assert "This table plays by this server's house rules:\n- First to 121 points.\n" in said
    assert "practice" not in said
    assert "t:5:0:house:" not in controls(rules(by_house, house=HOUSE))
    assert "t:5:0:house:" in controls(rules(changed, house=HOUSE))


async def test_clocks_that_need_a_thread() -> None:
    built = rules(lobby_view(seats()), lasting=False)
    assert [each["value"] for each in menu(built, "clock")] == ["live", "relaxed"]
    assert "so they stand in a thread" in text(built)
    slow = rules(lobby_view(seats(), clock="slow"), lasting=False)
    assert [each["value"] for each in menu(slow, "clock")] == ["live", "relaxed", "slow"]


async def test_who_is_not_the_host_reads() -> None:
    built = rules(lobby_view(seats(), {"target": 91}), host=False)
    assert controls(built) == ["t:5:0:more:"]
    assert "Ann is the host" in text(built)
    assert "- **First to 91 points.** This differs from the standard rules." in text(built)
    assert text(built).count("\n- ") == 5


@pytest.mark.parametrize("key", sorted(games()))
async def test_every_rule_of_every_game_fits(key: str) -> None:
    game = games()[key]
    settled = game.settle({})
    view = replace(
        lobby_view(seats()), game=key, options=settled, differing=game.differing(settled), seats=seats(*HOSTILE[:7])
    )
    payload(rules(view))
    for option in game.options:
        for value in (*option.offered, *(option.bounds or ())):
            changed = game.settle({option.name: value})
            now = replace(view, options=changed, differing=game.differing(changed))
            payload(rules(now, house=changed))
            payload(rules(now, host=False))
            built = options.values(now, option.name, ENGLISH, house=changed, note=Note("refusal.stale"))
            offered = menu(built, "value")
            assert [option.take(each["value"]) for each in offered if each.get("default")] == [value]
            assert all(option.take(each["value"]) is not None for each in offered)
        if option.bounds is None:
            with pytest.raises(LookupError):
                options.number(view, option.name, ENGLISH)
        else:
            form = options.number(view, option.name, ENGLISH)
            assert form.is_finished()
            assert not modal_problems(form.to_dict())
    with pytest.raises(LookupError):
        options.values(view, "no_such_rule", ENGLISH, house=None)


class Large:
    """A game with more rules and values than a select takes, all of them with long names."""

    title = "Large"
    options = tuple(
        Option("rule_" + "x" * 30 + str(number), tuple(range(40)), bounds=(-(10**9), 10**9)) for number in range(40)
    )

    def differing(self, given: Values) -> Values:
        return given


class LargeFace(Face[Any]):
    """Every word of it too long."""

    first_choice = Large.options[3].name

    def __init__(self) -> None:
        super().__init__("large")

    @property
    def game(self) -> Any:
        return Large()

    def option_name(self, name: str, texts: Texts) -> str:
        return name * 5

    def option(self, name: str, value: Any, texts: Texts) -> str:
        return f"{text_of(value)} is what it is." * 9

    def sides(self, seats: int) -> tuple[tuple[int, ...], ...]:
        return tuple((seat,) for seat in range(seats))


async def test_what_is_too_long_or_too_much_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(faces(), "large", LargeFace())
    values: Values = {option.name: 39 for option in Large.options}
    view = replace(lobby_view(seats()), table=2**50, game="large", options=values, differing={"a": 1})
    built = rules(view)
    assert len(menu(built, "option")) == 25
    assert menu(built, "option")[0]["description"].endswith("…")
    name = Large.options[0].name
    shown = options.values(view, name, ENGLISH, house=None)
    assert len(menu(shown, "value")) == 25
    assert [each["value"] for each in menu(shown, "value") if each.get("default")] == ["39"]
    assert not modal_problems(options.number(view, name, ENGLISH).to_dict())
    assert len(menu(lobby.lobby(view, ENGLISH), "value")) == 25


async def test_most_games_ask_for_nothing_at_once() -> None:
    assert options.first_choice(lobby_view(seats()), ENGLISH) == []
    assert Face("toy").lobby_lines({}, ENGLISH) == ()


def test_options_of_a_game_without_texts_are_named_plainly() -> None:
    assert Face("toy").option_name("odd_rule", ENGLISH) == "Odd rule"
    assert Face("toy").choice("odd_rule", True, ENGLISH) == "odd rule: on"
