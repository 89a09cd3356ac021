"""Which of several tables: a button each, for a person who sits at more than one."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.games import find_face
from bot.screen import buttons, layout
from bot.texts import Texts

#: Tables offered, those last played at first.
OFFERED = 20


def which_table(tables: Sequence[tuple[int, str, int]], texts: Texts) -> ui.LayoutView:
    """A private question with one button a table, each given as (table, game, channel)."""
    offered = tables[:OFFERED]
    lines = [
        texts.t("choosing.table", n=number, game=find_face(game).title(texts), channel=f"<#{channel}>")
        for number, (_, game, channel) in enumerate(offered, 1)
    ]
    return layout.message(
        None,
        layout.text(texts.t("choosing.which"), *lines),
        layout.rows(
            [
                buttons.button(texts.t("choosing.button", n=number), table, "hand")
                for number, (table, _, _) in enumerate(offered, 1)
            ]
        ),
    )
