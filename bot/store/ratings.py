"""Ratings: how strong a person plays, from whom they won against and lost to, by openskill's Plackett-Luce model.

One rating a server, game and person, over all seasons; and one for each setting of what counts, so that a changed
setting finds its ratings there. A match is rated when it was finished and counts, and persons
held their seats throughout on two sides or more. Everybody playing for themselves are rated by their places; true
partners as one side, whose strength is the sum of its seats'. Nobody but such a person is ever rated: a computer's own
side is left out of the match, and a partner who is a computer, or came late, is taken for a newcomer.

A rating follows from the one before, so the order of matches is part of it: ``results.no``. The commit that ends a
match and the rebuilding of everything go through the same arithmetic in the same order, to the last bit.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.records import Counting, from_text
from bot.store.sums import COUNTING

LOG = logging.getLogger(__name__)

#: Changes with the arithmetic or the library's version: ratings worked out by another one are rebuilt at the start.
FORMULA = "openskill 6.2.0 PlackettLuce, 1"

#: A rating made from fewer matches is called provisional.
MATCHES_TO_SETTLE = 10

#: Rows read at a time when everything is rebuilt, so that not all are in memory at once.
_AT_A_TIME = 2_000
#: Seconds between two lines in the log meanwhile.
SAID_EVERY = 5.0

# The library's own defaults, written out: what a newcomer has (mean, deviation), how much luck a match holds, and how
# much a person may have changed from one match to the next.
_MODEL = PlackettLuce(mu=25.0, sigma=25.0 / 3.0, beta=25.0 / 6.0, tau=25.0 / 300.0)

_MATCHES = (
    "SELECT r.guild_id, r.game, r.no, r.sides, p.person_id, p.seat, p.place, p.reach FROM results r"
    " JOIN result_people p ON p.guild_id = r.guild_id AND p.table_id = r.table_id"
    " WHERE r.finished = 1 AND p.throughout = 1"
)
_IN_ORDER = " ORDER BY r.guild_id, r.game, r.no, p.seat, p.person_id"

#: Whose rating: server, game, person.
Key: TypeAlias = tuple[int, str, int]


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a person's strength after so many rated matches: its mean and its deviation."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0
    matches: int = 0

    @property
    def shown(self) -> int:
        """The number people see: three deviations below the mean, a newcomer having 1000, 25 a step of the mean.

        It errs on the low side: it rises as more is known. An average player comes to rest near 1500.
        """
        return round(1000 + 25 * (self.mu - 3 * self.sigma))

    @property
    def provisional(self) -> bool:
        """Whether it is made from too few matches to mean much."""
        return self.matches < MATCHES_TO_SETTLE


async def of_person(db: Database, guild_id: int, person_id: int) -> dict[str, Rating]:
    """A person's ratings in a server, by game, by what counts there now."""
    found = await db.rows(
        "SELECT game, mu, sigma, matches FROM ratings WHERE person_id = :person AND guild_id = :guild"
        f" AND counting = {COUNTING.format(':guild')}",
        {"person": person_id, "guild": guild_id},
    )
    return {row["game"]: Rating(row["mu"], row["sigma"], row["matches"]) for row in found}


async def add(connection: Connection, guild_id: int, table_id: int) -> None:
    """Rate the match whose result has just been written, inside the caller's transaction."""
    found = await connection.execute_fetchall(
        f"{_MATCHES} AND r.guild_id = ? AND r.table_id = ?{_IN_ORDER}", (guild_id, table_id)
    )
    rows = list(found)
    for counting in Counting:
        match = [row for row in rows if row["reach"] <= counting]
        before: dict[Key, Rating] = {}
        for row in match:
            key = (guild_id, row["game"], row["person_id"])
            for known in await connection.execute_fetchall(
                "SELECT mu, sigma, matches FROM ratings"
                " WHERE guild_id = ? AND game = ? AND person_id = ? AND counting = ?",
                (*key, int(counting)),
            ):
                before[key] = Rating(known["mu"], known["sigma"], known["matches"])
        await _write(connection, counting, _of_people(rated(match, before)))


