"""Everything stored about one person, as one JSON text: what `/my-data export` gives out.

Worked out from bot/store/duties.py, so that no column that names a person is left out. Plain blocking functions, to be
run in a thread: they open the file for themselves, and nobody waits for them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.store.duties import DUTIES, TABLES_OF, Duty
from bot.store.errors import in_a_sentence
from bot.store.maintenance import reading

#: Columns with JSON in them, which is given out as what it says.
_JSON = frozenset({"settings", "options", "stats"})
#: Beyond this, programs that read JSON may round whole numbers: ids of Discord's are given out as texts.
_EXACT = 2**53

#: The hands a person held in deals that are over: whoever still plays may not be allowed to see even their own.
_HANDS = (
    "SELECT s.table_id, s.deal_no, s.seat, d.hands FROM deal_seats s"
    " JOIN deals d ON d.table_id = s.table_id AND d.no = s.deal_no JOIN tables t ON t.id = s.table_id"
    " WHERE s.person_id = :id AND (s.deal_no < t.deal_no OR t.phase IN ('between', 'over'))"
)


def export_text(path: Path, person_id: int, now: float) -> str:
    """Everything stored in the file at ``path`` about a person, as JSON; ``now``, UNIX seconds, stands in it.

    Moments are UTC, ids of Discord's are texts, and each row has a line of its own. Raises ``StoreError``.
    """
    about = {"person_id": person_id, "made_at": now}
    parts = [f"{_json(name)}: {_json(_plainly(name, value))}" for name, value in about.items()]
    for heading, rows in export_person(path, person_id).items():
        lines = ",\n  ".join(map(_json, rows))
        parts.append(f"{_json(heading)}: [\n  {lines}\n ]" if rows else f"{_json(heading)}: []")
    return "{\n " + ",\n ".join(parts) + "\n}\n"


def export_person(path: Path, person_id: int) -> dict[str, list[dict[str, Any]]]:
    """Everything stored about a person, in every server, as rows under plain headings. Raises ``StoreError``."""
    try:
        with closing(reading(path)) as connection:
            connection.row_factory = sqlite3.Row
            connection.execute("BEGIN")
            tables = sorted(row[0] for row in connection.execute(TABLES_OF, {"id": person_id}))
            found = {
                duty.heading: [_row(each) for each in _rows(connection, name, duty, person_id, tables)]
                for name, duty in DUTIES.items()
                if duty.heading is not None
            }
            hands = {
                (row["table_id"], row["deal_no"]): row["hands"].split("/")[row["seat"]]
                for row in connection.execute(_HANDS, {"id": person_id})
            }
    except sqlite3.Error as error:
        raise in_a_sentence(error, path) from error
    for deal in found["deals"]:
        if (hand := hands.get((deal["table_id"], deal["deal_no"]))) is not None:
            deal["hand"] = hand
    return found


def _rows(
    connection: sqlite3.Connection, name: str, duty: Duty, person_id: int, tables: list[int]
) -> Iterator[sqlite3.Row]:
    """A table's rows about a person: what names nobody of each, and in which columns the person stands."""
    shown = [
        f"CASE WHEN {duty.parts[column]} = CAST(:id AS TEXT) THEN {column} END AS {column}"
        if column in duty.parts
        else column
        for column in duty.plain
    ]
    named = [
        *((column, f"{column} = :id") for column in duty.persons),
        *((column, f"{column} = CAST(:id AS TEXT)") for column in duty.actors),
    ]
    if len(named) > 1 or duty.of_table:
        # Who else stands in the row is nobody's business; but which part of it is the person's?
        shown += [f"COALESCE({condition}, 0) AS is_{column}" for column, condition in named]
    selection = f"SELECT {', '.join(shown)} FROM {name} WHERE"
    if duty.of_table or not duty.persons:
        own = "" if duty.of_table else f" AND ({' OR '.join(condition for _, condition in named)})"
        for number in tables:
            yield from connection.execute(f"{selection} {duty.key} = :table{own}", {"id": person_id, "table": number})
    else:
        condition = " OR ".join(condition for column, condition in named if column in duty.persons)
        yield from connection.execute(f"{selection} {condition}", {"id": person_id})


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _row(row: sqlite3.Row) -> dict[str, Any]:
    return {name: _plainly(name, row[name]) for name in row.keys()}  # noqa: SIM118 (iterating a Row gives its values)


def _plainly(name: str, value: Any) -> Any:
    """A value as people and programs read it."""
    if isinstance(value, float) and (name in ("at", "since") or name.endswith("_at")):
        return datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds")
    if isinstance(value, str) and name in _JSON:
        return json.loads(value)
    return str(value) if isinstance(value, int) and abs(value) > _EXACT else value
