"""What a server sets for all its tables: house rules, what counts, defaults, computers, seasons. And who changed it.

A change is a function from the server's row to the new one; what differs between the two is what the audit says.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from bot.store import audit
from bot.store.audit import AuditRow
from bot.store.errors import StoreError
from bot.store.people import ServerRow
from bot.store.records import Counting
from bot.store.sums import is_person
from bot.tables.commands import Person, Refused, Why
from bot.tables.options import HOUSE_RULES, house_rules, settled, taken
from bot.tables.preferences import AS_DISCORD, LANGUAGE
from bot.tables.service import TableService
from bot.tables.setup_view import SETTINGS, Changed, SetupView
from engine.game import AnyGame
from engine.games import UnknownGame, find_game, games
from engine.options import Options, Value, text_of

LOG = logging.getLogger(__name__)

#: How many of the last changes the panel shows.
LAST = 5
#: What the messages of tables show of a server's settings.
SHOWN = frozenset({"computers", "pictures", LANGUAGE})

Change = Callable[[ServerRow], ServerRow]


class Setup:
    """Reads and changes servers' settings, for those who may manage the server."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    async def view(self, guild: int, by: Person) -> SetupView:
        """The settings and the last changes."""
        managers_only(by)
        row = await self._service.servers.of(guild)
        last = await audit.latest(self._service.database, guild, LAST)
        return SetupView(
            values=values(row),
            season=row.season,
            house={key: in_force(game, row) for key, game in games().items()},
            last=tuple(
                Changed(
                    person=each.person_id if is_person(each.person_id or 0) else None,
                    at=each.at,
                    setting=each.setting,
                    was=each.was,
                    now=each.now,
                )
                for each in last
            ),
        )

    async def change(self, guild: int, by: Person, change: Change) -> SetupView:
        """Make a change, keep who made it, and show tables that it concerns anew; the settings as they then are."""
        managers_only(by)
        told: list[AuditRow] = []

        def work(row: ServerRow) -> tuple[ServerRow, list[AuditRow]]:
            after = change(row)
            told[:] = _differences(row, after, by.id, self._service.now())
            return after, told

        try:
            await self._service.servers.change(guild, work)
        except StoreError as error:
            LOG.error("server %d: a setting could not be written: %s", guild, error)
            raise Refused(Why.STORAGE) from error
        for each in told:
            # Who did stands in the audit, where they can have it erased; a log keeps nobody's id.
            LOG.info("server %d: %s was changed from %s to %s", guild, each.setting, each.was, each.now)
        if any(each.setting in SHOWN for each in told):
            await self._service.show_anew(guild)
        return await self.view(guild, by)


def managers_only(by: Person) -> None:
    """`Refused` for anybody who may not manage the server, whatever their client shows them."""
    if not by.manager:
        raise Refused(Why.NOT_MANAGER)


# --- Changes --------------------------------------------------------------------------------------


def setting(name: str, value: str, languages: Collection[str]) -> Change:
    """Set one of `SETTINGS`, or the language to one of these; `Refused` for what there is not."""
    if value not in ((AS_DISCORD, *languages) if name == LANGUAGE else SETTINGS.get(name, ())):
        raise Refused(Why.BAD_SETTING)
    if name == LANGUAGE:
        return lambda row: replace(row, language=None if value == AS_DISCORD else value)
    if name == "counting":
        return lambda row: replace(row, counting=Counting[value.upper()])
    kept = None if value == SETTINGS[name][0] else value
    return lambda row: replace(row, settings=_with(row.settings, name, kept))


def house_rule(key: str, name: str, value: Value) -> Change:
    """Set one rule of a game's house rules; `Refused` for one the game does not take."""
    game = _game(key)
    rule = taken(game, name, value)
    return lambda row: _with_house_rules(row, game, {**in_force(game, row), name: rule})


def as_on_the_sheet(key: str) -> Change:
    """Take a game's house rules back."""
    game = _game(key)
    return lambda row: _with_house_rules(row, game, {})


def next_season(ended: int) -> Change:
    """End this season and begin the next; `Refused` if it is not the present one (the button was pressed twice)."""

    def change(row: ServerRow) -> ServerRow:
        if row.season != ended:
            raise Refused(Why.SEASON_OVER)
        return replace(row, season=row.season + 1)

    return change


# --- Reading --------------------------------------------------------------------------------------


def values(row: ServerRow) -> dict[str, str]:
    """Every setting by name, the language among them; what is not understood (any more) is the usual."""
    found = {name: str(row.settings.get(name, offered[0])) for name, offered in SETTINGS.items()}
    found["counting"] = row.counting.name.lower()
    sound = {name: value if value in SETTINGS[name] else SETTINGS[name][0] for name, value in found.items()}
    return {**sound, LANGUAGE: row.language or AS_DISCORD}


def in_force(game: AnyGame, row: ServerRow) -> Options:
    """All options of a game by the server's house rules, the sheet's where it has none."""
    return house_rules(game, row.settings) or game.settle({})


def check_game(key: str) -> None:
    """`Refused` if there is no game of this key: options and buttons come back from people's own clients."""
    _game(key)


# --- Inside ---------------------------------------------------------------------------------------


def _game(key: str) -> AnyGame:
    try:
        return find_game(key)
    except UnknownGame as error:
        raise Refused(Why.UNKNOWN_GAME, {"game": key}) from error


def _with(settings: Mapping[str, object], name: str, value: object) -> dict[str, object]:
    return {key: each for key, each in {**settings, name: value}.items() if each is not None}


def _with_house_rules(row: ServerRow, game: AnyGame, given: Mapping[str, Value]) -> ServerRow:
    options = settled(game, given)
    by_game = row.settings.get(HOUSE_RULES)
    others = dict(by_game) if isinstance(by_game, Mapping) else {}
    others.pop(game.key, None)
    differing = game.differing(options)
    kept = {**others, game.key: dict(differing)} if differing else others
    return replace(row, settings=_with(row.settings, HOUSE_RULES, kept or None))


def _flat(row: ServerRow) -> dict[str, str]:
    """All that can be changed, by name: settings, the season, and each house rule as ``game.option``."""
    rules = {
        f"{key}.{name}": text_of(value) for key, game in games().items() for name, value in in_force(game, row).items()
    }
    return {**values(row), "season": str(row.season), **rules}


def _differences(before: ServerRow, after: ServerRow, by: int, at: float) -> list[AuditRow]:
    was, now = _flat(before), _flat(after)
    return [
        AuditRow(guild_id=before.guild_id, person_id=by, at=at, setting=name, was=was[name], now=value)
        for name, value in now.items()
        if value != was[name]
    ]
