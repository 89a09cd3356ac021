"""The engine's command line: play matches out, play records again, check them, read them. See docs/record.md.

Exit codes: 0 all is well; 1 a record is bad; 2 wrong arguments, or a file that cannot be read or written.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NoReturn, TextIO

from engine.duel import OPEN, Outcome, Player, all_seeing, duel, fair
from engine.game import AnyGame
from engine.games import UnknownGame, find_game, games
from engine.options import BadOption, Options
from engine.players import LEVELS, RANDOM, ROLLOUTS, Budget
from engine.reading import read
from engine.record import RecordError, one_line, write
from engine.replay import fill, verify
from engine.simulate import play_match
from engine.transcript import SYMBOLS, transcript

WELL, BAD_RECORD, UNUSABLE = 0, 1, 2
DEFAULT_SEED = 0
_MARK = b"\xef\xbb\xbf"  # what some editors put before UTF-8
MOST_MATCHES = 10_000_000
MOST_ROLLOUTS = 1_000_000
#: Within a time limit: more rollouts than this would bring nothing.
ROLLOUTS_IN_TIME = 3_000


class _Unusable(Exception):
    """Wrong arguments: one sentence for the person who typed them."""


class _Parser(argparse.ArgumentParser):
    """Like its parent, but a wrong argument costs one line instead of a page."""

    def error(self, message: str) -> NoReturn:
        raise _Unusable(f"{message} (--help tells more)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code. Errors go to standard error, a line each; no exception leaves but a bug's."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # The same bytes on every system, and no name in a record is one that cannot be printed.
            stream.reconfigure(newline="\n", errors="backslashreplace")
    try:
        options = _parser().parse_args(arguments)
        run: Callable[[argparse.Namespace], int] = options.run
        code = run(options)
        sys.stdout.flush()
    except (_Unusable, UnknownGame, BadOption) as error:
        return _complain(str(error))
    except BrokenPipeError:
        return _complain("the output was closed before all was written")
    except OSError as error:
        name = "" if error.filename is None else f"{error.filename}: "
        return _complain(f"{name}{error.strerror or error}")
    except KeyboardInterrupt:
        return _complain("interrupted")
    return code


def _complain(message: str) -> int:
    print(one_line(message), file=sys.stderr)
    return UNUSABLE


def _parser() -> _Parser:
    parser = _Parser(prog="python -m engine", description="Tricktable's games without a table.", allow_abbrev=False)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    simulate = commands.add_parser("simulate", help="let computer players play; write the records", allow_abbrev=False)
    simulate.add_argument("game", metavar="GAME", help=", ".join(games()))
    simulate.add_argument("--matches", type=_number(1, MOST_MATCHES), default=1, metavar="N", help="default 1")
    simulate.add_argument(
        "--seed", type=_number(-(10**18), 10**18), default=DEFAULT_SEED, metavar="S", help="default 0"
    )
    simulate.add_argument("--seats", type=_number(1, 99), metavar="K", help="default: as many as usual")
    simulate.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    names = ", ".join((RANDOM, *LEVELS))
    simulate.add_argument("--players", default="normal", metavar="NAME[,NAME…]", help=f"one or one a seat: {names}")
    simulate.add_argument(
        "--rollouts", type=_number(0, MOST_ROLLOUTS), default=ROLLOUTS, metavar="R", help=f"default {ROLLOUTS}"
    )
    simulate.add_argument("--out", metavar="FILE", help="default: standard output")
    simulate.set_defaults(run=_simulate)
    match = commands.add_parser("duel", help="two computer players on the same deals", allow_abbrev=False)
    match.add_argument("game", metavar="GAME", help=", ".join(games()))
    match.add_argument("first", metavar="A", help=f"{names}, {OPEN}: one who sees all cards")
    match.add_argument("second", metavar="B")
    match.add_argument("--pairs", type=_number(1, MOST_MATCHES), default=100, metavar="N", help="default 100")
    match.add_argument("--seed", type=_number(-(10**18), 10**18), default=DEFAULT_SEED, metavar="S", help="default 0")
    match.add_argument("--seats", type=_number(1, 99), metavar="K", help="default: as many as usual")
    match.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    limit = match.add_mutually_exclusive_group()
    limit.add_argument(
        "--rollouts", type=_number(0, MOST_ROLLOUTS), default=ROLLOUTS, metavar="R", help=f"default {ROLLOUTS}"
    )
    limit.add_argument("--budget", type=_seconds, metavar="SECONDS", help="of CPU a decision, instead of rollouts")
    match.add_argument("--open", action="store_true", help="measure both against one who sees all cards, too")
    match.set_defaults(run=_duel)
    for name, run, what in (
        ("replay", _replay, "play records again and write them filled in"),
        ("verify", _verify, "play records again and compare: ok, or what is wrong where"),
        ("show", _show, "a transcript to read"),
    ):
        command = commands.add_parser(name, help=what, allow_abbrev=False)
        command.add_argument("file", metavar="FILE", help="records, one JSON object a line; - is standard input")
        command.set_defaults(run=run)
    return parser


def _number(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if len(text) > 20 or not text.removeprefix("-").isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most} is wanted, not {text[:40]!r}")
        return int(text)

    return number


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.001 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"seconds from 0.001 to 3600 are wanted, not {text[:40]!r}")
    return seconds


# --- simulate ----------------------------------------------------------------------------------------------------


def _simulate(arguments: argparse.Namespace) -> int:
    game = find_game(arguments.game)
    options = game.settle(_given_options(arguments.option))
    seats = _seats(game, arguments.seats)
    levels = _levels(arguments.players, seats)
    with _output(arguments.out) as out:
        for match in range(arguments.matches):
            record = play_match(game, options, seats, levels, arguments.seed, match, Budget(arguments.rollouts))
            if record.result is None:
                print(f"match {match + 1} is left unfinished after {len(record.deals)} deals", file=sys.stderr)
            out.write(write(record) + "\n")
    return WELL


def _seats(game: AnyGame, given: int | None) -> int:
    if given is None:
        return game.seats_allowed[0]
    if given not in game.seats_allowed:
        raise _Unusable(f"{game.title} is played by {', '.join(map(str, sorted(game.seats_allowed)))}, not by {given}")
    return given


def _given_options(given: Sequence[str]) -> Options:
    options: dict[str, str] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            raise _Unusable(f"--option takes NAME=VALUE, not {each[:40]!r}")
        if name in options:
            raise _Unusable(f"option {name[:40]} is given twice")
        options[name] = value
    return options


def _levels(given: str, seats: int) -> list[str]:
    names = given.split(",")
    for name in names:
        if name not in (RANDOM, *LEVELS):
            raise _Unusable(f"unknown player {name[:40]!r}; the players are {', '.join((RANDOM, *LEVELS))}")
    if len(names) not in (1, seats):
        raise _Unusable(f"--players takes one name, or one for each of the {seats} seats, not {len(names)}")
    return names * seats if len(names) == 1 else names


@contextlib.contextmanager
def _output(path: str | None) -> Iterator[TextIO]:
    """Where to write: standard output, or a file that appears, or is replaced, only when all is written."""
    if path is None or path == "-":
        yield sys.stdout
        return
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe or a device has no whole to wait for
        with open(path, "w", encoding="ascii", newline="\n") as out:
            yield out
        return
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(part, "x", encoding="ascii", newline="\n") as out:
            yield out
        os.replace(part, path)
    except BaseException as error:
        with contextlib.suppress(FileNotFoundError):
            os.remove(part)
        if isinstance(error, OSError) and error.filename == part:
            error.filename = path
        raise


# --- duel ----------------------------------------------------------------------------------------------------------


def _duel(arguments: argparse.Namespace) -> int:
    game = find_game(arguments.game)
    options, seats = game.settle(_given_options(arguments.option)), _seats(game, arguments.seats)
    budget = Budget(arguments.rollouts)
    if arguments.budget is not None:
        budget = Budget(ROLLOUTS_IN_TIME, arguments.budget, time.process_time)
    names = (arguments.first, arguments.second)
    first, second = (_player(name, budget) for name in names)

    def run(one: Player, other: Player) -> Outcome:
        return duel(game, options, seats, (one, other), arguments.pairs, arguments.seed, time.process_time)

    limit = f"{budget.rollouts} rollouts" if budget.seconds is None else f"{budget.seconds} s of CPU"
    print(f"{game.title}, {arguments.pairs} pairs, seed {arguments.seed}, hard: {limit} a decision")
    outcome = run(first, second)
    print(f"{names[0]} against {names[1]}: {_lead(outcome)}, standard deviation of a pair {outcome.deviation:.1f}")
    for name, times in zip(names, outcome.times, strict=True):
        mean, longest = f"{1000 * times.mean:.2f} ms", f"{1000 * times.longest:.1f} ms"
        print(f"{name}: {times.decisions} decisions of {mean} CPU on average, {longest} at most")
    if arguments.open:
        for name, player in dict(zip(names, (first, second), strict=True)).items():
            print(f"{OPEN} against {name}: {_lead(run(all_seeing, player))}")
    return WELL


def _player(name: str, budget: Budget) -> Player:
    if name == OPEN:
        return all_seeing
    if name not in (RANDOM, *LEVELS):
        raise _Unusable(f"unknown player {name[:40]!r}; the players are {', '.join((RANDOM, *LEVELS, OPEN))}")
    return fair(name, budget)


def _lead(outcome: Outcome) -> str:
    return f"{outcome.mean:+.2f} ± {outcome.margin:.2f} points a deal"


# --- replay, verify, show ----------------------------------------------------------------------------------------


def _replay(arguments: argparse.Namespace) -> int:
    def again(text: bytes) -> Iterator[str]:
        yield write(fill(read(text, outcome=False)))

    return _each_record(arguments.file, again, sys.stderr)


def _verify(arguments: argparse.Namespace) -> int:
    def compared(text: bytes) -> Iterator[str]:
        verify(read(text))
        yield "ok"

    return _each_record(arguments.file, compared, sys.stdout)


def _show(arguments: argparse.Namespace) -> int:
    def shown(text: bytes) -> Iterator[str]:
        yield from transcript(read(text, outcome=False), symbols=symbols)

    try:
        SYMBOLS.encode(sys.stdout.encoding or "ascii")
        symbols = True
    except UnicodeEncodeError:
        symbols = False
    return _each_record(arguments.file, shown, sys.stderr, between="")


def _each_record(path: str, treat: Callable[[bytes], Iterator[str]], errors: TextIO, between: str | None = None) -> int:
    """Print what ``treat`` makes of each record of a file, or to ``errors`` what is wrong with it; the exit code."""
    code = WELL
    first = True
    for line, text in _records(path):
        try:
            printed = list(treat(text))
        except RecordError as error:
            place = f"line {line}: " if error.deal is None else f"line {line}, "
            print(f"{place}{error}", file=errors)
            code = BAD_RECORD
        else:
            if between is not None and not first:
                print(between)
            print("\n".join(printed))
        first = False
    if first:
        print(f"{one_line(path)}: there is no record in it", file=sys.stderr)
        return BAD_RECORD
    return code


def _records(path: str) -> Iterator[tuple[int, bytes]]:
    """Each record's text with the number of its line. Blank lines are passed over, as is a byte order mark.

    A file may also be one record written over several lines: one that opens on the first line, does not end there, and
    is the only one to begin at a line's left end.
    """
    with contextlib.nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as file:
        lines = ((number, line.removeprefix(_MARK) if number == 1 else line) for number, line in enumerate(file, 1))
        number, first = next(_filled(lines), (0, b""))
        others: Iterable[tuple[int, bytes]] = lines
        if first.startswith(b"{") and not first.rstrip().endswith(b"}"):
            others = list(lines)
            if not any(line.startswith(b"{") for _, line in others):
                first += b"".join(line for _, line in others)
                others = ()
        if first:
            yield number, first
        yield from _filled(others)


def _filled(lines: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    return ((number, line) for number, line in lines if line.strip())


def _run() -> NoReturn:
    code = main()
    try:
        sys.stdout.flush()
    except OSError:
        # Already told; without this the interpreter would tell it again, at length, when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


if __name__ == "__main__":
    _run()
