"""The private panel of one's own preferences, the same in every server."""

from __future__ import annotations

import discord
from discord import ui

from bot.screen import buttons, layout
from bot.tables.preferences import AS_DISCORD, CHOICES, LANGUAGE, Preferences
from bot.texts import Texts, languages


def preferences(present: Preferences, texts: Texts) -> ui.LayoutView:
    """Every preference with its select, the present value chosen."""
    choices = {**({LANGUAGE: (AS_DISCORD, *languages())} if len(languages()) > 1 else {}), **CHOICES}
    return layout.message(
        None,
        layout.text(f"### {texts.t('preferences.title')}", texts.t("preferences.saved")),
        *(_select(name, values, getattr(present, name), texts) for name, values in choices.items()),
    )


def _select(name: str, values: tuple[str, ...], present: str, texts: Texts) -> list[layout.Piece]:
    options = [
        discord.SelectOption(label=_label(name, value, texts), value=value, default=value == present)
        for value in values
    ]
    return [
        *layout.text(texts.t(f"preferences.about.{name}")),
        buttons.menu(0, "preference", texts.t(f"preferences.name.{name}"), options, name),
    ]


def _label(name: str, value: str, texts: Texts) -> str:
    if name == LANGUAGE and value != AS_DISCORD:
        return Texts(value).t("language.name")
    return texts.t(f"preferences.value.{name}.{value}")
