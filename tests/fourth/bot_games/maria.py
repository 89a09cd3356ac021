"""Maria on the screens: what is asked, and whether hearts may be led."""

from __future__ import annotations

from engine.games.maria import MariaView  # type: ignore[import-not-found]  # not there but in these tests

from bot.games.face import Face, Names
from bot.texts import Texts
from engine.cards import HEARTS, suit_of
from engine.options import Options

_DEEP_ROSE = 0x9C3D54


class MariaFace(Face[MariaView]):
    """What Maria's screens say."""

    accent = _DEEP_ROSE
    emoji = "🌹"
    pages = ("short", "points")
    in_lobby_line = ("limit",)
    first_choice = "queen"

    def __init__(self) -> None:
        super().__init__("maria")

    def lobby(self, options: Options, seats: int, clock: str, texts: Texts) -> str:
        """The players, the limit, the clock."""
        return texts.t("maria.lobby", n=seats, limit=int(options["limit"]), clock=clock)

    def page_params(self, options: Options, texts: Texts) -> dict[str, int | str]:
        """The points in force."""
        return {"limit": int(options["limit"]), "queen": int(options["queen"])}

    def prompt(self, view: MariaView, texts: Texts) -> str:
        """MA-R4, MA-R5: what may be played."""
        if view.trick is not None and view.trick.plays:
            return texts.t("maria.prompt.follow", suit=suit_of(view.trick.plays[0][1]))
        held = any(suit_of(card) == HEARTS for card in view.hand)
        return texts.t("maria.prompt.closed" if held and not view.open else "maria.prompt.lead")

    def status(self, view: MariaView, names: Names, texts: Texts) -> tuple[str, ...]:
        """Whether hearts may be led."""
        return (texts.t("maria.status.open"),) if view.open and not view.needs_deal and not view.over else ()


FACE = MariaFace()
