"""The rules of a lobby, its clock and its hints: the host sets them, and everybody sees what differs from the sheet."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace

from bot.tables import hints, lobby, rights
from bot.tables.commands import Person, Refused, SetClock, SetHints, SetOption, SetOptions, SetTakeBack, Why
from bot.tables.due import CLOCKS
from bot.tables.model import TAKE_BACK_SETTING, Table
from bot.tables.step import Step
from engine.game import AnyGame
from engine.options import BadOption, Options, Value

LOG = logging.getLogger(__name__)

#: A server's setting: by game, the options in which its house rules differ from the sheet.
HOUSE_RULES = "house_rules"


def house_rules(game: AnyGame, settings: Mapping[str, object]) -> Options | None:
    """All options of a game by a server's house rules; None where it has none of its own.

    Rules that the game does not take (any more) are none.
    """
    by_game = settings.get(HOUSE_RULES)
    given = by_game.get(game.key) if isinstance(by_game, Mapping) else None
    if not isinstance(given, Mapping):
        return None
    try:
        options = game.settle(given)
    except BadOption as error:
        LOG.warning("a server's house rules for %s are no rules of the game: %s", game.key, error)
        return None
    return options if game.differing(options) else None


def taken(game: AnyGame, name: str, value: Value) -> Value:
    """The value as the game uses it; `Refused` for a rule or a value that the game does not take."""
    option = next((each for each in game.options if each.name == name), None)
    if option is None:
        raise Refused(Why.BAD_OPTION)
    try:
        return option.take(value)
    except BadOption as error:
        if option.bounds is None:
            raise Refused(Why.BAD_OPTION) from error
        least, most = option.bounds
        raise Refused(Why.BAD_NUMBER, {"least": least, "most": most}) from error


def settled(game: AnyGame, given: Mapping[str, Value]) -> Options:
    """All options, those not named as on the sheet; `Refused` if the game, or its pack, cannot be played that way."""
    try:
        options = game.settle(given)
    except BadOption as error:
        raise Refused(Why.BAD_OPTION) from error
    lobby.check_layout(game, options, min(game.seats_allowed))
    return options


def set_option(table: Table, actor: Person, command: SetOption) -> Step | None:
    """One rule, by the host."""
    _by_host(table, actor)
    return _changed(table, {**table.options, command.name: taken(table.game, command.name, command.value)})


def set_options(table: Table, actor: Person, command: SetOptions) -> Step | None:
    """All rules at once, by the host: those not named are the sheet's."""
    _by_host(table, actor)
    return _changed(table, command.options)


def set_clock(table: Table, actor: Person, command: SetClock) -> Step | None:
    """How long a player may think, by the host; what is due at the lobby follows from it."""
    _by_host(table, actor)
    if command.clock not in CLOCKS:
        raise Refused(Why.BAD_OPTION)
    return Step(table.with_row(clock=command.clock)) if command.clock != table.row.clock else None


def set_take_back(table: Table, actor: Person, command: SetTakeBack) -> Step | None:
    """Whether actions may be taken back, by the host."""
    _by_host(table, actor)
    return _set(table, TAKE_BACK_SETTING, on=command.on)


def set_hints(table: Table, actor: Person, command: SetHints) -> Step | None:
    """Hints or none, by the host while nobody else sits here."""
    _by_host(table, actor)
    if command.on and not hints.may_be_had(table):
        raise Refused(Why.NO_HINTS)
    return _set(table, hints.SETTING, on=command.on)


def _set(table: Table, setting: str, *, on: bool) -> Step | None:
    """The table with one of its settings on or off; None if it is so already."""
    others = {name: value for name, value in table.row.settings.items() if name != setting}
    settings = {**others, setting: True} if on else others
    return Step(table.with_row(settings=settings)) if settings != table.row.settings else None


def _by_host(table: Table, actor: Person) -> None:
    lobby.still_lobby(table)
    table.held_by(actor.id)
    rights.host_only(table, actor)


def _changed(table: Table, given: Mapping[str, Value]) -> Step | None:
    """The table by these rules, whoever sits at it already; None if they are its rules now."""
    options = settled(table.game, given)
    if options == table.options:
        return None
    changed = replace(table, options=options).with_row(options=table.game.differing(options))
    lobby.check_cards(changed)
    return Step(changed)
