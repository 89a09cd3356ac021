"""Writing running scores: a ledger of one row a deal and person, results of matches, and sums of both.

The sums (``totals``, ``daily``, ``counters``) are kept with every commit so that a leaderboard is one look into an
index. ``SUMS`` says what they have to equal, always; ``rebuild`` makes them so.

A placeholder, which stands for somebody whose data was erased, has rows in the ledger and in results, so that a deal's
points and a match's places stay whole. It is in no sum, and so on no leaderboard: nobody would know whom it means.

Ledger and results say how far a deal or match *reaches*, and the sums are kept apart by it: that never changes. Whether
something counts, its reach and the server's present setting say together. So a changed setting changes no row here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.store.connection import Connection
from bot.store.records import Counting, LedgerRow, PersonResult, ResultRow, from_text, to_text

#: What persons' ids have and placeholders' (bot/store/erase.py) have not.
IS_PERSON = "person_id > 0"

#: What a server counts now, of the one whose id stands in the braces.
COUNTING = "COALESCE((SELECT s.counting FROM servers s WHERE s.guild_id = {}), 0)"
#: ``ledger``, to be selected from, with a column ``counted`` by what each server counts now.
JUDGED_LEDGER = f"(SELECT l.*, l.reach <= {COUNTING.format('l.guild_id')} AS counted FROM ledger l)"

_RESULTS = (
    "result_people p JOIN results r ON r.guild_id = p.guild_id AND r.table_id = p.table_id"
    f" WHERE p.won + p.lost = 1 AND p.{IS_PERSON}"
)

#: Each table of sums with the selection that it has to equal, always. A match counts where it was won or lost.
SUMS: Mapping[str, str] = {
    "totals": (
        "SELECT guild_id, game, season, reach, person_id, SUM(points), SUM(deals), SUM(deals_won), MAX(best),"
        " MIN(worst), SUM(matches), SUM(wins) FROM ("
        "SELECT guild_id, game, season, reach, person_id, SUM(points) AS points, COUNT(*) AS deals,"
        " COALESCE(SUM(won), 0) AS deals_won, MAX(points) AS best, MIN(points) AS worst, 0 AS matches, 0 AS wins"
        f" FROM ledger WHERE {IS_PERSON} GROUP BY guild_id, game, season, reach, person_id"
        " UNION ALL SELECT p.guild_id, r.game, r.season, p.reach, p.person_id, 0, 0, 0, NULL, NULL, COUNT(*),"
        f" SUM(p.won) FROM {_RESULTS} GROUP BY p.guild_id, r.game, r.season, p.reach, p.person_id"
        ") AS sums GROUP BY guild_id, game, season, reach, person_id"
    ),
    "daily": (
        "SELECT guild_id, game, season, reach, day, person_id, SUM(points), SUM(deals), SUM(matches), SUM(wins)"
        " FROM (SELECT guild_id, game, season, reach, day, person_id, SUM(points) AS points, COUNT(*) AS deals,"
        f" 0 AS matches, 0 AS wins FROM ledger WHERE {IS_PERSON} GROUP BY guild_id, game, season, reach, day, person_id"
        " UNION ALL SELECT p.guild_id, r.game, r.season, p.reach, r.day, p.person_id, 0, 0, COUNT(*), SUM(p.won)"
        f" FROM {_RESULTS} GROUP BY p.guild_id, r.game, r.season, p.reach, r.day, p.person_id"
        ") AS sums GROUP BY guild_id, game, season, reach, day, person_id"
    ),
    "counters": (
        "SELECT guild_id, game, season, reach, person_id, one.key, SUM(one.value)"
        f" FROM ledger, json_each(ledger.stats) AS one WHERE {IS_PERSON}"
        " GROUP BY guild_id, game, season, reach, person_id, one.key"
    ),
}


async def add(connection: Connection, ledger: Iterable[LedgerRow]) -> None:
    """Write ledger rows and add them to the sums, inside the caller's transaction."""
    ledger = tuple(ledger)
    if not ledger:
        return

    def key(one: LedgerRow) -> tuple[int, str, int, int]:
        return one.guild_id, one.game, one.season, int(one.reach)

    await connection.executemany(
        "INSERT INTO ledger (guild_id, table_id, deal_no, person_id, game, season, reach, points, persons, won,"
        " stats, at, day) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                one.guild_id,
                one.table_id,
                one.deal_no,
                one.person_id,
                one.game,
                one.season,
                int(one.reach),
                one.points,
                one.persons,
                None if one.won is None else int(one.won),
                to_text(one.stats),
                one.at,
                one.day,
            )
            for one in ledger
        ],
    )
    ledger = tuple(one for one in ledger if is_person(one.person_id))
    await connection.executemany(
        "INSERT INTO totals (guild_id, game, season, reach, person_id, points, deals, deals_won, best, worst,"
        " matches, wins) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, 0, 0)"
        " ON CONFLICT (guild_id, game, season, reach, person_id)"
        " DO UPDATE SET points = totals.points + excluded.points,"
        " deals = totals.deals + 1, deals_won = totals.deals_won + excluded.deals_won,"
        " best = CASE WHEN totals.best >= excluded.best THEN totals.best ELSE excluded.best END,"
        " worst = CASE WHEN totals.worst <= excluded.worst THEN totals.worst ELSE excluded.worst END",
        [(*key(one), one.person_id, one.points, int(one.won or 0), one.points, one.points) for one in ledger],
    )
    await connection.executemany(
        "INSERT INTO daily (guild_id, game, season, reach, day, person_id, points, deals, matches, wins)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, 1, 0, 0)"
        " ON CONFLICT (guild_id, game, season, reach, day, person_id)"
        " DO UPDATE SET points = daily.points + excluded.points, deals = daily.deals + 1",
        [(*key(one), one.day, one.person_id, one.points) for one in ledger],
    )
    await connection.executemany(
        "INSERT INTO counters (guild_id, game, season, reach, person_id, name, amount) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (person_id, guild_id, game, season, reach, name)"
        " DO UPDATE SET amount = counters.amount + excluded.amount",
        [(*key(one), one.person_id, name, amount) for one in ledger for name, amount in one.stats.items()],
    )


