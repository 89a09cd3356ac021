"""What a picture is drawn on: felt, lines of letters, plates; and how it becomes a small PNG."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from bot.drawing import ink, letters
from bot.drawing.ink import Ink

#: Every picture is so many pixels wide: twice what a phone of 360 leaves a message, so that its screen has all of it.
WIDTH = 576


class Sheet:
    """A picture in the making."""

    def __init__(self, height: int, accent: int) -> None:
        self.cloth = ink.felt(accent)
        self.dark = ink.plate(self.cloth)
        self.image = Image.new("RGB", (WIDTH, height), self.cloth)
        self.draw = ImageDraw.Draw(self.image)

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: int,
        colour: Ink,
        *,
        anchor: str = "lm",
        room: float = WIDTH,
        least: int | None = None,
    ) -> float:
        """A line of text at a point (Pillow's anchors: ``lm``, ``mm``, ``rm`` …); its width.

        What is too long for its room is written smaller, down to size ``least``, and then cut.
        """
        while least is not None and size > least and letters.width(text, size) > room:
            size -= 1
        kept = letters.fitting(text, size, room)
        self.draw.text(at, kept, font=letters.font(size), fill=colour, anchor=anchor)
        return letters.width(kept, size)

    def plate(self, box: tuple[float, float, float, float], colour: Ink | None = None, radius: float = 9) -> None:
        """A ground for letters."""
        self.draw.rounded_rectangle(box, radius, fill=self.dark if colour is None else colour)

    def png(self) -> bytes:
        """The picture as a PNG with a palette of its inks."""
        image = self.image.quantize(palette=ink.palette(self.cloth), dither=Image.Dither.NONE)
        file = io.BytesIO()
        image.save(file, "PNG", compress_level=6)
        return file.getvalue()
