"""``python -m bot check``: every match is played again, and whatever the books say otherwise is named."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import erase
from bot.tables.commands import Leave
from bot.tables.match_ids import match_id
from engine.games import find_game, games
from tests.tables.house import ANN, BO, DANA, House, build
from tests.tables.recorder import Recorder
from tests.tables.whole import begun, deal_over, next_deal, one_action, whole_match


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a finished match of each game, one between two deals and one in the middle of its second."""
    path = tmp_path_factory.mktemp("books") / "tables.sqlite3"

    async def play() -> None:
        house = await build(path, [1_000_000.0], Recorder())
        try:
            for key in games():
                await whole_match(house, key)
            await deal_over(house, await begun(house, "phat"))
            table = await next_deal(house, await deal_over(house, await begun(house, "pitch")))
            for _ in range(3):
                table = await one_action(house, table, 5)
        finally:
            await house.close()

    asyncio.run(play())
    return path


@pytest.fixture
def books(played: Path, tmp_path: Path) -> Path:
    """A copy of it, to be spoilt."""
    return Path(shutil.copy(played, tmp_path / "tables.sqlite3"))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_PATH", raising=False)


def spoil(path: Path, *changes: str) -> None:
    """Change what is history, through the door that erasures have."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO erasures (reason) VALUES ('a test')")
        for change in changes:
            assert connection.execute(change).rowcount > 0, change
        connection.execute("DELETE FROM erasures")
        connection.commit()


def scored(whose: str) -> str:
    """One score more, like Ann's of the second match's first deal, with this table, deal and person."""
    rest = "game, season, reach, points, persons, won, stats, at, day"
    like = f"table_id = 2 AND deal_no = 1 AND person_id = {ANN.id}"
    return (
        f"INSERT INTO ledger (guild_id, table_id, deal_no, person_id, {rest})"
        f" SELECT guild_id, {whose}, {rest} FROM ledger WHERE {like}"
    )


def lines(path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What check says of a file in which something is wrong."""
    capsys.readouterr()
    assert main(["check", str(path)]) == 1
    said = capsys.readouterr()
    assert said.err == ""
    found = said.out.splitlines()
    assert all(line.startswith(f"{path}: ") for line in found)
    return [line.removeprefix(f"{path}: ") for line in found]


