"""Makes a screenshot a small picture: a PNG of at most 256 colours."""

from __future__ import annotations

from io import BytesIO

from PIL import Image


def shrink(png: bytes) -> bytes:
    """The same picture with a palette; what has no more colours than that loses nothing."""
    small = BytesIO()
    with Image.open(BytesIO(png)) as picture:
        picture.convert("RGB").quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
            small, "PNG", optimize=True
        )
    return small.getvalue()