async def rebuild(connection: Connection) -> None:
    """Work out all ratings anew, inside the caller's transaction; the log tells how far it is, if that takes long."""
    ((total,),) = await connection.execute_fetchall(f"SELECT COUNT(*) FROM ({_MATCHES})")
    replay, done, said = Replay(), 0, time.monotonic()
    cursor = await connection.execute(f"{_MATCHES}{_IN_ORDER}")
    while rows := list(await cursor.fetchmany(_AT_A_TIME)):
        replay.take(rows)
        done += len(rows)
        if time.monotonic() - said >= SAID_EVERY:
            said = time.monotonic()
            LOG.info("ratings are being worked out anew: %d %% done", 100 * done // total)
    await connection.execute("DELETE FROM ratings")
    for counting, ratings in replay.end().items():
        await _write(connection, counting, _of_people(ratings))


def meant(connection: sqlite3.Connection) -> Mapping[tuple[int, Key], Rating]:
    """What all ratings have to be at each setting, by the results that are there; for a plain connection whose rows are
    tuples.
    """
    replay = Replay()
    cursor = connection.cursor()
    cursor.row_factory = sqlite3.Row
    cursor.execute(f"{_MATCHES}{_IN_ORDER}")
    while rows := cursor.fetchmany(_AT_A_TIME):
        replay.take(rows)
    return {
        (int(counting), key): rating
        for counting, ratings in replay.end().items()
        for key, rating in _of_people(ratings).items()
    }


class Replay:
    """Rates matches one after the other at every setting, from rows that come in any portions."""

    def __init__(self) -> None:
        self._ratings: dict[Counting, dict[Key, Rating]] = {counting: {} for counting in Counting}
        self._open: list[sqlite3.Row] = []

    def take(self, rows: Iterable[sqlite3.Row]) -> None:
        """The next rows, in order. The last match among them may go on in the next portion."""
        *whole, last = [[*match] for match in _by_match([*self._open, *rows])] or [[]]
        for match in whole:
            self._rate(match)
        self._open = last

    def end(self) -> Mapping[Counting, Mapping[Key, Rating]]:
        """The ratings after all that was taken."""
        self._rate(self._open)
        self._open = []
        return self._ratings

    def _rate(self, match: Sequence[sqlite3.Row]) -> None:
        """What is the same at two settings, who is rated and what stood before, is worked out once."""
        before: list[Rating | None] | None = None
        after: dict[Key, Rating] = {}
        for counting, ratings in self._ratings.items():
            counted = [row for row in match if row["reach"] <= counting]
            stood = [ratings.get((row["guild_id"], row["game"], row["person_id"])) for row in counted]
            if stood != before:
                before, after = stood, rated(counted, ratings)
            ratings.update(after)


def rated(match: Sequence[sqlite3.Row], before: Mapping[Key, Rating]) -> dict[Key, Rating]:
    """What one match makes of the ratings of those who are rated for it; nothing where it is not rated.

    ``match``: a row for each person who held a seat throughout, by seat; ``before``: the ratings there were.
    """
    if not match:
        return {}
    by_seat = {row["seat"]: row for row in match}
    sides = from_text(match[0]["sides"]) or [[seat] for seat in by_seat]
    teams = [side for side in sides if any(seat in by_seat for seat in side)]
    if len(teams) < 2:
        return {}
    keys = {seat: (row["guild_id"], row["game"], row["person_id"]) for seat, row in by_seat.items()}
    known = {seat: before.get(keys[seat], Rating()) if seat in keys else Rating() for team in teams for seat in team}
    places = [min(by_seat[seat]["place"] for seat in team if seat in by_seat) for team in teams]
    found = _MODEL.rate([[_for_model(known[seat]) for seat in team] for team in teams], ranks=places)
    return {
        keys[seat]: Rating(new.mu, new.sigma, known[seat].matches + 1)
        for team, changed in zip(teams, found, strict=True)
        for seat, new in zip(team, changed, strict=True)
        if seat in keys
    }


def _of_people(ratings: Mapping[Key, Rating]) -> dict[Key, Rating]:
    """Without those whose data was erased: a negative number stands for them, so that the others' ratings stay."""
    return {key: rating for key, rating in ratings.items() if key[2] > 0}


def _for_model(rating: Rating) -> PlackettLuceRating:
    return _MODEL.rating(mu=rating.mu, sigma=rating.sigma)


def _by_match(rows: Iterable[sqlite3.Row]) -> Iterator[Iterable[sqlite3.Row]]:
    for _, match in groupby(rows, key=lambda row: (row["guild_id"], row["game"], row["no"])):
        yield match


async def _write(connection: Connection, counting: Counting, ratings: Mapping[Key, Rating]) -> None:
    await connection.executemany(
        "INSERT INTO ratings (guild_id, game, person_id, counting, mu, sigma, shown, matches)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, game, counting, person_id) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,"
        " shown = excluded.shown, matches = excluded.matches",
        [(*key, int(counting), one.mu, one.sigma, one.shown, one.matches) for key, one in ratings.items()],
    )
