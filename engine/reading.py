"""Reading a match record: every check that can be made without playing it.

Keys, types, cards, options, codes, numbers of cards, the fair-deal proof. Whether the actions follow the rules is the
question of `engine.replay`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from engine.actions import Action
from engine.cards import CODES, Card, UnknownCard, card, commitment
from engine.games import UnknownGame, find_game
from engine.options import BadOption, Options
from engine.record import FORMAT, DealRecord, Json, Record, RecordError, Result, StandIn, same_rules

#: JSON nested deeper than this, or a number of more digits, is no honest record.
DEEPEST = 32
MOST_DIGITS = 30

T = TypeVar("T")

_KEYS = frozenset(("format", "game", "rules_version", "options", "seats", "players", "deals", "result"))
_DEAL_KEYS = frozenset(("dealer", "hands", "rest", "salt", "commitment", "actions", "stand_ins", "points", "scores"))
_KINDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number with a fraction",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def read(text: str | bytes, *, outcome: bool = True) -> Record:
    """The record of one JSON object; `RecordError` with the place and the reason if it is none.

    With ``outcome`` false the points, scores and result that the text claims are passed over unread.
    """
    whole = _parse(text)
    if type(whole) is not dict:
        raise RecordError(f"a record must be an object, not {_KINDS[type(whole)]}")
    return _Reader(whole, outcome).record()


def _parse(text: str | bytes) -> object:
    try:
        if isinstance(text, bytes):
            text = text.decode()
        whole: object = json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_number, parse_int=_whole, parse_float=_fraction
        )
    except UnicodeDecodeError as error:
        raise RecordError(f"not UTF-8 (byte {error.start})") from None
    except json.JSONDecodeError as error:
        line = f"line {error.lineno} of the record, " if error.lineno > 1 else ""
        raise RecordError(f"not JSON: {error.msg} ({line}column {error.colno})") from None
    except RecursionError:
        whole = None
        deep = True
    else:
        deep = not _shallow(whole, DEEPEST)
    if deep:
        raise RecordError(f"nested more than {DEEPEST} levels deep")
    return whole


def _object(pairs: list[tuple[str, object]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise RecordError(f"the key {next(name for name in names if names.count(name) > 1)!r} stands twice")
    return found


def _no_number(text: str) -> NoReturn:
    raise RecordError(f"not JSON: {text} is no number")


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise RecordError(f"a number of more than {MOST_DIGITS} digits")
    return int(text)


def _fraction(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise RecordError("a number too large")
    return number


def _shallow(value: object, levels: int) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    return not isinstance(value, list) or (levels > 0 and all(_shallow(each, levels - 1) for each in value))


class _Reader:
    """Reads one record; remembers in which deal and action it is, for the place of an error."""

    def __init__(self, whole: Json, outcome: bool) -> None:
        self.whole = whole
        self.outcome = outcome
        self.deal: int | None = None
        self.action: int | None = None

    def wrong(self, message: str) -> RecordError:
        return RecordError(message, self.deal, self.action)

    def kind(self, value: object, kind: type[T], name: str) -> T:
        if type(value) is not kind:  # exactly: true is no whole number
            raise self.wrong(f"{name} must be {_KINDS[kind]}, not {_KINDS[type(value)]}")
        return value

    def need(self, where: Json, key: str, kind: type[T]) -> T:
        if key not in where:
            raise self.wrong(f"lacks the key {key!r}")
        return self.kind(where[key], kind, key)

    def each(self, value: object, kind: type[T], name: str, count: int | None = None) -> tuple[T, ...]:
        found = tuple(self.kind(each, kind, f"each of {name}") for each in self.kind(value, list, name))
        if count is not None and len(found) != count:
            raise self.wrong(f"{name} must have {count} entries, one a seat, not {len(found)}")
        return found

    def seat(self, value: object, name: str) -> int:
        seat = self.kind(value, int, name)
        if not 0 <= seat < self.seats:
            raise self.wrong(f"{name} must be 0 to {self.seats - 1}, not {seat}")
        return seat

    def record(self) -> Record:
        whole = self.whole
        if (found := self.need(whole, "format", str)) != FORMAT:
            raise self.wrong(f"the format must be {FORMAT!r}, not {found[:40]!r}")
        self.game = self.known(find_game, self.need(whole, "game", str))
        version = self.need(whole, "rules_version", int)
        same_rules(self.game, version)
        options = self.options(self.need(whole, "options", dict))
        self.seats = self.need(whole, "seats", int)
        if self.seats not in self.game.seats_allowed:
            allowed = ", ".join(map(str, sorted(self.game.seats_allowed)))
            raise self.wrong(f"{self.game.title} is played by {allowed}, not by {self.seats}")
        self.layout = self.known(self.game.layout, options, self.seats)
        players: tuple[str, ...] = ()
        if "players" in whole:
            players = self.each(whole["players"], str, "players", self.seats)
        deals = []
        for number, deal in enumerate(self.need(whole, "deals", list)):
            self.deal = number
            deals.append(self.one_deal(self.kind(deal, dict, "a deal")))
        self.deal = None
        return Record(
            game=self.game.key,
            rules_version=version,
            options={name: options[name] for name in whole["options"]},
            seats=self.seats,
            deals=tuple(deals),
            players=players,
            result=self.result() if self.outcome else None,
            extra={key: value for key, value in whole.items() if key not in _KEYS},
        )

    def known(self, find: Callable[..., T], *given: Any) -> T:
        """What ``find`` gives for ``given``; its refusal becomes a `RecordError` with the place."""
        try:
            return find(*given)
        except (UnknownGame, BadOption, UnknownCard) as error:
            raise self.wrong(str(error)) from None

    def options(self, given: Json) -> Options:
        options = self.known(self.game.settle, given)
        for name, value in given.items():
            # Option values typed on a command line are texts; in a record each has its own JSON type.
            self.kind(value, type(options[name]), f"option {name}")
        return options

    def one_deal(self, deal: Json) -> DealRecord:
        dealer = self.seat(self.need(deal, "dealer", int), "dealer")
        hands, rest = self.cards(deal)
        actions = []
        for index, action in enumerate(self.need(deal, "actions", list)):
            self.action = index
            actions.append(self.one_action(action))
        self.action = None
        salt, committed = self.proof(deal, hands, rest)
        return DealRecord(
            dealer=dealer,
            hands=hands,
            rest=rest,
            actions=tuple(actions),
            salt=salt,
            commitment=committed,
            stand_ins=tuple(
                self.stand_in(each, len(actions)) for each in self.kind(deal.get("stand_ins", []), list, "stand_ins")
            ),
            points=self.per_seat(deal, "points"),
            scores=self.per_seat(deal, "scores"),
            extra={key: value for key, value in deal.items() if key not in _DEAL_KEYS},
        )

    def cards(self, deal: Json) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
        lists = self.each(self.need(deal, "hands", list), list, "hands", self.seats)
        *hands, rest = (
            tuple(self.known(card, each) for each in self.each(codes, str, name))
            for name, codes in [
                *((f"the hand of seat {n}", codes) for n, codes in enumerate(lists)),
                ("rest", self.need(deal, "rest", list)),
            ]
        )
        seen: set[Card] = set()
        for each in (*(each for hand in hands for each in hand), *rest):
            if each not in self.layout.pack:
                raise self.wrong(f"{CODES[each]} is not in the pack of this match")
            if each in seen:
                raise self.wrong(f"{CODES[each]} is dealt twice")
            seen.add(each)
        for seat, hand in enumerate(hands):
            if len(hand) != self.layout.hand:
                raise self.wrong(f"the hand of seat {seat} has {len(hand)} cards, not {self.layout.hand}")
        if len(seen) != len(self.layout.pack):
            left = len(self.layout.pack) - self.seats * self.layout.hand
            raise self.wrong(f"rest has {len(rest)} cards, not {left}")
        return tuple(hands), rest

    def one_action(self, action: object) -> tuple[int, Action]:
        pair = self.kind(action, list, "an action")
        if len(pair) != 2:
            raise self.wrong(f"an action is [seat, code], not {len(pair)} entries")
        seat = self.seat(pair[0], "the seat")
        code, known = self.kind(pair[1], str, "the code"), self.game.verbs
        if code.split(" ")[0] not in known:
            raise self.wrong(f"unknown action {code[:40]!r}; the actions of {self.game.title}: {', '.join(known)}")
        return seat, self.known(Action.parse, code)

    def proof(
        self, deal: Json, hands: tuple[tuple[Card, ...], ...], rest: tuple[Card, ...]
    ) -> tuple[str | None, str | None]:
        salt, committed = (
            self.kind(deal[name], str, name) if name in deal else None for name in ("salt", "commitment")
        )
        for name, value in (("salt", salt), ("commitment", committed)):
            if value is not None and not re.fullmatch("[0-9A-Fa-f]+", value):
                raise self.wrong(f"{name} must be hexadecimal digits")
        if salt is not None and committed is not None and committed.lower() != commitment(salt, hands, rest):
            raise self.wrong("the commitment does not fit the salt and the cards")
        return salt, committed

    def stand_in(self, value: object, actions: int) -> StandIn:
        entry = self.kind(value, list, "each of stand_ins")
        if len(entry) != 3:
            raise self.wrong(f"a stand-in is [action index, seat, name], not {len(entry)} entries")
        action = self.kind(entry[0], int, "a stand-in's action index")
        if not 0 <= action <= actions:
            raise self.wrong(f"a stand-in's action index must be 0 to {actions}, not {action}")
        return StandIn(action, self.seat(entry[1], "a stand-in's seat"), self.kind(entry[2], str, "a stand-in's name"))

    def per_seat(self, deal: Json, name: str) -> tuple[int, ...] | None:
        return self.each(deal[name], int, name, self.seats) if self.outcome and name in deal else None

    def result(self) -> Result | None:
        result = self.kind(self.whole.get("result", {"finished": False}), dict, "result")
        if not self.need(result, "finished", bool):
            return None
        winners = tuple(self.seat(each, "a winner") for each in self.need(result, "winners", list))
        self.need(result, "scores", list)
        return Result(winners, self.each(result["scores"], int, "scores", self.seats))
