"""A table as a value: its rows and, once cards are dealt, the live state of its match.

Nothing in here is ever changed in place: a step makes a new `Table`, and only when the store has taken it does it
replace the old one. So a failed write leaves a table exactly as it was.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.store.records import (
    NOBODY,
    ActionRow,
    DeadlineKind,
    DeadlineRow,
    DealRow,
    Loaded,
    SeatRow,
    TableRow,
    takes_back,
)
from bot.tables.commands import Refused, Why
from bot.tables.played import Played
from bot.tables.screen import Place
from engine.actions import Action
from engine.cards import CODES, card
from engine.game import AnyGame, Standing, State
from engine.games import find_game
from engine.options import Options

#: A decision number is ``deal * DEALS_APART + row``: the row of the current deal that last changed a seat's question.
DEALS_APART = 100_000
#: How the log names a computer, before its level.
COMPUTER = "computer "
#: A computer minds a seat for good (until its person is back) from this many missed turns on.
MISSES = 2
#: Among a table's settings: whether actions may be taken back.
TAKE_BACK_SETTING: Final = "take_back"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a seat is asked (None: nothing), and the decision number its buttons carry.

    ``origin``: what that number would be had nothing ever been taken back. What is asked again, since what followed was
    taken back, has another decision and the same origin. ``promised``: what its player might still have promised when
    the turn came, under ``before``, the number that their buttons carried until then.
    """

    decision: int
    question: Hashable
    origin: int
    before: int = 0
    promised: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """One match of one game in one channel. ``state`` is None until the first deal; ``last_no`` is the number of the
    current deal's last action row, ``stands`` how many of its actions stand. ``names`` holds the last seen name of
    everybody who has sat here. ``stood_in``: the seats that a computer has acted for in the current deal. ``last``:
    what was done last in the deal, if anything; ``took_back``: the seat whose person has just taken theirs back.
    ``sent_away``: who may not sit down here again, ``invited``: who was invited.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    game: AnyGame
    options: Options
    names: Mapping[int, str]
    deadlines: tuple[DeadlineRow, ...] = ()
    deal: DealRow | None = None
    state: State | None = None
    last_no: int = 0
    stands: int = 0
    asked: tuple[Asked, ...] = ()
    stood_in: frozenset[int] = NOBODY
    last: Played | None = None
    took_back: int | None = None
    sent_away: frozenset[int] = NOBODY
    invited: frozenset[int] = NOBODY

    @property
    def id(self) -> int:
        """The table's number."""
        return self.row.id

    @property
    def place(self) -> Place:
        """Where it is shown."""
        return Place(self.row.guild_id, self.row.channel_id)

    @property
    def match(self) -> State:
        """The live state; `Refused` while there is none."""
        if self.state is None:
            raise Refused(Why.NOT_STARTED)
        return self.state

    @property
    def persons(self) -> tuple[SeatRow, ...]:
        """The seats that persons hold, also those a computer minds."""
        return tuple(seat for seat in self.seats if seat.person_id is not None)

    @property
    def present(self) -> tuple[SeatRow, ...]:
        """The seats whose persons play themselves."""
        return tuple(seat for seat in self.persons if seat.computer is None)

    def seat_of(self, person: int) -> SeatRow | None:
        """The seat this person holds, if any."""
        return next((seat for seat in self.seats if seat.person_id == person), None)

    def held_by(self, person: int) -> SeatRow:
        """The seat this person holds; `Refused` if none."""
        seat = self.seat_of(person)
        if seat is None:
            raise Refused(Why.SENT_AWAY if person in self.sent_away else Why.NOT_SEATED)
        return seat

    def decision(self, seat: int) -> int:
        """The number that this seat's buttons carry now."""
        return self.asked[seat].decision if self.asked else 0

    def origin(self, seat: int) -> int:
        """What this seat is asked, whatever was taken back meanwhile; see `Asked`."""
        return self.asked[seat].origin if self.asked else 0

    def promised_late(self, seat: int, decision: int | None, action: Action) -> bool:
        """Whether this click promised ``action`` for the turn that came before the click did.

        A moment earlier it would have been kept and be played by now, so it means the same still. A number older than
        the one that the turn replaced was for another question.
        """
        asked = self.asked[seat] if self.asked else None
        return (
            asked is not None
            and decision == asked.before
            and action in asked.promised
            and self.game.refusal(self.match, seat, action) is None
        )

    def due_at(self, kind: DeadlineKind, seat: int | None = None) -> float | None:
        """When the deadline of this kind comes, of a seat's or the whole table's; None where there is none."""
        return next((row.due_at for row in self.deadlines if (row.kind, row.seat) == (kind, seat)), None)

    def to_act(self) -> tuple[int, ...]:
        """The seats that are asked something by the game now."""
        if self.state is None or self.row.phase != "playing":
            return ()
        return self.game.to_act(self.state)

    def awaited(self) -> tuple[int, ...]:
        """The seats that have still to choose; who chose at the same time as others waits for the rest."""
        return tuple(seat for seat in self.to_act() if self.seats[seat].promise is None)

    def with_row(self, **changes: object) -> Table:
        """The table with these fields of its row changed."""
        return replace(self, row=replace(self.row, **changes))  # type: ignore[arg-type]

    def with_seat(self, number: int, **changes: object) -> Table:
        """The table with these fields of one seat changed."""
        seat = self.seats[number]
        if all(getattr(seat, name) == value for name, value in changes.items()):
            # Usually so when a card is played: its person is here, and was before.
            return self
        changed = replace(seat, **changes)  # type: ignore[arg-type]
        return replace(self, seats=(*self.seats[:number], changed, *self.seats[number + 1 :]))

    def with_state(
        self, state: State, no: int, last: Played | None = None, stood_in: int | None = None, *, stands: int = 0
    ) -> Table:
        """The table after the action row ``no`` of the current deal (0: the deal itself) led to ``state``.

        ``last``: what was done, where that can be taken back; ``stood_in``: the seat that a computer acted for with it;
        ``stands``: how many of the deal's actions stand.
        """
        first = state.deal_no * DEALS_APART
        asked = tuple(
            self._asked(seat, Asked(first + no, self.game.question(state, seat), first + stands), last, fresh=no == 0)
            for seat in range(state.seats)
        )
        stand_ins = self.stood_in if no else NOBODY
        if stood_in is not None:
            stand_ins |= {stood_in}
        return replace(
            self, state=state, last_no=no, stands=stands, asked=asked, stood_in=stand_ins, last=last, took_back=None
        )

    def played(self, row: ActionRow, action: Action, state: State) -> Table:
        """The table after this row of the log, whose action led to ``state``."""
        before, last = self.match, self.last
        asked_before = () if last is None or last.seat == row.seat else self.game.to_act(last.before)
        together = row.seat in asked_before or len(self.game.to_act(before)) > 1
        played = Played(
            no=row.no,
            seat=row.seat,
            actor=row.actor,
            action=action,
            game=self.game,
            before=before,
            together=together,
            origin=self.origin(row.seat),
        )
        stood_in = row.seat if row.actor.startswith(COMPUTER) else None
        return self.with_state(state, row.no, played, stood_in, stands=self.stands + 1)

    def taken_back(self, row: ActionRow) -> Table:
        """The table after this row of the log, which takes back the one before it."""
        last = self.last
        assert last is not None
        back = self.with_state(last.before, row.no, stands=self.stands - 1)
        again = replace(back.asked[row.seat], origin=last.origin)
        asked = (*back.asked[: row.seat], again, *back.asked[row.seat + 1 :])
        return replace(back, asked=asked, took_back=row.seat)

    @property
    def may_take_back(self) -> bool:
        """Whether actions may be taken back at this table."""
        return bool(self.row.settings.get(TAKE_BACK_SETTING))

    @property
    def could_be_taken_back(self) -> bool:
        """Whether a person has just done something that they may take back as long as nobody acts after it."""
        last = self.last
        return self.remembers_last and last is not None and not last.together and last.stands is None

    @property
    def remembers_last(self) -> bool:
        """Whether the last to act was a person who might ask to take it back, whatever the answer."""
        return self.may_take_back and self.last is not None and self.last.actor.isdecimal()

    def stands_in(self, seat: int) -> bool:
        """Whether a computer acts once for the person of this seat, whose time was up, and hands it back then."""
        holder = self.seats[seat]
        return holder.person_id is not None and holder.computer is not None and holder.missed < MISSES

    def pause_is_wanted(self) -> bool:
        """Whether everybody who is here asks for a pause, which then holds until somebody resumes."""
        return bool(self.present) and all(seat.wants_pause for seat in self.present)

    def end_is_wanted(self) -> bool:
        """Whether more than half of those who sit here have voted to end the table."""
        return 2 * sum(seat.wants_end for seat in self.persons) > len(self.persons)

    def _asked(self, seat: int, asked: Asked, last: Played | None, *, fresh: bool) -> Asked:
        before = self.asked[seat] if self.asked and not fresh else None
        if before is not None and before.question == asked.question:
            return before
        if before is None or before.question is not None or last is None:
            # What is taken back brings an earlier question again, which nothing was promised for.
            return asked
        return replace(asked, before=before.decision, promised=self.game.ahead(last.before, seat).actions)


