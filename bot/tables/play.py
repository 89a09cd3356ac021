"""The match itself: dealing, playing, what the table plays by itself, and a deal's end."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.store.records import ActionRow, DealRow
from bot.tables import promises
from bot.tables.commands import Actor, Computer, Next, Person, Play, Refused, Why
from bot.tables.due import time_is_up
from bot.tables.model import COMPUTER, Table, codes, dealt_state
from bot.tables.scoring import ledger_rows, result_row
from bot.tables.step import Moment, Step
from engine.actions import Action, BadCode, Reason
from engine.cards import UnknownCard, commitment

#: Who stands in the log for a play that the table made because nothing else was possible.
BY_ITSELF = "table"


def deal(table: Table, moment: Moment) -> Step:
    """Deal the next deal. The cards, the salt and who holds which seat are fixed in its row before anybody acts."""
    game = table.game
    before = table.state if table.state is not None else game.start(table.options, table.row.seats)
    dealer, hands, rest = game.dealt(before, moment.source)
    salt = moment.salt()
    standing = game.standing(before)
    row = DealRow(
        no=before.deal_no + 1,
        dealer=dealer,
        hands="/".join(codes(hand) for hand in hands),
        rest=codes(rest),
        salt=salt,
        commitment=commitment(salt, hands, rest),
        scores_before=standing.scores,
        carried=dict(standing.carried),
        holders=tuple(seat.person_id for seat in table.seats),
        levels=tuple(seat.computer for seat in table.seats),
        dealt_at=moment.now,
    )
    # Dealt from the row, not from the lists above: what a restart would see is what is played.
    state = dealt_state(game, table.options, table.row.seats, row)
    seats = tuple(replace(seat, ready=False, wants_pause=False, wants_end=False) for seat in table.seats)
    after = replace(table, deal=row, seats=seats).with_row(phase="playing", deal_no=row.no).with_state(state, 0)
    return _finished(_by_itself(Step(after, deal=row), moment), moment)


def play(table: Table, actor: Actor, decision: int | None, command: Play, moment: Moment) -> Step:
    """A player's action. ``decision`` is what the button carried; None (a typed move) means the present one.

    A promise is taken also where the turn that it was for came before the click did.
    """
    if table.row.phase == "over":
        raise Refused(Why.GONE)
    if table.row.phase == "paused":
        raise Refused(Why.PAUSED)
    state = table.match
    seat, name = _acting(table, actor)
    try:
        action = Action.parse(command.code)
    except (BadCode, UnknownCard) as error:
        raise Refused(Why.WRONG_MOVE, {"move": command.code[:40]}) from error
    if decision not in (None, table.decision(seat)) and not table.promised_late(seat, decision, action):
        raise Refused(Why.STALE)
    here = table.with_seat(seat, **_returned(table, seat, actor))
    acting = table.game.to_act(state)
    if seat not in acting and promises.may_promise(table, seat, action):
        return Step(promises.keep(here, seat, action, name, standing=command.standing))
    refused = table.game.refusal(state, seat, action)
    if refused is not None:
        own = None if isinstance(refused.reason, Reason) else table.game.key
        raise Refused(refused.reason, refused.params, game=own)
    if len(acting) > 1:
        step = Step(promises.keep(here, seat, action, name))
    else:
        step = _applied(Step(here), seat, action, name, moment)
        if command.standing and promises.may_promise(step.table, seat, action):
            step = step.on(promises.keep(step.table, seat, action, name, standing=True))
    return _finished(_by_itself(step, moment), moment)


def withdraw(table: Table, actor: Person, moment: Moment) -> Step | None:
    """Take back what was chosen and not played yet; None if there is nothing."""
    seat = table.held_by(actor.id)
    if seat.promise is None:
        return None
    if time_is_up(table, seat.seat, table.origin(seat.seat), moment.now):
        raise Refused(Why.TIME_IS_UP)
    return Step(promises.dropped(table, seat.seat))


def ready(table: Table, actor: Person, command: Next, moment: Moment) -> Step:
    """One person is ready for the next deal; it is dealt when all who are here are."""
    if table.row.phase == "over":
        raise Refused(Why.GONE)
    seat = table.held_by(actor.id)
    if table.row.phase == "paused":
        raise Refused(Why.PAUSED)
    if table.row.phase != "between" or command.after != table.row.deal_no:
        raise Refused(Why.STALE)
    table = table.with_seat(seat.seat, ready=True, computer=None, missed=0)
    if all(each.ready for each in table.present):
        return deal(table, moment)
    return Step(table)


def _row(table: Table, seat: int, action: Action, actor: str, moment: Moment) -> ActionRow:
    return ActionRow(
        deal_no=table.row.deal_no, no=table.last_no + 1, seat=seat, code=action.code, actor=actor, at=moment.now
    )


def _acting(table: Table, actor: Actor) -> tuple[int, str]:
    """The seat that acts, and its actor's name in the log."""
    if isinstance(actor, Person):
        return table.held_by(actor.id).seat, str(actor.id)
    if isinstance(actor, Computer):
        level = table.seats[actor.seat].computer
        if level is not None:
            return actor.seat, f"{COMPUTER}{level}"
    # The seat went back to its person while the computer was thinking.
    raise Refused(Why.STALE)


