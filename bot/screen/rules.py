"""The rules of a game in short pages, the last one being the house rules in force."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.games import find_face
from bot.games.face import Face
from bot.screen import buttons, layout
from bot.texts import Texts
from engine.options import Options


def page(game_key: str, n: int, texts: Texts, options: Options | None = None, *, table: int = 0) -> ui.LayoutView:
    """Page ``n`` (from 1; beyond the ends the nearest one) of a game's rules.

    ``options``: the house rules in force, without them the usual ones. ``table``: whose table they are in force at, so
    that turning pages keeps them; 0 for none.
    """
    face = find_face(game_key)
    game = face.game
    in_force = options if options is not None else game.settle({}) if game else {}
    titles = [face.page_title(name, texts) for name in face.pages]
    if in_force:
        titles.append(texts.t("rules.options"))
    if not titles:
        return layout.message(face.accent, layout.text(texts.t("rules.none")))
    n = min(max(n, 1), len(titles))
    lines = (
        [face.page_text(face.pages[n - 1], in_force, texts)]
        if n <= len(face.pages)
        else house_rules(face, in_force, texts)
    )
    title = texts.t("rules.title", emoji=face.emoji, game=face.title(texts), page=titles[n - 1])
    turning = [buttons.page(table, game_key, number, name, here=number == n) for number, name in enumerate(titles, 1)]
    return layout.message(face.accent, layout.text(f"### {title}", *lines), layout.rows(turning))


def house_rules(face: Face[Any], options: Options, texts: Texts) -> list[str]:
    """Every option as it is in force, the ones that differ from the usual rules marked."""
    differing = face.game.differing(options) if face.game else {}
    return [
        texts.t(
            "rules.differing" if name in differing else "rules.usual",
            rule=face.option(name, value, texts),
        )
        for name, value in options.items()
    ]
