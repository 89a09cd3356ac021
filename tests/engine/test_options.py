from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import games
from engine.games.phat import GAME
from engine.options import BadOption, Option, Value, text_of

TARGET = Option("target", (181, 121), bounds=(1, 1000))
BLIND = Option("blind", (False, True))
TIE = Option("tie", ("carry", "split"))


def test_every_value_of_every_game_can_be_written_out_and_read_again() -> None:
    for game in games().values():
        for option in game.options:
            for value in (*option.offered, *(option.bounds or ())):
                read = option.take(text_of(value))
                assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("option", "given_value", "taken"),
    [
        (TARGET, 181, 181),
        (TARGET, "121", 121),
        (TARGET, "7", 7),
        (TARGET, 1000, 1000),
        (BLIND, "on", True),
        (BLIND, "off", False),
        (BLIND, "true", True),
        (BLIND, False, False),
        (TIE, "split", "split"),
    ],
)
def test_values_are_taken(option: Option, given_value: object, taken: Value) -> None:
    value = option.take(given_value)
    assert value == taken
    assert type(value) is type(taken)


@pytest.mark.parametrize(
    ("option", "bad"),
    [
        (TARGET, 0),
        (TARGET, "1001"),
        (TARGET, "-5"),
        (TARGET, True),
        (TARGET, "on"),
        (TARGET, 181.0),
        (TARGET, "9" * 5000),
        (TARGET, None),
        (TARGET, "١٢١"),
        (BLIND, 1),
        (BLIND, 0),
        (BLIND, "1"),
        (BLIND, "yes"),
        (TIE, "Split"),
        (TIE, ["split"]),
        (TIE, True),
    ],
)
def test_other_values_are_refused_in_one_sentence(option: Option, bad: object) -> None:
    with pytest.raises(BadOption, match=f"^option {option.name} takes .*, not ") as caught:
        option.take(bad)
    assert (caught.value.name, caught.value.value) == (option.name, bad)
    assert len(str(caught.value)) < 150


@given(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.integers())))
def test_any_value_is_taken_or_refused(value: object) -> None:
    for option in (TARGET, BLIND, TIE):
        try:
            taken = option.take(value)
        except BadOption:
            continue
        assert taken in option.offered or (option.bounds and 1 <= int(taken) <= 1000)


def test_settling_fills_in_defaults_and_cannot_be_changed() -> None:
    options = GAME.settle({"target": "91"})
    assert options["target"] == 91
    assert options["muck_tie"] == "carry"
    changes: list[Callable[[], object]] = [
        lambda: operator.setitem(options, "target", 5),  # type: ignore[call-overload]
        lambda: operator.delitem(options, "target"),  # type: ignore[call-overload]
        lambda: options.__ior__({"target": 5}),  # type: ignore[attr-defined]
        *(lambda name=name: getattr(options, name)() for name in ("clear", "pop", "popitem", "setdefault", "update")),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="do not change"):
            change()
    assert options == {**options}
    assert pickle.loads(pickle.dumps(options)) == copy.deepcopy(options) == options
    with pytest.raises(BadOption, match="Phat has no option 'colour'"):
        GAME.settle({"colour": "red"})


def test_differing_names_the_house_rules_only() -> None:
    assert GAME.differing(GAME.settle({})) == {}
    assert GAME.differing(GAME.settle({"target": 91, "end": "immediate"})) == {"target": 91}
