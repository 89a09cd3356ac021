"""How colours look to colour-blind readers, and how far apart they are to anybody."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

from bot.drawing.ink import Ink

Lab: TypeAlias = tuple[float, float, float]

#: What each kind of colour-blindness makes of linear red, green and blue at full severity: Machado, Oliveira and
#: Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency (2009).
MACHADO: dict[str, tuple[tuple[float, float, float], ...]] = {
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def _linear(part: int) -> float:
    value = part / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(ink: Ink) -> float:
    """Relative luminance as WCAG has it, 0..1."""
    red, green, blue = map(_linear, ink)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Ink, other: Ink) -> float:
    """The contrast of two colours as WCAG has it, 1..21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def seen(ink: Ink, kind: str) -> Lab:
    """The colour as a reader of this kind sees it, in CIE L*a*b* (D65)."""
    linear = [_linear(part) for part in ink]
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, linear, strict=True))))
        for row in MACHADO[kind]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    at, bt, ct = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * bt - 16, 500 * (at - bt), 200 * (bt - ct)


def apart(one: Lab, other: Lab) -> float:
    """How different two colours look: CIEDE2000. About 1 can just be told apart side by side."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    grow = 1.5 - 0.5 * math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7))
    c1, c2 = math.hypot(a1 * grow, b1), math.hypot(a2 * grow, b2)
    h1, h2 = (math.degrees(math.atan2(b, a * grow)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    mean_h = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = 1 + sum(
        weight * math.cos(math.radians(times * mean_h + more))
        for weight, times, more in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    )
    sl = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    sc, sh = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    turned = -math.sin(math.radians(60 * math.exp(-(((mean_h - 275) / 25) ** 2))))
    turned *= 2 * math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, hue / sh
    return math.sqrt(dl**2 + dc**2 + dh**2 + turned * dc * dh)


def nearest(inks: Sequence[Ink], kind: str) -> float:
    """How far apart the two of these colours are that look most alike to a reader of this kind."""
    shown = [seen(ink, kind) for ink in inks]
    return min(apart(one, other) for n, one in enumerate(shown) for other in shown[:n])
