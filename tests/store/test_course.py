"""How a running score came about, deal by deal."""

from __future__ import annotations

from bot.store import scores
from bot.store.course import course
from bot.store.database import Database
from bot.store.records import Counting
from tests.store.making import ANN, BO, SERVER, committed, opened, score


async def test_deals_come_in_the_order_played_and_add_up(db: Database) -> None:
    table = await opened(db)
    for number, points in enumerate((5, -8, 3), 1):
        rows = (score(ANN, points, deal_no=number, at=100.0 * number), score(BO, 1, deal_no=number, at=100.0 * number))
        table = await committed(db, table, {"ledger": rows})
    found = await course(db, SERVER, ANN, "pitch", counted=True)
    assert [row.points for row in found] == [5, -8, 3]
    assert {row.day for row in found} == {"1970-01-01"}
    (standing,) = await scores.standing(db, SERVER, ANN, "pitch")
    assert sum(row.points for row in found) == standing.points
    assert await course(db, SERVER, ANN, "pitch", counted=False) == ()
    assert await course(db, SERVER, ANN, "phat", counted=True) == ()
    assert await course(db, SERVER + 1, ANN, "pitch", counted=True) == ()


async def test_practice_is_kept_apart(db: Database) -> None:
    table = await opened(db)
    await committed(db, table, {"ledger": (score(ANN, 7, reach=Counting.EVERYTHING),)})
    assert await course(db, SERVER, ANN, "pitch", counted=True) == ()
    assert [row.points for row in await course(db, SERVER, ANN, "pitch", counted=False)] == [7]
