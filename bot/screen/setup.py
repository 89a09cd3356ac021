"""The private panel of a server's settings: house rules, what counts, defaults, computers, seasons, last changes."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.games import faces, find_face
from bot.games.face import Face
from bot.screen import buttons, layout, rule_choice
from bot.screen.buttons import GRAVE
from bot.screen.notes import sentence
from bot.tables.preferences import AS_DISCORD, LANGUAGE
from bot.tables.setup_view import SETTINGS, Changed, SetupView
from bot.tables.views import Note
from bot.texts import Texts, languages
from engine.options import Options, Value

#: Not a table's controls.
_NO_TABLE = 0


def setup(view: SetupView, texts: Texts) -> ui.LayoutView:
    """All settings with their selects, and the last changes."""
    games = [
        discord.SelectOption(label=face.title(texts), value=key, description=_differing(face, view.house[key], texts))
        for key, face in faces().items()
        if key in view.house
    ]
    season = buttons.button(texts.t("button.season"), _NO_TABLE, "season")
    changes = [change(each, texts) for each in view.last]
    return layout.message(
        None,
        layout.text(f"### {texts.t('setup.title')}", texts.t("setup.saved")),
        layout.text(texts.t("setup.about.house")),
        [buttons.menu(_NO_TABLE, "houserules", texts.t("setup.choose_game"), games)],
        *(_select(view, name, values, texts) for name, values in SETTINGS.items()),
        _language(view, texts),
        layout.text(texts.t("setup.about.season", season=view.season)),
        layout.rows([season]),
        layout.line(),
        layout.text(texts.t("setup.last"), *changes) if changes else layout.small(texts.t("setup.unchanged")),
    )


def rules(view: SetupView, key: str, texts: Texts) -> ui.LayoutView:
    """A game's house rules in this server, with the list of rules to change."""
    face, options = find_face(key), view.house[key]
    differing = _differing_rules(face, options)
    lines = [texts.t("rules.usual", rule=face.option(name, value, texts)) for name, value in differing.items()]
    sheet = buttons.button(texts.t("button.sheet"), _NO_TABLE, "housesheet", key)
    under = [*([sheet] if differing else []), _back(texts)]
    return layout.message(
        face.accent,
        layout.text(
            f"### {texts.t('setup.rules_title', game=face.title(texts))}",
            texts.t("setup.differing" if lines else "setup.sheet"),
            *lines,
            texts.t("setup.rules_about"),
        ),
        rule_choice.names(face, options, texts, _NO_TABLE, "houserule", key),
        layout.rows(under),
    )


def values(view: SetupView, key: str, name: str, texts: Texts, note: Note | None = None) -> ui.LayoutView:
    """One house rule: what it may be, the present value chosen; `LookupError` if the game has no such rule."""
    face = find_face(key)
    option, present = rule_choice.option_of(face, name), view.house[key][name]
    under = [buttons.button(texts.t("button.back_to_rules"), _NO_TABLE, "backtohouse", key)]
    if option.bounds is not None:
        under.insert(0, buttons.button(texts.t("button.other_number"), _NO_TABLE, "houseother", f"{key}.{name}"))
    return layout.message(
        face.accent,
        layout.text(texts.t("hand.note", note=sentence(note, texts)) if note is not None else None),
        layout.text(
            f"### {texts.t('setup.rule', game=face.title(texts), rule=face.option_name(name, texts))}",
            texts.t("options.now", rule=face.option(name, present, texts)),
        ),
        rule_choice.values(face, option, present, texts, _NO_TABLE, "housevalue", f"{key}.{name}"),
        layout.rows(under),
    )


def number(view: SetupView, key: str, name: str, texts: Texts) -> ui.Modal:
    """The form for another number; `LookupError` if the rule does not take any number."""
    present = view.house[key][name]
    return rule_choice.number(find_face(key), name, present, texts, _NO_TABLE, "housenumber", f"{key}.{name}")


def new_season(view: SetupView, texts: Texts) -> ui.LayoutView:
    """What a new season means, before it is begun."""
    begin = buttons.button(
        texts.t("button.new_season", season=view.season + 1), _NO_TABLE, "newseason", str(view.season), style=GRAVE
    )
    return layout.message(
        None,
        layout.text(
            f"### {texts.t('setup.season_title', season=view.season + 1)}",
            texts.t("setup.season_means", ended=view.season),
        ),
        layout.rows([begin, _back(texts)]),
    )


def _select(view: SetupView, name: str, offered: tuple[str, ...], texts: Texts) -> list[layout.Piece]:
    """What a setting is about, and the select that changes it."""
    options = []
    for value in offered:
        about = f"setup.value_about.{name}.{value}"
        options.append(
            discord.SelectOption(
                label=_value(name, value, texts),
                value=value,
                description=texts.t(about) if texts.has(about) else None,
                default=view.values[name] == value,
            )
        )
    return [
        *layout.text(texts.t(f"setup.about.{name}")),
        buttons.menu(_NO_TABLE, "setting", texts.t(f"setup.name.{name}"), options, name),
    ]


def _language(view: SetupView, texts: Texts) -> list[layout.Piece]:
    """The language of public messages, where there is a choice."""
    if len(languages()) < 2:
        return []
    return _select(view, LANGUAGE, (AS_DISCORD, *languages()), texts)


def _back(texts: Texts) -> layout.Button:
    return buttons.button(texts.t("button.back_to_setup"), _NO_TABLE, "setup")


def _differing_rules(face: Face[Any], options: Options) -> dict[str, Value]:
    return dict(face.game.differing(options)) if face.game else {}


def _differing(face: Face[Any], options: Options, texts: Texts) -> str:
    """How far a game's house rules differ from its sheet, in a few words."""
    n = len(_differing_rules(face, options))
    return texts.t("setup.differ", n=n) if n else texts.t("setup.as_sheet")


def _value(name: str, value: str, texts: Texts) -> str:
    """A setting's value in words."""
    if name == LANGUAGE and value != AS_DISCORD:
        return Texts(value).t("language.name")
    return texts.t(f"setup.value.{name}.{value}")


def change(made: Changed, texts: Texts) -> str:
    """Who changed what, when, from what to what."""
    game, _, rule = made.setting.partition(".")
    if rule and game in faces():
        face = find_face(game)
        name = texts.t("setup.rule", game=face.title(texts), rule=face.option_name(rule, texts))
        was, now = (_rule(face, rule, value, texts) for value in (made.was, made.now))
    else:
        key = f"setup.name.{made.setting}"
        name = texts.t(key) if texts.has(key) else made.setting
        was, now = (_known_value(made.setting, value, texts) for value in (made.was, made.now))
    who = f"<@{made.person}>" if made.person is not None else texts.t("seat.someone")
    return texts.t("setup.change", when=f"<t:{int(made.at)}:d>", who=who, setting=name, was=was, now=now)


def _rule(face: Face[Any], name: str, value: str, texts: Texts) -> str:
    """A house rule's value in words; as it was written, where the game does not know it any more."""
    try:
        return face.option(name, rule_choice.option_of(face, name).take(value), texts)
    except (LookupError, ValueError):
        return value


def _known_value(name: str, value: str, texts: Texts) -> str:
    """A setting's value in words; as it was written, where there are none for it."""
    if name == LANGUAGE and value in languages():
        return _value(name, value, texts)
    return _value(name, value, texts) if texts.has(f"setup.value.{name}.{value}") else value
