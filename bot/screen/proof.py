"""The fairness proof: what was sealed before a deal, so that anybody can check that its cards were fixed."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.games import find_face
from bot.screen import layout
from bot.store.tables import DealRow
from bot.texts import Texts

#: The latest deals shown; more would not fit one message.
DEALS_SHOWN = 3


def proof(game_key: str, deals: Sequence[DealRow], texts: Texts) -> ui.LayoutView:
    """The sealed text of each of the last deals that are over, and its seal."""
    face = find_face(game_key)
    shown = [
        layout.text(texts.t("proof.deal", n=deal.no, seal=deal.commitment), f"```\n{sealed(deal)}\n```")
        for deal in deals[-DEALS_SHOWN:]
    ]
    return layout.message(
        face.accent,
        layout.text(f"### {texts.t('proof.title')}", texts.t("proof.how" if deals else "proof.none")),
        *shown,
    )


def sealed(deal: DealRow) -> str:
    """The text whose SHA-256 is the deal's commitment: the salt, and the cards in the order of the record."""
    cards = deal.hands.replace("/", " ")
    return f"{deal.salt}:{cards} {deal.rest}".rstrip()
