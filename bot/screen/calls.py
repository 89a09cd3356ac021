"""The messages that mention people: the line that calls the missing, an invitation, a call for players.

They are plain messages and no boxes: of a box, a phone's notification would show nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import ui

from bot import names
from bot.games import find_face
from bot.screen import buttons
from bot.screen.layout import Button
from bot.tables.views import CallView
from bot.texts import Listed, Texts


def only(persons: Iterable[int]) -> discord.AllowedMentions:
    """That a message notifies these and nobody else."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(person) for person in persons]
    )


def call_text(view: CallView, texts: Texts) -> str:
    """Whose turn it is, and until when."""
    game, missing = find_face(view.game).title(texts), mentions(view.persons, texts)
    if view.until is None:
        return texts.t("call.turn", names=missing, game=game)
    return texts.t("call.turn_until", names=missing, game=game, until=texts.until(view.until))


def invitation(person: int, by: str, game: str, until: float | None, texts: Texts) -> str:
    """``by`` (a name) invites a person to a table of this game. ``until``: as long as a seat is kept, if one is."""
    named, title = mentions([person], texts), find_face(game).title(texts)
    if until is None:
        return texts.t("call.invited_between", names=named, name=names.shown(by), game=title)
    return texts.t("call.invited", names=named, name=names.shown(by), game=title, until=texts.until(until))


def wanted(persons: Iterable[int], by: str, game: str, texts: Texts) -> str:
    """``by`` (a name) wants players for a table of this game."""
    title = find_face(game).title(texts)
    return texts.t("call.players", names=mentions(persons, texts), name=names.shown(by), game=title)


def call_buttons(view: CallView, texts: Texts) -> ui.View:
    """[My hand]."""
    return under(buttons.hand(view.table, texts))


def to_join(table: int, texts: Texts) -> ui.View:
    """[Join]."""
    return under(buttons.button(texts.t("button.join"), table, "join", style=buttons.MAIN))


def mentions(persons: Iterable[int], texts: Texts) -> Listed:
    """These persons as mentions, in a list."""
    return texts.list([f"<@{person}>" for person in persons])


def under(*row: Button) -> ui.View:
    """Buttons under a plain message; stopped, as every view of ours."""
    view = ui.View(timeout=None)
    for button in row:
        view.add_item(button)
    view.stop()
    return view