async def add_result(connection: Connection, result: ResultRow) -> None:
    """Write how a match ended and add it to the sums, inside the caller's transaction."""
    await connection.execute(
        "INSERT INTO results (guild_id, table_id, game, season, finished, winners, scores, ended_at, day, sides, no)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
        " (SELECT COALESCE(MAX(no), 0) + 1 FROM results WHERE guild_id = ? AND game = ?))",
        (
            result.guild_id,
            result.table_id,
            result.game,
            result.season,
            int(result.finished),
            to_text(result.winners),
            to_text(result.scores),
            result.ended_at,
            result.day,
            to_text(result.sides),
            result.guild_id,
            result.game,
        ),
    )
    await connection.executemany(
        "INSERT INTO result_people (guild_id, table_id, person_id, seat, place, won, lost, reach, throughout)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                result.guild_id,
                result.table_id,
                one.person_id,
                one.seat,
                one.place,
                int(one.won),
                int(one.lost),
                int(one.reach),
                int(one.throughout),
            )
            for one in result.persons
        ],
    )
    decided = [one for one in result.persons if (one.won or one.lost) and is_person(one.person_id)]
    key = (result.guild_id, result.game, result.season)
    await connection.executemany(
        "INSERT INTO totals (guild_id, game, season, reach, person_id, points, deals, deals_won, best, worst,"
        " matches, wins) VALUES (?, ?, ?, ?, ?, 0, 0, 0, NULL, NULL, 1, ?)"
        " ON CONFLICT (guild_id, game, season, reach, person_id)"
        " DO UPDATE SET matches = totals.matches + 1, wins = totals.wins + excluded.wins",
        [(*key, int(one.reach), one.person_id, int(one.won)) for one in decided],
    )
    await connection.executemany(
        "INSERT INTO daily (guild_id, game, season, reach, day, person_id, points, deals, matches, wins)"
        " VALUES (?, ?, ?, ?, ?, ?, 0, 0, 1, ?)"
        " ON CONFLICT (guild_id, game, season, reach, day, person_id)"
        " DO UPDATE SET matches = daily.matches + 1, wins = daily.wins + excluded.wins",
        [(*key, int(one.reach), result.day, one.person_id, int(one.won)) for one in decided],
    )


async def find_result(connection: Connection, guild_id: int, table_id: int) -> ResultRow | None:
    """How a match ended, or None while it goes on."""
    found = list(
        await connection.execute_fetchall(
            "SELECT game, season, finished, winners, scores, ended_at, sides FROM results"
            " WHERE guild_id = ? AND table_id = ?",
            (guild_id, table_id),
        )
    )
    if not found:
        return None
    people = await connection.execute_fetchall(
        "SELECT person_id, seat, place, won, lost, reach, throughout FROM result_people"
        " WHERE guild_id = ? AND table_id = ? ORDER BY seat, person_id",
        (guild_id, table_id),
    )
    row = found[0]
    return ResultRow(
        table_id=table_id,
        guild_id=guild_id,
        game=row["game"],
        season=row["season"],
        finished=bool(row["finished"]),
        winners=tuple(from_text(row["winners"])),
        scores=tuple(from_text(row["scores"])),
        persons=tuple(
            PersonResult(
                person_id=one["person_id"],
                seat=one["seat"],
                place=one["place"],
                won=bool(one["won"]),
                lost=bool(one["lost"]),
                reach=Counting(one["reach"]),
                throughout=bool(one["throughout"]),
            )
            for one in people
        ),
        ended_at=row["ended_at"],
        sides=tuple(map(tuple, from_text(row["sides"]))),
    )


async def rebuild(connection: Connection) -> None:
    """Build all the sums anew, inside the caller's transaction."""
    for table, selection in SUMS.items():
        await connection.execute(f"DELETE FROM {table}")
        await connection.execute(f"INSERT INTO {table} {selection}")


def is_person(person_id: int) -> bool:
    """Whether this is somebody's id, not a placeholder's."""
    return person_id > 0
