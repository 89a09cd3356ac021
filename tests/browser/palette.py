"""Makes a screenshot a small picture: a PNG of at most 256 colours, with nothing but the standard library."""

from __future__ import annotations

import struct
import zlib
from collections import Counter

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {2: 3, 6: 4}  # by PNG's colour type: RGB, RGBA


def shrink(png: bytes) -> bytes:
    """The same picture with a palette: each colour becomes the nearest of 256."""
    width, height, pixels = _decoded(png)
    counts = Counter(pixels)
    palette = _chosen(counts)
    index = {colour: number for number, colour in enumerate(palette)}
    for colour in counts:
        if colour not in index:
            index[colour] = min(range(len(palette)), key=lambda number: _apart(palette[number], colour))
    numbers = bytes(index[pixel] for pixel in pixels)
    lines = b"".join(b"\0" + numbers[row * width : (row + 1) * width] for row in range(height))
    return _SIGNATURE + b"".join(
        (
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(palette)),
            _chunk(b"IDAT", zlib.compress(lines, 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chosen(counts: Counter[bytes]) -> list[bytes]:
    """At most 256 colours: the most frequent ones, and of each region of colours without one its most frequent."""
    ordered = [colour for colour, _ in counts.most_common()]
    frequent = ordered[:128]
    regions = {_region(colour) for colour in frequent}
    others: dict[int, bytes] = {}
    for colour in ordered[128:]:
        if _region(colour) not in regions:
            others.setdefault(_region(colour), colour)
    chosen = frequent + list(others.values())
    return (chosen + [colour for colour in ordered[128:] if colour not in others.values()])[:256]


def _region(colour: bytes) -> int:
    return (colour[0] >> 5) << 6 | (colour[1] >> 5) << 3 | colour[2] >> 5


def _apart(one: bytes, other: bytes) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _decoded(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and the colours row by row, without transparency."""
    at, packed, width, height, step = len(_SIGNATURE), b"", 0, 0, 0
    while at < len(png):
        (length,), kind = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        data = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", data[:10])
            assert depth == 8
            step = _CHANNELS[colour]
        elif kind == b"IDAT":
            packed += data
        at += length + 12
    raw, stride = zlib.decompress(packed), width * step
    before, pixels = bytearray(stride), []
    for row in range(height):
        start = row * (stride + 1)
        line = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), before, step)
        pixels += [bytes(line[at : at + 3]) for at in range(0, stride, step)]
        before = line
    return width, height, pixels


def _unfiltered(kind: int, line: bytearray, before: bytearray, step: int) -> bytearray:
    """A row as it was before PNG's filter of this kind."""
    for at in range(len(line)):
        left = line[at - step] if at >= step else 0
        up, corner = before[at], before[at - step] if at >= step else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        elif kind == 4:
            guess = min(
                (abs(up - corner), 0, left), (abs(left - corner), 1, up), (abs(left + up - 2 * corner), 2, corner)
            )[2]
        else:
            return line
        line[at] = (line[at] + guess) & 255
    return line
