"""What a deal and a match are worth in the books: ledger rows, and at which settings they count."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.store.records import Counting, LedgerRow, PersonResult, ResultRow, SeatRow
from bot.tables import hints
from bot.tables.model import Table
from engine.game import AnyGame, State

#: Levels whose deals never count, because they give points away.
TOO_EASY = frozenset({"easy"})


@dataclass(frozen=True, slots=True)
class Worth:
    """What a deal is worth to whoever held a seat in it: points, whether it was won, and the game's counters."""

    points: int
    won: bool
    stats: Mapping[str, int]


def worth(game: AnyGame, state: State) -> tuple[Worth, ...]:
    """What the deal that has just ended is worth, by seat."""
    points, stats = game.ledger_points(state), game.deal_stats(state)
    best = max(points)
    level = min(points) == best
    return tuple(
        Worth(mine, mine == best and not level, counters) for mine, counters in zip(points, stats, strict=True)
    )


def ledger_rows(table: Table, now: float) -> tuple[LedgerRow, ...]:
    """One row for each person who held a seat when the deal was dealt, whoever played it in the end."""
    deal = table.deal
    assert deal is not None
    reach = reach_of(table)
    by_seat = worth(table.game, table.match)
    persons = sum(holder is not None for holder in deal.holders)
    return tuple(
        LedgerRow(
            guild_id=table.row.guild_id,
            game=table.row.game,
            season=table.row.season,
            table_id=table.id,
            deal_no=deal.no,
            person_id=holder,
            points=by_seat[seat].points,
            reach=reach,
            persons=persons,
            won=by_seat[seat].won,
            stats=by_seat[seat].stats,
            at=now,
        )
        for seat, holder in enumerate(deal.holders)
        if holder is not None
    )


def reach_of(table: Table) -> Counting:
    """The strictest setting of a server at which this deal counts.

    *Two persons*: two or more held and played their seats all through it. *Strict*: moreover one on each side of a
    partnership game, no computer below normal took part, and the rules were the sheet's or exactly the server's house
    rules. *Everything* asks for nothing. (Where hints are given only one person sits: such a deal reaches no further.)
    """
    deal = table.deal
    assert deal is not None
    through = {
        seat.seat
        for seat in table.present
        if deal.holders[seat.seat] == seat.person_id
        and deal.levels[seat.seat] is None
        and seat.seat not in table.stood_in
    }
    if len(through) < 2 or hints.are_given(table):
        return Counting.EVERYTHING
    sides = table.game.partnerships or tuple((seat,) for seat in range(table.row.seats))
    strict = (
        (table.row.house_rules or not table.game.differing(table.options))
        and not any(level in TOO_EASY for level in (*deal.levels, *(seat.computer for seat in table.seats)))
        and sum(1 for side in sides if through.intersection(side)) >= 2
    )
    return Counting.STRICT if strict else Counting.TWO


def result_row(table: Table, now: float) -> ResultRow:
    """The finished match as those who sit at its end have won or lost it.

    `with_leavers` adds the others, and how far the match reaches: so far it is its last deal alone.
    """
    state, reach = table.match, reach_of(table)
    return ResultRow(
        table_id=table.id,
        guild_id=table.row.guild_id,
        game=table.row.game,
        season=table.row.season,
        finished=True,
        winners=state.winners,
        scores=tuple(state.scores),
        persons=tuple(
            _result(table, seat, seat.person_id, reach) for seat in table.seats if seat.person_id is not None
        ),
        ended_at=now,
        sides=table.game.partnerships,
    )


def reach_of_match(deals: Sequence[Counting]) -> Counting:
    """The strictest setting at which a match counts: where half of its deals do, or more.

    Not the last deal alone: whoever is about to lose could make it practice for all by leaving in it.
    """
    return sorted(deals)[(len(deals) - 1) // 2]


def with_leavers(
    table: Table, result: ResultRow, held: Mapping[int, int], throughout: Collection[int], reach: Counting
) -> ResultRow:
    """The result with those who left and are not back: they have lost.

    ``held``: everybody who held a seat in a deal of the match, with the seat they held last. ``throughout``: who did in
    every deal, which is not so of those who left and came back after a deal. ``reach``: the match's.
    """
    here = {each.person_id for each in result.persons}
    leavers = tuple(
        PersonResult(
            person_id=person,
            seat=seat,
            place=place(table.game, table.match, seat),
            won=False,
            lost=True,
            reach=reach,
            throughout=False,
        )
        for person, seat in held.items()
        if person not in here
    )
    stayed = (
        replace(each, throughout=each.throughout and each.person_id in throughout, reach=reach)
        for each in result.persons
    )
    return replace(result, persons=(*stayed, *leavers))


def _result(table: Table, seat: SeatRow, person: int, reach: Counting) -> PersonResult:
    state = table.match
    # A substitute wins only after half the deals, and has not lost what somebody else began.
    enough = 2 * (state.deal_no - seat.since_deal + 1) >= state.deal_no
    won = seat.seat in state.winners
    return PersonResult(
        person_id=person,
        seat=seat.seat,
        place=place(table.game, state, seat.seat),
        won=won and enough,
        lost=not won and enough,
        reach=reach,
        throughout=seat.since_deal == 1,
    )


def place(game: AnyGame, state: State, seat: int) -> int:
    """The place of a seat in a finished match: the winners are first, equal scores share a place."""

    def standing(each: int) -> tuple[bool, int]:
        # A loser's score may look like a winner's: Knektpass shows what is below 0 as 0.
        score = -state.scores[each] if game.counts_down else state.scores[each]
        return (True, 0) if each in state.winners else (False, score)

    return 1 + sum(standing(each) > standing(seat) for each in range(state.seats))
