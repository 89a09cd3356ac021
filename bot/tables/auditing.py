"""Whether the books of a match say what its deals come to when they are played again by the rules.

Ledger, result and what stood before each deal are compared with the replay, and each seal with its cards. Not
compared: whether a deal counts, and how many persons were in it, since an erasure may have changed who is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.store.books import Booked
from bot.store.records import ActionRow, DealRow, LedgerRow
from bot.tables.match_ids import match_id
from bot.tables.model import before_deal
from bot.tables.records import deal_record, dealt
from bot.tables.scoring import place, worth
from bot.tables.show import PLAYED_OUT
from engine.cards import commitment
from engine.game import AnyGame, State
from engine.games import UnknownGame, find_game
from engine.options import BadOption, Options
from engine.record import RecordError
from engine.replay import play_deal


@dataclass(frozen=True, slots=True)
class Finding:
    """One line about a match. ``wrong``: something is, or else it is only worth saying."""

    line: str
    wrong: bool = True


def findings(booked: Booked) -> Iterator[Finding]:
    """What there is to say about a match; nothing when its books are right."""
    table = booked.match.table
    name = f"match {match_id(table.id)} (table {table.id})"
    yield from (Finding(f"{name}{line}") for line in _rows(booked))
    try:
        game = find_game(table.game)
        options = game.settle(table.options)
    except (UnknownGame, BadOption) as error:
        yield Finding(f"{name}: {error}")
        return
    if table.rules_version != game.rules_version:
        line = (
            f"{name}: played by rules {table.rules_version} of {game.title}, and these are rules {game.rules_version}"
        )
        yield Finding(f"{line}: not played again", wrong=False)
        return
    yield from (Finding(f"{name}{line}") for line in _Audit(booked, game, options).lines())


def _rows(booked: Booked) -> Iterator[str]:
    """What can be seen without playing: numbers without gaps, a row a seat, seals."""
    table = booked.match.table
    if [deal.no for deal in booked.match.deals] != list(range(1, table.deal_no + 1)):
        yield f": its deals are not those from 1 to {table.deal_no}"
    for deal in booked.match.deals:
        numbers = [row.no for row in booked.log if row.deal_no == deal.no]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f", deal {deal.no}: its actions are not numbered without gaps"
        if len(deal.holders) != table.seats:
            yield f", deal {deal.no}: there are {len(deal.holders)} seats in it, not {table.seats}"
        try:
            record = deal_record(deal, ())
            sealed = commitment(deal.salt, record.hands, record.rest)
        except ValueError as error:
            yield f", deal {deal.no}: {error}"
        else:
            if sealed != deal.commitment:
                yield f", deal {deal.no}: the commitment does not fit the salt and the cards"


class _Audit:
    """One match played again beside its books."""

    def __init__(self, booked: Booked, game: AnyGame, options: Options) -> None:
        self.match = booked.match
        self.game = game
        self.options = options
        self.ledger: dict[int, list[LedgerRow]] = {}
        for row in booked.ledger:
            self.ledger.setdefault(row.deal_no, []).append(row)

    def lines(self) -> Iterator[str]:
        #: The match after the deals so far; None where that is not known.
        state: State | None = self.game.start(self.options, self.match.table.seats)
        for deal, actions in dealt(self.match):
            where = f", deal {deal.no}"
            if state is not None:
                yield from (f"{where}: {line}" for line in self._before(state, deal))
            ledger = {row.person_id: row for row in self.ledger.pop(deal.no, [])}
            state = None
            try:
                state = self._after(deal, actions)
            except RecordError as error:
                at = "" if error.action is None else f", action {error.action + 1}"
                yield f"{where}{at}: {error.message}"
            except ValueError as error:
                yield f"{where}: {error}"
            if state is not None:
                yield from (f"{where}: {line}" for line in self._ledger(state, deal, ledger))
                if deal.no < self.match.table.deal_no and not state.needs_deal and not state.over:
                    yield f"{where}: it is not finished, yet another one follows"
                    state = None
        yield from (f", deal {no}: there are scores of it, and no such deal" for no in self.ledger)
        if state is not None:
            yield from (f": {line}" for line in self._result(state))

    def _after(self, deal: DealRow, actions: tuple[ActionRow, ...]) -> State:
        if len(deal.holders) != self.match.table.seats:
            raise ValueError("it cannot be played again")
        between = before_deal(self.game, self.options, self.match.table.seats, deal)
        *_, last = play_deal(self.game, between, deal_record(deal, actions), deal.no - 1)
        return last.state

    def _before(self, state: State, deal: DealRow) -> Iterator[str]:
        if state.over:
            yield "it was dealt after the match's end"
            return
        standing = self.game.standing(state)
        if standing.scores != deal.scores_before:
            yield f"the scores before it are {list(standing.scores)}, the books say {list(deal.scores_before)}"
        if dict(standing.carried) != dict(deal.carried):
            yield f"what is carried into it is {dict(standing.carried)}, the books say {dict(deal.carried)}"

    def _ledger(self, state: State, deal: DealRow, rows: dict[int, LedgerRow]) -> Iterator[str]:
        if not state.needs_deal and not state.over:
            if rows:
                yield "it is not finished, yet there are scores of it"
            return
        for holder, value in zip(deal.holders, worth(self.game, state), strict=True):
            if holder is None:
                continue
            row = rows.pop(holder, None)
            if row is None:
                yield f"person {holder} has no score of it, and it is worth {value.points}"
                continue
            if row.points != value.points:
                yield f"it is worth {value.points} to person {holder}, the ledger says {row.points}"
            if row.won != value.won:
                yield f"person {holder} has {'won' if value.won else 'not won'} it, the ledger says otherwise"
            if dict(row.stats) != dict(value.stats):
                yield f"the counters of person {holder} are {dict(value.stats)}, the ledger says {dict(row.stats)}"
        yield from (f"person {person} has a score of it without having held a seat" for person in rows)

    def _result(self, state: State) -> Iterator[str]:
        table, result = self.match.table, self.match.result
        if not state.over:
            if result is not None and result.finished:
                yield "it has a result, yet it was not played out"
            elif table.rematch_offered or table.end_reason in PLAYED_OUT:
                yield "it is said to be played out, and is not"
            return
        if table.phase != "over":
            yield "it is played out, yet it goes on"
        if result is None or not result.finished:
            yield "it is played out, and has no result"
            return
        if result.winners != state.winners:
            yield f"its winners are the seats {list(state.winners)}, the result says {list(result.winners)}"
        if result.scores != tuple(state.scores):
            yield f"its last scores are {list(state.scores)}, the result says {list(result.scores)}"
        for person in result.persons:
            right = place(self.game, state, person.seat)
            if person.place != right:
                yield f"the place of person {person.person_id} is {right}, the result says {person.place}"
            if person.won and person.seat not in state.winners:
                yield f"person {person.person_id} is said to have won, and has not"
