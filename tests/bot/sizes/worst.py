"""The worst that people and matches can put into a view: the longest names, full tables, long hands, great numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from bot.games import find_face
from bot.tables.views import SeatView
from engine.actions import Action, Legal
from engine.game import AnyGame, State
from engine.games import games
from engine.options import Value
from engine.players import LEVELS
from tests.bot.sizes.longer import Listening
from tests.engine.walking import random_options, source, walk

#: Names of 32 characters, as Discord counts them. The first is the longest once it is made harmless: every mark gets
#: another before it, and Hebrew is put between two more.
NAMES = (
    "א" + "*" * 31,
    "🧑‍🤝‍🧑👩🏽‍🚀🏴‍☠️" + "🃏" * 19,
    "_~|`[]<>" * 4,
    "مرحبا بالعالم " * 2 + "1234",
    "Nebuchadnezzar the Second, Esq. ♠",
    "\u202eשלום " + "🂡" * 26,
    "@everyone " + "<@1234567890123456789>",
)

#: Ids as long as they get: a table's, a decision's, a person's, a channel's.
TABLE = 10**9 - 1
DECISION = 1_000 * 100_000 + 99_999
PERSON = 1_234_567_890_123_456_789
SOON = 1_900_000_000.0
SEAL = "7c1f9a02b3d4e5f6" * 4
GREAT = 99_999


def people(count: int, **changes: object) -> tuple[SeatView, ...]:
    """So many persons, and these ``changes`` for each of them."""
    return tuple(
        replace(SeatView(seat, PERSON + seat, NAMES[seat % len(NAMES)][:32]), **changes)  # type: ignore[arg-type]
        for seat in range(count)
    )


def computers(count: int, of: int) -> tuple[SeatView, ...]:
    """The first so many seats are computers', the others persons'."""
    longest = max(LEVELS, key=len)
    return (*(SeatView(seat, computer=longest) for seat in range(count)), *people(of)[count:])


@dataclass(frozen=True)
class Moment:
    """One moment of a match: the state, and the action that led to it with who did it."""

    game: AnyGame
    state: State
    did: tuple[int, Action] | None


@cache
def moments(key: str) -> tuple[Moment, ...]:
    """Moments of matches of a game, at its smallest and largest table, by the sheet and by house rules of all sorts.

    Of very many those are kept that show something new: a text, a question, so much on the table; or that say more at
    once than any before.
    """
    game = games()[key]
    kept = []
    for seats in {min(game.seats_allowed), max(game.seats_allowed)}:
        seen: set[Hashable] = set()
        longest: dict[Hashable, int] = {}
        at_a_glance: set[Hashable] = set()
        for seed, options in enumerate(_house_rules(game)):
            for moment in _match(game, seats, options, seed):
                if (glance := (seed, *_glance(moment))) in at_a_glance:
                    continue
                at_a_glance.add(glance)
                shown, length = _look(moment)
                phase = game.view(moment.state, None).phase, moment.state.needs_deal
                if not shown <= seen or length > longest.get(phase, 0):
                    kept.append(moment)
                    seen |= shown
                    longest[phase] = max(length, longest.get(phase, 0))
    return tuple(kept)


def _house_rules(game: AnyGame) -> Iterator[dict[str, Value]]:
    """The sheet's, several times; each rule's every value by itself; and some mixtures."""
    yield from ({},) * 10
    for option in game.options:
        for value in option.offered:
            if value != option.default:
                yield {option.name: value}
    chance = source(7)
    for _ in range(24):
        yield random_options(game, chance)


def _match(game: AnyGame, seats: int, options: Mapping[str, Value], seed: int) -> Iterator[Moment]:
    """Three deals by chance, with all tricks to be looked at where the rules allow that."""
    shown = {"last_trick_view": "all"} if any(each.name == "last_trick_view" for each in game.options) else {}
    for step in walk(game, seats, source(seed), {**shown, **options}, deals=3):
        if len(step.actions) == 1:
            yield Moment(game, step.before, None)
        yield Moment(game, step.after, (step.seat, step.action))


def _glance(moment: Moment) -> tuple[Hashable, ...]:
    """Enough to tell most moments of one match that look the same, quickly."""
    state, game = moment.state, moment.game
    public = game.view(state, None)
    if state.needs_deal or state.over:
        return moment.did, *public.points
    asked = frozenset(_question(game.legal(state, seat)) for seat in public.to_act)
    trick = None if public.trick is None else min(2, len(public.trick.plays))
    tricks = min(2, len(public.tricks)), max(public.hand_sizes) == 1
    return public.phase, asked, trick, tricks, moment.did and moment.did[1].verb


def _look(moment: Moment) -> tuple[set[Hashable], int]:
    """What there is to be seen in a moment, and how many letters its game needs to tell it."""
    state, game, face, texts = moment.state, moment.game, find_face(moment.game.key), Listening()
    public = game.view(state, None)
    names = [""] * state.seats
    said = [*face.status(public, names, texts)]
    if state.needs_deal or state.over:
        said += face.summary(public, names, texts)
        return {state.over, *texts.heard}, sum(map(len, said))
    said += [face.asked(public, "", texts), face.turn(public, names, texts) or ""]
    shown: set[Hashable] = set()
    for seat in range(state.seats):
        view = game.view(state, seat)
        face.status(view, names, texts)
        if view.legal:
            face.prompt(view, texts)
        elif view.withheld:
            face.withheld(view, names, texts)
        else:
            face.waiting(view, "", texts)
        shown |= {_question(view.legal), _question(view.ahead)}
    lying = 0 if public.trick is None else min(2, len(public.trick.plays))
    last = max(public.hand_sizes) <= 1
    did = None if moment.did is None else moment.did[1].verb
    return {*shown, *texts.heard, (lying, min(2, len(public.tricks)), last), did}, sum(map(len, said))


def _question(legal: Legal) -> Hashable:
    if legal.choice is not None:
        return legal.choice.verb, legal.choice.least == legal.choice.most, bool(legal.choice.in_need)
    return frozenset(each.verb for each in legal.actions), min(2, len(legal.actions))