def codes(cards: Iterable[int]) -> str:
    """Cards as the store keeps them: codes parted by spaces."""
    return " ".join(CODES[each] for each in cards)


def before_deal(game: AnyGame, options: Options, seats: int, deal: DealRow) -> State:
    """The match as it stood before this deal."""
    return game.resume(options, seats, Standing(deal.no - 1, deal.scores_before, deal.carried))  # type: ignore[no-any-return]


def dealt_state(game: AnyGame, options: Options, seats: int, deal: DealRow) -> State:
    """The state in which this deal was dealt, before its first action."""
    between = before_deal(game, options, seats, deal)
    hands = [[card(each) for each in hand.split()] for hand in deal.hands.split("/")]
    return game.deal(between, deal.dealer, hands, [card(each) for each in deal.rest.split()])  # type: ignore[no-any-return]


def rebuilt(loaded: Loaded, names: Mapping[int, str]) -> Table:
    """A table as its rows tell it: the current deal is dealt and played again.

    A deal of other rules than today's is not played again: the table then has no state. Raises what the engine raises
    if the rows cannot be played.
    """
    game = find_game(loaded.table.game)
    options = game.settle(loaded.table.options)
    table = Table(
        loaded.table,
        loaded.seats,
        game,
        options,
        names,
        loaded.deadlines,
        sent_away=loaded.sent_away,
        invited=loaded.invited,
    )
    if loaded.deal is None or loaded.table.rules_version != game.rules_version:
        return table
    table = replace(table, deal=loaded.deal)
    return replayed(table, loaded.deal, loaded.actions)


def unplayed(loaded: Loaded, names: Mapping[int, str]) -> Table:
    """A table that is over, without its last deal, which cannot be played again; `UnknownGame` if it is of no game."""
    game = find_game(loaded.table.game)
    try:
        options = game.settle(loaded.table.options)
    except ValueError:
        options = game.settle({})
    return Table(loaded.table, loaded.seats, game, options, names)


def replayed(table: Table, deal: DealRow, actions: Iterable[ActionRow]) -> Table:
    """The table after this deal and these of its actions."""
    table = replace(table, deal=deal).with_state(dealt_state(table.game, table.options, table.row.seats, deal), 0)
    for row in actions:
        if takes_back(row):
            table = table.taken_back(row)
            continue
        action = Action.parse(row.code)
        state, _ = table.game.apply(table.match, row.seat, action)
        table = table.played(row, action, state)
    return table