def _returned(table: Table, seat: int, actor: Actor) -> dict[str, object]:
    """A person who plays is here; a computer that stood in for one missed turn hands the seat back."""
    if isinstance(actor, Person):
        return {"computer": None, "missed": 0}
    return {"computer": None} if table.stands_in(seat) else {}


def _applied(step: Step, seat: int, action: Action, actor: str, moment: Moment) -> Step:
    """The step with this legal action played on top."""
    table = step.table
    after, facts = table.game.apply(table.match, seat, action)
    row = _row(table, seat, action, actor, moment)
    table = promises.still_meant(table.played(row, action, after))
    return Step(table, tuple(facts), actions=(row,)).after(step)


def _by_itself(step: Step, moment: Moment) -> Step:
    """What was promised comes true; and where only one thing can be done the table does it."""
    while True:
        table = step.table
        if (kept := promises.next_kept(table)) is not None:
            seat, action, actor = kept
            step = _applied(step.on(promises.played(table, seat)), seat, action, actor, moment)
        elif (forced := _forced(table, moment.by_hand)) is not None:
            seat, action = forced
            step = _applied(step, seat, action, BY_ITSELF, moment)
        else:
            return step


def _forced(table: Table, by_hand: Collection[int]) -> tuple[int, Action] | None:
    """The only thing that can be done: at once, but for a card, which may wait for its player.

    It does where there is a hurry, and where they are among those who play their forced cards themselves (``by_hand``);
    and a computer's, where a person may still take back what they did before it (`bot.tables.computers.GRACE`). A
    deal's last card is no more of a choice than anything else.
    """
    state = table.match
    acting = table.game.to_act(state)
    if len(acting) != 1:
        return None
    seat = acting[0]
    legal = table.game.legal(state, seat)
    if legal.choice is not None or len(legal.actions) != 1:
        return None
    action = legal.actions[0]
    holder = table.seats[seat]
    if action.verb != "play" or len(table.game.view(state, seat).hand) == 1:
        return seat, action
    if holder.computer is not None:
        patient = table.row.clock == "live" or table.could_be_taken_back
    else:
        patient = table.row.clock == "live" or holder.person_id in by_hand
    return None if patient else (seat, action)


def _finished(step: Step, moment: Moment) -> Step:
    """Where the deal, or with it the match, has ended: the rows that say so, in the same transaction."""
    table, state = step.table, step.table.match
    if not state.needs_deal and not state.over:
        return step
    if state.over:
        table = table.with_row(phase="over", ended_at=moment.now)
        step = replace(step, result=result_row(table, moment.now))
    else:
        table = table.with_row(phase="between")
    return replace(step, ledger=ledger_rows(table, moment.now)).on(table)
