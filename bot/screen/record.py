"""The record of a match as it is handed over: a file, and what it is."""

from __future__ import annotations

from discord import ui

from bot.games import find_face
from bot.screen import buttons, layout
from bot.tables.match_ids import match_id
from bot.texts import Texts


def file_name(table: int, game_key: str) -> str:
    """What the file is called: ``whist-gubana.json``."""
    return f"{game_key}-{match_id(table)}.json"


def record(table: int, game_key: str, deals: int, texts: Texts, *, over: bool) -> ui.LayoutView:
    """The message that comes with the file. ``over``: the match is, or else only ``deals`` of it are in the file."""
    face = find_face(game_key)
    title = texts.t("record.title", emoji=face.emoji, game=face.title(texts), match=match_id(table))
    return layout.message(
        face.accent,
        layout.text(
            f"### {title}",
            texts.t("record.whole", n=deals) if over else texts.t("record.part", n=deals),
            texts.t("record.how"),
        ),
        [ui.File(f"attachment://{file_name(table, game_key)}")],
        layout.rows([buttons.replay(table, texts)]),
    )
