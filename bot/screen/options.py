"""The private panel of a lobby's rules and clock: a list of rules, then the values of one of them."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.games import find_face
from bot.screen import buttons, ids, layout
from bot.screen.notes import sentence
from bot.screen.rules import house_rules
from bot.screen.seats import person_name
from bot.tables.views import LobbyView, Note
from bot.texts import Texts
from engine.options import Option, Options, Value, text_of

#: The name of the one field of the form for another number, and how many digits it takes.
FIELD = "number"
DIGITS = 9


def rules(
    view: LobbyView, texts: Texts, *, host: bool, house: Options | None, clocks: Sequence[str], lasting: bool
) -> ui.LayoutView:
    """All rules of the table and its clock; for the ``host`` with the controls that change them.

    ``house``: all options by the server's house rules, None where it has none. ``clocks``: those that the table may
    have where it stands. ``lasting``: whether a table may stand there for days.
    """
    face = find_face(view.game)
    title = layout.text(f"### {texts.t('options.title', game=face.title(texts))}")
    clock = texts.t("options.clock", clock=texts.t(f"clock.{view.clock}"))
    back = layout.rows([buttons.button(texts.t("button.back_to_more"), view.table, "more")])
    if not host:
        return layout.message(
            face.accent,
            title,
            layout.text(texts.t("options.hosts", name=person_name(view.seats, view.host or 0, texts))),
            layout.text(*house_rules(face, view.options, texts)),
            layout.text(clock),
            back,
        )
    both = [
        buttons.button(texts.t("button.sheet"), view.table, "sheet", off=not view.differing),
        buttons.button(texts.t("button.house"), view.table, "house", off=house is None or view.options == house),
    ]
    return layout.message(
        face.accent,
        title,
        layout.text(*_in_force(view, house, texts)),
        layout.rows(both),
        _names(view, texts),
        layout.line(),
        layout.text(clock, None if lasting else texts.t("options.lasting")),
        _clocks(view, clocks, texts),
        back,
    )


def values(
    view: LobbyView, name: str, texts: Texts, *, house: Options | None, note: Note | None = None
) -> ui.LayoutView:
    """One rule: what it may be, the present value chosen; `LookupError` if the game has no such rule."""
    face, option = find_face(view.game), _option(view, name)
    under = [buttons.button(texts.t("button.back_to_rules"), view.table, "options")]
    if option.bounds is not None:
        under.insert(0, buttons.button(texts.t("button.other_number"), view.table, "other", name))
    return layout.message(
        face.accent,
        layout.text(texts.t("hand.note", note=sentence(note, texts)) if note is not None else None),
        layout.text(
            f"### {face.option_name(name, texts)}",
            texts.t("options.now", rule=face.option(name, view.options[name], texts)),
        ),
        [
            buttons.menu(
                view.table,
                "value",
                texts.t("options.choose_value"),
                [
                    discord.SelectOption(
                        label=face.option(name, value, texts),
                        value=text_of(value),
                        description=_standing(option, value, house, texts),
                        default=value == view.options[name],
                    )
                    for value in _offered(option, view.options[name])
                ],
                name,
            )
        ],
        layout.rows(under),
    )


def first_choice(view: LobbyView, texts: Texts) -> list[layout.Piece]:
    """The select on the lobby's own message for the option that its game asks for at once; nothing for most games."""
    face = find_face(view.game)
    name = face.first_choice
    if name is None:
        return []
    options = [
        discord.SelectOption(
            label=face.choice(name, value, texts), value=text_of(value), default=value == view.options[name]
        )
        for value in _offered(_option(view, name), view.options[name])
    ]
    return [buttons.menu(view.table, "value", face.option_name(name, texts), options, name)]


def number(view: LobbyView, name: str, texts: Texts) -> ui.Modal:
    """The form for another number; `LookupError` if the rule does not take any number."""
    face, option = find_face(view.game), _option(view, name)
    if option.bounds is None:
        raise LookupError(name)
    least, most = option.bounds
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=FIELD, default=text_of(view.options[name]), min_length=1, max_length=DIGITS, required=True
    )
    form = ui.Modal(
        title=layout.cut(face.option_name(name, texts), 45), custom_id=ids.make(view.table, 0, "number", name)
    )
    form.add_item(ui.Label(text=layout.cut(texts.t("options.number", least=least, most=most), 45), component=field))
    form.stop()
    return form


def _in_force(view: LobbyView, house: Options | None, texts: Texts) -> list[str]:
    """What differs from the sheet, and what that means for the leaderboard."""
    face = find_face(view.game)
    lines = [texts.t("rules.usual", rule=face.option(name, value, texts)) for name, value in view.differing.items()]
    if not lines:
        head = [texts.t("options.sheet")]
    elif view.options == house:
        head = [texts.t("options.house")]
    else:
        head = [texts.t("options.differing")]
        lines.append(texts.t("options.practice"))
    return [*head, *lines, *([] if house is not None else [texts.t("options.no_house")])]


def _names(view: LobbyView, texts: Texts) -> list[layout.Piece]:
    face = find_face(view.game)
    game_options = face.game.options if face.game else ()
    named = [
        discord.SelectOption(
            label=face.option_name(option.name, texts),
            value=option.name,
            description=face.option(option.name, view.options[option.name], texts),
        )
        for option in game_options
    ]
    return [buttons.menu(view.table, "option", texts.t("options.choose"), named)] if named else []


def _clocks(view: LobbyView, clocks: Sequence[str], texts: Texts) -> list[layout.Piece]:
    timed = [
        discord.SelectOption(
            label=texts.t(f"command.table_open.clock.{clock}"), value=clock, default=clock == view.clock
        )
        for clock in dict.fromkeys((*clocks, view.clock))
    ]
    return [buttons.menu(view.table, "clock", texts.t("options.choose_clock"), timed)]


def _option(view: LobbyView, name: str) -> Option:
    game = find_face(view.game).game
    found = next((option for option in game.options if option.name == name), None) if game else None
    if found is None:
        raise LookupError(name)
    return found


def _offered(option: Option, present: Value) -> list[Value]:
    """What a select offers: the option's own values, and the present one if it is another."""
    offered = list(option.offered) if present in option.offered else [*option.offered, present]
    kept = offered[: buttons.IN_SELECT]
    return kept if present in kept else [*kept[:-1], present]


def _standing(option: Option, value: Value, house: Options | None, texts: Texts) -> str | None:
    """Whose value this is: the sheet's, or the server's own."""
    if value == option.default:
        return texts.t("options.sheet_value")
    if house is not None and value == house[option.name]:
        return texts.t("options.house_value")
    return None
