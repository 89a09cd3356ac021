"""Which cards each seat, and an onlooker, may be told of at any moment of a match: worked out from its rows.

No game is known here. A card may be told to a seat if it lies in the same place in every deal that looks the same from
there (its own cards, what has been played, what it can only conclude), if a fact has named it to everybody, or if the
seat may choose it just then.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import TypeAlias

from engine.actions import Action, Fact, Legal
from engine.cards import CODES, Card, cards
from engine.game import AnyGame, State
from engine.games import find_game
from engine.record import DealRecord
from engine.replay import play_deal
from tests.engine.walking import Step, invariants, source
from tests.wire.process import rows

#: Deals that look the same, to compare.
ALIKE = 12
#: Choices may still be on their way while so many things happen.
ON_ITS_WAY = 3

#: A deal's number and how many actions of it there are.
Moment: TypeAlias = tuple[int, int]
Viewer: TypeAlias = int | None


class Knowing:
    """``dealt``: each deal's hands, by number. ``ends``: how many actions each finished deal has."""

    def __init__(self, home: Path) -> None:
        ((key, self.seats, options),) = rows(home, "SELECT game, seats, options FROM tables")
        self._game: AnyGame = find_game(key)
        self.dealt: dict[int, list[set[str]]] = {}
        self.ends: dict[int, int] = {}
        self._steps: dict[Moment, Step] = {}
        self._found: dict[tuple[Moment, Viewer], set[str]] = {}
        state: State = self._game.start(self._game.settle(json.loads(options)), self.seats)
        for deal_no, deal in enumerate(_deals(home), 1):
            self.dealt[deal_no] = [{CODES[card] for card in hand} for hand in deal.hands]
            state = self._play(state, deal_no, deal)

    def may_be_told(self, moment: Moment, viewer: Viewer) -> set[str]:
        """The codes of these cards."""
        if moment not in self._steps:
            return set()
        if (moment, viewer) not in self._found:
            deal_no, count = moment
            found = self._certain(moment, viewer)
            for each in range(count + 1):
                step = self._steps[deal_no, each]
                found |= set(_in_facts(step.facts))
                if each >= count - ON_ITS_WAY and viewer is not None:
                    view = self._game.view(step.after, viewer)
                    found |= {*_in_legal(view.legal), *_in_legal(view.ahead)}
            self._found[moment, viewer] = {CODES[card] for card in found}
        return self._found[moment, viewer]

    def _play(self, undealt: State, deal_no: int, deal: DealRecord) -> State:
        before = undealt
        hands, rest = [list(hand) for hand in deal.hands], list(deal.rest)
        for each in play_deal(self._game, undealt, deal, deal_no):
            count = 0 if each.action is None else each.action + 1
            seat, action = deal.actions[count - 1] if count else (-1, Action("deal"))
            self._steps[deal_no, count] = Step(
                before,
                seat,
                action,
                list(each.facts),
                each.state,
                deal.dealer,
                hands,
                rest,
                undealt,
                deal.actions[:count],
            )
            before = each.state
            if each.state.needs_deal or each.state.over:
                self.ends[deal_no] = count
        return before

    def _certain(self, moment: Moment, viewer: Viewer) -> set[Card]:
        step, game = self._steps[moment], self._game
        view = game.view(step.after, viewer)
        places = []
        for seed in range(ALIKE):
            hands, rest = invariants(game).deal_behind(game.deal_again(view, source(seed)), step)
            seats = [(card, seat) for seat, hand in enumerate(hands) for card in hand]
            places.append({*seats, *((card, -1 - place) for place, card in enumerate(rest))})
        return {card for card, _ in set.intersection(*places)}


def _deals(home: Path) -> Iterator[DealRecord]:
    for no, dealer, hands, rest in rows(home, "SELECT no, dealer, hands, rest FROM deals ORDER BY no"):
        done = rows(home, "SELECT seat, code FROM actions WHERE deal_no = ? ORDER BY no", no)
        yield DealRecord(
            dealer=dealer,
            hands=tuple(tuple(cards(hand)) for hand in hands.split("/")),
            rest=tuple(cards(rest)),
            actions=tuple((seat, Action.parse(code)) for seat, code in done),
        )


def _in_legal(legal: Legal) -> Iterator[Card]:
    for action in legal.actions:
        yield from action.cards
    if legal.choice is not None:
        yield from (*legal.choice.free, *legal.choice.in_need)


def _in_facts(facts: Iterable[Fact]) -> Iterator[Card]:
    for fact in facts:
        for each in fields(fact):  # type: ignore[arg-type]
            if "Card" in str(each.type):
                yield from _flat(getattr(fact, each.name))


def _flat(value: Card | Iterable[Card]) -> Iterator[Card]:
    if isinstance(value, int):
        yield value
    else:
        for each in value:
            yield from _flat(each)
