"""The views beside the tables: lobbies and their rules, a server's settings, preferences, standings, data, reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.commands.looking_back import described
from bot.commands.places import thread_name
from bot.games import find_face
from bot.screen import (
    boards,
    calls,
    choosing,
    lobby,
    my_data,
    options,
    pictures,
    preferences,
    proof,
    rules,
    setup,
    stats,
)
from bot.screen import record as recording
from bot.screen.boards import BoardLine, BoardView
from bot.screen.help import help as helping_message
from bot.screen.stats import GameRecord, RecordView, Sums
from bot.store.matches import OwnMatch
from bot.store.on_call import MOST_CALLED
from bot.tables.due import CLOCKS
from bot.tables.preferences import AS_DISCORD, CHOICES, LANGUAGE, Preferences
from bot.tables.setup import LAST
from bot.tables.setup_view import SETTINGS, Changed, SetupView
from bot.tables.views import CallView, LobbyView, Seal, SeatView
from bot.texts import Texts, catalogue, languages
from engine.cards import CODES
from engine.game import AnyGame
from engine.games import games
from engine.options import Value, text_of
from tests.bot.sizes.bodies import Body, form, line, message, suggestions, thread
from tests.bot.sizes.notes import longest_note
from tests.bot.sizes.worst import GREAT, NAMES, PERSON, SEAL, SOON, TABLE, computers, people

COMMANDS = dict.fromkeys(("table", "hand", "play", "rules", "leaderboard", "stats", "replay", "my-data"), PERSON)


# --- Lobbies ----------------------------------------------------------------------------------------


def lobbies(texts: Texts) -> Iterator[Body]:
    """The table before its first deal: full, free, kept, without computers, closed; by any rules."""
    for game in games().values():
        for view in _by_all_rules(game):
            yield message(lobby.lobby(view, texts))
        view = _lobby(game, _longest_rules(game, texts))
        count = len(view.seats)
        for taken in range(1, count + 1):
            for computer in (True, False):
                seats = (*people(taken), *(SeatView(seat) for seat in range(taken, count)))
                yield message(lobby.lobby(replace(view, seats=seats, computers=computer), texts))
        kept = (*people(1), *(SeatView(seat, kept_for=NAMES[seat % 7]) for seat in range(1, count)))
        yield message(lobby.lobby(replace(view, seats=kept), texts))
        yield message(lobby.lobby(replace(view, seats=computers(count - 1, count)), texts))
        for clock in CLOCKS:
            yield message(lobby.lobby(replace(view, clock=clock), texts))
        for closed in ("host", "expired", "no such reason"):
            yield message(lobby.lobby(replace(view, closed=closed), texts))


def behind_more(texts: Texts) -> Iterator[Body]:
    """The private panel behind a lobby's More."""
    for game in games().values():
        view = _lobby(game, {})
        count = len(view.seats)
        for seats in (people(count), computers(count - 1, count), (*people(1), *map(SeatView, range(1, count)))):
            for on_call in (True, False):
                yield message(lobby.more(replace(view, seats=seats), texts, on_call=on_call))
        yield message(lobby.more(replace(view, computers=False), texts))


def rule_panels(texts: Texts) -> Iterator[Body]:
    """The panel of a lobby's rules, the values of every rule, and the forms for other numbers."""
    for game in games().values():
        for view in (_lobby(game, _longest_rules(game, texts)), _lobby(game, {})):
            for given in ({}, _longest_rules(game, texts), None):
                house = None if given is None else game.settle(given)
                for host, strict, lasting in ((True, True, True), (True, False, False), (False, True, True)):
                    yield message(
                        options.rules(
                            view, texts, host=host, house=house, strict=strict, clocks=CLOCKS, lasting=lasting
                        )
                    )
            for hints in (None, True, False):
                shown = replace(view, hints=hints, take_back=not hints)
                yield message(
                    options.rules(shown, texts, host=True, house=None, strict=True, clocks=CLOCKS, lasting=False)
                )
        for name, value in _every_value(game):
            view = _lobby(game, {name: value})
            yield message(options.values(view, name, texts, house=game.settle({}), note=longest_note(texts)))
            for house in (None, game.settle(_longest_rules(game, texts))):
                yield message(options.values(view, name, texts, house=house))
        for option in game.options:
            if option.bounds is not None:
                yield form(options.number(_lobby(game, {option.name: option.bounds[1]}), option.name, texts))


def _lobby(game: AnyGame, given: Mapping[str, Value]) -> LobbyView:
    settled = game.settle(given)
    return LobbyView(
        table=TABLE,
        game=game.key,
        options=settled,
        differing=game.differing(settled),
        clock="relaxed",
        seats=people(max(game.seats_allowed)),
        host=PERSON,
        take_back=True,
        hints=True,
    )


def _by_all_rules(game: AnyGame) -> Iterator[LobbyView]:
    """A lobby by the sheet, and one for each value of each rule."""
    yield _lobby(game, {})
    for name, value in _every_value(game):
        yield _lobby(game, {name: value})


