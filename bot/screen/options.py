"""The private panel of a lobby's rules, clock and hints: a list of rules, then the values of one of them."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.games import find_face
from bot.screen import buttons, layout, rule_choice
from bot.screen.notes import sentence
from bot.screen.rules import house_rules
from bot.screen.seats import person_name
from bot.tables.views import LobbyView, Note
from bot.texts import Texts
from engine.options import Options, text_of


def rules(
    view: LobbyView,
    texts: Texts,
    *,
    host: bool,
    house: Options | None,
    strict: bool,
    clocks: Sequence[str],
    lasting: bool,
) -> ui.LayoutView:
    """All rules of the table and its clock; for the ``host`` with the controls that change them.

    ``house``: all options by the server's house rules, None where it has none. ``strict``: whether deals by any other
    rules are practice in this server. ``clocks``: those that the table may have where it stands. ``lasting``: whether a
    table may stand there for days.
    """
    face = find_face(view.game)
    title = layout.text(f"### {texts.t('options.title', game=face.title(texts))}")
    clock = texts.t("options.clock", clock=texts.t(f"clock.{view.clock}"))
    taking_back = texts.t("options.take_back_on" if view.take_back else "options.take_back_off")
    back = layout.rows([buttons.button(texts.t("button.back_to_more"), view.table, "more")])
    hints, hint_button = _hints(view, texts)
    if not host:
        return layout.message(
            face.accent,
            title,
            layout.text(texts.t("options.hosts", name=person_name(view.seats, view.host or 0, texts))),
            layout.text(*house_rules(face, view.options, texts)),
            layout.text(clock, taking_back),
            back,
        )
    both = [buttons.button(texts.t("button.sheet"), view.table, "sheet")] if view.differing else []
    if house is not None and view.options != house:
        both.append(buttons.button(texts.t("button.house"), view.table, "house"))
    return layout.message(
        face.accent,
        title,
        layout.text(*_in_force(view, house, texts, strict=strict)),
        layout.rows(both),
        rule_choice.names(face, view.options, texts, view.table, "option"),
        layout.line(),
        layout.text(clock),
        _clocks(view, clocks, texts),
        layout.small(None if lasting else texts.t("options.lasting")),
        layout.line(),
        layout.text(taking_back, *hints),
        layout.rows([*_taking_back(view, texts), *hint_button]),
        layout.line(),
        back,
    )


def values(
    view: LobbyView, name: str, texts: Texts, *, house: Options | None, note: Note | None = None
) -> ui.LayoutView:
    """One rule: what it may be, the present value chosen; `LookupError` if the game has no such rule."""
    face = find_face(view.game)
    option = rule_choice.option_of(face, name)
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
        rule_choice.values(face, option, view.options[name], texts, view.table, "value", name, house=house),
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
        for value in rule_choice.offered(rule_choice.option_of(face, name), view.options[name])
    ]
    return [buttons.menu(view.table, "value", face.option_name(name, texts), options, name)]


def number(view: LobbyView, name: str, texts: Texts) -> ui.Modal:
    """The form for another number; `LookupError` if the rule does not take any number."""
    face = find_face(view.game)
    return rule_choice.number(face, name, view.options[name], texts, view.table, "number", name)


def _in_force(view: LobbyView, house: Options | None, texts: Texts, *, strict: bool) -> list[str]:
    """What differs from the sheet, and what that means for the leaderboard."""
    face = find_face(view.game)
    lines = [texts.t("rules.usual", rule=face.option(name, value, texts)) for name, value in view.differing.items()]
    if not lines:
        head = [texts.t("options.sheet")]
    elif view.options == house:
        head = [texts.t("options.house")]
    else:
        head = [texts.t("options.differing")]
        if strict:
            lines.append(texts.t("options.practice"))
    return [*head, *lines]


def _clocks(view: LobbyView, clocks: Sequence[str], texts: Texts) -> list[layout.Piece]:
    timed = [
        discord.SelectOption(
            label=texts.t(f"command.table_open.clock.{clock}"), value=clock, default=clock == view.clock
        )
        for clock in dict.fromkeys((*clocks, view.clock))
    ]
    return [buttons.menu(view.table, "clock", texts.t("options.choose_clock"), timed)]


def _taking_back(view: LobbyView, texts: Texts) -> list[layout.Button]:
    label, value = ("button.taking_back_off", "off") if view.take_back else ("button.taking_back_on", "on")
    return [buttons.button(texts.t(label), view.table, "takingback", value)]


def _hints(view: LobbyView, texts: Texts) -> tuple[list[str], list[layout.Button]]:
    """Whether hints are given, and the button that changes it; nothing where others sit too."""
    if view.hints is None:
        return [], []
    if view.hints:
        said, change = "options.hints_on", buttons.button(texts.t("button.hints_off"), view.table, "hints", "off")
    else:
        said, change = "options.hints_off", buttons.button(texts.t("button.hints_on"), view.table, "hints", "on")
    return [texts.t(said)], [change]
