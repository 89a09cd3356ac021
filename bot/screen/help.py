"""What to do first, in ten lines."""

from __future__ import annotations

from collections.abc import Mapping

from discord import ui

from bot.screen import layout
from bot.texts import Texts

#: The commands that the help names: placeholder, and the command's words.
_COMMANDS = {
    "open": "table open",
    "show": "table show",
    "leave": "table leave",
    "end": "table end",
    "pause": "table pause",
    "hand": "hand",
    "play": "play",
    "rules": "rules",
    "leaderboard": "leaderboard",
    "stats": "stats",
    "replay": "replay",
}


def help(command_ids: Mapping[str, int], texts: Texts) -> ui.LayoutView:  # noqa: A001 - the command's own word
    """The help. ``command_ids``: Discord's ids by command name (``table``), for mentions that can be clicked."""
    mentions = {name: mention(words, command_ids) for name, words in _COMMANDS.items()}
    return layout.message(None, layout.text(f"### {texts.t('help.title')}", texts.t("help.text", **mentions).strip()))


def mention(words: str, command_ids: Mapping[str, int]) -> str:
    """A command as Discord makes it clickable; its plain name while its id is unknown."""
    command_id = command_ids.get(words.split(" ")[0])
    return f"`/{words}`" if command_id is None else f"</{words}:{command_id}>"
