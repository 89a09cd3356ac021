"""Pictures in messages: what one is, its description, and where it stands.

Pictures are built from the same views as the texts and say nothing that these do not, so a message without its picture
is whole. Each comes with a description that names every card in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from bot.drawing import letters
from bot.drawing.cards import Ranks
from bot.drawing.studio import Picture
from bot.screen import layout
from bot.texts import Texts
from engine.cards import HIGH_JOKER, LOW_JOKER, RANK_LETTERS, SPADES

#: What Discord takes as a description.
LONGEST_ALT: Final = 1_024


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture, its description, and the name of its file."""

    picture: Picture
    alt: str
    file: str


def insert(message: ui.LayoutView, shown: Sequence[Illustration]) -> None:
    """Put pictures into a message, in its whole width: above the first row of buttons, else below the first text."""
    (box,) = message.children
    assert isinstance(box, ui.Container)
    parts = list(box.children)
    at = next((n for n, part in enumerate(parts) if isinstance(part, ui.ActionRow)), 1)
    box.clear_items()
    galleries = [
        ui.MediaGallery[ui.LayoutView](discord.MediaGalleryItem(f"attachment://{each.file}", description=each.alt))
        for each in shown
    ]
    for part in (*parts[:at], *galleries, *parts[at:]):
        box.add_item(part)


def ranks(texts: Texts) -> Ranks:
    """What is written on cards in this language."""
    suited = (texts.card(13 * SPADES + rank)[:-1] for rank in range(len(RANK_LETTERS)))
    return (*suited, texts.card(LOW_JOKER), texts.card(HIGH_JOKER))


def drawable(name: str, seat: int) -> str:
    """A name as far as it can be drawn, else the number of its seat."""
    return letters.writable(name, str(seat + 1))


def described(said: Sequence[str]) -> str:
    """Sentences as a description."""
    return layout.cut(" ".join(said), LONGEST_ALT)
