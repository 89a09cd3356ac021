"""A random match of each game as text: what the public and every seat see after each action, and what they may do.

``python -m tests.engine.golden`` writes it anew; the difference then shows what a change of the rules changed. To stay
readable it tells of each view only what is new in it, and of a seat's view only what differs from the public one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from engine.actions import Legal
from engine.cards import SUIT_LETTERS, code
from engine.game import AnyGame, State, TakenTrick, Trick, View
from engine.games import games
from engine.options import Value
from tests.engine.walking import invariants, source, walk

FOLDER = Path(__file__).with_name("golden")
SEED = 20


def options_of(game: AnyGame) -> dict[str, Value]:
    """Options that keep the match short enough to read, or make more happen in it: the game's invariants tell."""
    return dict(getattr(invariants(game), "OPTIONS_FOR_GOLDEN", {}))


def dump(game: AnyGame) -> str:
    """The whole match as text."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: AnyGame) -> Iterator[str]:
    options = options_of(game)
    seats = game.seats_allowed[0]
    seen: dict[int | None, dict[str, str]] = {}
    yield f"{game.title}, rules {game.rules_version}, {seats} seats, {options}"
    yield from _views(game, game.start(game.settle(options), seats), seen)
    deal_no = 0
    for step in walk(game, seats, source(SEED), options, deals=3):
        if step.before.deal_no != deal_no:
            deal_no = step.before.deal_no
            yield f"== deal {deal_no}"
            yield from _views(game, step.before, seen)
        yield f"-- {step.seat} {step.action.code}"
        yield from (f"   {fact}" for fact in step.facts[1:])
        yield from _views(game, step.after, seen)
        if step.after.needs_deal or step.after.over:
            yield from (f"   stats {seat}: {stats}" for seat, stats in enumerate(game.deal_stats(step.after)))


def _views(game: AnyGame, state: State, seen: dict[int | None, dict[str, str]]) -> Iterator[str]:
    public = _fields(game.view(state, None))
    for viewer in (None, *range(state.seats)):
        shown = _fields(game.view(state, viewer))
        before = seen.get(viewer, {})
        if viewer is not None:
            shown = {name: text for name, text in shown.items() if name in before or text != public[name]}
            new = {
                name: text
                for name, text in shown.items()
                if before.get(name) != text and (name in ("hand", "legal", "withheld", "seat") or text != public[name])
            }
        else:
            new = {name: text for name, text in shown.items() if before.get(name) != text}
        seen[viewer] = {**before, **shown}
        if new:
            name = "public" if viewer is None else f"seat {viewer}"
            yield f"   {name}: " + "; ".join(f"{name} {text}" for name, text in new.items())


def _fields(view: View) -> dict[str, str]:
    return {each.name: _text(each.name, getattr(view, each.name)) for each in fields(view) if each.name != "options"}


def _text(name: str, value: object) -> str:
    if isinstance(value, Legal):
        return ", ".join(each.code for each in value.actions) + (f" or {value.choice}" if value.choice else "") or "-"
    if name == "trump" and isinstance(value, int):
        return SUIT_LETTERS[value]
    if name in ("hand", "widow", "laid_away") and isinstance(value, tuple):
        return " ".join(code(each) for each in value) or "-"
    if name == "called" and isinstance(value, int):
        return code(value)
    if name == "tricks" and isinstance(value, tuple):
        return f"{len(value)}" + (f", last {_text('trick', value[-1])}" if value else "")
    if isinstance(value, TakenTrick):
        return f"{_plays(value)} taken by {value.winner} for {value.points}"
    if isinstance(value, Trick):
        return f"{_plays(value)} (led by {value.leader})"
    return str(value)


def _plays(trick: Trick) -> str:
    return " ".join(f"{seat}:{code(card)}" for seat, card in trick.plays) or "nothing"


def main() -> None:
    """Write the matches of all games anew."""
    FOLDER.mkdir(exist_ok=True)
    for key, game in games().items():
        path = FOLDER / f"{key}.txt"
        path.write_text(dump(game), encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
