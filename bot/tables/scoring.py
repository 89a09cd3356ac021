"""What a deal and a match are worth in the books: ledger rows, and whether they count."""

from __future__ import annotations

from bot.store.tables import LedgerRow, PersonResult, ResultRow, SeatRow
from bot.tables.model import Table

#: Levels whose deals never count, because they give points away.
TOO_EASY = frozenset({"easy"})


def ledger_rows(table: Table, now: float) -> tuple[LedgerRow, ...]:
    """One row for each person who held a seat when the deal was dealt, whoever played it in the end."""
    deal, state = table.deal, table.match
    assert deal is not None
    counts = counted(table)
    stats = table.game.deal_stats(state)
    points = table.game.ledger_points(state)
    best = max(points)
    persons = sum(holder is not None for holder in deal.holders)
    return tuple(
        LedgerRow(
            guild_id=table.row.guild_id,
            game=table.row.game,
            season=table.row.season,
            table_id=table.id,
            deal_no=deal.no,
            person_id=holder,
            points=points[seat],
            counted=counts,
            persons=persons,
            won=points[seat] == best and min(points) < best,
            stats=stats[seat],
            at=now,
        )
        for seat, holder in enumerate(deal.holders)
        if holder is not None
    )


def counted(table: Table) -> bool:
    """Whether this deal counts: two persons or more held their seats all through it (in a partnership game one on
    each side), no computer below normal took part, and the rules were the sheet's or exactly the server's house rules.
    """
    deal = table.deal
    assert deal is not None
    if table.game.differing(table.options) and not table.row.house_rules:
        return False
    if any(level in TOO_EASY for level in (*deal.levels, *(seat.computer for seat in table.seats))):
        return False
    through = {
        seat.seat
        for seat in table.present
        if deal.holders[seat.seat] == seat.person_id and deal.levels[seat.seat] is None
    }
    sides = table.game.partnerships or tuple((seat,) for seat in range(table.row.seats))
    return sum(1 for side in sides if through.intersection(side)) >= 2


def result_row(table: Table, now: float) -> ResultRow:
    """The finished match: places, winners and, who left and did not come back, losers."""
    state = table.match
    return ResultRow(
        table_id=table.id,
        guild_id=table.row.guild_id,
        game=table.row.game,
        season=table.row.season,
        finished=True,
        winners=state.winners,
        scores=tuple(state.scores),
        persons=tuple(result for seat in table.seats for result in _results(table, seat)),
        ended_at=now,
    )


def _results(table: Table, seat: SeatRow) -> list[PersonResult]:
    state = table.match
    place = _place(table, seat.seat)
    counts = counted(table)
    results = []
    if seat.person_id is not None:
        deals_held = state.deal_no - seat.since_deal + 1
        # A substitute wins only after half the deals, and has not lost what somebody else began.
        whole_match = 2 * deals_held >= state.deal_no
        won = seat.seat in state.winners
        results.append(
            PersonResult(
                person_id=seat.person_id,
                seat=seat.seat,
                place=place,
                won=won and whole_match,
                lost=not won and whole_match,
                counted=counts,
                throughout=seat.since_deal == 1,
            )
        )
    if seat.kept_for is not None:
        results.append(
            PersonResult(
                person_id=seat.kept_for,
                seat=seat.seat,
                place=place,
                won=False,
                lost=True,
                counted=counts,
                throughout=False,
            )
        )
    return results


def _place(table: Table, seat: int) -> int:
    """The place of a seat in a finished match: the winners are first, equal scores share a place."""
    state = table.match

    def standing(each: int) -> tuple[bool, int]:
        # A loser's score may look like a winner's: Knektpass shows what is below 0 as 0.
        score = -state.scores[each] if table.game.counts_down else state.scores[each]
        return (True, 0) if each in state.winners else (False, score)

    return 1 + sum(standing(each) > standing(seat) for each in range(table.row.seats))
