"""Before the first deal: sitting down, moving, computers on free seats, and the start."""

from __future__ import annotations

from dataclasses import replace

from bot.store.records import SeatRow
from bot.tables import rights
from bot.tables.commands import AddComputer, Join, Person, Refused, RemoveComputer, Start, Why
from bot.tables.model import Table
from bot.tables.play import deal
from bot.tables.step import Moment, Step
from engine.actions import Reason
from engine.cards import shuffled
from engine.game import AnyGame
from engine.options import Options
from engine.players import LEVELS

#: The level of a computer that fills a free seat or takes a leaver's.
USUAL_LEVEL = "normal"


def join(table: Table, actor: Person, command: Join, moment: Moment) -> Step:
    """Sit down, or move to another free seat."""
    still_lobby(table)
    rights.check_welcome(table, actor.id)
    seat = table.seat_of(actor.id)
    if command.seat is None:
        if seat is not None:
            raise Refused(Why.ALREADY_SEATED)
        wanted = first_free(table, actor.id)
    else:
        wanted = _free(table, command.seat, actor.id)
    moved = table if seat is None else _emptied(table, seat.seat)
    since = moment.now if seat is None else seat.since
    moved = _without_kept(moved, actor.id).with_seat(wanted, person_id=actor.id, since=since)
    check_cards(moved)
    moved = replace(moved, names={**table.names, actor.id: actor.name})
    return Step(moved if moved.row.host_id is not None else moved.with_row(host_id=actor.id))


def leave(table: Table, actor: Person, moment: Moment) -> Step:
    """Stand up; the last person to leave closes the lobby, a leaving host hands on."""
    return without(table, table.held_by(actor.id).seat, moment)


def without(table: Table, seat: int, moment: Moment) -> Step:
    """The lobby without the person of this seat."""
    left = rights.with_host(_emptied(table, seat))
    if not left.persons:
        left = left.with_row(phase="over", end_reason="empty", ended_at=moment.now)
    return Step(left)


def add_computer(table: Table, actor: Person, command: AddComputer, moment: Moment) -> Step:
    """A computer player for the first free seat, put there by anybody seated."""
    still_lobby(table)
    table.held_by(actor.id)
    if not moment.computers:
        raise Refused(Why.NO_COMPUTERS)
    if command.level not in LEVELS:
        raise Refused(Reason.WRONG_VERB)
    added = table.with_seat(first_free(table), computer=command.level, since=moment.now)
    check_cards(added)
    return Step(added)


def remove_computer(table: Table, actor: Person, command: RemoveComputer) -> Step:
    """A computer's seat is made free again."""
    still_lobby(table)
    table.held_by(actor.id)
    if not 0 <= command.seat < len(table.seats) or table.seats[command.seat].computer is None:
        raise Refused(Why.NO_COMPUTER_THERE)
    return Step(_emptied(table, command.seat))


def shuffle(table: Table, actor: Person, moment: Moment) -> Step:
    """The host has chance decide who sits where."""
    still_lobby(table)
    rights.host_only(table, actor)
    order = shuffled(table.seats, moment.source)
    return Step(replace(table, seats=tuple(replace(seat, seat=number) for number, seat in enumerate(order))))


def start(table: Table, actor: Person, command: Start, moment: Moment) -> Step:
    """Close the lobby and deal. The host at any time, anybody seated when all seats are taken."""
    still_lobby(table)
    if command.join and table.seat_of(actor.id) is None:
        table = join(table, actor, Join(), moment).table
    table.held_by(actor.id)
    if any(_is_free(seat) for seat in table.seats):
        rights.host_only(table, actor)
    if not moment.computers:
        persons_only(table)
    number = _starting_size(table, usual=command.join and moment.computers)
    check_layout(table.game, table.options, number)
    table = _filled(table, number, moment)
    house = moment.house_rules is not None and table.options == moment.house_rules
    return deal(table.with_row(phase="between", started_at=moment.now, house_rules=house), moment)