def test_books_that_are_right_are_ok(books: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = books.read_bytes()
    assert main(["check", str(books)]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(f"{books}: ok; matches: 5, deals: ")
    assert said.err == ""
    assert books.read_bytes() == before


def test_without_a_file_it_is_the_bots_own(
    books: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_PATH", str(books))
    assert main(["check"]) == 0
    assert capsys.readouterr().out.startswith(f"{books}: ok")


@pytest.mark.parametrize("content", [None, b"", b"no database " * 999])
def test_what_is_no_database_is_one_sentence(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.sqlite3"
    if content is not None:
        path.write_bytes(content)
    assert main(["check", str(path)]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_a_wrong_score_is_named_with_match_deal_and_person(books: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(books, f"UPDATE ledger SET points = points + 1 WHERE table_id = 1 AND deal_no = 2 AND person_id = {ANN.id}")
    found = [line for line in lines(books, capsys) if "ledger adds up to" not in line]
    assert len(found) == 1
    assert found[0].startswith(f"match {match_id(1)} (table 1), deal 2: it is worth ")
    assert f"to person {ANN.id}, the ledger says" in found[0]


def test_a_score_too_few_and_one_too_many(books: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(
        books,
        f"DELETE FROM ledger WHERE table_id = 2 AND deal_no = 1 AND person_id = {BO.id}",
        scored("table_id, deal_no, 99"),
        scored("table_id, 77, person_id"),
        # The deal that is being played has no scores yet.
        scored("5, 2, person_id"),
    )
    found = [line for line in lines(books, capsys) if "ledger adds up to" not in line]
    two, five = (f"match {match_id(number)} (table {number})" for number in (2, 5))
    assert sorted(line.partition(" has a ")[0].partition(", and it is")[0] for line in found) == sorted(
        (
            f"{two}, deal 1: person {BO.id} has no score of it",
            f"{two}, deal 1: person 99",
            f"{two}, deal 77: there are scores of it, and no such deal",
            f"{five}, deal 2: it is not finished, yet there are scores of it",
        )
    )


def test_a_changed_action_is_named_with_its_place(books: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(books, "UPDATE actions SET code = 'bid 7' WHERE table_id = 1 AND deal_no = 1 AND no = 5")
    (line,) = lines(books, capsys)
    assert line.startswith(f"match {match_id(1)} (table 1), deal 1, action 5: 'bid 7' by seat ")
    spoil(books, "UPDATE actions SET code = 'nonsense!' WHERE table_id = 1 AND deal_no = 1 AND no = 5")
    (line,) = lines(books, capsys)
    assert line.startswith(f"match {match_id(1)} (table 1), deal 1: unknown action")


def test_another_dealer_is_named(books: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(books, "UPDATE deals SET dealer = (dealer + 1) % 4 WHERE table_id = 1 AND no = 2")
    assert any(", deal 2: the dealer must be seat " in line for line in lines(books, capsys))


def test_cards_exchanged_within_the_rules_show_in_the_points(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two cards of one seat and suit change places in the log: where all stays legal, the points tell."""
    deal = "table_id = 1 AND deal_no = 1"
    with closing(sqlite3.connect(played)) as connection:
        log = list(connection.execute(f"SELECT no, seat, code FROM actions WHERE {deal} ORDER BY no"))
    pairs = [(a, b) for a in log for b in log if a[0] < b[0] and a[1] == b[1] and a[2][-1] == b[2][-1]]
    told = []
    for number, (first, second) in enumerate(pairs):
        books = Path(shutil.copy(played, tmp_path / f"{number}.sqlite3"))
        for row, other in ((first, second), (second, first)):
            spoil(books, f"UPDATE actions SET code = '{other[2]}' WHERE {deal} AND no = {row[0]}")
        if main(["check", str(books)]) == 1:
            told = [line for line in lines(books, capsys) if "the ledger says" in line or "scores before it" in line]
        if told:
            break
    assert any(f"{match_id(1)} (table 1), deal 1: it is worth " in line for line in told)
    assert any(f"{match_id(1)} (table 1), deal 2: the scores before it are " in line for line in told)


def test_a_missing_action_and_a_missing_deal(books: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(books, "DELETE FROM actions WHERE table_id = 1 AND deal_no = 1 AND no = 52")
    found = lines(books, capsys)
    assert f"match {match_id(1)} (table 1), deal 1: it is not finished, yet another one follows" in found
    spoil(books, "DELETE FROM deals WHERE table_id = 3 AND no = 2")
    assert any(
        line.startswith(f"match {match_id(3)} (table 3): its deals are not those from 1 to")
        for line in lines(books, capsys)
    )


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE deals SET salt = 'ab' || substr(salt, 3) WHERE table_id = 2 AND no = 1",
        "UPDATE deals SET commitment = 'ab' || substr(commitment, 3) WHERE table_id = 2 AND no = 1",
    ],
)
def test_a_changed_salt_or_seal_is_named(books: Path, change: str, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(books, change)
    (line,) = lines(books, capsys)
    assert line == f"match {match_id(2)} (table 2), deal 1: the commitment does not fit the salt and the cards"


def test_a_changed_card_is_named_by_the_seal_and_by_whoever_played_it(
    books: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(books)) as connection:
        ((hands,),) = connection.execute("SELECT hands FROM deals WHERE table_id = 1 AND no = 1")
    first, second = hands.split("/")[0].split()[0], hands.split("/")[1].split()[0]
    swapped = hands.replace(first, "??").replace(second, first).replace("??", second)
    spoil(books, f"UPDATE deals SET hands = '{swapped}' WHERE table_id = 1 AND no = 1")
    found = lines(books, capsys)
    assert any("the commitment does not fit" in line for line in found)
    assert any("not in the hand" in line for line in found)


def test_what_stood_before_a_deal(books: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(books, "UPDATE deal_seats SET score_before = score_before + 1 WHERE table_id = 4 AND deal_no = 1")
    found = lines(books, capsys)
    assert found[0].startswith(
        f"match {match_id(4)} (table 4), deal 1: the scores before it are [0, 0, 0, 0], the books"
    )
    spoil(books, """UPDATE deals SET carried = replace(carried, '"carry":', '"carry":1') WHERE table_id = 4""")
    assert any("what is carried into it is" in line for line in lines(books, capsys))


def test_a_wrong_result(books: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(
        books,
        "UPDATE results SET winners = '[0,1]', scores = '[1,2,3,4]' WHERE table_id = 1",
        "UPDATE result_people SET place = 9 WHERE table_id = 1 AND seat = 0",
        "DELETE FROM result_people WHERE table_id = 2",
        "DELETE FROM results WHERE table_id = 2",
    )
    told = lines(books, capsys)
    # Ratings and sums follow from results, and are told too.
    assert any(line.startswith("ratings: ") for line in told)
    found = [line for line in told if line.startswith("match ") and "ledger adds up to" not in line]
    one, two = (f"match {match_id(number)} (table {number})" for number in (1, 2))
    assert [line.partition(" are ")[0].partition(" is ")[0] for line in found] == [
        f"{one}: its winners",
        f"{one}: its last scores",
        f"{one}: the place of person {ANN.id}",
        f"{two}: it",
    ]
    assert found[-1].endswith("it is played out, and has no result")


def test_older_rules_are_said_and_do_not_fail(
    books: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(type(find_game("knektpass")), "rules_version", 2)
    assert main(["check", str(books)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].endswith("played by rules 1 of Knektpass, and these are rules 2: not played again")
    assert said[-1].startswith(f"{books}: ok")
    spoil(books, "UPDATE deals SET salt = '00' WHERE table_id = 3 AND no = 1")
    assert any("the commitment does not fit" in line for line in lines(books, capsys))


async def test_erased_persons_and_leavers_leave_right_books(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    table = await deal_over(house, await begun(house, "phat"))
    await house.service.submit(table.id, DANA, 0, Leave())
    await erase.erase_person(house.database, DANA.id)
    assert await asyncio.to_thread(main, ["check", str(house.database.path)]) == 0
    assert "ok; matches: 1, deals: 1" in capsys.readouterr().out
