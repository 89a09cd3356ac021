"""From a table to what each reader of it is shown. What is hidden from a reader never enters."""

from __future__ import annotations

from dataclasses import replace

from bot.store.records import DealRow, EndReason
from bot.store.scores import RunningRow
from bot.tables import hints, taking_back
from bot.tables.commands import Why
from bot.tables.model import Table
from bot.tables.preferences import Preferences
from bot.tables.seats import newcomers_may_sit
from bot.tables.views import (
    GoneView,
    HandView,
    Hint,
    LobbyView,
    Note,
    OwnView,
    Pause,
    PublicView,
    Running,
    Seal,
    SeatView,
    SummaryView,
    TableView,
)
from engine.actions import Reason

#: Reasons in a row that do not mean that a match was cut short.
PLAYED_OUT: frozenset[EndReason] = frozenset({"finished", "rematch"})


def shown_deal(table: Table) -> int:
    """Which deal the table's message is about: the one going on, or the one to come. One message a deal."""
    if table.state is None:
        return 1
    return table.row.deal_no + 1 if table.state.needs_deal and table.row.phase != "over" else table.row.deal_no


def deals_over(table: Table) -> int:
    """How many deals are over: only their cards may be shown. A deal that a match's end cuts short is over."""
    if table.row.phase == "over":
        return table.row.deal_no
    if table.state is None:
        return 0
    return table.row.deal_no if table.state.needs_deal else table.row.deal_no - 1


def seat_views(table: Table) -> tuple[SeatView, ...]:
    """The seats by name."""
    acting = table.to_act()
    return tuple(
        SeatView(
            seat.seat,
            person=seat.person_id,
            name=None if seat.person_id is None else table.names.get(seat.person_id),
            # One action for somebody whose time was up is not their absence: they may still be first.
            computer=None if table.stands_in(seat.seat) else seat.computer,
            ready=seat.ready,
            wants_end=seat.wants_end,
            chosen=seat.seat in acting and seat.promise is not None,
            wants_pause=seat.wants_pause,
            kept_for=table.names.get(seat.kept_for, "") if table.state is None and seat.kept_for is not None else None,
        )
        for seat in table.seats
    )


def public(table: Table, running: tuple[RunningRow, ...] = (), *, computers: bool = True) -> PublicView:
    """The table's own message as it should stand now.

    ``running`` is for a finished match only, ``computers`` (whether they may be given seats) for a lobby.
    """
    if table.state is None:
        return LobbyView(
            table=table.id,
            game=table.game.key,
            options=table.options,
            differing=table.game.differing(table.options),
            clock=table.row.clock,
            seats=seat_views(table),
            host=table.row.host_id,
            # A match that is over, and that these rules do not know any more, is no lobby again.
            closed=table.row.end_reason or ("finished" if table.row.phase == "over" else None),
            take_back=table.may_take_back,
            computers=computers,
            hints=hints.are_given(table) if hints.may_be_had(table) else None,
        )
    if table.row.phase == "over":
        return summary(table, running)
    between = table.state.needs_deal
    return TableView(
        table=table.id,
        clock=table.row.clock,
        phase=table.row.phase,
        seats=seat_views(table),
        host=table.row.host_id,
        public=table.game.view(table.state, None),
        due={row.seat: row.due_at for row in table.deadlines if row.kind == "turn" and row.seat is not None},
        next_deal_at=table.due_at("deal"),
        # Between two deals the next one's cards do not exist yet, so there is nothing to commit to.
        commitment=None if between or table.deal is None else table.deal.commitment,
        free=tuple(
            seat.seat
            for seat in table.seats
            if seat.person_id is None and seat.computer is not None and newcomers_may_sit(table)
        ),
        pause=_pause(table),
        ends_at=table.due_at("deserted"),
        took_back=table.took_back,
    )


def summary(table: Table, running: tuple[RunningRow, ...] = ()) -> SummaryView:
    """The end of a deal (``table`` as it stood then), or of the match."""
    final = table.row.phase == "over"
    reason = table.row.end_reason
    return SummaryView(
        table=table.id,
        seats=seat_views(table),
        public=table.game.view(table.match, None),
        commitment=table.deal.commitment if table.deal is not None else None,
        final=final,
        ended=reason if final and reason not in PLAYED_OUT else None,
        running=tuple(Running(row.person_id, row.before, row.after, row.counted, row.name) for row in running),
        rematch=tuple(seat.person_id for seat in table.persons if seat.ready and seat.person_id is not None)
        if table.row.rematch_offered
        else None,
    )


def hand(
    table: Table,
    person: int,
    note: Note | None = None,
    *,
    newcomer: bool = False,
    draft: str | None = None,
    preferences: Preferences | None = None,
    hint: Hint | None = None,
) -> OwnView:
    """What this person may see: their own hand, or a sentence where there is none."""
    seat = table.seat_of(person)
    if table.row.phase == "over":
        played_out = table.state is not None and table.state.over
        return GoneView(table.id, note or Note(f"refusal.{Reason.MATCH_OVER if played_out else Why.GONE}"))
    if seat is None:
        why = Why.SENT_AWAY if person in table.sent_away else Why.NOT_SEATED
        return GoneView(table.id, note or Note(f"refusal.{why}"))
    return HandView(
        table=table.id,
        game=table.game.key,
        clock=table.row.clock,
        phase=table.row.phase,
        seat=seat.seat,
        seats=_seats_beside(table, seat.seat),
        own=None if table.state is None else table.game.view(table.state, seat.seat),
        decision=table.decision(seat.seat),
        due_at=table.due_at("turn", seat.seat),
        next_deal_at=table.due_at("deal"),
        note=note,
        newcomer=newcomer,
        promise=seat.promise,
        promise_stands=seat.standing,
        draft=draft or None,
        take_back=_may_take_back(table, seat.seat),
        pause=_pause(table),
        preferences=preferences or Preferences(),
        hints=hints.are_given_to(table, seat.seat),
        hint=hint,
        new=table.deal is not None and table.deal.holders[seat.seat] != person,
    )


def _seats_beside(table: Table, own: int) -> tuple[SeatView, ...]:
    """The seats as a hand shows them: while its player still chooses, it does not follow who else has.

    An edit would close the list that they are choosing from.
    """
    seats = seat_views(table)
    if own not in table.awaited():
        return seats
    return tuple(replace(each, chosen=False) for each in seats)


def _may_take_back(table: Table, seat: int) -> str | None:
    if table.row.phase != "playing" or table.last is None or taking_back.why_not(table, seat) is not None:
        return None
    return table.last.action.code


def _pause(table: Table) -> Pause | None:
    return Pause(table.row.paused_by, table.due_at("pause")) if table.row.phase == "paused" else None


def seal(deal: DealRow) -> Seal:
    """The proof of a deal that is over: its text is the salt and the cards, in the order of the record."""
    cards = f"{deal.hands.replace('/', ' ')} {deal.rest}".strip()
    return Seal(deal.no, f"{deal.salt}:{cards}", deal.commitment)