def persons_only(table: Table) -> None:
    """`Refused` unless persons alone, who sit here, are as many as the game is played with."""
    missing = min(size for size in table.game.seats_allowed if size >= len(table.persons)) - len(table.persons)
    if missing:
        raise Refused(Why.PERSONS_MISSING, {"n": missing})
    if any(seat.person_id is None and seat.computer is not None for seat in table.seats):
        raise Refused(Why.NO_COMPUTERS)


def still_lobby(table: Table) -> None:
    """`Refused` once the table has started or is over."""
    if table.row.phase == "over":
        raise Refused(Why.GONE)
    if table.row.phase != "lobby":
        raise Refused(Why.ALREADY_STARTED)


def first_free(table: Table, person: int | None = None) -> int:
    """The first free seat that is kept for nobody else; the one kept for this person before all."""
    free = [seat for seat in table.seats if _is_free(seat)]
    own = [seat for seat in free if seat.kept_for is not None and seat.kept_for == person]
    for_anybody = [seat for seat in free if seat.kept_for is None]
    if not own and not for_anybody:
        raise Refused(Why.SEAT_KEPT if free else Why.TABLE_FULL)
    return (own or for_anybody)[0].seat


def check_cards(table: Table) -> None:
    """`Refused` if those who sit here are too many for the pack of the table's rules."""
    check_layout(table.game, table.options, _size(table))


def check_layout(game: AnyGame, options: Options, seats: int) -> None:
    """`Refused` if by these rules there are not enough cards for so many players."""
    try:
        layout = game.layout(options, seats)
    except ValueError as error:
        raise Refused(Why.NOT_ENOUGH_CARDS, {"n": seats}) from error
    if layout.hand * seats > len(layout.pack):
        raise Refused(Why.NOT_ENOUGH_CARDS, {"n": seats})


def _size(table: Table) -> int:
    """The seats of the match: as few as the game allows for those who sit."""
    taken = sum(not _is_free(seat) for seat in table.seats)
    return min(size for size in table.game.seats_allowed if size >= taken)


def _starting_size(table: Table, *, usual: bool) -> int:
    """The seats of a match that starts now: of those who sit, or of the ``usual`` number if they are fewer.

    Too few for any match become as many as usual too.
    """
    taken = sum(not _is_free(seat) for seat in table.seats)
    if usual or taken < min(table.game.seats_allowed):
        return max(_size(table), table.game.seats_allowed[0])
    return _size(table)


def _filled(table: Table, number: int, moment: Moment) -> Table:
    """All ``number`` seats of the match taken, computers on those where nobody sits."""
    sitting = [seat for seat in table.seats if not _is_free(seat)]
    if number == len(table.seats):
        seats = list(table.seats)
    else:
        seats = sitting + [SeatRow(seat=0) for _ in range(number - len(sitting))]
    return replace(
        table,
        row=replace(table.row, seats=number),
        seats=tuple(
            replace(seat, seat=at, computer=USUAL_LEVEL, since=moment.now, kept_for=None)
            if _is_free(seat)
            else replace(seat, seat=at)
            for at, seat in enumerate(seats)
        ),
    )


def _is_free(seat: SeatRow) -> bool:
    return seat.person_id is None and seat.computer is None


def _without_kept(table: Table, person: int) -> Table:
    """The table without a seat that is kept for this person."""
    for seat in table.seats:
        if seat.kept_for == person:
            table = table.with_seat(seat.seat, kept_for=None)
    return table


def _free(table: Table, seat: int, person: int) -> int:
    if not 0 <= seat < len(table.seats) or not _is_free(table.seats[seat]):
        raise Refused(Why.SEAT_TAKEN)
    if table.seats[seat].kept_for not in (None, person):
        raise Refused(Why.SEAT_KEPT)
    return seat


def _emptied(table: Table, seat: int) -> Table:
    seats = list(table.seats)
    seats[seat] = SeatRow(seat=seat)
    return replace(table, seats=tuple(seats))
