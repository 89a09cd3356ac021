"""The fairness proof: what was sealed before a deal, so that anybody can check that its cards were fixed."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.games import find_face
from bot.screen import layout
from bot.tables.views import Seal
from bot.texts import Texts

#: The latest deals shown; more would not fit one message.
DEALS_SHOWN = 3


def proof(game_key: str, seals: Sequence[Seal], texts: Texts) -> ui.LayoutView:
    """The sealed text of each of the last deals that are over, and its seal."""
    face = find_face(game_key)
    shown = [
        layout.text(texts.t("proof.deal", n=each.deal, seal=each.seal), f"```\n{each.text}\n```")
        for each in seals[-DEALS_SHOWN:]
    ]
    return layout.message(
        face.accent,
        layout.text(f"### {texts.t('proof.title')}", texts.t("proof.how" if seals else "proof.none")),
        *shown,
    )
