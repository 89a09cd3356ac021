"""From rows to records: the reading half of the tables, on a connection somebody else holds."""

from __future__ import annotations

import sqlite3
from itertools import groupby

from bot.store.connection import Connection
from bot.store.records import (
    NOBODY,
    ActionRow,
    Counting,
    DeadlineRow,
    DealRow,
    LedgerRow,
    SeatRow,
    TableRow,
    from_text,
    standing,
)

#: Beyond every deal's number.
LAST = 2**31


def table(row: sqlite3.Row) -> TableRow:
    """A row of ``tables`` with all its columns."""
    values = {key: row[key] for key in row.keys()}  # noqa: SIM118 (iterating a Row gives its values)
    read = {name: from_text(values[name]) for name in ("options", "settings")}
    return TableRow(**{**values, **read, "house_rules": bool(values["house_rules"])})


def deadline(row: sqlite3.Row) -> DeadlineRow:
    """A row of ``deadlines`` with all its columns."""
    return DeadlineRow(
        kind=row["kind"],
        seat=row["seat"],
        due_at=row["due_at"],
        question=row["question"],
        eased=bool(row["eased"]),
    )


def ledger(row: sqlite3.Row) -> LedgerRow:
    """A row of ``ledger`` with all its columns."""
    return LedgerRow(
        guild_id=row["guild_id"],
        game=row["game"],
        season=row["season"],
        table_id=row["table_id"],
        deal_no=row["deal_no"],
        person_id=row["person_id"],
        points=row["points"],
        reach=Counting(row["reach"]),
        persons=row["persons"],
        at=row["at"],
        won=None if row["won"] is None else bool(row["won"]),
        stats=from_text(row["stats"]),
    )


async def find_table(connection: Connection, table_id: int) -> TableRow | None:
    """The table, or None."""
    found = list(await connection.execute_fetchall("SELECT * FROM tables WHERE id = ?", (table_id,)))
    return table(found[0]) if found else None


async def seats(connection: Connection, table_id: int) -> tuple[SeatRow, ...]:
    """The table's seats in order."""
    found = await connection.execute_fetchall(
        "SELECT seat, person_id, computer, kept_for, missed, ready, wants_end, since, since_deal, promise,"
        " promised_by, standing, wants_pause, time_left FROM seats"
        " WHERE table_id = ? ORDER BY seat",
        (table_id,),
    )
    return tuple(
        SeatRow(
            seat=row["seat"],
            person_id=row["person_id"],
            computer=row["computer"],
            kept_for=row["kept_for"],
            missed=row["missed"],
            ready=bool(row["ready"]),
            wants_end=bool(row["wants_end"]),
            since=row["since"],
            since_deal=row["since_deal"],
            promise=row["promise"],
            promised_by=row["promised_by"],
            standing=bool(row["standing"]),
            wants_pause=bool(row["wants_pause"]),
            time_left=row["time_left"],
        )
        for row in found
    )


async def persons(connection: Connection, where: str, table_id: int) -> frozenset[int]:
    """Who stands for the table in ``sent_away`` or ``invitations``."""
    found = await connection.execute_fetchall(f"SELECT person_id FROM {where} WHERE table_id = ?", (table_id,))
    return frozenset(row["person_id"] for row in found) or NOBODY


async def deadlines(connection: Connection, table_id: int) -> tuple[DeadlineRow, ...]:
    """The table's deadlines, the next one first."""
    found = await connection.execute_fetchall(
        "SELECT kind, seat, due_at, question, eased FROM deadlines WHERE table_id = ? ORDER BY due_at, kind, seat",
        (table_id,),
    )
    return tuple(deadline(row) for row in found)


async def deals(connection: Connection, table_id: int, first: int = 1, last: int = LAST) -> tuple[DealRow, ...]:
    """The table's deals in order, from number ``first`` to ``last``."""
    found = await connection.execute_fetchall(
        "SELECT d.no, d.dealer, d.hands, d.rest, d.salt, d.commitment, d.carried, d.dealt_at, s.person_id,"
        " s.computer, s.score_before FROM deals d JOIN deal_seats s ON s.table_id = d.table_id AND s.deal_no = d.no"
        " WHERE d.table_id = ? AND d.no BETWEEN ? AND ? ORDER BY d.no, s.seat",
        (table_id, first, last),
    )
    result = []
    for no, grouped in groupby(found, key=lambda row: int(row["no"])):
        by_seat = list(grouped)
        row = by_seat[0]
        result.append(
            DealRow(
                no=no,
                dealer=row["dealer"],
                hands=row["hands"],
                rest=row["rest"],
                salt=row["salt"],
                commitment=row["commitment"],
                scores_before=tuple(each["score_before"] for each in by_seat),
                holders=tuple(each["person_id"] for each in by_seat),
                levels=tuple(each["computer"] for each in by_seat),
                dealt_at=row["dealt_at"],
                carried=from_text(row["carried"]),
            )
        )
    return tuple(result)


async def actions(connection: Connection, table_id: int, first: int = 1, last: int = LAST) -> tuple[ActionRow, ...]:
    """The table's actions that stand, in order, from deal ``first`` to ``last``: what its match is made of."""
    return standing(await log(connection, table_id, first, last))


async def log(connection: Connection, table_id: int, first: int = 1, last: int = LAST) -> tuple[ActionRow, ...]:
    """The same with what was taken back, and the rows that say so."""
    found = await connection.execute_fetchall(
        "SELECT deal_no, no, seat, code, actor, at FROM actions WHERE table_id = ? AND deal_no BETWEEN ? AND ?"
        " ORDER BY deal_no, no",
        (table_id, first, last),
    )
    return tuple(
        ActionRow(
            deal_no=row["deal_no"],
            no=row["no"],
            seat=row["seat"],
            code=row["code"],
            actor=row["actor"],
            at=row["at"],
        )
        for row in found
    )
