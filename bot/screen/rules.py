"""The rules of a game in short pages; among them the house rules in force, and last the game's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from discord import ui

from bot.games import find_face
from bot.games.face import Face
from bot.screen import buttons, layout, reading_pictures
from bot.screen.pictures import Illustration
from bot.texts import Texts
from engine.options import Options

#: The page of the rules in force, which no game writes; and the glossary, which comes after it where a game has one.
IN_FORCE: Final = "options"
WORDS: Final = "words"


def contents(face: Face[Any], options: Options) -> list[str]:
    """The pages of a game's rules, in order; empty for a game that has neither pages nor options."""
    words = [name for name in face.pages if name == WORDS]
    return [*(name for name in face.pages if name != WORDS), *([IN_FORCE] if options else []), *words]


def page(game_key: str, n: int, texts: Texts, options: Options | None = None, *, table: int = 0) -> ui.LayoutView:
    """Page ``n`` (from 1; beyond the ends the nearest one) of a game's rules.

    ``options``: the house rules in force, without them the usual ones. ``table``: whose table they are in force at, so
    that turning pages keeps them; 0 for none.
    """
    face = find_face(game_key)
    in_force = _in_force(face, options)
    names = contents(face, in_force)
    if not names:
        return layout.message(face.accent, layout.text(texts.t("rules.none")))
    titles = [texts.t("rules.options") if name == IN_FORCE else face.page_title(name, texts) for name in names]
    n = _nearest(n, names)
    name = names[n - 1]
    lines = house_rules(face, in_force, texts) if name == IN_FORCE else [face.page_text(name, in_force, texts)]
    title = texts.t("rules.title", emoji=face.emoji, game=face.title(texts), page=titles[n - 1])
    turning = [buttons.page(table, game_key, number, said, here=number == n) for number, said in enumerate(titles, 1)]
    return layout.message(face.accent, layout.text(f"### {title}", *lines), layout.rows(turning))


def illustrations(game_key: str, n: int, texts: Texts, options: Options | None = None) -> tuple[Illustration, ...]:
    """The pictures of page ``n``, as `page` counts."""
    face = find_face(game_key)
    in_force = _in_force(face, options)
    names = contents(face, in_force)
    return reading_pictures.of_page(game_key, names[_nearest(n, names) - 1], in_force, texts) if names else ()


def _in_force(face: Face[Any], options: Options | None) -> Options:
    """The rules to be told: those given, else the usual ones."""
    return options if options is not None else face.game.settle({}) if face.game else {}


def _nearest(n: int, names: Sequence[str]) -> int:
    return min(max(n, 1), len(names))


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
