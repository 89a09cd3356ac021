"""What is given out about a person: all of theirs, in words a program and a person can read, and nothing of others."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.store import audit, people
from bot.store.audit import AuditRow
from bot.store.database import Database
from bot.store.errors import NotADatabase
from bot.store.export import export_person, export_text
from bot.store.records import SeatRow
from tests.store.making import ANN, BO, CHANNEL, CLEO, SEATS, SERVER, action, committed, deal, opened, score, won_by


async def played(db: Database, guild_id: int, channel_id: int) -> None:
    """A match that is over, one deal, won by Ann."""
    table = await opened(db, guild_id=guild_id, channel_id=channel_id, options={"target": 30})
    changes: dict[str, Any] = {
        "deal": deal(1),
        "actions": (action(1), action(2), action(3, actor="computer normal")),
        "ledger": (
            score(ANN, 5, table.id, guild_id=guild_id, stats={"bids": 1}),
            score(BO, 3, table.id, guild_id=guild_id, stats={"bids": 1}),
        ),
        "result": won_by(ANN, BO, table.id, guild_id=guild_id),
        "names": {ANN: "Ann", BO: "A name of Bo's"},
    }
    await committed(db, table, changes, deal_no=1, phase="over")


async def test_everything_about_a_person_and_nothing_about_others(db: Database, path: Path) -> None:
    await played(db, SERVER, CHANNEL)
    await played(db, SERVER + 1, CHANNEL + 1)
    await people.change_preferences(db, ANN, {"calls": "never"})
    for who in (ANN, BO):
        told = AuditRow(guild_id=SERVER, person_id=who, at=5.0, setting="counting", was="strict", now="all")
        await db.write(lambda connection, told=told: audit.add(connection, [told]))  # type: ignore[misc]
    found = export_person(path, ANN)
    assert {heading: len(rows) for heading, rows in found.items()} == {
        "names": 2,
        "preferences": 1,
        "tables": 2,
        "seats": 2,
        "deals": 2,
        "actions": 2,
        "scores": 2,
        "results": 2,
        "totals": 2,
        "daily": 2,
        "counters": 2,
        "ratings": 6,
        "sent_away": 0,
        "invitations": 0,
        "on_call": 0,
        "settings_changed": 1,
    }
    assert found["actions"][0] == {
        "table_id": 1,
        "deal_no": 1,
        "no": 2,
        "seat": 0,
        "code": "bid 2",
        "at": "2023-11-14T22:16:42+00:00",
    }
    assert found["preferences"] == [{"settings": {"calls": "never"}}]
    assert found["tables"][0]["options"] == {"target": 30}
    assert found["names"][0]["guild_id"] == str(SERVER)
    text = export_text(path, ANN, 1_700_000_000.0)
    assert str(BO) not in text
    assert "A name of Bo's" not in text
    assert json.loads(text)["person_id"] == str(ANN)
    assert json.loads(text)["made_at"] == "2023-11-14T22:13:20+00:00"
    assert all(rows == [] for rows in export_person(path, CLEO).values())


async def test_ones_own_hands_are_given_out_once_their_deals_are_over(db: Database, path: Path) -> None:
    table = await opened(db)
    table = await committed(db, table, {"deal": deal(1, hands="AS KS/QS JS/TS 9S")}, deal_no=1, phase="between")
    assert [each.get("hand") for each in export_person(path, BO)["deals"]] == ["QS JS"]
    await committed(db, table, {"deal": deal(2, hands="AH KH/QH JH/TH 9H")}, deal_no=2, phase="playing")
    found = export_person(path, BO)
    assert [each.get("hand") for each in found["deals"]] == ["QS JS", None]
    text = json.dumps(found)
    assert not any(card in text for card in ("AS", "TS", "2C", "QH", "JH", "AH", "TH", "00ff"))


async def test_what_was_chosen_ahead_is_its_own_persons_business(db: Database, path: Path) -> None:
    seats = (
        SeatRow(seat=0, person_id=ANN, promise="pass", promised_by=str(ANN), standing=True),
        SeatRow(seat=1, computer="normal", kept_for=BO, promise="bid 7", promised_by="computer normal"),
        SEATS[2],
    )
    await committed(db, await opened(db), {"deal": deal(1), "seats": seats}, deal_no=1, phase="playing")
    (own,) = export_person(path, ANN)["seats"]
    (kept,) = export_person(path, BO)["seats"]
    assert (own["promise"], own["standing"], own["is_person_id"], own["is_kept_for"]) == ("pass", 1, 1, 0)
    assert (kept["promise"], kept["standing"], kept["is_person_id"], kept["is_kept_for"]) == (None, None, 0, 1)


def test_what_is_no_database_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(NotADatabase, match="There is no database"):
        export_person(tmp_path / "nowhere.sqlite3", ANN)
