"""Which of several tables: a button each, for a person who sits at more than one."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.games import find_face
from bot.screen import buttons, layout
from bot.tables.model import Table
from bot.texts import Texts

#: Tables offered, those last played at first.
OFFERED = 20


def which_table(tables: Sequence[Table], texts: Texts) -> ui.LayoutView:
    """A private question with one button a table."""
    offered = tables[:OFFERED]
    lines = [
        texts.t(
            "choosing.table", n=number, game=find_face(each.game.key).title(texts), channel=f"<#{each.row.channel_id}>"
        )
        for number, each in enumerate(offered, 1)
    ]
    return layout.message(
        None,
        layout.text(texts.t("choosing.which"), *lines),
        layout.rows(
            [
                buttons.button(texts.t("choosing.button", n=number), each.id, "hand")
                for number, each in enumerate(offered, 1)
            ]
        ),
    )