def _every_value(game: AnyGame) -> Iterator[tuple[str, Value]]:
    for option in game.options:
        for value in (*option.offered, *((option.bounds[1],) if option.bounds else ())):
            yield option.name, value


def _longest_rules(game: AnyGame, texts: Texts) -> dict[str, Value]:
    """Every rule otherwise than on the sheet, each with the value that takes most words."""
    face = find_face(game.key)
    found = {}
    for option in game.options:
        others = [value for name, value in _every_value(game) if name == option.name and value != option.default]
        found[option.name] = max(others, key=lambda value: len(face.option(option.name, value, texts)))
    return found


# --- A server's settings, one's own ------------------------------------------------------------------


def setups(texts: Texts) -> Iterator[Body]:
    """A server's settings with the last changes, the house rules of every game, a new season."""
    house = {key: game.settle(_longest_rules(game, texts)) for key, game in games().items()}
    longest = {name: values[-1] for name, values in SETTINGS.items()}
    view = SetupView(values={**longest, LANGUAGE: languages()[-1]}, season=GREAT, house=house)
    yield message(setup.setup(view, texts))
    sheet = {key: game.settle({}) for key, game in games().items()}
    yield message(setup.setup(replace(view, house=sheet, values={**longest, LANGUAGE: AS_DISCORD}), texts))
    changes = sorted(_changes(), key=lambda each: -len(setup.change(each, texts)))
    for first in range(0, len(changes), LAST):
        yield message(setup.setup(replace(view, last=tuple(changes[first : first + LAST])), texts))
    yield message(setup.new_season(view, texts))
    for key, game in games().items():
        for rules_of in (view, replace(view, house=sheet)):
            yield message(setup.rules(rules_of, key, texts))
        for name, value in _every_value(game):
            one = replace(view, house={key: game.settle({name: value})})
            yield message(setup.values(one, key, name, texts, longest_note(texts)))
        for option in game.options:
            if option.bounds is not None:
                yield form(setup.number(view, key, option.name, texts))


def _changes() -> Iterator[Changed]:
    """Every change of a setting there can be, and those that an older version wrote."""
    for name, values in {**SETTINGS, LANGUAGE: (AS_DISCORD, *languages())}.items():
        for was, now in zip(values, (*values[1:], values[0]), strict=True):
            yield Changed(person=PERSON, at=SOON, setting=name, was=was, now=now)
    yield Changed(person=None, at=SOON, setting="season", was=str(GREAT), now=str(GREAT + 1))
    yield Changed(person=None, at=SOON, setting="no_such_setting", was="was", now="now")
    for key, game in games().items():
        for option in game.options:
            for value in option.offered:
                yield Changed(
                    person=PERSON,
                    at=SOON,
                    setting=f"{key}.{option.name}",
                    was=text_of(option.default),
                    now=text_of(value),
                )
        yield Changed(person=PERSON, at=SOON, setting=f"{key}.no_such_rule", was="was", now="now")


def own_preferences(texts: Texts) -> Iterator[Body]:
    """The panel of one's own preferences."""
    yield message(preferences.preferences(Preferences(), texts))
    last = {name: values[-1] for name, values in CHOICES.items()}
    yield message(preferences.preferences(Preferences(**last, language=languages()[-1]), texts))


def own_data(texts: Texts) -> Iterator[Body]:
    """What is asked before an erasure, and what comes with the file."""
    for seats in (0, 1, 99):
        for known in (COMMANDS, {}):
            yield message(my_data.ask(seats, known, texts))
    yield message(my_data.ask_again(texts))
    for name in ("tricktable-my-data.json", "tricktable-my-data.json.gz"):
        yield message(my_data.export(name, texts, packed=name.endswith("gz")), name)


# --- Standings --------------------------------------------------------------------------------------


def leaderboards(texts: Texts) -> Iterator[Body]:
    """Every leaderboard of every game, earlier seasons too, as its reader sees it and as it is posted."""
    ranked = [
        BoardLine(
            place=GREAT + number,
            name=NAMES[number % len(NAMES)],
            points=-GREAT * GREAT,
            deals=GREAT,
            matches=GREAT,
            wins=GREAT,
            rating=GREAT,
            provisional=number % 2 == 0,
            own=number == 3,
        )
        for number in range(boards.PAGE)
    ]
    nobody = replace(ranked[0], name=None, place=None)
    for key in games():
        for by, period in (*boards.KINDS, ("score", f"season{GREAT - 1}")):
            view = BoardView(
                game=key,
                by=by,
                period=period,
                number=GREAT,
                pages=2 * GREAT,
                persons=GREAT * GREAT,
                lines=ranked,
                own=None,
                counted=True,
                needed=10,
                season=GREAT,
            )
            others = [replace(each, own=False) for each in ranked]
            for each in (
                view,
                replace(view, lines=others, own=nobody),
                replace(view, lines=others, counted=False),
                replace(view, lines=[replace(each, place=None, name=None) for each in ranked]),
                replace(view, lines=(), pages=0, number=1),
            ):
                for shared in (False, True):
                    yield message(boards.board(each, texts, shared=shared))


