"""Which cards of a deal of Pitch everybody may know, as its rows tell it."""

from __future__ import annotations

import re
from pathlib import Path

from engine.cards import card, suit_of
from engine.games.pitch_cards import STRENGTH
from tests.wire.process import rows

#: What only the partner is told before play, and what everybody is told then.
PARTNER = re.compile(r"you are \w+'s partner\*\*|plays for \*\*\d+\*\* with \*\*")


def actions(home: Path) -> list[list[str]]:
    """What has been done in the deal, in words."""
    return [code.split() for (code,) in rows(home, "SELECT code FROM actions ORDER BY no")]


def public(home: Path) -> set[str]:
    """The cards that everybody knows by now: called, played, and announced with the last discard."""
    done = actions(home)
    known = {code for verb, *codes in done if verb in ("call", "play") for code in codes}
    called = next((codes[0] for verb, *codes in done if verb == "call"), None)
    discards = [codes for verb, *codes in done if verb == "discard"]
    if called is not None and len(discards) == 5:
        strength = STRENGTH[suit_of(card(called))]
        known |= {code for codes in discards for code in codes if strength[card(code)]}
    return known
