"""A hint in words: what a strong player would do, and why.

The engine gives its reasons in its own English, for its command line. The catalogue has a sentence for each, under the
engine's words as its key, with ``{card}``, ``{suit}``, ``{rank}`` and numbers where these stand in them:
``reason."the highest {suit} still out"``, a game's own ones in its file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from bot.games.face import Face
from bot.tables.views import Hint
from bot.texts import ENGLISH, PLACEHOLDER, Texts, catalogue
from engine.actions import Action
from engine.cards import RANK_LETTERS, SUIT_LETTERS, card
from engine.game import View

#: What may stand in a reason where its key has a placeholder: of these names, or else a number.
_FORMS: Final[Mapping[str, str]] = {
    "card": r"[2-9TJQKA][SHDC]|J[+\-]",
    "worst": r"[2-9TJQKA][SHDC]|J[+\-]",
    "suit": f"[{SUIT_LETTERS}]",
    "rank": f"[{RANK_LETTERS}]",
}
_NUMBER: Final = r"\d+(?:\.\d+)?"


def line(hint: Hint, own: View, face: Face[Any], texts: Texts) -> str:
    """The line that a hand shows: ``Play 9♠: it takes the trick``; without the reason where that has no words."""
    action = Action.parse(hint.code)
    move = face.button(own, action, texts)
    why = because(hint.reason, own.game, texts)
    plays = action.verb == "play"
    if why is None:
        return texts.t("hand.hint_play" if plays else "hand.hint", move=move)
    return texts.t("hand.hint_play_because" if plays else "hand.hint_because", move=move, reason=why)


def because(reason: str, game: str, texts: Texts) -> str | None:
    """The reason in the reader's words; None if the catalogue has none for it."""
    for key, form in _reasons(game).items():
        if found := form.fullmatch(reason):
            return texts.t(key, **{name: _value(name, said, texts) for name, said in found.groupdict().items()})
    return None


@cache
def _reasons(game: str) -> Mapping[str, re.Pattern[str]]:
    """By key, the form of every reason that this game's computer players may give."""
    found = {}
    for key in catalogue(ENGLISH):
        for prefix in (f"{game}.reason.", "reason."):
            if key.startswith(prefix):
                found[key] = re.compile(_form(key.removeprefix(prefix)))
    return found


def _form(words: str) -> str:
    """A regular expression for these words, whatever stands in their placeholders."""
    pieces = PLACEHOLDER.split(words)
    return "".join(
        f"(?P<{piece}>{_FORMS.get(piece, _NUMBER)})" if place % 2 else re.escape(piece)
        for place, piece in enumerate(pieces)
    )


def _value(name: str, said: str, texts: Texts) -> int | str:
    if name == "suit":
        return SUIT_LETTERS.index(said)
    if name == "rank":
        return texts.t("cards.ranks").split()[RANK_LETTERS.index(said)]
    if name in ("card", "worst"):
        return texts.card(card(said))
    return int(said) if said.isdecimal() else texts.decimal(float(said))
