"""From a command to the step that carries it out: one line for each thing that can be asked of a table."""

from __future__ import annotations

from bot.tables import ending, inviting, kicking, lobby, options, pauses, play, seats, taking_back
from bot.tables.commands import (
    Actor,
    AddComputer,
    Again,
    Back,
    Clock,
    Close,
    Command,
    End,
    Invite,
    Join,
    Kick,
    Leave,
    Mind,
    Next,
    Pause,
    Person,
    Play,
    RemoveComputer,
    Resume,
    SetClock,
    SetHints,
    SetOption,
    SetOptions,
    SetTakeBack,
    Shuffle,
    Start,
    TakeBack,
    TakeSeat,
    TimeUp,
    Withdraw,
)
from bot.tables.model import Table
from bot.tables.step import Moment, Step


def take(table: Table, actor: Actor, decision: int | None, command: Command, moment: Moment) -> Step | None:
    """What this command makes of the table; None for nothing. Pure, but for the chance in ``moment``."""
    match command, actor:
        case Play(), _:
            return play.play(table, actor, decision, command, moment)
        case TimeUp(), Clock():
            return ending.time_up(table, command, moment)
        case Close(), Clock():
            return ending.close(table, command, moment)
        case Join(), Person():
            return lobby.join(table, actor, command, moment)
        case Invite(), Person():
            return inviting.invite(table, actor, command)
        case Leave(), Person():
            return seats.leave(table, actor, moment)
        case AddComputer(), Person():
            return lobby.add_computer(table, actor, command, moment)
        case RemoveComputer(), Person():
            return lobby.remove_computer(table, actor, command)
        case Shuffle(), Person():
            return lobby.shuffle(table, actor, moment)
        case SetOption(), Person():
            return options.set_option(table, actor, command)
        case SetOptions(), Person():
            return options.set_options(table, actor, command)
        case SetClock(), Person():
            return options.set_clock(table, actor, command)
        case SetTakeBack(), Person():
            return options.set_take_back(table, actor, command)
        case SetHints(), Person():
            return options.set_hints(table, actor, command)
        case Start(), Person():
            return lobby.start(table, actor, command, moment)
        case Withdraw(), Person():
            return play.withdraw(table, actor, moment)
        case TakeBack(), Person():
            return taking_back.take_back(table, actor, decision, moment)
        case Next(), Person():
            return play.ready(table, actor, command, moment)
        case Pause(), Person():
            return pauses.pause(table, actor, moment)
        case Resume(), Person():
            return pauses.resume(table, actor)
        case Kick(), Person():
            return kicking.kick(table, actor, command, moment)
        case Mind(), Person():
            return seats.mind(table, actor)
        case Back(), Person():
            return seats.back(table, actor)
        case TakeSeat(), Person():
            return seats.take_seat(table, actor, command, moment)
        case End(), Person():
            return ending.end(table, actor, moment)
        case Again(), Person():
            return ending.again(table, actor, moment)
        case _:
            raise TypeError(f"{type(actor).__name__} cannot ask for {type(command).__name__}")