def records_of_people(texts: Texts) -> Iterator[Body]:
    """A person's record: of all games, with everything in it; of one; of none."""

    def sums(key: str) -> Sums:
        names = {each.rpartition(".")[2] for each in catalogue("en") if each.startswith(f"{key}.counter.")}
        great = dict.fromkeys(names, GREAT)
        return Sums(
            points=-GREAT * GREAT,
            deals=GREAT,
            deals_won=GREAT,
            best=GREAT,
            worst=-GREAT,
            matches=GREAT,
            wins=GREAT,
            counters=great,
        )

    courses = {key: [("2024-05-31", -GREAT)] * count for key, count in zip(games(), (GREAT, 2, 5), strict=False)}
    for provisional in (True, False):
        every = [
            GameRecord(
                game=key,
                counted=sums(key),
                place=GREAT,
                practice=sums(key),
                season=(-GREAT * GREAT, GREAT),
                rating=(GREAT, GREAT, provisional),
            )
            for key in games()
        ]
        for name in NAMES:
            view = RecordView(person=PERSON, name=name, records=every, needed=10)
            record, shown = stats.stats(view, texts, shared=False), stats.illustrations(view, courses, texts)
            pictures.insert(record, shown)
            yield message(record, *(each.file for each in shown))
            yield message(stats.stats(replace(view, records=every * 4), texts, shared=False))
    for key in games():
        few = [GameRecord(game=key, counted=None, place=None, practice=Sums())]
        for records in (every[:1], few, []):
            view = RecordView(person=PERSON, name="", records=records, needed=10, game=key)
            record = stats.stats(view, texts, shared=True)
            shown = stats.illustrations(view, courses, texts)
            pictures.insert(record, shown)
            yield message(record, *(each.file for each in shown))
    yield message(stats.stats(RecordView(person=PERSON, name=NAMES[0], records=[], needed=10), texts, shared=False))


# --- Reading, looking back, calling ------------------------------------------------------------------


def rule_pages(texts: Texts) -> Iterator[Body]:
    """Every page of every game's rules, by the sheet and by house rules, and of a game that has none."""
    for key, game in games().items():
        for given in (None, game.settle({}), game.settle(_longest_rules(game, texts))):
            for number in range(1, len(find_face(key).pages) + 2):
                page = rules.page(key, number, texts, given, table=TABLE)
                shown = rules.illustrations(key, number, texts, given)
                pictures.insert(page, shown)
                yield message(page, *(each.file for each in shown))
    yield message(rules.page("nogame", 1, texts))


def helping(texts: Texts) -> Iterator[Body]:
    """The help, with links and before the links are known."""
    for known in (COMMANDS, {}):
        yield message(helping_message(known, texts))


def looking_back(texts: Texts) -> Iterator[Body]:
    """Proofs, records, and the list of one's matches."""
    for key, game in games().items():
        layout = game.layout(game.settle({}), max(game.seats_allowed))
        codes = [CODES[each] for each in layout.pack]
        hands = [codes[first : first + layout.hand] for first in range(0, len(codes), layout.hand)]
        text = " ".join("".join(each) for each in hands)
        seals = [Seal(999, f"{SEAL}:{' '.join(codes)} {text}", SEAL)] * 99
        for shown in (seals, []):
            yield message(proof.proof(key, shown, texts))
        for over in (True, False):
            yield message(recording.record(TABLE, key, GREAT, texts, over=over), recording.file_name(TABLE, key))
    for people_in in (NAMES[:6], NAMES[:1], ()):
        for key in games():
            match = OwnMatch(
                table_id=TABLE,
                channel_id=PERSON,
                game=key,
                deals=GREAT,
                last_act_at=SOON,
                ended_at=None,
                names=tuple(people_in),
            )
            yield suggestions([(described(match, texts), "whist-gubana")])


def calling(texts: Texts) -> Iterator[Body]:
    """The messages that mention people, and the name of a thread."""
    everybody = tuple(PERSON + each for each in range(MOST_CALLED))
    for key, game in games().items():
        for until in (None, SOON):
            view = CallView(table=TABLE, game=key, persons=everybody[: max(game.seats_allowed)], until=until)
            yield line(calls.call_text(view, texts), calls.call_buttons(view, texts))
            for name in NAMES:
                yield line(calls.invitation(PERSON, name, key, until, texts), calls.to_join(TABLE, texts))
                yield line(calls.wanted(everybody, name, key, texts), calls.to_join(TABLE, texts))
                yield thread(thread_name(game.title, name))


def which_table(texts: Texts) -> Iterator[Body]:
    """Which of very many tables."""
    offered = [(TABLE - number, list(games())[number % len(games())], PERSON + number) for number in range(60)]
    for count in (2, choosing.OFFERED, 60):
        yield message(choosing.which_table(offered[:count], texts))
