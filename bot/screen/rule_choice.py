"""Choosing a rule of a game and then its value: the parts that a lobby's panel and a server's settings share.

Each control gets the table, the verb and the argument it shall carry.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.games.face import Face
from bot.screen import buttons, ids, layout
from bot.texts import Texts
from engine.options import Option, Options, Value, text_of

#: The name of the one field of the form for another number, and how many digits it takes.
FIELD = "number"
DIGITS = 9


def option_of(face: Face[Any], name: str) -> Option:
    """A rule of the face's game; `LookupError` if it has no such rule."""
    options = face.game.options if face.game else ()
    found = next((option for option in options if option.name == name), None)
    if found is None:
        raise LookupError(name)
    return found


def names(face: Face[Any], present: Options, texts: Texts, table: int, verb: str, arg: str = "") -> list[layout.Piece]:
    """A select of the game's rules, each with how it is played at present."""
    named = [
        discord.SelectOption(
            label=face.option_name(option.name, texts),
            value=option.name,
            description=face.option(option.name, present[option.name], texts),
        )
        for option in (face.game.options if face.game else ())
    ]
    return [buttons.menu(table, verb, texts.t("options.choose"), named, arg)] if named else []


def values(
    face: Face[Any],
    option: Option,
    present: Value,
    texts: Texts,
    table: int,
    verb: str,
    arg: str,
    *,
    house: Options | None = None,
) -> list[layout.Piece]:
    """A select of what a rule may be, the present value chosen. ``house``: whose values are named as the server's."""
    return [
        buttons.menu(
            table,
            verb,
            texts.t("options.choose_value"),
            [
                discord.SelectOption(
                    label=face.option(option.name, value, texts),
                    value=text_of(value),
                    description=_standing(option, value, house, texts),
                    default=value == present,
                )
                for value in offered(option, present)
            ],
            arg,
        )
    ]


def number(face: Face[Any], name: str, present: Value, texts: Texts, table: int, verb: str, arg: str) -> ui.Modal:
    """The form for another number; `LookupError` if the rule does not take any number."""
    option = option_of(face, name)
    if option.bounds is None:
        raise LookupError(name)
    least, most = option.bounds
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=FIELD, default=text_of(present), min_length=1, max_length=DIGITS, required=True
    )
    form = ui.Modal(title=layout.cut(face.option_name(name, texts), 45), custom_id=ids.make(table, 0, verb, arg))
    form.add_item(ui.Label(text=layout.cut(texts.t("options.number", least=least, most=most), 45), component=field))
    form.stop()
    return form


def offered(option: Option, present: Value) -> list[Value]:
    """What a select offers: the option's own values, and the present one if it is another."""
    every = list(option.offered) if present in option.offered else [*option.offered, present]
    kept = every[: buttons.IN_SELECT]
    return kept if present in kept else [*kept[:-1], present]


def _standing(option: Option, value: Value, house: Options | None, texts: Texts) -> str | None:
    """Whose value this is: the sheet's, or the server's own."""
    if value == option.default:
        return texts.t("options.sheet_value")
    if house is not None and value == house[option.name]:
        return texts.t("options.house_value")
    return None
