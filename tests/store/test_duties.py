"""No column is forgotten: what each says about people and servers is declared, and everything is done from that."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import erase
from bot.store.database import Database
from bot.store.duties import DUTIES
from bot.store.export import export_person
from tests.store.making import ANN, BO, SERVER, look

COLUMNS = (
    "SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c"
    " WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%'"
)


async def test_every_column_of_every_table_is_declared(db: Database, path: Path) -> None:
    """A new column fails here: declare in bot/store/duties.py whom it names, and it is given out and erased."""
    declared = [(name, column) for name, duty in DUTIES.items() for column in duty.columns]
    assert sorted(declared) == sorted(look(path, COLUMNS))


def test_columns_that_look_like_people_or_servers_are_not_declared_as_nothing() -> None:
    for name, duty in DUTIES.items():
        for column in duty.plain:
            assert not column.startswith(("person_", "host", "kept", "actor", "promised")), f"{name}.{column}"
        assert ("guild_id" in duty.columns) == (duty.server == "guild_id"), name


def test_what_names_people_is_given_out() -> None:
    for name, duty in DUTIES.items():
        assert (duty.heading is not None) == bool(duty.persons or duty.actors), name
        assert duty.key is not None or not duty.actors, f"{name}: people are looked for by table"
        assert not set(duty.parts) - set(duty.plain), name


async def filled(path: Path, person: int) -> None:
    """One row in every table, with the person in every column that may name one, and everything about one server."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for name, duty in DUTIES.items():
            if name in ("meta", "erasures"):
                continue
            columns = connection.execute(f"SELECT name, type FROM pragma_table_info('{name}')").fetchall()
            values = {
                column: person
                if column in duty.persons
                else str(person)
                if column in duty.actors
                else SERVER
                if column == duty.server
                else _anything(column, kind)
                for column, kind in columns
            }
            marks = ", ".join("?" * len(values))
            connection.execute(f"INSERT INTO {name} ({', '.join(values)}) VALUES ({marks})", list(values.values()))


def _anything(column: str, kind: str) -> object:
    if column in ("options", "settings", "stats", "carried"):
        return "{}"
    if column == "phase":
        return "over"
    if column == "goes":
        return "now"
    if column in ("end_reason", "hands", "winners", "scores"):
        return "a/b"
    return 0 if column in ("lost", "seat") else 1 if kind == "INTEGER" else 1.0 if kind == "REAL" else "x"


@pytest.mark.parametrize("name", [name for name, duty in DUTIES.items() if duty.persons or duty.actors])
async def test_a_person_in_any_column_is_given_out_and_then_erased(db: Database, path: Path, name: str) -> None:
    await filled(path, ANN)
    heading = DUTIES[name].heading
    assert heading is not None
    assert len(export_person(path, ANN)[heading]) == 1
    assert export_person(path, BO)[heading] == []
    assert await erase.erase_person(db, ANN)
    rows = look(path, f"SELECT * FROM {name}")
    assert not any(value in (ANN, str(ANN)) for row in rows for value in row)
    # What is only theirs is gone; where others are too, somebody without a name is left.
    assert (rows == []) == DUTIES[name].goes
    assert DUTIES[name].goes or any(value in (-1, "-1") for row in rows for value in row)


async def test_a_server_in_any_table_is_purged(db: Database, path: Path) -> None:
    await filled(path, ANN)
    await erase.purge_server(db, SERVER)
    for name, duty in DUTIES.items():
        if duty.server or duty.key:
            assert look(path, f"SELECT * FROM {name}") == [], name
